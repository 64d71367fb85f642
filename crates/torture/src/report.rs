//! The tables of docs/reliability.md.

use std::fmt::Write as _;
use std::time::Duration;

use crate::attacks::{Siege, percentile};
use crate::faults::Trial;
use crate::ledger::Noticed;
use crate::lives::Toll;
use crate::restore::Return;

/// A time as people read it.
fn told(time: Duration) -> String {
    match time.as_millis() {
        0..10 => format!("{:.1} ms", time.as_secs_f64() * 1e3),
        10..1_000 => format!("{} ms", time.as_millis()),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

fn spread(times: &[Duration]) -> String {
    let [p50, p99, most] = [0.5, 0.99, 1.0].map(|part| told(percentile(times, part)));
    format!("{p50} / {p99} / {most}")
}

fn resent(noticed: &Noticed) -> String {
    format!(
        "{} commands acknowledged; {} sent again, of which {} had been stored and did not act twice, {} acted then, {} were stale",
        noticed.done, noticed.resends, noticed.resent_known, noticed.resent_new, noticed.resent_stale,
    )
}

fn lost(complaints: usize) -> String {
    if complaints == 0 { "nothing".to_owned() } else { format!("**{complaints} complaints**") }
}

/// What deaths and faults came to, as Markdown.
pub fn faults(kills: &Toll, power: &Toll, trials: &[Trial], returns: &[Return]) -> String {
    let mut text = String::from(
        "| fault | times | events told | lost, doubled or out of order | what a player noticed |\n|---|---|---|---|---|\n",
    );
    for (name, times, toll) in [
        ("`kill -9`".to_owned(), kills.kills, kills),
        (format!("loss of power ({} inside a checkpoint)", power.in_checkpoints), power.power_losses, power),
    ] {
        if times == 0 {
            continue;
        }
        let _ = writeln!(
            text,
            "| {name} | {times} | {} | {} | back at the table {} after the server listened (p50 / p99 / most), which took it {}; {} |",
            toll.events,
            lost(toll.complaints.len()),
            spread(&toll.noticed.back),
            spread(&toll.starts),
            resent(&toll.noticed),
        );
    }
    let mut done: Vec<&str> = Vec::new();
    for trial in trials {
        let name = trial.fault.name();
        if done.contains(&name) {
            continue;
        }
        done.push(name);
        let same: Vec<&Trial> = trials.iter().filter(|other| other.fault == trial.fault).collect();
        let recoveries: Vec<Duration> = same.iter().map(|trial| trial.recovery).collect();
        let fall = same.iter().map(|trial| trial.clock_fall).max().unwrap_or_default();
        let mut noticed = Noticed::default();
        same.iter().for_each(|trial| noticed.add(trial.noticed.clone()));
        let _ = writeln!(
            text,
            "| {name}, {} | {} | {} | {} | all tables went on {} after it ended (p50 / p99 / most); clocks lost at most {}; {} |",
            told(trial.lasting),
            same.len(),
            same.iter().map(|trial| trial.events).sum::<u64>(),
            lost(same.iter().map(|trial| trial.complaints.len()).sum()),
            spread(&recoveries),
            told(fall),
            resent(&noticed),
        );
    }
    if !returns.is_empty() {
        let mut noticed = Noticed::default();
        returns.iter().for_each(|returned| noticed.add(returned.noticed.clone()));
        let _ = writeln!(
            text,
            "| an older backup restored under connected clients | {} | {} | {} | told {} times that what they knew has not happened; {} |",
            returns.len(),
            returns.iter().map(|returned| returned.events).sum::<u64>(),
            lost(returns.iter().map(|returned| returned.complaints.len()).sum()),
            noticed.ahead,
            resent(&noticed),
        );
    }
    text
}

/// What attacks came to, as Markdown.
pub fn attacks(sieges: &[Siege]) -> String {
    let mut text = String::from(
        "| attack | what was done | a player's ping, p50 / p99 / most | a newcomer at a table | the computer's reply (level 3) | memory |\n|---|---|---|---|---|---|\n",
    );
    for siege in sieges {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} MB |",
            siege.attack.name(),
            siege.deeds,
            spread(&siege.pings),
            spread(&siege.newcomers),
            spread(&siege.replies),
            siege.memory / 1000,
        );
    }
    text
}
