//! What a position is worth, and to whom.

use std::ops::Neg;

use tablen_rules::tafl::Side;

/// What a certain win would be worth if it were now. Every move until then takes one off.
const WIN: i32 = 30_000;

/// Beyond this a value is a certain win or loss. No evaluation comes near.
const CERTAIN: i32 = 29_000;

/// What a position is worth to the player whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ForMover(pub i32);

/// What a position is worth to the defenders, whoever is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ForDefenders(pub i32);

/// What a value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// Nothing is certain: so many points, about a hundred for a man of Tablut's defenders.
    Points(i32),
    /// A win after so many moves, both players' counted.
    WinsIn(u32),
    /// A loss after so many moves, both players' counted.
    LosesIn(u32),
}

impl ForMover {
    /// Neither better nor worse.
    pub const DRAW: ForMover = ForMover(0);
    /// Worse than anything.
    pub const WORST: ForMover = ForMover(-WIN - 1);
    /// Better than anything.
    pub const BEST: ForMover = ForMover(WIN + 1);

    /// The mover wins in so many moves.
    pub const fn wins_in(moves: u32) -> ForMover {
        ForMover(WIN - moves as i32)
    }

    /// The mover loses in so many moves.
    pub const fn loses_in(moves: u32) -> ForMover {
        ForMover(moves as i32 - WIN)
    }

    /// The same to the defenders, when it is that side's turn.
    pub const fn for_defenders(self, mover: Side) -> ForDefenders {
        ForDefenders(seen_by(mover, self.0))
    }

    /// What it means.
    pub const fn prospect(self) -> Prospect {
        if self.0 > CERTAIN {
            Prospect::WinsIn((WIN - self.0) as u32)
        } else if self.0 < -CERTAIN {
            Prospect::LosesIn((WIN + self.0) as u32)
        } else {
            Prospect::Points(self.0)
        }
    }

    /// Whether it is a certain win or loss.
    pub const fn is_certain(self) -> bool {
        self.0 > CERTAIN || self.0 < -CERTAIN
    }

    /// A value counted from the beginning of a search, counted from `ply` moves later instead, and back with a negative
    /// `ply`: a certain win is as many moves nearer.
    pub(super) const fn counted_from(self, ply: i32) -> ForMover {
        if self.0 > CERTAIN {
            ForMover(self.0 + ply)
        } else if self.0 < -CERTAIN {
            ForMover(self.0 - ply)
        } else {
            self
        }
    }
}

impl ForDefenders {
    /// Points, kept clear of what would be a certain win or loss.
    pub(super) fn points(points: i32) -> ForDefenders {
        ForDefenders(points.clamp(1 - CERTAIN, CERTAIN - 1))
    }

    /// The same to the player whose turn it is.
    pub const fn for_mover(self, mover: Side) -> ForMover {
        ForMover(seen_by(mover, self.0))
    }
}

/// The one place where a point of view changes between a side and the mover.
const fn seen_by(mover: Side, points: i32) -> i32 {
    match mover {
        Side::Defenders => points,
        Side::Attackers => -points,
    }
}

/// The same to the opponent, whose turn it is after or before a move.
impl Neg for ForMover {
    type Output = ForMover;

    fn neg(self) -> ForMover {
        ForMover(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nearer_win_is_better_and_a_nearer_loss_worse() {
        assert!(ForMover::wins_in(1) > ForMover::wins_in(3));
        assert!(ForMover::loses_in(2) < ForMover::loses_in(4));
        assert_eq!(-ForMover::wins_in(3), ForMover::loses_in(3));
        assert_eq!(ForMover::wins_in(3).prospect(), Prospect::WinsIn(3));
        assert_eq!(ForMover::loses_in(4).prospect(), Prospect::LosesIn(4));
        assert_eq!(ForMover(-17).prospect(), Prospect::Points(-17));
        assert_eq!(
            ForDefenders::points(1_000_000).for_mover(Side::Attackers).prospect(),
            Prospect::Points(1 - CERTAIN)
        );
    }

    #[test]
    fn the_point_of_view_changes_and_changes_back() {
        for mover in Side::ALL {
            assert_eq!(ForMover(5).for_defenders(mover).for_mover(mover), ForMover(5));
        }
        assert_eq!(ForMover(5).for_defenders(Side::Attackers), ForDefenders(-5));
        let seen_from_ply_2 = ForMover::wins_in(5).counted_from(2);
        assert_eq!(seen_from_ply_2, ForMover::wins_in(3));
        assert_eq!(seen_from_ply_2.counted_from(-2), ForMover::wins_in(5));
    }
}
