use std::io::Write;

use serde_json::{Value, json};
use tablen_rules::option::{OptionSpec, Options};
use tablen_rules::{rule::Book, tafl, tavli};
use tablen_words::{Lang, Message};

use super::write_json;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::subject::unknown_preset;

/// A game with its presets and options, described in a language.
struct Game {
    name: &'static str,
    presets: Vec<Preset>,
    options: Vec<Described>,
}

struct Preset {
    name: &'static str,
    ruleset: String,
    /// The value it chooses for each option.
    choices: Vec<&'static str>,
}

/// An option: key, rules, and the names of its values.
struct Described {
    key: &'static str,
    rules: Vec<String>,
    values: &'static [&'static str],
}

fn describe<R>(options: &'static [OptionSpec<R>]) -> Vec<Described> {
    options
        .iter()
        .map(|option| Described {
            key: option.key,
            rules: option.rules.iter().map(ToString::to_string).collect(),
            values: option.values,
        })
        .collect()
}

fn choices<R: Options>(ruleset: &R) -> Vec<&'static str> {
    R::options().iter().map(|option| option.get(ruleset)).collect()
}

fn all_games() -> Vec<Game> {
    let tafl_game = |name, belongs: fn(&tafl::Ruleset) -> bool| Game {
        name,
        presets: tafl::Preset::ALL
            .iter()
            .filter(|preset| belongs(&preset.ruleset()))
            .map(|preset| (preset.name(), preset.ruleset()))
            .map(|(name, ruleset)| Preset { name, ruleset: ruleset.to_string(), choices: choices(&ruleset) })
            .collect(),
        options: describe(tafl::Ruleset::options()),
    };
    vec![
        Game {
            name: "tavli",
            presets: vec![Preset {
                name: "tavli",
                ruleset: tavli::Ruleset::default().to_string(),
                choices: choices(&tavli::Ruleset::default()),
            }],
            options: describe(tavli::Ruleset::options()),
        },
        tafl_game("tablut", |ruleset| ruleset.board == tafl::Board::Tablut9),
        tafl_game("alea", |ruleset| ruleset.book == Book::Alea),
        tafl_game("other", |ruleset| {
            matches!(ruleset.board, tafl::Board::Brandubh7 | tafl::Board::Hnefatafl11)
        }),
    ]
}

/// Lists games, presets and options with their meaning; with `--preset`, the rules of that preset alone.
pub fn games(arguments: &Arguments, out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
    let say = |key: String| Message::new(key).render(lang);
    let mut games = all_games();
    if let Some(name) = arguments.get("preset") {
        games.retain(|game| game.presets.iter().any(|preset| preset.name == name));
        for game in &mut games {
            game.presets.retain(|preset| preset.name == name);
        }
        if games.is_empty() {
            return Err(unknown_preset(name));
        }
    }
    if arguments.has("json") {
        let games: Vec<Value> = games.iter().map(|game| as_json(game, &say)).collect();
        return Ok(write_json(out, &json!({ "games": games }))?);
    }
    let mut previous: Option<Vec<&str>> = None;
    for game in &games {
        writeln!(out, "{}", say(format!("game.{}", game.name)))?;
        writeln!(out, "  {}\n", say(format!("game.{}.about", game.name)))?;
        for preset in &game.presets {
            writeln!(out, "  {:<21} {}", preset.name, say(format!("preset.{}", preset.name)))?;
        }
        writeln!(out)?;
        let keys: Vec<&str> = game.options.iter().map(|option| option.key).collect();
        if previous.as_ref() == Some(&keys) {
            writeln!(out, "  {}\n", say("cli.games.same-options".to_owned()))?;
            continue;
        }
        // Where one preset is asked for, its choices can be marked.
        let chosen: &[&str] = match game.presets.as_slice() {
            [preset] => &preset.choices,
            _ => &[],
        };
        for (index, option) in game.options.iter().enumerate() {
            let about = say(format!("option.{}", option.key));
            writeln!(out, "  {} — {about} ({})", option.key, option.rules.join(", "))?;
            for value in option.values {
                let mark = if chosen.get(index) == Some(value) { '*' } else { ' ' };
                writeln!(out, "    {mark} {value:<21} {}", say(format!("option.{}.{value}", option.key)))?;
            }
        }
        if !chosen.is_empty() {
            writeln!(out, "  {}", say("cli.games.chosen".to_owned()))?;
        }
        writeln!(out)?;
        previous = Some(keys);
    }
    Ok(())
}

fn as_json(game: &Game, say: &impl Fn(String) -> String) -> Value {
    json!({
        "name": game.name,
        "title": say(format!("game.{}", game.name)),
        "about": say(format!("game.{}.about", game.name)),
        "presets": game.presets.iter().map(|preset| json!({
            "name": preset.name,
            "about": say(format!("preset.{}", preset.name)),
            "ruleset": preset.ruleset,
            "choices": game.options.iter().zip(&preset.choices).map(|(option, choice)| {
                (option.key.to_owned(), Value::from(*choice))
            }).collect::<serde_json::Map<_, _>>(),
        })).collect::<Vec<_>>(),
        "options": game.options.iter().map(|option| json!({
            "key": option.key,
            "about": say(format!("option.{}", option.key)),
            "rules": option.rules,
            "values": option.values.iter().map(|value| json!({
                "name": value,
                "about": say(format!("option.{}.{value}", option.key)),
            })).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    })
}
