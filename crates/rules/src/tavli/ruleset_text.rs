//! Rulesets of tavli as `key:value` words: `first:white compulsion:maximal …`. Options left out are the text's own.

use std::fmt;
use std::str::FromStr;

use super::{Compulsion, EnteringHits, First, Gate, Phase1Blots, Phase1Move, Reentry, Ruleset};
use crate::option::{OptionError, OptionSpec, Options, option_spec, read_pairs};
use crate::rule::{Book, RuleId};
use crate::text::Located;

const fn z(number: u8) -> RuleId {
    RuleId::new(Book::Zeno, number)
}

static OPTIONS: [OptionSpec<Ruleset>; 7] = [
    option_spec!(Ruleset, first: First, z(3)),
    option_spec!(Ruleset, compulsion: Compulsion, z(7)),
    option_spec!(Ruleset, reentry: Reentry, z(11)),
    option_spec!(Ruleset, phase1_move: Phase1Move, z(13)),
    option_spec!(Ruleset, gate: Gate, z(14)),
    option_spec!(Ruleset, entering_hits: EnteringHits, z(15)),
    option_spec!(Ruleset, phase1_blots: Phase1Blots, z(15)),
];

impl Options for Ruleset {
    fn options() -> &'static [OptionSpec<Ruleset>] {
        &OPTIONS
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, option) in Ruleset::options().iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{}:{}", option.key, option.get(self))?;
        }
        Ok(())
    }
}

impl FromStr for Ruleset {
    type Err = Located<OptionError>;

    fn from_str(text: &str) -> Result<Ruleset, Located<OptionError>> {
        let mut ruleset = Ruleset::default();
        read_pairs(text, |at, key, value| ruleset.set(key, value).map_err(|error| error.in_word(at, key)))
            .map_err(|error| error.in_text(text))?;
        Ok(ruleset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_every_option_reads_back() {
        for option in Ruleset::options() {
            for value in option.values {
                let mut ruleset = Ruleset::default();
                option.set(&mut ruleset, value).unwrap();
                assert_eq!(option.get(&ruleset), *value);
                assert_eq!(ruleset.to_string().parse::<Ruleset>().unwrap(), ruleset);
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_pointed_at() {
        let error = |text: &str| text.parse::<Ruleset>().unwrap_err();
        assert_eq!(error("gate").error, OptionError::NotAPair { word: "gate".to_owned() });
        assert!(matches!(
            error("gate:own door:open"),
            Located { at: 9, error: OptionError::UnknownKey { .. }, .. }
        ));
        assert!(matches!(error("gate:shut"), Located { at: 5, error: OptionError::UnknownValue { .. }, .. }));
    }
}
