//! The real binary. One program, so that everything below is linked once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

mod analyse;
mod bench_command;
mod calibrate_command;
mod challenge;
mod command_line;
mod decisions_command;
mod engine_command;
mod golden;
#[cfg(unix)]
mod keeping;
mod match_command;
#[cfg(unix)]
mod match_programs;
mod openings_command;
mod play_plain;
#[cfg(unix)]
mod play_screen;
mod print_command;
mod puzzles_command;
#[cfg(unix)]
mod serve;
mod solve;
mod train_command;
mod verify;
mod workspace;

use std::time::Duration;

/// How long a test waits for what must come soon. Where all goes well nobody waits that long: a busy machine is slow, not wrong.
const PATIENCE: Duration = Duration::from_secs(60);

/// The quickest of a few: whatever else the machine does only makes one longer. No more are tried than are needed.
fn quickest(bound: Duration, mut deed: impl FnMut() -> Duration) {
    let mut times = Vec::new();
    while times.len() < 8 {
        times.push(deed());
        if times.last().is_some_and(|time| *time < bound) {
            return;
        }
    }
    panic!("never within {bound:?}: {times:?}");
}

/// Sends a signal to a process. By the shell, which is everywhere; the program `kill` is not.
#[cfg(unix)]
fn signal(name: &str, process: u32) {
    let sent = std::process::Command::new("sh").args(["-c", &format!("kill -{name} {process}")]).status();
    assert!(sent.unwrap().success(), "{name} to {process}");
}
