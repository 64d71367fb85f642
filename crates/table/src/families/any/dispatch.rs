//! How whatever is asked of any game is asked of the family that it is: one arm for each family in every match.

use tablen_engine::{Level, Signals};
use tablen_rules::rule::RuleId;
use tablen_rules::text::Located;
use tablen_rules::words::Message;
use tablen_rules::{tafl, tavli};

use super::{
    AnyGame, AnyIllegal, AnyPlayer, AnyPosition, AnyReason, AnyStartFault, Board, Choice, Hint, Placement,
    Round, Ruleset, Sketch, Start,
};
use crate::analysis::Analyst;
use crate::event::Command;
use crate::families::tafl::{Tafl, TaflRound};
use crate::families::tavli::{StepChoice, Tavli, TavliRound};
use crate::family::{
    BadStart, BadTurn, CannotBegin, Family, First, GameRound, Illegal, Never, NotAPlace, Shown, StartFaults,
    TurnPlayed,
};
use crate::picture::Picture;
use crate::spec::Colour;

/// What one family says, as any of them says it.
trait OneOf<Any> {
    fn any(self) -> Any;
}

impl<F: Family<Illegal: Into<AnyIllegal>>> OneOf<Illegal> for Illegal<F> {
    fn any(self) -> Illegal {
        match self {
            Illegal::OtherGame => Illegal::OtherGame,
            Illegal::NotThrown => Illegal::NotThrown,
            Illegal::Thrown => Illegal::Thrown,
            Illegal::NoStep => Illegal::NoStep,
            Illegal::Rule(illegal) => Illegal::Rule(illegal.into()),
        }
    }
}

impl<F: Family<Illegal: Into<AnyIllegal>>> OneOf<BadTurn> for BadTurn<F> {
    fn any(self) -> BadTurn {
        match self {
            BadTurn::Text(error) => BadTurn::Text(error),
            BadTurn::Illegal(illegal) => BadTurn::Illegal(illegal.any()),
            BadTurn::Misstated { right } => BadTurn::Misstated { right },
        }
    }
}

impl From<Never> for tafl::RulesetFaults {
    fn from(never: Never) -> tafl::RulesetFaults {
        match never {}
    }
}

/// What keeps a round of one family from beginning, as any of them says it.
fn any_begin<F>(cannot: CannotBegin<F>) -> CannotBegin
where
    F: Family<RulesetFaults: Into<tafl::RulesetFaults>, StartFault: Into<AnyStartFault>>,
{
    let any = |bad: BadStart<F>| match bad {
        BadStart::OtherGame => BadStart::OtherGame,
        BadStart::Over => BadStart::Over,
        BadStart::Fault(fault) => BadStart::Fault(fault.into()),
    };
    match cannot {
        CannotBegin::Rules(faults) => CannotBegin::Rules(faults.into()),
        CannotBegin::Start(faults) => {
            CannotBegin::Start(StartFaults(faults.0.into_iter().map(any).collect()))
        }
    }
}

impl<T, E: OneOf<A>, A> OneOf<Result<T, A>> for Result<T, E> {
    fn any(self) -> Result<T, A> {
        self.map_err(E::any)
    }
}

impl<F: Family<Illegal: Into<AnyIllegal>>> OneOf<Option<Illegal>> for Option<Illegal<F>> {
    fn any(self) -> Option<Illegal> {
        self.map(OneOf::any)
    }
}

impl Family for AnyGame {
    type Ruleset = Ruleset;
    type RulesetError = tafl::RulesetError;
    type RulesetFaults = tafl::RulesetFaults;
    type Round = Round;
    type Position = AnyPosition;
    type Start = Start;
    type StartFault = AnyStartFault;
    type Move = tafl::Move;
    type Roll = tavli::Roll;
    type StepChoice = StepChoice;
    type Step = tavli::Step;
    type Reason = AnyReason;
    type Illegal = AnyIllegal;
    type Choice = Choice;
    type Board = Board;
    type Placement = Placement;
    type Hint = Hint;
    type Sketch = Sketch;
    type Player = AnyPlayer;

