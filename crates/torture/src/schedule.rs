//! What happens when: pure, and the same for the same seed.

use fastrand::Rng;

use crate::disk::Loss;

/// How a server's life ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `kill -9`: the operating system keeps what was written.
    Kill,
    /// The power fails, and so much of what was not synced is gone.
    PowerLoss(Loss),
    /// The power fails after so many writes of a checkpoint into the database.
    PowerLossInCheckpoint(Loss, u32),
}

impl Ending {
    /// After how many writes into the database it ends; 0: not by that.
    pub fn database_writes(self) -> u32 {
        match self {
            Ending::PowerLossInCheckpoint(_, writes) => writes,
            Ending::Kill | Ending::PowerLoss(_) => 0,
        }
    }
}

/// One life of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// How long it lasts at least, in milliseconds from when people may come.
    pub millis: u64,
    /// How many events people are told of before it ends; on a slow machine it lasts longer for them.
    pub events: u64,
    /// How it ends.
    pub ending: Ending,
    /// How it is drawn what exactly is lost.
    pub seed: u64,
}

/// What kind of death the servers of one folder die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Killed.
    Kills,
    /// Without power.
    PowerLosses,
}

/// The lives of the servers of one folder, one after the other.
pub fn lives(seed: u64, kind: Kind, count: usize) -> Vec<Life> {
    let mut rng = Rng::with_seed(mixed(&[seed, kind as u64]));
    let life = |_| {
        let ending = match kind {
            Kind::Kills => Ending::Kill,
            Kind::PowerLosses => {
                let loss = Loss::any(&mut rng);
                if rng.u32(..3) == 0 {
                    // Mostly few: what is left of a short life is a handful of pages.
                    let most = [4, 12, 40][rng.usize(..3)];
                    Ending::PowerLossInCheckpoint(loss, 1 + rng.u32(..most))
                } else {
                    Ending::PowerLoss(loss)
                }
            }
        };
        Life { millis: rng.u64(150..900), events: rng.u64(5..60), ending, seed: rng.u64(..) }
    };
    (0..count).map(life).collect()
}

/// A table at which two people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Game {
    /// By which rules.
    pub ruleset: &'static str,
    /// With how much time.
    pub control: &'static str,
}

/// All games, with clocks and without.
pub const GAMES: [Game; 6] = [
    Game { ruleset: "game:tavli", control: "none" },
    Game { ruleset: "preset:tablut", control: "3m+0" },
    Game { ruleset: "preset:alea", control: "none" },
    Game { ruleset: "game:tavli", control: "3m+0" },
    Game { ruleset: "preset:tablut", control: "none" },
    Game { ruleset: "preset:brandubh", control: "5m+3" },
];

/// One number of several: whoever draws with it draws the same in the same place, whatever happened before.
pub fn mixed(parts: &[u64]) -> u64 {
    // The steps of SplitMix64, one for each part.
    parts.iter().fold(0x9e37_79b9_7f4a_7c15, |mixed, part| {
        let mut z = (mixed ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_lives_and_another_gives_others() {
        for kind in [Kind::Kills, Kind::PowerLosses] {
            assert_eq!(lives(7, kind, 50), lives(7, kind, 50));
            assert_eq!(lives(7, kind, 50)[..20], lives(7, kind, 20), "longer forms begin as shorter ones do");
            assert_ne!(lives(7, kind, 50), lives(8, kind, 50));
        }
    }

    #[test]
    fn all_endings_come() {
        let endings: Vec<Ending> = lives(1, Kind::PowerLosses, 300).iter().map(|life| life.ending).collect();
        for loss in [Loss::All, Loss::Nothing, Loss::Tail, Loss::Torn] {
            assert!(endings.contains(&Ending::PowerLoss(loss)), "{loss:?}");
            let inside =
                |ending: &Ending| matches!(ending, Ending::PowerLossInCheckpoint(found, _) if *found == loss);
            assert!(endings.iter().any(inside), "{loss:?} in a checkpoint");
        }
    }
}
