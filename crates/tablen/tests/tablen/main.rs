//! The real binary. One program, so that everything below is linked once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

mod analyse;
mod command_line;
mod golden;
mod match_command;
mod play_plain;
#[cfg(unix)]
mod play_screen;
#[cfg(unix)]
mod serve;
mod solve;
mod train_command;
mod verify;
