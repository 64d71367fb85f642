//! The games, presets and options there are, described in a language: what `tablen games` prints and a new-game page offers.

use serde::Serialize;
use tablen_rules::words::{Lang, Texts};

use crate::families::{Ruleset, RulesetOption};
use crate::texts::TEXTS;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Game {
    /// The name of its family of texts.
    pub name: &'static str,
    /// What it is called.
    pub title: String,
    /// What it is, in a sentence or two.
    pub about: String,
    /// Its presets, the usual one first.
    pub presets: Vec<Preset>,
    /// What can be chosen.
    pub options: Vec<Choices>,
}

/// Rules with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// What it is.
    pub about: String,
    /// The rules as text.
    pub ruleset: String,
    /// The value it chooses for each option, in the order of the game's options.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub choices: Vec<(&'static str, &'static str)>,
}

/// An option and what can be chosen for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "GameOption"))]
pub struct Choices {
    /// Its key in rules written as text.
    pub key: &'static str,
    /// What it decides.
    pub about: String,
    /// The rules that leave the choice.
    pub rules: Vec<String>,
    /// The values.
    pub values: Vec<Value>,
}

/// A value of an option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "OptionValue"))]
pub struct Value {
    /// Its name in rules written as text.
    pub name: &'static str,
    /// What it means.
    pub about: String,
}

/// Every game, in a language.
pub fn games(lang: Lang) -> Vec<Game> {
    Ruleset::GAMES
        .into_iter()
        .map(|name| {
            let presets: Vec<(&str, Ruleset)> = Ruleset::presets()
                .filter_map(|preset| Some((preset, Ruleset::from_preset(preset)?)))
                .filter(|(_, ruleset)| ruleset.game() == name)
                .collect();
            Game {
                name,
                title: say(&TEXTS, lang, format!("game.{name}")),
                about: say(&TEXTS, lang, format!("game.{name}.about")),
                options: presets.first().map_or_else(Vec::new, |(_, ruleset)| {
                    ruleset.options().iter().map(|option| describe(option, lang)).collect()
                }),
                presets: presets
                    .into_iter()
                    .map(|(preset, ruleset)| Preset {
                        name: preset,
                        about: say(&tablen_rules::TEXTS, lang, format!("preset.{preset}")),
                        ruleset: ruleset.to_string(),
                        choices: ruleset.options().iter().map(|option| (option.key, option.chosen)).collect(),
                    })
                    .collect(),
            }
        })
        .collect()
}

fn say(texts: &'static Texts, lang: Lang, key: String) -> String {
    texts.message(key).render(lang)
}

fn describe(option: &RulesetOption, lang: Lang) -> Choices {
    Choices {
        key: option.key,
        about: say(&tablen_rules::TEXTS, lang, format!("option.{}", option.key)),
        rules: option.rules.iter().map(ToString::to_string).collect(),
        values: option
            .values
            .iter()
            .map(|name| Value {
                name,
                about: say(&tablen_rules::TEXTS, lang, format!("option.{}.{name}", option.key)),
            })
            .collect(),
    }
}

fn as_map<S: serde::Serializer>(
    choices: &[(&'static str, &'static str)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(choices.iter().copied())
}
