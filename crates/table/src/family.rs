//! What the table asks of a family of games.
//!
//! A family is a marker type that implements [`Family`]: it names the types in which its rules, moves, dice and boards are told, and
//! its [`Round`](Family::Round) implements [`GameRound`]. Everything else at the table (seats, clocks, dice, matches, takebacks,
//! records, views, the computer's seat) is written once for all families. `families/tafl.rs` and `families/tavli.rs` are the two
//! real ones, [`AnyGame`] is the closed choice between them, and `tests/table/nim.rs` is the smallest there can be.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tablen_engine::{Level, Signals};
use tablen_rules::rule::RuleId;
use tablen_rules::tavli::Die;
use tablen_rules::text::Located;
use tablen_rules::words::{Explain, Message};

use crate::analysis::Analyst;
use crate::event::Command;
use crate::families::AnyGame;
use crate::picture::Picture;
use crate::spec::Colour;
use crate::view::Ask;

/// What every value at a table can do: be copied, compared, shown in a test, and handed to another thread.
pub trait Data: Clone + Debug + PartialEq + Send + Sync + 'static {}
impl<T: Clone + Debug + PartialEq + Send + Sync + 'static> Data for T {}

/// What is stored and sent.
pub trait Stored: Data + Eq + Serialize + DeserializeOwned + Described {}
impl<T: Data + Eq + Serialize + DeserializeOwned + Described> Stored for T {}

/// What has a JSON schema, where schemas are asked for (feature `schema`).
#[cfg(feature = "schema")]
pub trait Described: schemars::JsonSchema {}
#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> Described for T {}

/// What has a JSON schema, where schemas are asked for (feature `schema`).
#[cfg(not(feature = "schema"))]
pub trait Described {}
#[cfg(not(feature = "schema"))]
impl<T> Described for T {}

/// A family of games, as the table needs it. Types of things that a family does not have are [`Never`].
pub trait Family: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// The rules agreed on. Their text form is stored.
    type Ruleset: Stored + Display + FromStr<Err = Located<Self::RulesetError>>;
    /// Why a text is no ruleset.
    type RulesetError: Explain + Debug;
    /// Why rules cannot be played by.
    type RulesetFaults: Data + Eq + Explain;
    /// A round being played, with its history and the turn under way.
    type Round: GameRound<Self>;
    /// A position by itself: where a variation begins. Its text is that of the [`Start`](Family::Start) that begins with it.
    type Position: Data + Display;
    /// A position that somebody chooses to begin with, sensible or not: pieces and whose turn it is. Its text form is stored.
    type Start: Stored + Display + FromStr<Err: Explain>;
    /// What keeps a start from being a position.
    type StartFault: StartFault;
    /// A move that is a whole turn.
    type Move: Stored;
    /// A throw of the dice.
    type Roll: Stored + Throw + Display;
    /// What a player says to play one step of a throw.
    type StepChoice: Stored;
    /// A step that was played.
    type Step: Stored + Display + Into<Self::StepChoice>;
    /// Why the rules end a round.
    type Reason: Data + Copy + Eq;
    /// Which rule a move or a step breaks.
    type Illegal: Data + Copy + Eq + Explain;
    /// A whole turn as it could be played: what the computer chooses, and what variations are made of.
    type Choice: Stored + Display;
    /// The board of a view, and what can be done on it.
    type Board: Data + Serialize + Described;
    /// What a line tells of a turn besides its text: what was played, and the board after it.
    type Placement: Data + Serialize + Described;
    /// A choice as it is shown: a hint. Its JSON form is an object.
    type Hint: Data + Serialize + Described;
    /// The board as lists keep it: enough to draw it small.
    type Sketch: Data + Serialize + DeserializeOwned;
    /// A computer player.
    type Player: Clone + Debug + Send;

    /// The name of the game that rules are of, which texts go by.
    fn game(ruleset: &Self::Ruleset) -> &'static str;

    /// The word for the game in records, which stay as they were written.
    fn game_in_records(ruleset: &Self::Ruleset) -> &'static str {
        Self::game(ruleset)
    }

    /// The name of the preset that rules are, if they are one.
    fn preset(ruleset: &Self::Ruleset) -> Option<&'static str>;

    /// The name of a side in text forms.
    fn side_name(ruleset: &Self::Ruleset, colour: Colour) -> &'static str;

    /// Who begins a round; `last` is the side that began the round before.
    fn first(ruleset: &Self::Ruleset, last: Option<Colour>) -> First;

    /// Whose turn it is in a start: who begins the rounds that begin with it.
    fn first_of(start: &Self::Start) -> Colour;

    /// Every reason for which the rules can end a round.
    fn reasons() -> Vec<Self::Reason>;

    /// The name of a reason in text forms.
    fn reason_name(reason: Self::Reason) -> &'static str;

    /// The rule that is broken.
    fn rule(illegal: &Self::Illegal) -> Option<RuleId>;

    /// Plays a turn by itself: how it is written down, and the position after it.
    fn play(
        position: &Self::Position,
        turn: &Self::Choice,
    ) -> Result<(String, Self::Position), Illegal<Self>>;

    /// Reads a turn and plays it.
    fn read_turn(
        position: &Self::Position,
        text: &str,
    ) -> Result<(Self::Choice, Self::Position), BadTurn<Self>>;

    /// The throw of which a whole turn is made; nothing where a turn is a move.
    fn roll_of(turn: &Self::Choice) -> Option<Self::Roll> {
        let _ = turn;
        None
    }

    /// Reads a throw.
    fn read_roll(text: &str) -> Result<Self::Roll, Located<Message>> {
        let _ = text;
        Err(Located::new(0, Illegal::<Self>::OtherGame.message()))
    }

    /// What is still to be played of a choice in a round, as it is shown; nothing if the choice does not go on from there.
    fn hint(round: &Self::Round, choice: &Self::Choice) -> Option<Self::Hint>;

    /// What the board says for a choice, in one sentence; nothing if no fact speaks for it. To find out may take a while.
    fn reason_for(round: &Self::Round, choice: &Self::Choice) -> Option<Message> {
        let _ = (round, choice);
        None
    }

    /// A board as a small picture.
    fn picture(sketch: &Self::Sketch) -> Picture;

    /// A computer player. Its errors are drawn from the seed.
    fn player(level: Level, seed: u64) -> Self::Player;

    /// What it would play: in a turn under way, one that goes on from there. Nothing before the dice are thrown or when all is over.
    fn choose(player: &mut Self::Player, round: &Self::Round, signals: Signals<'_>) -> Option<Self::Choice>;

    /// A computer that analyses positions and turns by the rules of a round; nothing if the family has none.
    fn analyst(round: &Self::Round) -> Option<Box<dyn Analyst<Self>>> {
        let _ = round;
        None
    }
}

