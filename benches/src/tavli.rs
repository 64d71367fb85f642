//! Tavli: the distinct results of the throws of random games.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::allocations::{self, Demand};
use crate::measure::{Contestant, Series, Summary, interleaved, median_time, progress};
use crate::ours::{Chooser, Tavli, Throw};
use crate::peers;
use crate::rng::Rng;
use crate::table::{Ratio, Table, grouped, rate};
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

/// How fast the net values positions, beside GNU Backgammon where it is installed, and how long a choice takes.
pub fn choices(plan: &Plan, table: &mut Table) -> Fallible {
    let mut glance = Chooser::at_a_glance();
    let throws = glance.throws(plan.tavli_games.div_ceil(50), &mut Rng::new(5));
    let mut tavli = Tavli::default();
    // Each throw's results are valued over and over, so that finding them does not count.
    let (mut rates, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..plan.rounds {
        progress(&format!("  round {} of {}: evaluations", round + 1, plan.rounds));
        let (mut valued, mut time) = (0, Duration::ZERO);
        for throw in throws.iter().filter(|throw| !throw.is_triple()) {
            tavli.values(throw);
            let started = Instant::now();
            valued += (0..8).map(|_| black_box(tavli.values_again(throw))).sum::<usize>();
            time += started.elapsed();
        }
        rates.push(valued as f64 / time.as_secs_f64().max(f64::MIN_POSITIVE));
        theirs.extend(peers::gnubg_evaluations());
    }
    let ours = Series::of_rates(rates);
    if theirs.len() == plan.rounds {
        let theirs = Series::of_rates(theirs);
        let ratio = Ratio::new(ours.against(&theirs), Some(5.0));
        let peer = format!("gnubg: {}", rate(theirs.rate(), "evaluations"));
        table.compare("tavli, evaluations by the net", rate(ours.rate(), "evaluations"), peer, ratio);
        table.note(
            "gnubg: what its command `calibrate` says with one thread. It values positions of backgammon with 250 inputs, 128 \
             neurons and 5 outputs; Tablen's net has 128 neurons and one output, and values all results of a throw together.",
        );
    } else {
        table.report("tavli, evaluations by the net", rate(ours.rate(), "evaluations"));
    }
    progress("  choices");
    let triples: Vec<Throw> = throws
        .iter()
        .take(10 * plan.tavli_choices)
        .enumerate()
        .map(|(number, throw)| throw.with_triple(number))
        .collect();
    let mut ahead = Chooser::one_turn_ahead();
    let some: Vec<Throw> = throws.iter().step_by(7).take(plan.tavli_choices).cloned().collect();
    let mut row = |what: &str, chooser: &mut Chooser, throws: &[Throw]| {
        let mut times: Vec<Duration> = throws
            .iter()
            .map(|throw| median_time(plan.rounds.min(3), || _ = black_box(chooser.choose(throw))))
            .collect();
        times.sort_unstable();
        let of = |index: usize| times.get(index).map_or(f64::NAN, |time| 1e3 * time.as_secs_f64());
        let (median, last) = (of(times.len() / 2), of(times.len().saturating_sub(1)));
        table.report(
            what,
            format!("{median:.2} ms, {last:.1} ms at most, of {}", grouped(times.len() as u64)),
        );
    };
    let ordinary: Vec<Throw> = throws.iter().filter(|throw| !throw.is_triple()).cloned().collect();
    row("tavli, a choice at a glance", &mut glance, &ordinary);
    row("tavli, the same of three alike", &mut glance, &triples);
    row("tavli, a choice one turn ahead", &mut ahead, &some);
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
