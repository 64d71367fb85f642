//! Positions to learn from, in a file that only grows.
//!
//! The file begins with two lines of text: [`TITLE`], and the ruleset in its own text form. Records of equal length follow, numbers with
//! their lowest byte first:
//!
//! | bytes on a board of *n* cells | |
//! |---|---|
//! | ⌈*n*/8⌉ | the attackers: bit *i* % 8 of byte *i* / 8 for cell *i*, counted row by row from A1 |
//! | ⌈*n*/8⌉ | the defenders, the king among them |
//! | 2 | the king's cell |
//! | 2 | how many moves were played before |
//! | 2 | what the search said: points to the defenders |
//! | 1 | bit 0: the defenders are to move; bits 1 and 2: who won, 0 the attackers, 1 nobody, 2 the defenders |
//! | 4, if options were drawn by lot | which rules: the values of all options but the board, [counted](rules_number) |
//!
//! The ruleset of games whose options were drawn is the one they were drawn from, with [`DRAWN`] behind it.
//!
//! Whole games are written at once. If a kill tears the last record, [`PositionFile::open`] cuts off what is left of it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use tablen_engine::ForLight;
use tablen_engine::tafl::Points;
use tablen_rules::option::{OptionSpec, Options as _};
use tablen_rules::tafl::{Arrangement, Bits, Cell, Piece, Rules, Ruleset, Setup, Side, State};

use crate::adjudication::GameResult;
use crate::drawn_rules::BOARD;
pub use crate::train::position_file::PositionFileError;
use crate::train::position_file::{self, Opened};

/// The first line of a file.
pub const TITLE: &str = "tablen tafl positions 1";

/// What stands behind the ruleset from which those of the games were drawn.
pub const DRAWN: &str = " options:drawn";

/// By which rules the games of a file were played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesOfGames {
    /// The rules of all games, or those from which theirs were drawn.
    pub ruleset: Ruleset,
    /// Whether options were drawn by lot.
    pub are_drawn: bool,
}

impl RulesOfGames {
    /// All games were played by the same rules.
    pub const fn same(ruleset: Ruleset) -> RulesOfGames {
        RulesOfGames { ruleset, are_drawn: false }
    }

    /// How records of such games are laid out.
    pub fn layout(&self) -> RecordLayout {
        RecordLayout { size: self.ruleset.board.layout().size(), has_rules: self.are_drawn }
    }

    fn origin(&self) -> String {
        format!("{}{}", self.ruleset, if self.are_drawn { DRAWN } else { "" })
    }

    /// The rules of a record; nothing if it has none that could have been drawn.
    pub fn of(&self, record: Record<'_>) -> Option<Ruleset> {
        match record.rules_number() {
            None => Some(self.ruleset.clone()),
            Some(number) => numbered_rules(&self.ruleset, number),
        }
    }
}

/// The options that are drawn, in the order of their digits.
fn drawn_options() -> impl DoubleEndedIterator<Item = &'static OptionSpec<Ruleset>> {
    Ruleset::options().iter().filter(|option| option.key != BOARD)
}

/// The values of all options but the board as one number: each option is a digit, its first value 0, the last option the lowest digit.
pub fn rules_number(ruleset: &Ruleset) -> u32 {
    drawn_options().fold(0, |number, option| {
        let chosen = option.get(ruleset);
        let value = option.values.iter().position(|value| *value == chosen).unwrap_or(0);
        number * option.values.len() as u32 + value as u32
    })
}

/// The rules with the same board and these options; nothing if there are none.
fn numbered_rules(given: &Ruleset, number: u32) -> Option<Ruleset> {
    let mut ruleset = given.clone();
    let mut rest = number;
    for option in drawn_options().rev() {
        let values = option.values.len() as u32;
        option.set(&mut ruleset, option.values[(rest % values) as usize]).ok()?;
        rest /= values;
    }
    (rest == 0).then_some(ruleset)
}

/// What is known about a position besides its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// Whose turn it is.
    pub side: Side,
    /// How many moves were played before.
    pub ply: u16,
    /// What the search said.
    pub score: ForLight<Points>,
    /// What became of the game.
    pub result: GameResult,
}

