//! The game on the whole screen of a terminal.

mod app;
pub mod highlights;
mod input;
pub mod palette;
mod panel;
#[cfg(test)]
mod tests;

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use tablen_rules::words::Lang;

use super::session::Session;
use app::App;
use palette::{Depth, Palette};

/// How long to wait for a key before looking whether the computer has answered.
const WHILE_WAITING: Duration = Duration::from_millis(10);
/// How long to wait for a key otherwise: a kill is noticed that soon.
const WHILE_IDLE: Duration = Duration::from_millis(100);
/// How often times that pass are drawn.
const TIME_SHOWN: Duration = Duration::from_millis(250);

/// Plays a game on the whole screen. However it ends, the terminal is as it was before.
pub fn run(session: Session, lang: Lang) -> io::Result<()> {
    let is_killed = Arc::new(AtomicBool::new(false));
    for signal in signal_hook::consts::TERM_SIGNALS {
        // A second signal means that nobody wants to wait.
        signal_hook::flag::register_conditional_shutdown(*signal, 1, Arc::clone(&is_killed))?;
        signal_hook::flag::register(*signal, Arc::clone(&is_killed))?;
    }
    let mut app = App::new(session, lang, Palette(Depth::of_environment()));
    // This also restores the terminal when the program panics.
    let mut terminal = ratatui::try_init()?;
    let restored_by_ratatui = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let _ = execute!(io::stdout(), DisableMouseCapture);
        restored_by_ratatui(panic);
    }));
    let result =
        execute!(io::stdout(), EnableMouseCapture).and_then(|()| play(&mut app, &mut terminal, &is_killed));
    app.leave();
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::try_restore()?;
    io::stdout().flush()?;
    result
}

fn play(app: &mut App, terminal: &mut ratatui::DefaultTerminal, is_killed: &AtomicBool) -> io::Result<()> {
    let mut drawn = Instant::now();
    let mut is_stale = true;
    while !app.is_left() && !is_killed.load(Ordering::Relaxed) {
        is_stale |= app.poll() || (app.shows_time() && drawn.elapsed() > TIME_SHOWN);
        if is_stale {
            terminal.draw(|frame| {
                let area = frame.area();
                app.draw(area, frame.buffer_mut());
            })?;
            (drawn, is_stale) = (Instant::now(), false);
        }
        if !wait_for_keys(if app.is_waiting() { WHILE_WAITING } else { WHILE_IDLE }) {
            return Ok(());
        }
        // Keys that have been typed ahead are all heard before anything is drawn.
        while !app.is_left() && event::poll(Duration::ZERO)? {
            if let Some(intent) = input::intent(&event::read()?, app.is_asked()) {
                app.handle(intent);
                is_stale = true;
            }
        }
    }
    Ok(())
}

/// Waits until there is something to hear, at most so long. False if the terminal is gone: the terminal library would ask it for
/// keys for ever.
#[cfg(unix)]
fn wait_for_keys(longest: Duration) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let terminal = rustix::stdio::stdin();
    let mut asked = [PollFd::new(&terminal, PollFlags::IN)];
    let longest = Timespec::try_from(longest).ok();
    // A signal, such as that of another size, ends the wait too.
    let _ = poll(&mut asked, longest.as_ref());
    !asked[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
}

/// Waits until there is something to hear, at most so long.
#[cfg(not(unix))]
fn wait_for_keys(longest: Duration) -> bool {
    event::poll(longest).is_ok()
}
