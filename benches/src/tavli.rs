//! Tavli: the distinct results of the throws of random games.

use std::hint::black_box;
use std::time::Duration;

use crate::allocations::{self, Demand};
use crate::measure::{Contestant, Summary, interleaved, median_time, progress};
use crate::ours::Tavli;
use crate::rng::Rng;
use crate::table::{Table, grouped, rate};
use crate::{Fallible, Plan};

/// How fast the distinct results of a throw are found, how slow the slowest throw is, and how much memory it takes.
pub fn results(plan: &Plan, table: &mut Table) -> Fallible {
    let throws = Tavli::default().throws(plan.tavli_games, &mut Rng::new(3));
    let mut tavli = Tavli::default();
    let [series] = interleaved(
        plan.rounds,
        [Contestant::new("Tablen", || {
            throws.iter().map(|throw| black_box(tavli.results(throw)) as u64).sum()
        })],
    );
    // The slowest throw: every throw is timed alone, the slowest few several times, so that an interruption of the
    // process does not pass for a slow throw.
    progress("  every throw alone");
    let times: Vec<Duration> =
        throws.iter().map(|throw| median_time(1, || _ = black_box(tavli.results(throw)))).collect();
    let mut slowest: Vec<usize> = (0..throws.len()).collect();
    slowest.sort_unstable_by_key(|&index| std::cmp::Reverse(times[index]));
    let worst = slowest
        .iter()
        .take(50)
        .map(|&index| (median_time(5, || _ = black_box(tavli.results(&throws[index]))), index))
        .max()
        .ok_or("no throws")?;
    let (_, demand) = allocations::count(|| {
        let mut fresh = Tavli::default();
        throws.iter().for_each(|throw| _ = black_box(fresh.results(throw)));
        fresh
    });
    let per_throw = series.units as f64 / throws.len() as f64;
    table.report("tavli, distinct results", rate(series.rate(), "results"));
    table.report("tavli, throws", rate(scaled(series.rate(), 1.0 / per_throw), "throws"));
    table.report(
        "tavli, slowest throw",
        format!(
            "{:.3} ms for {} results of {}",
            1e3 * worst.0.as_secs_f64(),
            grouped(tavli.results(&throws[worst.1]) as u64),
            throws[worst.1].roll,
        ),
    );
    table.report(
        "tavli, result buffer at its largest",
        format!("{} KiB", grouped(demand.peak_bytes.div_ceil(1024))),
    );
    table.note(format!(
        "tavli: the {} throws of {} random games, {per_throw:.1} results a throw on average; a rate is all results \
         over the time for all throws.",
        grouped(throws.len() as u64),
        grouped(plan.tavli_games),
    ));
    Ok(())
}

fn scaled(summary: Summary, factor: f64) -> Summary {
    Summary { median: summary.median * factor, low: summary.low * factor, high: summary.high * factor }
}

/// How many results the throws of some games have, and what finding them again asks of the allocator.
pub fn repeated() -> (u64, Demand) {
    let mut tavli = Tavli::default();
    let throws = tavli.throws(100, &mut Rng::new(4));
    allocations::count(|| throws.iter().map(|throw| tavli.results(throw) as u64).sum())
}