/// A round of a game: whose turn it is, what can be played, and what came of it.
///
/// A turn is one move ([`play_move`](GameRound::play_move)), or a throw and the steps played of it. Families have one of the two; the
/// methods of the other need not be written.
pub trait GameRound<F: Family>: Data {
    /// A new round in which a side begins.
    fn new(ruleset: &F::Ruleset, first: Colour) -> Result<Self, F::RulesetFaults>;

    /// A new round that begins with a position of somebody's choice. One in which the rules have ended the game already is made all
    /// the same: [`Spec`](crate::Spec) refuses it.
    fn from_start(ruleset: &F::Ruleset, start: &F::Start) -> Result<Self, CannotBegin<F>> {
        let _ = (ruleset, start);
        Err(CannotBegin::Start(BadStart::OtherGame.into()))
    }

    /// Who is to act; nobody when the rules have ended the round.
    fn to_act(&self) -> Option<Colour>;

    /// Who has won by the rules, and why; nothing while the round goes on.
    fn outcome(&self) -> Option<(Option<Colour>, F::Reason)>;

    /// How many turns have been played to their end.
    fn turns(&self) -> usize;

    /// How many men a side has captured: the tie-break of two rounds (A12).
    fn captured_by(&self, colour: Colour) -> u32 {
        let _ = colour;
        0
    }

    /// Plays a move.
    fn play_move(&mut self, mv: &F::Move) -> Result<(), Illegal<F>> {
        let _ = mv;
        Err(Illegal::OtherGame)
    }

    /// Whether turns are made of throws and steps.
    fn is_played_in_steps(&self) -> bool {
        false
    }

    /// Whether dice may be thrown now.
    fn may_roll(&self) -> Result<(), Illegal<F>> {
        Err(Illegal::OtherGame)
    }

    /// Lays the dice.
    fn roll(&mut self, roll: &F::Roll) -> Result<(), Illegal<F>> {
        let _ = roll;
        Err(Illegal::OtherGame)
    }

    /// Plays a step of the throw, and says what it was.
    fn step(&mut self, choice: &F::StepChoice) -> Result<F::Step, Illegal<F>> {
        let _ = choice;
        Err(Illegal::OtherGame)
    }

    /// Takes the last step of the turn under way back.
    fn undo_step(&mut self) -> Result<(), Illegal<F>> {
        Err(Illegal::OtherGame)
    }

