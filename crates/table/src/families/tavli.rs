//! Tavli at the table.

mod analysis;
mod board;
mod sketch;

pub use board::{AgainstView, FaceView, MenView, StepView, TavliBoard, TavliPlacement, TurnView};
use board::{faces_lost, step_views};
pub use sketch::TavliSketch;

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use tablen_engine::{Level, Signals, tavli as engine};
use tablen_rules::Past;
use tablen_rules::option::OptionError;
use tablen_rules::rule::RuleId;
use tablen_rules::tavli::{
    self, Die, Outcome, Place, Play, Position, Roll, Ruleset, Setup, Side, Status, Step, Turn,
};
use tablen_rules::text::Located;
use tablen_rules::words::{Explain, Message};

use super::place;
use crate::analysis::Analyst;
use crate::event::Command;
use crate::family::{
    BadStart, BadTurn, CannotBegin, Family, First, GameRound, Illegal, Never, NotAPlace, Shown, StartFault,
    StartFaults, Throw, TurnPlayed,
};
use crate::picture::Picture;
use crate::spec::Colour;
use crate::view::Ask;

/// The family of Zeno's tavli.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tavli;

super::colour_is_side!(Side, dark: Black, light: White);

/// Why the rules end a round of tavli.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TavliReason {
    /// All men are borne off (Z4).
    BorneOff,
    /// Too many turns (Z20).
    TurnLimit,
}

/// A step as a player asks for it: which man, and with which number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepChoice {
    /// From where.
    pub from: Place,
    /// The number played.
    pub die: Die,
}

impl From<Step> for StepChoice {
    fn from(step: Step) -> StepChoice {
        StepChoice { from: step.from, die: step.die }
    }
}

impl Throw for Roll {
    const DICE: usize = 3;

    fn from_dice(dice: &[Die]) -> Option<Roll> {
        Some(Roll::new(dice.try_into().ok()?))
    }

    fn dice(&self) -> Vec<Die> {
        Roll::dice(*self).to_vec()
    }
}

/// A game of tavli with the turn under way.
#[derive(Clone, Debug, PartialEq)]
pub struct TavliRound {
    position: Position,
    under_way: Option<Play>,
    past: Past<(Position, Turn)>,
    /// Throws of turns that were taken back, in their order: they lie on the table when their turns come.
    kept: VecDeque<Roll>,
}

impl TavliRound {
    /// The position before the turn.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The turns played to their end, each with the position before it.
    pub const fn past(&self) -> &Past<(Position, Turn)> {
        &self.past
    }

    /// The turn under way, once the dice have been thrown.
    pub const fn under_way(&self) -> Option<&Play> {
        self.under_way.as_ref()
    }

    /// The turn under way.
    fn thrown(&self) -> Result<&Play, Illegal<Tavli>> {
        self.under_way.as_ref().ok_or(Illegal::NotThrown)
    }

    fn thrown_mut(&mut self) -> Result<&mut Play, Illegal<Tavli>> {
        self.under_way.as_mut().ok_or(Illegal::NotThrown)
    }
}

impl StartFault for tavli::Fault {
    fn rule(&self) -> Option<RuleId> {
        Some((*self).rule())
    }

    fn places(&self) -> Vec<String> {
        (*self).places().iter().map(Place::to_string).collect()
    }

    fn colour(&self) -> Option<Colour> {
        self.side().map(Colour::from)
    }
}

fn text_error<E: Explain>(error: Located<E>) -> Located<Message> {
    error.map(|error| error.message())
}

impl Family for Tavli {
    type Ruleset = Ruleset;
    type RulesetError = OptionError;
    type RulesetFaults = Never;
    type Round = TavliRound;
    type Position = Position;
    type Start = Setup;
    type StartFault = tavli::Fault;
    type Move = Never;
    type Roll = Roll;
    type StepChoice = StepChoice;
    type Step = Step;
    type Reason = TavliReason;
    type Illegal = tavli::Illegal;
    type Choice = Turn;
    type Board = TavliBoard;
    type Placement = TavliPlacement;
    type Hint = TurnView;
    type Sketch = TavliSketch;
    type Player = engine::Player;

