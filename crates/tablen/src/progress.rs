//! How far something is that takes longer than a second.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use tablen_rules::words::{Lang, Message};

/// A line on the terminal that tells how far a long piece of work is. Silent where nobody looks, and in the first second.
pub struct Progress {
    lang: Lang,
    total: u64,
    started: Instant,
    shown: Option<Instant>,
    is_watched: bool,
}

const PATIENCE: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(200);

impl Progress {
    /// Work of `total` parts.
    pub fn new(total: u64, lang: Lang) -> Progress {
        let is_watched = std::io::stderr().is_terminal();
        Progress { lang, total, started: Instant::now(), shown: None, is_watched }
    }

    /// So many parts are done.
    pub fn at(&mut self, done: u64) {
        let total = self.total;
        self.tell(|| {
            let percent = done * 100 / total.max(1);
            message!("cli.progress").with("done", done).with("total", total).with("percent", percent)
        });
    }

    /// So many parts of so many are done, where how many there are is found out on the way.
    pub fn of(&mut self, done: u64, total: u64) {
        self.total = total;
        self.at(done.min(total));
    }

    /// How far the work is, in words of its own. They are asked for only when they are shown.
    pub fn tell(&mut self, line: impl FnOnce() -> Message) {
        if !self.is_watched || self.started.elapsed() < PATIENCE {
            return;
        }
        if self.shown.is_some_and(|shown| shown.elapsed() < INTERVAL) {
            return;
        }
        self.shown = Some(Instant::now());
        // A terminal that cannot be written to is no reason to stop the work.
        let _ = write!(std::io::stderr(), "\r\x1b[K{}", line().render(self.lang));
    }

    /// Since the beginning.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
