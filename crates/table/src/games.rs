//! The games, presets and options there are, described in a language: what `tablen games` prints and a new-game page offers.

use serde::Serialize;
use tablen_rules::tavli::Setup;
use tablen_rules::words::{Lang, Texts};

use crate::families::tavli::TavliRound;
use crate::families::{AnyGame, Round, Ruleset, RulesetOption};
use crate::family::{Family as _, GameRound as _};
use crate::picture::Picture;
use crate::spec::{Colour, Spec};
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

/// A board of each of the three games beside each other, as the page shows itself to those who do not know it: tavli as Zeno left it, the others as they begin.
pub fn boards() -> Picture {
    let start = |preset| {
        Ruleset::from_preset(preset).and_then(|ruleset| Spec::new(ruleset).begin(0, Colour::Light).ok())
    };
    let zeno = TavliRound::from_start(&Default::default(), &Setup::zeno())
        .ok()
        .map(|round| Round::Tavli(Box::new(round)));
    let rounds = [start("tablut"), zeno, start("alea")];
    let pictures: Vec<Picture> =
        rounds.iter().flatten().map(|round| AnyGame::picture(&round.sketch())).collect();
    Picture::row(&pictures, GAP)
}

/// Between two boards, beside which the first is about 200 wide.
const GAP: f32 = 14.0;

/// Rules with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// What it is called.
    pub title: String,
    /// What it is.
    pub about: String,
    /// The rules as text.
    pub ruleset: String,
    /// The value it chooses for each option, in the order of the game's options.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, String>"))]
    pub choices: Vec<(&'static str, &'static str)>,
    /// How often each side wins, where that has been measured.
    pub balance: Option<Balance>,
}

/// Games between two computers of the same strength, and who won them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Balance {
    /// How many games were played.
    pub games: u32,
    /// How many the light side won: the king's, or white.
    pub light: u32,
    /// How many had no winner.
    pub drawn: u32,
}

/// What is known of the balance of presets; `docs/strength.md` tells how it was measured.
const BALANCES: [(&str, Balance); 17] = [
    ("tavli", Balance { games: 2_000, light: 1_496, drawn: 0 }),
    ("tablut", Balance { games: 60, light: 60, drawn: 0 }),
    ("tablut-chess-king", Balance { games: 60, light: 60, drawn: 0 }),
    ("tablut-step-king", Balance { games: 60, light: 57, drawn: 3 }),
    ("tablut-rook-4", Balance { games: 60, light: 60, drawn: 0 }),
    ("tablut-free-edge", Balance { games: 60, light: 60, drawn: 0 }),
    ("tablut-corners", Balance { games: 60, light: 57, drawn: 0 }),
    ("tablut-bases-no-stop", Balance { games: 60, light: 60, drawn: 0 }),
    ("tablut-bases-closed", Balance { games: 60, light: 60, drawn: 0 }),
    ("tablut-bases-held", Balance { games: 60, light: 57, drawn: 0 }),
    ("weak-king", Balance { games: 60, light: 44, drawn: 2 }),
    ("ashton", Balance { games: 60, light: 14, drawn: 1 }),
    ("alea", Balance { games: 20, light: 1, drawn: 0 }),
    ("alea-17", Balance { games: 20, light: 1, drawn: 2 }),
    ("alea-step-king", Balance { games: 20, light: 0, drawn: 7 }),
    ("brandubh", Balance { games: 60, light: 54, drawn: 1 }),
    ("hnefatafl", Balance { games: 60, light: 60, drawn: 0 }),
];

fn balance_of(preset: &str) -> Option<Balance> {
    BALANCES.iter().find(|(name, _)| *name == preset).map(|(_, balance)| *balance)
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
                        title: say(&TEXTS, lang, format!("variant.{preset}")),
                        about: say(&tablen_rules::TEXTS, lang, format!("preset.{preset}")),
                        ruleset: ruleset.to_string(),
                        choices: ruleset.options().iter().map(|option| (option.key, option.chosen)).collect(),
                        balance: balance_of(preset),
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
