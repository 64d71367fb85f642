//! Saved games: records, written as the game goes on, with a tag that says where the dice come from.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use tablen_rules::words::{Explain, Message};
use tablen_table::Table;
use tablen_table::dice::{Seed, Source};
use tablen_table::record::{self, Fault};

/// Where the throws of a game come from: what it takes to go on with it.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// The tag of a record that says where its throws come from. Somebody who reads a game that is not over could look ahead; it is the
/// player's own file.
const DICE_TAG: &str = "Dice";

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Dice::Verifiable(seed) => write!(f, "verifiable {seed}"),
            Dice::Seeded(seed) => write!(f, "seeded {seed}"),
        }
    }
}

/// The dice that a tag tells of.
fn read_dice(text: &str) -> Option<Dice> {
    match text.split_once(' ')? {
        ("verifiable", seed) => seed.parse().ok().map(Dice::Verifiable),
        ("seeded", seed) => seed.parse().ok().map(Dice::Seeded),
        _ => None,
    }
}

/// Why a file holds no game that can be gone on with.
pub fn unreadable(path: &Path, why: impl Into<tablen_rules::words::Arg>) -> Message {
    message!("play.error.load").text("file", path.display()).with("error", why.into())
}

/// Reads a game. An event that was cut off while it was written has not happened.
pub fn read(path: &Path) -> Result<(Dice, Table), Message> {
    let because = |why: &dyn fmt::Display| unreadable(path, tablen_rules::words::Arg::Text(why.to_string()));
    let read = record::read_bytes(&fs::read(path).map_err(|error| because(&error))?);
    if let Some(error) = read.error.filter(|error| error.fault != Fault::CutOff) {
        return Err(unreadable(path, error.message()));
    }
    let table = read.record.table().map_err(|bad| unreadable(path, bad.message()))?;
    let told = read.record.tags.iter().find(|(name, _)| name == DICE_TAG);
    // A record from elsewhere does not say where its dice came from: without a commitment any will do.
    let dice = match told {
        Some((_, text)) => read_dice(text),
        None if table.state().commitment().is_none() || table.state().is_over() => Some(Dice::Seeded(0)),
        None => None,
    };
    let dice = dice.ok_or_else(|| unreadable(path, message!("play.error.no-dice")))?;
    Ok((dice, table))
}

/// A file that follows a table.
pub struct Writer {
    path: PathBuf,
    record: record::Writer<File>,
    written: usize,
}

impl Writer {
    /// Writes a game to a file, whatever was in it.
    pub fn create(path: &Path, dice: Dice, table: &Table) -> io::Result<Writer> {
        // A file that is replaced is replaced whole: a crash leaves the old one or the new one.
        let beside = path.with_added_ending("part");
        let file = File::create(&beside)?;
        let tags = vec![(DICE_TAG.to_owned(), dice.to_string())];
        let mut writer = Writer {
            path: path.to_owned(),
            record: record::Writer::new(file.try_clone()?, tags),
            written: 0,
        };
        writer.append(table)?;
        file.sync_all()?;
        // What is open stays open under its new name.
        fs::rename(&beside, path)?;
        Ok(writer)
    }

    /// Adds what has happened since.
    pub fn append(&mut self, table: &Table) -> io::Result<()> {
        for entry in table.since(self.written as u64) {
            self.record.write(entry)?;
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

/// The first path of a kind that no file has: `tablut.txt`, `tablut-2.txt`, …
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
        let path = folder.join("one.txt");
        let dice = Dice::Seeded(3);
        let mut table = table(dice);
        let mut writer = Writer::create(&path, dice, &table).unwrap();
        let seat = table.state().to_act().unwrap();
        table.apply(seat, Command::OfferDraw, Duration::from_millis(9), &mut dice.source()).unwrap();
        writer.append(&table).unwrap();
        assert_eq!(read(&path).unwrap(), (dice, table.clone()));
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("Tablen record 1\nDice: seeded 3\n"), "{text}");
        fs::write(&path, &text[..text.len() - 7]).unwrap();
        let (_, shorter) = read(&path).unwrap();
        assert_eq!(shorter.log(), &table.log()[..table.log().len() - 1]);
        assert_eq!(free_path(&path), folder.join("one-2.txt"));
        fs::write(&path, "nonsense\n").unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("one.txt"));
        fs::remove_dir_all(folder).unwrap();
    }
}
