//! The game, rules and position a command is about.

use std::sync::Arc;

use clap::ArgMatches;
use tablen_rules::tafl::{self, otn};
use tablen_rules::tavli;
use tablen_rules::text::Located;
use tablen_table::Ruleset;
use tablen_words::Explain;

use crate::arguments::{Argument, Given};
use crate::failure::Failure;
use crate::suggestion::explain_option;

/// A ruleset by its name.
pub const PRESET: Argument =
    Argument::flag("preset", "preset").plain().one_of(|| Ruleset::presets().collect());
/// A ruleset in words.
pub const RULES: Argument = Argument::flag("rules", "rules");
/// Changes of a ruleset.
pub const SET: Argument = Argument::flag("set", "key-value").repeated();
/// A position.
pub const POSITION: Argument = Argument::flag("position", "position");
/// Whose turn it is.
pub const FIRST: Argument = Argument::flag("first", "side").one_of(|| {
    let tafl = tafl::Side::ALL.map(tafl::Side::name);
    tafl.into_iter().chain(tavli::Side::ALL.map(tavli::Side::name)).collect()
});

/// The game, rules and position a command is about.
pub enum Subject {
    /// A tafl game.
    Tafl(Box<tafl::Position>),
    /// Zeno's tavli.
    Tavli(tavli::Position),
}

impl Subject {
    /// What the arguments describe; Tablut where they say nothing. `at` is where the position stands.
    pub fn read(matches: &ArgMatches, at: &Argument) -> Result<Subject, Failure> {
        let ruleset = rules(matches)?;
        let (position, first) = (at.given(matches)?, FIRST.given(matches)?);
        match ruleset {
            Ruleset::Tafl(ruleset) => tafl(&ruleset, position, first),
            Ruleset::Tavli(ruleset) => tavli(ruleset, position, first),
        }
    }
}

/// The rules that the arguments describe; Tablut's where they say nothing.
pub fn rules(matches: &ArgMatches) -> Result<Ruleset, Failure> {
    let mut ruleset = match (PRESET.given(matches)?, RULES.given(matches)?) {
        (Some(_), Some(_)) => return Err(Failure::Input(message!("cli.error.preset-and-rules"))),
        (Some(name), None) => preset(&name)?,
        (None, Some(text)) => by_rules(&text)?,
        (None, None) => Ruleset::Tafl(tafl::Preset::Tablut.ruleset()),
    };
    for pair in SET.all(matches) {
        let Some((key, value)) = pair.text.split_once('=') else {
            return Err(Failure::Input(message!("cli.error.set").text("word", &pair.text)));
        };
        ruleset.set(key, value).map_err(|error| pair.refused(explain_option(&error)))?;
    }
    Ok(ruleset)
}

/// The ruleset of a name.
pub fn preset(name: &Given<'_>) -> Result<Ruleset, Failure> {
    Ruleset::from_preset(&name.text).ok_or_else(|| name.unknown(&Ruleset::presets().collect::<Vec<_>>()))
}

/// Rules in our own words, or in OpenTafl's, which begin with the board's size.
fn by_rules(given: &Given<'_>) -> Result<Ruleset, Failure> {
    if !given.text.trim_start().starts_with("dim:") {
        return given.parse();
    }
    let read = otn::read(&given.text).map_err(|error| given.refused(error.message()))?;
    if !read.left_out.is_empty() {
        return Err(Failure::Input(message!("cli.error.left-out").text("rules", read.left_out.join(" "))));
    }
    Ok(Ruleset::Tafl(read.ruleset))
}

fn tafl(
    ruleset: &tafl::Ruleset,
    position: Option<Given<'_>>,
    first: Option<Given<'_>>,
) -> Result<Subject, Failure> {
    let first = first.map(|name| side(&name, tafl::Side::from_name, tafl::Side::ALL.map(tafl::Side::name)));
    let first = first.transpose()?;
    let rules = Arc::new(tafl::Rules::new(ruleset).map_err(|faults| Failure::input(&faults))?);
    let position = match position {
        Some(given) => {
            // A bare board is enough where the side is said elsewhere, but it cannot be said twice.
            let says_side = given.text.split_whitespace().nth(1).is_some();
            let text = match first {
                Some(_) if says_side => return Err(side_twice()),
                Some(side) => format!("{} {side}", given.text),
                None => given.text.to_string(),
            };
            let setup: tafl::Setup =
                text.parse().map_err(|error: Located<_>| given.refused(error.message()))?;
            tafl::Position::new(&rules, &setup).map_err(|faults| given.refused(faults.message()))?
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

fn tavli(
    ruleset: tavli::Ruleset,
    position: Option<Given<'_>>,
    first: Option<Given<'_>>,
) -> Result<Subject, Failure> {
    let first =
        first.map(|name| side(&name, tavli::Side::from_name, tavli::Side::ALL.map(tavli::Side::name)));
    let first = first.transpose()?;
    let position = match position {
        Some(_) if first.is_some() => return Err(side_twice()),
        Some(given) => {
            let setup = if given.text == "zeno" { tavli::Setup::zeno() } else { given.parse()? };
            tavli::Position::new(ruleset, setup).map_err(|faults| given.refused(faults.message()))?
        }
        None => {
            let first = first.or(ruleset.first_side()).unwrap_or(tavli::Side::White);
            tavli::Position::start(ruleset, first)
        }
    };
    Ok(Subject::Tavli(position))
}

fn side<S>(name: &Given<'_>, from_name: fn(&str) -> Option<S>, names: [&str; 2]) -> Result<S, Failure> {
    from_name(&name.text).ok_or_else(|| name.unknown(&names))
}