    fn game(_: &Ruleset) -> &'static str {
        "tavli"
    }

    fn preset(ruleset: &Ruleset) -> Option<&'static str> {
        (*ruleset == Ruleset::default()).then_some("tavli")
    }

    fn side_name(_: &Ruleset, colour: Colour) -> &'static str {
        Side::from(colour).name()
    }

    fn first(ruleset: &Ruleset, last: Option<Colour>) -> First {
        // To begin is an advantage. Sides are exchanged after a round, so the same side begins for the other player.
        ruleset.first_side().map(Colour::from).or(last).map_or(First::RollOff, First::Side)
    }

    fn first_of(start: &Setup) -> Colour {
        start.side.into()
    }

    fn reasons() -> Vec<TavliReason> {
        vec![TavliReason::BorneOff, TavliReason::TurnLimit]
    }

    fn reason_name(reason: TavliReason) -> &'static str {
        match reason {
            TavliReason::BorneOff => "borne-off",
            TavliReason::TurnLimit => "turn-limit",
        }
    }

    fn rule(illegal: &tavli::Illegal) -> Option<RuleId> {
        Some(illegal.rule())
    }

    fn play(position: &Position, turn: &Turn) -> Result<(String, Position), Illegal<Tavli>> {
        let next = position.play(turn).map_err(|illegal| Illegal::Rule(illegal.reason))?;
        Ok((turn.to_string(), next))
    }

    fn read_turn(position: &Position, text: &str) -> Result<(Turn, Position), BadTurn<Tavli>> {
        let turn: Turn = text.parse().map_err(|error| BadTurn::Text(text_error(error)))?;
        let (_, next) = Tavli::play(position, &turn).map_err(BadTurn::Illegal)?;
        Ok((turn, next))
    }

    fn roll_of(turn: &Turn) -> Option<Roll> {
        Some(turn.roll)
    }

    fn read_roll(text: &str) -> Result<Roll, Located<Message>> {
        text.parse().map_err(text_error)
    }

    fn hint(round: &TavliRound, turn: &Turn) -> Option<TurnView> {
        let rest = turn.steps.strip_prefix(round.under_way()?.steps())?;
        Some((&Turn { roll: turn.roll, steps: rest.to_vec() }).into())
    }

    fn reason_for(round: &TavliRound, turn: &Turn) -> Option<Message> {
        engine::analysis::reason_for(round.under_way()?, turn).map(|fact| fact.message())
    }

    fn picture(sketch: &TavliSketch) -> Picture {
        sketch.picture()
    }

    fn player(level: Level, seed: u64) -> engine::Player {
        engine::Player::new(level, seed)
    }

    fn choose(player: &mut engine::Player, round: &TavliRound, signals: Signals<'_>) -> Option<Turn> {
        player.choose_rest(round.under_way()?, signals).map(|thought| thought.turn)
    }

    fn analyst(_: &TavliRound) -> Option<Box<dyn Analyst<Tavli>>> {
        Some(analysis::analyst())
    }
}

impl GameRound<Tavli> for TavliRound {
    fn new(ruleset: &Ruleset, first: Colour) -> Result<TavliRound, Never> {
        let position = Position::start(*ruleset, first.into());
        Ok(TavliRound { position, under_way: None, past: Past::new(), kept: VecDeque::new() })
    }

    fn from_start(ruleset: &Ruleset, start: &Setup) -> Result<TavliRound, CannotBegin<Tavli>> {
        let position = Position::new(*ruleset, *start).map_err(|faults| {
            CannotBegin::Start(StartFaults(faults.0.into_iter().map(BadStart::Fault).collect()))
        })?;
        Ok(TavliRound { position, under_way: None, past: Past::new(), kept: VecDeque::new() })
    }

    fn to_act(&self) -> Option<Colour> {
        match self.position.status() {
            Status::Roll(side) => Some(side.into()),
            Status::Over(_) => None,
        }
    }

    fn outcome(&self) -> Option<(Option<Colour>, TavliReason)> {
        match self.position.status() {
            Status::Roll(_) => None,
            Status::Over(Outcome::BorneOff(side)) => Some((Some(side.into()), TavliReason::BorneOff)),
            Status::Over(Outcome::TurnLimit) => Some((None, TavliReason::TurnLimit)),
        }
    }

    fn turns(&self) -> usize {
        self.past.len()
    }

    fn is_played_in_steps(&self) -> bool {
        true
    }

    fn may_roll(&self) -> Result<(), Illegal<Tavli>> {
        if self.under_way.is_some() { Err(Illegal::Thrown) } else { Ok(()) }
    }

