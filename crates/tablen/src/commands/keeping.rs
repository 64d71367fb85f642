//! What the commands about stored games have in common: which file they mean, how long is kept what, and how room is told.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::ArgMatches;
use tablen_rules::words::{Lang, Message};
use tablen_server::config::Data;
use tablen_server::keeping::{Retention, Room, Sort};

use super::serve::data;
use crate::arguments::Argument;
use crate::failure::Failure;

/// The file that keeps all games.
pub const DATA: Argument = Argument::file("data");

/// For how many days tables are kept at which a seat is open.
pub const KEEP_WAITING: Argument = Argument::number("keep-waiting", "days");
/// For how many days games that have begun.
pub const KEEP_UNFINISHED: Argument = Argument::number("keep-unfinished", "days");
/// For how many days records that were taken in.
pub const KEEP_RECORDS: Argument = Argument::number("keep-records", "days");

/// A hundred years.
const MOST_DAYS: u64 = 36_525;
const DAY: u64 = 86_400;

/// The file that is meant: the one that a server uses if nothing else is said.
pub fn data_file(matches: &ArgMatches) -> Result<PathBuf, Failure> {
    match data(DATA.path(matches)?)? {
        Data::File(file) => Ok(file),
        Data::Memory => Err(Failure::Input(message!("keep.error.memory"))),
    }
}

/// How long is kept what.
pub fn retention(matches: &ArgMatches) -> Result<Retention, Failure> {
    let days = |argument: Argument| match argument.given(matches)? {
        Some(given) => Ok(Some(Duration::from_secs(given.number(1..=MOST_DAYS)? * DAY))),
        None => Ok::<_, Failure>(None),
    };
    Ok(Retention {
        waiting: days(KEEP_WAITING)?,
        unfinished: days(KEEP_UNFINISHED)?,
        records: days(KEEP_RECORDS)?,
    })
}

/// Tells how much room tables of each sort take.
pub fn tell_room(tables: &BTreeMap<Sort, Room>, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
    for (sort, room) in tables {
        writeln!(out, "{}", room_message(*sort, room).render(lang))?;
    }
    Ok(())
}

fn room_message(sort: Sort, room: &Room) -> Message {
    message!("keep.room")
        .with("sort", message!(format!("keep.sort.{}", sort.name())))
        .with("tables", room.tables)
        .with("bytes", room.bytes)
        .with("average", room.average())
        .with("largest", room.largest)
}
