//! The real binary. One program, so that everything below is linked once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

mod analyse;
mod bench_command;
mod challenge;
mod command_line;
mod decisions_command;
mod engine_command;
mod golden;
mod match_command;
#[cfg(unix)]
mod match_programs;
mod openings_command;
mod play_plain;
#[cfg(unix)]
mod play_screen;
#[cfg(unix)]
mod serve;
mod solve;
mod train_command;
mod verify;

/// Sends a signal to a process. By the shell, which is everywhere; the program `kill` is not.
#[cfg(unix)]
fn signal(name: &str, process: u32) {
    let sent = std::process::Command::new("sh").args(["-c", &format!("kill -{name} {process}")]).status();
    assert!(sent.unwrap().success(), "{name} to {process}");
}
