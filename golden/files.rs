//! Where tests find what earlier versions left behind. Each crate's test includes this file; it is no crate's own.

use std::fs;
use std::path::{Path, PathBuf};

/// The files of a folder of every kept set, in a fixed order.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let sets = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden")).unwrap();
    let mut files: Vec<PathBuf> = sets
        .map(|set| set.unwrap().path().join(folder))
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|file| file.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has golden files");
    files
}
