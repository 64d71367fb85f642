//! Secrets of dice that are promised before the table is there.
//!
//! A table's seed follows from its id and a secret of the server's. So the commitment to a seed can be told, and nothing need be
//! remembered, before anybody has said what they add to the dice; and as no two tables have the same id, no seed is used twice.

use hmac::Mac;
use serde::Serialize;
use tablen_table::dice::{Commitment, NoRandomness, Seed};

use crate::ids::TableId;
use crate::secret::Secret;

/// Makes the seeds of tables.
#[derive(Clone, Copy)]
pub struct Seals {
    secret: Secret,
}

/// What is promised of a table that is yet to be opened.
#[derive(Debug, Serialize)]
pub struct Seal {
    /// The table's id.
    pub id: TableId,
    /// The commitment to its seed.
    pub commitment: Commitment,
}

impl Seals {
    /// Seeds that follow from a secret.
    pub const fn new(secret: Secret) -> Seals {
        Seals { secret }
    }

    /// A promise for a table that nobody has opened.
    pub fn promise(&self) -> Result<Seal, NoRandomness> {
        let id = TableId::random()?;
        Ok(Seal { id, commitment: self.seed_of(id).commitment() })
    }

    /// The seed of a table.
    pub fn seed_of(&self, id: TableId) -> Seed {
        Seed(self.secret.mac("tablen seed 1", id.bytes()).finalize().into_bytes().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_follows_from_the_table_and_the_secret() {
        let seals = Seals::new(Secret::from_bytes([1; 32]));
        let seal = seals.promise().unwrap();
        assert!(seal.commitment.is_of(&seals.seed_of(seal.id)));
        assert!(!seal.commitment.is_of(&seals.seed_of(seals.promise().unwrap().id)));
        assert!(!seal.commitment.is_of(&Seals::new(Secret::from_bytes([2; 32])).seed_of(seal.id)));
    }
}
