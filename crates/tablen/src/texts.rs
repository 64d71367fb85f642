//! Every text is there in every language, and every text there is used.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use tablen_rules::option::Options;
use tablen_rules::rule::RuleId;
use tablen_rules::{tafl, tavli};
use tablen_table::EndReason;
use tablen_words::{Catalogue, Lang, catalogue, page_catalogue};

use crate::arguments::LANG;
use crate::commands::COMMANDS;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            // What others wrote is no source of ours.
            if !path.ends_with("node_modules") {
                found.extend(files_below(&path, ending));
            }
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

/// Keys that are put together from names the library knows.
fn composed_keys() -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for name in ["tavli", "tablut", "alea", "other"] {
        keys.extend([format!("game.{name}"), format!("game.{name}.about")]);
    }
    keys.insert("preset.tavli".to_owned());
    keys.extend(tafl::Preset::NAMES.iter().map(|name| format!("preset.{name}")));
    let mut option = |key: &str, values: &[&str]| {
        keys.insert(format!("option.{key}"));
        keys.extend(values.iter().map(|value| format!("option.{key}.{value}")));
    };
    tafl::Ruleset::options().iter().for_each(|spec| option(spec.key, spec.values));
    tavli::Ruleset::options().iter().for_each(|spec| option(spec.key, spec.values));
    for command in COMMANDS {
        keys.extend(["command", "example"].map(|part| format!("cli.{part}.{}", command.name)));
        for argument in command.arguments.iter().chain([&LANG]) {
            keys.insert(format!("cli.flag.{}", argument.text));
            keys.extend(argument.value.map(|value| format!("cli.value.{value}")));
        }
    }
    keys.extend(tafl::Side::ALL.map(|side| format!("tafl.side.{side}")));
    keys.extend(tavli::Side::ALL.map(|side| format!("tavli.side.{side}")));
    keys.extend(tafl::Reason::NAMES.iter().map(|reason| format!("tafl.end.{reason}")));
    keys.extend(tafl::Reason::NAMES.iter().map(|reason| format!("cli.end.{reason}")));
    keys.extend(["borne-off", "limit", "cut"].map(|reason| format!("cli.end.{reason}")));
    for verdict in ["lower", "higher", "open"] {
        keys.extend([format!("match.verdict.{verdict}"), format!("match.short-verdict.{verdict}")]);
    }
    let ends = EndReason::all().filter(|reason| !matches!(reason, EndReason::Tafl(_)));
    keys.extend(ends.map(|reason| format!("play.end.{reason}")));
    keys.extend(crate::play::WORDS.map(|word| format!("play.word.{word}")));
    keys.extend(RuleId::all().map(|rule| format!("rule.{rule}")));
    keys.extend(tafl::Announcement::NAMES.iter().map(|word| format!("tafl.announce.{word}")));
    keys
}

/// Every string in some sources that has the form of a key.
fn keys_in(files: &[PathBuf], quotation_marks: &[char]) -> BTreeSet<String> {
    let known_starts: BTreeSet<&str> =
        catalogue(Lang::En).keys().filter_map(|key| key.split('.').next()).collect();
    let mut keys = BTreeSet::new();
    for file in files {
        let source = fs::read_to_string(file).unwrap();
        // What stands between two quotation marks; escapes do not occur in keys.
        for literal in source.split(quotation_marks) {
            let is_key = literal.contains('.')
                && !literal.ends_with('.')
                && literal.bytes().all(|byte| byte.is_ascii_lowercase() || b".-_0123456789".contains(&byte));
            if is_key && known_starts.contains(literal.split('.').next().unwrap_or_default()) {
                keys.insert(literal.to_owned());
            }
        }
        if source.contains("\"list\"") {
            keys.insert("list".to_owned());
        }
    }
    keys
}

fn keys_in_crates() -> BTreeSet<String> {
    keys_in(&files_below(&root().join("crates"), "rs"), &['"'])
}

fn keys_in_page() -> BTreeSet<String> {
    let mut files = ["js", "html"].map(|ending| files_below(&root().join("web"), ending)).concat();
    // Tests say what nobody reads.
    files.retain(|file| !file.iter().any(|folder| folder == "test"));
    keys_in(&files, &['"', '\'', '`'])
}

#[test]
fn every_catalogue_file_is_sound() {
    for file in files_below(&root().join("content"), "txt") {
        let (_, errors) = Catalogue::parse(&fs::read_to_string(&file).unwrap());
        assert_eq!(errors, [], "{}", file.display());
    }
}

