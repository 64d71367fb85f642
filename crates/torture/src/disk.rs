//! A disk whose power can fail. The preloaded library (`disk.c`) writes down what a server does to its files; from that journal, what a
//! disk could hold is put together: all that was synced, and of the rest as much, in whole sectors, as chance lets through.
//!
//! The model is that of ext4, XFS and btrfs: what was written before an fsync that succeeded is there; the name of a file that was
//! synced, or whose folder was, is there; a sector holds what some moment since its last sync made of it; what an fsync failed for is
//! not tried again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use fastrand::Rng;
use tempfile::TempDir;

use crate::outcome::{Broken, Outcome};

/// The least that a disk writes at once.
const SECTOR: u64 = 512;

/// The library that is preloaded, compiled once for the process by the compiler that SQLite needs too.
pub fn library() -> Outcome<&'static Path> {
    static COMPILED: OnceLock<Outcome<(TempDir, PathBuf)>> = OnceLock::new();
    let compiled = COMPILED.get_or_init(|| {
        let folder = tempfile::tempdir()?;
        let (source, library) = (folder.path().join("disk.c"), folder.path().join("disk.so"));
        fs::write(&source, include_str!("disk.c"))?;
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
        let compiling = Command::new(&compiler)
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([&library, &source])
            .arg("-ldl")
            .output()
            .map_err(|error| Broken(format!("{compiler}: {error}")))?;
        ensure!(compiling.status.success(), "{compiler}: {}", String::from_utf8_lossy(&compiling.stderr));
        Ok((folder, library))
    });
    compiled.as_ref().map(|(_, library)| library.as_path()).map_err(Clone::clone)
}

/// What the library is asked to do, while the server runs. The numbers are the places of the fields in the block that both share.
#[derive(Clone, Copy, Debug)]
pub enum Ask {
    /// Whether the disk is full but for its room.
    IsFull = 0,
    /// Bytes that a full disk still has room for.
    Room = 1,
    /// Whether fsync fails.
    SyncFails = 2,
    /// Milliseconds that an fsync takes.
    SyncMillis = 3,
    /// The process dies after so many writes into the database itself, which happen in a checkpoint only.
    DatabaseWrites = 4,
    /// Milliseconds by which the calendar is off.
    CalendarMillis = 5,
    /// Whether fsync does nothing and says that all is well: so it can be shown that a loss is found.
    SyncLies = 6,
}

/// The block of numbers that is shared with the library.
#[derive(Debug)]
pub struct Control(File);

impl Control {
    /// How many numbers there are.
    const FIELDS: u64 = 7;

    /// A block that asks for nothing.
    pub fn new(path: &Path) -> Outcome<Control> {
        let file = File::options().create(true).truncate(true).read(true).write(true).open(path)?;
        file.set_len(Control::FIELDS * 8)?;
        Ok(Control(file))
    }

    /// Asks for something.
    pub fn ask(&self, what: Ask, number: i64) -> Outcome<()> {
        Ok(self.0.write_all_at(&number.to_ne_bytes(), what as u64 * 8)?)
    }
}

/// Something that was done to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Deed {
    Create,
    Write { offset: u64, bytes: Vec<u8> },
    Cut(u64),
    Sync,
    SyncFailed,
    Unlink,
    Rename(String),
}

/// What was done to the files of a folder, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journal(Vec<(String, Deed)>);

impl Journal {
    /// Reads what the library has written; the last entry may be cut off, because nobody waited for it.
    pub fn read(path: &Path) -> Outcome<Journal> {
        let bytes = fs::read(path)?;
        let mut rest = bytes.as_slice();
        let mut entries = Vec::new();
        while let Some((entry, left)) = next_entry(rest) {
            entries.push(entry);
            rest = left;
        }
        Ok(Journal(entries))
    }

    /// Whether it ends inside a checkpoint: what was written into the database is not yet synced.
    pub fn ends_in_a_checkpoint(&self) -> bool {
        let last = self.0.iter().rfind(|(name, deed)| {
            name.ends_with(".db") && matches!(deed, Deed::Write { .. } | Deed::Sync | Deed::SyncFailed)
        });
        matches!(last, Some((_, Deed::Write { .. })))
    }
}

fn next_entry(bytes: &[u8]) -> Option<((String, Deed), &[u8])> {
    let (head, rest) = bytes.split_at_checked(24)?;
    let number = |at: usize| Some(u64::from_ne_bytes(head.get(at..at + 8)?.try_into().ok()?));
    let (offset, length) = (number(8)?, usize::try_from(number(16)?).ok()?);
    let (name, rest) = rest.split_at_checked(usize::from(head[1]))?;
    let (bytes, rest) = rest.split_at_checked(length)?;
    let deed = match head[0] {
        b'c' => Deed::Create,
        b'w' => Deed::Write { offset, bytes: bytes.to_vec() },
        b't' => Deed::Cut(offset),
        b's' => Deed::Sync,
        b'f' => Deed::SyncFailed,
        b'u' => Deed::Unlink,
        b'r' => Deed::Rename(String::from_utf8_lossy(bytes).into_owned()),
        _ => return None,
    };
    Some(((String::from_utf8_lossy(name).into_owned(), deed), rest))
}

