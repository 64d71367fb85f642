//! The module `words` of the rules under its former name.

pub use tablen_rules::words::*;
