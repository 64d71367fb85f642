//! Servers that die and come back while people play: one folder of files, one server after the other.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;

use crate::disk::Ask;
use crate::judge;
use crate::ledger::{Ledger, Noticed};
use crate::outcome::Outcome;
use crate::players::Crowd;
use crate::schedule::{Ending, Kind, Life, lives};
use crate::server::Server;
use crate::site::Site;

/// How long a life is drawn out for a checkpoint to come.
const UNTIL_A_CHECKPOINT: Duration = Duration::from_millis(1_500);

/// How long a life lasts at most.
const LONGEST: Duration = Duration::from_secs(5);

/// What came of the lives of one folder, or of several.
#[derive(Clone, Debug, Default)]
pub struct Toll {
    /// How often a server was killed.
    pub kills: u64,
    /// How often it lost its power, and how often of these inside a checkpoint.
    pub power_losses: u64,
    /// Of these, inside a checkpoint.
    pub in_checkpoints: u64,
    /// Events that people were told of.
    pub events: u64,
    /// How long servers took to start.
    pub starts: Vec<Duration>,
    /// What players noticed.
    pub noticed: Noticed,
    /// What was wrong.
    pub complaints: Vec<String>,
}

impl Toll {
    /// Adds that of other lives.
    pub fn add(&mut self, other: Toll) {
        self.kills += other.kills;
        self.power_losses += other.power_losses;
        self.in_checkpoints += other.in_checkpoints;
        self.events += other.events;
        self.starts.extend(other.starts);
        self.noticed.add(other.noticed);
        self.complaints.extend(other.complaints);
    }
}

/// Lets as many servers live and die as are asked for, and compares after each death. Ends early at the given moment.
pub fn live(binary: &Path, seed: u64, kind: Kind, count: usize, until: Instant) -> Outcome<Toll> {
    live_at(&Site::new(binary, kind == Kind::PowerLosses)?, seed, kind, count, until)
}

/// The same at a place of which something may have been asked before.
pub fn live_at(site: &Site, seed: u64, kind: Kind, count: usize, until: Instant) -> Outcome<Toll> {
    let crowd = Crowd::gather(seed);
    let mut toll = Toll::default();
    let died = die(site, &crowd, &lives(seed, kind, count), until, &mut toll);
    (toll.events, toll.noticed, toll.complaints) = crowd.disperse();
    toll.complaints.extend(died.err().map(|broken| broken.to_string()));
    // By the seed all of it can be done again.
    toll.complaints
        .iter_mut()
        .for_each(|complaint| *complaint = format!("seed {seed}, {kind:?}: {complaint}"));
    Ok(toll)
}

fn die(site: &Site, crowd: &Crowd, lives: &[Life], until: Instant, toll: &mut Toll) -> Outcome<()> {
    let Crowd { lobby, ledger, .. } = crowd;
    let mut over = Vec::new();
    for life in lives {
        if Instant::now() >= until || !ledger.complaints().is_empty() {
            break;
        }
        let before = site.disk()?;
        // Asked for before the start: what an earlier server left in the log is brought into the database then.
        site.control.ask(Ask::DatabaseWrites, life.ending.database_writes().into())?;
        match site.launch.start() {
            Ok(mut server) => {
                toll.starts.push(server.start);
                judge::compare(server.address, ledger, &over)?;
                judge::finished(server.address, ledger, &mut over)?;
                lobby.open(server.address);
                let ended = end(&mut server, life, ledger);
                lobby.close();
                server.kill()?;
                ended?;
            }
            Err(_) if life.ending.database_writes() > 0 && site.journal()?.ends_in_a_checkpoint() => {}
            Err(broken) => return Err(broken),
        }
        match life.ending {
            Ending::Kill => toll.kills += 1,
            Ending::PowerLoss(loss) | Ending::PowerLossInCheckpoint(loss, _) => {
                let was_inside = site.lose_power(before, loss, &mut Rng::with_seed(life.seed))?;
                toll.power_losses += 1;
                toll.in_checkpoints += u64::from(was_inside);
            }
        }
    }
    site.control.ask(Ask::DatabaseWrites, 0)?;
    judge::play_on_in_peace(site, crowd)
}

/// Waits until a life is to end, or the server has died of what was asked of it.
fn end(server: &mut Server, life: &Life, ledger: &Ledger) -> Outcome<()> {
    let may_die = life.ending.database_writes() > 0;
    let least = if may_die { UNTIL_A_CHECKPOINT } else { Duration::from_millis(life.millis) };
    let (began, told) = (Instant::now(), ledger.events());
    while began.elapsed() < least || began.elapsed() < LONGEST && ledger.events() < told + life.events {
        if server.is_gone()? {
            ensure!(may_die, "the server has died by itself");
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}
