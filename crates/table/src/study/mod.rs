//! A study: turns that somebody tries out who plays both sides, from the game's usual start or from a position of their own.
//!
//! Nothing is kept of a study: a [`Node`] says all that is needed to see where it stands.
//!
//! ```
//! use tablen_table::study::Node;
//! use tablen_table::Ruleset;
//!
//! let start = "/3t3/7/7/2tKT2/7/7/3t3/ defenders".to_owned();
//! let node = Node { start: Some(start), turns: vec!["E4-E5".to_owned()], ..Node::new(Ruleset::from_preset("brandubh").unwrap()) };
//! let look = node.look()?;
//! assert_eq!(look.position, "/3t3/7/7/2tK3/4T2/7/3t3/ attackers");
//! assert_eq!(look.lines.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod file;
mod tree;

use std::collections::VecDeque;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tablen_rules::rule::RuleId;
use tablen_rules::tavli::Die;
use tablen_rules::words::{Explain, Message};

use crate::BySeat;
use crate::dice::Source;
use crate::event::{Entry, Event};
use crate::families::{AnyGame, Ruleset};
use crate::family::{BadTurn, CannotBegin, Family, First, GameRound, Illegal, StartFaults};
use crate::record::Fault;
use crate::refusal::Refusal;
use crate::spec::{Colour, Occupant, Spec};
use crate::state::BadEvent;
use crate::table::Table;
use crate::view::{Ask, Line, View, Viewer, lines};

pub use file::{MAX_STUDIES, Studies};
pub use tree::{MAX_TREE_TURNS, Players, Tree, TreeTurn};

/// The most turns that are looked at: as many as the longest game of tavli can have (Z20).
pub const MAX_TURNS: usize = 2_000;

/// Where somebody is in a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "StudyNode", bound = ""))]
#[serde(bound = "")]
pub struct Node<F: Family = AnyGame> {
    /// The rules.
    pub ruleset: F::Ruleset,
    /// The position that it begins with; the game's usual one if nothing is said. Tafl: rows between slashes, row 1 first, digits for
    /// empty cells, `t` attacker, `T` defender, `K` king; then `attackers` or `defenders`, whoever is to move. Tavli: the men of both sides by
    /// place (`hand`, a cell, `m` and a column of the middle row, `off`), with `beyond` if the side has moved beyond cell 6; then
    /// who is to roll.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schemars(extend("examples" = [
        "/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/ attackers",
        "white 1:2 23:11 m4:1 off:1 beyond; black hand:3 6:12; white to roll",
    ])))]
    pub start: Option<String>,
    /// Who begins, where the rules leave that to chance and no position says it; attackers and white if nothing is said.
    #[serde(default)]
    pub first: Option<Colour>,
    /// The turns played so far, as records write them; what a tafl move captures and announces need not be told.
    #[serde(default)]
    pub turns: Vec<String>,
    /// The throw of the turn under way.
    #[serde(default)]
    pub roll: Option<F::Roll>,
    /// What has been played of it.
    #[serde(default)]
    pub steps: Vec<F::StepChoice>,
}

/// What somebody sees who plays both sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Look<F: Family = AnyGame> {
    /// The table, and what can be played.
    pub view: View<F>,
    /// The turns so far.
    pub lines: Vec<Line<F>>,
    /// The position before the turn under way: another study can begin with it.
    pub position: String,
    /// The turn under way as it is written down, as far as it has been played.
    pub turn: Option<String>,
}

/// Why there is nothing to see.
#[derive(Clone, Debug, PartialEq)]
pub enum Unplayable<F: Family = AnyGame> {
    /// The start is no text of a position.
    StartText(Message),
    /// No round can begin with the start.
    Start(StartFaults<F>),
    /// No round can begin by these rules.
    Rules(F::RulesetFaults),
    /// There are too many turns.
    TooLong {
        /// How many.
        found: usize,
        /// How many there can be.
        most: usize,
    },
    /// Variations are nested too deep.
    TooDeep,
    /// There are too many rounds.
    TooManyRounds {
        /// How many.
        found: usize,
        /// How many there can be.
        most: usize,
    },
    /// It is in a form that is not known yet.
    TooNew {
        /// Which.
        version: u32,
    },
    /// A turn cannot be played.
    Turn {
        /// Which, from 1.
        number: usize,
        /// Why.
        why: NotPlayed<F>,
    },
}

/// Why a turn cannot be played.
#[derive(Clone, Debug, PartialEq)]
pub enum NotPlayed<F: Family = AnyGame> {
    /// The game is over.
    Over,
    /// It is no turn of this position.
    Bad(BadTurn<F>),
}

