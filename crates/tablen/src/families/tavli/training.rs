//! Learning the net of tavli's evaluation by self-play.

use std::sync::Arc;

use tablen_engine::tavli::net::Parameters;
pub use tablen_engine::tavli::net::Plain;
use tablen_engine::tavli::{Evaluator, Net};
pub use tablen_lab::train::epochs::Settings as Learning;
pub use tablen_lab::train::examples::Split;
pub use tablen_lab::train::tavli::labelled::{LabelledFile, read as add_labelled};
pub use tablen_lab::train::tavli::labelling::{Labels, Settings as Labelling, label};
pub use tablen_lab::train::tavli::{Settings, Supervised, Training};

/// The game that is trained.
pub const GAME: &str = "tavli";
/// Where its net goes unless it is said.
pub const NET: &str = "tavli.net";

/// The rules by which nets are compared.
pub fn ruleset() -> tablen_table::Ruleset {
    tablen_table::Ruleset::Tavli(tablen_rules::tavli::Ruleset::default())
}

/// A net as it plays.
pub fn evaluator(net: &Plain) -> Arc<dyn Evaluator> {
    Arc::new(Net::new(Parameters::new(net)))
}
