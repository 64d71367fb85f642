//! What tests ask of catalogues: every text is there in every language, and every text there is used.
//!
//! Each function returns what it found wrong in plain words, so that a test is one comparison with an empty list.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{Catalogue, Lang, Texts};

/// Checks the texts of a crate: the files in its folder `content` and the keys in its folder `src`.
///
/// `composed` are the keys that its code puts together, or that it offers to other crates.
pub fn crate_faults(
    texts: &Texts,
    crate_folder: &Path,
    composed: impl IntoIterator<Item = String>,
) -> Vec<String> {
    let mut faults = text_faults(texts);
    faults.extend(folder_faults(&[texts], &crate_folder.join("content")));
    let sources = read_all(&files_below(&crate_folder.join("src"), "rs"));
    let mut used = keys_in(texts, &sources, &['"']);
    used.extend(composed);
    faults.extend(key_faults(texts, &used));
    // A key of another crate's texts would pass unnoticed above.
    let known = texts.catalogue(Lang::En);
    let said = sources.iter().flat_map(|source| source.split("message!(\"").skip(1));
    let unknown = said.filter_map(|rest| rest.split('"').next()).filter(|key| known.get(key).is_none());
    faults.extend(unknown.map(|key| format!("message!(\"{key}\") has no text in this crate")));
    faults
}

/// Checks the catalogues by themselves: lines that cannot be read, keys that stand twice, keys and holes that one language has and
/// another has not, and French punctuation whose space is not the narrow one that never breaks.
pub fn text_faults(texts: &Texts) -> Vec<String> {
    let mut faults = Vec::new();
    let english = texts.catalogue(Lang::En);
    for lang in Lang::ALL {
        let code = lang.code();
        let mut seen = BTreeSet::new();
        for source in texts.sources(lang) {
            let (catalogue, errors) = Catalogue::parse(source);
            let title = source.lines().next().unwrap_or_default();
            faults.extend(errors.iter().map(|error| format!("{code}, file “{title}”: {error}")));
            let twice = catalogue.keys().filter(|key| !seen.insert((*key).to_owned()));
            faults.extend(twice.map(|key| format!("{code}: {key} stands in two files")));
        }
        let catalogue = texts.catalogue(lang);
        let only = |one: &Catalogue, other: &Catalogue| -> Vec<String> {
            one.keys().filter(|key| other.get(key).is_none()).map(str::to_owned).collect()
        };
        faults.extend(only(english, catalogue).iter().map(|key| format!("{code}: {key} is missing")));
        faults.extend(only(catalogue, english).iter().map(|key| format!("{code}: {key} is not in English")));
        for key in english.keys() {
            if let (Some(source), Some(text)) = (english.get(key), catalogue.get(key))
                && holes(source) != holes(text)
            {
                faults.push(format!("{code}: {key} has other holes than in English"));
            }
        }
    }
    let french = texts.catalogue(Lang::Fr);
    let broken = french.keys().filter(|key| french.get(key).is_some_and(parts_marks_from_words));
    faults.extend(broken.map(|key| format!("fr: {key} has a space that can break before a mark")));
    let wide = french.keys().filter(|key| french.get(key).is_some_and(sets_marks_apart_widely));
    faults.extend(wide.map(|key| format!("fr: {key} has a wide space at a mark: U+202F is the narrow one")));
    faults
}

/// Checks that the texts are those of all files in a folder, `en/table.txt` and so on.
pub fn folder_faults(texts: &[&Texts], folder: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for lang in Lang::ALL {
        let files = files_below(&folder.join(lang.code()), "txt");
        let there: BTreeMap<String, PathBuf> =
            files.iter().filter_map(|file| Some((fs::read_to_string(file).ok()?, file.clone()))).collect();
        let embedded: BTreeSet<&str> = texts.iter().flat_map(|texts| texts.sources(lang)).copied().collect();
        let unread = there.iter().filter(|(text, _)| !embedded.contains(text.as_str()));
        faults.extend(unread.map(|(_, file)| format!("{} is not among the texts", file.display())));
        if files.len() != embedded.len() {
            faults.push(format!("{}: {} files, {} embedded", lang.code(), files.len(), embedded.len()));
        }
    }
    faults
}

