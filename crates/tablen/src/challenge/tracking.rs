//! What has been played, worked out from the boards that a server tells.

use std::sync::Arc;

use tablen_rules::tafl::{
    Arrangement, Game, Move, Narrow, Position, Rules, Setup, SetupFaults, Side, Status,
};

/// A game as it is seen from outside: repetitions end games of the challenge, and a board alone does not know of them.
pub struct Tracking {
    game: Game<Narrow>,
}

/// How a board follows from the one before.
#[derive(Debug, PartialEq, Eq)]
pub enum Follows {
    /// By these moves, one or two; none if it is the same.
    ByMoves(Vec<Move>),
    /// It does not: what was before it is forgotten.
    Not,
}

impl Tracking {
    /// A game that begins with a board and a side to move.
    pub fn begin(
        rules: &Arc<Rules<Narrow>>,
        pieces: &Arrangement,
        side: Side,
    ) -> Result<Tracking, SetupFaults> {
        let setup = Setup { arrangement: pieces.clone(), side, king_captured: false };
        Ok(Tracking { game: Game::from_position(Position::new(rules, &setup)?) })
    }

    /// The game as far as it is known.
    pub const fn game(&self) -> &Game<Narrow> {
        &self.game
    }

    /// Goes on to a board that was told with a side to move.
    pub fn go_on(&mut self, pieces: &Arrangement, side: Side) -> Result<Follows, SetupFaults> {
        let is_there = |game: &Game<Narrow>| {
            let setup = game.position().setup();
            setup.side == side && setup.arrangement == *pieces
        };
        if is_there(&self.game) {
            return Ok(Follows::ByMoves(Vec::new()));
        }
        // A server that tells only whose turn it is leaves out every second board.
        let distance = if self.game.position().side() == side { 2 } else { 1 };
        if let Some(moves) = path(&self.game, distance, &is_there) {
            for mv in &moves {
                // They were found among the legal ones.
                let _ = self.game.play(*mv);
            }
            return Ok(Follows::ByMoves(moves));
        }
        *self = Tracking::begin(self.game.position().rules(), pieces, side)?;
        Ok(Follows::Not)
    }
}

/// So many moves that lead to a position.
fn path(
    game: &Game<Narrow>,
    distance: usize,
    is_there: &impl Fn(&Game<Narrow>) -> bool,
) -> Option<Vec<Move>> {
    game.moves().into_iter().find_map(|mv| {
        let mut next = game.clone();
        next.play(mv).ok()?;
        if distance == 1 {
            return is_there(&next).then(|| vec![mv]);
        }
        match next.status() {
            Status::ToMove(_) => {
                let rest = path(&next, distance - 1, is_there)?;
                Some([vec![mv], rest].concat())
            }
            Status::Over(_) => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(game: &Game<Narrow>) -> (Arrangement, Side) {
        let setup = game.position().setup();
        (setup.arrangement, setup.side)
    }

    fn read(text: &str) -> Move {
        text.parse().unwrap_or_else(|_| panic!("{text} is a move"))
    }

    #[test]
    fn moves_are_found_between_boards() {
        let rules =
            Arc::new(Rules::new(&super::super::ruleset()).unwrap_or_else(|faults| panic!("{faults}")));
        let mut game = Game::start(&rules, Side::Defenders);
        let (pieces, side) = board(&game);
        let mut tracking = Tracking::begin(&rules, &pieces, side).unwrap_or_else(|faults| panic!("{faults}"));
        for (moves, told) in [("", 0), ("E4-H4", 1), ("A4-F4 E3-F3", 2), ("E2-G2", 1)] {
            let moves: Vec<Move> = moves.split_whitespace().map(read).collect();
            for mv in &moves {
                game.play(*mv).unwrap_or_else(|illegal| panic!("{illegal}"));
            }
            let (pieces, side) = board(&game);
            assert_eq!(tracking.go_on(&pieces, side), Ok(Follows::ByMoves(moves)), "{told} moves");
        }
        assert_eq!(tracking.game(), &game, "with all that was before");
        let (mut pieces, side) = board(&game);
        pieces.set(read("H4-H5").from, None);
        assert_eq!(tracking.go_on(&pieces, side), Ok(Follows::Not));
        assert!(tracking.game().is_empty());
    }
}
