//! The key under which secrets are sealed, in a file of its own beside the database: `games.db.key`. A backup is of the database alone, so
//! whoever finds one learns no secret from it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::ids::random_bytes;
use crate::secret::Key;
use crate::store::StoreError;

/// What stands above the key, for whoever finds the file.
const ABOUT: &str = "# The key to the secrets in the Tablen database beside it. For nobody else to read; keep it apart from backups.";

/// Where the key of a database is.
pub fn path_of(data: &Path) -> PathBuf {
    super::look::beside(&super::lock::real(data), ".key")
}

/// The key in a file, if there is one.
pub fn read(path: &Path) -> Result<Option<Key>, StoreError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::Key(path.to_owned(), error.to_string())),
    };
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let bytes = line.and_then(tablen_table::hex::read).and_then(|bytes| bytes.try_into().ok());
    let bytes: [u8; 32] = bytes.ok_or_else(|| StoreError::WrongKey(path.to_owned()))?;
    Ok(Some(Key::from_bytes(bytes)))
}

/// The key in a file, or a new one, which lasts before this returns: what is sealed under a key that was lost is lost.
pub fn read_or_make(path: &Path) -> Result<Key, StoreError> {
    if let Some(key) = read(path)? {
        return Ok(key);
    }
    let bytes: [u8; 32] = random_bytes().map_err(StoreError::NoRandomness)?;
    let digits = tablen_table::hex::write(&bytes);
    let make = || {
        let mut file = for_oneself(path)?;
        writeln!(file, "{ABOUT}\n{digits}")?;
        file.sync_all()?;
        sync_folder(path)
    };
    make().map_err(|error| StoreError::Key(path.to_owned(), error.to_string()))?;
    Ok(Key::from_bytes(bytes))
}

/// Makes a file for nobody but its owner to read, from its first byte on. One that is there already is an error.
pub fn for_oneself(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Sees to it that a file's name lasts as its content does.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
