//! Positions of tavli as the command line has them.

use tablen_rules::tavli::{Position, Ruleset, Setup, Side};
use tablen_rules::words::Explain;

use super::side_names;
use crate::arguments::Given;
use crate::failure::Failure;
use crate::families::{read_side, side_twice};

/// The position that is given, or the rules' own with the side that is to begin.
pub fn read_position(
    ruleset: Ruleset,
    position: Option<Given<'_>>,
    first: Option<Given<'_>>,
) -> Result<Position, Failure> {
    let first = first.map(|name| read_side(&name, Side::from_name, &side_names()));
    let first = first.transpose()?;
    match position {
        Some(_) if first.is_some() => Err(side_twice()),
        Some(given) => {
            let setup = if given.text == "zeno" { Setup::zeno() } else { given.parse()? };
            Position::new(ruleset, setup).map_err(|faults| given.refused(faults.message()))
        }
        None => {
            let first = first.or(ruleset.first_side()).unwrap_or(Side::White);
            Ok(Position::start(ruleset, first))
        }
    }
}
