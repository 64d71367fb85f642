//! The yearly Tablut challenge of the University of Bologna: two programs play over TCP, and a server watches over the rules.
//!
//! `wire` has the messages, `tracking` works out the moves between two boards, `client` and `server` play the two parts. The protocol and
//! what was decided where nobody says are told in `docs/challenge.md`.

mod client;
mod server;
mod tracking;
mod wire;

pub use client::Client;
pub use server::{Addresses, OWN_NAME, Server};

use tablen_rules::tafl::{Preset, Ruleset, Side};

/// The rules of the challenge.
pub fn ruleset() -> Ruleset {
    Preset::Ashton.ruleset()
}

/// The port on which a server of the challenge awaits a side.
pub const fn usual_port(side: Side) -> u16 {
    match side {
        Side::Defenders => 5800,
        Side::Attackers => 5801,
    }
}

/// What the challenge calls a side.
pub const fn colour(side: Side) -> &'static str {
    match side {
        Side::Defenders => "white",
        Side::Attackers => "black",
    }
}
