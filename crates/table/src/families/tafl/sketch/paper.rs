//! Tafl boards on paper.

use tablen_rules::tafl::{Cell, Piece};

use super::{CELL, MARGIN, TaflSketch, middle};
use crate::picture::{Label, Men, Picture, Plan};

/// From the edge of the board to the names of rows and columns.
const ASIDE: f32 = 7.0;

impl TaflSketch {
    /// The middle of a cell by its name, such as `E5`.
    pub fn point(&self, name: &str) -> Option<(f32, f32)> {
        let (cell, size): (Cell, u8) = (name.parse().ok()?, self.pieces.size());
        (cell.column() < size && cell.row() < size).then(|| middle(cell, size))
    }

    /// The board for paper.
    pub fn plan(&self) -> Plan {
        let size = self.pieces.size();
        let below = f32::from(size) * CELL + 2.0 * MARGIN + ASIDE;
        let diagonal = (0..size).filter_map(|number| Cell::new(number, number));
        let labels = diagonal.flat_map(|cell| {
            let (x, y) = middle(cell, size);
            let name = cell.to_string();
            let (column, row) = name.split_at(1);
            let label = |text: &str, x, y| Label { text: text.to_owned(), x, y, is_on_men: false };
            [label(column, x, below), label(row, -ASIDE, y)]
        });
        let men = [(Piece::King, "king"), (Piece::Defender, "defender"), (Piece::Attacker, "attacker")];
        let men = men.map(|(piece, kind)| {
            let pieces = self.pieces.pieces().filter(|(_, other)| *other == piece);
            Men {
                kind,
                places: pieces.map(|(cell, _)| (cell.to_string(), 1)).collect(),
                one: self.one(piece),
            }
        });
        Plan { bare: self.ground(), labels: labels.collect(), men: men.into() }
    }

    /// A piece by itself.
    fn one(&self, piece: Piece) -> Picture {
        let mut picture = Picture::new(CELL, CELL);
        self.add_piece_at(&mut picture, (CELL / 2.0, CELL / 2.0), piece, u8::MAX);
        picture
    }
}
