//! One server a file. Two would each believe that they alone know a table, and write over each other's events.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use crate::store::StoreError;

/// Held as long as a server uses its file. The operating system lets go of it when the process ends in whatever way.
///
/// What is locked is a file of its own: SQLite has locks on the database, and on some systems would lose them if anyone else opened
/// and closed it in the same process.
#[derive(Debug)]
pub struct DataLock {
    path: PathBuf,
    _file: File,
}

impl DataLock {
    /// Takes the lock of a database, unless another server has it.
    pub fn take(data: &Path) -> Result<DataLock, StoreError> {
        let path = beside(data);
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
                return Ok(DataLock { path, _file: file });
            }
        }
    }
}

impl Drop for DataLock {
    fn drop(&mut self) {
        // Removed while it is still held. One that stays behind does no harm.
        if let Err(error) = fs::remove_file(&self.path) {
            tracing::warn!(%error, file = %self.path.display(), "the lock could not be removed");
        }
    }
}

/// `games.db.lock`, beside the file itself even where it is reached through a link.
fn beside(data: &Path) -> PathBuf {
    let real = fs::canonicalize(data).or_else(|_| {
        let (folder, name) = (data.parent(), data.file_name());
        let folder = folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::canonicalize(folder).map(|folder| folder.join(name.unwrap_or_default()))
    });
    let mut name = real.unwrap_or_else(|_| data.to_owned()).into_os_string();
    name.push(".lock");
    name.into()
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
