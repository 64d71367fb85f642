//! The transposition table: what has been found out about positions, so that it need not be found out again when other moves lead there.

use std::sync::atomic::{AtomicU64, Ordering};

use tablen_rules::tafl::{Cell, Move};

use super::value::Value;
use crate::net::simd::prefetch;
use crate::random::splitmix;

/// Entries in one place.
const BUCKET: usize = 4;

/// How a stored value limits the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    AtLeast,
    /// The value is at most this.
    AtMost,
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The best move, or one that was good enough. It may be that of another position: look for it among the legal ones.
    pub(super) mv: Option<Move>,
    pub(super) value: Value,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// What the position was judged to be worth to its side to move before any look ahead, if it was.
    pub(super) judged: Option<i32>,
}

/// A table of fixed size that all threads of a search share. It is kept from one search to the next: what earlier searches left still
/// serves, and makes room first.
///
/// To make a large one takes its time: an engine of other rules can take over the one that [another leaves](super::Engine::take_table).
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: u8,
    /// What all keys are mixed with.
    salt: u64,
}

/// Entries that share a place: the least useful of them makes room for a new one. They share a cache line, too.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; BUCKET]);

/// An entry. Two threads may write it at once, so its key is kept mixed with its data: what does not belong together does not match.
#[derive(Debug, Default)]
struct Entry {
    mixed_key: AtomicU64,
    data: AtomicU64,
}

/// What was found out about a position in one word: the move in twenty bits, the value, the judgement, the depth, the bound, and the number
/// of the search, which is 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Data(u64);

impl Data {
    const MOVE: u32 = 20;
    const VALUE: u32 = Data::MOVE + 16;
    const JUDGED: u32 = Data::VALUE + 14;
    const DEPTH: u32 = Data::JUDGED + 7;
    const BOUND: u32 = Data::DEPTH + 2;
    /// The judgement that says that there is none; others are cut off beside it.
    const NOT_JUDGED: i32 = -(1 << 13);
    const DEEPEST: i32 = (1 << 7) - 1;
    /// The number of searches before one is numbered 1 again.
    const AGES: u8 = (1 << 5) - 1;

    fn new(mv: u64, known: &Known, age: u8) -> Data {
        // Values fit sixteen bits.
        let value = u64::from((known.value.0.0 as i16).cast_unsigned());
        let judged = known
            .judged
            .map_or(Data::NOT_JUDGED, |judged| judged.clamp(1 + Data::NOT_JUDGED, -1 - Data::NOT_JUDGED));
        let judged = u64::from(judged.cast_unsigned() & ((1 << 14) - 1));
        let depth = known.depth.clamp(0, Data::DEEPEST) as u64;
        Data(
            mv | value << Data::MOVE
                | judged << Data::VALUE
                | depth << Data::JUDGED
                | (known.bound as u64) << Data::DEPTH
                | u64::from(age) << Data::BOUND,
        )
    }

    fn pack_move(mv: Option<Move>) -> u64 {
        let pack = |mv: Move| {
            [mv.from.column(), mv.from.row(), mv.to.column(), mv.to.row()]
                .into_iter()
                .fold(0, |word, number| word << 5 | u64::from(number))
        };
        // From and to the same cell for none.
        mv.map_or(0, pack)
    }

    const fn packed_move(self) -> u64 {
        self.0 & ((1 << Data::MOVE) - 1)
    }

    fn mv(self) -> Option<Move> {
        let number = |place: u32| (self.0 >> (5 * place) & 31) as u8;
        let mv = Move::new(Cell::new(number(3), number(2))?, Cell::new(number(1), number(0))?);
        (mv.from != mv.to).then_some(mv)
    }

    const fn value(self) -> Value {
        Value::points((self.0 >> Data::MOVE) as u16 as i16 as i32)
    }

    const fn judged(self) -> Option<i32> {
        // The sign is the highest of fourteen bits.
        let judged = ((self.0 >> Data::VALUE) as u32) << 18;
        let judged = judged.cast_signed() >> 18;
        if judged == Data::NOT_JUDGED { None } else { Some(judged) }
    }

    const fn depth(self) -> i32 {
        (self.0 >> Data::JUDGED & Data::DEEPEST as u64) as i32
    }

    const fn bound(self) -> Bound {
        match self.0 >> Data::DEPTH & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        }
    }

    const fn age(self) -> u8 {
        (self.0 >> Data::BOUND) as u8 & Data::AGES
    }
}

impl Entry {
    #[inline]
    fn read(&self) -> (u64, Data) {
        let data = self.data.load(Ordering::Relaxed);
        (self.mixed_key.load(Ordering::Relaxed) ^ data, Data(data))
    }

    #[inline]
    fn write(&self, key: u64, data: Data) {
        self.mixed_key.store(key ^ data.0, Ordering::Relaxed);
        self.data.store(data.0, Ordering::Relaxed);
    }
}

impl Clone for TranspositionTable {
    /// A copy of the same size that knows nothing.
    fn clone(&self) -> TranspositionTable {
        TranspositionTable::new(self.buckets.len() * BUCKET)
    }
}

impl TranspositionTable {
    /// Room for at least one and at most so many entries, rounded down to what can be addressed fast.
    pub fn new(entries: usize) -> TranspositionTable {
        let buckets = (entries / BUCKET).max(1);
        let buckets = if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        TranspositionTable { buckets: (0..buckets).map(|_| Bucket::default()).collect(), age: 0, salt: 0 }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.age = 0;
        self.salt = 0;
    }

    /// As [`forget`](TranspositionTable::forget), at once however large it is: from now on positions have other keys, and what is there makes
    /// room as it ages.
    pub(super) fn begin_anew(&mut self) {
        // Nothing is there before the first search.
        if self.age != 0 {
            self.salt = splitmix(self.salt.wrapping_add(1));
        }
    }

