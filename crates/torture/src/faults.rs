//! A server that lives on while something is wrong with its machine: the disk is full or fails, another program has locked the
//! database, no file can be opened, the calendar jumps. People go on playing, and afterwards the power fails as well.

use std::ops::Range;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use serde_json::Value;

use crate::client::Person;
use crate::disk::{Ask, Loss};
use crate::judge;
use crate::ledger::{Ledger, Noticed};
use crate::outcome::{Broken, Outcome};
use crate::pair::Pair;
use crate::players::{Crowd, is_deed};
use crate::schedule::mixed;
use crate::server::{DATABASE, Server};
use crate::site::Site;

/// How long a table may stand still once nothing is wrong any more.
const RECOVERY: Duration = Duration::from_secs(60);

/// How long an fsync takes of a disk that is slow.
const A_SLOW_SYNC: Duration = Duration::from_millis(250);

/// How many commands are acknowledged at least.
const ENOUGH: u64 = 10;

/// Something that is wrong for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The disk has little room left, and then none.
    FullDisk,
    /// What is written cannot be brought to the disk.
    FailingSync,
    /// An fsync takes a quarter of a second.
    SlowDisk,
    /// Another program has locked the database.
    LongLock,
    /// No more files can be opened.
    NoFiles,
    /// The calendar goes forward by hours, and back by more.
    CalendarJumps,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 6] = [
        Fault::FullDisk,
        Fault::FailingSync,
        Fault::SlowDisk,
        Fault::LongLock,
        Fault::NoFiles,
        Fault::CalendarJumps,
    ];

    /// What it is called in a report.
    pub fn name(self) -> &'static str {
        match self {
            Fault::FullDisk => "disk full (ENOSPC)",
            Fault::FailingSync => "fsync fails (EIO)",
            Fault::SlowDisk => "fsync takes 250 ms",
            Fault::LongLock => "database locked by another program",
            Fault::NoFiles => "no open files left (EMFILE)",
            Fault::CalendarJumps => "calendar jumps by hours, both ways",
        }
    }

    /// Whether nothing can be stored meanwhile.
    pub fn keeps_from_storing(self) -> bool {
        matches!(self, Fault::FullDisk | Fault::FailingSync | Fault::LongLock)
    }
}

/// What came of a fault.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Which.
    pub fault: Fault,
    /// How long it lasted.
    pub lasting: Duration,
    /// How long after its end something had happened again at every table.
    pub recovery: Duration,
    /// The most time that a clock lost from before the fault until all was well again.
    pub clock_fall: Duration,
    /// Events that people were told of.
    pub events: u64,
    /// What players noticed.
    pub noticed: Noticed,
    /// What was wrong.
    pub complaints: Vec<String>,
}

/// Lets people play while something is wrong for so long.
pub fn suffer(binary: &Path, seed: u64, fault: Fault, lasting: Duration) -> Outcome<Trial> {
    let site = Site::new(binary, true)?;
    let crowd = Crowd::gather(seed);
    let mut trial = Trial {
        fault,
        lasting,
        recovery: Duration::ZERO,
        clock_fall: Duration::ZERO,
        events: 0,
        noticed: Noticed::default(),
        complaints: Vec::new(),
    };
    let suffered = try_it(&site, &crowd, seed, &mut trial);
    (trial.events, trial.noticed, trial.complaints) = crowd.disperse();
    trial.complaints.extend(suffered.err().map(|broken| broken.to_string()));
    trial
        .complaints
        .iter_mut()
        .for_each(|complaint| *complaint = format!("seed {seed}, {fault:?}: {complaint}"));
    Ok(trial)
}

