//! Tafl games: a king and his men against the besiegers (rules `T1`–`T18` and `A1`–`A15`).
//!
//! A [`Ruleset`] is data; [`Rules`] is a ruleset made ready for a board width; a [`State`] is what a search copies and changes;
//! a [`Position`] is a state with its rules, safe to play; a [`Game`] remembers how it came about.

mod announce;
mod arrangement;
mod bits;
mod capture;
mod cell;
mod fault;
mod game;
mod layout;
mod movement;
mod notation;
pub mod otn;
mod position;
mod preset;
mod reason;
mod rows;
mod rules;
mod ruleset;
mod ruleset_text;
mod siege;
mod state;
mod symmetry;
mod walk;
mod zobrist;

pub use announce::{Announcement, Announcements, Route};
pub use arrangement::{Arrangement, Piece, Setup};
pub use bits::{Bits, Cells, Narrow, Wide};
pub use capture::Made;
pub use cell::{Cell, MAX_SIZE, MIN_SIZE};
pub use fault::{RulesetFault, RulesetFaults, SetupFault, SetupFaults};
pub use game::Game;
pub use layout::{Board, Layout};
pub use movement::Move;
pub use notation::{Marks, MoveRecord, NotationError};
pub use position::{Outcome, Position, Reason, Status};
pub use preset::Preset;
pub use reason::{IllegalMove, WhyNot};
pub use rows::Rows;
pub use rules::{Rules, fits_narrow};
pub use ruleset::{
    Announce, Bases, Companions, CornerHostility, First, Goal, KingArms, KingCapture, KingMove, Repetition,
    Ruleset, Stalemate, ThroneHostility, ThronePass, ThroneStop,
};
pub use ruleset_text::RulesetError;
pub use siege::{CaptureSpots, KingReach, KingTerrain, Siege};
pub use state::State;
pub use symmetry::Symmetry;
pub use walk::Walk;

sides! {
    /// The besiegers: Muscovites in Tablut, black in Alea Evangelii.
    Attackers = attackers,
    /// The king and his men: Swedes in Tablut, white in Alea Evangelii.
    Defenders = defenders
}