    fn game(ruleset: &Ruleset) -> &'static str {
        match ruleset {
            Ruleset::Tafl(ruleset) => Tafl::game(ruleset),
            Ruleset::Tavli(ruleset) => Tavli::game(ruleset),
        }
    }

    fn game_in_records(ruleset: &Ruleset) -> &'static str {
        match ruleset {
            Ruleset::Tafl(ruleset) => Tafl::game_in_records(ruleset),
            Ruleset::Tavli(ruleset) => Tavli::game_in_records(ruleset),
        }
    }

    fn preset(ruleset: &Ruleset) -> Option<&'static str> {
        match ruleset {
            Ruleset::Tafl(ruleset) => Tafl::preset(ruleset),
            Ruleset::Tavli(ruleset) => Tavli::preset(ruleset),
        }
    }

    fn side_name(ruleset: &Ruleset, colour: Colour) -> &'static str {
        match ruleset {
            Ruleset::Tafl(ruleset) => Tafl::side_name(ruleset, colour),
            Ruleset::Tavli(ruleset) => Tavli::side_name(ruleset, colour),
        }
    }

    fn first(ruleset: &Ruleset, last: Option<Colour>) -> First {
        match ruleset {
            Ruleset::Tafl(ruleset) => Tafl::first(ruleset, last),
            Ruleset::Tavli(ruleset) => Tavli::first(ruleset, last),
        }
    }

    fn first_of(start: &Start) -> Colour {
        match start {
            Start::Tafl(start) => Tafl::first_of(start),
            Start::Tavli(start) => Tavli::first_of(start),
        }
    }

    fn reasons() -> Vec<AnyReason> {
        let tafl = Tafl::reasons().into_iter().map(AnyReason::Tafl);
        tafl.chain(Tavli::reasons().into_iter().map(AnyReason::Tavli)).collect()
    }

    fn reason_name(reason: AnyReason) -> &'static str {
        match reason {
            AnyReason::Tafl(reason) => Tafl::reason_name(reason),
            AnyReason::Tavli(reason) => Tavli::reason_name(reason),
        }
    }

    fn rule(illegal: &AnyIllegal) -> Option<RuleId> {
        match illegal {
            AnyIllegal::Tafl(illegal) => Tafl::rule(illegal),
            AnyIllegal::Tavli(illegal) => Tavli::rule(illegal),
        }
    }

    fn play(position: &AnyPosition, turn: &Choice) -> Result<(String, AnyPosition), Illegal> {
        match (position, turn) {
            (AnyPosition::Tafl(position), Choice::Move(mv)) => {
                let (text, next) = Tafl::play(position, mv).any()?;
                Ok((text, AnyPosition::Tafl(next)))
            }
            (AnyPosition::Tavli(position), Choice::Turn(turn)) => {
                let (text, next) = Tavli::play(position, turn).any()?;
                Ok((text, AnyPosition::Tavli(next)))
            }
            (AnyPosition::Tafl(_), Choice::Turn(_)) | (AnyPosition::Tavli(_), Choice::Move(_)) => {
                Err(Illegal::OtherGame)
            }
        }
    }

    fn read_turn(position: &AnyPosition, text: &str) -> Result<(Choice, AnyPosition), BadTurn> {
        match position {
            AnyPosition::Tafl(position) => {
                let (mv, next) = Tafl::read_turn(position, text).any()?;
                Ok((Choice::Move(mv), AnyPosition::Tafl(next)))
            }
            AnyPosition::Tavli(position) => {
                let (turn, next) = Tavli::read_turn(position, text).any()?;
                Ok((Choice::Turn(turn), AnyPosition::Tavli(next)))
            }
        }
    }

    fn roll_of(turn: &Choice) -> Option<tavli::Roll> {
        match turn {
            Choice::Move(_) => None,
            Choice::Turn(turn) => Tavli::roll_of(turn),
        }
    }

    fn read_roll(text: &str) -> Result<tavli::Roll, Located<Message>> {
        Tavli::read_roll(text)
    }

    fn hint(round: &Round, choice: &Choice) -> Option<Hint> {
        match (round, choice) {
            (Round::Tafl(round), Choice::Move(mv)) => Tafl::hint(round, mv).map(Hint::Move),
            (Round::Tavli(round), Choice::Turn(turn)) => Tavli::hint(round, turn).map(Hint::Turn),
            (Round::Tafl(_), Choice::Turn(_)) | (Round::Tavli(_), Choice::Move(_)) => None,
        }
    }

    fn reason_for(round: &Round, choice: &Choice) -> Option<Message> {
        match (round, choice) {
            (Round::Tafl(round), Choice::Move(mv)) => Tafl::reason_for(round, mv),
            (Round::Tavli(round), Choice::Turn(turn)) => Tavli::reason_for(round, turn),
            (Round::Tafl(_), Choice::Turn(_)) | (Round::Tavli(_), Choice::Move(_)) => None,
        }
    }

    fn picture(sketch: &Sketch) -> Picture {
        match sketch {
            Sketch::Tafl(sketch) => Tafl::picture(sketch),
            Sketch::Tavli(sketch) => Tavli::picture(sketch),
        }
    }

    fn player(level: Level, seed: u64) -> AnyPlayer {
        AnyPlayer::with_settings(&level.into(), seed)
    }

    fn choose(player: &mut AnyPlayer, round: &Round, signals: Signals<'_>) -> Option<Choice> {
        match round {
            Round::Tafl(round) => Tafl::choose(&mut player.tafl, round, signals).map(Choice::Move),
            Round::Tavli(round) => Tavli::choose(&mut player.tavli, round, signals).map(Choice::Turn),
        }
    }

    fn analyst(round: &Round) -> Option<Box<dyn Analyst<AnyGame>>> {
        super::analysis::analyst(round)
    }
}

