//! The rules on drawn boards.

mod bases;
mod ends;
mod king;
mod men;
mod movement;
mod random_play;

use tablen_rules::tafl::{Arrangement, Board, Cell, Preset, Ruleset, Setup, Side};

use super::Game;

fn cell(name: &str) -> Cell {
    let (column, row) = name.split_at(1);
    let row: u8 = row.parse().unwrap();
    Cell::new(column.as_bytes()[0] - b'A', row - 1).unwrap()
}

fn cells(names: &str) -> Vec<Cell> {
    let mut cells: Vec<Cell> = names.split_whitespace().map(cell).collect();
    cells.sort_unstable();
    cells
}

/// A preset's rules on the smallest board, whose konakis is D4.
fn on_seven(preset: Preset) -> Ruleset {
    Ruleset { board: Board::Brandubh7, ..preset.ruleset() }
}

fn game(ruleset: &Ruleset, picture: &str, side: Side) -> Game {
    let arrangement = Arrangement::drawn(picture);
    assert_eq!(arrangement.size(), ruleset.board.layout().size());
    Game::new(ruleset, &Setup { arrangement, side, king_captured: false })
}

fn start(ruleset: &Ruleset, side: Side) -> Game {
    let arrangement = ruleset.board.layout().start.clone();
    Game::new(ruleset, &Setup { arrangement, side, king_captured: false })
}

/// Plays a move like `A4-A3`, which must be legal.
fn play(game: &mut Game, text: &str) -> Vec<Cell> {
    let (from, to) = text.split_once('-').unwrap();
    let (from, to) = (cell(from), cell(to));
    assert!(game.moves().contains(&(from, to)), "{text} is not legal");
    game.play(from, to)
}

/// Plays one move on a drawn board; the side is that of the piece that moves.
fn played(ruleset: &Ruleset, picture: &str, text: &str) -> (Game, Vec<Cell>) {
    let from = cell(text.split('-').next().unwrap());
    let side = Arrangement::drawn(picture).get(from).unwrap().side();
    let mut game = game(ruleset, picture, side);
    let captured = play(&mut game, text);
    (game, captured)
}

/// What the move captures.
fn captures(ruleset: &Ruleset, picture: &str, text: &str) -> Vec<Cell> {
    played(ruleset, picture, text).1
}

/// Whether the move captures the king.
fn takes_the_king(ruleset: &Ruleset, picture: &str, text: &str) -> bool {
    played(ruleset, picture, text).0.setup().king_captured
}

/// Where the piece on a cell can go, no matter whose turn it is.
fn destinations(ruleset: &Ruleset, picture: &str, from: &str) -> Vec<Cell> {
    let mut destinations = super::movement::destinations(ruleset, &Arrangement::drawn(picture), cell(from));
    destinations.sort_unstable();
    destinations
}
