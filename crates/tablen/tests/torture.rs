//! The short form of the torture test (`crates/torture`), against this package's own binary. What it cannot show in half a minute, the
//! long form does by the hour: docs/reliability.md.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::slice;
use std::thread;
use std::time::{Duration, Instant};

use tablen_torture::attacks::{Attack, Scale, Siege, besiege};
use tablen_torture::disk::Ask;
use tablen_torture::faults::{Fault, jump_over_an_idle_table, suffer};
use tablen_torture::lives::{live, live_at};
use tablen_torture::report;
use tablen_torture::restore::restore;
use tablen_torture::schedule::Kind;
use tablen_torture::site::Site;

const SEED: u64 = 14;

fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_tablen"))
}

/// Lives are counted. Until then all are over on any machine.
fn in_time() -> Instant {
    Instant::now() + Duration::from_secs(300)
}

fn nothing_wrong(complaints: &[String]) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn what_was_acknowledged_survives_kills() {
    let toll = live(binary(), SEED, Kind::Kills, 4, in_time()).unwrap();
    nothing_wrong(&toll.complaints);
    assert!(toll.kills > 0 && toll.noticed.done > 20 && toll.noticed.refused_strangers > 0, "{toll:?}");
}

#[test]
fn what_was_acknowledged_survives_lost_power() {
    let toll = live(binary(), SEED, Kind::PowerLosses, 8, in_time()).unwrap();
    nothing_wrong(&toll.complaints);
    assert!(toll.power_losses > 0 && toll.noticed.done > 20, "{toll:?}");
}

/// A test that cannot fail shows nothing: with a disk whose fsync does nothing, the same lives lose what was acknowledged.
#[test]
fn a_disk_that_lies_is_found_out() {
    let site = Site::new(binary(), true).unwrap();
    // What a server makes when it first starts is there.
    site.start().unwrap().0.kill().unwrap();
    site.control.ask(Ask::SyncLies, 1).unwrap();
    let toll = live_at(&site, SEED, Kind::PowerLosses, 8, in_time()).unwrap();
    let losses = ["lost event", "is gone", "does not start"];
    let is_loss = |complaint: &String| losses.iter().any(|loss| complaint.contains(loss));
    assert!(toll.complaints.iter().any(is_loss), "{toll:?}");
}

/// They wait more than they compute, so all come at once.
#[test]
fn a_machine_in_trouble_costs_nobody_anything() {
    thread::scope(|scope| {
        for fault in Fault::ALL {
            scope.spawn(move || {
                let trial = suffer(binary(), SEED, fault, Duration::from_secs(5)).unwrap();
                nothing_wrong(&trial.complaints);
                assert!(trial.noticed.done > 10, "{trial:?}");
            });
        }
    });
}

/// After a crash, so that the log of the server before lies beside what is restored.
#[test]
fn an_older_backup_is_restored_and_everybody_is_told() {
    let returned = restore(binary(), SEED).unwrap();
    nothing_wrong(&returned.complaints);
    assert!(returned.noticed.done > 20, "{returned:?}");
}

/// The calendar is set while the server runs, and a table comes into memory afterwards.
#[test]
fn a_calendar_that_jumps_costs_nobody_at_an_idle_table() {
    jump_over_an_idle_table(binary()).unwrap();
}

#[test]
fn attacks_cost_others_little() {
    let mut complaints = Vec::new();
    for attack in Attack::ALL {
        // The best of a few sieges: whatever else the machine does only makes one worse. What is wrong, however quick or slow, is wrong in
        // every one. Where the first was, the next ones are held against what it is like there without an attack.
        let mut wrong = siege(attack, None).unwrap_or_else(|wrong| wrong);
        for _ in 0..3 {
            if wrong.is_empty() {
                break;
            }
            println!("once more: {}", wrong.join("; "));
            wrong = besiege(binary(), SEED, Attack::None, Scale::SHORT)
                .map_err(|broken| vec![format!("without an attack: {broken}")])
                .and_then(|calm| siege(attack, Some(&calm)))
                .unwrap_or_else(|wrong| wrong);
        }
        complaints.extend(wrong);
    }
    nothing_wrong(&complaints);
}

/// What is wrong in a siege, and what it costs others beyond what it may; or why there was none.
fn siege(attack: Attack, calm: Option<&Siege>) -> Result<Vec<String>, Vec<String>> {
    let siege = besiege(binary(), SEED, attack, Scale::SHORT)
        .map_err(|broken| vec![format!("{attack:?}: {broken}")])?;
    println!("{}", report::attacks(slice::from_ref(&siege)));
    Ok(siege.complaints.iter().cloned().chain(siege.costs(calm)).collect())
}
