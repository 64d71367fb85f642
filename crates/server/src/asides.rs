//! Work that takes longer than a moment, done where nobody else waits for it: a long game that is told again, a record that is read.
//!
//! Only so much of it is done at a time. Those who ask from one place take turns for one thread, and so do the places, so that nobody else waits
//! behind their hundred long games.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::origins::Origin;

/// How much may wait that was asked for from one place.
const WAITING: usize = 64;

/// Why something is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotDone {
    /// So much waits already that was asked for from the same place.
    TooMuch,
    /// It has failed.
    Failed,
}

/// Where such work is done.
#[derive(Debug)]
pub struct Asides {
    threads: Arc<Semaphore>,
    lanes: Mutex<HashMap<Origin, Lane>>,
}

/// Those who ask from one place.
#[derive(Debug)]
struct Lane {
    turn: Arc<Semaphore>,
    asking: usize,
}

impl Asides {
    /// Nothing is done yet, and as much at a time as the machine has threads.
    pub fn new() -> Arc<Asides> {
        Asides::at_a_time(available_parallelism().unwrap_or(NonZeroUsize::MIN))
    }

    /// Nothing is done yet, and so much at a time.
    pub fn at_a_time(most: NonZeroUsize) -> Arc<Asides> {
        Arc::new(Asides { threads: Arc::new(Semaphore::new(most.get())), lanes: Mutex::default() })
    }

    /// Waits for the turn of something that is asked for from somewhere. Who goes before it comes gives up their place.
    pub async fn turn(self: &Arc<Asides>, origin: Origin) -> Result<Turn, NotDone> {
        let asking = self.ask(origin)?;
        let in_lane = Arc::clone(&asking.turn).acquire_owned().await.map_err(|_| NotDone::Failed)?;
        let thread = Arc::clone(&self.threads).acquire_owned().await.map_err(|_| NotDone::Failed)?;
        Ok(Turn { _asking: asking, _in_lane: in_lane, _thread: thread })
    }

    /// Does something that was asked for from somewhere, when its turn comes.
    pub async fn run<T: Send + 'static>(
        self: &Arc<Asides>,
        origin: Origin,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let turn = self.turn(origin).await?;
        // It is done to its end even if the one who asked has gone, and takes its place until then.
        let working = tokio::task::spawn_blocking(move || {
            let _until_done = turn;
            work()
        });
        working.await.map_err(|_| NotDone::Failed)
    }

    fn ask(self: &Arc<Asides>, origin: Origin) -> Result<Asking, NotDone> {
        let mut lanes = self.lanes();
        let lane =
            lanes.entry(origin).or_insert_with(|| Lane { turn: Arc::new(Semaphore::new(1)), asking: 0 });
        if lane.asking >= WAITING {
            return Err(NotDone::TooMuch);
        }
        lane.asking += 1;
        Ok(Asking { asides: Arc::clone(self), origin, turn: Arc::clone(&lane.turn) })
    }

    /// Nothing is left half done by a thread that panics while holding it.
    fn lanes(&self) -> MutexGuard<'_, HashMap<Origin, Lane>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody's turn, for as long as it is kept.
#[derive(Debug)]
pub struct Turn {
    _asking: Asking,
    _in_lane: OwnedSemaphorePermit,
    _thread: OwnedSemaphorePermit,
}

/// Somebody who waits for something to be done.
#[derive(Debug)]
struct Asking {
    asides: Arc<Asides>,
    origin: Origin,
    turn: Arc<Semaphore>,
}

impl Drop for Asking {
    fn drop(&mut self) {
        let mut lanes = self.asides.lanes();
        if let Some(lane) = lanes.get_mut(&self.origin) {
            lane.asking -= 1;
            if lane.asking == 0 {
                lanes.remove(&self.origin);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::config::{Config, Data};

    fn place(address: &str) -> Origin {
        Origin::of_connection(address.parse().unwrap(), &Config::new(Data::Memory))
    }

    #[tokio::test]
    async fn one_place_keeps_one_thread_and_leaves_nothing_behind() {
        let asides = Asides::new();
        let (busy, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let may_go = Arc::new(AtomicBool::new(false));
        let asked: Vec<_> = (0..WAITING)
            .map(|_| {
                let (busy, most, may_go) = (Arc::clone(&busy), Arc::clone(&most), Arc::clone(&may_go));
                let asides = Arc::clone(&asides);
                tokio::spawn(async move {
                    let work = move || {
                        most.fetch_max(busy.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        while !may_go.load(Ordering::SeqCst) {
                            std::thread::sleep(Duration::from_millis(1));
                        }
                        busy.fetch_sub(1, Ordering::SeqCst);
                    };
                    asides.run(place("192.0.2.7:1"), work).await
                })
            })
            .collect();
        let all_ask = || asides.lanes().values().any(|lane| lane.asking == WAITING);
        while !all_ask() {
            tokio::task::yield_now().await;
        }
        assert_eq!(asides.run(place("192.0.2.7:2"), || ()).await, Err(NotDone::TooMuch));
        may_go.store(true, Ordering::SeqCst);
        for asked in asked {
            assert_eq!(asked.await.unwrap(), Ok(()));
        }
        assert_eq!(most.load(Ordering::SeqCst), 1, "one at a time");
        assert_eq!(asides.lanes().len(), 0);
    }

    #[tokio::test]
    async fn places_take_turns() {
        let asides = Asides::at_a_time(NonZeroUsize::MIN);
        let first = asides.turn(place("192.0.2.9:1")).await.unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiting = Vec::new();
        for (number, address) in ["7:1", "7:2", "7:3", "8:1", "8:2"].into_iter().enumerate() {
            let (order, asked) = (Arc::clone(&order), Arc::clone(&asides));
            waiting.push(tokio::spawn(async move {
                let _turn = asked.turn(place(&format!("192.0.2.{address}"))).await.unwrap();
                order.lock().unwrap().push(address);
            }));
            let asking = || asides.lanes().values().map(|lane| lane.asking).sum::<usize>();
            while asking() < number + 2 {
                tokio::task::yield_now().await;
            }
        }
        drop(first);
        for waiting in waiting {
            waiting.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), ["7:1", "8:1", "7:2", "8:2", "7:3"]);
    }

    #[tokio::test]
    async fn who_goes_gives_up_their_place() {
        let asides = Asides::at_a_time(NonZeroUsize::MIN);
        let first = asides.turn(place("192.0.2.7:1")).await.unwrap();
        for _ in 0..2 * WAITING {
            let asking = asides.turn(place("192.0.2.7:2"));
            assert!(tokio::time::timeout(Duration::ZERO, asking).await.is_err());
        }
        drop(first);
        assert!(asides.turn(place("192.0.2.7:3")).await.is_ok());
        assert_eq!(asides.lanes().len(), 0);
    }

    #[tokio::test]
    async fn what_fails_makes_room_too() {
        let asides = Asides::new();
        let failing = asides.run(place("192.0.2.7:1"), || if true { panic!("meant") } else { 0 }).await;
        assert_eq!(failing, Err(NotDone::Failed));
        assert_eq!(asides.run(place("192.0.2.7:1"), || 7).await, Ok(7));
        assert_eq!(asides.lanes().len(), 0);
    }
}
