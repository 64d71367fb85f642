//! Checking the throws of a record.

use super::Read;
use crate::BySeat;
use crate::dice::Faces;
use crate::event::{Entry, Event};
use crate::family::{Family, Throw};
use crate::verify::{Verdict, verify};

impl<F: Family> Read<F> {
    /// Whether the throws are those that the seed makes. A seed that is told after the part that is sound counts too: a throw that
    /// was changed mostly makes the turns after it impossible.
    ///
    /// ```
    /// use tablen_table::record;
    /// use tablen_table::verify::Verdict;
    ///
    /// let read = record::read("Tablen record 1\nRules: preset:alea\n\n");
    /// assert_eq!(read.verdict(), Verdict::NoThrows);
    /// ```
    pub fn verdict(&self) -> Verdict {
        let Some(seed) = self.stray_seed else { return verify(&self.record.log) };
        let mut log = self.record.log.clone();
        let (sequence, at) = (log.len() as u64, log.last().map_or_else(Default::default, |entry| entry.at));
        log.push(Entry::new(sequence, at, Event::SeedRevealed { seed }));
        verify(&log)
    }

    /// How often each player has thrown each face.
    pub fn faces(&self) -> BySeat<Faces> {
        let mut faces = BySeat::default();
        for entry in &self.record.log {
            if let Event::Rolled { seat, roll } = &entry.event {
                let of_seat: &mut Faces = &mut faces[*seat];
                of_seat.add(roll.dice());
            }
        }
        faces
    }

    /// The line at which an event stands, from 1.
    pub fn line_of(&self, sequence: u64) -> Option<usize> {
        self.lines.get(usize::try_from(sequence).ok()?).copied()
    }
}
