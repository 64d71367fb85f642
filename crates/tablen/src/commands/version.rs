use std::io::Write;

use clap::ArgMatches;
use tablen_rules::words::Lang;

use super::Command;
use crate::arguments::Argument;
use crate::failure::Failure;

/// Says which version this is.
pub struct Version;

impl Command for Version {
    const NAME: &'static str = "version";
    const ARGUMENTS: &'static [Argument] = &[];

    fn read(_: &ArgMatches, _: Lang) -> Result<Version, Failure> {
        Ok(Version)
    }

    fn run(self, out: &mut dyn Write, _: Lang) -> Result<(), Failure> {
        Ok(writeln!(out, "tablen {}", env!("CARGO_PKG_VERSION"))?)
    }
}
