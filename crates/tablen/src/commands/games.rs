use std::io::Write;

use serde_json::json;
use tablen_table::games::games as all_games;
use tablen_words::Lang;

use super::write_json;
use crate::arguments::Arguments;
use crate::failure::Failure;
use crate::subject::unknown_preset;

/// Lists games, presets and options with their meaning; with `--preset`, the rules of that preset alone.
pub fn games(arguments: &Arguments, out: &mut impl Write, lang: Lang) -> Result<(), Failure> {
    let say = |key: &'static str| message!(key).render(lang);
    let mut games = all_games(lang);
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
        return Ok(write_json(out, &json!({ "games": games }))?);
    }
    let mut previous: Option<Vec<&str>> = None;
    for game in &games {
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
