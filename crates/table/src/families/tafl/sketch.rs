//! Tafl boards drawn small: where the pieces stand, and what rules change about the usual game.

mod paper;

use serde::{Deserialize, Serialize};
use tablen_rules::rule::Book;
use tablen_rules::tafl::{Arrangement, Bases, Cell, KingMove, Piece, Preset, Ruleset};

use super::{TaflBoard, TaflRound};
use crate::family::GameRound;
use crate::picture::{Form, Ink, Picture};
use crate::spec::Colour;

/// A tafl board as lists keep it: enough to draw it small.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaflSketch {
    /// The pieces, as rows between slashes.
    pub pieces: Arrangement,
    /// Whether it is the vellum of Alea Evangelii; otherwise it is wood.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_vellum: bool,
    /// The attackers' bases, where a board shows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bases: Vec<Cell>,
    /// The corners, where they are the king's goal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub corners: Vec<Cell>,
    /// Where the last move came from and went to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<(Cell, Cell)>,
}

/// What a board is made of, in colours: those of the boards that are played on.
struct Material {
    ground: Ink,
    edge: Ink,
    line: Ink,
    base: Ink,
    throne: Ink,
    corner: Ink,
    light: (Ink, Ink),
    dark: (Ink, Ink),
    king: (Ink, Ink),
    mark: Ink,
}

const BIRCH: Material = Material {
    ground: Ink::solid(0xf1ddb5),
    edge: Ink::solid(0x9b7440),
    line: Ink::solid(0x4b2c14).covering(0xa0),
    base: Ink::solid(0xa8501f).covering(0x44),
    throne: Ink::solid(0xb98a4e).covering(0x90),
    corner: Ink::solid(0xb98a4e).covering(0x90),
    light: (Ink::solid(0xfff4da), Ink::solid(0x6e4517)),
    dark: (Ink::solid(0x4a2a16), Ink::solid(0x140802)),
    king: (Ink::solid(0xfbd97c), Ink::solid(0x5c3205)),
    mark: Ink::solid(0x8c1d18),
};

const VELLUM: Material = Material {
    ground: Ink::solid(0xf2e6c8),
    edge: Ink::solid(0xb79a66),
    line: Ink::solid(0x6b4a2c).covering(0x99),
    base: Ink::solid(0x6b4a2c).covering(0x22),
    throne: Ink::solid(0x1d4e9e).covering(0x90),
    corner: Ink::solid(0xb3201a).covering(0xa0),
    light: (Ink::solid(0xfffaf0), Ink::solid(0x2b1a10)),
    dark: (Ink::solid(0x1d2431), Ink::solid(0x05070b)),
    king: (Ink::solid(0xf4c64e), Ink::solid(0x4a2a05)),
    mark: Ink::solid(0xa3140f),
};

/// The last move; where a piece may go; what is closed.
const LAST: Ink = Ink::solid(0xc78a12).covering(0x66);
const OPEN: Ink = Ink::solid(0x1f6f50);
const CLOSED: Ink = Ink::solid(0xb3261e);

/// Of a cell, and of the wood around the cells.
const CELL: f32 = 20.0;
const MARGIN: f32 = 8.0;

/// The middle of a cell; row 1 is below.
fn middle(cell: Cell, size: u8) -> (f32, f32) {
    let at = |cells: u8| MARGIN + (f32::from(cells) + 0.5) * CELL;
    (at(cell.column()), at(size.saturating_sub(1).saturating_sub(cell.row())))
}

fn square(cell: Cell, size: u8) -> Form {
    let (x, y) = middle(cell, size);
    Form::Rectangle { x: x - CELL / 2.0, y: y - CELL / 2.0, width: CELL, height: CELL, round: 0.0 }
}

