//! Names that people give themselves.

/// The longest name of a person, in characters.
const LONGEST_NAME: usize = 32;

/// A name as it is shown: on one line and not too long; nothing if nothing is left of it.
///
/// ```
/// use tablen_host::tidy_name;
///
/// assert_eq!(tidy_name("  Ada\n\tLovelace "), Some("Ada Lovelace".to_owned()));
/// assert_eq!(tidy_name(" \u{0} "), None);
/// ```
pub fn tidy_name(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    let visible = words.iter().filter(|word| !word.is_empty()).copied().collect::<Vec<_>>().join(" ");
    // Marks that turn the direction of what follows would garble what stands beside the name.
    let is_harmless = |c: &char| !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    let name: String = visible.chars().filter(is_harmless).take(LONGEST_NAME).collect();
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tidied() {
        assert_eq!(tidy_name("  Ada\n\tLovelace "), Some("Ada Lovelace".to_owned()));
        assert_eq!(tidy_name("\u{202e}Bo"), Some("Bo".to_owned()));
        assert_eq!(tidy_name(" \u{0} "), None);
        assert_eq!(tidy_name(&"é".repeat(100)).unwrap().chars().count(), LONGEST_NAME);
    }
}
