//! Zeno's tavli (rules `Z1`–`Z20`).

mod dice;
mod place;
mod ruleset;
mod ruleset_text;
mod setup;
mod step;

pub use dice::{Die, Roll};
pub use place::{Cell, Column, Place};
pub use ruleset::{Compulsion, EnteringHits, First, Gate, Phase1Blots, Phase1Move, Reentry, Ruleset};
pub use setup::{MEN, Men, Setup};
pub use step::Step;

sides! {
    /// The first player unless a roll-off says otherwise (Z3).
    White = white,
    /// The second player.
    Black = black
}