    /// A new search begins: what is there already is old.
    pub(super) fn begin(&mut self) {
        self.age = self.age % Data::AGES + 1;
    }

    /// How many of a thousand entries the present search has written.
    pub(super) fn permille_used(&self) -> u32 {
        let sample = &self.buckets[..self.buckets.len().min(1_000)];
        let entries = sample.iter().flat_map(|Bucket(entries)| entries);
        let used = entries.filter(|entry| entry.read().1.age() == self.age).count();
        (used * 1_000 / (sample.len() * BUCKET).max(1)) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Entry; BUCKET] {
        &self.buckets[key as usize & (self.buckets.len() - 1)].0
    }

    /// Begins to fetch what is known about the position with that key, which will be asked for soon.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key ^ self.salt));
    }

    /// What is known about the position with that key, `ply` moves into the search.
    #[inline]
    pub(super) fn get(&self, key: u64, ply: u32) -> Option<Known> {
        let key = key ^ self.salt;
        let is_wanted = |(found, data): &(u64, Data)| *found == key && data.age() != 0;
        let (_, data) = self.bucket(key).iter().map(Entry::read).find(is_wanted)?;
        Some(Known {
            mv: data.mv(),
            value: data.value().counted_from(-(ply as i32)),
            depth: data.depth(),
            bound: data.bound(),
            judged: data.judged(),
        })
    }

    /// Remembers. Of four entries in one place the least useful goes: free ones first, then by depth, those of earlier searches counting
    /// less with every search.
    #[inline]
    pub(super) fn put(&self, key: u64, ply: u32, known: Known) {
        let key = key ^ self.salt;
        let mut worst: Option<(i32, &Entry)> = None;
        let mut mv = Data::pack_move(known.mv);
        for entry in self.bucket(key) {
            let (found, data) = entry.read();
            if found == key && data.age() != 0 {
                // A later look at the same position without a move should not lose the move known before.
                if known.mv.is_none() {
                    mv = data.packed_move();
                }
                // Nor should a glance push out what a deep look of this search has found.
                if known.bound != Bound::Exact && data.age() == self.age && known.depth + 3 < data.depth() {
                    return;
                }
                worst = Some((0, entry));
                break;
            }
            let searches_ago = i32::from((self.age + Data::AGES - data.age()) % Data::AGES);
            let usefulness = if data.age() == 0 { i32::MIN } else { data.depth() - 4 * searches_ago };
            if worst.is_none_or(|(least, _)| usefulness < least) {
                worst = Some((usefulness, entry));
            }
        }
        if let Some((_, entry)) = worst {
            let known = Known { value: known.value.counted_from(ply as i32), ..known };
            entry.write(key, Data::new(mv, &known, self.age));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: i32) -> Known {
        Known { mv: None, value: Value::points(depth), depth, bound: Bound::Exact, judged: None }
    }

    #[test]
    fn the_shallowest_makes_room_and_what_is_old_before_it() {
        let mut table = TranspositionTable::new(4);
        table.begin();
        for depth in [3, 1, 4, 2] {
            table.put(depth as u64, 0, known(depth));
        }
        table.put(9, 0, known(9));
        assert!(table.get(1, 0).is_none());
        assert!([2, 3, 4, 9].into_iter().all(|key| table.get(key, 0).is_some()));
        table.begin();
        table.begin();
        table.put(1, 0, known(0));
        table.put(5, 0, known(1));
        assert!([1, 4, 5, 9].into_iter().all(|key| table.get(key, 0).is_some()), "two old ones made room");
        table.forget();
        assert!([1, 4, 5, 9].into_iter().all(|key| table.get(key, 0).is_none()));
    }

    #[test]
    fn a_table_that_begins_anew_knows_nothing_and_learns() {
        let mut table = TranspositionTable::new(1 << 6);
        table.begin();
        table.put(5, 0, known(5));
        for depth in 1..40 {
            table.begin_anew();
            assert!(table.get(5, 0).is_none());
            table.begin();
            table.put(5, 0, known(depth));
            assert_eq!(table.get(5, 0), Some(known(depth)));
        }
    }

    #[test]
    fn a_win_is_kept_as_far_as_it_is_from_the_position() {
        let mut table = TranspositionTable::new(1 << 10);
        table.begin();
        let mv: Move = "E3-D3".parse().unwrap();
        table.put(
            5,
            2,
            Known { mv: Some(mv), value: Value::wins_in(5), depth: 3, bound: Bound::AtLeast, judged: None },
        );
        let found = table.get(5, 4).unwrap();
        assert_eq!((found.value, found.mv), (Value::wins_in(7), Some(mv)));
    }

    #[test]
    fn any_size_works() {
        for entries in [0, 1, 5, 7, 8, 1000] {
            let mut table = TranspositionTable::new(entries);
            table.begin();
            for key in 0..100u64 {
                table.put(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, known(1));
            }
            assert!(table.buckets.len() * BUCKET <= entries.max(BUCKET));
        }
    }

    #[test]
    fn an_entry_keeps_what_is_put_into_it() {
        let mut table = TranspositionTable::new(1 << 6);
        table.begin();
        let mv: Move = "A1-S19".parse().unwrap();
        for (key, (value, bound, judged)) in (1u64..).zip([
            (Value::loses_in(7), Bound::AtMost, None),
            (Value::points(-1), Bound::AtLeast, Some(-1)),
            (Value::BEST, Bound::Exact, Some(8_191)),
            (Value::WORST, Bound::Exact, Some(-8_191)),
        ]) {
            let known = Known { mv: Some(mv), value, depth: 101, bound, judged };
            table.put(key, 0, known);
            assert_eq!(table.get(key, 0), Some(known));
        }
    }
}
