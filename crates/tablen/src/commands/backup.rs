use std::io::Write;
use std::path::PathBuf;

use clap::ArgMatches;
use tablen_rules::words::Lang;
use tablen_server::keeping;

use super::Command;
use super::keeping::{DATA, data_file};
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::files::beside;
use crate::progress::Progress;

/// Copies what a server keeps, while it runs or not, and looks whether the copy is sound.
pub struct Backup {
    file: PathBuf,
    data: PathBuf,
    may_replace: bool,
}

const FILE: Argument = Argument::file("file").required().said_as("backup-file");
const REPLACE: Argument = Argument::switch("replace");

impl Command for Backup {
    const NAME: &'static str = "backup";
    const ARGUMENTS: &'static [Argument] = &[FILE, DATA, REPLACE];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Backup, Failure> {
        Ok(Backup {
            file: FILE.needed_path(matches)?.to_owned(),
            data: data_file(matches)?,
            may_replace: REPLACE.is_given(matches),
        })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let Backup { file, data, may_replace } = self;
        let mut progress = Progress::new(0, lang);
        let copied = keeping::backup(&data, &file, may_replace, &mut |done, total| progress.of(done, total));
        drop(progress);
        let copied = copied.map_err(|error| Failure::input(&error))?;
        let done = message!("backup.done").text("file", file.display()).with("events", copied.events);
        writeln!(out, "{}", done.with("tables", copied.count()).render(lang))?;
        let key = message!("backup.key").text("key", beside(&data, ".key").display());
        writeln!(out, "{}", key.render(lang))?;
        Ok(())
    }
}
