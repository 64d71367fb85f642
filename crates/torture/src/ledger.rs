//! What people were told: every event that anyone was shown, every command that was acknowledged, and what contradicts it.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;

/// What people at the tables of one server were told.
#[derive(Debug, Default)]
pub struct Ledger(Mutex<Pages>);

/// What was told of each table, by the numbers of its events.
type Told = BTreeMap<String, BTreeMap<u64, Value>>;

#[derive(Debug, Default)]
struct Pages {
    tables: Told,
    /// The life of the data from which something was last told, and those that have ended because a backup was restored.
    generation: u64,
    ended: Vec<u64>,
    complaints: Vec<String>,
    noticed: Noticed,
}

/// What players noticed, in numbers.
#[derive(Clone, Debug, Default)]
pub struct Noticed {
    /// Commands that were acknowledged.
    pub done: u64,
    /// How often a command was sent again because its answer was lost.
    pub resends: u64,
    /// Commands acknowledged then that had been stored before: they acted once.
    pub resent_known: u64,
    /// Commands acknowledged then of which nothing had been stored.
    pub resent_new: u64,
    /// Commands refused then as stale: the table had moved on.
    pub resent_stale: u64,
    /// Commands of people who may not give them, all refused.
    pub refused_strangers: u64,
    /// How long it took, from a server that listens, to be back at one's table.
    pub back: Vec<Duration>,
    /// How long commands took to be acknowledged.
    pub answers: Vec<Duration>,
    /// How often somebody was told that what they know has not happened, since a backup was restored.
    pub ahead: u64,
    /// Sockets that the server closed, by code.
    pub closed: BTreeMap<u16, u64>,
    /// Commands that were refused, by code.
    pub refused: BTreeMap<String, u64>,
}

/// What was told before a backup was made: it must be there after it was restored.
#[derive(Clone, Debug)]
pub struct Promise(Told);

impl Noticed {
    /// Adds what others noticed.
    pub fn add(&mut self, other: Noticed) {
        self.done += other.done;
        self.resends += other.resends;
        self.resent_known += other.resent_known;
        self.resent_new += other.resent_new;
        self.resent_stale += other.resent_stale;
        self.refused_strangers += other.refused_strangers;
        self.ahead += other.ahead;
        self.back.extend(other.back);
        self.answers.extend(other.answers);
        for (code, count) in other.closed {
            *self.closed.entry(code).or_default() += count;
        }
        for (code, count) in other.refused {
            *self.refused.entry(code).or_default() += count;
        }
    }
}

impl Ledger {
    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table was opened, and its opener was told so.
    pub fn opened(&self, table: &str) {
        self.pages().tables.entry(table.to_owned()).or_default();
    }

    /// Somebody was shown an event, in some life of the data.
    pub fn told(&self, table: &str, generation: u64, event: &Value) {
        let mut pages = self.pages();
        if pages.ended.contains(&generation) {
            return;
        }
        pages.generation = generation;
        let Some(number) = event["sequence"].as_u64() else {
            pages.complaints.push(format!("an event without a number: {event}"));
            return;
        };
        // Nobody in these games thinks for long: a clock that runs out has counted time that was nobody's.
        if event["event"] == "round-ended" && event["reason"] == "out-of-time" {
            pages.complaints.push(format!("table {table}: a clock has fallen: {event}"));
        }
        let known = pages.tables.entry(table.to_owned()).or_default().insert(number, event.clone());
        if let Some(known) = known.filter(|known| known != event) {
            pages
                .complaints
                .push(format!("table {table}: two things were told of event {number}: {known} and {event}"));
        }
    }

    /// What was told up to now, for a backup that is about to be made.
    pub fn promise(&self) -> Promise {
        Promise(self.pages().tables.clone())
    }

    /// A backup was restored: what was told since has not happened, and is not listened to any more.
    pub fn return_to(&self, promise: Promise) {
        let mut pages = self.pages();
        let ended = pages.generation;
        pages.ended.push(ended);
        pages.tables = promise.0;
    }

    /// Something is wrong.
    pub fn complain(&self, complaint: String) {
        self.pages().complaints.push(complaint);
    }

    /// Notes what somebody noticed.
    pub fn notice(&self, note: impl FnOnce(&mut Noticed)) {
        note(&mut self.pages().noticed);
    }

