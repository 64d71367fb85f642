//! Dice.
//!
//! Between people who do not trust each other's machine, dice are *verifiable*: when the table opens, the host commits to a
//! secret seed by its SHA-256; each player adds a nonce; the n-th throw follows from seed, nonces and n by HMAC-SHA-256; when
//! the game is over, the seed is revealed and anyone can compute every throw again. The host cannot change the seed, because
//! the commitment is known; nobody can choose a nonce to their liking, because the seed is not.
//!
//! # The throws, exactly
//!
//! The key of the HMAC is the seed (32 bytes). The message is the ASCII text `tablen dice 1`, then the number of the throw, the
//! number of the block (both from 0, eight bytes, the highest first), then for the host and for the guest the length of the
//! nonce (eight bytes) and the nonce. A block is the 32 bytes that result. Its bytes are dice in turn: a byte below 252 shows
//! its remainder by six, plus one; others are skipped, so every face is as likely as any other. A throw takes as many dice as it
//! needs, from block 0 on.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;

use hmac::{Hmac, Mac};
use sha2::{Digest, Sha256};
use tablen_rules::tavli::{self, Die};
use tablen_rules::words::{Explain, Message, explained};

use crate::BySeat;
use crate::family::Throw;
use crate::spec::Colour;

/// The host's secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

/// What the host says about the seed before the game: its SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Commitment(pub [u8; 32]);

impl Seed {
    /// What to publish before the game.
    pub fn commitment(&self) -> Commitment {
        Commitment(Sha256::digest(self.0).into())
    }
}

impl Commitment {
    /// Whether it was made for that seed.
    pub fn is_of(&self, seed: &Seed) -> bool {
        seed.commitment() == *self
    }
}

/// The operating system gives no random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRandomness;

impl Explain for NoRandomness {
    fn message(&self) -> Message {
        message!("dice.no-randomness")
    }
}

/// Not 64 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotHex;

impl Explain for NotHex {
    fn message(&self) -> Message {
        message!("dice.not-hex")
    }
}

explained!(NoRandomness, NotHex);

macro_rules! as_hex {
    ($name:ident) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&crate::event::hex::write(&self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }

        tablen_rules::serde_as_text!($name);

        impl FromStr for $name {
            type Err = NotHex;

            fn from_str(text: &str) -> Result<$name, NotHex> {
                let bytes =
                    crate::event::hex::read(text).and_then(|bytes| bytes.try_into().ok()).ok_or(NotHex)?;
                Ok($name(bytes))
            }
        }
    };
}
as_hex!(Seed);
as_hex!(Commitment);

/// The dice of a table that anyone can check: see the [module](self) for how a throw follows from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verifiable {
    /// The host's secret.
    pub seed: Seed,
    /// What each player added.
    pub nonces: BySeat<Vec<u8>>,
}

impl Verifiable {
    /// The dice of throw `number`, as many as are taken.
    ///
    /// ```
    /// use tablen_table::dice::{Seed, Verifiable};
    /// use tablen_table::BySeat;
    ///
    /// let dice = Verifiable { seed: Seed([7; 32]), nonces: BySeat { host: b"one".to_vec(), guest: b"two".to_vec() } };
    /// let again: Vec<_> = dice.dice(0).take(3).collect();
    /// assert_eq!(dice.dice(0).take(3).collect::<Vec<_>>(), again);
    /// ```
    pub fn dice(&self, number: u64) -> impl Iterator<Item = Die> + '_ {
        (0u64..)
            .flat_map(move |block| self.block(number, block))
            .filter(|byte| *byte < 252)
            .filter_map(|byte| Die::new(byte % 6 + 1))
    }

    fn block(&self, number: u64, block: u64) -> [u8; 32] {
        // HMAC takes keys of any length, so this cannot fail; a block of zeros would show in every check.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.seed.0) else { return [0; 32] };
        mac.update(b"tablen dice 1");
        mac.update(&number.to_be_bytes());
        mac.update(&block.to_be_bytes());
        for nonce in [&self.nonces.host, &self.nonces.guest] {
            mac.update(&(nonce.len() as u64).to_be_bytes());
            mac.update(nonce);
        }
        mac.finalize().into_bytes().into()
    }
}

/// Where throws come from. The number of a throw makes it repeatable where it can be.
#[derive(Clone, Debug)]
pub enum Source {
    /// Dice that anyone can check, from the host's secret and what the players add to it.
    Verifiable(Seed),
    /// The same dice for the same number: for tests, puzzles and repeatable matches.
    Seeded(u64),
    /// These dice, one after the other, then no more: for tests and for retelling a game.
    Scripted(VecDeque<Die>),
}