#[test]
fn no_key_stands_in_two_files_of_a_language() {
    for lang in Lang::ALL {
        let mut seen: BTreeMap<String, PathBuf> = BTreeMap::new();
        for file in files_below(&root().join("content").join(lang.code()), "txt") {
            let (texts, _) = Catalogue::parse(&fs::read_to_string(&file).unwrap());
            for key in texts.keys() {
                if let Some(earlier) = seen.insert(key.to_owned(), file.clone()) {
                    panic!("{key} stands in {} and in {}", earlier.display(), file.display());
                }
            }
        }
        // The binary has all that the folder has.
        assert_eq!(
            seen.keys().map(String::as_str).collect::<Vec<_>>(),
            catalogue(lang).keys().collect::<Vec<_>>()
        );
    }
}

#[test]
fn every_level_of_the_computer_has_a_word_on_the_page() {
    let named = |key: &str| key.strip_prefix("web.level.").and_then(|number| number.parse::<u8>().ok());
    let levels: Vec<u8> = tablen_engine::Level::all().map(tablen_engine::Level::number).collect();
    assert_eq!(catalogue(Lang::En).keys().filter_map(named).collect::<Vec<_>>(), levels);
}

#[test]
fn every_key_is_there_and_used() {
    let mut used = keys_in_crates();
    used.extend(keys_in_page());
    // Test data of the crate that reads catalogues.
    used.remove("no.such.key");
    used.extend(composed_keys());
    for lang in Lang::ALL {
        let there: BTreeSet<String> = catalogue(lang).keys().map(str::to_owned).collect();
        let missing: Vec<_> = used.difference(&there).collect();
        let unused: Vec<_> = there.difference(&used).collect();
        assert!(missing.is_empty() && unused.is_empty(), "{lang:?}: missing {missing:?}, unused {unused:?}");
    }
}

#[test]
fn the_page_gets_what_it_says_and_little_else() {
    /// A refusal that the page knows by its key; its text comes from the server.
    const NEVER_SAID: &str = "table.refusal.stale";
    /// Said on the page by the server, but at home with the other names of games.
    const SAID_BY_SERVER: &str = "game.other.about";
    let used = keys_in_page();
    for lang in Lang::ALL {
        let sent: BTreeSet<String> = page_catalogue(lang).keys().map(str::to_owned).collect();
        let missing: Vec<_> = used.difference(&sent).filter(|key| *key != NEVER_SAID).collect();
        // The page puts a rule's key together from its number.
        let is_composed = |key: &str| key.starts_with("rule.");
        let needless = sent.difference(&used).filter(|key| *key != SAID_BY_SERVER && !is_composed(key));
        let needless: Vec<_> = needless.collect();
        assert!(
            missing.is_empty() && needless.is_empty(),
            "{lang:?}: missing {missing:?}, needless {needless:?}"
        );
    }
}

/// The names of the holes in a text.
fn holes(text: &str) -> BTreeSet<&str> {
    text.split('{')
        .skip(1)
        .filter_map(|part| part.split('}').next())
        .map(|hole| hole.split(':').next().unwrap_or(hole))
        .collect()
}

#[test]
fn translations_have_the_same_holes() {
    for lang in Lang::ALL {
        for key in catalogue(Lang::En).keys() {
            let english = catalogue(Lang::En).get(key).unwrap_or_default();
            let text = catalogue(lang).get(key).unwrap_or_default();
            assert_eq!(holes(text), holes(english), "{lang:?} {key}: {text}");
        }
    }
}

/// They are shown in a small note beside what is played.
#[test]
fn rules_are_told_in_a_few_words() {
    for lang in Lang::ALL {
        for rule in RuleId::all() {
            let text = catalogue(lang).get(&format!("rule.{rule}")).unwrap_or_default();
            assert!((20..=230).contains(&text.chars().count()), "{lang:?} {rule}: {text}");
            assert!(!text.contains(['{', '[', '\n']), "{lang:?} {rule} is shown as it is: {text}");
        }
    }
}

/// French sets a space before double punctuation; where it could break, the mark would begin the next line.
#[test]
fn french_marks_stay_with_their_word() {
    for key in catalogue(Lang::Fr).keys() {
        let text = catalogue(Lang::Fr).get(key).unwrap_or_default();
        let is_mark = |word: &str| word.chars().all(|c| ":;!?%».,)".contains(c));
        // A line may well begin with the sign of a key.
        let broken = text
            .lines()
            .flat_map(|line| line.trim_start().split(' ').skip(1))
            .find(|word| !word.is_empty() && is_mark(word));
        assert_eq!(broken, None, "{key}: {text}");
        assert!(!text.contains("« "), "{key}: {text}");
    }
}
