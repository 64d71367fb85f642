//! The table that `play` was asked for.

use std::path::PathBuf;
use std::time::Duration;

use tablen_table::dice::{NoRandomness, Seed};
use tablen_table::view::Viewer;
use tablen_table::{Seat, Table};

use super::saved::{self, Dice};
use crate::commands::{NewGame, Play, Which};
use crate::failure::Failure;

/// A game about to be played.
pub struct Setup {
    /// The table, just opened or as it was saved.
    pub table: Table,
    /// Its dice.
    pub dice: Dice,
    /// Who looks at it.
    pub viewer: Viewer,
    /// From what the computers draw their errors.
    pub computer_seed: u64,
    /// How long the computer waits between two acts, so that people can follow.
    pub pace: Duration,
    /// Where to save it.
    pub save: Option<PathBuf>,
    /// Whether it goes on from where it was saved.
    pub is_resumed: bool,
}

impl Setup {
    /// The game that was asked for.
    pub fn of(play: Play) -> Result<Setup, Failure> {
        let Play { which, save, pace, .. } = play;
        match which {
            Which::Saved(path) => {
                let (dice, table) = saved::read(&path).map_err(Failure::Input)?;
                Ok(Setup::at(table, dice, pace, save.or(Some(path)), true))
            }
            Which::New(NewGame { spec, seed }) => {
                let dice = match seed {
                    Some(seed) => Dice::Seeded(seed),
                    None => fresh_dice().map_err(|error| Failure::input(&error))?,
                };
                let commitment = dice.secret().map(|seed| seed.commitment());
                let table = Table::open(*spec, commitment, Duration::ZERO, &mut dice.source())
                    .map_err(|refusal| Failure::input(&refusal))?;
                Ok(Setup::at(table, dice, pace, save, false))
            }
        }
    }

    fn at(table: Table, dice: Dice, pace: Duration, save: Option<PathBuf>, is_resumed: bool) -> Setup {
        Setup { viewer: viewer(&table), computer_seed: seed_of(dice), table, dice, pace, save, is_resumed }
    }
}

/// Dice nobody has thrown yet, that can be checked.
pub fn fresh_dice() -> Result<Dice, NoRandomness> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(Dice::Verifiable(Seed(bytes)))
}

/// What the computers draw their errors from.
pub const fn seed_of(dice: Dice) -> u64 {
    match dice {
        Dice::Seeded(seed) => seed,
        Dice::Verifiable(Seed(bytes)) => {
            // A few bytes tell nothing about the throws: those are hashes of all of them.
            u64::from_be_bytes([
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
            ])
        }
    }
}

/// A person sees the table from their seat; two people at one keyboard see it from both.
fn viewer(table: &Table) -> Viewer {
    let occupants = &table.state().spec().occupants;
    let is_here = |seat: Seat| occupants[seat].visitor().is_some();
    match (is_here(Seat::Host), is_here(Seat::Guest)) {
        (true, true) => Viewer::Both,
        (true, false) => Viewer::At(Seat::Host),
        (false, true) => Viewer::At(Seat::Guest),
        (false, false) => Viewer::Spectator,
    }
}
