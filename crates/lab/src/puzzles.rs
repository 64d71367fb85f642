//! Tasks for people: positions from games of the engine, each with one solution.
//!
//! What "one solution" means is proved at tafl ([`TaflPuzzle`]) and rolled out at tavli ([`TavliPuzzle`]). How hard a puzzle is was measured:
//! its [grade](Grade) is the weakest level that finds it. The committed puzzles are `web/learn/puzzles/GAME.json`; the page reads them as they are.

mod grade;
mod tafl;
mod tavli;

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tablen_rules::words::{Explain, Message, explained};

pub use grade::{Grade, TRIES};
pub use tafl::{TaflPuzzle, TaflTheme, from_suite};
pub use tavli::{MARGIN, SURE, TavliPuzzle, TavliTheme, from_game};

/// The games that have puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleGame {
    /// Tablut by its presets.
    Tablut,
    /// Alea Evangelii on both boards.
    Alea,
    /// Zeno's tavli.
    Tavli,
}

impl PuzzleGame {
    /// All of them.
    pub const ALL: [PuzzleGame; 3] = [PuzzleGame::Tablut, PuzzleGame::Alea, PuzzleGame::Tavli];

    /// Its name: that of its file, too.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleGame::Tablut => "tablut",
            PuzzleGame::Alea => "alea",
            PuzzleGame::Tavli => "tavli",
        }
    }

    /// The game of a name.
    pub fn from_name(name: &str) -> Option<PuzzleGame> {
        PuzzleGame::ALL.into_iter().find(|game| game.name() == name)
    }

    /// The rulesets of its puzzles, by the names of their presets; tavli has one.
    pub const fn presets(self) -> &'static [tablen_rules::tafl::Preset] {
        use tablen_rules::tafl::Preset;
        match self {
            PuzzleGame::Tablut => {
                &[Preset::Tablut, Preset::TablutFreeEdge, Preset::TablutCorners, Preset::Ashton]
            }
            PuzzleGame::Alea => &[Preset::Alea, Preset::Alea17],
            PuzzleGame::Tavli => &[],
        }
    }
}

/// The puzzles of a game, and where they come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collection<P> {
    /// The game, by its [name](PuzzleGame::name).
    pub game: String,
    /// The command that made them.
    pub made: String,
    /// How many candidates have been tried: games, or positions of a suite. The same command goes on behind them.
    pub tried: u64,
    /// The puzzles.
    pub puzzles: Vec<P>,
}

/// The puzzles of any game.
#[derive(Clone, Debug, PartialEq)]
pub enum Puzzles {
    /// Of a game of tafl.
    Tafl(Collection<TaflPuzzle>),
    /// Of tavli.
    Tavli(Collection<TavliPuzzle>),
}

/// A file that holds no puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPuzzles {
    /// What is wrong with it.
    pub error: String,
}

impl Explain for NotPuzzles {
    fn message(&self) -> Message {
        message!("puzzles.error").text("error", &self.error)
    }
}
explained!(NotPuzzles);

impl Puzzles {
    /// A game without puzzles yet, to be made by a command.
    pub fn none(game: PuzzleGame, made: String) -> Puzzles {
        let game_name = game.name().to_owned();
        match game {
            PuzzleGame::Tavli => {
                Puzzles::Tavli(Collection { game: game_name, made, tried: 0, puzzles: Vec::new() })
            }
            PuzzleGame::Tablut | PuzzleGame::Alea => {
                Puzzles::Tafl(Collection { game: game_name, made, tried: 0, puzzles: Vec::new() })
            }
        }
    }

