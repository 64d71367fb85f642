//! Saved games: one line about the dice, then one event a line, written as they happen.
//!
//! Only this file knows the form, so that it can change in one place.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tablen_table::dice::{Seed, Source};
use tablen_table::{Entry, Table};
use tablen_words::{Explain, Message};

/// Where the throws of a game come from: what it takes to go on with it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dice {
    /// Dice that can be checked once this secret is revealed.
    Verifiable(Seed),
    /// The same dice for the same number.
    Seeded(u64),
}

impl Dice {
    /// The source that throws them.
    pub const fn source(self) -> Source {
        match self {
            Dice::Verifiable(seed) => Source::Verifiable(seed),
            Dice::Seeded(seed) => Source::Seeded(seed),
        }
    }

    /// The secret to reveal when all is played.
    pub const fn secret(self) -> Option<Seed> {
        match self {
            Dice::Verifiable(seed) => Some(seed),
            Dice::Seeded(_) => None,
        }
    }
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct Head {
    tablen: u32,
    dice: Dice,
}

/// The form that is written and read.
const FORM: u32 = 1;

/// Why a file holds no game that can be gone on with.
pub fn unreadable(path: &Path, why: impl Into<tablen_words::Arg>) -> Message {
    Message::new("play.error.load").text("file", path.display()).with("error", why.into())
}

/// Reads a game. An event that was cut off while it was written has not happened.
pub fn read(path: &Path) -> Result<(Dice, Table), Message> {
    let because = |why: &dyn std::fmt::Display| unreadable(path, tablen_words::Arg::Text(why.to_string()));
    let text = fs::read_to_string(path).map_err(|error| because(&error))?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines();
    let head: Head = serde_json::from_str(lines.next().unwrap_or_default())
        .ok()
        .filter(|head: &Head| head.tablen == FORM)
        .ok_or_else(|| unreadable(path, Message::new("play.error.no-game")))?;
    let entries: Vec<Entry> =
        lines.map(serde_json::from_str).collect::<Result<_, _>>().map_err(|error| because(&error))?;
    let table = Table::from_log(entries).map_err(|bad| unreadable(path, bad.message()))?;
    Ok((head.dice, table))
}

/// A file that follows a table.
pub struct Writer {
    path: PathBuf,
    file: File,
    written: usize,
}

impl Writer {
    /// Writes a game to a file, whatever was in it.
    pub fn create(path: &Path, dice: Dice, table: &Table) -> io::Result<Writer> {
        // A file that is replaced is replaced whole: a crash leaves the old one or the new one.
        let beside = path.with_added_ending("part");
        let mut file = File::create(&beside)?;
        let head = Head { tablen: FORM, dice };
        let mut text = serde_json::to_string(&head)? + "\n";
        for entry in table.log() {
            text += &(serde_json::to_string(entry)? + "\n");
        }
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        let file = OpenOptions::new().append(true).open(path)?;
        Ok(Writer { path: path.to_owned(), file, written: table.log().len() })
    }

    /// Adds what has happened since.
    pub fn append(&mut self, table: &Table) -> io::Result<()> {
        for entry in table.since(self.written as u64) {
            let line = serde_json::to_string(entry)? + "\n";
            self.file.write_all(line.as_bytes())?;
            self.written += 1;
        }
        Ok(())
    }

    /// Where it writes.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A path with one more ending.
trait AddedEnding {
    fn with_added_ending(&self, ending: &str) -> PathBuf;
}

impl AddedEnding for Path {
    fn with_added_ending(&self, ending: &str) -> PathBuf {
        let mut name = self.as_os_str().to_owned();
        name.push(".");
        name.push(ending);
        PathBuf::from(name)
    }
}

/// The first path of a kind that no file has: `tablut.game`, `tablut-2.game`, …
pub fn free_path(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let ending = path.extension().map(|ending| format!(".{}", ending.to_string_lossy())).unwrap_or_default();
    let numbered = (2u32..).map(|number| path.with_file_name(format!("{stem}-{number}{ending}")));
    std::iter::once(path.to_owned()).chain(numbered).find(|path| !path.exists()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tablen_table::{BySeat, Command, Occupant, Ruleset, Spec};

    fn table(dice: Dice) -> Table {
        let occupants = BySeat::from_fn(|seat| Occupant::Person(seat.to_string()));
        let spec = Spec { occupants, ..Spec::new(Ruleset::from_preset("tavli").unwrap()) };
        let mut table = Table::open(spec, None, Duration::ZERO, &mut dice.source()).unwrap();
        let seat = table.state().to_act().unwrap();
        table.apply(seat, Command::Roll, Duration::from_millis(5), &mut dice.source()).unwrap();
        table
    }

    #[test]
    fn a_game_is_read_back_and_a_line_cut_off_is_left_out() {
        let folder = std::env::temp_dir().join(format!("tablen-saved-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("one.game");
        let dice = Dice::Seeded(3);
        let mut table = table(dice);
        let mut writer = Writer::create(&path, dice, &table).unwrap();
        let seat = table.state().to_act().unwrap();
        table.apply(seat, Command::OfferDraw, Duration::from_millis(9), &mut dice.source()).unwrap();
        writer.append(&table).unwrap();
        assert_eq!(read(&path).unwrap(), (dice, table.clone()));
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 7]).unwrap();
        let (_, shorter) = read(&path).unwrap();
        assert_eq!(shorter.log(), &table.log()[..table.log().len() - 1]);
        assert_eq!(free_path(&path), folder.join("one-2.game"));
        fs::write(&path, "nonsense\n").unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("one.game"));
        fs::remove_dir_all(folder).unwrap();
    }
}
