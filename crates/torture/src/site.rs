//! Where a server lives: a folder of its files, on a disk that does what it is asked to.

use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use tempfile::TempDir;

use crate::disk::{Control, Disk, Journal, Loss};
use crate::outcome::Outcome;
use crate::server::{Launch, Server};

/// A folder that goes away, and the servers that are started in it one after the other.
#[derive(Debug)]
pub struct Site {
    /// How they are started.
    pub launch: Launch,
    /// What is asked of the disk; without the preloaded library, nobody hears it.
    pub control: Control,
    journal: PathBuf,
    _home: TempDir,
}

impl Site {
    /// An empty folder, on the machine's own disk or on one whose power can fail.
    pub fn new(binary: &Path, can_lose_power: bool) -> Outcome<Site> {
        let home = tempfile::tempdir()?;
        let folder = home.path().join("data");
        fs::create_dir(&folder)?;
        let (journal, control) = (home.path().join("journal"), home.path().join("control"));
        let preload = can_lose_power.then(|| (journal.clone(), control.clone()));
        // By its real name, as SQLite calls it.
        let launch = Launch { binary: binary.to_owned(), folder: fs::canonicalize(folder)?, preload };
        Ok(Site { launch, control: Control::new(&control)?, journal, _home: home })
    }

    /// What is on the disk before a server starts: all of that has been written back long ago.
    pub fn disk(&self) -> Outcome<Disk> {
        fs::write(&self.journal, "")?;
        Disk::of(&self.launch.folder)
    }

    /// Starts a server, and says what is on the disk before.
    pub fn start(&self) -> Outcome<(Server, Disk)> {
        let before = self.disk()?;
        Ok((self.launch.start()?, before))
    }

    /// What the last server has done to its files.
    pub fn journal(&self) -> Outcome<Journal> {
        Journal::read(&self.journal)
    }

    /// Leaves in the folder of a server that was killed what a disk could hold; says whether that happened inside a checkpoint.
    pub fn lose_power(&self, before: Disk, loss: Loss, rng: &mut Rng) -> Outcome<bool> {
        let journal = self.journal()?;
        let mut disk = before;
        disk.follow(&journal, rng);
        disk.lose_power(loss, rng);
        disk.write(&self.launch.folder, rng)?;
        Ok(journal.ends_in_a_checkpoint())
    }
}