/// How records are laid out on a board of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordLayout {
    size: u8,
    has_rules: bool,
}

impl RecordLayout {
    const fn set_bytes(self) -> usize {
        (self.size as usize * self.size as usize).div_ceil(8)
    }

    /// The length of a record.
    pub const fn record_bytes(self) -> usize {
        self.flags() + 1 + if self.has_rules { 4 } else { 0 }
    }

    /// Where the byte is that says who is to move and who won.
    const fn flags(self) -> usize {
        2 * self.set_bytes() + 6
    }

    /// Appends a record of a game by some rules, which are written down where they differ from game to game.
    pub fn write<B: Bits>(self, ruleset: &Ruleset, state: &State<B>, label: &Label, records: &mut Vec<u8>) {
        for side in [Side::Attackers, Side::Defenders] {
            let begin = records.len();
            records.resize(begin + self.set_bytes(), 0);
            for cell in state.pieces_of(side).cells() {
                let index = usize::from(self.index(cell));
                records[begin + index / 8] |= 1 << (index % 8);
            }
        }
        let score = label.score.0.0.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let result = match label.result {
            GameResult::AttackersWon => 0,
            GameResult::Drawn => 1,
            GameResult::DefendersWon => 2,
        };
        records.extend(self.index(state.king()).to_le_bytes());
        records.extend(label.ply.to_le_bytes());
        records.extend(score.to_le_bytes());
        records.push(u8::from(label.side == Side::Defenders) | result << 1);
        if self.has_rules {
            records.extend(rules_number(ruleset).to_le_bytes());
        }
    }

    fn index(self, cell: Cell) -> u16 {
        u16::from(cell.row()) * u16::from(self.size) + u16::from(cell.column())
    }
}

/// A record as it is read.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    layout: RecordLayout,
    bytes: &'a [u8],
}

impl<'a> Record<'a> {
    /// The indices of the cells of a side's pieces, the king's among the defenders'.
    pub fn pieces_of(self, side: Side) -> impl Iterator<Item = u16> + 'a {
        let length = self.layout.set_bytes();
        let begin = match side {
            Side::Attackers => 0,
            Side::Defenders => length,
        };
        self.bytes[begin..begin + length].iter().zip(0u16..).flat_map(|(byte, number)| {
            (0..8u16).filter(move |bit| byte >> bit & 1 != 0).map(move |bit| number * 8 + bit)
        })
    }

    /// The index of the king's cell.
    pub fn king(self) -> u16 {
        self.number(0)
    }

    /// What is known about it besides its pieces.
    pub fn label(self) -> Label {
        let flags = self.bytes[self.layout.flags()];
        Label {
            side: if flags & 1 != 0 { Side::Defenders } else { Side::Attackers },
            ply: self.number(1),
            score: ForLight(Points(i32::from(self.number(2) as i16))),
            result: match flags >> 1 & 3 {
                0 => GameResult::AttackersWon,
                1 => GameResult::Drawn,
                _ => GameResult::DefendersWon,
            },
        }
    }

    /// The number of its game's rules, where they differ from game to game.
    fn rules_number(self) -> Option<u32> {
        let bytes = self.bytes[self.layout.flags() + 1..].first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    /// The position; nothing if it is none by these rules, or the record is none that was ever written.
    pub fn state<B: Bits>(self, rules: &Rules<B>) -> Option<State<B>> {
        let state = rules.state(&self.setup()).ok()?;
        // What is written anew in other bytes was never written so: a king who is none of the defenders, a result that there is not.
        let mut again = Vec::with_capacity(self.bytes.len());
        self.layout.write(rules.ruleset(), &state, &self.label(), &mut again);
        (again == self.bytes).then_some(state)
    }

    fn setup(self) -> Setup {
        let size = self.layout.size;
        let mut arrangement = Arrangement::empty(size);
        let cell = |index: u16| {
            let size = u16::from(size);
            Cell::new((index % size) as u8, (index / size) as u8)
        };
        for (side, piece) in [(Side::Attackers, Piece::Attacker), (Side::Defenders, Piece::Defender)] {
            for cell in self.pieces_of(side).filter_map(cell) {
                arrangement.set(cell, Some(piece));
            }
        }
        if let Some(king) = cell(self.king()) {
            arrangement.set(king, Some(Piece::King));
        }
        Setup { arrangement, side: self.label().side, king_captured: false }
    }

    /// One of the numbers behind the pieces.
    fn number(self, number: usize) -> u16 {
        let begin = 2 * self.layout.set_bytes() + 2 * number;
        u16::from_le_bytes([self.bytes[begin], self.bytes[begin + 1]])
    }
}

