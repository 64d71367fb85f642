//! Chances from points.

/// How points of tafl become chances of winning: the logistic curve that agrees best with what became of the games.
///
/// Where one side wins most games from positions that the search saw as even, the curve is shifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Points of one unit of log odds.
    pub points: f64,
    /// The defenders' log odds where the search says 0.
    pub shift: f64,
}

/// What makes sense for a curve: few games, or games that one side always wins, would fit any.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least and the most points of one unit of log odds.
    pub points: (f64, f64),
    /// The most log odds where the search says 0.
    pub shift: f64,
    /// How many steps are taken to find it, and how long each may be.
    pub steps: (u32, f64),
}

impl Bounds {
    /// For games of which both sides win many.
    pub const USUAL: Bounds = Bounds { points: (50.0, 500.0), shift: 3.0, steps: (12, f64::INFINITY) };
    /// For games by any rules: of one that a side always wins it is said that it wins 199 of 200.
    pub const WIDE: Bounds = Bounds { points: (30.0, 3_000.0), shift: 5.3, steps: (400, 0.1) };
}

impl Curve {
    /// The defenders' chance of winning.
    pub fn chance(self, points: f64) -> f64 {
        1.0 / (1.0 + (-points / self.points - self.shift).exp())
    }

    /// The points at which both sides win alike.
    pub fn fair(self) -> f64 {
        -self.shift * self.points
    }

    /// The curve for what searches said and what became of the games, by Newton's method.
    pub fn fitted(labels: impl Iterator<Item = (f64, f64)> + Clone) -> Curve {
        Curve::fitted_within(labels, &Bounds::USUAL)
    }

    /// The same within bounds of one's own.
    pub fn fitted_within(labels: impl Iterator<Item = (f64, f64)> + Clone, bounds: &Bounds) -> Curve {
        // Log odds are slope × points / 100 + shift.
        let (mut slope, mut shift) = (0.3f64, 0.0f64);
        let (steps, longest) = bounds.steps;
        for _ in 0..steps {
            let (mut gradient, mut curvature) = ([0.0; 2], [1e-6, 0.0, 1e-6]);
            for (points, result) in labels.clone() {
                let x = points / 100.0;
                let chance = 1.0 / (1.0 + (-slope * x - shift).exp());
                let (error, weight) = (result - chance, chance * (1.0 - chance));
                gradient[0] += error * x;
                gradient[1] += error;
                curvature[0] += weight * x * x;
                curvature[1] += weight * x;
                curvature[2] += weight;
            }
            let determinant = curvature[0] * curvature[2] - curvature[1] * curvature[1];
            if determinant.abs() < 1e-9 {
                break;
            }
            let step = |numerator: f64| (numerator / determinant).clamp(-longest, longest);
            let before = slope;
            slope += step(gradient[0] * curvature[2] - gradient[1] * curvature[1]);
            // It stays within what makes sense.
            slope = slope.clamp(100.0 / bounds.points.1, 100.0 / bounds.points.0);
            // What can get no steeper or flatter can still be shifted to where it agrees best.
            shift += match slope == before {
                true => (gradient[1] / curvature[2]).clamp(-longest, longest),
                false => step(gradient[1] * curvature[0] - gradient[0] * curvature[1]),
            };
            shift = shift.clamp(-bounds.shift, bounds.shift);
        }
        Curve { points: 100.0 / slope, shift }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_found_again() {
        let curve = Curve { points: 240.0, shift: 0.7 };
        let points = (-40..=40).map(|step| f64::from(step) * 25.0);
        let fitted = Curve::fitted(points.map(|points| (points, curve.chance(points))));
        assert!((fitted.points - curve.points).abs() < 0.1, "{fitted:?}");
        assert!((fitted.shift - curve.shift).abs() < 0.01, "{fitted:?}");
    }

    #[test]
    fn it_may_be_as_flat_and_as_one_sided_as_it_is_allowed_to_be() {
        let curve = Curve { points: 1_900.0, shift: 3.5 };
        let labels =
            || (-40..=40).map(|step| f64::from(step) * 100.0).map(|points| (points, curve.chance(points)));
        let fitted = Curve::fitted_within(labels(), &Bounds::WIDE);
        assert!((fitted.points / curve.points - 1.0).abs() < 0.001, "{fitted:?}");
        assert!((fitted.shift - curve.shift).abs() < 0.01, "{fitted:?}");
        // Those behind win as often as those ahead: as flat as may be, and even in the middle of what was said.
        let always_even = (0..=40).map(|step| (f64::from(step) * -50.0, 0.5));
        let flat = Curve::fitted_within(always_even, &Bounds::WIDE);
        assert!(flat.points == Bounds::WIDE.points.1 && (flat.fair() + 1_000.0).abs() < 20.0, "{flat:?}");
        let all_won = labels().map(|(points, _)| (points, 1.0));
        assert_eq!(Curve::fitted_within(all_won, &Bounds::WIDE).shift, Bounds::WIDE.shift);
    }
}
