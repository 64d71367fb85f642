//! What a proof search remembers of positions, in a table of fixed size.

use tablen_rules::tafl::Move;

use super::proof_number::Width;

/// Proof and disproof numbers that stand for certainty.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// A number of plies that stands for any number.
pub(super) const UNBOUNDED: u16 = u16::MAX;

/// Entries that share a place: the one that took least work makes room.
const BUCKET: usize = 4;

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub(super) key: u64,
    /// How hard it seems to prove the win, and to disprove it.
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// The win is proved within so many plies, with this move where the prover is to move. A proof holds however it was found.
    pub(super) win: Option<Proved>,
    /// There is no win within so many plies, as far as a search of that width can see.
    pub(super) refuted: Option<u16>,
    /// The width of the search that the numbers and the refutation are of.
    pub(super) width: Width,
    /// The positions looked at for it; none in an entry that nothing was written into.
    pub(super) work: u32,
}

/// A win that is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Proved {
    pub(super) plies: u16,
    pub(super) mv: Option<Move>,
}

/// A table of entries, found by the keys of positions.
#[derive(Clone, Debug)]
pub(super) struct ProofTable {
    entries: Vec<Entry>,
}

impl ProofTable {
    /// Room for at least so many positions.
    pub(super) fn new(entries: usize) -> ProofTable {
        let buckets = entries.div_ceil(BUCKET).next_power_of_two();
        ProofTable { entries: vec![Entry::default(); buckets * BUCKET] }
    }

    /// A table of so many bytes at most; nothing if memory has no room for it.
    pub(super) fn of_bytes(bytes: usize) -> Option<ProofTable> {
        let buckets = (bytes / size_of::<[Entry; BUCKET]>()).max(1);
        let mut entries = Vec::new();
        // A table that does not fit would end the program.
        entries.try_reserve_exact(buckets * BUCKET).ok()?;
        entries.resize(buckets * BUCKET, Entry::default());
        Some(ProofTable { entries })
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    fn bucket(&self, key: u64) -> usize {
        let buckets = self.entries.len() / BUCKET;
        (key >> 32 ^ key) as usize % buckets
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        let start = self.bucket(key) * BUCKET;
        self.entries[start..start + BUCKET].iter().find(|entry| entry.key == key && entry.work > 0)
    }

    /// Writes down what a search has found; what is proved already is kept.
    pub(super) fn store(&mut self, mut entry: Entry) {
        let start = self.bucket(entry.key) * BUCKET;
        let bucket = &mut self.entries[start..start + BUCKET];
        let known = bucket.iter().position(|known| known.key == entry.key && known.work > 0);
        let place = known.unwrap_or_else(|| {
            let least = bucket.iter().enumerate().min_by_key(|(_, entry)| entry.work);
            least.map_or(0, |(place, _)| place)
        });
        if known.is_some() {
            let old = &bucket[place];
            entry.work = entry.work.saturating_add(old.work);
            entry.win = match (old.win, entry.win) {
                (Some(old), Some(new)) if old.plies <= new.plies => Some(old),
                (old, new) => new.or(old),
            };
            if old.width == entry.width {
                entry.refuted = old.refuted.max(entry.refuted);
            }
        }
        bucket[place] = entry;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_takes_what_it_may_and_no_more() {
        for bytes in [1_000, 100_000, 5_000_000] {
            let table = ProofTable::of_bytes(bytes).unwrap();
            let taken = table.entries.capacity() * size_of::<Entry>();
            assert!(taken <= bytes && taken > bytes - size_of::<[Entry; BUCKET]>(), "{taken} of {bytes}");
        }
        assert!(ProofTable::of_bytes(usize::MAX).is_none());
    }

    #[test]
    fn positions_are_found_again_in_tables_of_any_size() {
        let mut table = ProofTable::of_bytes(10_000).unwrap();
        for key in (0..50_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            table.store(Entry { key, work: 1, ..Entry::default() });
            assert_eq!(table.get(key).map(|entry| entry.key), Some(key));
        }
    }
}
