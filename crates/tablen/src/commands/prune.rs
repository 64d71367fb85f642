use std::io::Write;
use std::path::PathBuf;

use clap::ArgMatches;
use tablen_rules::words::Lang;
use tablen_server::keeping::{self, Retention};

use super::Command;
use super::keeping::{DATA, KEEP_RECORDS, KEEP_UNFINISHED, KEEP_WAITING, data_file, retention, tell_room};
use crate::arguments::Argument;
use crate::failure::Failure;
use crate::progress::Progress;

/// Forgets tables that nobody goes on with, while a server runs or not.
pub struct Prune {
    data: PathBuf,
    retention: Retention,
    is_trial: bool,
}

const DRY_RUN: Argument = Argument::switch("dry-run");

impl Command for Prune {
    const NAME: &'static str = "prune";
    const ARGUMENTS: &'static [Argument] = &[DATA, KEEP_WAITING, KEEP_UNFINISHED, KEEP_RECORDS, DRY_RUN];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Prune, Failure> {
        let retention = retention(matches)?;
        if retention == Retention::default() {
            return Err(Failure::Input(message!("prune.error.nothing")));
        }
        Ok(Prune { data: data_file(matches)?, retention, is_trial: DRY_RUN.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let Prune { data, retention, is_trial } = self;
        let mut progress = Progress::new(0, lang);
        let forgotten =
            keeping::prune(&data, &retention, is_trial, &mut |done, total| progress.of(done, total));
        drop(progress);
        let forgotten = forgotten.map_err(|error| Failure::input(&error))?;
        let tables: u64 = forgotten.values().map(|room| room.tables).sum();
        let key = if is_trial { "prune.would" } else { "prune.done" };
        writeln!(out, "{}", message!(key).with("tables", tables).render(lang))?;
        tell_room(&forgotten, out, lang)?;
        Ok(())
    }
}
