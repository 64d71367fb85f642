//! Positions with proved solutions: what a player of tafl should find.
//!
//! They come from games that the engine plays against itself, and the solver proves them. There are four [themes](Theme). The committed
//! [`POSITIONS`] begin with the command that made them; [`prove`] proves one again and has every proof checked by
//! [`proofs::check`](crate::proofs::check), which knows only the rules.

mod bench;
mod make;
mod prove;

use std::fmt;

use tablen_rules::tafl::{Move, Preset, Setup};
use tablen_rules::words::{Explain, Message, explained};

use crate::lines;

pub use bench::{Score, solves};
pub use make::{Making, make};
pub use prove::prove;

/// The committed positions, in their text form.
pub const POSITIONS: &str = include_str!("../suite/positions.txt");

/// The rulesets that the suite is about.
pub const PRESETS: [Preset; 8] = [
    Preset::Tablut,
    Preset::TablutFreeEdge,
    Preset::TablutCorners,
    Preset::Ashton,
    Preset::Alea,
    Preset::Alea17,
    Preset::Brandubh,
    Preset::Hnefatafl,
];

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Theme {
    /// The defenders escape by force, with one threat after the other.
    Escape,
    /// The defenders force tuichi: two routes at once. The escape is the move after it.
    Tuichi,
    /// The attackers take the king by force.
    Capture,
    /// Every move but one loses by force within the plies of the position; after that one, the other side has no forced win within as many.
    OnlyMove,
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 4] = [Theme::Escape, Theme::Tuichi, Theme::Capture, Theme::OnlyMove];

    /// Its name in the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Escape => "escape",
            Theme::Tuichi => "tuichi",
            Theme::Capture => "capture",
            Theme::OnlyMove => "only-move",
        }
    }

    fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }
}

/// A position with its solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuitePosition {
    /// The rules.
    pub preset: Preset,
    /// What is to be found.
    pub theme: Theme,
    /// A win takes at most so many plies. Of an only move: the other moves lose in so many, themselves included.
    pub plies: u32,
    /// The moves that solve it. Of wins, those proved to win in as few plies; longer wins may exist.
    pub solutions: Vec<Move>,
    /// The position.
    pub position: Setup,
}

impl fmt::Display for SuitePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solutions: Vec<String> = self.solutions.iter().map(ToString::to_string).collect();
        let SuitePosition { preset, theme, plies, position, .. } = self;
        write!(f, "{preset} {} {plies} {} {position}", theme.name(), solutions.join(","))
    }
}

/// A line that is no position of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotASuite {
    /// The line, counted from 1.
    pub line: usize,
    /// What stands there.
    pub text: String,
}

impl Explain for NotASuite {
    fn message(&self) -> Message {
        message!("suite.error").text("line", self.line).text("text", &self.text)
    }
}
explained!(NotASuite);

/// Reads positions, one a line; lines that begin with `#` are remarks.
///
/// ```
/// use tablen_lab::suite;
///
/// let text = "# From a game.\ntablut escape 1 E5-I5 /9/9/9/4t4/t3K4/9/4t4/9/9/ defenders\n";
/// let positions = suite::read(text)?;
/// assert_eq!(positions[0].to_string(), text.lines().nth(1).unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str) -> Result<Vec<SuitePosition>, NotASuite> {
    lines::read(text, read_line).map_err(|(line, text)| NotASuite { line, text })
}

fn read_line(line: &str) -> Option<SuitePosition> {
    let mut words = line.splitn(5, ' ');
    Some(SuitePosition {
        preset: Preset::from_name(words.next()?)?,
        theme: Theme::from_name(words.next()?)?,
        plies: words.next()?.parse().ok()?,
        solutions: words.next()?.split(',').map(|mv| mv.parse().ok()).collect::<Option<_>>()?,
        position: words.next()?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use tablen_rules::tafl::{Rules, Wide};

    use super::*;

    fn positions() -> Vec<SuitePosition> {
        read(POSITIONS).unwrap()
    }

    #[test]
    fn there_are_five_hundred_different_positions_of_all_themes_and_rulesets() {
        let positions = positions();
        assert!(positions.len() >= 500, "{}", positions.len());
        let mut seen = HashSet::new();
        for position in &positions {
            let rules = Rules::<Wide>::new(&position.preset.ruleset()).unwrap();
            let state = rules.state(&position.position).unwrap();
            assert!(seen.insert((position.preset, rules.canonical_key(&state))), "{position}");
        }
        for theme in Theme::ALL {
            assert!(positions.iter().any(|position| position.theme == theme), "{theme:?}");
        }
        for preset in PRESETS {
            assert!(positions.iter().any(|position| position.preset == preset), "{preset}");
        }
    }

    /// Some of them; all where as many games are played as in `./check full`.
    #[test]
    fn positions_are_proved_and_their_proofs_checked() {
        let games = std::env::var("TABLEN_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(0);
        let every = if games >= 20_000 { 1 } else { 5 };
        let positions = positions();
        let faults: Vec<String> = positions
            .iter()
            .step_by(every)
            .filter_map(|position| prove(position).err().map(|fault| format!("{position}: {fault}")))
            .collect();
        assert_eq!(faults, [""; 0]);
    }

    #[test]
    fn a_win_of_another_kind_is_found_out() {
        for theme in [Theme::Escape, Theme::Tuichi] {
            let first = positions().into_iter().find(|position| position.theme == theme).unwrap();
            assert_eq!(prove(&first), Ok(()));
            for other in
                [Theme::Escape, Theme::Tuichi, Theme::Capture].into_iter().filter(|other| *other != theme)
            {
                assert!(
                    prove(&SuitePosition { theme: other, ..first.clone() }).is_err(),
                    "{other:?}: {first}"
                );
            }
        }
    }
}
