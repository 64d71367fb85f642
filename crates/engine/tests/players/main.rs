//! The computer players of all games. One program, so that everything below is linked once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

mod random;
mod tafl_support;

mod tafl_analysis;
mod tafl_finds;
mod tafl_levels;
mod tafl_players;
mod tavli_bench;
mod tavli_choices;
mod tavli_facts;
mod tavli_games;