fn try_it(site: &Site, crowd: &Crowd, seed: u64, trial: &mut Trial) -> Outcome<()> {
    let Crowd { lobby, ledger, .. } = crowd;
    let mut rng = Rng::with_seed(mixed(&[seed, trial.fault as u64]));
    let (server, before) = site.start()?;
    lobby.open(server.address);
    judge::settle(ledger)?;
    let shown = clocks(&server, ledger)?;
    let (mut first, mut last) = (None, Vec::new());
    strike(site, &server, (trial.fault, trial.lasting), &mut rng, |time| {
        first.get_or_insert_with(|| ledger.tables());
        thread::sleep(time);
        last = ledger.tables();
    })?;
    let next = |table: &String| last.iter().find(|(id, _)| id == table).map_or(0, |(_, next)| *next);
    let struck: Vec<_> = first.into_iter().flatten().map(|(id, first)| (first..next(&id), id)).collect();
    let over = Instant::now();
    server.wait_until_well(true, RECOVERY)?;
    judge::await_progress(server.address, ledger, RECOVERY)?;
    trial.recovery = over.elapsed();
    trial.clock_fall = fall(&shown, &clocks(&server, ledger)?);
    judge::await_deeds(ledger, ENOUGH)?;
    let stood = clocks_stood(&server, ledger, trial, &struck);
    lobby.close();
    server.kill()?;
    // What was acknowledged meanwhile outlives the loss of power, whatever the disk said before.
    site.lose_power(before, Loss::any(&mut rng), &mut rng)?;
    let (server, _) = site.start()?;
    judge::compare(server.address, ledger, &[])?;
    server.kill()?;
    judge::look_through(&site.launch.folder)?;
    stood
}

/// What the log of each table with a clock has to say of a fault: for how long time was nobody's. How long it took people to play is their
/// own affair, and on a busy machine that is long. For each table it is known which events were told of meanwhile.
fn clocks_stood(
    server: &Server,
    ledger: &Ledger,
    trial: &Trial,
    struck: &[(Range<u64>, String)],
) -> Outcome<()> {
    if !trial.fault.keeps_from_storing() && trial.fault != Fault::SlowDisk {
        return Ok(());
    }
    let mut asked = Person::at(server.address);
    let mut looked_at = 0;
    for (during, table) in struck {
        let view = judge::patiently(&mut asked, &format!("/api/v1/tables/{table}"))?.json()?["view"].take();
        // A game that has ended meanwhile may have ended at once.
        if view["clock"]["left"]["host"]["time"].is_null() || view["phase"] != "playing" {
            continue;
        }
        looked_at += 1;
        let needed = if trial.fault == Fault::SlowDisk {
            // What began before it was slow was quick, and what is held up last is told of with what comes next.
            let deeds = ledger.told_of(table, during.clone()).iter().filter(|event| is_deed(event)).count();
            A_SLOW_SYNC.mul_f64(0.8 * deeds.saturating_sub(2) as f64)
        } else {
            trial.lasting / 2
        };
        let until = if trial.fault == Fault::SlowDisk { during.end + 1 } else { u64::MAX };
        let stood = stood_still(&ledger.told_of(table, during.start..until));
        ensure!(
            stood >= needed,
            "at table {table} time stood still for {stood:?}, though for {:?} nothing could be stored, or not soon: {needed:?} at least are nobody's",
            trial.lasting
        );
    }
    ensure!(looked_at > 0, "no game with a clock has outlasted it");
    Ok(())
}

/// For how long a clock stood still, in all, by what was told of its table.
fn stood_still(events: &[Value]) -> Duration {
    let mut since = None;
    let mut stood = Duration::ZERO;
    for event in events {
        let at = event["at"].as_u64().map(Duration::from_millis);
        match event["event"].as_str() {
            Some("paused") => since = at,
            Some("resumed") => {
                stood += at.zip(since.take()).map_or(Duration::ZERO, |(at, since)| at.saturating_sub(since));
            }
            _ => {}
        }
    }
    stood
}

/// A server at which two with a minute each have begun to play since then, and where their table is looked at.
fn begun(binary: &Path) -> Outcome<(Site, Server, Pair, String, Instant)> {
    let site = Site::new(binary, true)?;
    let (server, _) = site.start()?;
    let began = Instant::now();
    let mut pair = Pair::new(server.address, "1m+0")?;
    for _ in 0..4 {
        pair.play()?;
    }
    let path = format!("/api/v1/tables/{}", pair.table);
    Ok((site, server, pair, path, began))
}

/// Two with a minute each, and something that keeps the server from storing for so long; says how much the clock of the one to move fell.
pub fn outlast(binary: &Path, fault: Fault, lasting: Duration) -> Outcome<Duration> {
    let (site, server, _pair, path, _) = begun(binary)?;
    let view = |asked: &mut Person| Ok::<Value, Broken>(asked.get(&path)?.json()?["view"].take());
    let mut asked = Person::at(server.address);
    let before = view(&mut asked)?;
    strike(&site, &server, (fault, lasting), &mut Rng::with_seed(lasting.as_secs()), thread::sleep)?;
    server.wait_until_well(true, RECOVERY)?;
    let after = view(&mut asked)?;
    ensure!(after["phase"] == "playing", "the game is {}: {}", after["phase"], after["rounds"]);
    let fall = left(&before).zip(left(&after)).map(|(before, after)| before - after).max().unwrap_or(0);
    ensure!(fall < 10_000, "a clock fell by {fall} ms");
    server.kill()?;
    Ok(Duration::from_millis(u64::try_from(fall).unwrap_or(0)))
}

