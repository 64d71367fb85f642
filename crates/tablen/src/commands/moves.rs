use std::io::Write;

use clap::ArgMatches;
use tablen_rules::words::Lang;

use super::Command;
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::families::MoveList;
use crate::subject::{self, FIRST, PRESET, RULES, SET};

/// Lists what can be played, with a roll where the game has dice.
pub struct Moves {
    of: Box<dyn MoveList>,
    is_json: bool,
}

const POSITION: Argument = subject::POSITION.plain();
const ROLL: Argument = Argument::flag("roll", "dice");

impl Command for Moves {
    const NAME: &'static str = "moves";
    const ARGUMENTS: &'static [Argument] = &[PRESET, POSITION, ROLL, FIRST, RULES, SET, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Moves, Failure> {
        let of = subject::position(matches, &POSITION)?.moves(ROLL.given(matches)?)?;
        Ok(Moves { of, is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        self.of.list(self.is_json, out, lang)
    }
}
