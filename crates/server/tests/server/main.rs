//! The server over real sockets. One program, so that everything below is linked once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

mod support;

mod analysis;
mod api;
mod bot;
mod costs;
#[cfg(target_os = "linux")]
mod disk;
mod golden;
#[cfg(unix)]
mod keeping;
mod lasting;
mod limits;
mod play;
mod study;
mod study_why;
mod trust;
mod waiting;
