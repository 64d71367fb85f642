//! Proving a position of the suite again.

use std::sync::Arc;

use tablen_engine::tafl::solver::{Solver, Verdict, Win};
use tablen_engine::{Limits, Stop};
use tablen_rules::tafl::{Bits, Move, Narrow, Reason, Rules, Side, State, Wide, fits_narrow};

use super::make::NODES_FOR_A_WIN;
use super::{SuitePosition, Theme};
use crate::proofs;

/// The positions that are looked at for one proof, at most: more than were when the position was found.
const NODES: u64 = 3_000_000;
/// No proof of the suite is larger.
const MOST_TREE_NODES: usize = 1_000_000;

/// Proves a position again and has each proof checked. Of a win that is one for every solution; of an only move one for every other move, and
/// the solver must find that the move itself does not lose as fast.
pub fn prove(position: &SuitePosition) -> Result<(), String> {
    let ruleset = position.preset.ruleset();
    if fits_narrow(&ruleset) { prove_on::<Narrow>(position) } else { prove_on::<Wide>(position) }
}

fn prove_on<B: Bits>(position: &SuitePosition) -> Result<(), String> {
    let rules = Rules::<B>::new(&position.preset.ruleset()).map_err(|faults| faults.to_string())?;
    let state = rules.state(&position.position).map_err(|faults| faults.to_string())?;
    let rules = Arc::new(rules);
    let mut solver = Solver::new(Arc::clone(&rules), 1 << 15);
    let after = |mv: Move| {
        let mut next = state;
        rules.make(&mut next, mv);
        next
    };
    let mut moves = Vec::new();
    rules.moves_into(&state, &mut moves);
    let is_solution = |mv: &Move| position.solutions.contains(mv);
    if position.solutions.is_empty() || !position.solutions.iter().all(|mv| moves.contains(mv)) {
        return Err("a solution is not legal".to_owned());
    }
    let plies = position.plies - 1;
    if position.theme != Theme::OnlyMove {
        let side = state.side();
        for mv in &position.solutions {
            check_win(&mut solver, &after(*mv), side, plies)?;
        }
        return check_theme(&mut solver, &state, position);
    }
    let enemy = state.side().other();
    for mv in moves.iter().filter(|mv| !is_solution(mv)) {
        check_win(&mut solver, &after(*mv), enemy, plies)?;
    }
    let limits = Limits { depth: Some(plies), ..Limits::nodes(NODES) };
    let answer = solver.solve(&after(position.solutions[0]), enemy, &[], &limits, &Stop::new(), &mut |_| {});
    match answer.verdict {
        Verdict::Wins(_) => Err("the only move loses too".to_owned()),
        Verdict::CannotWin => Ok(()),
        Verdict::Unknown if answer.no_win_below > plies => Ok(()),
        Verdict::Unknown => Err("the only move is not seen to hold".to_owned()),
    }
}

/// Whether the win is of the kind that is told. Where several replies hold out equally long the kind may hang on the one that the solver
/// meets first, and that on its limits: those of the search that found the position are tried too.
fn check_theme<B: Bits>(
    solver: &mut Solver<B>,
    state: &State<B>,
    position: &SuitePosition,
) -> Result<(), String> {
    let mut found = None;
    for nodes in [NODES, NODES_FOR_A_WIN] {
        let limits = Limits { depth: Some(position.plies), ..Limits::nodes(nodes) };
        let answer = solver.solve(state, state.side(), &[], &limits, &Stop::new(), &mut |_| {});
        let Verdict::Wins(win) = answer.verdict else { return Err("not proved".to_owned()) };
        found = theme_of(solver.rules(), state, &win);
        if found == Some(position.theme) {
            return Ok(());
        }
    }
    Err(format!("not {}, but {}", position.theme.name(), found.map_or("nothing", Theme::name)))
}

/// What kind of win it is, by its main line.
pub(super) fn theme_of<B: Bits>(rules: &Rules<B>, state: &State<B>, win: &Win) -> Option<Theme> {
    let mut now = *state;
    let mut routes = 0;
    for (number, mv) in win.line.iter().enumerate() {
        rules.make(&mut now, *mv);
        // The last move but one of the side that wins.
        if number + 3 == win.line.len() {
            routes = rules.king_reach(&now).routes;
        }
    }
    match rules.outcome(&now)?.reason {
        Reason::Escape if routes >= 2 && win.plies >= 5 => Some(Theme::Tuichi),
        Reason::Escape => Some(Theme::Escape),
        Reason::Capture => Some(Theme::Capture),
        Reason::NoMove | Reason::Repetition => None,
    }
}

fn check_win<B: Bits>(
    solver: &mut Solver<B>,
    state: &State<B>,
    side: Side,
    plies: u32,
) -> Result<(), String> {
    let limits = Limits { depth: Some(plies), ..Limits::nodes(NODES) };
    let answer = solver.solve(state, side, &[], &limits, &Stop::new(), &mut |_| {});
    let Verdict::Wins(win) = answer.verdict else { return Err("not proved".to_owned()) };
    let tree = solver.tree(state, side, win.plies, MOST_TREE_NODES).ok_or("the proof is too large")?;
    let checked = proofs::check(&tree.to_string()).map_err(|error| error.to_string())?;
    let is_the_same = checked.position == solver.rules().setup(state)
        && checked.ruleset == *solver.rules().ruleset()
        && checked.winner == side
        && checked.plies <= plies;
    if is_the_same { Ok(()) } else { Err("the proof is of something else".to_owned()) }
}
