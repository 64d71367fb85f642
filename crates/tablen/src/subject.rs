//! The game, rules and position a command is about.

use std::sync::Arc;

use tablen_rules::option::OptionError;
use tablen_rules::tafl::{self, otn};
use tablen_rules::tavli;
use tablen_table::Ruleset;

use crate::arguments::Arguments;
use crate::failure::Failure;

/// The game, rules and position a command is about.
pub enum Subject {
    /// A tafl game.
    Tafl(Box<tafl::Position>),
    /// Zeno's tavli.
    Tavli(tavli::Position),
}

impl Subject {
    /// What the flags describe; Tablut where they say nothing.
    pub fn of(arguments: &Arguments) -> Result<Subject, Failure> {
        match rules(arguments)? {
            Ruleset::Tafl(ruleset) => tafl(arguments, &ruleset),
            Ruleset::Tavli(ruleset) => tavli(arguments, ruleset),
        }
    }
}

/// The rules that the flags describe; Tablut's where they say nothing.
pub fn rules(arguments: &Arguments) -> Result<Ruleset, Failure> {
    let mut ruleset = match (arguments.get("preset"), arguments.get("rules")) {
        (Some(_), Some(_)) => return Err(Failure::Input(message!("cli.error.preset-and-rules"))),
        (Some(name), None) => Ruleset::from_preset(name).ok_or_else(|| unknown_preset(name))?,
        (None, Some(text)) => by_rules(text)?,
        (None, None) => Ruleset::Tafl(tafl::Preset::Tablut.ruleset()),
    };
    for pair in arguments.all("set") {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Failure::Input(message!("cli.error.set").text("word", pair)));
        };
        ruleset.set(key, value).map_err(|error| Failure::flag("set", &error))?;
    }
    Ok(ruleset)
}

/// The failure of a preset that does not exist.
pub fn unknown_preset(name: &str) -> Failure {
    let known: Vec<&str> = Ruleset::presets().collect();
    Failure::flag("preset", &OptionError::unknown_value("preset", name, &known))
}

/// Rules in our own words, or in OpenTafl's, which begin with the board's size.
fn by_rules(text: &str) -> Result<Ruleset, Failure> {
    if !text.trim_start().starts_with("dim:") {
        return text.parse().map_err(|error| Failure::flag("rules", &error));
    }
    let read = otn::read(text).map_err(|error| Failure::flag("rules", &error))?;
    if !read.left_out.is_empty() {
        return Err(Failure::Input(message!("cli.error.left-out").text("rules", read.left_out.join(" "))));
    }
    Ok(Ruleset::Tafl(read.ruleset))
}

fn tafl(arguments: &Arguments, ruleset: &tafl::Ruleset) -> Result<Subject, Failure> {
    let first = side(arguments, tafl::Side::from_name, &tafl::Side::ALL.map(tafl::Side::name))?;
    let rules = Arc::new(tafl::Rules::new(ruleset).map_err(|faults| Failure::input(&faults))?);
    let position = match arguments.get("position") {
        Some(text) => {
            // A bare board is enough where the side is said elsewhere, but it cannot be said twice.
            let says_side = text.split_whitespace().nth(1).is_some();
            let text = match first {
                Some(_) if says_side => return Err(side_twice()),
                Some(side) => format!("{text} {side}"),
                None => text.to_owned(),
            };
            let setup: tafl::Setup = text.parse().map_err(|error| Failure::flag("position", &error))?;
            tafl::Position::new(&rules, &setup).map_err(|faults| Failure::flag("position", &faults))?
        }
        None => {
            let first = first.or(ruleset.first_side()).unwrap_or(tafl::Side::Attackers);
            tafl::Position::start(&rules, first)
        }
    };
    Ok(Subject::Tafl(Box::new(position)))
}

/// The failure of a side that is said by the position and by a flag.
fn side_twice() -> Failure {
    Failure::Input(message!("cli.error.side-twice"))
}

fn tavli(arguments: &Arguments, ruleset: tavli::Ruleset) -> Result<Subject, Failure> {
    let first = side(arguments, tavli::Side::from_name, &tavli::Side::ALL.map(tavli::Side::name))?;
    let position = match arguments.get("position") {
        Some(_) if first.is_some() => return Err(side_twice()),
        Some(text) => {
            let setup = match text {
                "zeno" => tavli::Setup::zeno(),
                _ => text.parse().map_err(|error| Failure::flag("position", &error))?,
            };
            tavli::Position::new(ruleset, setup).map_err(|faults| Failure::flag("position", &faults))?
        }
        None => {
            let first = first.or(ruleset.first_side()).unwrap_or(tavli::Side::White);
            tavli::Position::start(ruleset, first)
        }
    };
    Ok(Subject::Tavli(position))
}

fn side<S>(
    arguments: &Arguments,
    from_name: fn(&str) -> Option<S>,
    names: &[&str],
) -> Result<Option<S>, Failure> {
    let Some(name) = arguments.get("first") else { return Ok(None) };
    from_name(name).map(Some).ok_or_else(|| {
        let error = OptionError::unknown_value("first", name, names);
        Failure::flag("first", &error)
    })
}
