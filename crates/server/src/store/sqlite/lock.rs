//! One server a file. Two would each believe that they alone know a table, and write over each other's events.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::look::beside;
use crate::store::StoreError;

/// Held as long as a server uses its file. The operating system lets go of it when the process ends in whatever way.
///
/// Two things are locked. A file beside the database, by its name: it says on every system who is there. And, on Linux, the database
/// itself by its inode, so that neither another name for it (a hard link) nor somebody who removes the file beside it lets a second
/// server in. Where neither helps, the writer still finds out before it writes: see `Writer::begin`.
#[derive(Debug)]
pub struct DataLock {
    path: PathBuf,
    _file: File,
    /// Let go of after every connection to the database is closed: SQLite's own locks go when anyone in the process closes the file.
    data: Option<File>,
}

impl DataLock {
    /// Takes the lock of a database, unless another server has it.
    pub fn take(data: &Path) -> Result<DataLock, StoreError> {
        let path = beside(&real(data), ".lock");
        loop {
            let file = File::options()
                .create(true)
                .truncate(false)
                .write(true)
                .open(&path)
                .map_err(|error| StoreError::Lock(path.clone(), error.to_string()))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(StoreError::InUse),
                Err(TryLockError::Error(error)) => return Err(StoreError::Lock(path, error.to_string())),
            }
            // The server that had it before may have removed it between the two calls; then the next would lock another file.
            if is_still_there(&file, &path)
                .map_err(|error| StoreError::Lock(path.clone(), error.to_string()))?
            {
                return Ok(DataLock { path, _file: file, data: None });
            }
        }
    }

    /// Locks the database itself, which is there now. To be called before SQLite opens it.
    ///
    /// `flock` on Linux knows nothing of the byte ranges that SQLite locks by `fcntl`, so `sqlite3` reads and backs up as ever. On
    /// other systems the two get into each other's way, or any lock keeps SQLite from reading.
    pub fn take_file(&mut self, data: &Path) -> Result<(), StoreError> {
        if !cfg!(target_os = "linux") {
            return Ok(());
        }
        let failed = |error: io::Error| StoreError::Lock(data.to_owned(), error.to_string());
        let file = File::open(data).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => self.data = Some(file),
            Err(TryLockError::WouldBlock) => return Err(StoreError::InUse),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        Ok(())
    }
}

impl Drop for DataLock {
    fn drop(&mut self) {
        // Removed while it is still held. One that stays behind does no harm, nor that somebody else has removed it.
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(%error, file = %self.path.display(), "the lock could not be removed");
            }
            _ => {}
        }
    }
}

/// The file itself, even where it is reached through a link.
pub fn real(data: &Path) -> PathBuf {
    let real = fs::canonicalize(data).or_else(|_| {
        let (folder, name) = (data.parent(), data.file_name());
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::canonicalize(folder).map(|folder| folder.join(name.unwrap_or_default()))
    });
    real.unwrap_or_else(|_| data.to_owned())
}

#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let held = file.metadata()?;
    match fs::metadata(path) {
        Ok(found) => Ok((found.dev(), found.ino()) == (held.dev(), held.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_still_there(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_locked_once_by_whatever_name() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("games.db");
        let held = DataLock::take(&data).unwrap();
        assert!(matches!(DataLock::take(&data), Err(StoreError::InUse)));
        let around = folder.path().join("..").join(folder.path().file_name().unwrap()).join("games.db");
        assert!(matches!(DataLock::take(&around), Err(StoreError::InUse)));
        #[cfg(unix)]
        {
            fs::write(&data, "").unwrap();
            let link = folder.path().join("link.db");
            std::os::unix::fs::symlink(&data, &link).unwrap();
            assert!(matches!(DataLock::take(&link), Err(StoreError::InUse)));
        }
        assert!(DataLock::take(&folder.path().join("other.db")).is_ok());
        drop(held);
        assert!(!folder.path().join("games.db.lock").exists());
        assert!(DataLock::take(&data).is_ok());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn neither_another_name_nor_a_lock_that_was_removed_lets_a_second_in() {
        let folder = tempfile::tempdir().unwrap();
        let (data, link) = (folder.path().join("games.db"), folder.path().join("link.db"));
        fs::write(&data, "").unwrap();
        fs::hard_link(&data, &link).unwrap();
        let take = |path: &Path| {
            let mut lock = DataLock::take(path)?;
            lock.take_file(path).map(|()| lock)
        };
        let held = take(&data).unwrap();
        assert!(matches!(take(&link), Err(StoreError::InUse)));
        fs::remove_file(folder.path().join("games.db.lock")).unwrap();
        assert!(matches!(take(&data), Err(StoreError::InUse)));
        drop(held);
        assert!(take(&link).is_ok());
    }

    #[test]
    fn one_of_many_gets_it_while_others_come_and_go() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("games.db");
        let holders = std::sync::atomic::AtomicU32::new(0);
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..400 {
                        if let Ok(_held) = DataLock::take(&data) {
                            assert_eq!(holders.fetch_add(1, std::sync::atomic::Ordering::SeqCst), 0);
                            std::thread::yield_now();
                            holders.fetch_sub(1, std::sync::atomic::Ordering::SeqCst);
                        }
                    }
                });
            }
        });
    }
}