/// A file of positions that is written to.
#[derive(Debug)]
pub struct PositionFile {
    file: File,
    layout: RecordLayout,
    positions: u64,
}

impl PositionFile {
    /// Opens the file of games by some rules, or begins it.
    pub fn open(path: &Path, rules: &RulesOfGames) -> Result<PositionFile, PositionFileError> {
        let layout = rules.layout();
        let Opened { mut file, header, length } = position_file::open(path, TITLE, &rules.origin())?;
        let record = layout.record_bytes() as u64;
        let positions = (length - header) / record;
        let whole = header + positions * record;
        file.set_len(whole)?;
        file.seek(SeekFrom::Start(whole))?;
        Ok(PositionFile { file, layout, positions })
    }

    /// How its records are laid out.
    pub const fn layout(&self) -> RecordLayout {
        self.layout
    }

    /// How many positions it has.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    /// Appends the records of a game.
    pub fn append(&mut self, records: &[u8]) -> io::Result<()> {
        self.file.write_all(records)?;
        self.positions += (records.len() / self.layout.record_bytes()) as u64;
        Ok(())
    }
}

/// All positions of a file in memory.
#[derive(Clone, Debug)]
pub struct Positions {
    rules: RulesOfGames,
    layout: RecordLayout,
    bytes: Vec<u8>,
}

