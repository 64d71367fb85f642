//! Rules and positions of tafl games as the command line has them.

use std::sync::Arc;

use tablen_rules::tafl::{Position, Rules, Ruleset, Setup, Side, otn};
use tablen_rules::text::Located;
use tablen_rules::words::Explain;

use super::side_names;
use crate::arguments::Given;
use crate::failure::Failure;
use crate::families::{read_side, side_twice};

/// Whether rules are in the words of OpenTafl, which begin with the board's size.
pub fn is_opentafl(rules: &Given<'_>) -> bool {
    rules.text.trim_start().starts_with("dim:")
}

/// Rules in the words of OpenTafl.
pub fn read_opentafl(given: &Given<'_>) -> Result<Ruleset, Failure> {
    let read = otn::read(&given.text).map_err(|error| given.refused(error.message()))?;
    if !read.left_out.is_empty() {
        return Err(Failure::Input(message!("cli.error.left-out").text("rules", read.left_out.join(" "))));
    }
    Ok(read.ruleset)
}

/// The position that is given, or the rules' own with the side that is to begin.
pub fn read_position(
    ruleset: &Ruleset,
    position: Option<Given<'_>>,
    first: Option<Given<'_>>,
) -> Result<Position, Failure> {
    let first = first.map(|name| read_side(&name, Side::from_name, &side_names()));
    let first = first.transpose()?;
    let rules = Arc::new(Rules::new(ruleset).map_err(|faults| Failure::input(&faults))?);
    match position {
        Some(given) => {
            // A bare board is enough where the side is said elsewhere, but it cannot be said twice.
            let says_side = given.text.split_whitespace().nth(1).is_some();
            let text = match first {
                Some(_) if says_side => return Err(side_twice()),
                Some(side) => format!("{} {side}", given.text),
                None => given.text.to_string(),
            };
            let setup: Setup = text.parse().map_err(|error: Located<_>| given.refused(error.message()))?;
            Position::new(&rules, &setup).map_err(|faults| given.refused(faults.message()))
        }
        None => {
            let first = first.or(ruleset.first_side()).unwrap_or(Side::Attackers);
            Ok(Position::start(&rules, first))
        }
    }
}
