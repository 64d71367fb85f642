use std::io::{self, Write};

use clap::ArgMatches;
use serde_json::json;
use tablen_rules::words::Lang;
use tablen_table::games::{Game, games as all_games};

use super::{Command, write_json};
use crate::arguments::{Argument, JSON};
use crate::failure::Failure;
use crate::subject;

/// Lists games, presets and options with their meaning; with a preset, the rules of that preset alone.
pub struct Games {
    preset: Option<String>,
    is_json: bool,
}

const PRESET: Argument = subject::PRESET.said_as("games-preset");

impl Command for Games {
    const NAME: &'static str = "games";
    const ARGUMENTS: &'static [Argument] = &[PRESET, JSON];

    fn read(matches: &ArgMatches, _: Lang) -> Result<Games, Failure> {
        let preset = PRESET.given(matches)?;
        if let Some(name) = &preset {
            subject::preset(name)?;
        }
        Ok(Games { preset: preset.map(|name| name.text.into_owned()), is_json: JSON.is_given(matches) })
    }

    fn run(self, out: &mut dyn Write, lang: Lang) -> Result<(), Failure> {
        let mut games = all_games(lang);
        if let Some(name) = self.preset {
            games.retain(|game| game.presets.iter().any(|preset| preset.name == name));
            for game in &mut games {
                game.presets.retain(|preset| preset.name == name);
            }
        }
        if self.is_json {
            return Ok(write_json(out, &json!({ "games": games }))?);
        }
        Ok(describe(&games, out, lang)?)
    }
}

fn describe(games: &[Game], out: &mut dyn Write, lang: Lang) -> io::Result<()> {
    let say = |key: &'static str| message!(key).render(lang);
    let mut previous: Option<Vec<&str>> = None;
    for game in games {
        writeln!(out, "{}", game.title)?;
        writeln!(out, "  {}\n", game.about)?;
        for preset in &game.presets {
            writeln!(out, "  {:<21} {}", preset.name, preset.about)?;
        }
        writeln!(out)?;
        let keys: Vec<&str> = game.options.iter().map(|option| option.key).collect();
        if previous.as_ref() == Some(&keys) {
            writeln!(out, "  {}\n", say("cli.games.same-options"))?;
            continue;
        }
        // Where one preset is asked for, its choices can be marked.
        let chosen = match game.presets.as_slice() {
            [preset] => preset.choices.as_slice(),
            _ => &[],
        };
        for option in &game.options {
            writeln!(out, "  {} — {} ({})", option.key, option.about, option.rules.join(", "))?;
            for value in &option.values {
                let mark = if chosen.contains(&(option.key, value.name)) { '*' } else { ' ' };
                writeln!(out, "    {mark} {:<21} {}", value.name, value.about)?;
            }
        }
        if !chosen.is_empty() {
            writeln!(out, "  {}", say("cli.games.chosen"))?;
        }
        writeln!(out)?;
        previous = Some(keys);
    }
    Ok(())
}