impl<F: Family> Unplayable<F> {
    /// The rule of the game that forbids it, if one does.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            Unplayable::Turn { why: NotPlayed::Bad(BadTurn::Illegal(illegal)), .. } => illegal.rule(),
            _ => None,
        }
    }

    /// The turn that cannot be played, from 1.
    pub const fn turn(&self) -> Option<usize> {
        match self {
            Unplayable::Turn { number, .. } => Some(*number),
            _ => None,
        }
    }
}

impl<F: Family> Explain for Unplayable<F> {
    fn message(&self) -> Message {
        match self {
            Unplayable::StartText(why) => why.clone(),
            Unplayable::Start(faults) => faults.message(),
            Unplayable::Rules(faults) => faults.message(),
            Unplayable::TooLong { found, most } => {
                message!("study.too-long").with("found", *found).with("most", *most)
            }
            Unplayable::TooDeep => Fault::TooDeep.message(),
            Unplayable::TooManyRounds { found, most } => {
                message!("study.many-rounds").with("found", *found).with("most", *most)
            }
            Unplayable::TooNew { version } => message!("study.too-new").with("version", *version),
            Unplayable::Turn { number, why } => {
                message!("study.turn").with("number", *number).with("error", why.message())
            }
        }
    }
}

impl<F: Family> Explain for NotPlayed<F> {
    fn message(&self) -> Message {
        match self {
            NotPlayed::Over => Refusal::<F>::Over.message(),
            NotPlayed::Bad(BadTurn::Text(error)) => error.error.clone(),
            NotPlayed::Bad(BadTurn::Illegal(illegal)) => illegal.message(),
            NotPlayed::Bad(BadTurn::Misstated { right }) => message!("study.misstated").text("right", right),
        }
    }
}
crate::explained_for_families!(Unplayable, NotPlayed);

impl<F: Family> From<CannotBegin<F>> for Unplayable<F> {
    fn from(cannot: CannotBegin<F>) -> Unplayable<F> {
        match cannot {
            CannotBegin::Rules(faults) => Unplayable::Rules(faults),
            CannotBegin::Start(faults) => Unplayable::Start(faults),
        }
    }
}

impl<F: Family> From<Illegal<F>> for NotPlayed<F> {
    fn from(illegal: Illegal<F>) -> NotPlayed<F> {
        NotPlayed::Bad(BadTurn::Illegal(illegal))
    }
}

impl<F: Family> From<Refusal<F>> for NotPlayed<F> {
    fn from(refusal: Refusal<F>) -> NotPlayed<F> {
        match refusal {
            Refusal::Illegal(illegal) => illegal.into(),
            // Everything else that is refused is refused because nobody is to act.
            _ => NotPlayed::Over,
        }
    }
}

impl<F: Family> From<BadEvent<F>> for NotPlayed<F> {
    fn from(bad: BadEvent<F>) -> NotPlayed<F> {
        match bad {
            BadEvent::Illegal(illegal) => illegal.into(),
            _ => NotPlayed::Over,
        }
    }
}

impl Node {
    /// Where a study of any of the games begins by these rules.
    pub const fn new(ruleset: Ruleset) -> Node {
        Node::of_family(ruleset)
    }
}

impl<F: Family> Node<F> {
    /// Where a study of a game of some family begins by these rules.
    pub const fn of_family(ruleset: F::Ruleset) -> Node<F> {
        Node { ruleset, start: None, first: None, turns: Vec::new(), roll: None, steps: Vec::new() }
    }

    /// The table at which the turns so far have been played, the turn under way among them.
    pub fn table(&self) -> Result<Table<F>, Unplayable<F>> {
        if self.turns.len() > MAX_TURNS {
            return Err(Unplayable::TooLong { found: self.turns.len(), most: MAX_TURNS });
        }
        let anybody = Occupant::Person(String::new());
        let mut table = self.open(BySeat { host: anybody.clone(), guest: anybody })?;
        for (turn, number) in self.turns.iter().zip(1..) {
            play(&mut table, turn).map_err(|why| Unplayable::Turn { number, why })?;
        }
        let number = self.turns.len() + 1;
        self.play_on(&mut table).map_err(|why| Unplayable::Turn { number, why })?;
        Ok(table)
    }

