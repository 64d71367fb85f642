//! A study as a tree of turns, and the record that keeps it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{MAX_TURNS, Node, NotPlayed, Unplayable, play, read_turn};
use crate::BySeat;
use crate::event::{Entry, Event};
use crate::families::AnyGame;
use crate::family::{Family, GameRound};
use crate::record::{Glyph, MAX_DEPTH, Note, Record, Tried, Variation, add_comment, start_of_turn};
use crate::spec::{Colour, Occupant};
use crate::state::State;
use crate::table::Table;

/// The most turns that a study can have with all its variations.
pub const MAX_TREE_TURNS: usize = 10_000;

/// A study: the turns of its main line, and what could be played instead of each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Study", bound = ""))]
#[serde(bound = "")]
pub struct Tree<F: Family = AnyGame> {
    /// The rules.
    pub ruleset: F::Ruleset,
    /// The position that it begins with, as text; the game's usual one if nothing is said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Who begins, where the rules leave that to chance and no position says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Colour>,
    /// Who plays the light side, and who the dark one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<Players>,
    /// What is said about the position that it begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// The main line.
    pub turns: Vec<TreeTurn>,
}

/// Who plays which side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Players {
    /// Defenders in tafl, white in tavli.
    pub light: Occupant,
    /// Attackers in tafl, black in tavli.
    pub dark: Occupant,
}

/// A turn of a study.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "StudyTurn"))]
pub struct TreeTurn {
    /// The turn, as records write it.
    pub text: String,
    /// What is said about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// What is thought of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyph: Option<Glyph>,
    /// What could be played instead of it, each with what follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Vec<TreeTurn>>,
}

impl<F: Family> Tree<F> {
    /// The record that keeps it. The light side is the host's.
    pub fn record(&self) -> Result<Record<F>, Unplayable<F>> {
        let found = self.turns.len();
        if found > MAX_TURNS {
            return Err(Unplayable::TooLong { found, most: MAX_TURNS });
        }
        let found = count(&self.turns);
        if found > MAX_TREE_TURNS {
            return Err(Unplayable::TooLong { found, most: MAX_TREE_TURNS });
        }
        let start =
            Node { start: self.start.clone(), first: self.first, ..Node::of_family(self.ruleset.clone()) };
        let mut table = start.open(self.occupants())?;
        let mut notes = BTreeMap::new();
        // What is said about the start follows the beginning of the round, which is the last thing that has happened.
        note_at(&mut notes, &table, |_| true, Note { comment: self.comment.clone(), ..Note::default() });
        for (turn, number) in self.turns.iter().zip(1..) {
            let round = table.state().round();
            let position = round.and_then(|round| round.position_before(round.turns()));
            play(&mut table, &turn.text).map_err(|why| Unplayable::Turn { number, why })?;
            let variations = match &position {
                Some(position) => variations::<F>(position, &turn.variations, number, 0)?,
                None => Vec::new(),
            };
            let note = Note { comment: turn.comment.clone(), glyph: turn.glyph, variations };
            note_at(&mut notes, &table, ends_turn, note);
        }
        Ok(Record { log: table.into_log(), notes, ..Record::default() })
    }

    /// Who sits where: those who are not named are somebody.
    fn occupants(&self) -> BySeat<Occupant> {
        let anybody = || Occupant::Person(String::new());
        let Some(Players { light, dark }) = &self.players else {
            return BySeat { host: anybody(), guest: anybody() };
        };
        let seated = |occupant: &Occupant| match occupant {
            Occupant::Open => anybody(),
            named => named.clone(),
        };
        BySeat { host: seated(light), guest: seated(dark) }
    }

    /// The studies that a record keeps: one for each round of it.
    pub fn of_record(record: &Record<F>) -> Vec<Tree<F>> {
        let mut reading = Reading::default();
        for entry in &record.log {
            if !reading.happen(entry) {
                break;
            }
            if let Some(note) = record.notes.get(&entry.sequence) {
                reading.note(&entry.event, note);
            }
        }
        reading.trees
    }
}

/// How many turns there are with all variations.
fn count(turns: &[TreeTurn]) -> usize {
    turns.iter().map(|turn| 1 + turn.variations.iter().map(|other| count(other)).sum::<usize>()).sum()
}

/// Keeps what is said about the last event of a kind.
fn note_at<F: Family>(
    notes: &mut BTreeMap<u64, Note<F>>,
    table: &Table<F>,
    is_about: impl Fn(&Event<F>) -> bool,
    note: Note<F>,
) {
    let event = table.log().iter().rev().find(|entry| is_about(&entry.event));
    if let Some(entry) = event.filter(|_| !note.is_empty()) {
        notes.insert(entry.sequence, note);
    }
}

/// Whether a turn ends with an event.
const fn ends_turn<F: Family>(event: &Event<F>) -> bool {
    matches!(event, Event::Moved { .. } | Event::TurnEnded { .. })
}

