//! The text form, written event by event.

use std::fmt;
use std::io;
use std::time::Duration;

use super::moment::Timing;
use super::quote::{Delimiters, quote};
use super::variation;
use super::{Note, Record, header, json, sentence};
use crate::Seat;
use crate::event::{Entry, Event};
use crate::families::AnyGame;
use crate::family::{Family, GameRound};
use crate::state::{BadEvent, State};

/// The words of a turn that are neither throws nor steps.
pub(super) const UNDO: &str = "undo";
pub(super) const END: &str = "end";
pub(super) const PASS: &str = "pass";
/// What stands where a turn is interrupted, and where it goes on.
pub(super) const INTERRUPTED: &str = "...";

/// Where the text stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LinePosition {
    /// After a blank line.
    #[default]
    AfterBlank,
    /// At the beginning of a line.
    LineStart,
    /// In the line of a turn of throw and steps, after a blank: only what stands before a blank is whole.
    InTurn,
}

/// The layout of a record: what each event adds to the text.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout<F: Family> {
    state: Option<State<F>>,
    last: Option<Event<F>>,
    at: Duration,
    place: LinePosition,
}

impl<F: Family> Layout<F> {
    /// Adds an event. One that cannot have happened adds nothing.
    pub fn entry(
        &mut self,
        tags: &[(String, String)],
        entry: &Entry<F>,
        out: &mut String,
    ) -> Result<(), BadEvent<F>> {
        let event = &entry.event;
        match (&mut self.state, event) {
            (None, Event::Opened { spec, commitment }) => {
                self.state = Some(State::new((**spec).clone(), *commitment));
                header::write(tags, spec, commitment.as_ref(), entry.at, out);
            }
            (Some(state), _) if entry.at >= self.at => {
                let round = state.rounds().len() + 1;
                let turn = state.round().map_or(0, GameRound::turns) + 1;
                state.fold(entry)?;
                let timing = Timing { at: entry.at, lag: entry.lag };
                let timing = (timing != Timing { at: self.at, lag: Duration::ZERO }).then_some(timing);
                if let Some((seat, word)) = turn_word(event) {
                    self.turn_word((turn, seat), event, &word, timing, out);
                } else {
                    let mut line = whole_line(event, state, round, turn);
                    if let Some(timing) = timing {
                        line += &format!("  @{timing}");
                    }
                    self.line(&line, matches!(event, Event::RoundBegan { .. }), out);
                }
            }
            _ => return Err(BadEvent::OutOfPlace),
        }
        self.at = entry.at;
        self.last = Some(event.clone());
        Ok(())
    }

    /// Adds what is said about the last event.
    pub fn note(&mut self, note: &Note<F>, out: &mut String) {
        if note.glyph.is_some() || note.comment.is_some() {
            let mut line = "   ".to_owned();
            if let Some(glyph) = note.glyph {
                line.push(' ');
                line.push_str(glyph.sign());
            }
            if let Some(comment) = &note.comment {
                line.push(' ');
                quote(comment, Delimiters::Braces, &mut line);
            }
            self.line(&line, false, out);
        }
        let start = self.state.as_ref().zip(self.last.as_ref());
        let start = start.and_then(|(state, last)| variation::start_of_turn(state, last));
        for other in &note.variations {
            let mut line = "    ".to_owned();
            variation::write(other, start.as_ref(), &mut line);
            self.line(&line, false, out);
        }
    }

    fn line(&mut self, line: &str, is_heading: bool, out: &mut String) {
        if self.place == LinePosition::InTurn {
            out.push_str(INTERRUPTED);
            out.push('\n');
        }
        if is_heading && self.place != LinePosition::AfterBlank {
            out.push('\n');
        }
        out.push_str(line);
        out.push('\n');
        self.place = LinePosition::LineStart;
    }

    fn turn_word(
        &mut self,
        (turn, seat): (usize, Seat),
        event: &Event<F>,
        word: &str,
        timing: Option<Timing>,
        out: &mut String,
    ) {
        if self.place != LinePosition::InTurn {
            out.push_str(&format!("{turn}. {seat} "));
            // A turn that was interrupted goes on.
            if !matches!(event, Event::Rolled { .. }) {
                out.push_str(INTERRUPTED);
                out.push(' ');
            }
        }
        out.push_str(word);
        if let Some(timing) = timing {
            out.push_str(&format!("@{timing}"));
        }
        if matches!(event, Event::TurnEnded { .. }) {
            out.push('\n');
            self.place = LinePosition::LineStart;
        } else {
            out.push(' ');
            self.place = LinePosition::InTurn;
        }
    }
}

