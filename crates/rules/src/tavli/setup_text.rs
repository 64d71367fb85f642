//! Positions as text.
//!
//! One line for a whole position:
//!
//! ```text
//! white 1:2 5:1 m4:1 23:11 beyond; black hand:3 6:12; white to roll after turn 17
//! ```
//!
//! Each side's men are `place:count`, in the order hand, cells, middle row, off, without places where nobody is; then
//! `beyond` if the side has moved beyond cell 6 (Z15). The number of turns played (Z20) is left out at 0. Places may
//! be read in any order, each once.

use std::fmt;
use std::str::FromStr;

use super::reader::{Expected, NotationError, Read, Reader};
use super::{BySide, Cell, Column, Men, Place, Setup, Side};
use crate::text::Located;

impl fmt::Display for Men {
    /// One side's part of a position: `1:2 5:1 m4:1 23:11 beyond`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = [(Place::Hand, self.hand)]
            .into_iter()
            .chain(Cell::all().map(Place::Cell).zip(self.cells))
            .chain(Column::all().map(Place::Middle).zip(self.middle))
            .chain([(Place::Off, self.off)]);
        let mut space = "";
        for (place, count) in places.filter(|(_, count)| *count > 0) {
            write!(f, "{space}{place}:{count}")?;
            space = " ";
        }
        if self.beyond { write!(f, "{space}beyond") } else { Ok(()) }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::ALL {
            let men = self.men[side];
            let space = if men == Men::default() { "" } else { " " };
            write!(f, "{side}{space}{men}; ")?;
        }
        write!(f, "{} to roll", self.side)?;
        if self.turns > 0 { write!(f, " after turn {}", self.turns) } else { Ok(()) }
    }
}

impl FromStr for Setup {
    type Err = Located<NotationError>;

    /// ```
    /// use tablen_rules::tavli::{Position, Ruleset, Setup, Side};
    ///
    /// let start: Setup = "white hand:15; black hand:15; white to roll".parse()?;
    /// assert_eq!(Position::new(Ruleset::default(), start)?, Position::start(Ruleset::default(), Side::White));
    /// assert_eq!(start.to_string(), "white hand:15; black hand:15; white to roll");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_str(text: &str) -> Result<Setup, Located<NotationError>> {
        Reader::whole(text, |reader| {
            reader.need("white", Expected::White)?;
            let white = men(reader)?;
            reader.need("black", Expected::Black)?;
            let black = men(reader)?;
            let side = reader.side()?;
            for word in ["to", "roll"] {
                reader.spaces();
                reader.need(word, Expected::ToRoll)?;
            }
            let turns = turns(reader)?;
            Ok(Setup { men: BySide { white, black }, side, turns })
        })
    }
}

/// The men of a side, up to the `;` and the spaces behind it.
fn men(reader: &mut Reader<'_>) -> Read<Men> {
    let mut men = Men::default();
    // A place that has been given nobody has been given, too.
    let mut given = Vec::new();
    loop {
        let spaced = reader.spaces();
        if reader.eat(";") {
            reader.spaces();
            return Ok(men);
        }
        if !spaced || reader.is_done() {
            return Err(reader.expected(Expected::Men));
        }
        if reader.eat("beyond") {
            men.beyond = true;
            continue;
        }
        let at = reader.at();
        let place = reader.place()?;
        if given.contains(&place) {
            return Err(Located::new(at, NotationError::Repeated));
        }
        given.push(place);
        reader.need(":", Expected::Colon)?;
        let count = reader.number(u16::from(u8::MAX), Expected::Count)? as u8;
        match place {
            Place::Hand => men.hand = count,
            Place::Cell(cell) => men.cells[usize::from(cell.number()) - 1] = count,
            Place::Middle(column) => men.middle[usize::from(column.number()) - 1] = count,
            Place::Off => men.off = count,
        }
    }
}

fn turns(reader: &mut Reader<'_>) -> Read<u16> {
    reader.spaces();
    if reader.is_done() {
        return Ok(0);
    }
    for word in ["after", "turn"] {
        reader.need(word, Expected::AfterTurn)?;
        reader.spaces();
    }
    reader.number(u16::MAX, Expected::Count)
}
