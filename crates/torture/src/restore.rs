//! A backup is made while people play, and restored while they think that they know better.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::judge;
use crate::ledger::Noticed;
use crate::outcome::{Broken, Outcome};
use crate::players::Crowd;
use crate::server::DATABASE;
use crate::site::Site;

/// How long people play before and after.
const PLAY: Duration = Duration::from_millis(800);

/// What came of a backup that was restored.
#[derive(Clone, Debug)]
pub struct Return {
    /// Events that people were told of, those that were taken back not counted.
    pub events: u64,
    /// What players noticed.
    pub noticed: Noticed,
    /// What was wrong.
    pub complaints: Vec<String>,
}

/// Makes a backup, lets people play on, and restores it.
pub fn restore(binary: &Path, seed: u64) -> Outcome<Return> {
    let site = Site::new(binary, false)?;
    let crowd = Crowd::gather(seed);
    let returned = try_it(&site, &crowd);
    let (events, noticed, mut complaints) = crowd.disperse();
    complaints.extend(returned.err().map(|broken| broken.to_string()));
    complaints.iter_mut().for_each(|complaint| *complaint = format!("seed {seed}, restore: {complaint}"));
    Ok(Return { events, noticed, complaints })
}

fn try_it(site: &Site, crowd: &Crowd) -> Outcome<()> {
    let Crowd { lobby, ledger, .. } = crowd;
    let (server, _) = site.start()?;
    lobby.open(server.address);
    judge::settle(ledger)?;
    let promise = ledger.promise();
    let backup = tempfile::tempdir()?;
    let file = backup.path().join("backup.db");
    command(site, "backup", &file)?;
    thread::sleep(PLAY);
    judge::await_progress(server.address, ledger, judge::PROGRESS)?;
    // So that some have to come back to a game that was over for them.
    judge::await_end(server.address, crowd, judge::PROGRESS)?;
    lobby.close();
    server.kill()?;
    command(site, "restore", &file)?;
    judge::look_through(&site.launch.folder)?;
    ledger.return_to(promise);
    judge::play_on_in_peace(site, crowd)?;
    ensure!(ledger.noticed().ahead > 0, "nobody was told that a backup was restored");
    Ok(())
}

fn command(site: &Site, name: &str, file: &Path) -> Outcome<()> {
    let done = Command::new(&site.launch.binary)
        .arg(name)
        .arg(file)
        .arg("--data")
        .arg(site.launch.folder.join(DATABASE))
        .output()
        .map_err(|error| Broken(format!("{name}: {error}")))?;
    ensure!(done.status.success(), "{name}: {}", String::from_utf8_lossy(&done.stderr));
    Ok(())
}
