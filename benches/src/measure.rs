//! Timing several contestants in turns, so that a noisy moment of the machine hits all of them.

use std::time::{Duration, Instant};

/// Something to time: every call does the same work and says how many units of it there were.
pub struct Contestant<'a> {
    name: &'static str,
    run: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Contestant<'a> {
    /// A contestant and its work.
    pub fn new(name: &'static str, run: impl FnMut() -> u64 + 'a) -> Contestant<'a> {
        Contestant { name, run: Box::new(run) }
    }
}

/// The rates of one contestant, in units per second, round by round.
pub struct Series {
    rates: Vec<f64>,
    /// The units of one run, the same in every round.
    pub units: u64,
}

/// A middle value and how far the rounds lie apart.
#[derive(Clone, Copy)]
pub struct Summary {
    /// The median.
    pub median: f64,
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
}

impl Summary {
    fn of(mut values: Vec<f64>) -> Summary {
        values.sort_unstable_by(f64::total_cmp);
        let low = values.first().copied().unwrap_or(f64::NAN);
        let high = values.last().copied().unwrap_or(f64::NAN);
        let (before, after) = (values.len().saturating_sub(1) / 2, values.len() / 2);
        let median = values.get(before).zip(values.get(after)).map_or(f64::NAN, |(a, b)| (a + b) / 2.0);
        Summary { median, low, high }
    }
}

impl Series {
    /// Of rates that were measured elsewhere.
    pub const fn of_rates(rates: Vec<f64>) -> Series {
        Series { rates, units: 0 }
    }

    /// Units per second.
    pub fn rate(&self) -> Summary {
        Summary::of(self.rates.clone())
    }

    /// How many times faster than `other`, round against round.
    pub fn against(&self, other: &Series) -> Summary {
        Summary::of(self.rates.iter().zip(&other.rates).map(|(ours, theirs)| ours / theirs).collect())
    }
}

/// Times every contestant once a round; every other round goes backwards, so that no one is always first.
pub fn interleaved<const N: usize>(rounds: usize, mut contestants: [Contestant<'_>; N]) -> [Series; N] {
    let mut series = std::array::from_fn(|_| Series { rates: Vec::new(), units: 0 });
    for round in 0..rounds {
        for turn in 0..N {
            let index = if round % 2 == 0 { turn } else { N - 1 - turn };
            let contestant = &mut contestants[index];
            progress(&format!("  round {} of {rounds}: {}", round + 1, contestant.name));
            let started = Instant::now();
            let units = (contestant.run)();
            let seconds = started.elapsed().as_secs_f64();
            series[index].units = units;
            series[index].rates.push(units as f64 / seconds);
        }
    }
    series
}

/// The middle one of several times of the same work.
pub fn median_time(repetitions: usize, mut work: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..repetitions)
        .map(|_| {
            let started = Instant::now();
            work();
            started.elapsed()
        })
        .collect();
    times.sort_unstable();
    times.get(repetitions / 2).copied().unwrap_or_default()
}

/// Says on the terminal what is running; the results alone go to standard output.
pub fn progress(line: &str) {
    eprintln!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_is_the_middle_or_the_mean_of_the_two_middle_values() {
        assert_eq!(Summary::of(vec![3.0, 1.0, 2.0]).median, 2.0);
        assert_eq!(Summary::of(vec![4.0, 1.0, 2.0, 3.0]).median, 2.5);
        assert!(Summary::of(Vec::new()).median.is_nan());
    }

    #[test]
    fn ratios_are_taken_round_by_round() {
        let fast = Series { rates: vec![10.0, 40.0, 30.0], units: 1 };
        let slow = Series { rates: vec![5.0, 10.0, 10.0], units: 1 };
        let ratio = fast.against(&slow);
        assert_eq!((ratio.low, ratio.median, ratio.high), (2.0, 3.0, 4.0));
    }
}
