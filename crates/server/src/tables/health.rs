//! Whether what happens can be stored, for all tables at once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::moments::{UnixMillis, before, unix_now};
use crate::store::{Gap, Store};

/// How often it is looked whether the store is well.
const LOOK: Duration = Duration::from_millis(500);

/// How many times in which it was not are remembered, for tables that were not in memory then.
const REMEMBERED: usize = 256;

/// Whether what happens can be stored, and when it could not since the server started: time that belongs to nobody.
#[derive(Debug)]
pub struct Health {
    is_well: watch::Sender<bool>,
    ill: Mutex<VecDeque<Gap>>,
}

impl Health {
    /// Of a store that is well, as far as is known.
    pub fn new() -> Arc<Health> {
        Arc::new(Health { is_well: watch::Sender::new(true), ill: Mutex::default() })
    }

    /// Hears of every change.
    pub fn watch(&self) -> watch::Receiver<bool> {
        self.is_well.subscribe()
    }

    /// Something could not be stored, nor perhaps anything since the store was last known to be well: nobody need wait until that is
    /// found out by looking.
    pub fn failed(&self, well_until: Instant) {
        self.set(false, well_until);
    }

    /// The times in which nothing could be stored, from a moment on.
    pub fn ill_since(&self, moment: UnixMillis) -> Vec<Gap> {
        self.ill().iter().filter(|gap| gap.to > moment).copied().collect()
    }

    /// Looks after the store for as long as anybody asks how it is.
    pub fn look_after(self: &Arc<Health>, store: &Arc<dyn Store>) {
        let (health, store) = (Arc::downgrade(self), Arc::downgrade(store));
        tokio::spawn(async move {
            let mut looks = tokio::time::interval(LOOK);
            while let Some((health, store)) = health.upgrade().zip(store.upgrade()) {
                health.set(store.can_write(), store.well_until());
                drop((health, store));
                looks.tick().await;
            }
        });
    }

    fn set(&self, is_well: bool, well_until: Instant) {
        self.is_well.send_if_modified(|was_well| {
            if !is_well {
                self.note(*was_well, well_until);
            }
            std::mem::replace(was_well, is_well) != is_well
        });
    }

    /// Nothing can be stored now; either still, or not any more.
    fn note(&self, was_well: bool, well_until: Instant) {
        let mut ill = self.ill();
        let now = unix_now();
        match ill.back_mut() {
            Some(last) if !was_well => last.to = now,
            _ => ill.push_back(Gap { from: before(now, well_until.elapsed()), to: now }),
        }
        if ill.len() > REMEMBERED {
            ill.pop_front();
        }
    }

    fn ill(&self) -> MutexGuard<'_, VecDeque<Gap>> {
        // A thread that panicked while holding it has left nothing half-done.
        self.ill.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_not_be_stored_in_one_go_is_one_time() {
        let health = Health::new();
        let two_seconds_ago = Instant::now().checked_sub(Duration::from_secs(2)).unwrap();
        let mut watched = health.watch();
        for is_well in [true, false, false, true, true, false] {
            health.set(is_well, two_seconds_ago);
        }
        let ill = health.ill_since(0);
        assert_eq!(ill.len(), 2);
        assert!(ill.iter().all(|gap| gap.to - gap.from >= 2_000 && gap.to - gap.from < 10_000));
        assert!(watched.has_changed().unwrap() && !*watched.borrow_and_update());
        assert!(health.ill_since(unix_now() + 1).is_empty());
    }
}
