//! Throws, steps and turns as text.
//!
//! A turn is its throw and its steps: `256: 10-16 19-24 20-22*`. Men enter from `hand`, re-enter from the middle row
//! (`m4-5`) and are borne off (`23-off`); `*` marks a hit. A turn without steps is `256: -`.
//!
//! The number of a step is the one that its places imply: the distance between cells, the entering cell's own number,
//! `c + d − 1` from the middle row (Z11 `inclusive`), `25 − cell` for bearing off. A step played with any other number
//! has it in brackets: `23-off(4)`, and `m4-5(1)` under Z11 `exclusive`. So a turn's text says everything about it
//! without its position.

use std::fmt;
use std::str::FromStr;

use super::reader::{Expected, NotationError, Read, Reader};
use super::{Die, Place, Roll, Step, Turn};
use crate::text::Located;

impl FromStr for Roll {
    type Err = Located<NotationError>;

    /// Three digits 1 to 6 in any order.
    ///
    /// ```
    /// use tablen_rules::tavli::Roll;
    ///
    /// let roll: Roll = "625".parse()?;
    /// assert_eq!(roll.to_string(), "256");
    /// assert_eq!("257".parse::<Roll>().unwrap_err().at, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_str(text: &str) -> Result<Roll, Located<NotationError>> {
        Reader::whole(text, roll)
    }
}

impl FromStr for Step {
    type Err = Located<NotationError>;

    /// ```
    /// use tablen_rules::tavli::Step;
    ///
    /// let step: Step = "23-off(4)".parse()?;
    /// assert_eq!(step.die.pips(), 4);
    /// assert_eq!(step.to_string(), "23-off(4)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_str(text: &str) -> Result<Step, Located<NotationError>> {
        Reader::whole(text, step)
    }
}

impl FromStr for Turn {
    type Err = Located<NotationError>;

    fn from_str(text: &str) -> Result<Turn, Located<NotationError>> {
        Reader::whole(text, |reader| {
            let roll = roll(reader)?;
            reader.need(":", Expected::Colon)?;
            reader.spaces();
            let mut steps = Vec::new();
            if reader.eat("-") {
                return Ok(Turn { roll, steps });
            }
            if reader.is_done() {
                return Err(reader.expected(Expected::Steps));
            }
            loop {
                steps.push(step(reader)?);
                if !reader.spaces() {
                    return Ok(Turn { roll, steps });
                }
            }
        })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.roll)?;
        for step in &self.steps {
            write!(f, " {step}")?;
        }
        if self.steps.is_empty() { f.write_str(" -") } else { Ok(()) }
    }
}

/// As in the notation of turns: `10-16`, `hand-3`, `m4-5*`, `23-off`; `*` marks a hit, and a number that the places do
/// not imply is in brackets: `23-off(4)`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)?;
        if self.names_die() {
            write!(f, "({})", self.die)?;
        }
        f.write_str(if self.hits { "*" } else { "" })
    }
}

impl Step {
    /// Whether the notation names the number, because the places do not imply it: a man borne off with a larger one.
    pub fn names_die(&self) -> bool {
        implied_die(self.from, self.to) != Some(self.die)
    }
}

/// The number that a step without brackets was played with.
fn implied_die(from: Place, to: Place) -> Option<Die> {
    let pips = match (from, to) {
        (Place::Hand, Place::Cell(to)) => Some(to.number()),
        (Place::Middle(from), Place::Cell(to)) => (to.number() + 1).checked_sub(from.number()),
        (Place::Cell(from), Place::Cell(to)) => to.number().checked_sub(from.number()),
        (Place::Cell(from), Place::Off) => Some(25 - from.number()),
        _ => None,
    };
    pips.and_then(Die::new)
}

fn roll(reader: &mut Reader<'_>) -> Read<Roll> {
    Ok(Roll::new([reader.die()?, reader.die()?, reader.die()?]))
}

fn step(reader: &mut Reader<'_>) -> Read<Step> {
    let start = reader.at();
    let from = reader.place()?;
    reader.need("-", Expected::Dash)?;
    let to = reader.place()?;
    let die = if reader.eat("(") {
        let die = reader.die()?;
        reader.need(")", Expected::Bracket)?;
        die
    } else {
        implied_die(from, to).ok_or(Located::new(start, NotationError::DieUnknown))?
    };
    Ok(Step { die, from, to, hits: reader.eat("*") })
}
