//! What a table has to say.

use tablen_rules::words::Texts;

/// Every text of tables, records and games.
pub static TEXTS: Texts = tablen_rules::words::embed_texts!("games", "record", "table");

/// A message of this crate's texts by its key.
macro_rules! message {
    ($key:expr) => {
        $crate::texts::TEXTS.message($key)
    };
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_text_is_there_in_every_language_and_used() {
        let faults = tablen_rules::words::lint::crate_faults(
            &TEXTS,
            Path::new(env!("CARGO_MANIFEST_DIR")),
            composed_keys(),
        );
        assert_eq!(faults, [""; 0]);
    }

    /// Keys that are put together from the names of games, here and by those who show them.
    fn composed_keys() -> Vec<String> {
        let games = crate::games::games(tablen_rules::words::Lang::En);
        games
            .iter()
            .flat_map(|game| [format!("game.{}", game.name), format!("game.{}.about", game.name)])
            .collect()
    }
}
