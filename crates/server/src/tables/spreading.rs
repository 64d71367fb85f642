//! Telling a crowd. Thousands who watch a table are told of a move a part at a time, so that others are not kept waiting while all of them are
//! written to.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tablen_host::ConnectionId;
use tokio::time::Instant;

/// How many are told at once.
const PART: usize = 128;

/// How long others have their turn before the next are.
const PAUSE: Duration = Duration::from_millis(1);

/// What is still to be told, and to whom.
#[derive(Debug)]
pub struct Spreading {
    /// What came first is told first.
    waiting: VecDeque<Told>,
    /// How much each who waits is still to be told.
    behind: HashMap<ConnectionId, usize>,
    /// How much anyone may be behind.
    most_behind: usize,
    /// When the last were told something.
    told: Option<Instant>,
}

/// Something that some of a crowd have been told.
#[derive(Debug)]
struct Told {
    text: Utf8Bytes,
    to: Vec<ConnectionId>,
    /// How many of them have been told.
    done: usize,
}

/// What becomes of something that is to be told.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Parted {
    /// Those who can be told at once.
    pub now: Vec<ConnectionId>,
    /// Those who are so far behind that they are told nothing more: they miss nothing when they come back.
    pub lost: Vec<ConnectionId>,
}

impl Spreading {
    /// Nobody is told anything yet; nobody will be more than so many messages behind.
    pub fn new(most_behind: usize) -> Spreading {
        Spreading { waiting: VecDeque::new(), behind: HashMap::new(), most_behind, told: None }
    }

    /// Takes in something to be told. A connection hears everything in the order in which it was said.
    pub fn add(&mut self, text: &Utf8Bytes, to: Vec<ConnectionId>) -> Parted {
        let mut parted = Parted::default();
        let mut later = Vec::new();
        for id in to {
            match self.behind.get(&id) {
                Some(behind) if *behind >= self.most_behind => parted.lost.push(id),
                None if parted.now.len() < PART => parted.now.push(id),
                _ => later.push(id),
            }
        }
        if !later.is_empty() {
            later.iter().for_each(|id| *self.behind.entry(*id).or_default() += 1);
            self.waiting.push_back(Told { text: text.clone(), to: later, done: 0 });
            self.told = Some(Instant::now());
        }
        parted
    }

    /// Whether everybody has been told everything.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The next who are to be told something, and what.
    pub fn next(&mut self) -> Vec<(ConnectionId, Utf8Bytes)> {
        let Some(Told { text, to, done }) = self.waiting.front_mut() else { return Vec::new() };
        let part: Vec<_> = to.iter().skip(*done).take(PART).map(|id| (*id, text.clone())).collect();
        *done += part.len();
        if *done == to.len() {
            self.waiting.pop_front();
        }
        for (id, _) in &part {
            if let Entry::Occupied(mut behind) = self.behind.entry(*id) {
                *behind.get_mut() -= 1;
                if *behind.get() == 0 {
                    behind.remove();
                }
            }
        }
        self.told = Some(Instant::now());
        part
    }

    /// Lets others have their turn, if somebody is still to be told something.
    pub async fn pause(&self) {
        match self.told {
            Some(told) if !self.is_done() => tokio::time::sleep_until(told + PAUSE).await,
            _ => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: std::ops::Range<u64>) -> Vec<ConnectionId> {
        numbers.map(ConnectionId).collect()
    }

    #[test]
    fn a_crowd_is_told_a_part_at_a_time_and_everybody_in_order() {
        let mut spreading = Spreading::new(2);
        let first = Utf8Bytes::from("first");
        assert_eq!(spreading.add(&first, ids(0..300)).now, ids(0..128));
        // Those who have heard the first, and those who need not, hear the second at once.
        let second = Utf8Bytes::from("second");
        assert_eq!(
            spreading.add(&second, vec![ConnectionId(5), ConnectionId(200), ConnectionId(900)]).now,
            [ConnectionId(5), ConnectionId(900)]
        );
        let mut heard = Vec::new();
        while !spreading.is_done() {
            let part = spreading.next();
            assert!(part.len() <= PART);
            heard.extend(part);
        }
        let of_first = heard.iter().filter(|(_, text)| *text == first).map(|(id, _)| *id);
        assert_eq!(of_first.collect::<Vec<_>>(), ids(128..300));
        assert_eq!(heard.last(), Some(&(ConnectionId(200), second)));
        assert!(spreading.next().is_empty());
    }

    /// However much is said, what waits for a crowd has an end, and with it what it takes to add to it: a look at each who is to be told.
    #[test]
    fn nobody_is_further_behind_than_they_may_be() {
        let mut spreading = Spreading::new(3);
        let text = Utf8Bytes::from("again");
        let mut lost = 0;
        for number in 0..100 {
            let parted = spreading.add(&text, ids(0..10_000));
            // Whoever is not behind is told, and whoever is too far behind is let go.
            assert_eq!(parted.now.len(), PART);
            assert_eq!(parted.lost.is_empty(), number < 3);
            lost = parted.lost.len();
            assert!(spreading.waiting.len() <= 3, "{}", spreading.waiting.len());
            assert!(spreading.behind.len() <= 10_000 - PART, "{}", spreading.behind.len());
        }
        assert_eq!(lost, 10_000 - PART);
        let told = std::iter::from_fn(|| Some(spreading.next()).filter(|part| !part.is_empty()));
        assert_eq!(told.map(|part| part.len()).sum::<usize>(), 3 * (10_000 - PART));
        assert!(spreading.behind.is_empty());
    }
}
