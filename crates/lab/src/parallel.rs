//! Work that several threads share.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tablen_engine::Stop;

/// Threads that work together until they are stopped.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'s> {
    /// How many they are.
    pub threads: usize,
    /// What ends their work early.
    pub stop: &'s Stop,
}

impl Crew<'_> {
    /// Works on all items; what came of them is in their order, whoever was done first. Nothing if it is stopped. `progress` hears now and
    /// then how many are done.
    pub fn work_on<T: Sync, R: Send>(
        self,
        items: &[T],
        progress: &mut dyn FnMut(u64),
        work: impl Fn(&T) -> R + Sync,
    ) -> Option<Vec<R>> {
        let (next, finished) = (AtomicUsize::new(0), AtomicU64::new(0));
        let mut results: Vec<(usize, R)> = thread::scope(|scope| {
            let take = || {
                let mut results = Vec::new();
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(place).filter(|_| !self.stop.is_stopped()) else {
                        return results;
                    };
                    results.push((place, work(item)));
                    finished.fetch_add(1, Ordering::Relaxed);
                }
            };
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(take)).collect();
            while threads.iter().any(|thread| !thread.is_finished()) {
                progress(finished.load(Ordering::Relaxed));
                thread::sleep(Duration::from_millis(20));
            }
            threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
        });
        results.sort_by_key(|(place, _)| *place);
        (!self.stop.is_stopped()).then(|| results.into_iter().map(|(_, result)| result).collect())
    }
}
