//! The game, rules and position a command is about.

use std::sync::Arc;

use tablen_rules::option::{OptionError, Options};
use tablen_rules::tafl::{self, otn};
use tablen_rules::tavli;
use tablen_words::Message;

use crate::arguments::Arguments;
use crate::failure::Failure;

/// The one preset of tavli.
const TAVLI: &str = "tavli";

/// The first word of tavli's rules on the command line.
const TAVLI_RULES: &str = "game:tavli";

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
        let preset = arguments.get("preset");
        if preset.is_some() && arguments.has("rules") {
            return Err(Failure::Input(Message::new("cli.error.preset-and-rules")));
        }
        match preset {
            Some(TAVLI) => tavli(arguments, tavli::Ruleset::default()),
            Some(name) => match tafl::Preset::from_name(name) {
                Some(preset) => tafl(arguments, preset.ruleset()),
                None => Err(unknown_preset(name)),
            },
            None => match arguments.get("rules") {
                Some(text) => by_rules(arguments, text),
                None => tafl(arguments, tafl::Preset::Tablut.ruleset()),
            },
        }
    }
}

/// The failure of a preset that does not exist.
pub fn unknown_preset(name: &str) -> Failure {
    let known: Vec<&str> = [TAVLI].iter().chain(tafl::Preset::NAMES).copied().collect();
    Failure::flag("preset", &OptionError::unknown_value("preset", name, &known))
}

/// Rules in our own words for either family, or in OpenTafl's, which begin with the board's size.
fn by_rules(arguments: &Arguments, text: &str) -> Result<Subject, Failure> {
    let wrong = |error: &dyn tablen_words::Explain| {
        Failure::Input(Message::new("cli.error.flag").text("flag", "rules").with("error", error.message()))
    };
    if text.trim_start().starts_with("dim:") {
        let read = otn::read(text).map_err(|error| wrong(&error))?;
        if !read.left_out.is_empty() {
            return Err(Failure::Input(
                Message::new("cli.error.left-out").text("rules", read.left_out.join(" ")),
            ));
        }
        return tafl(arguments, read.ruleset);
    }
    // A first word says that the rules are tavli's; the rest keeps its place, so that errors point at the right one.
    match text.trim_start().strip_prefix(TAVLI_RULES) {
        Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => {
            let blanked = " ".repeat(text.len() - rest.len()) + rest;
            tavli(arguments, blanked.parse().map_err(|error| wrong(&error))?)
        }
        _ => tafl(arguments, text.parse().map_err(|error| wrong(&error))?),
    }
}

/// Applies every `--set key=value`.
fn change<R: Options>(arguments: &Arguments, ruleset: &mut R) -> Result<(), Failure> {
    for pair in arguments.all("set") {
        let Some((key, value)) = pair.split_once('=') else {
            return Err(Failure::Input(Message::new("cli.error.set").text("word", pair)));
        };
        ruleset.set(key, value).map_err(|error| Failure::flag("set", &error))?;
    }
    Ok(())
}

fn tafl(arguments: &Arguments, mut ruleset: tafl::Ruleset) -> Result<Subject, Failure> {
    change(arguments, &mut ruleset)?;
    let first = side(arguments, tafl::Side::from_name, &tafl::Side::ALL.map(tafl::Side::name))?;
    let rules = Arc::new(tafl::Rules::new(&ruleset).map_err(|faults| Failure::input(&faults))?);
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
    Failure::Input(Message::new("cli.error.side-twice"))
}

fn tavli(arguments: &Arguments, mut ruleset: tavli::Ruleset) -> Result<Subject, Failure> {
    change(arguments, &mut ruleset)?;
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
