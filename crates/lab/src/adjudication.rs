//! When a game of the engine against itself is over: by the rules, or because everybody sees how it will end.

use tablen_engine::tafl::{Prospect, Value};
use tablen_rules::tafl::{Bits, Game, Side, Status};

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The attackers won.
    AttackersWon,
    /// Nobody won.
    Drawn,
    /// The defenders won.
    DefendersWon,
}

impl GameResult {
    /// A win of that side, or of nobody.
    pub const fn of(winner: Option<Side>) -> GameResult {
        match winner {
            Some(Side::Attackers) => GameResult::AttackersWon,
            None => GameResult::Drawn,
            Some(Side::Defenders) => GameResult::DefendersWon,
        }
    }

    /// What the defenders made of it: 0, ½ or 1.
    pub const fn for_defenders(self) -> f32 {
        match self {
            GameResult::AttackersWon => 0.0,
            GameResult::Drawn => 0.5,
            GameResult::DefendersWon => 1.0,
        }
    }
}

/// Watches a game and says when it is over.
#[derive(Clone, Copy, Debug)]
pub struct Adjudication {
    /// A game is won by the side that has been ahead by so many points for [`Adjudication::AHEAD_FOR`] moves.
    decided: i32,
    /// Points to the defenders from which that is counted.
    fair: i32,
    /// A game that has had so many moves is drawn.
    longest: usize,
    /// Who is far ahead.
    ahead: Option<Side>,
    /// For how many moves.
    ahead_for: u32,
}

impl Adjudication {
    /// For so many moves in a row a side must be far ahead.
    pub const AHEAD_FOR: u32 = 6;

    /// A game that begins.
    pub const fn new(decided: i32, longest: usize) -> Adjudication {
        Adjudication { decided, fair: 0, longest, ahead: None, ahead_for: 0 }
    }

    /// The same where both sides win alike with so many points to the defenders.
    pub const fn around(self, fair: i32) -> Adjudication {
        Adjudication { fair, ..self }
    }

    /// What became of a game, if it is over as it stands.
    pub fn of_game<B: Bits>(&self, game: &Game<B>) -> Option<GameResult> {
        match game.status() {
            Status::Over(outcome) => Some(GameResult::of(outcome.winner)),
            Status::ToMove(_) => (game.len() >= self.longest).then_some(GameResult::Drawn),
        }
    }

    /// What becomes of a game, if it is clear after one more search, of that side.
    pub fn after(&mut self, side: Side, value: Value) -> Option<GameResult> {
        let points = match value.prospect() {
            Prospect::WinsIn(_) => return Some(GameResult::of(Some(side))),
            Prospect::LosesIn(_) => return Some(GameResult::of(Some(side.other()))),
            Prospect::Points(points) => match side {
                Side::Attackers => points + self.fair,
                Side::Defenders => points - self.fair,
            },
        };
        let ahead = match points {
            points if points >= self.decided => Some(side),
            points if points <= -self.decided => Some(side.other()),
            _ => None,
        };
        self.ahead_for = if ahead == self.ahead { self.ahead_for + 1 } else { 1 };
        self.ahead = ahead;
        ahead.filter(|_| self.ahead_for >= Adjudication::AHEAD_FOR).map(|side| GameResult::of(Some(side)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_that_stays_far_ahead_wins() {
        let points = Value::points;
        let mut game = Adjudication::new(1_000, 200);
        for move_number in 0..20 {
            let (side, ahead) = match move_number % 2 {
                0 => (Side::Attackers, -1_200),
                _ => (Side::Defenders, 1_200),
            };
            match move_number {
                3 => assert_eq!(game.after(side, points(900)), None, "a doubt begins the count anew"),
                9 => {
                    assert_eq!(game.after(side, points(ahead)), Some(GameResult::DefendersWon));
                    return;
                }
                _ => assert_eq!(game.after(side, points(ahead)), None, "move {move_number}"),
            }
        }
    }

    #[test]
    fn ahead_is_counted_from_where_both_sides_win_alike() {
        for (side, ahead) in [(Side::Attackers, 1_450), (Side::Defenders, -1_450)] {
            let winner = |game: Adjudication| {
                let mut game = game;
                (0..Adjudication::AHEAD_FOR).find_map(|_| game.after(side, Value::points(ahead)))
            };
            let game = Adjudication::new(1_000, 200);
            assert_eq!(winner(game), Some(GameResult::AttackersWon));
            assert_eq!(winner(game.around(-400)), Some(GameResult::AttackersWon));
            assert_eq!(winner(game.around(-500)), None);
        }
    }
}
