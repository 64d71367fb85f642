//! What each term of the linear evaluation is worth, as data that can be trained, written and read.

use std::fmt;
use std::str::FromStr;

use super::formation::Stage;
use super::terms::{GROUPS, TERMS};
use super::trained::TRAINED;

/// The weights of a [`Linear`](super::Linear) evaluation, in millionths of a unit of log odds: one for each term, in a row for each stage
/// of a side and each stage of its enemy.
///
/// Their text has a line for each kind of term; lines may stand in any order:
///
/// ```
/// use tablen_engine::tavli::Weights;
///
/// let text = Weights::trained().to_string();
/// assert!(text.starts_with("tablen tavli weights 1\nwaiting -194710\nentering entering stage 109030\n"));
/// assert_eq!(text.parse(), Ok(Weights::trained()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What it is worth, or costs, that the other side throws next.
    pub(super) waiting: i32,
    /// By the own stage, then by the enemy's.
    pub(super) rows: [[[i32; TERMS]; 3]; 3],
}

/// The first line of their text.
const TITLE: &str = "tablen tavli weights 1";

impl Weights {
    /// How many there are.
    pub const LEN: usize = Weights::WAITING + 1;
    /// The number of the weight of waiting for the other side's throw, the last one.
    pub(super) const WAITING: usize = 9 * TERMS;

    /// The weights in use.
    pub const fn trained() -> Weights {
        TRAINED
    }

    /// All weights, one after the other.
    pub fn numbers(&self) -> Vec<i32> {
        self.rows.as_flattened().as_flattened().iter().copied().chain([self.waiting]).collect()
    }

    /// The weights with these numbers in the order of [`Weights::numbers`]; missing ones are 0.
    pub fn from_numbers(numbers: &[i32]) -> Weights {
        let mut weights = Weights { waiting: 0, rows: [[[0; TERMS]; 3]; 3] };
        let places =
            weights.rows.as_flattened_mut().as_flattened_mut().iter_mut().chain([&mut weights.waiting]);
        for (place, number) in places.zip(numbers) {
            *place = *number;
        }
        weights
    }

    #[inline]
    pub(super) const fn row(&self, own: Stage, enemy: Stage) -> &[i32; TERMS] {
        &self.rows[own as usize][enemy as usize]
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        writeln!(f, "waiting {}", self.waiting)?;
        for own in Stage::ALL {
            for enemy in Stage::ALL {
                for (name, first, count) in GROUPS {
                    write!(f, "{} {} {name}", own.name(), enemy.name())?;
                    for weight in &self.row(own, enemy)[first..first + count] {
                        write!(f, " {weight}")?;
                    }
                    writeln!(f)?;
                }
            }
        }
        Ok(())
    }
}

/// A text that is not one of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWeights {
    /// The first line is another one.
    Title,
    /// This line, counted from 1, is none of weights, or has not the numbers it should have.
    Line(usize),
    /// So many weights are missing.
    Missing(usize),
}

impl FromStr for Weights {
    type Err = NotWeights;

    fn from_str(text: &str) -> Result<Weights, NotWeights> {
        let mut lines = (1..).zip(text.lines());
        if lines.next().is_none_or(|(_, title)| title.trim() != TITLE) {
            return Err(NotWeights::Title);
        }
        let mut weights = Weights::from_numbers(&[]);
        let mut found = 0;
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let place = weights.place(line).ok_or(NotWeights::Line(number))?;
            let (place, values) = place;
            let values: Option<Vec<i32>> = values.iter().map(|value| value.parse().ok()).collect();
            match values {
                Some(values) if values.len() == place.len() => place.copy_from_slice(&values),
                _ => return Err(NotWeights::Line(number)),
            }
            found += place.len();
        }
        if found < Weights::LEN { Err(NotWeights::Missing(Weights::LEN - found)) } else { Ok(weights) }
    }
}

impl Weights {
    /// Where the numbers of a line belong, and these.
    fn place<'l>(&mut self, line: &'l str) -> Option<(&mut [i32], Vec<&'l str>)> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let stage = |name: &str| Stage::ALL.into_iter().find(|stage| stage.name() == name);
        match words.as_slice() {
            ["waiting", value] => Some((std::slice::from_mut(&mut self.waiting), vec![value])),
            [own, enemy, name, values @ ..] => {
                let (_, first, count) = GROUPS.into_iter().find(|(group, ..)| group == name)?;
                let row = &mut self.rows[stage(own)? as usize][stage(enemy)? as usize];
                Some((&mut row[first..first + count], values.to_vec()))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_text_is_said() {
        let text = Weights::trained().to_string();
        assert_eq!("tablen tavli weights 2".parse::<Weights>(), Err(NotWeights::Title));
        assert_eq!(text.replace("hand 140", "hand 140 1").parse::<Weights>(), Err(NotWeights::Line(4)));
        assert_eq!(text.replace("hand 140", "hand x").parse::<Weights>(), Err(NotWeights::Line(4)));
        assert_eq!(text.replace("hand 140", "foot 140").parse::<Weights>(), Err(NotWeights::Line(4)));
        let short: String =
            text.lines().filter(|line| !line.contains("middle")).map(|line| format!("{line}\n")).collect();
        assert_eq!(short.parse::<Weights>(), Err(NotWeights::Missing(9 * 12)));
    }

    #[test]
    fn every_term_has_a_name_and_numbers_keep_their_places() {
        let mut named = [0; TERMS];
        for (_, first, count) in GROUPS {
            named[first..first + count].iter_mut().for_each(|times| *times += 1);
        }
        assert_eq!(named, [1; TERMS]);
        let numbers = Weights::trained().numbers();
        assert_eq!(numbers.len(), Weights::LEN);
        assert_eq!(Weights::from_numbers(&numbers), Weights::trained());
    }
}