/// Checks that exactly the used keys have texts.
pub fn key_faults(texts: &Texts, used: &BTreeSet<String>) -> Vec<String> {
    let there: BTreeSet<String> = texts.catalogue(Lang::En).keys().map(str::to_owned).collect();
    let missing = used.difference(&there).map(|key| format!("{key} is used and has no text"));
    let needless = there.difference(used).map(|key| format!("{key} has a text and is not used"));
    missing.chain(needless).collect()
}

/// Every string in some sources that has the form of a key of these texts: its first part is that of a key there is.
pub fn keys_in(texts: &Texts, sources: &[String], quotation_marks: &[char]) -> BTreeSet<String> {
    let first_part = |key: &str| key.split('.').next().unwrap_or_default().to_owned();
    let known: BTreeSet<String> = texts.catalogue(Lang::En).keys().map(first_part).collect();
    let is_key = |literal: &&str| {
        literal.contains('.')
            && !literal.ends_with('.')
            && literal.bytes().all(|byte| byte.is_ascii_lowercase() || b".-_0123456789".contains(&byte))
            && known.contains(&first_part(literal))
    };
    // What stands between two quotation marks; escapes do not occur in keys.
    sources
        .iter()
        .flat_map(|source| source.split(quotation_marks))
        .filter(is_key)
        .map(str::to_owned)
        .collect()
}

/// The contents of files.
pub fn read_all(files: &[PathBuf]) -> Vec<String> {
    files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect()
}

/// The files below a folder whose names have an ending. What others wrote (`node_modules`) is left out.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            if !path.ends_with("node_modules") {
                found.extend(files_below(&path, ending));
            }
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found
}

/// The names of the holes in a text.
fn holes(text: &str) -> BTreeSet<&str> {
    text.split('{')
        .skip(1)
        .filter_map(|part| part.split('}').next())
        .map(|hole| hole.split(':').next().unwrap_or(hole))
        .collect()
}

/// French sets a space before double punctuation; where it could break, the mark would begin the next line.
fn parts_marks_from_words(text: &str) -> bool {
    let is_mark = |word: &str| word.chars().all(|c| ":;!?%».,)".contains(c));
    // A line may well begin with the sign of a key.
    let mut words = text.lines().flat_map(|line| line.trim_start().split(' ').skip(1));
    text.contains("« ") || words.any(|word| !word.is_empty() && is_mark(word))
}

/// The space at a French mark is narrow, everywhere: texts stand beside each other.
pub fn sets_marks_apart_widely(text: &str) -> bool {
    const WIDE: char = '\u{a0}';
    let after_wide = text.split(WIDE).skip(1);
    let mut before_marks = after_wide.map(|rest| rest.starts_with([':', ';', '!', '?', '%', '»']));
    before_marks.any(|is_mark| is_mark) || text.contains("«\u{a0}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_fault_is_found() {
        static TEXTS: Texts = Texts::new([
            &["a.one = {x}\na.two = two\nnonsense", "a.two = again"],
            &["a.one = {y}\u{a0}: «\u{202f}un\u{202f}»\na.two = deux !"],
            &["a.one = {x}\na.three = tre"],
        ]);
        assert_eq!(
            text_faults(&TEXTS),
            [
                "en, file “a.one = {x}”: line 3: expected `key = text`",
                "en: a.two stands in two files",
                "fr: a.one has other holes than in English",
                "it: a.two is missing",
                "it: a.three is not in English",
                "fr: a.two has a space that can break before a mark",
                "fr: a.one has a wide space at a mark: U+202F is the narrow one",
            ]
        );
        let source = r#"say("a.one"), "a.new", "b.other", "a.""#.to_owned();
        let used = keys_in(&TEXTS, &[source], &['"']);
        assert_eq!(
            key_faults(&TEXTS, &used),
            ["a.new is used and has no text", "a.two has a text and is not used"]
        );
    }
}
