//! `tablen play`: a game in the terminal, on a screen or as lines.

mod plain;
mod saved;
pub mod screen;
mod session;
mod setup;
mod telling;
mod thinking;

use std::io::{self, IsTerminal};
use std::time::Duration;

use tablen_rules::words::Lang;

use crate::commands::Play;
use crate::failure::Failure;
use session::Session;
use setup::Setup;

#[cfg(test)]
pub use plain::WORDS;
/// How a game ended.
pub use telling::{reason, result};
pub use telling::{unnamed, who};

/// Plays a game: on the whole screen, or line by line where there is none.
pub fn play(asked: Play, lang: Lang) -> Result<(), Failure> {
    let is_plain = asked.is_plain;
    let mut setup = Setup::of(asked)?;
    let is_screen = io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && std::env::var("TERM").is_ok_and(|terminal| terminal != "dumb");
    if is_plain || !is_screen {
        // Nobody watches the computer's steps one by one.
        setup.pace = Duration::ZERO;
        let mut out = io::stdout().lock();
        return Ok(plain::Plain::new(Session::begin(setup, lang)?, lang, &mut out).run(io::stdin().lock())?);
    }
    Ok(screen::run(Session::begin(setup, lang)?, lang)?)
}
