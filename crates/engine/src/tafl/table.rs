//! What has been found out about positions, so that it need not be found out again.

use tablen_rules::tafl::{Cell, Move};

use super::value::ForMover;

/// Entries that share a place: the least useful of them makes room for a new one.
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

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    mv: PackedMove,
    /// Counted from the position itself; values fit sixteen bits.
    value: i16,
    depth: u8,
    bound: Bound,
    /// The search it belongs to; 0 for none.
    age: u8,
}

/// A move in four bytes; from and to the same cell for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PackedMove([u8; 4]);

impl PackedMove {
    fn new(mv: Option<Move>) -> PackedMove {
        mv.map_or(PackedMove([0; 4]), |mv| {
            PackedMove([mv.from.column(), mv.from.row(), mv.to.column(), mv.to.row()])
        })
    }

    fn unpack(self) -> Option<Move> {
        let [from_column, from_row, to_column, to_row] = self.0;
        let mv = Move::new(Cell::new(from_column, from_row)?, Cell::new(to_column, to_row)?);
        (mv.from != mv.to).then_some(mv)
    }
}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The best move, or one that was good enough. It may be that of another position: look for it among the legal ones.
    pub(super) mv: Option<Move>,
    pub(super) value: ForMover,
    pub(super) depth: u32,
    pub(super) bound: Bound,
}

/// A table of fixed size. What earlier searches left counts as free room: an answer depends on the question alone.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    age: u8,
}

const EMPTY: Entry =
    Entry { key: 0, mv: PackedMove([0; 4]), value: 0, depth: 0, bound: Bound::AtMost, age: 0 };

impl Table {
    /// Room for at least one and at most so many entries, rounded down to what can be addressed fast.
    pub(super) fn new(entries: usize) -> Table {
        let buckets = (entries / BUCKET).max(1);
        let buckets = if buckets.is_power_of_two() { buckets } else { buckets.next_power_of_two() / 2 };
        Table { entries: vec![EMPTY; buckets * BUCKET], age: 0 }
    }

    /// Forgets everything before a new search.
    pub(super) fn begin(&mut self) {
        if self.age == u8::MAX {
            self.entries.fill(EMPTY);
            self.age = 0;
        }
        self.age += 1;
    }

    #[inline]
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - BUCKET)
    }

    /// What is known about the position with that key, `ply` moves into the search.
    #[inline]
    pub(super) fn get(&self, key: u64, ply: u32) -> Option<Known> {
        let start = self.bucket(key);
        let entry = self.entries[start..start + BUCKET]
            .iter()
            .find(|entry| entry.key == key && entry.age == self.age)?;
        Some(Known {
            mv: entry.mv.unpack(),
            value: ForMover(i32::from(entry.value)).counted_from(-(ply as i32)),
            depth: u32::from(entry.depth),
            bound: entry.bound,
        })
    }

    /// Remembers. Of four entries in one place the shallowest goes, unless there is free room.
    #[inline]
    pub(super) fn put(&mut self, key: u64, ply: u32, known: Known) {
        let start = self.bucket(key);
        let age = self.age;
        let bucket = &mut self.entries[start..start + BUCKET];
        let place = bucket.iter().position(|entry| entry.key == key && entry.age == age).or_else(|| {
            (0..BUCKET).min_by_key(|place| {
                let entry = &bucket[*place];
                if entry.age == age { i32::from(entry.depth) } else { -1 }
            })
        });
        let Some(slot) = place.and_then(|place| bucket.get_mut(place)) else { return };
        // A later look at the same position without a move should not lose the move known before.
        let mv = match known.mv {
            None if slot.key == key && slot.age == age => slot.mv,
            mv => PackedMove::new(mv),
        };
        *slot = Entry {
            key,
            mv,
            value: known.value.counted_from(ply as i32).0 as i16,
            depth: known.depth.min(u32::from(u8::MAX)) as u8,
            bound: known.bound,
            age,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: u32) -> Known {
        Known { mv: None, value: ForMover(depth as i32), depth, bound: Bound::Exact }
    }

    #[test]
    fn the_shallowest_makes_room_and_old_searches_are_forgotten() {
        let mut table = Table::new(4);
        table.begin();
        for depth in [3, 1, 4, 2] {
            table.put(u64::from(depth), 0, known(depth));
        }
        table.put(9, 0, known(9));
        assert!(table.get(1, 0).is_none());
        assert!([2, 3, 4, 9].into_iter().all(|key| table.get(key, 0).is_some()));
        for _ in 0..300 {
            table.begin();
            assert!([2, 3, 4, 9].into_iter().all(|key| table.get(key, 0).is_none()));
        }
    }

    #[test]
    fn a_win_is_kept_as_far_as_it_is_from_the_position() {
        let mut table = Table::new(1 << 10);
        table.begin();
        let mv: Move = "E3-D3".parse().unwrap();
        table.put(5, 2, Known { mv: Some(mv), value: ForMover::wins_in(5), depth: 3, bound: Bound::AtLeast });
        let found = table.get(5, 4).unwrap();
        assert_eq!((found.value, found.mv), (ForMover::wins_in(7), Some(mv)));
    }

    #[test]
    fn any_size_works() {
        for entries in [0, 1, 5, 7, 8, 1000] {
            let mut table = Table::new(entries);
            table.begin();
            for key in 0..100u64 {
                table.put(key.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, known(1));
            }
            assert!(table.entries.len() <= entries.max(BUCKET));
        }
    }
}
