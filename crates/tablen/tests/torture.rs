//! The short form of the torture test (`crates/torture`), against this package's own binary. What it cannot show in half a minute, the
//! long form does by the hour: docs/reliability.md.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::slice;
use std::thread;
use std::time::{Duration, Instant};

use tablen_torture::attacks::{Attack, Scale, besiege};
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

fn nothing_wrong(complaints: &[String]) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn what_was_acknowledged_survives_kills() {
    let toll = live(binary(), SEED, Kind::Kills, 4, Instant::now() + Duration::from_secs(8)).unwrap();
    nothing_wrong(&toll.complaints);
    assert!(toll.kills > 0 && toll.noticed.done > 20 && toll.noticed.refused_strangers > 0, "{toll:?}");
}

#[test]
fn what_was_acknowledged_survives_lost_power() {
    let toll = live(binary(), SEED, Kind::PowerLosses, 8, Instant::now() + Duration::from_secs(12)).unwrap();
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
    let until = Instant::now() + Duration::from_secs(8);
    let toll = live_at(&site, SEED, Kind::PowerLosses, 8, until).unwrap();
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
        // The best of a few sieges: whatever else the machine does only makes one worse.
        let mut sieges = (0..3).map(|_| siege_costs(attack));
        let costs = sieges.find(Vec::is_empty).unwrap_or_else(|| siege_costs(attack));
        complaints.extend(costs);
    }
    nothing_wrong(&complaints);
}

/// What a siege costs others beyond what it may. What is wrong, however quick or slow, is wrong in every siege.
fn siege_costs(attack: Attack) -> Vec<String> {
    let siege = besiege(binary(), SEED, attack, Scale::SHORT).expect("a siege");
    println!("{}", report::attacks(slice::from_ref(&siege)));
    nothing_wrong(&siege.complaints);
    siege.costs()
}
