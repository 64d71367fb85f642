//! Positions with labels: what they are worth, as somebody found out at length. They are kept in a file of text that only grows.
//!
//! The file begins with two lines: [`TITLE`], and which net labelled the positions and how. Then come the games one after the other: a line for
//! each position that was labelled, and a line with the game's number when all of it is there. A position's line has the chance of winning of
//! the side that throws next, the position and, if they are not the usual ones, its rules, with tabs between them:
//!
//! ```text
//! 0.531250    white hand:12 2:1 5:1 6:1; black hand:15; black to roll after turn 1
//! game 0
//! ```
//!
//! A game is written at once. What a kill leaves of the last one is cut off by [`LabelledFile::open`], and not read by [`read`].

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use tablen_rules::tavli::{Position, Ruleset, Setup};

use super::self_play;
use crate::train::examples::{Examples, Split};
use crate::train::position_file::{self, Opened, PositionFileError};

/// The first line of a file.
pub const TITLE: &str = "tablen tavli labelled positions 1";

/// How the last line of a game begins.
const GAME: &str = "game ";

/// One game in so many is held out: what is learned is tested on it.
const HELD_OUT: u64 = 50;

/// A position before a throw with its label.
///
/// ```
/// use tablen_lab::train::tavli::labelled::Labelled;
/// use tablen_rules::tavli::Position;
///
/// let labelled = Labelled { position: Position::zeno(), chance: 0.25 };
/// assert!(labelled.to_string().starts_with("0.250000\twhite 6:7"));
/// assert_eq!(labelled.to_string().parse(), Ok(labelled));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Labelled {
    /// The position.
    pub position: Position,
    /// The chance of winning of the side that throws next.
    pub chance: f64,
}

impl std::fmt::Display for Labelled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.6}\t{}", self.chance, self.position.setup())?;
        let ruleset = self.position.ruleset();
        if ruleset == Ruleset::default() { Ok(()) } else { write!(f, "\t{ruleset}") }
    }
}

/// A line that says of no labelled position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotLabelled;

impl std::str::FromStr for Labelled {
    type Err = NotLabelled;

    fn from_str(line: &str) -> Result<Labelled, NotLabelled> {
        let mut parts = line.split('\t');
        let chance = parts.next().and_then(|chance| chance.parse().ok());
        let chance = chance.filter(|chance| (0.0..=1.0).contains(chance)).ok_or(NotLabelled)?;
        let setup: Setup = parts.next().and_then(|setup| setup.parse().ok()).ok_or(NotLabelled)?;
        let ruleset = match parts.next() {
            None => Ruleset::default(),
            Some(ruleset) => ruleset.parse().map_err(|_| NotLabelled)?,
        };
        let position = Position::new(ruleset, setup).map_err(|_| NotLabelled)?;
        if parts.next().is_some() { Err(NotLabelled) } else { Ok(Labelled { position, chance }) }
    }
}

/// A file of labelled positions that is written to.
#[derive(Debug)]
pub struct LabelledFile {
    file: File,
    positions: u64,
    next_game: u64,
}

impl LabelledFile {
    /// Opens the file of an origin, or begins it, and cuts off a game that is not whole. The origin is one line of text: who labelled the
    /// positions, and how.
    pub fn open(path: &Path, origin: &str) -> Result<LabelledFile, PositionFileError> {
        let Opened { mut file, header, .. } = position_file::open(path, TITLE, origin)?;
        file.seek(SeekFrom::Start(header))?;
        let (mut whole, mut positions, mut next_game) = (header, 0, 0);
        let mut games = Games::new(BufReader::new(&file));
        while let Some(game) = games.next_game()? {
            whole += game.bytes;
            positions += game.lines.len() as u64;
            next_game = game.number + 1;
        }
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok(LabelledFile { file, positions, next_game })
    }

    /// How many positions it has.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// The number of the game that is to come next.
    pub const fn next_game(&self) -> u64 {
        self.next_game
    }

    /// Appends the positions of the next game.
    pub fn append(&mut self, game: &[Labelled]) -> io::Result<()> {
        let mut text: String = game.iter().map(|labelled| format!("{labelled}\n")).collect();
        text += &format!("{GAME}{}\n", self.next_game);
        self.file.write_all(text.as_bytes())?;
        self.positions += game.len() as u64;
        self.next_game += 1;
        Ok(())
    }
}

