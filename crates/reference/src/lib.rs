//! A slow, obvious second reading of the rules, for tests.
//!
//! Everything here is written from the rule texts and shares only data types with [`tablen_rules`]: boards are walked
//! cell by cell and turns are played out step by step, so that each line can be held against the rule it stands for.
//! Random play compares this reading with the fast one; nothing else should use it.

pub mod tafl;
pub mod tavli;