/// Somebody's clock runs at a table that nobody is at, the server is started again, and the calendar is set forward by a day: nobody has lost
/// on time because of that.
pub fn jump_over_an_idle_table(binary: &Path) -> Outcome<()> {
    let (site, server, pair, path, began) = begun(binary)?;
    drop(pair);
    server.kill()?;
    let (server, _) = site.start()?;
    site.control.ask(Ask::CalendarMillis, 90_000_000)?;
    let view = judge::patiently(&mut Person::at(server.address), &path)?.json()?["view"].take();
    ensure!(view["phase"] == "playing", "the game is {}: {}", view["phase"], view["rounds"]);
    // Whatever has passed, on a machine however slow.
    let least = 60_000 - i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
    ensure!(left(&view).all(|left| left >= least), "the clocks show {}, not {least}", view["clock"]);
    server.kill()
}

/// What the clocks of a table show, in milliseconds.
fn left(view: &Value) -> impl Iterator<Item = i64> {
    ["host", "guest"].into_iter().filter_map(|seat| view["clock"]["left"][seat]["time"].as_i64())
}

/// Lets it happen for so long, and puts an end to it.
fn strike(
    site: &Site,
    server: &Server,
    (fault, lasting): (Fault, Duration),
    rng: &mut Rng,
    mut wait: impl FnMut(Duration),
) -> Outcome<()> {
    let control = &site.control;
    match fault {
        Fault::FullDisk => {
            // The border lies anywhere, also inside a page.
            control.ask(Ask::Room, rng.i64(0..40_000))?;
            control.ask(Ask::IsFull, 1)?;
            wait(lasting);
            control.ask(Ask::IsFull, 0)
        }
        Fault::FailingSync => {
            control.ask(Ask::SyncFails, 1)?;
            wait(lasting);
            control.ask(Ask::SyncFails, 0)
        }
        Fault::SlowDisk => {
            control.ask(Ask::SyncMillis, i64::try_from(A_SLOW_SYNC.as_millis()).unwrap_or(0))?;
            wait(lasting);
            control.ask(Ask::SyncMillis, 0)
        }
        Fault::LongLock => judge::in_sqlite(&site.launch.folder.join(DATABASE), async |connection| {
            sqlx::query("begin immediate").execute(&mut *connection).await?;
            wait(lasting);
            sqlx::query("rollback").execute(connection).await.map(drop)
        }),
        Fault::NoFiles => {
            server.leave_files(Some(0))?;
            wait(lasting);
            server.leave_files(None)?;
            // Whoever was kept out comes in.
            Person::at(server.address).get("/healthz").map(drop)
        }
        Fault::CalendarJumps => {
            let jumps = 4;
            for _ in 0..jumps {
                control.ask(Ask::CalendarMillis, rng.i64(-90_000_000..90_000_000))?;
                wait(lasting / jumps);
            }
            control.ask(Ask::CalendarMillis, 0)
        }
    }
}

/// What each clock of each table shows, in milliseconds.
fn clocks(server: &Server, ledger: &Ledger) -> Outcome<Vec<(String, i64)>> {
    let mut shown = Vec::new();
    let mut asked = Person::at(server.address);
    for (table, _) in ledger.tables() {
        let view = judge::patiently(&mut asked, &format!("/api/v1/tables/{table}"))?.json()?["view"].take();
        for seat in ["host", "guest"] {
            if let Some(left) = view["clock"]["left"][seat]["time"].as_i64() {
                shown.push((format!("{table} {seat}"), left));
            }
        }
    }
    if shown.is_empty() { Err(Broken("no table has a clock".to_owned())) } else { Ok(shown) }
}

/// The most that a clock has fallen.
fn fall(before: &[(String, i64)], after: &[(String, i64)]) -> Duration {
    let falls = before.iter().filter_map(|(name, left)| {
        let now = after.iter().find(|(other, _)| other == name)?.1;
        u64::try_from(left - now).ok()
    });
    Duration::from_millis(falls.max().unwrap_or(0))
}
