//! What a position of tafl is worth.

use std::ops::Neg;

use crate::ForSideToMove;

/// What a certain win would be worth if it were now. Every move until then takes one off.
const WIN: i32 = 30_000;

/// Beyond this a value is a certain win or loss. No evaluation comes near.
const CERTAIN: i32 = 29_000;

/// About a hundred are a man of Tablut's defenders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points(pub i32);

impl Neg for Points {
    type Output = Points;

    #[inline]
    fn neg(self) -> Points {
        Points(-self.0)
    }
}

/// How points of an evaluation become chances of winning: by a logistic curve.
///
/// ```
/// use tablen_engine::tafl::{Scale, Value};
///
/// let scale = Scale::new(150);
/// assert_eq!(scale.chance(Value::DRAW), 0.5);
/// assert_eq!(scale.chance(Value::wins_in(3)), 1.0);
/// assert!(scale.chance(Value::points(100)) > Scale::new(500).chance(Value::points(100)));
/// // By rules that favour a side it wins half of the games in which the search sees it behind.
/// let favoured = Scale { even: -80, ..scale };
/// assert_eq!(favoured.chance(Value::points(-80)), 0.5);
/// assert!((favoured.chance(Value::points(40)) + (-favoured).chance(Value::points(-40)) - 1.0).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// With so many points more a side wins e times as many games for every game it loses.
    pub points: i32,
    /// With so many points a side wins as many games as it loses.
    pub even: i32,
}

impl Scale {
    /// That of the evaluations made by hand, roughly.
    pub const USUAL: Scale = Scale::new(150);

    /// One by which both sides win alike where neither is ahead.
    pub const fn new(points: i32) -> Scale {
        Scale { points, even: 0 }
    }

    /// How likely the side to move wins, from 0 to 1, a draw counting half.
    pub fn chance(self, value: Value) -> f64 {
        match value.prospect() {
            // Nearly always it is a draw that is worth just nothing.
            Prospect::Points(0) => 0.5,
            Prospect::Points(points) => {
                let odds = f64::from(points - self.even) / f64::from(self.points.max(1));
                1.0 / (1.0 + (-odds).exp())
            }
            Prospect::WinsIn(_) => 1.0,
            Prospect::LosesIn(_) => 0.0,
        }
    }
}

/// The same as the opponent sees it.
impl Neg for Scale {
    type Output = Scale;

    fn neg(self) -> Scale {
        Scale { even: -self.even, ..self }
    }
}

/// What a position of tafl is worth to the side whose turn it is.
pub type Value = ForSideToMove<Points>;

/// What a value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Prospect {
    /// Nothing is certain.
    Points(i32),
    /// A win after so many moves, both players' counted.
    WinsIn(u32),
    /// A loss after so many moves, both players' counted.
    LosesIn(u32),
}

impl ForSideToMove<Points> {
    /// Neither better nor worse.
    pub const DRAW: Value = Value::points(0);
    /// Worse than anything.
    pub const WORST: Value = Value::points(-WIN - 1);
    /// Better than anything.
    pub const BEST: Value = Value::points(WIN + 1);

    /// So many points.
    pub const fn points(points: i32) -> Value {
        ForSideToMove(Points(points))
    }

    /// The side to move wins in so many moves.
    pub const fn wins_in(moves: u32) -> Value {
        Value::points(WIN - moves as i32)
    }

    /// The side to move loses in so many moves.
    pub const fn loses_in(moves: u32) -> Value {
        Value::points(moves as i32 - WIN)
    }

    /// What it means.
    pub const fn prospect(self) -> Prospect {
        let Points(points) = self.0;
        if points > CERTAIN {
            Prospect::WinsIn((WIN - points) as u32)
        } else if points < -CERTAIN {
            Prospect::LosesIn((WIN + points) as u32)
        } else {
            Prospect::Points(points)
        }
    }

    /// Whether it is a certain win or loss.
    pub const fn is_certain(self) -> bool {
        self.0.0 > CERTAIN || self.0.0 < -CERTAIN
    }

    /// The same, kept clear of what would be a certain win or loss.
    pub(super) fn uncertain(self) -> Value {
        Value::points(self.0.0.clamp(1 - CERTAIN, CERTAIN - 1))
    }

    /// So many points more, for the bounds of a search.
    pub(super) const fn plus(self, points: i32) -> Value {
        Value::points(self.0.0 + points)
    }

    /// So many points more, unless the outcome is certain.
    pub(super) const fn greedily(self, points: i32) -> Value {
        if self.is_certain() { self } else { self.plus(points) }
    }

    /// The next higher value.
    pub(super) const fn just_above(self) -> Value {
        Value::points(self.0.0 + 1)
    }

    /// A value counted from the beginning of a search, counted from `ply` moves later instead, and back with a negative
    /// `ply`: a certain win is as many moves nearer.
    pub(super) const fn counted_from(self, ply: i32) -> Value {
        let Points(points) = self.0;
        if points > CERTAIN {
            Value::points(points + ply)
        } else if points < -CERTAIN {
            Value::points(points - ply)
        } else {
            self
        }
    }
}

#[cfg(test)]
mod tests {
    use tablen_rules::tafl::Side;

    use super::*;
    use crate::ForLight;

    #[test]
    fn a_nearer_win_is_better_and_a_nearer_loss_worse() {
        assert!(Value::wins_in(1) > Value::wins_in(3));
        assert!(Value::loses_in(2) < Value::loses_in(4));
        assert_eq!(-Value::wins_in(3), Value::loses_in(3));
        assert_eq!(Value::wins_in(3).prospect(), Prospect::WinsIn(3));
        assert_eq!(Value::loses_in(4).prospect(), Prospect::LosesIn(4));
        assert_eq!(Value::points(-17).prospect(), Prospect::Points(-17));
        assert_eq!(
            ForLight(Points(1_000_000)).for_side_to_move(Side::Attackers).uncertain().prospect(),
            Prospect::Points(1 - CERTAIN)
        );
    }

    #[test]
    fn a_win_seen_from_later_is_nearer() {
        let seen_from_ply_2 = Value::wins_in(5).counted_from(2);
        assert_eq!(seen_from_ply_2, Value::wins_in(3));
        assert_eq!(seen_from_ply_2.counted_from(-2), Value::wins_in(5));
    }
}
