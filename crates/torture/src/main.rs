//! The long form of the torture test.
//!
//! ```sh
//! cargo build --release && cargo run --release -p tablen-torture -- --seed 14 --hours 2
//! ```
//!
//! Attacks and faults come first, then servers die several at a time until the time is up or as many have died as were asked for. What
//! it says at the end are the tables of docs/reliability.md; what it complains of names the seed with which it happens again.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tablen_torture::attacks::{Attack, Scale, besiege};
use tablen_torture::faults::{Fault, Trial, outlast, suffer};
use tablen_torture::lives::{Toll, live};
use tablen_torture::outcome::Outcome;
use tablen_torture::report;
use tablen_torture::restore::restore;
use tablen_torture::schedule::{Kind, mixed};

const USAGE: &str = "usage: tablen-torture [--seed N] [--hours H] [--binary FILE] [--at-once N] [--deaths N] [--rounds N] [--watchers N] [--only lives|faults|restores|attacks]

  --seed N       everything is drawn from it (14)
  --hours H      how long at most (1)
  --binary FILE  the server (the `tablen` beside this program)
  --at-once N    servers that die at the same time (3)
  --deaths N     kills, and as many losses of power (1000)
  --rounds N     how often each fault is tried (5)
  --watchers N   those who look on at one table, where that is the attack (5000)
  --only PART    nothing but servers that die, faults, restored backups, or attacks";

/// Deaths of one folder before another is begun.
const LIVES_OF_A_FOLDER: usize = 25;

/// A fault that lasts longer than a clock of a minute.
const OUTLASTING: Duration = Duration::from_secs(75);

