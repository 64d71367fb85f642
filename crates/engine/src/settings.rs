//! What a computer player is made of, for every family of games.

use crate::{Level, tafl, tavli};

/// The settings of a computer player for each family of games.
///
/// ```
/// use tablen_engine::{Level, Settings, tafl};
///
/// let material = tafl::Settings { evaluation: tafl::EvaluationKind::Material, ..tafl::Settings::FULL };
/// let settings = Settings { tafl: material, ..Settings::from(Level::STRONGEST) };
/// assert_eq!(settings.tafl.noise, 0);
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// At tafl.
    pub tafl: tafl::Settings,
    /// At tavli.
    pub tavli: tavli::Settings,
}

impl From<Level> for Settings {
    fn from(level: Level) -> Settings {
        Settings { tafl: tafl::levels::settings(level), tavli: tavli::Settings::of(level) }
    }
}
