//! Which requests have been carried out, so that one that is sent twice acts once.

use std::collections::HashMap;
use std::ops::Range;

use crate::Seat;

/// What a request is known by: the number that its sender drew for it, and the seat it came from, because two players may draw the
/// same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestKey {
    /// The seat that the request came from.
    pub seat: Seat,
    /// The number.
    pub key: u64,
}

/// The events of every request that had a key, in the order of the log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Keys {
    ranges: Vec<(Range<usize>, RequestKey)>,
    places: HashMap<RequestKey, usize>,
}

impl Keys {
    /// The events that a request has caused.
    pub fn events(&self, key: RequestKey) -> Option<Range<usize>> {
        self.places.get(&key).map(|place| self.ranges[*place].0.clone())
    }

    /// The request that has caused an event.
    pub fn of_event(&self, event: usize) -> Option<RequestKey> {
        let place = self.ranges.partition_point(|(events, _)| events.end <= event);
        self.ranges.get(place).filter(|(events, _)| events.contains(&event)).map(|(_, key)| *key)
    }

    /// Forgets the requests that have caused events from a number on.
    pub fn forget_from(&mut self, event: usize) {
        while let Some((_, key)) = self.ranges.pop_if(|(events, _)| events.end > event) {
            self.places.remove(&key);
        }
    }

    /// Adds the events of a request; they come after all that are there. Events that follow those of the same request belong to it.
    pub fn add(&mut self, key: RequestKey, events: Range<usize>) {
        match self.ranges.last_mut() {
            Some((last, known)) if *known == key && last.end == events.start => last.end = events.end,
            _ if events.is_empty() => {}
            _ => {
                self.places.insert(key, self.ranges.len());
                self.ranges.push((events, key));
            }
        }
    }
}
