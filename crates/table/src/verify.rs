//! Whether the throws of a log are those that its seed and nonces make.

use serde::Serialize;
use tablen_rules::tavli::Die;
use tablen_rules::words::{Explain, Message};

use crate::BySeat;
use crate::dice::{Commitment, Seed, Verifiable};
use crate::event::{Entry, Event};
use crate::family::{Family, Throw};

/// What checking a log has shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// There is no throw in it to check.
    NoThrows,
    /// The host committed to no seed: its throws cannot be checked.
    NotVerifiable,
    /// The seed has not been revealed yet; it is when the game is over.
    NotRevealed {
        /// What it will have to fit.
        commitment: Commitment,
    },
    /// The seed that was revealed is not the one that was committed to.
    WrongSeed {
        /// What was said before the game.
        commitment: Commitment,
        /// What was revealed.
        seed: Seed,
    },
    /// Every throw is right.
    Right {
        /// How many there are.
        throws: usize,
    },
    /// Some throws are not those that the seed makes.
    Wrong {
        /// Which.
        throws: Vec<WrongThrow>,
    },
}

/// A throw that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrongThrow {
    /// The number of the event.
    pub sequence: u64,
    /// The number of the throw, lots and roll-offs counted, from 0.
    pub number: u64,
    /// What the log says.
    pub told: Vec<Die>,
    /// What the seed makes.
    pub made: Vec<Die>,
}

impl Verdict {
    /// Whether somebody has cheated, or the log was changed: a throw or the seed is not what it should be.
    pub const fn is_wrong(&self) -> bool {
        matches!(self, Verdict::Wrong { .. } | Verdict::WrongSeed { .. })
    }
}

impl Explain for Verdict {
    fn message(&self) -> Message {
        match self {
            Verdict::NoThrows => message!("verify.no-throws"),
            Verdict::NotVerifiable => message!("verify.not-verifiable"),
            Verdict::NotRevealed { commitment } => {
                message!("verify.not-revealed").text("commitment", commitment)
            }
            Verdict::WrongSeed { commitment, seed } => message!("verify.wrong-seed")
                .text("seed", seed)
                .text("made", seed.commitment())
                .text("commitment", commitment),
            Verdict::Right { throws } => message!("verify.right").with("count", *throws),
            Verdict::Wrong { throws } => message!("verify.wrong").with("count", throws.len()),
        }
    }
}

impl Explain for WrongThrow {
    fn message(&self) -> Message {
        let dice = |dice: &[Die]| dice.iter().map(Die::to_string).collect::<String>();
        message!("verify.wrong-throw")
            .text("sequence", self.sequence)
            .text("number", self.number + 1)
            .text("told", dice(&self.told))
            .text("made", dice(&self.made))
    }
}

/// Dice as a log tells them.
enum Told<F: Family> {
    /// One after the other.
    Dice(Vec<Die>),
    /// As a throw of the game.
    Roll(F::Roll),
}

/// Checks every throw, lot and roll-off of a log against its seed. The events need not make a sound game.
pub fn verify<F: Family>(log: &[Entry<F>]) -> Verdict {
    let mut commitment = None;
    let mut seed = None;
    let mut nonces: BySeat<Vec<u8>> = BySeat::default();
    // Nonces are settled before the first throw: a throw is checked with those of its moment.
    let mut throws: Vec<(u64, Told<F>, BySeat<Vec<u8>>)> = Vec::new();
    for entry in log {
        let dice = match &entry.event {
            Event::Opened { commitment: said, .. } => {
                commitment = *said;
                continue;
            }
            Event::Joined { seat, nonce, .. } => {
                nonces[*seat].clone_from(nonce);
                continue;
            }
            Event::Left { seat } => {
                nonces[*seat].clear();
                continue;
            }
            Event::SeedRevealed { seed: revealed } => {
                seed = Some(*revealed);
                continue;
            }
            Event::LotDrawn { die, .. } => Told::Dice(vec![*die]),
            Event::RolledOff { white, black } => Told::Dice(vec![*white, *black]),
            Event::Rolled { roll, .. } => Told::Roll(roll.clone()),
            _ => continue,
        };
        throws.push((entry.sequence, dice, nonces.clone()));
    }
    let Some(commitment) = commitment else {
        return if throws.is_empty() { Verdict::NoThrows } else { Verdict::NotVerifiable };
    };
    let Some(seed) = seed else { return Verdict::NotRevealed { commitment } };
    if !commitment.is_of(&seed) {
        return Verdict::WrongSeed { commitment, seed };
    }
    let wrong: Vec<WrongThrow> = throws
        .iter()
        .enumerate()
        .filter_map(|(number, (sequence, told, nonces))| {
            let number = number as u64;
            let dice = Verifiable { seed, nonces: nonces.clone() };
            let (told, made) = match told {
                Told::Dice(told) => (told.clone(), dice.dice(number).take(told.len()).collect()),
                // The dice of a throw have an order of their own, which is not that in which they fall.
                Told::Roll(roll) => {
                    let made: Vec<Die> = dice.dice(number).take(F::Roll::DICE).collect();
                    (roll.dice(), F::Roll::from_dice(&made).map_or(made, |roll| roll.dice()))
                }
            };
            (told != made).then_some(WrongThrow { sequence: *sequence, number, told, made })
        })
        .collect();
    match (wrong.is_empty(), throws.is_empty()) {
        (true, true) => Verdict::NoThrows,
        (true, false) => Verdict::Right { throws: throws.len() },
        (false, _) => Verdict::Wrong { throws: wrong },
    }
}
