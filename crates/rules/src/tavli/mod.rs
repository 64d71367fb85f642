//! Zeno's tavli (rules `Z1`–`Z20`).
//!
//! A [`Position`] is a valid one before a throw. Throwing gives a [`Play`], in which steps are tried, refused with
//! their [reason](Illegal), taken back and finished; or all [`Results`] of the throw at once, for a computer player.

mod cell_set;
mod compulsion;
mod dice;
mod dice_left;
mod fault;
mod field;
mod key;
mod layers;
mod notation;
mod options;
mod packed;
mod perft;
mod place;
mod play;
mod position;
mod reader;
mod reason;
mod results;
mod ruleset;
mod ruleset_text;
mod seen;
mod setup;
mod setup_text;
mod step;
mod triple;
mod turn;
mod turn_to;

pub use cell_set::CellSet;
pub use dice::{Die, Roll};
pub use fault::{Fault, Faults};
pub use options::{Playable, StepOptions};
pub use packed::Packed;
pub use place::{Cell, Column, Place};
pub use play::Play;
pub use position::{GameOver, Outcome, Position, Status, TURN_LIMIT};
pub use reader::{Expected, NotationError};
pub use reason::Illegal;
pub use results::Results;
pub use ruleset::{
    Compulsion, EnteringHits, First, Gate, Phase1Blots, Phase1Move, Reentry, Ruleset, roll_off,
};
pub use setup::{MEN, Men, Setup};
pub use step::Step;
pub use turn::{IllegalTurn, Turn};

sides! {
    /// The first player unless a roll-off says otherwise (Z3).
    White = white,
    /// The second player.
    Black = black
}