/// Adds the positions of a file to examples, as a net sees them; one game in fifty is held out. Somebody may be writing to the file.
pub fn read(path: &Path, examples: &mut Split) -> Result<(), PositionFileError> {
    let mut games = Games::new(position_file::read(path, TITLE, None)?);
    while let Some(game) = games.next_game()? {
        let part: &mut Examples =
            if game.number % HELD_OUT == 0 { &mut examples.held_out } else { &mut examples.training };
        for (line, number) in game.lines.iter().zip(game.first_line..) {
            let Labelled { position, chance } = line.parse().map_err(|_| PositionFileError::Line(number))?;
            self_play::add(part, &position, chance as f32);
        }
    }
    Ok(())
}

/// The whole games of a file, one after the other.
struct Games<R> {
    file: R,
    /// Lines that have been read, those of the header among them.
    lines: u64,
}

/// A whole game as it stands in a file.
struct GameLines {
    number: u64,
    lines: Vec<String>,
    /// The number of its first line.
    first_line: u64,
    bytes: u64,
}

impl<R: BufRead> Games<R> {
    /// Behind the header.
    const fn new(file: R) -> Games<R> {
        Games { file, lines: 2 }
    }

    /// Nothing where no further game is whole.
    fn next_game(&mut self) -> Result<Option<GameLines>, PositionFileError> {
        let mut game = GameLines { number: 0, lines: Vec::new(), first_line: self.lines + 1, bytes: 0 };
        loop {
            let mut line = Vec::new();
            let read = self.file.read_until(b'\n', &mut line)?;
            if line.pop() != Some(b'\n') {
                return Ok(None);
            }
            self.lines += 1;
            game.bytes += read as u64;
            let line = String::from_utf8(line).map_err(|_| PositionFileError::Line(self.lines))?;
            match line.strip_prefix(GAME) {
                None => game.lines.push(line),
                Some(number) => {
                    game.number = number.parse().map_err(|_| PositionFileError::Line(self.lines))?;
                    return Ok(Some(game));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use tablen_rules::option::Options as _;

    use super::*;

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("tablen-labelled-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    /// Zeno's position by the usual and by other rules.
    fn game() -> Vec<Labelled> {
        let mut other = Ruleset::default();
        for option in Ruleset::options() {
            option.set(&mut other, option.values[option.values.len() - 1]).unwrap();
        }
        assert_ne!(other, Ruleset::default());
        let position = Position::zeno();
        let by_others = Position::new(other, position.setup()).unwrap();
        vec![Labelled { position, chance: 0.25 }, Labelled { position: by_others, chance: 0.5 }]
    }

    #[test]
    fn what_is_written_can_be_read_and_what_a_kill_leaves_of_a_game_is_cut_off() {
        let path = path("written");
        for times in 0..3 {
            let mut file = LabelledFile::open(&path, "net one").unwrap();
            assert_eq!((file.positions(), file.next_game()), (2 * times, times));
            file.append(&game()).unwrap();
            let mut torn = std::fs::read(&path).unwrap();
            torn.extend(game()[0].to_string().bytes().chain(*b"\n0.5\twhi"));
            std::fs::write(&path, torn).unwrap();
        }
        let mut examples = Split::default();
        read(&path, &mut examples).unwrap();
        assert_eq!((examples.held_out.len(), examples.training.len()), (2, 4));
        assert_eq!(examples.training.get(1).target, 0.5);
        assert_ne!(examples.training.get(0).inputs, examples.training.get(1).inputs, "other rules");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_file_of_something_else_is_refused_with_the_reason() {
        let path = path("bad");
        LabelledFile::open(&path, "net one").unwrap();
        let error = LabelledFile::open(&path, "net two").unwrap_err();
        assert!(error.to_string().contains("net one"), "{error}");
        std::fs::write(&path, format!("{TITLE}\nnet one\n{}\n0.7\tnonsense\ngame 0\n", game()[0])).unwrap();
        let error = read(&path, &mut Split::default()).unwrap_err();
        assert!(error.to_string().contains("Line 4"), "{error}");
        std::fs::write(&path, "something else\nentirely\n").unwrap();
        for error in [
            LabelledFile::open(&path, "net one").unwrap_err(),
            read(&path, &mut Split::default()).unwrap_err(),
        ] {
            assert!(error.to_string().contains(TITLE), "{error}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}