/// Does the same with a round of whichever family it is.
macro_rules! in_family {
    ($of:expr, $round:ident => $do:expr) => {
        match $of {
            Round::Tafl($round) => $do,
            Round::Tavli($round) => $do,
        }
    };
}

impl GameRound<AnyGame> for Round {
    fn new(ruleset: &Ruleset, first: Colour) -> Result<Round, tafl::RulesetFaults> {
        match ruleset {
            Ruleset::Tafl(ruleset) => TaflRound::new(ruleset, first).map(Round::Tafl),
            Ruleset::Tavli(ruleset) => match TavliRound::new(ruleset, first) {
                Ok(round) => Ok(Round::Tavli(Box::new(round))),
                Err(never) => match never {},
            },
        }
    }

    fn from_start(ruleset: &Ruleset, start: &Start) -> Result<Round, CannotBegin> {
        match (ruleset, start) {
            (Ruleset::Tafl(ruleset), Start::Tafl(start)) => {
                TaflRound::from_start(ruleset, start).map(Round::Tafl).map_err(any_begin)
            }
            (Ruleset::Tavli(ruleset), Start::Tavli(start)) => TavliRound::from_start(ruleset, start)
                .map(|round| Round::Tavli(Box::new(round)))
                .map_err(any_begin),
            (Ruleset::Tafl(_), Start::Tavli(_)) | (Ruleset::Tavli(_), Start::Tafl(_)) => {
                Err(CannotBegin::Start(BadStart::OtherGame.into()))
            }
        }
    }

    fn to_act(&self) -> Option<Colour> {
        in_family!(self, round => round.to_act())
    }

    fn outcome(&self) -> Option<(Option<Colour>, AnyReason)> {
        match self {
            Round::Tafl(round) => round.outcome().map(|(winner, why)| (winner, AnyReason::Tafl(why))),
            Round::Tavli(round) => round.outcome().map(|(winner, why)| (winner, AnyReason::Tavli(why))),
        }
    }

    fn turns(&self) -> usize {
        in_family!(self, round => round.turns())
    }

    fn captured_by(&self, colour: Colour) -> u32 {
        in_family!(self, round => round.captured_by(colour))
    }

    fn play_move(&mut self, mv: &tafl::Move) -> Result<(), Illegal> {
        match self {
            Round::Tafl(round) => round.play_move(mv).any(),
            Round::Tavli(_) => Err(Illegal::OtherGame),
        }
    }

    fn is_played_in_steps(&self) -> bool {
        in_family!(self, round => round.is_played_in_steps())
    }

    fn may_roll(&self) -> Result<(), Illegal> {
        in_family!(self, round => round.may_roll().any())
    }

    fn roll(&mut self, roll: &tavli::Roll) -> Result<(), Illegal> {
        match self {
            Round::Tafl(_) => Err(Illegal::OtherGame),
            Round::Tavli(round) => round.roll(roll).any(),
        }
    }

