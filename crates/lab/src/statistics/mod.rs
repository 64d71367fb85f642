//! What results mean.
//!
//! A game counts 1, ½ or 0. Two games with sides exchanged and the same luck are a *pair*; its two results depend on each other,
//! so pairs, not games, are what is drawn independently. A pair has one of five scores 0, ¼, ½, ¾, 1 (the mean of its games), and
//! the uncertainty of a match is computed from how often each came up: its pentanomial variance. Where luck decides both games of
//! most pairs for the same side, that is far less than the games alone suggest.

mod curve;
mod sprt;

use serde::{Deserialize, Serialize};

pub use curve::{Bounds, Curve};
pub use sprt::{BadHypotheses, Hypotheses, Sprt, Verdict};

/// The quantile of the normal distribution that leaves 2.5 % above it: for intervals of 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

/// What a game brought a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Points {
    /// Nothing.
    Loss,
    /// A half.
    Draw,
    /// One.
    Win,
}

impl Points {
    /// In halves of a point.
    pub const fn halves(self) -> usize {
        self as usize
    }
}

/// Games by what they brought a player: trinomial data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games([u64; 3]);

impl Games {
    /// So many of each.
    pub const fn new(wins: u64, draws: u64, losses: u64) -> Games {
        Games([losses, draws, wins])
    }

    /// Counts a game.
    pub fn add(&mut self, points: Points) {
        self.0[points.halves()] += 1;
    }

    /// How many brought so much.
    pub const fn count(&self, points: Points) -> u64 {
        self.0[points.halves()]
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same games for the opponent.
    #[must_use]
    pub const fn for_opponent(&self) -> Games {
        let [losses, draws, wins] = self.0;
        Games([wins, draws, losses])
    }

    /// These games and others.
    #[must_use]
    pub fn and(&self, other: &Games) -> Games {
        Games(std::array::from_fn(|place| self.0[place] + other.0[place]))
    }

    /// Their score, each game drawn independently; nothing without games.
    pub fn score(&self) -> Option<Score> {
        Score::of(&self.0)
    }
}

/// Pairs of games by what they brought a player together: pentanomial data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs([u64; 5]);

impl Pairs {
    /// So many pairs with 0, ½, 1, 1½ and 2 points.
    pub const fn new(counts: [u64; 5]) -> Pairs {
        Pairs(counts)
    }

    /// Counts a pair.
    pub fn add(&mut self, pair: [Points; 2]) {
        self.0[pair[0].halves() + pair[1].halves()] += 1;
    }

    /// How many pairs brought 0, ½, 1, 1½ and 2 points.
    pub const fn counts(&self) -> [u64; 5] {
        self.0
    }

    /// How many there are.
    pub fn len(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The same pairs for the opponent.
    #[must_use]
    pub const fn for_opponent(&self) -> Pairs {
        let [lost, almost_lost, even, almost_won, won] = self.0;
        Pairs([won, almost_won, even, almost_lost, lost])
    }

    /// The score, each pair drawn independently; nothing without pairs.
    pub fn score(&self) -> Option<Score> {
        Score::of(&self.0)
    }
}

/// A score between 0 and 1 with how sure it is.
///
/// ```
/// use tablen_lab::statistics::{Pairs, elo};
///
/// // Of a hundred pairs, 20 were won 2–0, 60 ended 1–1, 20 were won 1½–½.
/// let score = Pairs::new([0, 0, 60, 20, 20]).score().unwrap();
/// assert_eq!(score.mean(), 0.65);
/// let interval = score.interval();
/// assert!(interval.low < 0.65 && 0.65 < interval.high);
/// assert!((elo(score.mean()) - 107.5).abs() < 0.1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    mean: f64,
    variance: f64,
    size: u64,
}

/// A range of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Score {
    /// Of counts of equally spaced scores from 0 to 1: mean `m = Σ pᵢxᵢ`, variance `v = Σ pᵢ(xᵢ − m)²`.
    fn of(counts: &[u64]) -> Option<Score> {
        let size: u64 = counts.iter().sum();
        if size == 0 {
            return None;
        }
        let top = (counts.len() - 1) as f64;
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let weighed =
                counts.iter().enumerate().map(|(place, count)| *count as f64 * value(place as f64 / top));
            weighed.sum::<f64>() / size as f64
        };
        let mean = mean_of(&|score| score);
        let variance = mean_of(&|score| (score - mean).powi(2));
        Some(Score { mean, variance, size })
    }

    /// The score.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The variance of what was drawn (of pairs or of games), not of the mean.
    pub const fn variance(&self) -> f64 {
        self.variance
    }

    /// How many coin tosses would make the mean as sure: `n' = n·m(1 − m)/v`, since a toss has the variance m(1 − m). Scores that are
    /// all the same have shown no variance; each then counts as one toss, which is the least it can be worth.
    fn tosses(&self) -> f64 {
        let size = self.size as f64;
        if self.variance > 0.0 { size * self.mean * (1.0 - self.mean) / self.variance } else { size }
    }

    /// The 95 % interval: Wilson's `(m + z²/2n' ± z·√(m(1 − m)/n' + z²/4n'²)) / (1 + z²/n')` with z = 1.96 and n' tosses. For games
    /// without draws it is Wilson's own; for pairs it has the width of m ± z·√(v/n) as n grows, but never leaves 0 to 1, and does
    /// not shrink to a point where every pair ended alike.
    pub fn interval(&self) -> Interval {
        let (mean, tosses, z2) = (self.mean, self.tosses(), Z_95 * Z_95);
        let middle = mean + z2 / (2.0 * tosses);
        let reach = Z_95 * (mean * (1.0 - mean) / tosses + z2 / (4.0 * tosses * tosses)).sqrt();
        let whole = 1.0 + z2 / tosses;
        Interval { low: ((middle - reach) / whole).max(0.0), high: ((middle + reach) / whole).min(1.0) }
    }

    /// The likelihood of superiority: `Φ((m − ½) / √(¼/n'))`, the normal approximation of how often a player who is no better
    /// would score less. Above 97.5 % exactly if the 95 % interval lies above one half.
    pub fn superiority(&self) -> f64 {
        normal_cdf((self.mean - 0.5) * 2.0 * self.tosses().sqrt())
    }
}

impl Interval {
    /// The same interval in Elo.
    #[must_use]
    pub fn in_elo(self) -> Interval {
        Interval { low: elo(self.low), high: elo(self.high) }
    }
}

/// The difference of strength that leads to a score: `−400·log₁₀(1/s − 1)`; infinite for 0 and 1.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that a difference of strength leads to: `1 / (1 + 10^(−d/400))`.
pub fn score_of_elo(difference: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-difference / 400.0))
}

/// Φ, by the series `½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …)`.
fn normal_cdf(x: f64) -> f64 {
    // Beyond, all that is left is smaller than the last digit.
    if x.abs() > 8.3 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    0.5 + sum * density
}

#[cfg(test)]
mod tests;