/// The line of an event that has one to itself, but for its moment. `round` and `turn` are those that it was, or will be, part of.
fn whole_line<F: Family>(event: &Event<F>, state: &State<F>, round: usize, turn: usize) -> String {
    if let (Event::Moved { seat, .. }, Some(played)) = (event, state.round()) {
        let text = played.turn_played(turn - 1).map(|played| played.text);
        return format!("{turn}. {seat} {}", text.unwrap_or_default());
    }
    let mut line = String::new();
    sentence::write(event, (round, state.spec().ruleset_of(round - 1)), &mut line);
    line
}

/// The word for an event that is part of a turn of throw and steps, and whose turn it is.
fn turn_word<F: Family>(event: &Event<F>) -> Option<(Seat, String)> {
    match event {
        Event::Rolled { seat, roll } => Some((*seat, format!("{roll}:"))),
        Event::Stepped { seat, step } => Some((*seat, step.to_string())),
        Event::StepUndone { seat } => Some((*seat, UNDO.to_owned())),
        Event::TurnEnded { seat, steps } => Some((*seat, if *steps == 0 { PASS } else { END }.to_owned())),
        _ => None,
    }
}

impl<F: Family> fmt::Display for Record<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut layout = Layout::default();
        let mut piece = String::new();
        if self.log.is_empty() {
            header::write_title(&self.tags, &mut piece);
            return f.write_str(&piece);
        }
        for (sequence, entry) in (0..).zip(&self.log) {
            if entry.sequence != sequence || layout.entry(&self.tags, entry, &mut piece).is_err() {
                break;
            }
            if let Some(note) = self.notes.get(&sequence) {
                layout.note(note, &mut piece);
            }
            f.write_str(&piece)?;
            piece.clear();
        }
        Ok(())
    }
}

/// Writes a record while the game is being played: the header with the first event, then every event as it happens. What has been
/// written is flushed after each and is itself a record: the same bytes as that of the whole.
///
/// ```
/// use std::time::Duration;
/// use tablen_table::dice::Source;
/// use tablen_table::record::{Record, Writer};
/// use tablen_table::{Ruleset, Seat, Spec, Table};
///
/// let spec = Spec::new(Ruleset::from_preset("alea").unwrap());
/// let table = Table::open(spec, None, Duration::ZERO, &mut Source::Seeded(1))?;
/// let mut text = Vec::new();
/// let mut writer = Writer::new(&mut text, Vec::new());
/// for entry in table.log() {
///     writer.write(entry)?;
/// }
/// assert_eq!(String::from_utf8(text)?, Record::of(&table).to_string());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W, F: Family = AnyGame> {
    out: W,
    tags: Vec<(String, String)>,
    layout: Layout<F>,
    is_json: bool,
    next: u64,
}

impl<W: io::Write, F: Family> Writer<W, F> {
    /// Writes the text form.
    pub fn new(out: W, tags: Vec<(String, String)>) -> Writer<W, F> {
        Writer { out, tags, layout: Layout::default(), is_json: false, next: 0 }
    }

    /// Writes JSON lines.
    pub fn json_lines(out: W, tags: Vec<(String, String)>) -> Writer<W, F> {
        Writer { is_json: true, ..Writer::new(out, tags) }
    }

    /// Writes the next event. One that cannot have happened is refused as [`InvalidInput`](io::ErrorKind::InvalidInput), and
    /// nothing is written.
    pub fn write(&mut self, entry: &Entry<F>) -> io::Result<()> {
        let refuse = |error| io::Error::new(io::ErrorKind::InvalidInput, error);
        if entry.sequence != self.next {
            return Err(refuse(BadEvent::OutOfPlace));
        }
        let mut piece = String::new();
        // The layout knows what can have happened, whatever the form.
        self.layout.entry(&self.tags, entry, &mut piece).map_err(refuse)?;
        if self.is_json {
            piece.clear();
            if self.next == 0 {
                json::write_first_line(&self.tags, &mut piece);
            }
            json::write_entry(entry, &mut piece);
        }
        self.next += 1;
        self.send(&piece)
    }

    /// Writes what is said about the last event.
    pub fn note(&mut self, note: &Note<F>) -> io::Result<()> {
        let mut piece = String::new();
        if self.is_json {
            json::write_note(self.next.saturating_sub(1), note, &mut piece);
        } else {
            self.layout.note(note, &mut piece);
        }
        self.send(&piece)
    }

    fn send(&mut self, piece: &str) -> io::Result<()> {
        self.out.write_all(piece.as_bytes())?;
        self.out.flush()
    }
}