    fn step(&mut self, choice: &StepChoice) -> Result<tavli::Step, Illegal> {
        match self {
            Round::Tafl(_) => Err(Illegal::OtherGame),
            Round::Tavli(round) => round.step(choice).any(),
        }
    }

    fn undo_step(&mut self) -> Result<(), Illegal> {
        in_family!(self, round => round.undo_step().any())
    }

    fn turn_under_way(&self) -> Option<Choice> {
        match self {
            Round::Tafl(_) => None,
            Round::Tavli(round) => round.turn_under_way().map(Choice::Turn),
        }
    }

    fn steps_played(&self) -> usize {
        in_family!(self, round => round.steps_played())
    }

    fn ends_by_itself(&self) -> bool {
        in_family!(self, round => round.ends_by_itself())
    }

    fn end_turn(&mut self) -> Result<(), Illegal> {
        in_family!(self, round => round.end_turn().any())
    }

    fn take_back_to(&mut self, turns: usize, keeps_throws: bool) {
        in_family!(self, round => round.take_back_to(turns, keeps_throws));
    }

    fn was_played(&self, turn: usize) -> bool {
        in_family!(self, round => round.was_played(turn))
    }

    fn command(&self, choice: &Choice) -> Option<Command> {
        match (self, choice) {
            (Round::Tafl(round), Choice::Move(mv)) => match round.command(mv)? {
                Command::Move { mv } => Some(Command::Move { mv }),
                _ => None,
            },
            (Round::Tavli(round), Choice::Turn(turn)) => match round.command(turn)? {
                Command::Turn { steps, end } => Some(Command::Turn { steps, end }),
                _ => None,
            },
            (Round::Tafl(_), Choice::Turn(_)) | (Round::Tavli(_), Choice::Move(_)) => None,
        }
    }

    fn why_not(&self, from: &str, to: &str) -> Result<Option<Illegal>, NotAPlace> {
        in_family!(self, round => Ok(round.why_not(from, to)?.any()))
    }

    fn why_not_from(&self, from: &str) -> Result<Option<Illegal>, NotAPlace> {
        in_family!(self, round => Ok(round.why_not_from(from)?.any()))
    }

    fn show(&self, can_act: bool) -> Shown<AnyGame> {
        match self {
            Round::Tafl(round) => {
                let Shown { board, asks } = round.show(can_act);
                Shown { board: Board::Tafl(board), asks }
            }
            Round::Tavli(round) => {
                let Shown { board, asks } = round.show(can_act);
                Shown { board: Board::Tavli(board), asks }
            }
        }
    }

    fn sketch(&self) -> Sketch {
        match self {
            Round::Tafl(round) => Sketch::Tafl(round.sketch()),
            Round::Tavli(round) => Sketch::Tavli(round.sketch()),
        }
    }

    fn turn_played(&self, turn: usize) -> Option<TurnPlayed<AnyGame>> {
        Some(match self {
            Round::Tafl(round) => {
                let TurnPlayed { colour, text, after } = round.turn_played(turn)?;
                TurnPlayed { colour, text, after: Placement::Tafl(after) }
            }
            Round::Tavli(round) => {
                let TurnPlayed { colour, text, after } = round.turn_played(turn)?;
                TurnPlayed { colour, text, after: Placement::Tavli(after) }
            }
        })
    }

    fn position_before(&self, turn: usize) -> Option<AnyPosition> {
        Some(match self {
            Round::Tafl(round) => AnyPosition::Tafl(round.position_before(turn)?),
            Round::Tavli(round) => AnyPosition::Tavli(round.position_before(turn)?),
        })
    }

    fn read_move(&self, text: &str) -> Result<tafl::Move, BadTurn> {
        match self {
            Round::Tafl(round) => round.read_move(text).any(),
            Round::Tavli(_) => Err(BadTurn::Illegal(Illegal::OtherGame)),
        }
    }

    fn read_step(&self, text: &str) -> Result<tavli::Step, BadTurn> {
        match self {
            Round::Tafl(_) => Err(BadTurn::Illegal(Illegal::OtherGame)),
            Round::Tavli(round) => round.read_step(text).any(),
        }
    }
}
