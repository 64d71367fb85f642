//! Dice as values: a throw is handed to the rules, never made by them.

use std::fmt;

/// The number a die shows, 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Die(u8);

impl Die {
    /// The six faces in ascending order.
    pub const ALL: [Die; 6] = [Die(1), Die(2), Die(3), Die(4), Die(5), Die(6)];

    /// The die showing `pips`, if that is 1 to 6.
    pub const fn new(pips: u8) -> Option<Die> {
        if pips >= 1 && pips <= 6 { Some(Die(pips)) } else { None }
    }

    /// The number shown.
    pub const fn pips(self) -> u8 {
        self.0
    }
}

impl fmt::Debug for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Die({})", self.0)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A throw of three dice (Z5), whatever their order.
///
/// ```
/// use tablen_rules::tavli::{Die, Roll};
///
/// // Z6: there are 56 distinct throws; their weights are 1, 3 or 6 of 216.
/// assert_eq!(Roll::all().count(), 56);
/// assert_eq!(Roll::all().map(|roll| u32::from(roll.weight())).sum::<u32>(), 216);
///
/// let pair = Roll::new([4, 1, 4].map(|pips| Die::new(pips).unwrap()));
/// assert_eq!(pair.to_string(), "144");
/// assert_eq!(pair.steps().map(Die::pips).collect::<Vec<_>>(), [1, 4, 4, 4, 4]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll([Die; 3]);

impl Roll {
    /// The throw of these three dice; their order does not matter.
    pub fn new(mut dice: [Die; 3]) -> Roll {
        dice.sort_unstable();
        Roll(dice)
    }

    /// The 56 distinct throws in ascending order (Z6).
    pub fn all() -> impl Iterator<Item = Roll> {
        Die::ALL.into_iter().flat_map(|a| {
            Die::ALL.into_iter().filter(move |b| *b >= a).flat_map(move |b| {
                Die::ALL.into_iter().filter(move |c| *c >= b).map(move |c| Roll([a, b, c]))
            })
        })
    }

    /// The three dice, ascending.
    pub const fn dice(self) -> [Die; 3] {
        self.0
    }

    /// In how many of the 216 ordered throws it comes up (Z6).
    pub fn weight(self) -> u8 {
        let [a, b, c] = self.0;
        match (a == b, b == c) {
            (true, true) => 1,
            (false, false) => 6,
            _ => 3,
        }
    }

    /// How many steps may be played with each face (Z6): a single number once, a pair's four times, three alike
    /// twelve times. Indexed by pips − 1.
    pub fn counts(self) -> [u8; 6] {
        let mut dice = [0u8; 6];
        for die in self.0 {
            dice[usize::from(die.0) - 1] += 1;
        }
        dice.map(|alike| match alike {
            3 => 12,
            2 => 4,
            other => other,
        })
    }

    /// The numbers to be played, ascending: three, five or twelve of them (Z6).
    pub fn steps(self) -> impl Iterator<Item = Die> {
        let counts = self.counts();
        Die::ALL
            .into_iter()
            .flat_map(move |die| std::iter::repeat_n(die, usize::from(counts[usize::from(die.0) - 1])))
    }
}

impl fmt::Debug for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Roll({self})")
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.0;
        write!(f, "{a}{b}{c}")
    }
}
