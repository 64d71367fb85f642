//! Ids and secrets that nobody can guess.

use tablen_table::dice::NoRandomness;

/// So many bytes from the operating system.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// An id that nobody has and nobody can guess.
pub fn random_id<Id: From<[u8; 16]>>() -> Result<Id, NoRandomness> {
    random_bytes().map(Id::from)
}

/// A number that JavaScript can hold, by which two lives of the same data are told apart.
pub fn random_generation() -> Result<u64, NoRandomness> {
    random_bytes().map(|bytes| u64::from_be_bytes(bytes) >> 11)
}
