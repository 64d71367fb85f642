//! Names and other words that come from strangers and from files, as they can be shown anywhere.
//!
//! What counts is what can be seen, by Unicode's own classes: letters, figures, signs and marks of any script stay; what would be
//! invisible, move a cursor or turn the direction of writing goes.

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::{DefaultIgnorableCodePoint, ExtendedPictographic, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_segmentation::UnicodeSegmentation;

/// The longest name of a person, in characters as people count them.
const LONGEST_NAME: usize = 32;

/// Signs that look like nothing although Unicode does not say so: a pattern of no dots, and a note without a head.
const BLANK: [char; 2] = ['\u{2800}', '\u{1d159}'];

/// As many marks as a letter has in any language, once those are joined to it that can be.
const MOST_MARKS: usize = 3;

/// As many code points as the longest picture that is made of several.
const LONGEST_PICTURE: usize = 10;

const JOINER: char = '\u{200d}';
const AS_PICTURE: char = '\u{fe0f}';

/// A name as it is shown: on one line, visible, and not too long; nothing if nothing is left of it.
///
/// ```
/// use tablen_table::tidy_name;
///
/// assert_eq!(tidy_name("  Ada\n\tLovelace "), Some("Ada Lovelace".to_owned()));
/// assert_eq!(tidy_name("\u{202e}Bo\u{200b}"), Some("Bo".to_owned()));
/// assert_eq!(tidy_name("\u{3164}"), None);
/// ```
pub fn tidy_name(name: &str) -> Option<String> {
    let name = tidy(name, LONGEST_NAME, false);
    (!name.is_empty()).then_some(name)
}

/// What somebody has written, at most so many characters of it: its lines stay, what cannot be seen goes.
pub fn tidy_words(words: &str, most: usize) -> String {
    tidy(words, most, true)
}

/// A name that nobody takes for another's who sits at the same table.
///
/// ```
/// use tablen_table::told_apart;
///
/// assert_eq!(told_apart("Bo".to_owned(), "Ada"), "Bo");
/// assert_eq!(told_apart("ＡＤＡ".to_owned(), "Ada"), "ＡＤＡ (2)");
/// ```
pub fn told_apart(name: String, other: &str) -> String {
    if name.is_empty() || likeness(&name) != likeness(other) {
        return name;
    }
    let kept: String = name.graphemes(true).take(LONGEST_NAME - 4).collect();
    format!("{} (2)", kept.trim_end())
}

/// What names have in common that look the same: letters of any size and width, without the blanks between them.
fn likeness(name: &str) -> String {
    let compatible = ComposingNormalizerBorrowed::new_nfkc();
    let folded: String = compatible.normalize(name).chars().flat_map(char::to_lowercase).collect();
    compatible.normalize(&folded).chars().filter(|c| !c.is_whitespace()).collect()
}

fn tidy(text: &str, most: usize, keeps_lines: bool) -> String {
    // However long it is, no more of it is looked at than could be shown.
    let looked_at: String = text.chars().take(most.saturating_mul(LONGEST_PICTURE)).collect();
    let composed = ComposingNormalizerBorrowed::new_nfc().normalize(&looked_at);
    let mut tidied = String::new();
    let mut count = 0;
    let mut gap = None;
    for cluster in composed.graphemes(true) {
        let visible = visible_part(cluster);
        if visible.is_empty() {
            let is_line = keeps_lines && cluster.contains('\n');
            if is_line {
                gap = Some('\n');
            } else if cluster.chars().any(|c| c.is_whitespace() || c.is_control() || BLANK.contains(&c)) {
                gap.get_or_insert(' ');
            }
            continue;
        }
        let between = gap.take().filter(|_| !tidied.is_empty());
        count += 1 + usize::from(between.is_some());
        if count > most {
            break;
        }
        tidied.extend(between);
        tidied.push_str(&visible);
    }
    tidied
}

/// What can be seen of a character as people count them.
fn visible_part(cluster: &str) -> String {
    let category = CodePointMapData::<GeneralCategory>::new();
    let is_ignorable = |c: char| CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c);
    let is_picture = |c: char| !c.is_ascii() && CodePointSetData::new::<ExtendedPictographic>().contains(c);
    let mut seen = String::new();
    let mut marks = 0;
    let mut before_joiner = false;
    for c in cluster.chars().take(LONGEST_PICTURE) {
        let ends_in_picture = seen.chars().next_back().is_some_and(|last| {
            is_picture(last) || last == AS_PICTURE || ('\u{1f3fb}'..='\u{1f3ff}').contains(&last)
        });
        let stays = match category.get(c) {
            // Pictures are joined to others, and letters shown as pictures, by what nobody sees.
            _ if c == JOINER || c == AS_PICTURE => {
                before_joiner = c == JOINER && ends_in_picture;
                if c == AS_PICTURE && ends_in_picture {
                    seen.push(c);
                }
                false
            }
            _ if is_ignorable(c) || BLANK.contains(&c) => false,
            GeneralCategory::NonspacingMark
            | GeneralCategory::EnclosingMark
            | GeneralCategory::SpacingMark => {
                marks += 1;
                !seen.is_empty() && marks <= MOST_MARKS
            }
            GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::Surrogate
            | GeneralCategory::PrivateUse
            | GeneralCategory::Unassigned
            | GeneralCategory::SpaceSeparator
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator => false,
            _ => true,
        };
        if stays {
            if std::mem::take(&mut before_joiner) && is_picture(c) {
                seen.push(JOINER);
            }
            seen.push(c);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        for invisible in [
            "\u{3164}",
            "\u{2800}",
            "\u{ad}",
            "\u{115f}",
            "\u{1160}",
            "\u{ffa0}",
            "\u{2060}",
            "\u{180e}",
            "\u{e0041}\u{e0042}",
            "\u{61c}",
            "\u{200d}",
            "\u{fe0f}",
            "\u{34f}",
            " \u{0} ",
            "\u{1b}",
            "\u{301}",
            "\u{e000}",
            "\u{1d159}",
            "\u{2003}",
        ] {
            assert_eq!(tidy_name(invisible), None, "{}", invisible.escape_unicode());
            let around = format!("A{invisible}da");
            assert!(["Ada", "A da", "\u{c1}da"].contains(&&*tidy_name(&around).unwrap()), "{around:?}");
        }
        assert_eq!(tidy_name("Ada\u{61c}\u{202e}"), Some("Ada".to_owned()));
    }

    #[test]
    fn letters_have_no_more_marks_than_they_need() {
        let tower = format!("a{}", "\u{335}".repeat(31));
        assert_eq!(tidy_name(&tower).unwrap().chars().count(), 1 + MOST_MARKS);
        for name in ["Zoë", "Nguyễn Thị", "किशोर", "שָׁלוֹם", "Ελένη", "林", "محمد", "ප්‍රියා"]
        {
            let tidied = tidy_name(name).unwrap();
            assert_eq!(tidied.replace(JOINER, ""), name.replace(JOINER, ""), "{tidied}");
        }
    }

    #[test]
    fn pictures_of_several_code_points_stay_whole() {
        for picture in ["👩‍👩‍👧‍👦", "🏳️‍🌈", "👩🏽‍🚀", "❤️", "🇮🇹", "👍🏿"]
        {
            assert_eq!(tidy_name(&format!("Ada {picture}")), Some(format!("Ada {picture}")));
        }
        // One picture is one character, and is never cut in two.
        let family = "👩‍👩‍👧‍👦".repeat(40);
        assert_eq!(tidy_name(&family).unwrap().graphemes(true).count(), LONGEST_NAME);
        assert!(tidy_name(&family).unwrap().chars().all(|c| c != '\u{fffd}'));
    }

    #[test]
    fn names_are_short_and_words_have_lines() {
        assert_eq!(tidy_name(&"é".repeat(200_000)).unwrap().chars().count(), LONGEST_NAME);
        assert_eq!(tidy_name("a\nb\u{85}c"), Some("a b c".to_owned()));
        assert_eq!(tidy_words(" one\r\ntwo\u{1b}[31m\n\nthree ", 100), "one\ntwo [31m\nthree");
        assert_eq!(tidy_words("abcdef", 3), "abc");
    }

    #[test]
    fn names_that_look_the_same_are_told_apart() {
        for (name, other, apart) in [
            ("ada", "Ada", "ada (2)"),
            ("A d a", "Ada", "A d a (2)"),
            ("ﬁn", "FIN", "ﬁn (2)"),
            ("Ada", "Bo", "Ada"),
            ("", "", ""),
        ] {
            assert_eq!(told_apart(name.to_owned(), other), apart);
        }
        let long = "x".repeat(LONGEST_NAME);
        assert_eq!(told_apart(long.clone(), &long).chars().count(), LONGEST_NAME);
    }
}
