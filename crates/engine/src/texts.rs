//! What analyses have to say.

tablen_rules::words::crate_texts! {
    /// Every text of this crate.
    "analysis";
    composed: crate::analysis::Mark::ALL.map(|mark| format!("analysis.mark.{}", mark.name()))
}