/// Who begins after one die each: the side with the higher one, nobody in a tie (Z3).
pub fn roll_off(white: Die, black: Die) -> Option<Colour> {
    tavli::roll_off(tavli::BySide { white, black }).map(Colour::from)
}

/// Why there is no throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoThrow {
    /// The script has come to its end.
    ScriptEnded,
    /// There are no random numbers to make a seed of.
    NoRandomness,
}

impl Explain for NoThrow {
    fn message(&self) -> Message {
        match self {
            NoThrow::ScriptEnded => message!("dice.script-ended"),
            NoThrow::NoRandomness => NoRandomness.message(),
        }
    }
}
explained!(NoThrow);

impl Source {
    /// Throw `number` of a game; nothing if the game has no dice.
    pub fn roll<R: Throw>(&mut self, number: u64, nonces: &BySeat<Vec<u8>>) -> Result<Option<R>, NoThrow> {
        let mut thrown = vec![Die::ALL[0]; R::DICE];
        self.fill(&mut thrown, number, nonces)?;
        Ok(R::from_dice(&thrown))
    }

    /// So many dice of throw `number`: one for each player in a roll-off (Z3), one for a lot (T3).
    pub fn dice<const N: usize>(
        &mut self,
        number: u64,
        nonces: &BySeat<Vec<u8>>,
    ) -> Result<[Die; N], NoThrow> {
        let mut thrown = [Die::ALL[0]; N];
        self.fill(&mut thrown, number, nonces)?;
        Ok(thrown)
    }

    fn fill(&mut self, thrown: &mut [Die], number: u64, nonces: &BySeat<Vec<u8>>) -> Result<(), NoThrow> {
        match self {
            Source::Verifiable(seed) => {
                let dice = Verifiable { seed: *seed, nonces: nonces.clone() };
                for (place, die) in thrown.iter_mut().zip(dice.dice(number)) {
                    *place = die;
                }
            }
            Source::Seeded(seed) => {
                let nonces = BySeat { host: seed.to_be_bytes().to_vec(), guest: Vec::new() };
                let dice = Verifiable { seed: Seed([0; 32]), nonces };
                for (place, die) in thrown.iter_mut().zip(dice.dice(number)) {
                    *place = die;
                }
            }
            Source::Scripted(script) => {
                let count = thrown.len();
                if script.len() < count {
                    return Err(NoThrow::ScriptEnded);
                }
                for (place, die) in thrown.iter_mut().zip(script.drain(..count)) {
                    *place = die;
                }
            }
        }
        Ok(())
    }
}

/// How often each face has come up, against what is to be expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Faces([u64; 6]);

impl Faces {
    /// Counts the dice of a throw.
    pub fn add(&mut self, dice: impl IntoIterator<Item = Die>) {
        for die in dice {
            self.0[usize::from(die.pips()) - 1] += 1;
        }
    }

    /// How often a face has come up.
    pub fn count(&self, die: Die) -> u64 {
        self.0[usize::from(die.pips()) - 1]
    }

    /// How many dice have been thrown.
    pub fn dice(&self) -> u64 {
        self.0.iter().sum()
    }

    /// How often each face is to be expected.
    pub fn expected(&self) -> f64 {
        self.dice() as f64 / 6.0
    }

    /// The mean of the dice; fair dice come near 3.5.
    pub fn mean(&self) -> f64 {
        let pips: u64 = Die::ALL.iter().map(|die| u64::from(die.pips()) * self.count(*die)).sum();
        pips as f64 / self.dice().max(1) as f64
    }

    /// Pearson's χ² with five degrees of freedom: of fair dice one game in twenty exceeds 11.07, one in a thousand 20.5.
    pub fn chi_squared(&self) -> f64 {
        let expected = self.expected();
        if expected == 0.0 {
            return 0.0;
        }
        self.0.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum()
    }
}

/// What can be said of how often faces have come up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Remark {
    /// Fewer than thirty dice: χ² says nothing about so few.
    TooFew,
    /// As fair dice mostly fall.
    Usual,
    /// As fair dice fall in one game of twenty.
    Unusual,
    /// As fair dice fall in one game of a thousand.
    VeryUnusual,
}

impl Explain for Remark {
    fn message(&self) -> Message {
        message!(match self {
            Remark::TooFew => "dice.remark.too-few",
            Remark::Usual => "dice.remark.usual",
            Remark::Unusual => "dice.remark.unusual",
            Remark::VeryUnusual => "dice.remark.very-unusual",
        })
    }
}

