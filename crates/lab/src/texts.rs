//! What a match of computer players has to say.

tablen_rules::words::crate_texts! {
    /// Every text of this crate.
    "book", "lab", "program", "protocol"
}
