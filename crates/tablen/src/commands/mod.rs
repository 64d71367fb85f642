//! One file a command.
//!
//! To add a command `name`:
//!
//! 1. Write `name.rs` with a struct that holds its arguments, read and checked, and implement [`Command`] for it: the list of
//!    [arguments](crate::arguments), how the struct is made from a command line, and what it does.
//! 2. Add it to [`COMMANDS`]; help, completions, man pages and suggestions follow.
//! 3. Write its texts in every language: `cli.command.name` (one line), `cli.example.name`, and `cli.flag.FLAG` or
//!    `cli.value.VALUE` for what is new in its arguments. A test names the missing ones.

mod analyse;
mod backup;
mod bench;
mod calibrate;
mod challenge;
mod completions;
mod decisions;
mod engine;
mod games;
mod help;
mod keeping;
mod man;
mod matches;
mod moves;
mod openings;
mod perft;
mod play;
mod playout;
mod print;
mod prune;
mod puzzles;
mod restore;
mod serve;
mod show;
mod solve;
mod suite;
mod train;
mod verify;
mod version;

pub use play::{NewGame, Play, Which};

use std::fs;
use std::io::{self, Read as _, Write};
use std::path::Path;

use clap::ArgMatches;
use tablen_rules::words::Lang;

use crate::arguments::Argument;
use crate::failure::Failure;

/// A command with its arguments, read and checked.
pub trait Command: Sized {
    /// What it is called.
    const NAME: &'static str;
    /// What it takes, in the order of its help.
    const ARGUMENTS: &'static [Argument];

    /// Reads its arguments. The language is for texts that become part of what it does.
    fn read(matches: &ArgMatches, lang: Lang) -> Result<Self, Failure>;

    /// Does it. What it finds goes to `out`, in a language.
    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure>;
}

/// A command in the list of all.
pub struct Entry {
    /// What it is called.
    pub name: &'static str,
    /// What it takes.
    pub arguments: &'static [Argument],
    /// Reads its arguments and does it.
    pub run: fn(&ArgMatches, &mut dyn Write, Lang) -> Result<(), Failure>,
}

impl Entry {
    const fn of<C: Command>() -> Entry {
        Entry {
            name: C::NAME,
            arguments: C::ARGUMENTS,
            run: |matches, out, lang| C::read(matches, lang)?.run(out, lang),
        }
    }

    /// The names of its flags, without dashes.
    pub fn flags(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.arguments.iter().filter(|argument| argument.is_flag()).map(|argument| argument.name)
    }
}

/// Every command, in the order of the help.
pub const COMMANDS: &[Entry] = &[
    Entry::of::<serve::Serve>(),
    Entry::of::<backup::Backup>(),
    Entry::of::<restore::Restore>(),
    Entry::of::<prune::Prune>(),
    Entry::of::<play::Play>(),
    Entry::of::<games::Games>(),
    Entry::of::<print::Print>(),
    Entry::of::<show::Show>(),
    Entry::of::<moves::Moves>(),
    Entry::of::<analyse::Analyse>(),
    Entry::of::<solve::Solve>(),
    Entry::of::<suite::Suite>(),
    Entry::of::<decisions::Decisions>(),
    Entry::of::<puzzles::PuzzlesCommand>(),
    Entry::of::<verify::Verify>(),
    Entry::of::<perft::Perft>(),
    Entry::of::<bench::Bench>(),
    Entry::of::<playout::Playout>(),
    Entry::of::<matches::Match>(),
    Entry::of::<openings::Openings>(),
    Entry::of::<calibrate::Calibrate>(),
    Entry::of::<engine::Engine>(),
    Entry::of::<challenge::Challenge>(),
    Entry::of::<train::Train>(),
    Entry::of::<completions::Completions>(),
    Entry::of::<man::Man>(),
    Entry::of::<help::Help>(),
    Entry::of::<version::Version>(),
];

/// The command of a name.
pub fn named(name: &str) -> Option<&'static Entry> {
    COMMANDS.iter().find(|entry| entry.name == name)
}

/// Writes a JSON value and ends the line.
pub fn write_json(out: &mut dyn Write, value: &serde_json::Value) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// All of a file; `-` is standard input.
fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| {
        let message = message!("cli.error.file").text("file", path.display());
        Failure::Input(message.text("error", error))
    })
}
