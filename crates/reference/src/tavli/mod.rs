//! Zeno's tavli, read literally (Z1–Z20).

mod steps;
#[cfg(test)]
mod tests;
mod turn;

use std::collections::HashSet;

use tablen_rules::tavli::{MEN, Roll, Ruleset, Setup, Side, Step};

use turn::Turn;

/// After so many turns without a winner the game is a draw (Z20).
const TURN_LIMIT: u16 = 2000;

/// Who has borne off all fifteen men, if anyone (Z4).
pub fn winner(setup: &Setup) -> Option<Side> {
    Side::ALL.into_iter().find(|side| setup.men[*side].off == MEN)
}

/// Whether the game is a draw (Z20).
pub fn is_draw(setup: &Setup) -> bool {
    winner(setup).is_none() && setup.turns >= TURN_LIMIT
}

/// Every distinct position after a legal complete turn (Z5–Z7); none when the game is over.
pub fn results(ruleset: &Ruleset, setup: &Setup, roll: Roll) -> HashSet<Setup> {
    results_within(ruleset, setup, roll, usize::MAX).unwrap_or_default()
}

/// As [`results`], but gives up when more than `max_nodes` positions come up inside the turn: three alike can lead to
/// hundreds of thousands.
pub fn results_within(
    ruleset: &Ruleset,
    setup: &Setup,
    roll: Roll,
    max_nodes: usize,
) -> Option<HashSet<Setup>> {
    if is_over(setup) {
        return Some(HashSet::new());
    }
    let turn = Turn::new(ruleset, setup, roll);
    let ends = turn.ends_within(turn.beginning(), max_nodes)?;
    let duty = turn.duty(&ends);
    Some(
        ends.into_iter()
            .filter(|end| turn.is_legal_end(&duty, end))
            .map(|end| turn.handed_over(&end))
            .collect(),
    )
}

/// The steps with which a turn that began with `played` can legally go on, sorted (Z7). `played` is taken to be the
/// beginning of a legal turn.
pub fn next_steps(ruleset: &Ruleset, start: &Setup, roll: Roll, played: &[Step]) -> Vec<Step> {
    if is_over(start) {
        return Vec::new();
    }
    let turn = Turn::new(ruleset, start, roll);
    let duty = turn.duty(&turn.ends(turn.beginning()));
    let now = turn.after(played);
    let mut steps = turn.steps(&now);
    steps.retain(|step| turn.ends(turn.stepped(&now, *step)).iter().any(|end| turn.is_legal_end(&duty, end)));
    steps.sort_unstable();
    steps
}

/// Whether a turn that began with `played` may end there (Z7). `played` is taken to be the beginning of a legal turn.
pub fn may_stop(ruleset: &Ruleset, start: &Setup, roll: Roll, played: &[Step]) -> bool {
    if is_over(start) {
        return false;
    }
    let turn = Turn::new(ruleset, start, roll);
    let duty = turn.duty(&turn.ends(turn.beginning()));
    let now = turn.after(played);
    turn.steps(&now).is_empty() && turn.is_legal_end(&duty, &now)
}

fn is_over(setup: &Setup) -> bool {
    winner(setup).is_some() || is_draw(setup)
}
