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

/// What the pages to learn by say besides; nobody else waits for it.
static LEARN_TEXTS: Texts =
    tablen_rules::words::embed_texts!(in "../../web/texts": "learn", "lessons", "puzzles");

/// What the study says besides.
static STUDY_TEXTS: Texts = tablen_rules::words::embed_texts!(in "../../web/texts": "studies");

/// Texts that the page fetches together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bundle {
    /// What every part of the page may say.
    Page,
    /// What booklets, lessons and puzzles say besides.
    Learn,
    /// What the study says besides.
    Study,
}

impl Bundle {
    /// Every one.
    pub const ALL: [Bundle; 3] = [Bundle::Page, Bundle::Learn, Bundle::Study];
}

/// Everything that the page puts into sentences itself, by key: its own texts and the names of the games. All else comes to the
/// page as sentences, when there is something to say.
pub fn page_texts(bundle: Bundle, lang: Lang) -> BTreeMap<&'static str, &'static str> {
    let games = tablen_table::TEXTS.catalogue(lang).iter().filter(|(key, _)| key.starts_with("game."));
    match bundle {
        Bundle::Page => PAGE_TEXTS.catalogue(lang).iter().chain(games).collect(),
        Bundle::Learn => LEARN_TEXTS.catalogue(lang).iter().collect(),
        Bundle::Study => STUDY_TEXTS.catalogue(lang).iter().collect(),
    }
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
        let mut sources = lint::read_all(&files);
        sources.extend(["tavli", "tablut", "alea"].map(|game| lesson_keys(&web, game)));
        sources
    }

    /// The keys that the page puts together for the steps of a game's lessons, in quotation marks.
    fn lesson_keys(web: &Path, game: &str) -> String {
        let file = std::fs::read_to_string(web.join("learn").join(game).join("lessons.json")).unwrap();
        let course: serde_json::Value = serde_json::from_str(&file).unwrap();
        let keys = course["steps"].as_array().unwrap().iter().flat_map(|step| {
            let tasks = step["tasks"].as_array().map_or(0, Vec::len);
            let mut parts = vec!["title".to_owned(), "text".to_owned(), "goal".to_owned()];
            parts.extend((tasks > 0).then_some(["miss", "done"]).into_iter().flatten().map(str::to_owned));
            parts.extend((2..=tasks).flat_map(|task| ["goal", "miss"].map(|part| format!("{part}-{task}"))));
            let id = step["id"].as_str().unwrap().to_owned();
            parts.into_iter().map(move |part| format!("\"lessons.{game}.{id}.{part}\""))
        });
        keys.collect()
    }

    #[test]
    fn the_page_has_every_text_it_says_in_every_language_and_no_others() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/texts");
        let bundles = [&PAGE_TEXTS, &LEARN_TEXTS, &STUDY_TEXTS];
        let mut faults = lint::folder_faults(&bundles, &folder);
        for texts in bundles {
            faults.extend(lint::text_faults(texts));
            let said = lint::keys_in(texts, &page_sources(), &['"', '\'', '`']);
            faults.extend(lint::key_faults(texts, &said));
        }
        assert_eq!(faults, [""; 0]);
    }

    #[test]
    fn the_page_gets_the_names_of_games_that_it_says() {
        /// A refusal that the page knows by its key; its text comes from the server.
        const NEVER_SAID: &str = "table.refusal.stale";
        let mut said = lint::keys_in(&tablen_table::TEXTS, &page_sources(), &['"', '\'', '`']);
        said.remove(NEVER_SAID);
        for lang in Lang::ALL {
            let sent = page_texts(Bundle::Page, lang);
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
