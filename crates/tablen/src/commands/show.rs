use std::io::Write;

use clap::ArgMatches;
use tablen_rules::words::Lang;

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::families::FamilyPosition;
use crate::subject::{self, FIRST, PRESET, RULES, SET};

/// Draws a position and says what there is to say about it.
pub struct Show {
    position: Box<dyn FamilyPosition>,
    is_json: bool,
}

const POSITION: Argument = subject::POSITION.plain();

impl Command for Show {
    const NAME: &'static str = "show";
    const ARGUMENTS: &'static [Argument] = &[PRESET, POSITION, FIRST, RULES, SET, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Show, Failure> {
        Ok(Show { position: subject::position(matches, &POSITION)?, is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        match self.is_json {
            true => write_json(out, &self.position.as_json())?,
            false => self.position.show(out, lang)?,
        }
        Ok(())
    }
}
