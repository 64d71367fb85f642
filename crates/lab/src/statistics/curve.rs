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
        // Log odds are slope × points / 100 + shift.
        let (mut slope, mut shift) = (0.3f64, 0.0f64);
        for _ in 0..12 {
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
            slope += (gradient[0] * curvature[2] - gradient[1] * curvature[1]) / determinant;
            shift += (gradient[1] * curvature[0] - gradient[0] * curvature[1]) / determinant;
            // Few games, or games that nobody wins, may fit any curve: it stays within what makes sense.
            slope = slope.clamp(0.2, 2.0);
            shift = shift.clamp(-3.0, 3.0);
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
}
