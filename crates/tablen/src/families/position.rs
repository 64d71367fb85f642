//! A position as the commands about positions need it: `show`, `moves`, `perft`, `playout` and `analyse`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::time::Duration;

use serde_json::Value;
use tablen_engine::Signals;
use tablen_rules::words::Lang;

use super::{Asked, FamilyAnalysis};
use crate::arguments::Given;
use crate::failure::Failure;
use crate::progress::Progress;

/// A position of a family, with its rules.
pub trait FamilyPosition {
    /// The name of the family.
    fn family(&self) -> &'static str;

    /// All that there is to say about it.
    fn as_json(&self) -> Value;

    /// Draws it, and says in sentences what there is to say about it.
    fn show(&self, out: &mut dyn Write, lang: Lang) -> io::Result<()>;

    /// What can be played in it, with a throw where the game has dice.
    fn moves(self: Box<Self>, roll: Option<Given<'_>>) -> Result<Box<dyn MoveList>, Failure>;

    /// How deep sequences can be counted.
    fn perft_depths(&self) -> Depths;

    /// Counts the sequences of moves or turns.
    fn perft(&self, depth: u32, lang: Lang) -> Result<Counted, Failure>;

    /// Plays random games.
    fn playouts(&self, asked: &Playouts, progress: &mut Progress) -> Result<Tally, Failure>;

    /// What the computer would play in it.
    fn analyse(&self, asked: &Asked, signals: Signals<'_>) -> Result<Box<dyn FamilyAnalysis>, Failure>;
}

/// What can be played in a position.
pub trait MoveList {
    /// Lists it, for people or as JSON.
    fn list(&self, is_json: bool, out: &mut dyn Write, lang: Lang) -> Result<(), Failure>;
}

/// How deep sequences can be counted.
pub struct Depths {
    /// Where nothing is said.
    pub usual: u64,
    /// What can be asked for.
    pub bounds: RangeInclusive<u64>,
}

/// What was counted under each first move or roll, and how long it took.
pub type Counted = (Vec<(String, u64)>, Duration);

/// The random games that are asked for.
pub struct Playouts {
    /// How many.
    pub games: u64,
    /// The same seed plays the same games.
    pub seed: u64,
    /// After how many moves or turns a game is cut.
    pub longest: u32,
    /// Whether it is said how the games begin; otherwise the rules may leave it to lots or dice.
    pub is_start_given: bool,
}

/// What came of random games.
#[derive(Default)]
pub struct Tally {
    /// How often each end came about, by the winner's name and the reason's.
    pub ends: BTreeMap<(Option<&'static str>, &'static str), u64>,
    /// The moves or turns of each game.
    pub lengths: Vec<u32>,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, winner: Option<&'static str>, reason: &'static str, length: u32) {
        *self.ends.entry((winner, reason)).or_default() += 1;
        self.lengths.push(length);
    }

    /// Counts a game that has become too long.
    pub fn add_cut(&mut self, length: u32) {
        self.add(None, "cut", length);
    }
}
