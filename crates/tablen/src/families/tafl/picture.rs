//! A tafl board as lines of text.

use std::fmt::Write;

use tablen_rules::tafl::{Bits, Cell, Piece, Position};
use tablen_table::view::TaflBoard;

/// A position by itself.
pub fn position_picture<B: Bits>(position: &Position<B>) -> String {
    picture(&TaflBoard::at(position))
}

/// A tafl board: `●` attackers, `○` defenders, `♔` the king, `×` goals that are not plain edge, `+` the empty konakis, `·` bases.
pub fn picture(board: &TaflBoard) -> String {
    let size = board.size;
    let mut picture = String::new();
    let columns: String = (0..size).map(|column| format!(" {}", char::from(b'A' + column))).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(picture, "   {columns}");
    for row in (0..size).rev() {
        let _ = write!(picture, "{:>2} ", row + 1);
        for column in 0..size {
            let Some(cell) = Cell::new(column, row) else { continue };
            let sign = match board.pieces.get(cell) {
                Some(Piece::Attacker) => '●',
                Some(Piece::Defender) => '○',
                Some(Piece::King) => '♔',
                None if cell == board.throne => '+',
                None if board.is_goal_corner(cell) => '×',
                None if board.bases.contains(&cell) => ':',
                None => '·',
            };
            let _ = write!(picture, " {sign}");
        }
        let _ = writeln!(picture, " {:>2}", row + 1);
    }
    let _ = writeln!(picture, "   {columns}");
    picture
}
