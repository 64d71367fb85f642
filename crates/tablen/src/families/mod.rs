//! What each family of games brings to the terminal: one folder a family behind one small interface, and the one place where rules,
//! a round or a board select their family. Everything else in this program is the same for all of them.
//!
//! To add a family `name`:
//!
//! 1. Write `name/` with what the others have: a [`FamilyPosition`] read from the command line, a [`FamilyBoard`] for `tablen play`,
//!    and a [`FamilyAnalysis`] of its rounds.
//! 2. Add it to the matches in this file; the compiler names them. If it can be pointed at otherwise than the others, [`Spot`] grows.
//! 3. Write its texts in every language. A test names the missing ones.

pub mod analysis;
mod board;
mod position;
mod tafl;
mod tavli;
mod thinker;

pub use analysis::{Asked, Decision, Effort, FamilyAnalysis, Length, Rollout};
pub use board::{FamilyBoard, Named, Room, Scene, Spot};
pub use position::{Counted, Depths, FamilyPosition, MoveList, Playouts, Tally};
/// Tavli is played with dice, and in every game one may decide who begins.
pub use tablen_rules::tavli::Die;
/// The name of the evaluation that suits the rules best.
pub use tafl::BUILTIN_NET;
pub use thinker::{Manner, Thinker, ThinkerOptions, table};

/// What can be learned by self-play.
pub mod training {
    pub use super::tafl::training as tafl;
    pub use super::tavli::training as tavli;
}

use tablen_engine::Signals;
use tablen_rules::words::Message;
use tablen_table::view::{Board, Hint, View};
use tablen_table::{AnyReason, Round, Ruleset};

use crate::arguments::Given;
use crate::failure::Failure;

/// The rules that are meant where nothing is said.
pub fn usual_rules() -> Ruleset {
    Ruleset::Tafl(tafl::usual_rules())
}

/// The names of the sides of all families.
pub fn side_names() -> Vec<&'static str> {
    [tafl::side_names(), tavli::side_names()].concat()
}

/// What a side of a family is called.
pub fn side(family: &str, side: &str) -> Message {
    tablen_rules::TEXTS.message(format!("{family}.side.{side}"))
}

/// Rules in our own words, or in another program's that a family understands.
pub fn read_rules(given: &Given<'_>) -> Result<Ruleset, Failure> {
    match tafl::is_opentafl(given) {
        true => tafl::read_opentafl(given).map(Ruleset::Tafl),
        false => given.parse(),
    }
}

/// The position that is given, or the rules' own with the side that is to begin.
pub fn read_position(
    ruleset: Ruleset,
    position: Option<Given<'_>>,
    first: Option<Given<'_>>,
) -> Result<Box<dyn FamilyPosition>, Failure> {
    Ok(match ruleset {
        Ruleset::Tafl(ruleset) => Box::new(tafl::read_position(&ruleset, position, first)?),
        Ruleset::Tavli(ruleset) => Box::new(tavli::read_position(ruleset, position, first)?),
    })
}

/// The rules, if something can be proved by them: only games without dice have proofs.
pub fn provable_rules(ruleset: Ruleset) -> Result<tablen_rules::tafl::Ruleset, Failure> {
    match ruleset {
        Ruleset::Tafl(ruleset) => Ok(ruleset),
        Ruleset::Tavli(_) => Err(Failure::Input(message!("solve.error.dice"))),
    }
}

/// As [`read_position`], by rules that have proofs.
pub fn read_provable_position(
    ruleset: &tablen_rules::tafl::Ruleset,
    position: Option<Given<'_>>,
    first: Option<Given<'_>>,
) -> Result<tablen_rules::tafl::Position, Failure> {
    tafl::read_position(ruleset, position, first)
}

/// Analyses the turns of a round until it is stopped. `next` hears of each.
pub fn analyse_round(
    round: &Round,
    asked: &Asked,
    signals: Signals<'_>,
    next: &mut dyn FnMut(),
) -> Result<Box<dyn FamilyAnalysis>, Failure> {
    Ok(match round {
        Round::Tafl(round) => Box::new(tafl::analyse_round(round, asked, signals, next)?),
        Round::Tavli(round) => Box::new(tavli::analyse_round(round, asked, signals, next)?),
    })
}

/// A computer player behind the engine protocol; tavli has none yet.
pub fn thinker(ruleset: &Ruleset, options: &ThinkerOptions) -> Result<Box<dyn Thinker>, Message> {
    match ruleset {
        Ruleset::Tafl(ruleset) => tafl::thinker(ruleset, options),
        Ruleset::Tavli(_) => Err(message!("engine.error.tavli")),
    }
}

/// A tafl position as lines of text.
pub fn tafl_picture<B: tablen_rules::tafl::Bits>(position: &tablen_rules::tafl::Position<B>) -> String {
    tafl::position_picture(position)
}

/// Why the games of a match cannot begin with random moves; nothing if they can.
pub fn openings_refused(ruleset: &Ruleset) -> Option<Message> {
    match ruleset {
        Ruleset::Tafl(_) => None,
        Ruleset::Tavli(_) => Some(tavli::openings_refused()),
    }
}

/// Why the rules ended a round, as a sentence.
pub fn end(reason: AnyReason) -> Message {
    match reason {
        AnyReason::Tafl(reason) => tafl::end(reason),
        AnyReason::Tavli(reason) => tavli::end(reason),
    }
}

/// The board of a view.
pub fn board(view: &View) -> Option<&dyn FamilyBoard> {
    Some(match view.board.as_ref()? {
        Board::Tafl(board) => board,
        Board::Tavli(board) => board,
    })
}

/// Where a hint comes from and leads to, and how it is written down.
pub fn hinted(hint: &Hint) -> (Vec<Spot>, &str) {
    match hint {
        Hint::Move(hint) => (tafl::hinted(hint), &hint.text),
        Hint::Turn(hint) => (tavli::hinted(hint), &hint.text),
    }
}

/// The move or step that a word names.
pub fn read_move(rules: &Ruleset, word: &str) -> Result<Named, Message> {
    match rules {
        Ruleset::Tafl(_) => tafl::read_move(word),
        Ruleset::Tavli(_) => tavli::read_step(word),
    }
}

/// The side of a name, which must be one of a family's.
fn read_side<S>(name: &Given<'_>, from_name: fn(&str) -> Option<S>, known: &[&str]) -> Result<S, Failure> {
    from_name(&name.text).ok_or_else(|| name.unknown(known))
}

/// The failure of a side that is said by the position and by a flag.
fn side_twice() -> Failure {
    Failure::Input(message!("cli.error.side-twice"))
}

/// The keys of this program's texts that a family puts together; tafl's own are among those of the rules.
#[cfg(test)]
pub fn text_keys() -> Vec<String> {
    tavli::text_keys()
}
