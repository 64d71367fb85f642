//! Tafl games: a king and his men against the besiegers (rules `T1`–`T18` and `A1`–`A15`).

mod arrangement;
mod cell;
mod layout;
mod preset;
mod ruleset;

pub use arrangement::{Arrangement, Piece, Setup};
pub use cell::{Cell, MAX_SIZE, MIN_SIZE};
pub use layout::{Board, Layout};
pub use preset::Preset;
pub use ruleset::{
    Announce, Bases, Companions, CornerHostility, First, Goal, KingArms, KingCapture, KingMove, Repetition, Ruleset,
    Stalemate, ThroneHostility, ThronePass, ThroneStop,
};

sides! {
    /// The besiegers: Muscovites in Tablut, black in Alea Evangelii.
    Attackers = attackers,
    /// The king and his men: Swedes in Tablut, white in Alea Evangelii.
    Defenders = defenders
}