    /// All tables that people know of, and how many events each has been told of.
    pub fn tables(&self) -> Vec<(String, u64)> {
        let next = |events: &BTreeMap<u64, Value>| events.keys().next_back().map_or(0, |last| last + 1);
        self.pages().tables.iter().map(|(id, events)| (id.clone(), next(events))).collect()
    }

    /// What was told of a table, between two of its events.
    pub fn told_of(&self, table: &str, between: Range<u64>) -> Vec<Value> {
        let pages = self.pages();
        let told = pages.tables.get(table).into_iter().flat_map(|events| events.range(between.clone()));
        told.map(|(_, event)| event.clone()).collect()
    }

    /// How many events people know of in all.
    pub fn events(&self) -> u64 {
        self.pages().tables.values().map(|events| events.len() as u64).sum()
    }

    /// Holds what people were told of a table against its log: every event once, in its place, as it was told.
    pub fn compare(&self, table: &str, log: &[Value]) {
        let mut pages = self.pages();
        let mut complaints: Vec<String> = (0_u64..)
            .zip(log)
            .filter(|(place, entry)| entry["sequence"].as_u64() != Some(*place))
            .map(|(place, entry)| {
                format!("table {table}: event {} stands in place {place}", entry["sequence"])
            })
            .collect();
        for (number, told) in pages.tables.get(table).into_iter().flatten() {
            match usize::try_from(*number).ok().and_then(|number| log.get(number)) {
                None => complaints.push(format!("table {table}: lost event {number}: {told}")),
                Some(kept) if kept != told => {
                    complaints.push(format!("table {table}: event {number} was {told} and is {kept}"));
                }
                Some(_) => {}
            }
        }
        pages.complaints.extend(complaints);
    }

    /// What is wrong so far.
    pub fn complaints(&self) -> Vec<String> {
        self.pages().complaints.clone()
    }

    /// What was noticed so far.
    pub fn noticed(&self) -> Noticed {
        self.pages().noticed.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn event(number: u64, what: &str) -> Value {
        json!({ "sequence": number, "at": 5, "event": what })
    }

    fn complaints(told: &[Value], log: &[Value]) -> usize {
        let ledger = Ledger::default();
        told.iter().for_each(|event| ledger.told("t", 1, event));
        ledger.compare("t", log);
        ledger.complaints().len()
    }

    #[test]
    fn what_is_lost_changed_doubled_or_moved_is_found() {
        let (one, two, three) = (event(0, "opened"), event(1, "rolled"), event(2, "rolled"));
        let told = [one.clone(), two.clone()];
        assert_eq!(complaints(&told, &[one.clone(), two.clone()]), 0);
        assert_eq!(
            complaints(&told, &[one.clone(), two.clone(), three]),
            0,
            "what nobody was told of may be there"
        );
        assert_eq!(complaints(&told, std::slice::from_ref(&one)), 1, "lost");
        assert_eq!(complaints(&told, &[one.clone(), event(1, "stepped")]), 1, "changed");
        assert_eq!(complaints(&told, &[one.clone(), two.clone(), two.clone()]), 1, "doubled");
        assert!(complaints(&told, &[two.clone(), one.clone()]) >= 2, "out of order");
        assert_eq!(
            complaints(&[one.clone(), event(1, "left"), two], &[one, event(1, "rolled")]),
            1,
            "told two ways"
        );
    }

    #[test]
    fn what_came_after_a_backup_is_forgotten() {
        let ledger = Ledger::default();
        ledger.told("t", 1, &event(0, "opened"));
        let promise = ledger.promise();
        ledger.told("t", 1, &event(1, "rolled"));
        ledger.return_to(promise);
        ledger.told("t", 1, &event(2, "late"));
        ledger.told("t", 2, &event(1, "stepped"));
        ledger.compare("t", &[event(0, "opened"), event(1, "stepped")]);
        assert_eq!(ledger.complaints(), [""; 0]);
    }

    #[test]
    fn a_fallen_clock_is_a_complaint() {
        let fallen =
            json!({ "sequence": 0, "event": "round-ended", "reason": "out-of-time", "winner": "host" });
        assert_eq!(complaints(std::slice::from_ref(&fallen), std::slice::from_ref(&fallen)), 1);
    }
}
