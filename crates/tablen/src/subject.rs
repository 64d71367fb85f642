//! The game, rules and position a command is about.

use clap::ArgMatches;
use tablen_table::Ruleset;

use crate::arguments::{Argument, Given};
use crate::failure::Failure;
use crate::families::{self, FamilyPosition};
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
pub const FIRST: Argument = Argument::flag("first", "side").one_of(families::side_names);

/// A ruleset by its name, in commands where something else stands plain.
pub const NAMED_PRESET: Argument = Argument::flag("preset", "preset").one_of(|| Ruleset::presets().collect());

/// The position that the arguments describe; that of Tablut where they say nothing. `at` is where the position stands.
pub fn position(matches: &ArgMatches, at: &Argument) -> Result<Box<dyn FamilyPosition>, Failure> {
    position_by(matches, &PRESET, at)
}

/// The same for a command that takes its preset by another argument.
pub fn position_by(
    matches: &ArgMatches,
    preset: &Argument,
    at: &Argument,
) -> Result<Box<dyn FamilyPosition>, Failure> {
    let (ruleset, position) = rules_and_position(matches, preset, at)?;
    families::read_position(ruleset, position, FIRST.given(matches)?)
}

/// The rules and the position as they are given. A position of tafl may stand where a preset does: no preset begins with a slash.
pub fn rules_and_position<'m>(
    matches: &'m ArgMatches,
    preset: &Argument,
    at: &Argument,
) -> Result<(Ruleset, Option<Given<'m>>), Failure> {
    let (mut by, given) = (preset.given(matches)?, at.given(matches)?);
    let is_position = |by: &mut Given<'_>| given.is_none() && by.text.trim_start().starts_with('/');
    let alone = by.take_if(is_position).map(|alone| at.plainly(alone));
    Ok((rules_by(matches, by)?, given.or(alone)))
}

/// The rules that the arguments describe; Tablut's where they say nothing.
pub fn rules(matches: &ArgMatches) -> Result<Ruleset, Failure> {
    rules_by(matches, PRESET.given(matches)?)
}

fn rules_by(matches: &ArgMatches, by: Option<Given<'_>>) -> Result<Ruleset, Failure> {
    let mut ruleset = match (by, RULES.given(matches)?) {
        (Some(_), Some(_)) => return Err(Failure::Input(message!("cli.error.preset-and-rules"))),
        (Some(name), None) => preset(&name)?,
        (None, Some(text)) => families::read_rules(&text)?,
        (None, None) => families::usual_rules(),
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