    fn roll(&mut self, roll: &Roll) -> Result<(), Illegal<Tavli>> {
        self.may_roll()?;
        let play = self.position.roll(*roll);
        let play = play.map_err(|over| Illegal::Rule(tavli::Illegal::GameOver(over.0)))?;
        self.under_way = Some(play);
        Ok(())
    }

    fn step(&mut self, choice: &StepChoice) -> Result<Step, Illegal<Tavli>> {
        self.thrown_mut()?.step(choice.from, choice.die).map_err(Illegal::Rule)
    }

    fn undo_step(&mut self) -> Result<(), Illegal<Tavli>> {
        self.thrown_mut()?.undo().map(|_| ()).ok_or(Illegal::NoStep)
    }

    fn turn_under_way(&self) -> Option<Turn> {
        self.under_way.as_ref().map(Play::turn)
    }

    fn steps_played(&self) -> usize {
        self.under_way.as_ref().map_or(0, |play| play.steps().len())
    }

    /// Nothing can be played, or the round is won (Z4).
    fn ends_by_itself(&self) -> bool {
        self.under_way.as_ref().is_some_and(|play| play.must_pass() || play.has_won())
    }

    fn end_turn(&mut self) -> Result<(), Illegal<Tavli>> {
        let play = self.thrown()?;
        let next = play.finish().map_err(Illegal::Rule)?;
        self.past.push((self.position, play.turn()));
        self.position = next;
        self.under_way = self.kept.pop_front().and_then(|roll| next.roll(roll).ok());
        Ok(())
    }

    fn take_back_to(&mut self, turns: usize, keeps_throws: bool) {
        if let Some((position, turn)) = self.past.get(turns) {
            let later = self.past.iter_from(turns + 1).map(|(_, turn)| turn.roll);
            let thrown =
                later.chain(self.under_way.as_ref().map(Play::roll)).chain(self.kept.iter().copied());
            self.kept = thrown.filter(|_| keeps_throws).collect();
            self.position = *position;
            self.under_way = position.roll(turn.roll).ok();
            self.past.truncate(turns);
        }
    }

    /// Whether it had steps: a throw with which nothing could be played was passed.
    fn was_played(&self, turn: usize) -> bool {
        self.past.get(turn).is_some_and(|(_, turn)| !turn.steps.is_empty())
    }

    fn command(&self, choice: &Turn) -> Option<Command<Tavli>> {
        let play = self.under_way()?;
        let rest = choice.steps.strip_prefix(play.steps())?;
        (choice.roll == play.roll())
            .then(|| Command::Turn { steps: rest.iter().copied().map(StepChoice::from).collect(), end: true })
    }

    fn why_not(&self, from: &str, to: &str) -> Result<Option<Illegal<Tavli>>, NotAPlace> {
        let (from, to): (Place, Place) = (place(from)?, place(to)?);
        Ok(match self.thrown() {
            Ok(play) => play.why_not_to(from, to).map(Illegal::Rule),
            Err(illegal) => Some(illegal),
        })
    }

    fn why_not_from(&self, from: &str) -> Result<Option<Illegal<Tavli>>, NotAPlace> {
        let from: Place = place(from)?;
        Ok(match self.thrown() {
            Ok(play) => play.why_not_from(from).map(Illegal::Rule),
            Err(illegal) => Some(illegal),
        })
    }

    fn show(&self, can_act: bool) -> Shown<Tavli> {
        let options = self.under_way().map(Play::options);
        let asks = match (self.under_way(), &options) {
            (Some(play), Some(options)) => {
                let mut asks = vec![if options.may_finish() { Ask::Confirm } else { Ask::Step }];
                asks.extend((!play.steps().is_empty()).then_some(Ask::UndoStep));
                asks
            }
            _ => vec![Ask::Roll],
        };
        Shown { board: TavliBoard::of(self, options.as_ref(), can_act), asks }
    }

    fn sketch(&self) -> TavliSketch {
        let TavliBoard { white, black, .. } = self.show(false).board;
        TavliSketch { white, black }
    }

    fn turn_played(&self, turn: usize) -> Option<TurnPlayed<Tavli>> {
        let (before, played) = self.past.get(turn)?;
        let after = self.past.get(turn + 1).map_or(&self.position, |(after, _)| after);
        let placement = TavliPlacement {
            roll: played.roll,
            steps: step_views(&played.steps),
            faces: faces_lost(before, played),
            white: after.men(Side::White).into(),
            black: after.men(Side::Black).into(),
        };
        Some(TurnPlayed { colour: before.side().into(), text: played.to_string(), after: placement })
    }

