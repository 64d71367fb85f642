//! Events packed together. What happens at a table repeats itself, and a step that is played and taken back again and again most of all:
//! a fraction of the room is enough, and nothing of it is lost.

use std::borrow::Cow;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tablen_host::TableId;
use tablen_table::{RequestKey, Seat};

use crate::store::{StoreError, StoredEntry};

/// Events in a block: those of a long game are packed so many at a time, those first whose numbers begin at a multiple of it.
pub const BLOCK: u64 = 128;

/// No pack holds more than this when it is unpacked, whatever it claims: as much as the longest table.
const LARGEST: u64 = 64 << 20;

/// By what it is seen whether something is as it was written.
pub type Checksum = [u8; 8];

/// Events that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// The number of the first.
    pub first: u64,
    /// How many there are.
    pub count: u64,
    /// All of them.
    pub entries: Vec<u8>,
    /// Of them.
    pub checksum: Checksum,
}

/// An event in a pack: the seat and the key of its request, and what happened.
#[derive(Serialize, Deserialize)]
struct Packed<'e>(Option<Cow<'e, str>>, Option<u64>, Cow<'e, str>);

impl Pack {
    /// Packs events of a table, of which there is at least one.
    pub fn new(table: TableId, entries: &[StoredEntry]) -> Result<Pack, StoreError> {
        let failed = |error: &dyn std::fmt::Display| StoreError::Unavailable(error.to_string());
        let first = entries.first().map_or(0, |entry| entry.sequence);
        let packed: Vec<Packed<'_>> = entries
            .iter()
            .map(|stored| {
                let key = stored.key;
                Packed(
                    key.map(|key| key.seat.name().into()),
                    key.map(|key| key.key),
                    stored.entry.as_str().into(),
                )
            })
            .collect();
        let plain = serde_json::to_vec(&packed).map_err(|error| failed(&error))?;
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        let written = encoder.write_all(&plain).and_then(|()| encoder.finish());
        Ok(Pack {
            first,
            count: entries.len() as u64,
            entries: written.map_err(|error| failed(&error))?,
            checksum: checksum(table, first, None, &plain),
        })
    }

    /// The events as they were packed.
    pub fn open(&self, table: TableId) -> Result<Vec<StoredEntry>, StoreError> {
        let damaged = || damaged(table, self.first);
        let mut plain = Vec::new();
        let read = ZlibDecoder::new(self.entries.as_slice()).take(LARGEST).read_to_end(&mut plain);
        read.map_err(|_| damaged())?;
        if checksum(table, self.first, None, &plain) != self.checksum {
            return Err(damaged());
        }
        let packed: Vec<Packed<'_>> = serde_json::from_slice(&plain).map_err(|_| damaged())?;
        if packed.len() as u64 != self.count {
            return Err(damaged());
        }
        let entry = |(sequence, Packed(seat, key, entry)): (u64, Packed<'_>)| StoredEntry {
            sequence,
            entry: entry.into_owned(),
            key: seat.and_then(|name| seat_named(&name)).zip(key).map(|(seat, key)| RequestKey { seat, key }),
        };
        Ok((self.first..).zip(packed).map(entry).collect())
    }
}

/// The checksum of an event, together with its place and the request that caused it.
pub fn checksum_of(table: TableId, stored: &StoredEntry) -> Checksum {
    checksum(table, stored.sequence, stored.key, stored.entry.as_bytes())
}

fn checksum(table: TableId, sequence: u64, key: Option<RequestKey>, content: &[u8]) -> Checksum {
    let mut hash = Sha256::new();
    hash.update(table.bytes());
    hash.update(sequence.to_be_bytes());
    if let Some(key) = key {
        hash.update(key.seat.name());
        hash.update(key.key.to_be_bytes());
    }
    hash.update(content);
    let hash = hash.finalize();
    std::array::from_fn(|place| hash[place])
}

/// What is stored of a table from a number on is not what was written.
pub fn damaged(table: TableId, sequence: u64) -> StoreError {
    StoreError::Corrupt(format!("{table}, from event {sequence} on"))
}

/// A seat by the name it is stored by.
pub fn seat_named(name: &str) -> Option<Seat> {
    Seat::ALL.into_iter().find(|seat| seat.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(range: std::ops::Range<u64>) -> Vec<StoredEntry> {
        let entry = |sequence: u64| StoredEntry {
            sequence,
            entry: format!("{{\"sequence\":{sequence},\"text\":\"Zoë’s\nline\"}}"),
            key: sequence
                .is_multiple_of(2)
                .then(|| RequestKey { seat: Seat::Guest, key: (1 << 53) - 1 - sequence }),
        };
        range.map(entry).collect()
    }

    #[test]
    fn what_is_packed_comes_out_as_it_was() {
        let table = TableId::from_bytes([3; 16]);
        let packed = entries(256..300);
        let pack = Pack::new(table, &packed).unwrap();
        assert_eq!((pack.first, pack.count), (256, 44));
        assert_eq!(pack.open(table).unwrap(), packed);
    }

    #[test]
    fn no_change_of_a_pack_stays_unnoticed() {
        let table = TableId::from_bytes([3; 16]);
        let pack = Pack::new(table, &entries(0..20)).unwrap();
        for place in 0..pack.entries.len() {
            for bit in 0..8 {
                let mut changed = pack.clone();
                changed.entries[place] ^= 1 << bit;
                // Some bits of the form mean nothing; what comes out is then what was put in.
                assert!(
                    changed.open(table).is_ok_and(|found| found == entries(0..20))
                        || changed.open(table).is_err()
                );
            }
        }
        assert!(pack.open(TableId::from_bytes([4; 16])).is_err(), "a pack is of one table");
        assert!(Pack { first: 1, ..pack.clone() }.open(table).is_err());
        assert!(Pack { count: 19, ..pack }.open(table).is_err());
    }

    #[test]
    fn an_events_checksum_is_of_all_there_is_of_it() {
        let table = TableId::from_bytes([3; 16]);
        let stored = entries(4..5).remove(0);
        let usual = checksum_of(table, &stored);
        let other_seat = stored.key.map(|key| RequestKey { seat: key.seat.other(), ..key });
        for changed in [
            StoredEntry { sequence: 5, ..stored.clone() },
            StoredEntry { entry: stored.entry.replace('4', "5"), ..stored.clone() },
            StoredEntry { key: None, ..stored.clone() },
            StoredEntry { key: other_seat, ..stored.clone() },
        ] {
            assert_ne!(checksum_of(table, &changed), usual, "{changed:?}");
        }
    }
}
