//! Names and words of records, which come from anywhere, as they can be shown everywhere.

use super::{Note, Record};
use crate::Seat;
use crate::event::Event;
use crate::family::Family;
use crate::name::{tidy_name, tidy_words};
use crate::spec::Occupant;

/// How many tags are kept of a record, and how many characters of their names, their values and of a comment.
const MOST_TAGS: usize = 100;
const LONGEST_TAG: usize = 64;
const LONGEST_VALUE: usize = 1_000;
const LONGEST_COMMENT: usize = 10_000;

impl<F: Family> Record<F> {
    /// The same game with every name, tag and comment as it can be shown anywhere: visible, and not too long.
    #[must_use]
    pub fn tidied(mut self) -> Record<F> {
        for entry in &mut self.log {
            match &mut entry.event {
                Event::Opened { spec, .. } => {
                    Seat::ALL.into_iter().for_each(|seat| tidy_occupant(&mut spec.occupants[seat]));
                }
                Event::Joined { occupant, .. } => tidy_occupant(occupant),
                _ => {}
            }
        }
        let one_line = |text: &str, most| tidy_words(text, most).replace('\n', " ");
        let tidied =
            |(name, value): &(String, String)| (one_line(name, LONGEST_TAG), one_line(value, LONGEST_VALUE));
        self.tags =
            self.tags.iter().map(tidied).filter(|(name, _)| !name.is_empty()).take(MOST_TAGS).collect();
        self.notes.values_mut().for_each(tidy_note);
        self.notes.retain(|_, note| !note.is_empty());
        self
    }
}

fn tidy_occupant(occupant: &mut Occupant) {
    if let Some(name) = occupant.visitor_mut() {
        *name = tidy_name(name).unwrap_or_default();
    }
}

fn tidy_note<F: Family>(note: &mut Note<F>) {
    note.comment = note
        .comment
        .take()
        .map(|comment| tidy_words(&comment, LONGEST_COMMENT))
        .filter(|comment| !comment.is_empty());
    // As deep as records are read, and no deeper.
    for variation in &mut note.variations {
        variation.turns.iter_mut().for_each(|tried| tidy_note(&mut tried.note));
    }
}