/// What becomes of what was not synced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// All of it is lost.
    All,
    /// None of it is: the disk was quicker than it had to be.
    Nothing,
    /// What came last is lost, and the write at the border is torn.
    Tail,
    /// Each sector is from a moment of its own.
    Torn,
}

impl Loss {
    /// Any of them.
    pub fn any(rng: &mut Rng) -> Loss {
        match rng.u32(..10) {
            0..2 => Loss::All,
            2 => Loss::Nothing,
            3..6 => Loss::Tail,
            _ => Loss::Torn,
        }
    }
}

/// The files of a folder as a disk holds them.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    files: BTreeMap<String, OnDisk>,
    /// Those that were removed while the disk may still have them.
    removed: BTreeMap<String, OnDisk>,
}

/// A file as a disk holds it.
#[derive(Clone, Debug, Default)]
struct OnDisk {
    bytes: Vec<u8>,
    /// What has been done since.
    unsynced: Vec<Change>,
    /// Whether a loss of power can make it never have been there.
    is_nameless: bool,
}

#[derive(Clone, Debug)]
enum Change {
    Write { offset: u64, bytes: Vec<u8> },
    Cut(u64),
}

/// What SQLite maps into memory and makes anew from the log.
fn is_shared_memory(name: &str) -> bool {
    name.ends_with("-shm")
}

impl Disk {
    /// The files of a folder, all of them synced.
    pub fn of(folder: &Path) -> Outcome<Disk> {
        let mut disk = Disk::default();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let bytes = fs::read(entry.path())?;
            disk.files.insert(name, OnDisk { bytes, ..OnDisk::default() });
        }
        Ok(disk)
    }

    /// Does all that a journal says. Chance decides what is left of that for which an fsync failed.
    pub fn follow(&mut self, journal: &Journal, rng: &mut Rng) {
        for (name, deed) in &journal.0 {
            self.suffer(name, deed, rng);
        }
    }

    fn suffer(&mut self, name: &str, deed: &Deed, rng: &mut Rng) {
        if name.is_empty() {
            // The folder: names are what it keeps.
            if *deed == Deed::Sync {
                self.removed.clear();
                self.files.values_mut().for_each(|file| file.is_nameless = false);
            }
            return;
        }
        match deed {
            Deed::Unlink => {
                if let Some(file) = self.files.remove(name) {
                    self.removed.insert(name.to_owned(), file);
                }
                return;
            }
            Deed::Rename(to) => {
                if let Some(file) = self.files.remove(name) {
                    self.files.insert(to.clone(), file);
                }
                return;
            }
            Deed::Create => {
                self.files.insert(name.to_owned(), OnDisk { is_nameless: true, ..OnDisk::default() });
                return;
            }
            _ => {}
        }
        let file = self.files.entry(name.to_owned()).or_default();
        match deed {
            Deed::Write { offset, bytes } => {
                file.unsynced.push(Change::Write { offset: *offset, bytes: bytes.clone() });
            }
            Deed::Cut(length) => file.unsynced.push(Change::Cut(*length)),
            Deed::Sync => {
                file.settle(Loss::Nothing, rng);
                file.is_nameless = false;
            }
            Deed::SyncFailed => file.settle(Loss::Torn, rng),
            Deed::Create | Deed::Unlink | Deed::Rename(_) => {}
        }
    }

    /// What is left when the power fails now.
    pub fn lose_power(&mut self, loss: Loss, rng: &mut Rng) {
        for (name, file) in std::mem::take(&mut self.removed) {
            // Not yet forgotten by the folder, unless another has its name by now.
            if loss != Loss::Nothing && rng.bool() {
                self.files.entry(name).or_insert(file);
            }
        }
        self.files.retain(|_, file| !file.is_nameless || loss == Loss::Nothing || rng.bool());
        for file in self.files.values_mut() {
            file.settle(loss, rng);
        }
    }

    /// Makes a folder hold that. Memory that was shared through a file is left as it is, or is gone.
    pub fn write(&self, folder: &Path, rng: &mut Rng) -> Outcome<()> {
        let keeps_memory = rng.bool();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if !(keeps_memory && is_shared_memory(&entry.file_name().to_string_lossy())) {
                fs::remove_file(entry.path())?;
            }
        }
        for (name, file) in self.files.iter().filter(|(name, _)| !is_shared_memory(name)) {
            use std::os::unix::fs::OpenOptionsExt as _;
            let mut options = File::options();
            let mut made =
                options.create(true).truncate(true).write(true).mode(0o600).open(folder.join(name))?;
            made.write_all(&file.bytes)?;
        }
        Ok(())
    }
}

