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
    fn what_is_dropped_is_stopped() {
        let (sender, stopped) = mpsc::channel();
        let thinking = Thinking::begin(move |stop| {
            while !stop.is_stopped() {
                thread::yield_now();
            }
            sender.send("stopped").unwrap();
        });
        assert_eq!(thinking.answer(), Err(TryRecvError::Empty));
        drop(thinking);
        assert_eq!(stopped.recv(), Ok("stopped"));
    }
}
