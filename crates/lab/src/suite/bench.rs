//! How many positions of a suite the engine solves.

use std::sync::Arc;

use tablen_engine::tafl::solver::{Solver, Verdict};
use tablen_engine::tafl::{EvaluationKind, Player, Settings};
use tablen_engine::{Limits, Stop};
use tablen_rules::tafl::{Bits, Game, Narrow, Position, Rules, Wide, fits_narrow};

use super::{SuitePosition, Theme};

/// Positions solved, of how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Solved.
    pub solved: u32,
    /// Of so many.
    pub all: u32,
}

/// The transposition table of the engine that is measured.
const TABLE_ENTRIES: usize = 1 << 18;

/// How hard the solver tries to show that another move than the listed ones wins too.
const NODES_FOR_ANOTHER_WIN: u64 = 50_000;

/// Whether the engine, new to the game, solves a position within so many nodes: its move is a listed one, or wins as well. Where there is no
/// net for the rules it has the classic evaluation instead.
pub fn solves(position: &SuitePosition, evaluation: EvaluationKind, nodes: u64) -> bool {
    if fits_narrow(&position.preset.ruleset()) {
        solves_on::<Narrow>(position, evaluation, nodes)
    } else {
        solves_on::<Wide>(position, evaluation, nodes)
    }
}

fn solves_on<B: Bits>(position: &SuitePosition, evaluation: EvaluationKind, nodes: u64) -> bool {
    let Ok(rules) = Rules::<B>::new(&position.preset.ruleset()).map(Arc::new) else { return false };
    let Ok(start) = Position::new(&rules, &position.position) else { return false };
    let mut next = *start.state();
    let side = start.side();
    let settings = Settings { evaluation, nodes, table_entries: TABLE_ENTRIES, ..Settings::FULL };
    let mut player = Player::with_settings(Arc::clone(&rules), settings, 0);
    let game = Game::from_position(start);
    let Some(thought) = player.choose(&game, &Stop::new()) else { return false };
    if position.solutions.contains(&thought.mv) {
        return true;
    }
    if position.theme == Theme::OnlyMove {
        return false;
    }
    rules.make(&mut next, thought.mv);
    let limits = Limits { depth: Some(position.plies + 5), ..Limits::nodes(NODES_FOR_ANOTHER_WIN) };
    let answer = Solver::new(rules, 1 << 14).solve(&next, side, &[], &limits, &Stop::new(), &mut |_| {});
    matches!(answer.verdict, Verdict::Wins(_))
}