    /// The turn under way, as far as it has been played.
    fn turn_under_way(&self) -> Option<F::Choice> {
        None
    }

    /// How many steps of the turn under way have been played.
    fn steps_played(&self) -> usize {
        0
    }

    /// Whether the turn under way ends by itself: nothing can be played, or the round is won.
    fn ends_by_itself(&self) -> bool {
        false
    }

    /// Ends the turn under way.
    fn end_turn(&mut self) -> Result<(), Illegal<F>> {
        Err(Illegal::OtherGame)
    }

    /// Takes turns back until so many are left; a turn under way is dropped with them. The throw of a turn that is taken back stays
    /// on the table, and if throws are kept, those that came after it lie there when their turns come: nobody gets other dice by asking.
    fn take_back_to(&mut self, turns: usize, keeps_throws: bool);

    /// Whether a turn, counted from 0, had anything in it to take back: a throw may have been passed.
    fn was_played(&self, turn: usize) -> bool {
        turn < self.turns()
    }

    /// The command that plays a choice from where the turn under way stands; nothing if it does not go on from there.
    fn command(&self, choice: &F::Choice) -> Option<Command<F>>;

    /// Why nothing can be moved from a place to another, both in the game's own text form; nothing if it can.
    fn why_not(&self, from: &str, to: &str) -> Result<Option<Illegal<F>>, NotAPlace>;

    /// Why nothing on a place, in the game's own text form, can be moved at all; nothing if something can.
    fn why_not_from(&self, from: &str) -> Result<Option<Illegal<F>>, NotAPlace>;

    /// The board, and what the player whose turn it is can ask for. Where the viewer cannot act, the board says nothing of what can
    /// be played.
    fn show(&self, can_act: bool) -> Shown<F>;

    /// The board as lists keep it.
    fn sketch(&self) -> F::Sketch;

    /// A turn that was played, counted from 0, and the board after it.
    fn turn_played(&self, turn: usize) -> Option<TurnPlayed<F>>;

    /// The position before a turn, counted from 0; before the next one if it is the number of turns.
    fn position_before(&self, turn: usize) -> Option<F::Position>;

    /// Reads a move that is to be played next. One that is told right but cannot be played is read all the same.
    fn read_move(&self, text: &str) -> Result<F::Move, BadTurn<F>> {
        let _ = text;
        Err(BadTurn::Illegal(Illegal::OtherGame))
    }

    /// Reads a step that is to be played next. One that is told right but cannot be played is read all the same.
    fn read_step(&self, text: &str) -> Result<F::Step, BadTurn<F>> {
        let _ = text;
        Err(BadTurn::Illegal(Illegal::OtherGame))
    }
}

/// Who begins a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// That side.
    Side(Colour),
    /// One die decides (T3).
    Lot,
    /// One die each decides (Z3).
    RollOff,
}

/// What keeps a start from being a position, and where.
pub trait StartFault: Data + Eq + Explain {
    /// The rule that says so.
    fn rule(&self) -> Option<RuleId>;

    /// The places that it is about, in the game's own text form.
    fn places(&self) -> Vec<String>;

    /// The side whose pieces it is about, where that is one.
    fn colour(&self) -> Option<Colour> {
        None
    }
}

/// One reason why no round can begin with a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadStart<F: Family = AnyGame> {
    /// It is a position of another game.
    OtherGame,
    /// The game is over in it.
    Over,
    /// It is no position of the game.
    Fault(F::StartFault),
}

impl<F: Family> BadStart<F> {
    /// The rule that says so, where it is a rule of the game.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            BadStart::OtherGame | BadStart::Over => None,
            BadStart::Fault(fault) => fault.rule(),
        }
    }

    /// The places that it is about, in the game's own text form.
    pub fn places(&self) -> Vec<String> {
        match self {
            BadStart::OtherGame | BadStart::Over => Vec::new(),
            BadStart::Fault(fault) => fault.places(),
        }
    }

    /// The side whose pieces it is about, where that is one.
    pub fn colour(&self) -> Option<Colour> {
        match self {
            BadStart::OtherGame | BadStart::Over => None,
            BadStart::Fault(fault) => fault.colour(),
        }
    }
}

impl<F: Family> Explain for BadStart<F> {
    fn message(&self) -> Message {
        match self {
            BadStart::OtherGame => message!("table.start.other-game"),
            BadStart::Over => message!("table.start.over"),
            BadStart::Fault(fault) => fault.message(),
        }
    }
}

