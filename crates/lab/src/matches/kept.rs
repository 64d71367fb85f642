//! Matches that are kept in a file, so that a long one goes on where it was after it was ended, or killed.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tablen_rules::words::{Explain, Message, explained};

use super::{Settings, Tally};
use crate::drawn_rules::DrawnRules;
use crate::openings::Openings;

/// What has been played of any number of matches. Each is known by its settings; how many games it is to have and when it may stop early
/// do not belong to them, so a match that is over can become longer. What is in the files that players name, their nets and programs, is not
/// looked at.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::time::Duration;
/// use tablen_engine::Stop;
/// use tablen_lab::matches::{Kept, Settings, go_on, run};
/// use tablen_table::Ruleset;
///
/// let players = tablen_lab::players::two("level:2,level:1")?;
/// let short = Settings { pairs: 1, ..Settings::new(Ruleset::from_preset("tavli").unwrap(), players) };
/// let played = run(&short, 1, &Stop::new(), |_, _| ControlFlow::Continue(()))?;
/// let mut kept = Kept::default();
/// kept.keep(&short, &played.tally, Duration::from_secs(1));
///
/// let again = Kept::from_bytes(&kept.to_bytes())?;
/// let longer = Settings { pairs: 2, ..short };
/// let (tally, _) = again.of(&longer).unwrap();
/// let played = go_on(&longer, tally, 1, &Stop::new(), |_, _| ControlFlow::Continue(()))?;
/// assert_eq!(played.tally.games().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    matches: Vec<KeptMatch>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptMatch {
    played: Known,
    tally: Tally,
    seconds: f64,
}

/// What a match is known by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Known {
    rules: String,
    random_options: bool,
    players: [String; 2],
    seed: u64,
    openings: String,
    plies: u32,
}

impl Known {
    fn of(settings: &Settings) -> Known {
        Known {
            rules: match settings.drawn_rules {
                DrawnRules::AsGiven | DrawnRules::AllOptions => settings.ruleset.to_string(),
                DrawnRules::SameGoalKind => format!("{}, goals of its kind", settings.ruleset),
            },
            random_options: settings.drawn_rules != DrawnRules::AsGiven,
            players: settings.players.each_ref().map(|player| player.text()),
            seed: settings.seed,
            openings: match &settings.openings {
                Openings::Random(moves) => format!("{moves} random moves"),
                Openings::Book(book) => format!("a book of {}, {:016x}", book.len(), book.fingerprint()),
            },
            plies: settings.longest,
        }
    }
}

impl Kept {
    /// What has been played of a match, and how long that took.
    pub fn of(&self, settings: &Settings) -> Option<(Tally, Duration)> {
        let known = Known::of(settings);
        let kept = self.matches.iter().find(|kept| kept.played == known)?;
        Some((kept.tally.clone(), Duration::try_from_secs_f64(kept.seconds).unwrap_or_default()))
    }

    /// So much of a match has been played, and so long it took in all.
    pub fn keep(&mut self, settings: &Settings, tally: &Tally, elapsed: Duration) {
        let played = Known::of(settings);
        let new = KeptMatch { played, tally: tally.clone(), seconds: elapsed.as_secs_f64() };
        match self.matches.iter_mut().find(|kept| kept.played == new.played) {
            Some(kept) => *kept = new,
            None => self.matches.push(new),
        }
    }

    /// All of it, as JSON.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }

    /// Reads what [`Kept::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Kept, NotMatches> {
        let kept: Kept = serde_json::from_slice(bytes).map_err(|error| NotMatches(error.to_string()))?;
        match kept.matches.iter().find(|kept| !kept.tally.is_whole()) {
            Some(kept) => Err(NotMatches(format!("{} pairs", kept.tally.pairs().len()))),
            None => Ok(kept),
        }
    }
}

/// A file that holds no matches, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotMatches(String);

impl Explain for NotMatches {
    fn message(&self) -> Message {
        message!("match.error.not-matches").text("error", &self.0)
    }
}
explained!(NotMatches);