impl Faces {
    /// What can be said of them.
    ///
    /// ```
    /// use tablen_table::dice::{Faces, Remark};
    ///
    /// let mut faces = Faces::default();
    /// assert_eq!(faces.remark(), Remark::TooFew);
    /// for _ in 0..10 {
    ///     faces.add("666".parse::<tablen_rules::tavli::Roll>()?.dice());
    /// }
    /// assert_eq!(faces.remark(), Remark::VeryUnusual);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remark(&self) -> Remark {
        // χ² with five degrees of freedom is exceeded once in 20 and once in 1000 times beyond these.
        const ONE_IN_TWENTY: f64 = 11.07;
        const ONE_IN_A_THOUSAND: f64 = 20.515;
        // The usual rule of thumb: at least five are to be expected of every face.
        if self.dice() < 30 {
            Remark::TooFew
        } else if self.chi_squared() < ONE_IN_TWENTY {
            Remark::Usual
        } else if self.chi_squared() < ONE_IN_A_THOUSAND {
            Remark::Unusual
        } else {
            Remark::VeryUnusual
        }
    }
}

#[cfg(test)]
mod tests {
    use tablen_rules::tavli::Roll;

    use super::*;

    fn verifiable(seed: u8) -> Verifiable {
        Verifiable { seed: Seed([seed; 32]), nonces: BySeat { host: b"ab".to_vec(), guest: b"c".to_vec() } }
    }

    /// Computed once with another implementation of the same definition (Python's hmac and hashlib).
    #[test]
    fn throws_are_those_of_the_definition() {
        let dice = verifiable(7);
        let text: Vec<String> = (0..6)
            .map(|number| dice.dice(number).take(3).map(|die| die.to_string()).collect::<String>())
            .collect();
        assert_eq!(text, EXPECTED);
        assert_eq!(dice.seed.commitment().to_string(), COMMITMENT);
    }

    const EXPECTED: [&str; 6] = ["226", "222", "646", "151", "446", "223"];
    const COMMITMENT: &str = "4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0";

    #[test]
    fn nonces_cannot_be_shifted_into_each_other() {
        let shifted =
            Verifiable { nonces: BySeat { host: b"a".to_vec(), guest: b"bc".to_vec() }, ..verifiable(7) };
        let long = |dice: &Verifiable| dice.dice(0).take(40).collect::<Vec<_>>();
        assert_ne!(long(&shifted), long(&verifiable(7)));
    }

    #[test]
    fn every_part_changes_the_throws() {
        let long = |dice: &Verifiable, number| dice.dice(number).take(40).collect::<Vec<_>>();
        assert_ne!(long(&verifiable(7), 0), long(&verifiable(7), 1));
        assert_ne!(long(&verifiable(7), 0), long(&verifiable(8), 0));
        // More than one block.
        assert_eq!(verifiable(7).dice(0).take(1_000).count(), 1_000);
    }

    #[test]
    fn dice_are_fair() {
        for mut source in [Source::Verifiable(Seed([3; 32])), Source::Seeded(1)] {
            let mut faces = Faces::default();
            for number in 0..20_000 {
                faces.add(source.dice::<3>(number, &BySeat::default()).unwrap());
            }
            assert_eq!(faces.dice(), 60_000);
            // Fair dice go beyond 50 less than once in a hundred million times.
            assert!(faces.chi_squared() < 50.0, "{source:?}: {faces:?}");
            assert!((faces.mean() - 3.5).abs() < 0.1);
        }
    }

    #[test]
    fn a_script_is_followed_to_its_end() {
        let mut source = Source::Scripted([3, 1, 2, 6, 5].map(|pips| Die::new(pips).unwrap()).into());
        let nonces = BySeat::default();
        assert_eq!(source.roll::<Roll>(0, &nonces).unwrap().unwrap().to_string(), "123");
        assert_eq!(source.roll::<Roll>(1, &nonces), Err(NoThrow::ScriptEnded));
        assert_eq!(source.dice::<2>(1, &nonces).unwrap().map(Die::pips), [6, 5]);
    }

    #[test]
    fn seeds_and_commitments_are_read_back() {
        let seed = Seed([0x5a; 32]);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert!(seed.commitment().is_of(&seed));
        assert!(!seed.commitment().is_of(&Seed([0; 32])));
        for wrong in ["", "xy", &"0".repeat(63), &"g".repeat(64), &"é".repeat(32)] {
            assert_eq!(wrong.parse::<Seed>(), Err(NotHex), "{wrong}");
        }
    }
}
