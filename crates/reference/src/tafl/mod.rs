//! Tafl games, read literally (T1–T18, A1–A15).

mod ground;
mod king;
mod men;
mod movement;
#[cfg(test)]
mod tests;

use tablen_rules::tafl::{Arrangement, Cell, Piece, Repetition, Ruleset, Setup, Side, Stalemate};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why it is over.
    pub reason: Reason,
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The king reached a goal (T9, A10).
    Escape,
    /// The king was captured (T9, A10).
    Capture,
    /// The side to move has no legal move (T11).
    NoMove,
    /// The position came again (T12).
    Repetition,
}

/// A game being played: its rules, its position and every position it has been in.
#[derive(Clone, Debug)]
pub struct Game {
    ruleset: Ruleset,
    setup: Setup,
    history: Vec<(Arrangement, Side)>,
}

/// What a move leaves behind.
struct Outcome {
    arrangement: Arrangement,
    captured: Vec<Cell>,
    king_captured: bool,
}

impl Game {
    /// A game that starts from `setup`, which is taken to be valid.
    pub fn new(ruleset: &Ruleset, setup: &Setup) -> Game {
        Game {
            ruleset: ruleset.clone(),
            setup: setup.clone(),
            history: vec![(setup.arrangement.clone(), setup.side)],
        }
    }

    /// The position.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Every legal move, sorted; none when the game is over (T4, A4).
    pub fn moves(&self) -> Vec<(Cell, Cell)> {
        if self.verdict().is_some() { Vec::new() } else { self.moves_of(self.setup.side) }
    }

    /// Plays a move, which is taken to be legal, and returns the cells of the captured men, sorted (T6, A6).
    ///
    /// A captured king is not among them: he stays on the board and [`Setup::king_captured`] is set (T8, A8).
    pub fn play(&mut self, from: Cell, to: Cell) -> Vec<Cell> {
        let outcome = self.outcome(from, to);
        self.setup = Setup {
            arrangement: outcome.arrangement,
            side: self.setup.side.other(),
            king_captured: outcome.king_captured,
        };
        self.history.push((self.setup.arrangement.clone(), self.setup.side));
        outcome.captured
    }

    /// How the game ended, if it has: escape and capture come first, then having no move, then repetition (T11, T12).
    pub fn verdict(&self) -> Option<Verdict> {
        if self.setup.king_captured {
            return Some(Verdict { winner: Some(Side::Attackers), reason: Reason::Capture });
        }
        if self.king_has_escaped() {
            return Some(Verdict { winner: Some(Side::Defenders), reason: Reason::Escape });
        }
        if self.moves_of(self.setup.side).is_empty() {
            let winner = match self.ruleset.stalemate {
                Stalemate::Loses => Some(self.setup.side.other()),
                Stalemate::Draw => None,
            };
            return Some(Verdict { winner, reason: Reason::NoMove });
        }
        self.repetition()
    }

    /// The directions (columns, rows) in which one legal move takes the king to a goal, no matter whose turn it is; sorted
    /// (T10, A11).
    pub fn routes(&self) -> Vec<(i8, i8)> {
        if self.king_is_out() {
            return Vec::new();
        }
        let arrangement = &self.setup.arrangement;
        let Some(king) = king::cell(arrangement) else {
            return Vec::new();
        };
        let mut routes: Vec<(i8, i8)> = movement::directions(&self.ruleset, Piece::King)
            .into_iter()
            .filter(|direction| {
                movement::destinations_towards(&self.ruleset, arrangement, king, *direction)
                    .into_iter()
                    .any(|cell| ground::is_goal(&self.ruleset, cell))
            })
            .collect();
        routes.sort_unstable();
        routes
    }

    /// The attackers' moves that would capture the king if it were their turn, sorted (A11).
    pub fn threats(&self) -> Vec<(Cell, Cell)> {
        if self.king_is_out() {
            return Vec::new();
        }
        let mut moves = self.moves_of(Side::Attackers);
        moves.retain(|(from, to)| self.outcome(*from, *to).king_captured);
        moves
    }

    fn moves_of(&self, side: Side) -> Vec<(Cell, Cell)> {
        movement::moves(&self.ruleset, &self.setup.arrangement, side)
    }

    fn king_has_escaped(&self) -> bool {
        king::cell(&self.setup.arrangement).is_some_and(|king| ground::is_goal(&self.ruleset, king))
    }

    fn king_is_out(&self) -> bool {
        self.setup.king_captured || self.king_has_escaped()
    }

    fn outcome(&self, from: Cell, to: Cell) -> Outcome {
        let before = &self.setup.arrangement;
        let mover = before.get(from);
        let mut after = before.clone();
        after.set(from, None);
        after.set(to, mover);
        let captured = men::captured(&self.ruleset, &after, to);
        for cell in &captured {
            after.set(*cell, None);
        }
        let king_captured =
            mover == Some(Piece::Attacker) && king::is_captured(&self.ruleset, before, &after, to);
        Outcome { arrangement: after, captured, king_captured }
    }

    /// T12, T18. Positions from before a capture never come again, so counting all of them is the same as counting
    /// those since the last capture.
    fn repetition(&self) -> Option<Verdict> {
        let times = self
            .history
            .iter()
            .filter(|(arrangement, side)| *side == self.setup.side && *arrangement == self.setup.arrangement)
            .count();
        let (enough, winner) = match self.ruleset.repetition {
            Repetition::None => return None,
            Repetition::Draw => (3, None),
            Repetition::MoverLoses => (3, Some(self.setup.side)),
            Repetition::MoverWins => (3, Some(self.setup.side.other())),
            Repetition::DefendersLose => (3, Some(Side::Attackers)),
            Repetition::DrawAtOnce => (2, None),
        };
        (times >= enough).then_some(Verdict { winner, reason: Reason::Repetition })
    }
}
