//! Files that a program goes on from after it was ended, or killed.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tablen_rules::words::Message;

use crate::failure::Failure;

/// A path with something behind its name.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a file so that a kill leaves the old one or the new one, never half of it.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let new = beside(path, ".new");
    let written = fs::write(&new, bytes).and_then(|()| fs::rename(&new, path));
    written.map_err(|error| failed(message!("train.error.write"), path, &error))
}

/// What a file has; nothing if there is none.
pub fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(message!("cli.error.file"), path, &error)),
    }
}

/// The failure of the system to do something with a file.
pub fn failed(message: Message, path: &Path, error: &io::Error) -> Failure {
    Failure::Input(message.text("file", path.display()).text("error", error))
}
