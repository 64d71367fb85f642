//! What the server has to say, and what the page needs to say things itself.

use std::collections::BTreeMap;

use tablen_engine::Level;
use tablen_rules::words::{Lang, Texts};

tablen_rules::words::crate_texts! {
    /// Every text of the server, without those of the page.
    "server"
}

/// What the page says by itself; it lies with the page.
static PAGE_TEXTS: Texts = tablen_rules::words::embed_texts!(in "../../web/texts": "board", "web");

/// Everything that the page puts into sentences itself, by key: its own texts and the names of the games. All else comes to the
/// page as sentences, when there is something to say.
pub fn page_texts(lang: Lang) -> BTreeMap<&'static str, &'static str> {
    let games = tablen_table::TEXTS.catalogue(lang).iter().filter(|(key, _)| key.starts_with("game."));
    PAGE_TEXTS.catalogue(lang).iter().chain(games).collect()
}

/// What the computer is called at a level of a game, as the page calls it.
pub fn opponent_name(game: &str, level: Level, lang: Lang) -> String {
    // Tablut's kin is played by those who play Tablut.
    let game = if matches!(game, "tavli" | "alea") { game } else { "tablut" };
    PAGE_TEXTS.message(format!("web.opponent.{game}.{}", level.number())).render(lang)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tablen_rules::words::lint;

    use super::*;

    /// The page's sources, without tests: those say what nobody reads.
    fn page_sources() -> Vec<String> {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
        let mut files = ["js", "html"].map(|ending| lint::files_below(&web, ending)).concat();
        files.retain(|file| !file.iter().any(|folder| folder == "test"));
        lint::read_all(&files)
    }

    #[test]
    fn the_page_has_every_text_it_says_in_every_language_and_no_others() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/texts");
        let mut faults = lint::text_faults(&PAGE_TEXTS);
        faults.extend(lint::folder_faults(&PAGE_TEXTS, &folder));
        faults.extend(lint::key_faults(
            &PAGE_TEXTS,
            &lint::keys_in(&PAGE_TEXTS, &page_sources(), &['"', '\'', '`']),
        ));
        assert_eq!(faults, [""; 0]);
    }

    #[test]
    fn the_page_gets_the_names_of_games_that_it_says() {
        /// A refusal that the page knows by its key; its text comes from the server.
        const NEVER_SAID: &str = "table.refusal.stale";
        let mut said = lint::keys_in(&tablen_table::TEXTS, &page_sources(), &['"', '\'', '`']);
        said.remove(NEVER_SAID);
        for lang in Lang::ALL {
            let sent = page_texts(lang);
            let of_games = sent.keys().filter(|key| PAGE_TEXTS.catalogue(lang).get(key).is_none());
            assert_eq!(of_games.copied().collect::<Vec<_>>(), said.iter().collect::<Vec<_>>(), "{lang:?}");
        }
    }

    #[test]
    fn every_level_of_the_computer_has_a_word_on_the_page() {
        let named = |key: &str| key.strip_prefix("web.level.").and_then(|number| number.parse::<u8>().ok());
        let levels: Vec<u8> = tablen_engine::Level::all().map(tablen_engine::Level::number).collect();
        assert_eq!(PAGE_TEXTS.catalogue(Lang::En).keys().filter_map(named).collect::<Vec<_>>(), levels);
    }
}
