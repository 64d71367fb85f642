//! By what it is seen whether what happened, and when, is as it was written down. It is no signature: whoever changes a record on purpose
//! can write another one; it finds what was changed by mistake, and by those who do not know of it.

use sha2::{Digest, Sha256};

use super::Record;
use crate::event::{Entry, hex};
use crate::family::Family;

/// The name of the tag.
const TAG: &str = "Checksum";

/// As many bytes of the hash as are told.
const BYTES: usize = 16;

impl<F: Family> Record<F> {
    /// The same with a tag that says how many events there are and what their checksum is. Whoever plays on adds events and leaves these as
    /// they are, so it stays right.
    ///
    /// ```
    /// use tablen_table::record::Record;
    ///
    /// let record = <Record>::default().with_checksum();
    /// assert_eq!(record.tags[0].1, "0 e3b0c44298fc1c149afbf4c8996fb924");
    /// assert_eq!(record.is_unchanged(), Some(true));
    /// ```
    pub fn with_checksum(mut self) -> Record<F> {
        self.tags.retain(|(name, _)| name != TAG);
        self.tags.push((TAG.to_owned(), checksum(&self.log)));
        self
    }

    /// Whether the events are those of which the tag tells; nothing if there is no such tag. Of a record that was cut off before its end
    /// that cannot be said, so it has changed.
    pub fn is_unchanged(&self) -> Option<bool> {
        let (_, told) = self.tags.iter().find(|(name, _)| name == TAG)?;
        let count = told.split_once(' ').and_then(|(count, _)| count.parse().ok());
        let log = count.and_then(|count: usize| self.log.get(..count));
        Some(log.is_some_and(|log| checksum(log) == *told))
    }
}

fn checksum<F: Family>(log: &[Entry<F>]) -> String {
    let mut hash = Sha256::new();
    for entry in log {
        // Every event has a JSON form, so this cannot fail.
        hash.update(serde_json::to_vec(entry).unwrap_or_default());
        hash.update(b"\n");
    }
    format!("{} {}", log.len(), hex::write(&hash.finalize()[..BYTES]))
}
