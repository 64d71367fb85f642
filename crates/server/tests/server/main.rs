//! The server over real sockets. One program, so that everything below is linked once.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

mod support;

mod analysis;
mod api;
mod bot;
#[cfg(target_os = "linux")]
mod disk;
mod golden;
mod lasting;
mod limits;
mod play;
mod study;
mod trust;
mod waiting;