impl TaflSketch {
    /// The board of a view.
    pub(super) fn of(board: &TaflBoard, ruleset: &Ruleset) -> TaflSketch {
        let is_vellum = ruleset.book == Book::Alea;
        TaflSketch {
            pieces: board.pieces.clone(),
            is_vellum,
            bases: if is_vellum { Vec::new() } else { board.bases.clone() },
            corners: board.corners.iter().copied().filter(|cell| board.is_goal_corner(*cell)).collect(),
            last: board.last.as_ref().map(|last| (last.from, last.to)),
        }
    }

    const fn material(&self) -> &'static Material {
        if self.is_vellum { &VELLUM } else { &BIRCH }
    }

    /// The board without its pieces.
    fn ground(&self) -> Picture {
        let (material, size) = (self.material(), self.pieces.size());
        let field = f32::from(size) * CELL;
        let side = field + 2.0 * MARGIN;
        let mut picture = Picture::new(side, side);
        let slab =
            Form::Rectangle { x: 0.5, y: 0.5, width: side - 1.0, height: side - 1.0, round: MARGIN / 2.0 };
        picture.both(slab, material.ground, material.edge, 1.0);
        for cell in &self.bases {
            picture.fill(square(*cell, size), material.base);
        }
        for cell in &self.corners {
            picture.fill(square(*cell, size), material.corner);
        }
        if let Some(throne) = Cell::new(size / 2, size / 2) {
            picture.fill(square(throne, size), material.throne);
        }
        if let Some((from, to)) = &self.last {
            picture.fill(square(*from, size), LAST);
            picture.fill(square(*to, size), LAST);
        }
        for line in 0..=size {
            let at = MARGIN + f32::from(line) * CELL;
            let width = if line == 0 || line == size { 1.4 } else { 0.8 };
            picture.outline(Form::Lines(vec![(at, MARGIN), (at, MARGIN + field)]), material.line, width);
            picture.outline(Form::Lines(vec![(MARGIN, at), (MARGIN + field, at)]), material.line, width);
        }
        picture
    }

    fn add_piece(&self, picture: &mut Picture, cell: Cell, piece: Piece, cover: u8) {
        self.add_piece_at(picture, middle(cell, self.pieces.size()), piece, cover);
    }

    fn add_piece_at(&self, picture: &mut Picture, (x, y): (f32, f32), piece: Piece, cover: u8) {
        let material = self.material();
        let ((fill, rim), radius) = match piece {
            Piece::Attacker => (material.dark, 7.2),
            Piece::Defender => (material.light, 7.2),
            Piece::King => (material.king, 8.6),
        };
        picture.both(Form::Disc { x, y, radius }, fill.covering(cover), rim.covering(cover), 1.2);
        match piece {
            // A ring and a hole tell the sides apart without their colours; the king has a cross.
            Piece::Attacker => {
                picture.fill(Form::Disc { x, y, radius: 1.8 }, material.light.0.covering(cover / 2))
            }
            Piece::Defender => {
                picture.outline(Form::Disc { x, y, radius: 4.2 }, material.light.1.covering(cover / 2), 0.9);
            }
            Piece::King => {
                for (dx, dy) in [(4.6, 0.0), (0.0, 4.6)] {
                    let line = Form::Lines(vec![(x - dx, y - dy), (x + dx, y + dy)]);
                    picture.outline(line, material.mark.covering(cover), 2.4);
                }
            }
        }
    }

    /// The board as a small picture.
    pub fn picture(&self) -> Picture {
        let mut picture = self.ground();
        for (cell, piece) in self.pieces.pieces() {
            self.add_piece(&mut picture, cell, piece, u8::MAX);
        }
        picture
    }
}

