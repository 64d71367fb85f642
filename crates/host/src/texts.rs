//! What the host of a table has to say.

tablen_rules::words::crate_texts! {
    /// Every text of this crate.
    "host"
}
