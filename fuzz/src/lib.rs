//! What the fuzz targets share: choices made from an input, and properties that must hold of whatever was chosen.
//!
//! A target never judges what the rules say, which is for tests to do; it looks for panics, for answers that contradict
//! each other, and for texts that do not read back.

mod bytes;
pub mod table;
pub mod tafl;
pub mod tavli;
pub mod text;

pub use bytes::Bytes;