/// What rules change about the usual game on a board of the same kind: where the king must get, what is closed to him, how far he goes, how
/// he is taken. What they leave as it is steps back. Nothing for rules that nobody can play by.
pub fn diagram(ruleset: &Ruleset) -> Option<Picture> {
    let round = TaflRound::new(ruleset, Colour::Light).ok()?;
    let board = round.show(false).board;
    let sketch = TaflSketch::of(&board, ruleset);
    let usual = if sketch.is_vellum { Preset::Alea } else { Preset::Tablut }.ruleset();
    let has_own_board = ruleset.board != usual.board;
    let changes_goal = ruleset.goal != usual.goal && !has_own_board;
    let closes_bases = ruleset.bases != usual.bases;
    let changes_king_move = ruleset.king_move != usual.king_move;
    let changes_capture = ruleset.king_capture != usual.king_capture && !has_own_board;
    let (size, throne) = (board.size, board.throne);
    let mut picture = sketch.ground();
    if changes_goal {
        for cell in &board.goals {
            picture.fill(square(*cell, size), OPEN.covering(0x70));
        }
    }
    if ruleset.bases == Bases::Camps {
        for cell in &board.bases {
            picture.fill(square(*cell, size), CLOSED.covering(0x58));
        }
    }
    if changes_king_move {
        for cell in Cell::all(size).filter(|cell| king_reaches(ruleset.king_move, throne, *cell)) {
            let (x, y) = middle(cell, size);
            picture.both(Form::Disc { x, y, radius: 4.2 }, OPEN.covering(0x90), OPEN, 1.4);
        }
        sketch.add_piece(&mut picture, throne, Piece::King, u8::MAX);
        return Some(picture);
    }
    if changes_capture && !changes_goal && !closes_bases {
        // Away from the konakis, between two.
        let place = |columns| throne.offset(columns, 2, size);
        let (left, king, right) = (place(1)?, place(2)?, place(3)?);
        for cell in [left, right] {
            sketch.add_piece(&mut picture, cell, Piece::Attacker, u8::MAX);
            let (x, y) = middle(cell, size);
            picture.outline(Form::Disc { x, y, radius: 8.6 }, CLOSED, 1.8);
        }
        sketch.add_piece(&mut picture, king, Piece::King, u8::MAX);
        return Some(picture);
    }
    let cover = if changes_goal || closes_bases { 0x70 } else { u8::MAX };
    // Bases that are closed only while they are held are closed by who stands there; camps are, whoever does.
    let is_emptied = matches!(ruleset.bases, Bases::NoStop | Bases::Closed);
    for (cell, piece) in sketch.pieces.pieces() {
        if !is_emptied || !board.bases.contains(&cell) {
            sketch.add_piece(&mut picture, cell, piece, if piece == Piece::King { u8::MAX } else { cover });
        }
    }
    if closes_bases && ruleset.bases != Bases::Camps {
        let arm = CELL * if ruleset.bases == Bases::NoStop { 0.22 } else { 0.36 };
        for cell in &board.bases {
            let (x, y) = middle(*cell, size);
            for (dx, dy) in [(arm, arm), (arm, -arm)] {
                picture.outline(Form::Lines(vec![(x - dx, y - dy), (x + dx, y + dy)]), CLOSED, 1.8);
            }
        }
    }
    Some(picture)
}

/// Whether a king who is alone on the board gets from a cell to another with one move.
fn king_reaches(kind: KingMove, from: Cell, to: Cell) -> bool {
    let (columns, rows) = (from.column().abs_diff(to.column()), from.row().abs_diff(to.row()));
    let (near, far) = (columns.min(rows), columns.max(rows));
    match kind {
        KingMove::Rook => near == 0 && far > 0,
        KingMove::RookFour => near == 0 && (1..=4).contains(&far),
        KingMove::Step => near == 0 && far == 1,
        KingMove::ChessKing => far == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_has_a_diagram_of_its_own() {
        let drawn = |preset: &Preset| diagram(&preset.ruleset()).map(|picture| picture.to_string());
        let diagrams: std::collections::BTreeSet<_> = Preset::ALL.iter().map(drawn).collect();
        assert!(!diagrams.contains(&None));
        assert_eq!(diagrams.len(), Preset::ALL.len());
    }
}