    /// Reads what [`Display`](fmt::Display) wrote.
    ///
    /// ```
    /// use tablen_lab::puzzles::Puzzles;
    ///
    /// let text = r#"{"game":"tavli","made":"tablen puzzles make","tried":3,"puzzles":[]}"#;
    /// let puzzles = Puzzles::read(text)?;
    /// assert_eq!(puzzles.len(), 0);
    /// assert_eq!(Puzzles::read(&puzzles.to_string())?, puzzles);
    /// assert!(Puzzles::read(r#"{"game":"chess","made":"","tried":0,"puzzles":[]}"#).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str) -> Result<Puzzles, NotPuzzles> {
        #[derive(Deserialize)]
        struct Heading {
            game: String,
        }
        let heading: Heading = read(text)?;
        match PuzzleGame::from_name(&heading.game) {
            Some(PuzzleGame::Tavli) => read(text).map(Puzzles::Tavli),
            Some(PuzzleGame::Tablut | PuzzleGame::Alea) => read(text).map(Puzzles::Tafl),
            None => Err(NotPuzzles { error: format!("game {}", heading.game) }),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Puzzles::Tafl(collection) => collection.puzzles.len(),
            Puzzles::Tavli(collection) => collection.puzzles.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The command that made them.
    pub fn made(&self) -> &str {
        match self {
            Puzzles::Tafl(collection) => &collection.made,
            Puzzles::Tavli(collection) => &collection.made,
        }
    }

    /// How many candidates have been tried.
    pub fn tried(&self) -> u64 {
        match self {
            Puzzles::Tafl(collection) => collection.tried,
            Puzzles::Tavli(collection) => collection.tried,
        }
    }

    /// Their names, and what they ask for: theme and grade.
    pub fn contents(&self) -> Vec<(&str, &'static str, Grade)> {
        match self {
            Puzzles::Tafl(collection) => {
                let about = |puzzle: &'_ TaflPuzzle| (puzzle.theme.name(), puzzle.grade);
                collection
                    .puzzles
                    .iter()
                    .map(|puzzle| (puzzle.id.as_str(), about(puzzle).0, about(puzzle).1))
                    .collect()
            }
            Puzzles::Tavli(collection) => {
                let about = |puzzle: &'_ TavliPuzzle| (puzzle.theme.name(), puzzle.grade);
                collection
                    .puzzles
                    .iter()
                    .map(|puzzle| (puzzle.id.as_str(), about(puzzle).0, about(puzzle).1))
                    .collect()
            }
        }
    }

    /// Proves a puzzle of tafl again, or rolls one of tavli out again with other dice; by its number in the list.
    pub fn check(&self, number: usize) -> Result<(), String> {
        match self {
            Puzzles::Tafl(collection) => collection.puzzles.get(number).map_or(Ok(()), TaflPuzzle::check),
            Puzzles::Tavli(collection) => collection.puzzles.get(number).map_or(Ok(()), TavliPuzzle::check),
        }
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, NotPuzzles> {
    serde_json::from_str(text).map_err(|error| NotPuzzles { error: error.to_string() })
}

/// JSON with one puzzle a line, so that files can be compared.
impl fmt::Display for Puzzles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Puzzles::Tafl(collection) => write(collection, f),
            Puzzles::Tavli(collection) => write(collection, f),
        }
    }
}

fn write<P: Serialize>(collection: &Collection<P>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Collection { game, made, tried, puzzles } = collection;
    let json = |value: &dyn Fn() -> serde_json::Result<String>| value().map_err(|_| fmt::Error);
    let game = json(&|| serde_json::to_string(game))?;
    let made = json(&|| serde_json::to_string(made))?;
    write!(f, "{{\"game\":{game},\"made\":{made},\"tried\":{tried},\"puzzles\":[")?;
    for (number, puzzle) in puzzles.iter().enumerate() {
        let puzzle = json(&|| serde_json::to_string(puzzle))?;
        write!(f, "{}{puzzle}", if number == 0 { "\n" } else { ",\n" })?;
    }
    writeln!(f, "\n]}}")
}

/// A short name that follows from what is asked, so that it stays when others come or go.
fn id_of(parts: &[&str]) -> String {
    // FNV-1a; six signs tell some thousand puzzles apart, and a test that they do.
    let hash = parts
        .iter()
        .flat_map(|part| part.bytes().chain([0]))
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    let signs = b"23456789abcdefghjkmnpqrstuvwxyz";
    let count = signs.len() as u64;
    (0..6)
        .scan(hash, |rest, _| {
            let sign = signs[(*rest % count) as usize];
            *rest /= count;
            Some(char::from(sign))
        })
        .collect()
}

#[cfg(test)]
mod tests;
