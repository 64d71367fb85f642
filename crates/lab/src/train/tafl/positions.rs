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
//!
//! Whole games are written at once. If a kill tears the last record, [`PositionFile::open`] cuts off what is left of it.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use tablen_engine::ForLight;
use tablen_engine::tafl::Points;
use tablen_rules::tafl::{Arrangement, Bits, Cell, Piece, Rules, Ruleset, Setup, Side, State};

use crate::adjudication::GameResult;
pub use crate::train::position_file::PositionFileError;
use crate::train::position_file::{self, Opened};

/// The first line of a file.
pub const TITLE: &str = "tablen tafl positions 1";

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
}

impl RecordLayout {
    /// For boards of that size.
    pub const fn new(size: u8) -> RecordLayout {
        RecordLayout { size }
    }

    const fn set_bytes(self) -> usize {
        (self.size as usize * self.size as usize).div_ceil(8)
    }

    /// The length of a record.
    pub const fn record_bytes(self) -> usize {
        2 * self.set_bytes() + 7
    }

    /// Appends a record.
    pub fn write<B: Bits>(self, state: &State<B>, label: &Label, records: &mut Vec<u8>) {
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
        let flags = self.bytes[self.bytes.len() - 1];
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

    /// The position; nothing if it is none by these rules, or the record is none that was ever written.
    pub fn state<B: Bits>(self, rules: &Rules<B>) -> Option<State<B>> {
        let state = rules.state(&self.setup()).ok()?;
        // What is written anew in other bytes was never written so: a king who is none of the defenders, a result that there is not.
        let mut again = Vec::with_capacity(self.bytes.len());
        self.layout.write(&state, &self.label(), &mut again);
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
    /// Opens the file of a ruleset, or begins it.
    pub fn open(path: &Path, ruleset: &Ruleset) -> Result<PositionFile, PositionFileError> {
        let layout = RecordLayout::new(ruleset.board.layout().size());
        let Opened { mut file, header, length } = position_file::open(path, TITLE, &ruleset.to_string())?;
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
    layout: RecordLayout,
    bytes: Vec<u8>,
}

impl Positions {
    /// Reads the file of a ruleset; somebody may be writing to it.
    pub fn read(path: &Path, ruleset: &Ruleset) -> Result<Positions, PositionFileError> {
        let mut file = position_file::read(path, TITLE, Some(&ruleset.to_string()))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Positions { layout: RecordLayout::new(ruleset.board.layout().size()), bytes })
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
        let state = rules.start(Side::Defenders);
        let label = Label {
            side: Side::Defenders,
            ply: 300,
            score: ForLight(Points(-777)),
            result: GameResult::DefendersWon,
        };
        for times in 1..=3 {
            let mut file = PositionFile::open(&path, &ruleset).unwrap();
            assert_eq!(file.positions(), times - 1);
            let mut records = Vec::new();
            file.layout().write(&state, &label, &mut records);
            records.extend([1, 2, 3]);
            file.append(&records).unwrap();
        }
        let positions = Positions::read(&path, &ruleset).unwrap();
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
        let other = PositionFile::open(&path, &Preset::Ashton.ruleset());
        assert!(matches!(other, Err(PositionFileError::Others(rules)) if rules == ruleset.to_string()));
        std::fs::write(&path, [0xff, 0xfe, 0x0a]).unwrap();
        assert!(matches!(PositionFile::open(&path, &ruleset), Err(PositionFileError::NotPositions(TITLE))));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
