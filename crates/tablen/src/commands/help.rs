use std::io::Write;

use clap::ArgMatches;
use tablen_rules::words::Lang;

use super::{COMMANDS, Command, Entry, named};
use crate::arguments::Argument;
use crate::command_line;
use crate::failure::Failure;

const COMMAND: Argument = Argument::flag("command", "command")
    .only_plain()
    .one_of(|| COMMANDS.iter().map(|entry| entry.name).collect());

/// Says what can be done, or all about one command.
pub struct Help {
    command: Option<&'static Entry>,
}

impl Command for Help {
    const NAME: &'static str = "help";
    const ARGUMENTS: &'static [Argument] = &[COMMAND];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Help, Failure> {
        let command = COMMAND
            .given(matches)?
            .map(|given| named(&given.text).ok_or_else(|| command_line::unknown_command(&given.text)));
        Ok(Help { command: command.transpose()? })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        Ok(write!(out, "{}", command_line::help(self.command, lang))?)
    }
}
