//! Pieces on a board, sensible or not.

use super::{Cell, Side};

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Piece {
    /// A besieger.
    Attacker,
    /// One of the king's men.
    Defender,
    /// The king.
    King,
}

impl Piece {
    /// Every kind of piece.
    pub const ALL: [Piece; 3] = [Piece::Attacker, Piece::Defender, Piece::King];

    /// The side it belongs to.
    pub const fn side(self) -> Side {
        match self {
            Piece::Attacker => Side::Attackers,
            Piece::Defender | Piece::King => Side::Defenders,
        }
    }

    /// Its letter in OpenTafl's notation: `t`, `T`, `K`.
    pub const fn letter(self) -> char {
        match self {
            Piece::Attacker => 't',
            Piece::Defender => 'T',
            Piece::King => 'K',
        }
    }
}

/// Any pieces on the cells of a square board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement {
    size: u8,
    cells: Vec<Option<Piece>>,
}

impl Arrangement {
    /// An empty board.
    pub fn empty(size: u8) -> Arrangement {
        Arrangement { size, cells: vec![None; usize::from(size) * usize::from(size)] }
    }

    /// Reads a drawn board, the highest row first: `N` attacker, `B` defender, `R` king, anything else empty.
    /// White space around and between rows does not count, so tests and presets can draw what they mean.
    ///
    /// ```
    /// use tablen_rules::tafl::{Arrangement, Piece};
    ///
    /// let drawn = Arrangement::drawn("
    ///     . . N
    ///     . R .
    ///     B . .");
    /// assert_eq!(drawn.size(), 3);
    /// assert_eq!(drawn.get("C3".parse()?), Some(Piece::Attacker));
    /// assert_eq!(drawn.to_string(), "/T2/1K1/2t/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drawn(picture: &str) -> Arrangement {
        let rows: Vec<Vec<Option<Piece>>> = picture
            .lines()
            .map(|line| {
                line.chars()
                    .filter(|c| !c.is_whitespace())
                    .map(|c| match c {
                        'N' => Some(Piece::Attacker),
                        'B' => Some(Piece::Defender),
                        'R' => Some(Piece::King),
                        _ => None,
                    })
                    .collect()
            })
            .filter(|row: &Vec<_>| !row.is_empty())
            .collect();
        let size = u8::try_from(rows.len()).unwrap_or(u8::MAX).min(super::MAX_SIZE);
        let mut drawn = Arrangement::empty(size);
        for (row, pieces) in rows.iter().rev().enumerate() {
            for (column, piece) in pieces.iter().enumerate() {
                if let (Ok(column), Ok(row)) = (u8::try_from(column), u8::try_from(row))
                    && let Some(cell) = Cell::new(column, row)
                {
                    drawn.set(cell, *piece);
                }
            }
        }
        drawn
    }

    /// The number of rows and of columns.
    pub const fn size(&self) -> u8 {
        self.size
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        cell.is_on(self.size)
            .then(|| usize::from(cell.row()) * usize::from(self.size) + usize::from(cell.column()))
    }

    /// The piece on a cell; none on cells the board does not have.
    pub fn get(&self, cell: Cell) -> Option<Piece> {
        self.cells[self.index(cell)?]
    }

    /// Puts a piece on a cell or clears it; cells the board does not have stay out of it.
    pub fn set(&mut self, cell: Cell, piece: Option<Piece>) {
        if let Some(index) = self.index(cell) {
            self.cells[index] = piece;
        }
    }

    /// The pieces with their cells, row by row from A1.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        Cell::all(self.size).filter_map(|cell| Some((cell, self.get(cell)?)))
    }

    /// How many pieces of a kind there are.
    pub fn count(&self, piece: Piece) -> usize {
        self.cells.iter().filter(|cell| **cell == Some(piece)).count()
    }
}

/// Anything that could be meant as a position: pieces, whose turn it is, and whether the king has just been captured.
///
/// A captured king stays on the board, so that everyone sees how he was taken; `king_captured` tells that position
/// from one in which he walked there himself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces.
    pub arrangement: Arrangement,
    /// Whose turn it is.
    pub side: Side,
    /// Whether the attackers' last move captured the king.
    pub king_captured: bool,
}
