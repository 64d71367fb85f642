//! Work on a thread of its own that can be told to stop.

use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use tablen_engine::Stop;

/// Work under way. To drop it is to stop it.
pub struct Thinking<T> {
    stop: Stop,
    since: Instant,
    answer: Receiver<T>,
}

impl<T: Send + 'static> Thinking<T> {
    /// Begins the work.
    pub fn begin(work: impl FnOnce(&Stop) -> T + Send + 'static) -> Thinking<T> {
        let (sender, answer) = mpsc::channel();
        let stop = Stop::new();
        let told = stop.clone();
        thread::spawn(move || {
            let result = work(&told);
            // Nobody may be waiting any more.
            let _ = sender.send(result);
        });
        Thinking { stop, since: Instant::now(), answer }
    }

    /// What came of it: nothing yet, or nothing ever if the work broke off.
    pub fn answer(&self) -> Result<T, TryRecvError> {
        self.answer.try_recv()
    }

    /// How long it has been going on.
    pub fn elapsed(&self) -> Duration {
        self.since.elapsed()
    }

    /// Stops it and waits for what it has to give back.
    pub fn interrupt(self) -> Option<T> {
        self.stop.stop();
        self.answer.recv().ok()
    }
}

impl<T> Drop for Thinking<T> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interrupted_thought_gives_back_what_it_took() {
        let thinking = Thinking::begin(|stop| {
            while !stop.is_stopped() {
                thread::yield_now();
            }
            "back"
        });
        assert_eq!(thinking.answer(), Err(TryRecvError::Empty));
        assert_eq!(thinking.interrupt(), Some("back"));
    }
}
