use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use serde_json::{Value, json};
use tablen_rules::words::{Explain, Lang, Message};
use tablen_server::keeping;
use tablen_table::dice::Faces;
use tablen_table::record::{self, Read};
use tablen_table::verify::Verdict;
use tablen_table::{BySeat, Seat};

use super::keeping::tell_room;
use super::{Command, read_file, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::families::Die;
use crate::progress::Progress;

/// Replays a record by the rules, checks every throw, and tells how often each face came up.
pub struct Verify {
    file: PathBuf,
    is_json: bool,
}

const FILE: Argument = Argument::file("record").required();

impl Command for Verify {
    const NAME: &'static str = "verify";
    const ARGUMENTS: &'static [Argument] = &[FILE, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Verify, Failure> {
        Ok(Verify { file: FILE.needed_path(matches)?.to_owned(), is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        if is_database(&self.file) {
            return self.verify_database(out, lang);
        }
        let bytes = read_file(&self.file)?;
        let records: Vec<(Read, Verdict)> = record::read_all(&bytes)
            .into_iter()
            .map(|read| {
                let verdict = read.verdict();
                (read, verdict)
            })
            .collect();
        if self.is_json {
            let told: Vec<Value> =
                records.iter().map(|(read, verdict)| as_json(read, verdict, lang)).collect();
            write_json(out, &json!({ "records": told }))?;
        } else {
            for (number, (read, verdict)) in records.iter().enumerate() {
                if records.len() > 1 {
                    let heading = message!("verify.record").with("number", number + 1);
                    writeln!(out, "{}", heading.with("records", records.len()).render(lang))?;
                }
                tell(read, verdict, out, lang)?;
            }
        }
        // What was found comes before what is wrong with it.
        out.flush()?;
        if let Some((_, verdict)) = records.iter().find(|(_, verdict)| verdict.is_wrong()) {
            return Err(Failure::Wrong(verdict.message()));
        }
        if let Some(error) = records.iter().find_map(|(read, _)| read.error.as_ref()) {
            return Err(Failure::input(error));
        }
        let is_changed = |(read, _): &(Read, Verdict)| read.record.is_unchanged() == Some(false);
        match records.iter().any(is_changed) {
            true => Err(Failure::Wrong(message!("verify.changed"))),
            false => Ok(()),
        }
    }
}

/// How every SQLite database begins.
const DATABASE: &[u8] = b"SQLite format 3\0";

/// Whether a file is one, found out by its first bytes: it may be large.
fn is_database(path: &Path) -> bool {
    let mut begin = [0; DATABASE.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    path != Path::new("-") && read.is_ok() && begin == DATABASE
}

impl Verify {
    /// What a server keeps: every event by its checksum, every game by the rules, and its dice.
    fn verify_database(&self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let mut progress = Progress::new(0, lang);
        let found = keeping::verify(&self.file, &mut |done, total| progress.of(done, total));
        drop(progress);
        let found = found.map_err(|error| Failure::input(&error))?;
        if self.is_json {
            let rooms = found.tables.iter().map(|(sort, room)| {
                let told = json!({ "tables": room.tables, "bytes": room.bytes, "largest": room.largest });
                (sort.name().to_owned(), told)
            });
            let tables: serde_json::Map<String, Value> = rooms.collect();
            write_json(out, &json!({ "events": found.events, "tables": tables, "damage": found.damage }))?;
        } else {
            let tables = message!("verify.tables").with("tables", found.count()).with("events", found.events);
            writeln!(out, "{}", tables.render(lang))?;
            tell_room(&found.tables, out, lang)?;
            for (table, damage) in &found.damage {
                let message = message!("verify.damage").text("table", table).text("damage", damage);
                writeln!(out, "{}", message.render(lang))?;
            }
        }
        out.flush()?;
        match found.damage.len() {
            0 => Ok(()),
            count => Err(Failure::Wrong(message!("verify.damaged").with("count", count))),
        }
    }
}

fn tell(read: &Read, verdict: &Verdict, out: &mut dyn Write, lang: Lang) -> io::Result<()> {
    let key = if read.error.is_none() { "verify.sound" } else { "verify.sound-part" };
    writeln!(out, "{}", message!(key).with("events", read.record.log.len()).render(lang))?;
    if let (Some(error), true) = (&read.error, verdict.is_wrong()) {
        writeln!(out, "{}", error.explain(lang))?;
    }
    match read.record.is_unchanged() {
        Some(true) => writeln!(out, "{}", message!("verify.unchanged").render(lang))?,
        Some(false) => writeln!(out, "{}", message!("verify.changed").render(lang))?,
        None => {}
    }
    writeln!(out, "{}", verdict.explain(lang))?;
    if let Verdict::Wrong { throws } = verdict {
        for throw in throws {
            let line = read.line_of(throw.sequence).unwrap_or_default();
            let message = message!("verify.at-line").with("line", line).with("error", throw.message());
            writeln!(out, "{}", message.render(lang))?;
        }
    }
    let (players, all_faces) = (players(read), read.faces());
    for seat in Seat::ALL {
        let faces = all_faces[seat];
        if faces.dice() > 0 {
            writeln!(out, "{}", faces_message(&players[seat], &faces).render(lang))?;
        }
    }
    Ok(())
}

/// The last occupant of each seat.
fn players(read: &Read) -> BySeat<String> {
    let table = read.record.table().ok();
    BySeat::from_fn(|seat| {
        let name = table.as_ref().and_then(|table| table.state().spec().occupants[seat].shown_name());
        name.map_or_else(|| seat.to_string(), |name| format!("{seat} ({name})"))
    })
}

fn faces_message(player: &str, faces: &Faces) -> Message {
    let counts: Vec<String> = Die::ALL.iter().map(|die| format!("{die}×{}", faces.count(*die))).collect();
    message!("verify.faces")
        .text("player", player)
        .text("faces", counts.join(" "))
        .decimal("expected", faces.expected(), 1)
        .decimal("mean", faces.mean(), 2)
        .decimal("chi", faces.chi_squared(), 2)
        .with("remark", faces.remark().message())
}

fn as_json(read: &Read, verdict: &Verdict, lang: Lang) -> Value {
    let (players, all_faces) = (players(read), read.faces());
    let faces = |seat: Seat| {
        let faces = all_faces[seat];
        json!({
            "player": players[seat],
            "counts": faces,
            "dice": faces.dice(),
            "expected": faces.expected(),
            "mean": faces.mean(),
            "chi_squared": faces.chi_squared(),
            "remark": faces.remark(),
        })
    };
    let mut dice = json!(verdict);
    dice["message"] = verdict.explain(lang).into();
    if let (Some(told), Verdict::Wrong { throws }) =
        (dice.get_mut("throws").and_then(Value::as_array_mut), verdict)
    {
        for (value, throw) in told.iter_mut().zip(throws) {
            value["line"] = read.line_of(throw.sequence).into();
        }
    }
    let damage = read.error.as_ref().map(
        |error| json!({ "line": error.line, "column": error.column, "message": error.fault.explain(lang) }),
    );
    json!({
        "events": read.record.log.len(),
        "damage": damage,
        "unchanged": read.record.is_unchanged(),
        "dice": dice,
        "faces": { "host": faces(Seat::Host), "guest": faces(Seat::Guest) },
    })
}
