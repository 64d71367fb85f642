//! Material, kept up to date move by move.

use tablen_rules::tafl::{Bits, BySide, Made, Piece, Rules, Side, State};

use super::evaluation::Evaluation;
use super::position_info::PositionInfo;
use super::value::Points;
use super::weights::Weights;
use crate::ForLight;

/// What one man of each side is worth: his share of what all are worth that the side starts with.
pub(super) fn man_points<B: Bits>(rules: &Rules<B>, weights: &Weights) -> BySide<i32> {
    let start = &rules.ruleset().board.layout().start;
    let share = |army: i32, piece| army / i32::try_from(start.count(piece)).unwrap_or(1).max(1);
    BySide {
        attackers: share(weights.attackers_army, Piece::Attacker),
        defenders: share(weights.defenders_army, Piece::Defender),
    }
}

/// The men on the board and nothing else.
#[derive(Clone, Debug)]
pub struct Material {
    man: BySide<i32>,
    /// The defenders' men less the attackers', in points.
    balance: i32,
}

impl Material {
    /// For the rules of a game.
    pub fn new<B: Bits>(rules: &Rules<B>) -> Material {
        Material { man: man_points(rules, Weights::of(rules.ruleset())), balance: 0 }
    }

    /// What the defenders gain by a move.
    fn gain<B: Bits>(&self, made: &Made<B>) -> i32 {
        let captured = made.captured.len() as i32;
        match made.piece {
            Piece::Attacker => -captured * self.man.defenders,
            Piece::Defender | Piece::King => captured * self.man.attackers,
        }
    }
}

impl<B: Bits> Evaluation<B> for Material {
    fn begin(&mut self, _rules: &Rules<B>, state: &State<B>) {
        let pieces = |side| state.count(side) as i32;
        self.balance =
            (pieces(Side::Defenders) - 1) * self.man.defenders - pieces(Side::Attackers) * self.man.attackers;
    }

    #[inline]
    fn made(&mut self, _after: &State<B>, made: &Made<B>) {
        self.balance += self.gain(made);
    }

    #[inline]
    fn unmade(&mut self, made: &Made<B>) {
        self.balance -= self.gain(made);
    }

    #[inline]
    fn evaluate(&mut self, _rules: &Rules<B>, _state: &State<B>, _info: &PositionInfo) -> ForLight<Points> {
        ForLight(Points(self.balance))
    }
}
