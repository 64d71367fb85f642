//! Real servers under fire, and what people at their tables notice of it.
//!
//! Everything is drawn from a seed: which fault comes when ([`schedule`]), what players play ([`players`]), what a disk loses
//! ([`disk`]). What people were told is kept ([`ledger`]) and held against what a server has after it was killed, lost its power or was
//! otherwise tried ([`judge`]). A short form runs with the tests of the `tablen` binary; the long form is this crate's program.

#[macro_use]
pub mod outcome;

mod attackers;
pub mod attacks;
pub mod client;
pub mod disk;
pub mod faults;
pub mod frames;
pub mod fuzz;
pub mod judge;
pub mod ledger;
pub mod lives;
mod pair;
pub mod players;
pub mod report;
pub mod restore;
pub mod schedule;
pub mod server;
pub mod site;
