//! What the tafl tests share: boards from pictures or lists of cells, and short ways to ask about them.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

use fastrand::Rng;
use tablen_rules::tafl::{
    Arrangement, Bits, Cell, Game, Move, Outcome, Piece, Position, Reason, Rules, Ruleset, Setup, Side,
    Status, WhyNot,
};

/// The attackers have captured the king.
pub const CAPTURED: Option<Outcome> = over(Some(Side::Attackers), Reason::Capture);
/// The king has escaped.
pub const ESCAPED: Option<Outcome> = over(Some(Side::Defenders), Reason::Escape);
/// The game is not over.
pub const GOES_ON: Option<Outcome> = None;

pub const fn over(winner: Option<Side>, reason: Reason) -> Option<Outcome> {
    Some(Outcome { winner, reason })
}

/// Reads any text form; a test with a text that cannot be read fails.
pub fn read<T: FromStr<Err: Debug>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{text:?} cannot be read: {error:?}"))
}

/// A preset by name, followed by the options that differ from it: `tablut king_move:step`.
pub fn ruleset(text: &str) -> Ruleset {
    read(&format!("preset:{text}"))
}

/// The rules of such a ruleset.
pub fn rules(text: &str) -> Arc<Rules> {
    Arc::new(Rules::new(&ruleset(text)).unwrap_or_else(|faults| panic!("{text}: {faults:?}")))
}

/// A drawn position, the highest row first: `N` attacker, `B` defender, `R` king.
pub fn drawn(ruleset: &str, side: Side, picture: &str) -> Position {
    position(ruleset, side, Arrangement::drawn(picture))
}

/// A position in which only these pieces stand: `R=J10 N=J11,K10`.
pub fn placed(ruleset: &str, side: Side, pieces: &str) -> Position {
    let mut arrangement = Arrangement::empty(rules(ruleset).size());
    for (letter, list) in pieces.split_whitespace().filter_map(|word| word.split_once('=')) {
        let piece = match letter {
            "N" => Piece::Attacker,
            "B" => Piece::Defender,
            "R" => Piece::King,
            _ => panic!("{letter:?} is no piece"),
        };
        for cell in list.split(',') {
            arrangement.set(read(cell), Some(piece));
        }
    }
    position(ruleset, side, arrangement)
}

/// A position of Alea's full board with white to move.
pub fn white(pieces: &str) -> Position {
    placed("alea", Side::Defenders, pieces)
}

/// A position of Alea's full board with black to move.
pub fn black(pieces: &str) -> Position {
    placed("alea", Side::Attackers, pieces)
}

fn position(ruleset: &str, side: Side, arrangement: Arrangement) -> Position {
    let setup = Setup { arrangement, side, king_captured: false };
    Position::new(&rules(ruleset), &setup).unwrap_or_else(|faults| panic!("{ruleset}: {faults:?}\n{setup}"))
}

/// The game after some moves, all of them legal.
pub fn played(position: &Position, moves: &str) -> Game {
    let mut game = Game::from_position(position.clone());
    for text in moves.split_whitespace() {
        if let Err(illegal) = game.play(read(text)) {
            panic!("{text} is illegal: {illegal:?}\n{position}");
        }
    }
    game
}

/// How the game stands after some moves.
pub fn outcome(position: &Position, moves: &str) -> Option<Outcome> {
    outcome_of(&played(position, moves))
}

/// How a game has ended.
pub fn outcome_of(game: &Game) -> Option<Outcome> {
    match game.status() {
        Status::Over(outcome) => Some(outcome),
        Status::ToMove(_) => None,
    }
}

/// The men that the last of some moves captured.
pub fn captured(position: &Position, moves: &str) -> Vec<Cell> {
    let game = played(position, moves);
    let moves = game.moves_played();
    let record = moves.last().expect("at least one move");
    for cell in &record.captured {
        assert_eq!(game.position().get(*cell), None, "a captured man is taken off");
    }
    record.captured.clone()
}

/// Cells in the library's order: `A1 C3`, and `B5..E5` for all from one to the other along a line.
pub fn cells(list: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    for word in list.split_whitespace() {
        match word.split_once("..") {
            None => cells.push(read(word)),
            Some((first, last)) => {
                let (first, last): (Cell, Cell) = (read(first), read(last));
                cells.extend((first.row()..=last.row()).flat_map(|row| {
                    (first.column()..=last.column()).filter_map(move |column| Cell::new(column, row))
                }));
            }
        }
    }
    cells.sort_unstable();
    cells
}

/// Where the piece on a cell can go, in the library's order.
pub fn targets(position: &Position, from: &str) -> Vec<Cell> {
    let from: Cell = read(from);
    let mut targets = position.moves_from(from);
    targets.sort_unstable();
    let mut listed: Vec<Cell> =
        position.moves().into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect();
    listed.sort_unstable();
    assert_eq!(targets, listed, "moves and moves_from agree");
    targets
}

/// The rule that a move breaks, and how; nothing if it is legal.
pub fn why(position: &Position, mv: &str) -> Option<(String, WhyNot)> {
    position.why_not(read(mv)).map(|illegal| (illegal.rule.to_string(), illegal.why))
}

/// The words to be called out, in the program's order.
pub fn words(position: &Position) -> String {
    joined(position.announcements().words())
}

/// The king's routes, in the order of their text.
pub fn routes(position: &Position) -> String {
    sorted(position.announcements().routes.iter().map(|route| route.mv))
}

/// The moves that threaten the king, in the order of their text.
pub fn threats(position: &Position) -> String {
    sorted(position.announcements().threats)
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> String {
    let mut texts: Vec<String> = moves.into_iter().map(|mv| mv.to_string()).collect();
    texts.sort_unstable();
    texts.join(" ")
}

fn joined<T: Display>(items: impl Iterator<Item = T>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// The moves that lead to a position with some property.
pub fn moves_leading_to(position: &Position, wanted: impl Fn(&Position) -> bool) -> String {
    sorted(position.moves().into_iter().filter(|mv| {
        let next = position.clone().play(*mv).expect("a listed move is legal");
        wanted(&next)
    }))
}

/// One of several things.
pub fn pick<'a, T>(rng: &mut Rng, items: &'a [T]) -> &'a T {
    rng.choice(items).expect("there is something to choose")
}

/// Men thrown on the board at random, a king among them, and any side to move: places that play from the start
/// would hardly reach. Cells on which the rules want no man stay empty.
pub fn scattered<B: Bits>(rules: &Arc<Rules<B>>, rng: &mut Rng) -> Position<B> {
    let size = rules.size();
    let all: Vec<Cell> = Cell::all(size).collect();
    loop {
        let mut arrangement = Arrangement::empty(size);
        let men = 4 + rng.usize(..all.len() / 3);
        for _ in 0..men {
            let piece = if rng.usize(..3) == 0 { Piece::Defender } else { Piece::Attacker };
            arrangement.set(*pick(rng, &all), Some(piece));
        }
        arrangement.set(*pick(rng, &all), Some(Piece::King));
        let side = *pick(rng, &Side::ALL);
        let mut setup = Setup { arrangement, side, king_captured: false };
        if let Err(faults) = rules.state(&setup) {
            for fault in faults.0 {
                use tablen_rules::tafl::SetupFault::{DefenderInCamp, ManOnCorner, ManOnThrone};
                if let ManOnThrone { cell } | ManOnCorner { cell } | DefenderInCamp { cell } = fault {
                    setup.arrangement.set(cell, None);
                }
            }
        }
        // The king himself may have stood in a camp.
        if let Ok(position) = Position::new(rules, &setup) {
            return position;
        }
    }
}
