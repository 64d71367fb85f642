//! The games of a match added up.

use serde::{Deserialize, Serialize};
use tablen_table::{Colour, EndReason};

use super::game::{Forfeit, Game, Thinking};
use crate::statistics::{Games, Pairs};

/// The games of a match added up, for its first player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    as_dark: Games,
    as_light: Games,
    pairs: Pairs,
    ends: Vec<(Option<Colour>, EndReason, u64)>,
    lengths: Lengths,
    thinking: [Thinking; 2],
    forfeits: Vec<(u64, Forfeit)>,
}

/// How many turns games had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lengths {
    /// All together.
    pub sum: u64,
    /// The shortest.
    pub least: u64,
    /// The longest.
    pub most: u64,
}

impl Tally {
    pub(super) fn add(&mut self, pair: &[Game; 2]) {
        for game in pair {
            let turns = game.turns();
            let least = if self.games().is_empty() { turns } else { self.lengths.least.min(turns) };
            let (sum, most) = (self.lengths.sum + turns, self.lengths.most.max(turns));
            self.lengths = Lengths { sum, least, most };
            match game.first_player_plays() {
                Colour::Dark => self.as_dark.add(game.points()),
                Colour::Light => self.as_light.add(game.points()),
            }
            if let Some(reason) = game.reason() {
                self.add_end(game.winner(), reason);
            }
            self.forfeits.extend(game.forfeit.clone().map(|forfeit| (game.number, forfeit)));
            for (sum, thinking) in self.thinking.iter_mut().zip(&game.thinking) {
                sum.add(thinking);
            }
        }
        self.pairs.add([pair[0].points(), pair[1].points()]);
    }

    fn add_end(&mut self, winner: Option<Colour>, reason: EndReason) {
        let known = self.ends.iter_mut().find(|(by, why, _)| (*by, *why) == (winner, reason));
        match known {
            Some((_, _, count)) => *count += 1,
            None => {
                self.ends.push((winner, reason, 1));
                self.ends.sort_by_key(|(by, why, _)| (*by, why.name()));
            }
        }
    }

    /// Whether its parts speak of the same games.
    pub(super) fn is_whole(&self) -> bool {
        2 * self.pairs.len() == self.games().len()
    }

    /// All games.
    pub fn games(&self) -> Games {
        self.as_dark.and(&self.as_light)
    }

    /// The games in which the first player had that side.
    pub const fn games_as(&self, colour: Colour) -> Games {
        match colour {
            Colour::Dark => self.as_dark,
            Colour::Light => self.as_light,
        }
    }

    /// The games in pairs.
    pub const fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// How games ended: the side that won, why, and how often.
    pub fn ends(&self) -> &[(Option<Colour>, EndReason, u64)] {
        &self.ends
    }

    /// How long games were.
    pub const fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// The games that a program lost because it failed, by their numbers.
    pub fn forfeits(&self) -> &[(u64, Forfeit)] {
        &self.forfeits
    }

    /// How long each player thought.
    pub const fn thinking(&self) -> &[Thinking; 2] {
        &self.thinking
    }
}
