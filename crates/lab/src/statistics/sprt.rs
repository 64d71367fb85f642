//! A test that stops as soon as it knows.

use std::str::FromStr;

use tablen_rules::words::{Explain, Message, explained};

use super::{Pairs, score_of_elo};

/// Two answers to how strong a player is, as scores: at most the lower, or at least the higher. Their text is two scores,
/// `0.55,0.65`, or two differences in Elo, `elo:0,20`.
///
/// ```
/// use tablen_lab::statistics::Hypotheses;
///
/// let by_score: Hypotheses = "0.5,0.64".parse()?;
/// let by_elo: Hypotheses = "elo:0,100".parse()?;
/// assert!((by_score.higher() - by_elo.higher()).abs() < 0.001);
/// assert!("0.65,0.55".parse::<Hypotheses>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    lower: f64,
    higher: f64,
}

/// Not two scores, the lower first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadHypotheses {
    /// Not two numbers that can be scores.
    NotTwoScores(String),
    /// The first is not the lower one.
    WrongOrder(String),
}

impl Explain for BadHypotheses {
    fn message(&self) -> Message {
        match self {
            BadHypotheses::NotTwoScores(text) => message!("match.error.hypotheses").text("text", text),
            BadHypotheses::WrongOrder(text) => message!("match.error.order").text("text", text),
        }
    }
}
explained!(BadHypotheses);

impl Hypotheses {
    /// H0: the score is at most this.
    pub const fn lower(&self) -> f64 {
        self.lower
    }

    /// H1: the score is at least this.
    pub const fn higher(&self) -> f64 {
        self.higher
    }
}

impl FromStr for Hypotheses {
    type Err = BadHypotheses;

    fn from_str(text: &str) -> Result<Hypotheses, BadHypotheses> {
        let (numbers, to_score): (&str, fn(f64) -> f64) = match text.strip_prefix("elo:") {
            Some(differences) => (differences, score_of_elo),
            None => (text, |score| score),
        };
        let read = || {
            let (lower, higher) = numbers.split_once(',')?;
            let score = |number: &str| {
                let score = to_score(number.trim().parse().ok()?);
                (score > 0.0 && score < 1.0).then_some(score)
            };
            Some((score(lower)?, score(higher)?))
        };
        let (lower, higher) = read().ok_or_else(|| BadHypotheses::NotTwoScores(text.to_owned()))?;
        if lower < higher {
            Ok(Hypotheses { lower, higher })
        } else {
            Err(BadHypotheses::WrongOrder(text.to_owned()))
        }
    }
}

/// Which answer a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The lower score.
    Lower,
    /// The higher score.
    Higher,
}

/// The generalised sequential probability ratio test on pairs of games.
///
/// After every pair it compares how well the results can be explained under either hypothesis. Only the mean of a pair's score is
/// given, not how often each of the five scores comes up, so for each hypothesis s the frequencies p are those that explain the
/// counts n best among all with `Σ pᵢxᵢ = s`: `pᵢ = nᵢ / (N·(1 + λ(xᵢ − s)))` with the λ that gives them this mean. The ratio is
/// `LLR = Σ nᵢ·ln(pᵢ(H1)/pᵢ(H0))`. H1 is accepted when it reaches `ln((1 − β)/α)`, H0 when it falls to `ln(β/(1 − α))`.
///
/// ```
/// use tablen_lab::statistics::{Pairs, Sprt, Verdict};
///
/// let test = Sprt { hypotheses: "0.55,0.65".parse()?, alpha: 0.05, beta: 0.05 };
/// assert_eq!(test.verdict(&Pairs::new([0, 0, 0, 0, 17])), None);
/// assert_eq!(test.verdict(&Pairs::new([0, 0, 0, 0, 18])), Some(Verdict::Higher));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// What it decides between.
    pub hypotheses: Hypotheses,
    /// How often it may accept the higher score where the lower one is true.
    pub alpha: f64,
    /// How often it may accept the lower score where the higher one is true.
    pub beta: f64,
}

impl Sprt {
    /// Where it accepts the lower and the higher score.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        let Hypotheses { lower, higher } = self.hypotheses;
        best_log_likelihood(pairs, higher) - best_log_likelihood(pairs, lower)
    }

    /// What it has found, if anything.
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let (lower, higher) = self.bounds();
        let llr = self.llr(pairs);
        if llr >= higher {
            Some(Verdict::Higher)
        } else if llr <= lower {
            Some(Verdict::Lower)
        } else {
            None
        }
    }
}

/// How well the counts can be explained at best by frequencies with a mean: `Σ nᵢ·ln(1/(1 + λ(xᵢ − s)))`, leaving out what does not
/// depend on the mean.
fn best_log_likelihood(pairs: &Pairs, mean: f64) -> f64 {
    let counts = pairs.counts();
    let observed = || {
        let scores = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        scores.map(|(place, count)| (*count as f64, place as f64 / 4.0 - mean))
    };
    // The sum falls as λ grows, and λ has a range outside which some frequency would be negative. Where the counts cannot have the
    // mean without a score that never came up, λ lies at the end of its range: what is missing goes to the score 0 or 1.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    // Each round halves the range: these exhaust the digits of a number.
    for _ in 0..60 {
        let lambda = (low + high) / 2.0;
        if observed().map(|(count, off)| count * off / (1.0 + lambda * off)).sum::<f64>() > 0.0 {
            low = lambda;
        } else {
            high = lambda;
        }
    }
    let lambda = (low + high) / 2.0;
    observed().map(|(count, off)| -count * (1.0 + lambda * off).ln()).sum()
}