impl Positions {
    /// Reads the file of games by some rules; somebody may be writing to it.
    pub fn read(path: &Path, rules: &RulesOfGames) -> Result<Positions, PositionFileError> {
        let mut file = position_file::read(path, TITLE, Some(&rules.origin()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Positions { rules: rules.clone(), layout: rules.layout(), bytes })
    }

    /// Calls `visit` with all records in the order in which they were written, game after game, and the rules of each, with what is made of them for
    /// as many records as have the same; with nothing where a record has no rules that could have been drawn.
    pub fn visit<B: Bits, T>(
        &self,
        mut make: impl FnMut(&Rules<B>) -> T,
        mut visit: impl FnMut(Record<'_>, Option<(&Rules<B>, &mut T)>),
    ) {
        let mut known: Option<(Rules<B>, T)> = None;
        let mut of = None;
        for record in self.records() {
            let number = record.rules_number();
            if of != Some(number) {
                of = Some(number);
                let rules = self.rules.of(record).and_then(|ruleset| Rules::new(&ruleset).ok());
                known = rules.map(|rules| {
                    let made = make(&rules);
                    (rules, made)
                });
            }
            visit(record, known.as_mut().map(|(rules, made)| (&*rules, made)));
        }
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.bytes.len() / self.layout.record_bytes()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them, in the order in which they were written: game after game.
    pub fn records(&self) -> impl Iterator<Item = Record<'_>> + Clone {
        let layout = self.layout;
        self.bytes.chunks_exact(layout.record_bytes()).map(move |bytes| Record { layout, bytes })
    }
}

#[cfg(test)]
mod tests {
    use tablen_rules::tafl::{Narrow, Preset, Rules};

    use super::*;

    #[test]
    fn what_is_written_can_be_read_and_a_torn_tail_is_cut_off() {
        let folder = std::env::temp_dir().join(format!("tablen-positions-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("tablut.positions");
        let ruleset = Preset::Tablut.ruleset();
        let rules = Rules::<Narrow>::new(&ruleset).unwrap();
        let rules_of_games = RulesOfGames::same(ruleset.clone());
        let state = rules.start(Side::Defenders);
        let label = Label {
            side: Side::Defenders,
            ply: 300,
            score: ForLight(Points(-777)),
            result: GameResult::DefendersWon,
        };
        for times in 1..=3 {
            let mut file = PositionFile::open(&path, &rules_of_games).unwrap();
            assert_eq!(file.positions(), times - 1);
            let mut records = Vec::new();
            file.layout().write(&ruleset, &state, &label, &mut records);
            records.extend([1, 2, 3]);
            file.append(&records).unwrap();
        }
        let positions = Positions::read(&path, &rules_of_games).unwrap();
        assert_eq!(positions.len(), 3);
        for record in positions.records() {
            assert_eq!(record.label(), label);
            assert_eq!(record.state(&rules), Some(state));
            assert_eq!(record.king(), 40);
            assert_eq!(
                record.pieces_of(Side::Defenders).collect::<Vec<_>>(),
                [22, 31, 38, 39, 40, 41, 42, 49, 58]
            );
            assert_eq!(record.pieces_of(Side::Attackers).count(), 16);
        }
        let whole = positions.bytes[..positions.layout.record_bytes()].to_vec();
        let nothing = vec![0; whole.len()];
        let noise: Vec<u8> = whole.iter().zip(1u8..).map(|(byte, number)| byte ^ number).collect();
        let mut no_result = whole.clone();
        *no_result.last_mut().unwrap() |= 6;
        for (bytes, is_one) in [(whole, true), (nothing, false), (noise, false), (no_result, false)] {
            let record = Record { layout: positions.layout, bytes: &bytes };
            assert_eq!(record.state(&rules).is_some(), is_one, "{bytes:?}");
        }
        let other = PositionFile::open(&path, &RulesOfGames::same(Preset::Ashton.ruleset()));
        assert!(matches!(other, Err(PositionFileError::Others(rules)) if rules == ruleset.to_string()));
        std::fs::write(&path, [0xff, 0xfe, 0x0a]).unwrap();
        assert!(matches!(
            PositionFile::open(&path, &rules_of_games),
            Err(PositionFileError::NotPositions(TITLE))
        ));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn games_by_rules_drawn_by_lot_are_kept_with_their_rules() {
        let path = std::env::temp_dir().join(format!("tablen-drawn-positions-{}", std::process::id()));
        let given = Preset::Tablut.ruleset();
        let rules_of_games = RulesOfGames { ruleset: given.clone(), are_drawn: true };
        let mut file = PositionFile::open(&path, &rules_of_games).unwrap();
        let drawn = [Preset::TablutStepKing, Preset::Ashton, Preset::Tablut, Preset::TablutCorners]
            .map(Preset::ruleset);
        for ruleset in &drawn {
            let rules = Rules::<Narrow>::new(ruleset).unwrap();
            let score = ForLight(Points(5));
            let label = Label { side: Side::Attackers, ply: 3, score, result: GameResult::Drawn };
            let mut records = Vec::new();
            for _ in 0..2 {
                file.layout().write(ruleset, &rules.start(Side::Attackers), &label, &mut records);
            }
            file.append(&records).unwrap();
        }
        assert_eq!(file.positions(), 8);
        let same = RulesOfGames::same(given);
        assert!(matches!(Positions::read(&path, &same), Err(PositionFileError::Others(_))));
        let positions = Positions::read(&path, &rules_of_games).unwrap();
        let (mut made, mut seen) = (0, Vec::new());
        positions.visit(
            |rules: &Rules<Narrow>| {
                made += 1;
                rules.ruleset().clone()
            },
            |record, rules| {
                let (rules, ruleset) = rules.unwrap();
                assert_eq!(record.state(rules), Some(rules.start(Side::Attackers)));
                assert_eq!(record.label().ply, 3);
                seen.push(ruleset.clone());
            },
        );
        assert_eq!(made, 4, "rules are made once for records that follow each other");
        assert_eq!(
            seen,
            drawn.iter().flat_map(|ruleset| [ruleset.clone(), ruleset.clone()]).collect::<Vec<_>>()
        );
        let mut bytes = positions.bytes[..positions.layout.record_bytes()].to_vec();
        bytes[positions.layout.flags() + 4] = 255;
        let nonsense = Record { layout: positions.layout, bytes: &bytes };
        assert_eq!(rules_of_games.of(nonsense), None);
        std::fs::remove_file(&path).unwrap();
    }
}
