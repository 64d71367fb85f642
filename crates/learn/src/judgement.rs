//! What the computer says of a position: what booklets tell of it is asked again in tests.

use std::sync::Arc;

use tablen_engine::tafl::solver::{Answer, Solver, Verdict};
use tablen_engine::tavli::{EvaluatorKind, Rollout, roll_out};
use tablen_engine::{Limits, Signals, StandingClock, Stop};
use tablen_rules::tafl::{Bits, Game, Side};
use tablen_rules::tavli;
use tablen_table::analysis::Found;
use tablen_table::study::Node;
use tablen_table::view::Hint;
use tablen_table::{AnyGame, Family as _, Round, TaflRound};

/// So many positions are looked at for a judgement: the same answer every time. Booklets say that a short look is meant.
const NODES: u64 = 100_000;
/// So many for a proof whose length is looked for.
const NODES_OF_A_PROOF: u64 = 2_000_000;
/// So many where its length is known: seconds.
const NODES_OF_A_LONG_PROOF: u64 = 24_000_000;
/// What a proof remembers.
const PROOF_ENTRIES: usize = 1 << 16;
/// How turns are rolled out: what booklets tell of percentages.
const ROLLOUT: Rollout = Rollout { trials: 864, turns: Some(3), enough: Some(0.005), seed: 1, threads: 1 };
/// Of dice every throw is valued by what it leads to; that is a turn ahead already.
const DEPTH_OF_THROWS: u32 = 1;

/// The light side's chance in percent at a node.
pub fn chance(node: &Node) -> Result<f64, String> {
    let lines = judgement(node, 1)?;
    lines.first().map(|(chance, _)| *chance).ok_or_else(|| "nothing can be played".to_owned())
}

/// So many of the best turns at a node, each with the light side's chance in percent after it; before the dice are thrown that of the node, and no turn.
pub fn judgement(node: &Node, lines: usize) -> Result<Vec<(f64, Option<String>)>, String> {
    let table = node.table().map_err(|why| why.to_string())?;
    let round = table.state().round().ok_or("the game is over")?;
    let mut analyst = AnyGame::analyst(round).ok_or("nobody can say anything of this game")?;
    let has_dice = matches!(round, Round::Tavli(_));
    let limits = if has_dice && node.roll.is_none() {
        Limits::depth(DEPTH_OF_THROWS)
    } else if has_dice {
        Limits::default()
    } else {
        Limits::nodes(NODES)
    };
    let (stop, mut last) = (Stop::new(), None);
    analyst.look(round, lines, &limits, Signals::new(&stop, &StandingClock), &mut |found| last = Some(found));
    let text = |hint: &Hint| match hint {
        Hint::Move(hint) => hint.text.clone(),
        Hint::Turn(turn) => turn.text.clone(),
    };
    match last.ok_or("nothing was found")? {
        Found::Lines { lines, .. } | Found::Plays { lines, .. } => {
            Ok(lines.iter().map(|line| (line.chance * 100.0, line.turns.first().map(text))).collect())
        }
        Found::Rolls { chance, .. } => Ok(vec![(chance * 100.0, None)]),
    }
}

/// In how many moves, both sides' counted, a side wins by force from a node on; not in fewer.
pub fn forced_win(node: &Node, side: Side) -> Result<u32, String> {
    match solved(node, side, &Limits::nodes(NODES_OF_A_PROOF))?.verdict {
        Verdict::Wins(win) if win.is_shortest => Ok(win.plies),
        Verdict::Wins(win) => Err(format!("won within {} moves, perhaps in fewer", win.plies)),
        Verdict::CannotWin => Err("there is no forced win".to_owned()),
        Verdict::Unknown => Err("no forced win was found".to_owned()),
    }
}

/// Whether a side wins by force within so many moves, both sides' counted. What could not be decided is an error: nothing is then known of it.
pub fn wins_within(node: &Node, side: Side, moves: u32) -> Result<bool, String> {
    won_within(node, side, moves, NODES_OF_A_LONG_PROOF)
}

fn won_within(node: &Node, side: Side, moves: u32, nodes: u64) -> Result<bool, String> {
    let limits = Limits { nodes: Some(nodes), ..Limits::depth(moves) };
    let Answer { verdict, no_win_below, .. } = solved(node, side, &limits)?;
    match verdict {
        Verdict::Wins(_) => Ok(true),
        Verdict::CannotWin => Ok(false),
        Verdict::Unknown if no_win_below > moves => Ok(false),
        Verdict::Unknown => Err(format!("whether it is won within {moves} moves was not decided")),
    }
}

/// How many games in a hundred the side to move wins in rollouts after a turn.
pub fn rolled_out(position: &tavli::Position, turn: &str) -> Result<f64, String> {
    let turn: tavli::Turn = turn.parse().map_err(|error| format!("{turn}: {error}"))?;
    let after = position.play(&turn).map_err(|error| format!("{turn}: {error}"))?;
    let evaluator = EvaluatorKind::default().evaluator();
    let found = roll_out(&*evaluator, &after, &ROLLOUT, &Stop::new(), &mut |_| {});
    // The enemy throws next.
    found.map(|found| 100.0 * (1.0 - found.chance)).ok_or_else(|| "nothing was rolled out".to_owned())
}

fn solved(node: &Node, side: Side, limits: &Limits) -> Result<Answer, String> {
    let table = node.table().map_err(|why| why.to_string())?;
    match table.state().round() {
        Some(Round::Tafl(TaflRound::Narrow(game))) => Ok(solved_game(game, side, limits)),
        Some(Round::Tafl(TaflRound::Wide(game))) => Ok(solved_game(game, side, limits)),
        Some(Round::Tavli(_)) => Err("dice prove nothing".to_owned()),
        None => Err("the game is over".to_owned()),
    }
}

fn solved_game<B: Bits>(game: &Game<B>, side: Side, limits: &Limits) -> Answer {
    let mut solver = Solver::new(Arc::clone(game.position().rules()), PROOF_ENTRIES);
    let past: Vec<u64> = game.keys_since_capture().collect();
    solver.solve(game.position().state(), side, &past, limits, &Stop::new(), &mut |_| {})
}

#[cfg(test)]
mod tests {
    use tablen_table::Ruleset;

    use super::*;

    /// The king of chess wins in seven moves from the start, and not in five.
    fn start() -> Node {
        let ruleset: Ruleset = "preset:tablut-chess-king first:defenders".parse().expect("rules");
        Node::new(ruleset)
    }

    #[test]
    fn what_was_not_decided_is_no_answer() {
        assert_eq!(won_within(&start(), Side::Defenders, 3, 1_000_000), Ok(false));
        let cut_short = won_within(&start(), Side::Defenders, 5, 1_000);
        assert!(cut_short.is_err(), "{cut_short:?}");
    }
}
