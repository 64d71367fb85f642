//! Learning the net of tavli's evaluation by self-play.

pub use tablen_engine::tavli::net::Plain;
pub use tablen_lab::train::tavli::{Settings, Training};

/// The game that is trained.
pub const GAME: &str = "tavli";
/// Where its net goes unless it is said.
pub const NET: &str = "tavli.net";

/// The rules by which nets are compared.
pub fn ruleset() -> tablen_table::Ruleset {
    tablen_table::Ruleset::Tavli(tablen_rules::tavli::Ruleset::default())
}
