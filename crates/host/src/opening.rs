//! How a table begins.

use std::mem;
use std::time::Duration;

use tablen_rules::words::Message;
use tablen_table::dice::Source;
use tablen_table::{AnyGame, BySeat, Command, Family, Occupant, Refusal, Seat, Spec, Table};

use crate::host::Kind;
use crate::ids::{PersonId, TableId};
use crate::storing::Listing;

/// A table that is to be opened.
#[derive(Clone, Debug)]
pub struct Opening<F: Family = AnyGame> {
    /// Its id.
    pub id: TableId,
    /// What is agreed; those who sit are named in it.
    pub spec: Spec<F>,
    /// The people on its seats.
    pub seats: BySeat<Option<PersonId>>,
    /// How they sit.
    pub kind: Kind,
    /// Whether it is listed.
    pub is_public: bool,
    /// What is added to the dice for each seat. A host adds nothing by itself: it knows the seed, and with a nonce that it may
    /// choose it could choose the throws.
    pub nonces: BySeat<Vec<u8>>,
    /// Where its throws come from.
    pub dice: Source,
}

/// A table as it is stored, just opened or long ago.
#[derive(Clone, Debug)]
pub struct Opened<F: Family = AnyGame> {
    /// Its id.
    pub id: TableId,
    /// What has happened at it.
    pub table: Table<F>,
    /// Where its throws come from.
    pub dice: Source,
    /// How people sit at it.
    pub kind: Kind,
    /// Whether it is listed.
    pub is_public: bool,
    /// What is stored of it besides its events.
    pub listing: Listing,
}

/// Opens a table, ready to be stored. Those who sit at it join by events of their own, because joining is what adds a nonce.
pub fn open<F: Family>(opening: Opening<F>) -> Result<Opened<F>, Refusal<F>> {
    let Opening { id, mut spec, seats, kind, is_public, mut nonces, mut dice } = opening;
    let occupants = mem::take(&mut spec.occupants);
    let commitment = match &dice {
        Source::Verifiable(seed) => Some(seed.commitment()),
        _ => None,
    };
    let start = Duration::ZERO;
    let mut table = Table::open(spec, commitment, start, &mut dice)?;
    for seat in Seat::ALL {
        let occupant = occupants[seat].clone();
        if occupant != Occupant::Open {
            let nonce = mem::take(&mut nonces[seat]);
            table.apply(seat, Command::Join { occupant, nonce }, start, &mut dice)?;
        }
    }
    let listing = Listing::new(table.state(), seats, None);
    Ok(Opened { id, table, dice, kind, is_public, listing })
}

/// What somebody adds to the dice, if it has no more than so many bytes.
pub fn admitted_nonce(nonce: Vec<u8>, most: usize) -> Result<Vec<u8>, Message> {
    if nonce.len() <= most {
        Ok(nonce)
    } else {
        Err(message!("server.refusal.nonce").with("most", most).with("digits", 2 * most))
    }
}
