//! A checksum of behaviour.

use std::sync::Arc;

use tablen_rules::tafl::{Bits, Game, Narrow, Preset, Rules, Side, Wide, fits_narrow};

use super::classic::Classic;
use super::engine::Engine;
use super::evaluation::Evaluation;
use super::net::Net;
use crate::{Limits, Stop};

/// What is looked at, and how many moves ahead: boards of all sizes, goals of all kinds.
pub const BENCH_DEPTHS: [(Preset, u32); 8] = [
    (Preset::Tablut, 4),
    (Preset::TablutFreeEdge, 4),
    (Preset::TablutCorners, 4),
    (Preset::TablutChessKing, 4),
    (Preset::Ashton, 5),
    (Preset::Brandubh, 5),
    (Preset::Hnefatafl, 3),
    (Preset::Alea17, 2),
];

/// The moves that lead from the start to the second position of each game, by their numbers among the legal ones.
const OPENING: [u64; 4] = [17, 5, 29, 11];

/// The transposition table of the bench: small, so that making room is part of it.
const BENCH_ENTRIES: usize = 1 << 14;

/// How many positions are looked at in all of it. Changes on purpose only: with a change of search or evaluation comes the new number here,
/// and what was found before is no longer taken for what is found now (`analysis::basis`).
pub const BENCHED: u64 = 78_616;

/// What was looked at in one game of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchCount {
    /// The rules.
    pub preset: Preset,
    /// Positions, by the classic evaluation.
    pub classic: u64,
    /// Positions, by the net of the rules, if there is one.
    pub net: Option<u64>,
}

impl BenchCount {
    /// All positions.
    pub fn nodes(self) -> u64 {
        self.classic + self.net.unwrap_or_default()
    }
}

/// The numbers of positions looked at in all of [`BENCH_DEPTHS`], at the start and some moves later, always the same for the same code:
/// every change of search or evaluation changes one.
pub fn bench() -> impl Iterator<Item = BenchCount> {
    BENCH_DEPTHS.into_iter().filter_map(|(preset, depth)| {
        let ruleset = preset.ruleset();
        if fits_narrow(&ruleset) {
            Rules::<Narrow>::new(&ruleset).ok().map(|rules| count(preset, rules, depth))
        } else {
            Rules::<Wide>::new(&ruleset).ok().map(|rules| count(preset, rules, depth))
        }
    })
}

fn count<B: Bits>(preset: Preset, rules: Rules<B>, depth: u32) -> BenchCount {
    let rules = Arc::new(rules);
    let classic = nodes(&rules, Classic::new(&rules), depth);
    BenchCount { preset, classic, net: Net::of(&rules).map(|net| nodes(&rules, net, depth)) }
}

fn nodes<B: Bits, E: Evaluation<B>>(rules: &Arc<Rules<B>>, evaluation: E, depth: u32) -> u64 {
    let first = rules.ruleset().first_side().unwrap_or(Side::Attackers);
    let mut game = Game::start(rules, first);
    let mut engine = Engine::with_evaluation(Arc::clone(rules), BENCH_ENTRIES, evaluation);
    let mut think = |game: &Game<B>| {
        engine
            .think(game, &Limits::depth(depth), &Stop::new(), &mut |_| {})
            .map_or(0, |thought| thought.nodes)
    };
    let mut nodes = think(&game);
    for number in OPENING {
        let position = game.position();
        let rules = position.rules();
        let count = rules.count_moves(position.state()).max(1);
        if let Some(mv) = rules.nth_move(position.state(), number % count) {
            // A listed move is legal; after the end of the game there is nothing more to play.
            let _ = game.play(mv);
        }
    }
    nodes += think(&game);
    nodes
}