    fn position_before(&self, turn: usize) -> Option<Position> {
        if turn == self.past.len() {
            return Some(self.position);
        }
        self.past.get(turn).map(|(position, _)| *position)
    }

    fn read_step(&self, text: &str) -> Result<Step, BadTurn<Tavli>> {
        let told: Step = text.parse().map_err(|error| BadTurn::Text(text_error(error)))?;
        let played = self.under_way.clone().map(|mut play| play.step(told.from, told.die));
        match played {
            Some(Ok(actual)) if actual != told => Err(BadTurn::Misstated { right: actual.to_string() }),
            _ => Ok(told),
        }
    }
}

#[cfg(test)]
mod tests {
    use tablen_rules::tavli::Cell;

    use super::*;

    fn round(setup: &str, roll: &str) -> TavliRound {
        let position = Position::new(Ruleset::default(), setup.parse().unwrap()).unwrap();
        let under_way = position.roll(roll.parse().unwrap()).ok();
        TavliRound { position, under_way, past: Past::new(), kept: VecDeque::new() }
    }

    fn on(cell: u8) -> Place {
        Place::Cell(Cell::new(cell).unwrap())
    }

    fn against(faces: &[FaceView], die: u8) -> Vec<(&'static str, Option<String>)> {
        let face = faces.iter().find(|face| face.die.pips() == die).unwrap();
        face.against.iter().map(|against| (against.reason, against.at.map(|at| at.to_string()))).collect()
    }

    #[test]
    fn a_passed_throw_tells_what_was_against_every_number() {
        let mut round = round("white 7:5 9:10 beyond; black 12:3 14:2 22:10 beyond; white to roll", "555");
        assert!(round.ends_by_itself());
        let reasons = [("blocked", Some("12".to_owned())), ("blocked", Some("14".to_owned()))];
        assert_eq!(against(&round.show(true).board.faces, 5), reasons);
        round.end_turn().unwrap();
        let told = round.turn_played(0).unwrap().after;
        assert!(told.steps.is_empty());
        assert_eq!(against(&told.faces, 5), reasons, "whoever comes later sees it too");
    }

    #[test]
    fn what_is_left_of_a_throw_tells_why() {
        let mut round = round("white 2:1 7:14 beyond; black 12:2 17:2 23:11 beyond; white to roll", "555");
        let step = StepChoice { from: on(2), die: Die::new(5).unwrap() };
        assert_eq!(round.show(true).board.faces[0].playable, 1);
        round.step(&step).unwrap();
        round.end_turn().unwrap();
        let told = round.turn_played(0).unwrap().after;
        let [face] = &told.faces[..] else { panic!("{:?}", told.faces) };
        assert_eq!((face.counts, face.left, face.playable, face.now), (12, 11, 0, false));
        assert_eq!(against(&told.faces, 5), [("blocked", Some("12".to_owned()))]);
    }

    #[test]
    fn a_turn_that_was_played_in_full_has_nothing_to_tell() {
        let mut round = round("white hand:15; black hand:15; white to roll", "256");
        for die in [2, 5, 6] {
            round.step(&StepChoice { from: Place::Hand, die: Die::new(die).unwrap() }).unwrap();
        }
        round.end_turn().unwrap();
        assert!(round.turn_played(0).unwrap().after.faces.is_empty());
    }

    #[test]
    fn a_hint_goes_on_from_the_steps_that_were_played() {
        let mut round = round("white 7:2 24:13 beyond; black 20:15 beyond; white to roll", "123");
        let mut player = Tavli::player(Level::STRONGEST, 1);
        let stop = tablen_engine::Stop::new();
        round.step(&StepChoice { from: on(7), die: Die::new(3).unwrap() }).unwrap();
        let choice = Tavli::choose(&mut player, &round, (&stop).into()).unwrap();
        let hint = Tavli::hint(&round, &choice).unwrap();
        assert_eq!(hint.steps.len(), 2, "{choice}");
        for step in &hint.steps {
            round.step(&StepChoice { from: step.from, die: step.die }).unwrap();
        }
        round.end_turn().unwrap();
    }
}