/// What could be played instead of a turn, which is the `number`th of its line.
fn variations<F: Family>(
    start: &F::Position,
    others: &[Vec<TreeTurn>],
    number: usize,
    depth: usize,
) -> Result<Vec<Variation<F>>, Unplayable<F>> {
    if depth >= MAX_DEPTH && !others.is_empty() {
        return Err(Unplayable::TooDeep);
    }
    let variation = |turns: &Vec<TreeTurn>| {
        let mut position = start.clone();
        let mut variation = Variation::default();
        for (turn, number) in turns.iter().zip(number..) {
            let bad = |bad| Unplayable::Turn { number, why: NotPlayed::Bad(bad) };
            let (played, next) = read_turn::<F>(&position, &turn.text).map_err(bad)?;
            let variations = variations::<F>(&position, &turn.variations, number, depth + 1)?;
            let note = Note { comment: turn.comment.clone(), glyph: turn.glyph, variations };
            variation.turns.push(Tried { turn: played, note });
            position = next;
        }
        Ok(variation)
    };
    others.iter().map(variation).collect()
}

/// A record being taken apart.
struct Reading<F: Family> {
    state: Option<State<F>>,
    trees: Vec<Tree<F>>,
    /// What is said about the turn under way, or before the first round.
    pending: TreeTurn,
}

impl<F: Family> Default for Reading<F> {
    fn default() -> Reading<F> {
        Reading { state: None, trees: Vec::new(), pending: TreeTurn::default() }
    }
}

impl<F: Family> Reading<F> {
    /// Takes an event in; whether it can have happened.
    fn happen(&mut self, entry: &Entry<F>) -> bool {
        let Some(state) = &mut self.state else {
            let Event::Opened { spec, commitment } = &entry.event else { return false };
            self.state = Some(State::new((**spec).clone(), *commitment));
            return true;
        };
        if state.fold(entry).is_err() {
            return false;
        }
        match &entry.event {
            Event::RoundBegan { first, .. } => {
                let spec = state.spec();
                let player = |colour| spec.occupants[state.seat_of(colour)].clone();
                self.trees.push(Tree {
                    ruleset: spec.ruleset_of(state.rounds().len()).clone(),
                    start: spec.start.as_ref().map(ToString::to_string),
                    first: Some(*first),
                    players: Some(Players { light: player(Colour::Light), dark: player(Colour::Dark) }),
                    comment: std::mem::take(&mut self.pending).comment,
                    turns: Vec::new(),
                });
            }
            event if ends_turn(event) => {
                let played = state.round().and_then(|round| round.turn_played(round.turns().checked_sub(1)?));
                if let (Some(played), Some(tree)) = (played, self.trees.last_mut()) {
                    let turn = std::mem::take(&mut self.pending);
                    tree.turns.push(TreeTurn { text: played.text, ..turn });
                }
            }
            Event::TakenBack { turns, .. } => {
                self.pending = TreeTurn::default();
                if let Some(tree) = self.trees.last_mut() {
                    tree.turns.truncate(*turns);
                }
            }
            _ => {}
        }
        true
    }

    /// Takes in what is said about the last event.
    fn note(&mut self, event: &Event<F>, note: &Note<F>) {
        let start = self.state.as_ref().and_then(|state| start_of_turn(state, event));
        let is_under_way =
            matches!(event, Event::Rolled { .. } | Event::Stepped { .. } | Event::StepUndone { .. });
        let turn = match self.trees.last_mut() {
            Some(tree) if !is_under_way => match tree.turns.last_mut() {
                Some(turn) => turn,
                None => {
                    // Nothing has been played yet: it is about the position.
                    if let Some(comment) = &note.comment {
                        add_comment(&mut tree.comment, comment.clone());
                    }
                    return;
                }
            },
            _ => &mut self.pending,
        };
        if let Some(comment) = &note.comment {
            add_comment(&mut turn.comment, comment.clone());
        }
        turn.glyph = note.glyph.or(turn.glyph);
        if let Some(start) = start {
            turn.variations.extend(note.variations.iter().map(|other| turns_of(other, &start)));
        }
    }
}

/// The turns of a variation.
fn turns_of<F: Family>(variation: &Variation<F>, start: &F::Position) -> Vec<TreeTurn> {
    let mut position = start.clone();
    let mut turns = Vec::new();
    for tried in &variation.turns {
        // Whatever a record tells can be played.
        let Ok((text, next)) = F::play(&position, &tried.turn) else { break };
        let Note { comment, glyph, variations } = &tried.note;
        let variations = variations.iter().map(|other| turns_of(other, &position)).collect();
        turns.push(TreeTurn { text, comment: comment.clone(), glyph: *glyph, variations });
        position = next;
    }
    turns
}