struct Wishes {
    seed: u64,
    until: Instant,
    binary: PathBuf,
    at_once: u64,
    deaths: u64,
    rounds: usize,
    watchers: usize,
    only: Option<String>,
}

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let wishes = match wishes(&words) {
        Ok(wishes) => wishes,
        Err(wrong) => {
            eprintln!("{wrong}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let does = |part: &str| wishes.only.as_deref().is_none_or(|only| only == part);
    let mut complaints: Vec<String> = Vec::new();
    let mut sieges = Vec::new();
    let scale = Scale { watchers: wishes.watchers, ..Scale::FULL };
    for attack in Attack::ALL.into_iter().filter(|_| does("attacks")) {
        eprintln!("attack: {}", attack.name());
        match besiege(&wishes.binary, wishes.seed, attack, scale) {
            Ok(siege) => {
                complaints.extend(siege.complaints.iter().cloned().chain(siege.costs(None)));
                sieges.push(siege);
            }
            Err(broken) => complaints.push(format!("{}: {broken}", attack.name())),
        }
    }
    let mut trials: Vec<Trial> = Vec::new();
    for (number, fault) in (0..).zip(Fault::ALL.repeat(wishes.rounds)).filter(|_| does("faults")) {
        eprintln!("fault: {}", fault.name());
        match suffer(&wishes.binary, mixed(&[wishes.seed, number]), fault, Duration::from_secs(12)) {
            Ok(trial) => {
                complaints.extend(trial.complaints.clone());
                trials.push(trial);
            }
            Err(broken) => complaints.push(format!("{}: {broken}", fault.name())),
        }
    }
    for fault in Fault::ALL.into_iter().filter(|fault| fault.keeps_from_storing() && does("faults")) {
        eprintln!("fault: {}, longer than the clock", fault.name());
        match outlast(&wishes.binary, fault, OUTLASTING) {
            Ok(fall) => {
                println!("{}, {OUTLASTING:?} with a minute on the clock: it fell by {fall:?}", fault.name())
            }
            Err(broken) => complaints.push(format!("{}, longer than the clock: {broken}", fault.name())),
        }
    }
    let mut returns = Vec::new();
    for number in (0..wishes.rounds as u64).filter(|_| does("restores")) {
        eprintln!("fault: an older backup restored");
        match restore(&wishes.binary, mixed(&[wishes.seed, number])) {
            Ok(returned) => {
                complaints.extend(returned.complaints.clone());
                returns.push(returned);
            }
            Err(broken) => complaints.push(format!("restore: {broken}")),
        }
    }
    let (kills, power) = if does("lives") { deaths(&wishes) } else { Default::default() };
    complaints.extend(kills.complaints.iter().chain(&power.complaints).cloned());
    println!("{}\n{}", report::faults(&kills, &power, &trials, &returns), report::attacks(&sieges));
    for complaint in &complaints {
        println!("COMPLAINT {complaint}");
    }
    if complaints.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn wishes(words: &[String]) -> Result<Wishes, String> {
    let known =
        ["--seed", "--hours", "--binary", "--at-once", "--deaths", "--rounds", "--watchers", "--only"];
    if let Some(unknown) = words.iter().step_by(2).find(|word| !known.contains(&word.as_str())) {
        return Err(format!("there is no {unknown}"));
    }
    let beside = || env::current_exe().map(|program| program.with_file_name("tablen")).unwrap_or_default();
    let hours: f64 = read(words, "--hours", 1.0)?;
    if !(0.0..=1e4).contains(&hours) {
        return Err(format!("--hours {hours}: a number from 0 on is needed"));
    }
    let only: String = read(words, "--only", String::new())?;
    if !["", "lives", "faults", "restores", "attacks"].contains(&only.as_str()) {
        return Err(format!("--only {only}: one of lives, faults, restores, attacks is needed"));
    }
    Ok(Wishes {
        seed: read(words, "--seed", 14)?,
        until: Instant::now() + Duration::from_secs_f64(hours * 3600.0),
        binary: read(words, "--binary", beside())?,
        at_once: read(words, "--at-once", 3)?,
        deaths: read(words, "--deaths", 1_000)?,
        rounds: read(words, "--rounds", 5)?,
        watchers: read(words, "--watchers", Scale::FULL.watchers)?,
        only: Some(only).filter(|only| !only.is_empty()),
    })
}

fn read<T: FromStr>(words: &[String], name: &str, usual: T) -> Result<T, String> {
    let Some(place) = words.iter().position(|word| word == name) else { return Ok(usual) };
    let given = words.get(place + 1).ok_or_else(|| format!("{name} needs a value"))?;
    given.parse().map_err(|_| format!("{name} cannot be {given}"))
}

/// Lets servers die until there were enough or the time is up; what killed ones and powerless ones came to.
fn deaths(wishes: &Wishes) -> (Toll, Toll) {
    let tolls = Mutex::new((Toll::default(), Toll::default()));
    let folder = AtomicU64::new(0);
    thread::scope(|scope| {
        for _ in 0..wishes.at_once {
            scope.spawn(|| {
                while Instant::now() < wishes.until {
                    let number = folder.fetch_add(1, Ordering::Relaxed);
                    let kind = if number.is_multiple_of(2) { Kind::Kills } else { Kind::PowerLosses };
                    if number / 2 * LIVES_OF_A_FOLDER as u64 >= wishes.deaths {
                        break;
                    }
                    let came = one_folder(&wishes.binary, mixed(&[wishes.seed, number]), kind, wishes.until);
                    let mut tolls = tolls.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    let toll = if kind == Kind::Kills { &mut tolls.0 } else { &mut tolls.1 };
                    match came {
                        Ok(came) => toll.add(came),
                        Err(broken) => toll.complaints.push(broken.to_string()),
                    }
                    eprintln!(
                        "{} kills, {} losses of power ({} in checkpoints), {} events, {} complaints",
                        tolls.0.kills,
                        tolls.1.power_losses,
                        tolls.1.in_checkpoints,
                        tolls.0.events + tolls.1.events,
                        tolls.0.complaints.len() + tolls.1.complaints.len(),
                    );
                }
            });
        }
    });
    tolls.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn one_folder(binary: &Path, seed: u64, kind: Kind, until: Instant) -> Outcome<Toll> {
    live(binary, seed, kind, LIVES_OF_A_FOLDER, until)
}
