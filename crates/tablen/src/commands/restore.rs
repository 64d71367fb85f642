use std::io::Write;
use std::path::PathBuf;

use clap::ArgMatches;
use tablen_rules::words::Lang;
use tablen_server::keeping::{self, WhichKey};

use super::Command;
use super::keeping::{DATA, data_file};
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::progress::Progress;

/// Puts a backup in the place of what a server keeps that does not run.
pub struct Restore {
    file: PathBuf,
    data: PathBuf,
    key: WhichKey,
}

const FILE: Argument = Argument::file("file").required().said_as("restore-file");
const KEY: Argument = Argument::file("key").said_as("restore-key");
const LOST_KEY: Argument = Argument::switch("lost-key");

impl Command for Restore {
    const NAME: &'static str = "restore";
    const ARGUMENTS: &'static [Argument] = &[FILE, DATA, KEY, LOST_KEY];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Restore, Failure> {
        let key = match (KEY.path(matches)?, LOST_KEY.is_given(matches)) {
            (Some(_), true) => return Err(Failure::Input(message!("restore.error.key-and-lost"))),
            (Some(file), false) => WhichKey::From(file.to_owned()),
            (None, true) => WhichKey::Lost,
            (None, false) => WhichKey::Beside,
        };
        Ok(Restore { file: FILE.needed_path(matches)?.to_owned(), data: data_file(matches)?, key })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let Restore { file, data, key } = self;
        let mut progress = Progress::new(0, lang);
        let restored = keeping::restore(&file, &data, &key, &mut |done, total| progress.of(done, total));
        drop(progress);
        let restored = restored.map_err(|error| Failure::input(&error))?;
        let done =
            message!("restore.done").text("file", data.display()).with("events", restored.found.events);
        writeln!(out, "{}", done.with("tables", restored.found.count()).render(lang))?;
        if let Some(aside) = restored.aside {
            writeln!(out, "{}", message!("restore.aside").text("file", aside.display()).render(lang))?;
        }
        if key == WhichKey::Lost {
            writeln!(out, "{}", message!("restore.lost-key").render(lang))?;
        }
        Ok(())
    }
}
