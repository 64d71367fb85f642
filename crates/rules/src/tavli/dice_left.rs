//! The numbers of a throw that are still to be played.

use super::{Die, Roll};

/// How often each face is still to be played: four bits a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct DiceLeft(u32);

impl DiceLeft {
    pub fn all(roll: Roll) -> DiceLeft {
        let counts = roll.counts();
        DiceLeft(Die::ALL.into_iter().map(|die| u32::from(counts[index(die)]) << shift(die)).sum())
    }

    pub const fn count(self, die: Die) -> u8 {
        (self.0 >> shift(die) & 15) as u8
    }

    /// All faces, by pips − 1.
    pub fn counts(self) -> [u8; 6] {
        Die::ALL.map(|die| self.count(die))
    }

    /// How many steps they make.
    pub fn steps(self) -> u8 {
        self.counts().into_iter().sum()
    }

    /// The faces left, the highest first.
    pub fn faces(self) -> impl Iterator<Item = Die> {
        Die::ALL.into_iter().rev().filter(move |die| self.count(*die) > 0)
    }

    /// The only face left, if there is just one.
    pub fn only_face(self) -> Option<Die> {
        let mut faces = self.faces();
        faces.next().filter(|_| faces.next().is_none())
    }

    /// Without one of a face, which must be left.
    #[must_use]
    pub fn without(self, die: Die) -> DiceLeft {
        DiceLeft(self.0.saturating_sub(1 << shift(die)))
    }

    /// With one more of a face, to take a step back.
    #[must_use]
    pub fn with(self, die: Die) -> DiceLeft {
        DiceLeft(self.0 + (1 << shift(die)))
    }
}

const fn shift(die: Die) -> u32 {
    (die.pips() as u32 - 1) * 4
}

const fn index(die: Die) -> usize {
    die.pips() as usize - 1
}