    /// What somebody sees there who plays both sides.
    pub fn look(&self) -> Result<Look<F>, Unplayable<F>> {
        let table = self.table()?;
        let state = table.state();
        let mut view = View::new(state, table.log().len() as u64, Viewer::Both, Duration::ZERO);
        // Nobody sits at a study: there is nobody to resign against, to offer a draw or to be asked for anything.
        let is_play =
            |ask: &Ask| matches!(ask, Ask::Roll | Ask::Step | Ask::UndoStep | Ask::Confirm | Ask::Move);
        view.may.retain(is_play);
        let round = state.last_round();
        let position = round.and_then(|round| round.position_before(round.turns()));
        Ok(Look {
            view,
            lines: lines(state, 1, 1),
            position: position.map(|position| position.to_string()).unwrap_or_default(),
            turn: round.and_then(GameRound::turn_under_way).map(|turn| turn.to_string()),
        })
    }

    /// The table before the first turn. The light side is the host's.
    fn open(&self, occupants: BySeat<Occupant>) -> Result<Table<F>, Unplayable<F>> {
        let start = self.start.as_deref().map(F::Start::from_str).transpose();
        let start = start.map_err(|error| Unplayable::StartText(error.message()))?;
        let spec = Spec {
            start,
            host_plays: Some(Colour::Light),
            occupants,
            ..Spec::of_family(self.ruleset.clone())
        };
        spec.check()?;
        let mut lots = Source::Scripted(lots(F::first(&self.ruleset, None), self.first));
        Table::open(spec, None, Duration::ZERO, &mut lots).map_err(|refusal| match refusal {
            Refusal::BadRules(faults) => Unplayable::Rules(faults),
            Refusal::BadStart(faults) => Unplayable::Start(faults),
            other => Unplayable::Turn { number: 1, why: other.into() },
        })
    }

    /// Plays as much of the turn under way as has been played. It does not end, not even where it would by itself: whoever
    /// studies it sees what was thrown.
    fn play_on(&self, table: &mut Table<F>) -> Result<(), NotPlayed<F>> {
        if let Some(roll) = &self.roll {
            throw(table, roll.clone())?;
        }
        if self.steps.is_empty() {
            return Ok(());
        }
        let seat = table.state().to_act().ok_or(NotPlayed::Over)?;
        let mut round = table.state().round().cloned().ok_or(NotPlayed::Over)?;
        for choice in &self.steps {
            let step = round.step(choice)?;
            happen(table, Event::Stepped { seat, step })?;
        }
        Ok(())
    }
}

/// The dice of the lot or of the roll-off by which a side begins.
fn lots(decided: First, wished: Option<Colour>) -> VecDeque<Die> {
    let [low, even, ..] = Die::ALL;
    match (decided, wished) {
        (First::Side(_), _) => VecDeque::new(),
        (First::Lot, None | Some(Colour::Dark)) => [low].into(),
        (First::Lot, Some(Colour::Light)) => [even].into(),
        (First::RollOff, None | Some(Colour::Light)) => [even, low].into(),
        (First::RollOff, Some(Colour::Dark)) => [low, even].into(),
    }
}

/// Reads a turn and plays it to its end.
fn play<F: Family>(table: &mut Table<F>, text: &str) -> Result<(), NotPlayed<F>> {
    let round = table.state().round().ok_or(NotPlayed::Over)?;
    let seat = table.state().to_act().ok_or(NotPlayed::Over)?;
    let position = round.position_before(round.turns()).ok_or(NotPlayed::Over)?;
    let (turn, _) = read_turn::<F>(&position, text).map_err(NotPlayed::Bad)?;
    if let Some(roll) = F::roll_of(&turn) {
        throw(table, roll)?;
    }
    let round = table.state().round().ok_or(NotPlayed::Over)?;
    let command = round.command(&turn).ok_or(Illegal::OtherGame)?;
    // All dice have fallen.
    table.apply(seat, command, Duration::ZERO, &mut Source::Scripted(VecDeque::new()))?;
    Ok(())
}

/// Reads a turn. Who plays one cannot know all that it does: what a move captures and announces may be left out.
fn read_turn<F: Family>(position: &F::Position, text: &str) -> Result<(F::Choice, F::Position), BadTurn<F>> {
    match F::read_turn(position, text) {
        Err(BadTurn::Misstated { right }) if right.starts_with(text) => F::read_turn(position, &right),
        read => read,
    }
}

/// Lays the dice of a throw.
fn throw<F: Family>(table: &mut Table<F>, roll: F::Roll) -> Result<(), NotPlayed<F>> {
    let seat = table.state().to_act().ok_or(NotPlayed::Over)?;
    happen(table, Event::Rolled { seat, roll })
}

fn happen<F: Family>(table: &mut Table<F>, event: Event<F>) -> Result<(), NotPlayed<F>> {
    let sequence = table.log().len() as u64;
    Ok(table.append(Entry::new(sequence, Duration::ZERO, event))?)
}
