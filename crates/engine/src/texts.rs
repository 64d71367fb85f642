//! What analyses have to say.

use tablen_rules::words::Texts;

/// Every text of this crate.
pub static TEXTS: Texts = tablen_rules::words::embed_texts!("analysis");

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
    use crate::analysis::Mark;

    #[test]
    fn every_text_is_there_in_every_language_and_used() {
        let marks = Mark::ALL.map(|mark| format!("analysis.mark.{}", mark.name()));
        let faults =
            tablen_rules::words::lint::crate_faults(&TEXTS, Path::new(env!("CARGO_MANIFEST_DIR")), marks);
        assert_eq!(faults, [""; 0]);
    }
}
