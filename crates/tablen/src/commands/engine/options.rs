//! The options of the engine protocol: each is declared once.

use std::fmt;
use std::time::Duration;

use tablen_engine::Level;
use tablen_rules::words::{Explain, Message};
use tablen_table::Ruleset;

use crate::families::{self, Manner, ThinkerOptions};
use crate::suggestion::with_guess;

/// What can be set.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rules of positions that name none.
    pub ruleset: Ruleset,
    /// What makes the player.
    pub thinker: ThinkerOptions,
    /// How it thinks.
    pub manner: Manner,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            ruleset: families::usual_rules(),
            thinker: ThinkerOptions {
                threads: 1,
                megabytes: 16,
                net: families::BUILTIN_NET.to_owned(),
                level: None,
                seed: 0,
            },
            manner: Manner { lines: 1, overhead: Duration::from_millis(OVERHEAD) },
        }
    }
}

/// An option that can be set.
pub struct EngineOption {
    /// What it is called. Case does not matter when it is set.
    pub name: &'static str,
    kind: Kind,
    set: fn(&mut Options, &Value<'_>),
}

/// What an option can be.
enum Kind {
    Number { default: u64, least: u64, most: u64 },
    OneOf { default: &'static str, known: fn() -> Vec<String> },
    Text { default: &'static str },
    Ruleset,
}

/// A value that has been read.
enum Value<'a> {
    Number(u64),
    Text(&'a str),
    Ruleset(Ruleset),
}

impl Value<'_> {
    fn number(&self) -> u64 {
        match self {
            Value::Number(number) => *number,
            _ => 0,
        }
    }

    fn text(&self) -> &str {
        match self {
            Value::Text(text) => text,
            _ => "",
        }
    }
}

/// What a move costs beside the thinking, in milliseconds, if nothing else is said: the ways of two lines and what a busy machine does between.
const OVERHEAD: u64 = 30;

/// Without a level it plays as well as it can.
const FULL: &str = "full";

/// Every option.
pub const OPTIONS: &[EngineOption] = &[
    EngineOption {
        name: "Threads",
        kind: Kind::Number { default: 1, least: 1, most: 256 },
        set: |options, value| options.thinker.threads = value.number() as usize,
    },
    EngineOption {
        name: "Hash",
        kind: Kind::Number { default: 16, least: 1, most: 65_536 },
        set: |options, value| options.thinker.megabytes = value.number() as usize,
    },
    EngineOption {
        name: "MultiPV",
        kind: Kind::Number { default: 1, least: 1, most: 1_000 },
        set: |options, value| options.manner.lines = value.number() as usize,
    },
    EngineOption {
        name: "Move Overhead",
        kind: Kind::Number { default: OVERHEAD, least: 0, most: 10_000 },
        set: |options, value| options.manner.overhead = Duration::from_millis(value.number()),
    },
    EngineOption {
        name: "Level",
        kind: Kind::OneOf {
            default: FULL,
            known: || {
                [FULL.to_owned()].into_iter().chain(Level::all().map(|level| level.to_string())).collect()
            },
        },
        set: |options, value| options.thinker.level = value.text().parse().ok().and_then(Level::new),
    },
    EngineOption {
        name: "Seed",
        kind: Kind::Number { default: 0, least: 0, most: u64::MAX },
        set: |options, value| options.thinker.seed = value.number(),
    },
    EngineOption {
        name: "Net",
        kind: Kind::Text { default: families::BUILTIN_NET },
        set: |options, value| options.thinker.net = value.text().to_owned(),
    },
    EngineOption {
        name: "Ruleset",
        kind: Kind::Ruleset,
        set: |options, value| {
            if let Value::Ruleset(ruleset) = value {
                options.ruleset = ruleset.clone();
            }
        },
    },
];

impl Options {
    /// The same with an option changed, or what is wrong with that.
    pub fn with(&self, name: &str, value: &str) -> Result<Options, Message> {
        let option =
            OPTIONS.iter().find(|option| option.name.eq_ignore_ascii_case(name)).ok_or_else(|| {
                let known: Vec<&str> = OPTIONS.iter().map(|option| option.name).collect();
                let message =
                    message!("engine.error.option").text("name", name).text("known", known.join(", "));
                with_guess(message, name, known)
            })?;
        let refused = |wanted: String| {
            let message = message!("engine.error.value").text("name", option.name).text("value", value);
            message.text("wanted", wanted)
        };
        let read = match option.kind {
            Kind::Number { least, most, .. } => {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                Value::Number(number.ok_or_else(|| refused(format!("{least}–{most}")))?)
            }
            Kind::OneOf { known, .. } => {
                let known = known();
                if !known.iter().any(|known| known.eq_ignore_ascii_case(value)) {
                    return Err(refused(known.join(", ")));
                }
                Value::Text(value)
            }
            Kind::Text { default } => Value::Text(if value.is_empty() { default } else { value }),
            Kind::Ruleset => Value::Ruleset(read_ruleset(value)?),
        };
        let mut changed = self.clone();
        (option.set)(&mut changed, &read);
        Ok(changed)
    }
}

/// The rules that a text describes.
pub fn read_ruleset(text: &str) -> Result<Ruleset, Message> {
    text.parse().map_err(|error| Explain::message(&error))
}

/// As a program introduces it.
impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} ", self.name)?;
        match self.kind {
            Kind::Number { default, least, most } => {
                write!(f, "type spin default {default} min {least} max {most}")
            }
            Kind::OneOf { default, known } => {
                write!(f, "type combo default {default}")?;
                known().iter().try_for_each(|value| write!(f, " var {value}"))
            }
            Kind::Text { default } => write!(f, "type string default {default}"),
            Kind::Ruleset => write!(f, "type string default preset:tablut"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_what_is_introduced() {
        let mut set = Options::default();
        for option in OPTIONS {
            let introduced = option.to_string();
            let default = introduced.split(" default ").nth(1).and_then(|rest| rest.split(' ').next());
            set = set
                .with(option.name, default.unwrap_or_default())
                .unwrap_or_else(|error| panic!("{error:?}"));
        }
        let usual = Options::default();
        assert_eq!((set.ruleset, set.thinker, set.manner), (usual.ruleset, usual.thinker, usual.manner));
    }
}
