//! Secrets of dice that are promised before the table is there.
//!
//! A table's seed follows from its id and a secret that each run of the server draws anew. So the commitment to a seed can be told,
//! and nothing need be remembered, before anybody has said what they add to the dice. No seed is used twice: no two tables of a
//! file have the same id, and where a file is an older copy of another, in which ids are free again, the secret is another too.

use hmac::Mac;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tablen_host::TableId;
use tablen_table::dice::{Commitment, NoRandomness, Seed};

use crate::ids::{random_bytes, random_id};
use crate::secret::Secret;

/// Makes the seeds of tables.
#[derive(Clone, Copy)]
pub struct Seals {
    secret: Secret,
}

/// What is promised of a table that is yet to be opened.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// The table's id.
    pub id: TableId,
    /// The commitment to its seed: the SHA-256 of it.
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    pub commitment: Commitment,
}

impl Seals {
    /// Seeds that nobody can guess, and nobody can draw again.
    pub fn new() -> Result<Seals, NoRandomness> {
        random_bytes().map(|bytes| Seals { secret: Secret::from_bytes(bytes) })
    }

    /// A promise for a table that nobody has opened.
    pub fn promise(&self) -> Result<Seal, NoRandomness> {
        let id = random_id()?;
        Ok(Seal { id, commitment: self.seed_of(id).commitment() })
    }

    /// Whether a promise was made here.
    pub fn is_own(&self, seal: &Seal) -> bool {
        seal.commitment.is_of(&self.seed_of(seal.id))
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
    fn a_promise_holds_for_one_table_and_one_run() {
        let seals = Seals::new().unwrap();
        let (seal, other) = (seals.promise().unwrap(), seals.promise().unwrap());
        assert!(seals.is_own(&seal) && seals.is_own(&other));
        assert!(!seals.is_own(&Seal { id: other.id, ..seal }));
        assert!(!Seals::new().unwrap().is_own(&seal));
    }
}
