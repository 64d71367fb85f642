//! Nim on twelve counters: the smallest game that can be played at a table.
//!
//! The sides take one, two or three counters by turns; the one who takes the last wins. There is nothing here but what the table asks of a
//! family, so it shows what a new game has to bring.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;
use tablen_engine::{Level, Signals};
use tablen_rules::rule::RuleId;
use tablen_rules::serde_as_text;
use tablen_rules::text::Located;
use tablen_rules::words::{Explain, Message};
use tablen_table::family::{BadTurn, First, Never, Shown, TurnPlayed};
use tablen_table::picture::Picture;
use tablen_table::view::Ask;
use tablen_table::{Colour, Command, Family, GameRound, Illegal, NotAPlace};

/// The family with one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nim;

/// How many counters there are at first; nothing else can be agreed on. Its text is the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counters(pub u8);

impl Counters {
    /// The usual number.
    pub const TWELVE: Counters = Counters(12);
}

impl fmt::Display for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is no number of counters, or a number that cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong;

impl Explain for Wrong {
    fn message(&self) -> Message {
        // The texts of a game that is only tested are those of another.
        tablen_table::NotAPlace("nim".to_owned()).message()
    }
}
tablen_rules::words::explained!(Wrong);

impl FromStr for Counters {
    type Err = Located<Wrong>;

    fn from_str(text: &str) -> Result<Counters, Located<Wrong>> {
        text.parse().map(Counters).map_err(|_| Located::new(0, Wrong))
    }
}
serde_as_text!(Counters);

/// How many counters are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take(pub u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take-{}", self.0)
    }
}

impl FromStr for Take {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Take, Wrong> {
        text.strip_prefix("take-").and_then(|number| number.parse().ok()).map(Take).ok_or(Wrong)
    }
}
serde_as_text!(Take);

/// A round: how many counters there were, and what was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heap {
    counters: u8,
    first: Colour,
    taken: Vec<Take>,
}

impl Heap {
    fn left_after(&self, turns: usize) -> u8 {
        self.counters - self.taken[..turns].iter().map(|take| take.0).sum::<u8>()
    }

    /// The counters that are left.
    pub fn left(&self) -> u8 {
        self.left_after(self.taken.len())
    }

    fn side_of(&self, turn: usize) -> Colour {
        if turn.is_multiple_of(2) { self.first } else { self.first.other() }
    }
}

/// The board: the counters that are left, and how many of them can be taken.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counted {
    pub left: u8,
    pub may_take: Vec<Take>,
}

/// What the computer would take.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Advice {
    pub take: Take,
}

fn may_take(left: u8, take: Take) -> Result<u8, Illegal<Nim>> {
    match left.checked_sub(take.0) {
        Some(rest) if (1..=3).contains(&take.0) => Ok(rest),
        _ => Err(Illegal::Rule(Wrong)),
    }
}

fn read(text: &str) -> Result<Take, BadTurn<Nim>> {
    text.parse().map_err(|wrong: Wrong| BadTurn::Text(Located::new(0, wrong.message())))
}

impl Family for Nim {
    type Ruleset = Counters;
    type RulesetError = Wrong;
    type RulesetFaults = Wrong;
    type Round = Heap;
    type Position = u8;
    type Start = Never;
    type StartFault = Never;
    type Move = Take;
    type Roll = Never;
    type StepChoice = Never;
    type Step = Never;
    type Reason = ();
    type Illegal = Wrong;
    type Choice = Take;
    type Board = Counted;
    type Placement = Counted;
    type Hint = Advice;
    type Sketch = u8;
    type Player = ();

    fn game(_: &Counters) -> &'static str {
        "nim"
    }

    fn preset(ruleset: &Counters) -> Option<&'static str> {
        (*ruleset == Counters::TWELVE).then_some("nim")
    }

    fn side_name(_: &Counters, colour: Colour) -> &'static str {
        match colour {
            Colour::Dark => "dark",
            Colour::Light => "light",
        }
    }

    fn first(_: &Counters, _: Option<Colour>) -> First {
        First::Lot
    }

    fn first_of(start: &Never) -> Colour {
        match *start {}
    }

    fn reasons() -> Vec<()> {
        vec![()]
    }

    fn reason_name((): ()) -> &'static str {
        "last-counter"
    }

    fn rule(_: &Wrong) -> Option<RuleId> {
        None
    }

    fn play(left: &u8, take: &Take) -> Result<(String, u8), Illegal<Nim>> {
        Ok((take.to_string(), may_take(*left, *take)?))
    }

    fn read_turn(left: &u8, text: &str) -> Result<(Take, u8), BadTurn<Nim>> {
        let take = read(text)?;
        Ok((take, may_take(*left, take).map_err(BadTurn::Illegal)?))
    }

    fn hint(_: &Heap, take: &Take) -> Option<Advice> {
        Some(Advice { take: *take })
    }

    fn picture(left: &u8) -> Picture {
        Picture::new(f32::from(*left), 1.0)
    }

    fn player(_: Level, _: u64) {}

    fn choose((): &mut (), round: &Heap, _: Signals<'_>) -> Option<Take> {
        // Leaving a multiple of four wins.
        (round.left() > 0).then(|| Take((round.left() % 4).max(1)))
    }
}

impl GameRound<Nim> for Heap {
    fn new(ruleset: &Counters, first: Colour) -> Result<Heap, Wrong> {
        if ruleset.0 == 0 { Err(Wrong) } else { Ok(Heap { counters: ruleset.0, first, taken: Vec::new() }) }
    }

    fn to_act(&self) -> Option<Colour> {
        (self.left() > 0).then(|| self.side_of(self.taken.len()))
    }

    fn outcome(&self) -> Option<(Option<Colour>, ())> {
        (self.left() == 0).then(|| (Some(self.side_of(self.taken.len() - 1)), ()))
    }

    fn turns(&self) -> usize {
        self.taken.len()
    }

    fn play_move(&mut self, take: &Take) -> Result<(), Illegal<Nim>> {
        may_take(self.left(), *take)?;
        self.taken.push(*take);
        Ok(())
    }

    fn take_back_to(&mut self, turns: usize, _: bool) {
        self.taken.truncate(turns);
    }

    fn command(&self, take: &Take) -> Option<Command<Nim>> {
        Some(Command::Move { mv: *take })
    }

    fn why_not(&self, from: &str, _: &str) -> Result<Option<Illegal<Nim>>, NotAPlace> {
        self.why_not_from(from)
    }

    fn why_not_from(&self, from: &str) -> Result<Option<Illegal<Nim>>, NotAPlace> {
        let take = from.parse().map_err(|_| NotAPlace(from.to_owned()))?;
        Ok(may_take(self.left(), take).err())
    }

    fn show(&self, can_act: bool) -> Shown<Nim> {
        let takes = (1..=3).map(Take).filter(|take| can_act && take.0 <= self.left());
        Shown { board: Counted { left: self.left(), may_take: takes.collect() }, asks: vec![Ask::Move] }
    }

    fn sketch(&self) -> u8 {
        self.left()
    }

    fn turn_played(&self, turn: usize) -> Option<TurnPlayed<Nim>> {
        let text = self.taken.get(turn)?.to_string();
        let after = Counted { left: self.left_after(turn + 1), may_take: Vec::new() };
        Some(TurnPlayed { colour: self.side_of(turn), text, after })
    }

    fn position_before(&self, turn: usize) -> Option<u8> {
        (turn <= self.taken.len()).then(|| self.left_after(turn))
    }

    fn read_move(&self, text: &str) -> Result<Take, BadTurn<Nim>> {
        read(text)
    }
}