impl OnDisk {
    /// Brings as much of the changes to the disk as a loss leaves.
    fn settle(&mut self, loss: Loss, rng: &mut Rng) {
        let changes = std::mem::take(&mut self.unsynced);
        match loss {
            Loss::All => {}
            Loss::Nothing => changes.iter().for_each(|change| self.apply(change, |_| true)),
            Loss::Tail => {
                let kept = rng.usize(..=changes.len());
                changes.iter().take(kept).for_each(|change| self.apply(change, |_| true));
                if let Some(torn) = changes.get(kept) {
                    self.apply(torn, |_| rng.bool());
                }
            }
            Loss::Torn => {
                // Which moment each sector is from: so many of the changes that concern it have reached it.
                let mut moments: BTreeMap<u64, usize> = BTreeMap::new();
                for (number, change) in changes.iter().enumerate() {
                    self.apply(change, |sector| {
                        number < *moments.entry(sector).or_insert_with(|| rng.usize(..=changes.len()))
                    });
                }
            }
        }
    }

    fn apply(&mut self, change: &Change, mut reaches: impl FnMut(u64) -> bool) {
        match change {
            Change::Cut(length) => {
                if reaches(length / SECTOR) {
                    self.bytes.resize(usize::try_from(*length).unwrap_or(0), 0);
                }
            }
            Change::Write { offset, bytes } => {
                let mut done = 0;
                while done < bytes.len() {
                    let at = offset + done as u64;
                    let in_sector = usize::try_from(SECTOR - at % SECTOR).unwrap_or(1);
                    let end = (done + in_sector).min(bytes.len());
                    if reaches(at / SECTOR) {
                        let start = usize::try_from(at).unwrap_or(0);
                        let piece = &bytes[done..end];
                        if self.bytes.len() < start + piece.len() {
                            self.bytes.resize(start + piece.len(), 0);
                        }
                        self.bytes[start..start + piece.len()].copy_from_slice(piece);
                    }
                    done = end;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(offset: u64, byte: u8, length: usize) -> (String, Deed) {
        ("games.db".to_owned(), Deed::Write { offset, bytes: vec![byte; length] })
    }

    fn after(entries: Vec<(String, Deed)>, loss: Loss, seed: u64) -> Vec<u8> {
        let mut rng = Rng::with_seed(seed);
        let mut disk = Disk::default();
        disk.files.insert("games.db".to_owned(), OnDisk { bytes: vec![b'0'; 2048], ..OnDisk::default() });
        disk.follow(&Journal(entries), &mut rng);
        disk.lose_power(loss, &mut rng);
        disk.files["games.db"].bytes.clone()
    }

    #[test]
    fn what_was_synced_stays_and_the_rest_may_go() {
        let sync = ("games.db".to_owned(), Deed::Sync);
        for (seed, loss) in (0..).zip([Loss::All, Loss::Nothing, Loss::Tail, Loss::Torn].repeat(50)) {
            let bytes =
                after(vec![written(0, b'1', 1024), sync.clone(), written(512, b'2', 1024)], loss, seed);
            assert_eq!(&bytes[..512], [b'1'; 512]);
            assert_eq!(&bytes[1536..], [b'0'; 512]);
            for (sector, kept) in [(&bytes[512..1024], b'1'), (&bytes[1024..1536], b'0')] {
                let expected = match loss {
                    Loss::All => vec![kept],
                    Loss::Nothing => vec![b'2'],
                    Loss::Tail | Loss::Torn => vec![kept, b'2'],
                };
                assert!(expected.iter().any(|byte| sector == [*byte; 512]), "{loss:?}: whole sectors");
            }
        }
    }

    #[test]
    fn what_an_fsync_failed_for_is_not_tried_again() {
        let entries = || {
            let deed = |deed| ("games.db".to_owned(), deed);
            vec![written(0, b'1', 512), deed(Deed::SyncFailed), deed(Deed::Sync)]
        };
        let found: std::collections::BTreeSet<u8> =
            (0..50).map(|seed| after(entries(), Loss::Nothing, seed)[0]).collect();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [b'0', b'1'], "lost or not, whatever comes later");
    }

    #[test]
    fn a_file_has_a_name_once_it_or_its_folder_is_synced() {
        let wal = |deed| ("games.db-wal".to_owned(), deed);
        let deeds = [wal(Deed::Create), wal(Deed::Write { offset: 0, bytes: vec![1] })];
        let is_there = |more: Option<(String, Deed)>, seed| {
            let mut rng = Rng::with_seed(seed);
            let mut disk = Disk::default();
            disk.follow(&Journal(deeds.iter().cloned().chain(more).collect()), &mut rng);
            disk.lose_power(Loss::Torn, &mut rng);
            disk.files.contains_key("games.db-wal")
        };
        assert!((0..20).any(|seed| !is_there(None, seed)));
        assert!((0..20).all(|seed| is_there(Some(wal(Deed::Sync)), seed)));
        assert!((0..20).all(|seed| is_there(Some((String::new(), Deed::Sync)), seed)));
    }
}
