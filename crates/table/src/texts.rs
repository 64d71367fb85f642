//! What a table has to say.

tablen_rules::words::crate_texts! {
    /// Every text of tables, records and games.
    "games", "record", "table";
    composed: composed_keys()
}

/// Keys that are put together from the names of games and presets, here and by those who show them.
#[cfg(test)]
fn composed_keys() -> Vec<String> {
    let games = crate::games::games(tablen_rules::words::Lang::En);
    games
        .iter()
        .flat_map(|game| {
            let of_game = [format!("game.{}", game.name), format!("game.{}.about", game.name)];
            of_game.into_iter().chain(game.presets.iter().map(|preset| format!("variant.{}", preset.name)))
        })
        // Boards of one's own have a name among games and no presets.
        .chain(["game.other".to_owned()])
        .collect()
}