/// Every reason why no round can begin with a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartFaults<F: Family = AnyGame>(pub Vec<BadStart<F>>);

impl<F: Family> From<BadStart<F>> for StartFaults<F> {
    fn from(fault: BadStart<F>) -> StartFaults<F> {
        StartFaults(vec![fault])
    }
}

impl<F: Family> Explain for StartFaults<F> {
    fn message(&self) -> Message {
        self.0.as_slice().message()
    }
}

/// Why no round can begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotBegin<F: Family = AnyGame> {
    /// The rules cannot be played by.
    Rules(F::RulesetFaults),
    /// The start cannot be begun with.
    Start(StartFaults<F>),
}

impl<F: Family> Explain for CannotBegin<F> {
    fn message(&self) -> Message {
        match self {
            CannotBegin::Rules(faults) => faults.message(),
            CannotBegin::Start(faults) => faults.message(),
        }
    }
}
crate::explained_for_families!(BadStart, StartFaults, CannotBegin);

/// A throw, made of so many dice.
pub trait Throw: Sized {
    /// How many dice are thrown.
    const DICE: usize;

    /// The throw that dice make; nothing if they are too few or too many.
    fn from_dice(dice: &[Die]) -> Option<Self>;

    /// Its dice, in the order in which they are told.
    fn dice(&self) -> Vec<Die>;
}

/// A board, and what the player whose turn it is can ask for.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown<F: Family> {
    /// The board.
    pub board: F::Board,
    /// What the player to act can ask for.
    pub asks: Vec<Ask>,
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnPlayed<F: Family> {
    /// Whose.
    pub colour: Colour,
    /// The turn as it is written down.
    pub text: String,
    /// What was played, and the board after it.
    pub after: F::Placement,
}

/// What cannot be done in a round, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal<F: Family = AnyGame> {
    /// It belongs to another game: dice in tafl, moves in tavli.
    OtherGame,
    /// The dice have not been thrown.
    NotThrown,
    /// The dice have been thrown.
    Thrown,
    /// There is no step to take back.
    NoStep,
    /// A rule of the game forbids it.
    Rule(F::Illegal),
}

impl<F: Family> Illegal<F> {
    /// The rule that forbids it, where it is a rule of the game.
    pub fn rule(&self) -> Option<RuleId> {
        match self {
            Illegal::Rule(illegal) => F::rule(illegal),
            Illegal::OtherGame | Illegal::NotThrown | Illegal::Thrown | Illegal::NoStep => None,
        }
    }
}

impl<F: Family> Explain for Illegal<F> {
    fn message(&self) -> Message {
        match self {
            Illegal::OtherGame => message!("table.illegal.other-game"),
            Illegal::NotThrown => message!("table.illegal.not-thrown"),
            Illegal::Thrown => message!("table.illegal.thrown"),
            Illegal::NoStep => message!("table.illegal.no-step"),
            Illegal::Rule(illegal) => illegal.message(),
        }
    }
}
crate::explained_for_families!(Illegal);

/// What is wrong with a turn, a move or a step read from a record.
#[derive(Clone, Debug, PartialEq)]
pub enum BadTurn<F: Family = AnyGame> {
    /// It cannot be read.
    Text(Located<Message>),
    /// It cannot be played.
    Illegal(Illegal<F>),
    /// It does something else than is told of it.
    Misstated {
        /// What should be told.
        right: String,
    },
}

/// A text that names no place on the board of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotAPlace(pub String);

impl Explain for NotAPlace {
    fn message(&self) -> Message {
        message!("table.not-a-place").text("text", &self.0)
    }
}
tablen_rules::words::explained!(NotAPlace);

/// What a family does not have: no value of this type exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl Serialize for Never {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        match *self {}
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Never {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Never".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        false.into()
    }
}

impl<'de> serde::Deserialize<'de> for Never {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Never, D::Error> {
        Err(serde::de::Error::custom(Illegal::<AnyGame>::OtherGame))
    }
}

impl FromStr for Never {
    type Err = Illegal;

    fn from_str(_: &str) -> Result<Never, Illegal> {
        Err(Illegal::OtherGame)
    }
}

impl StartFault for Never {
    fn rule(&self) -> Option<RuleId> {
        match *self {}
    }

    fn places(&self) -> Vec<String> {
        match *self {}
    }
}

impl Explain for Never {
    fn message(&self) -> Message {
        match *self {}
    }
}

impl Throw for Never {
    const DICE: usize = 0;

    fn from_dice(_: &[Die]) -> Option<Never> {
        None
    }

    fn dice(&self) -> Vec<Die> {
        match *self {}
    }
}
