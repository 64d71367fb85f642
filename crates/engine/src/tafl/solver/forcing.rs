//! Wins in one move, threats of them, and the moves that could answer: exactly what the rules say, as fast as can be.

use tablen_rules::tafl::{Bases, Bits, Cell, Move, Rules, Side, Siege, Stalemate, State, ThroneStop};

/// A move of the side to move that wins at once, if there is one: the king's to a goal, one that takes him, alone or in company, or
/// one that leaves the other side without a move where that loses.
pub(super) fn immediate_win<B: Bits>(rules: &Rules<B>, state: &State<B>) -> Option<Move> {
    king_decides(rules, state).or_else(|| stalemating(rules, state))
}

/// As [`immediate_win`], by the king's escape or capture.
fn king_decides<B: Bits>(rules: &Rules<B>, state: &State<B>) -> Option<Move> {
    match state.side() {
        Side::Defenders => escape(rules, state),
        Side::Attackers => taking_move(rules, state).or_else(|| taking_seldom(rules, state)),
    }
}

/// The king's move to a goal, if it were his turn.
fn escape<B: Bits>(rules: &Rules<B>, state: &State<B>) -> Option<Move> {
    let reach = rules.king_reach(state);
    if reach.routes == 0 {
        return None;
    }
    let mut found = None;
    reach.visit(|to| {
        if found.is_none() && rules.goal_rows().contains(to) {
            found = Some(Move::new(state.king(), to));
        }
    });
    found
}

/// An attackers' move to the last free side of the king that takes him. Attackers are to move.
fn taking_move<B: Bits>(rules: &Rules<B>, state: &State<B>) -> Option<Move> {
    let mut found = None;
    let mut try_cell = |cell: Cell| {
        rules.visit_moves_to(state, cell, |mv| {
            if found.is_none() {
                let mut next = *state;
                rules.make(&mut next, mv);
                if next.king_captured() {
                    found = Some(mv);
                }
            }
        });
    };
    match rules.siege(state) {
        Siege::Surrounding { missing, .. } => missing.into_iter().for_each(&mut try_cell),
        Siege::Pincer(lines) if lines == [None; 2] => {}
        Siege::Pincer(_) => {
            // Of two hostile cells the siege names one, and the other may be the one that can be reached.
            for cell in state.king().neighbours(rules.size()) {
                try_cell(cell);
            }
        }
    }
    found
}

/// An attackers' move that takes the king in a way that is too seldom to be looked for directly: he walked between them himself,
/// so that any move takes him, or he is taken in company.
fn taking_seldom<B: Bits>(rules: &Rules<B>, state: &State<B>) -> Option<Move> {
    let is_held = matches!(rules.siege(state), Siege::Surrounding { held: 4, .. });
    if !is_held && !rules.may_take_company(state) {
        return None;
    }
    first_move(rules, state, |next| next.king_captured())
}

/// A move after which the other side has none, where that loses (T11).
fn stalemating<B: Bits>(rules: &Rules<B>, state: &State<B>) -> Option<Move> {
    if rules.ruleset().stalemate != Stalemate::Loses {
        return None;
    }
    // A piece that arrives takes from the others at most the cells of its row and its column; each of three men captured had at most
    // as many of its own. A base that is held anew closes as many to the king.
    let line_pair = 2 * u64::from(rules.size() - 1) + 4;
    let closing = if rules.ruleset().bases == Bases::ClosedWhileHeld { line_pair } else { 0 };
    let mobility = rules.count_moves(&rules.pass(state));
    let has_none = |next: &State<B>| rules.decided(next).is_none() && !rules.has_move(next);
    if mobility <= line_pair + closing {
        return first_move(rules, state, has_none);
    }
    if mobility > 4 * line_pair + closing {
        return None;
    }
    let spots = rules.capture_spots(state);
    let mut found = None;
    spots.visit(rules.size(), |cell| {
        rules.visit_moves_to(state, cell, |mv| {
            if found.is_none() {
                let mut next = *state;
                let made = rules.make(&mut next, mv);
                if !made.captured.is_empty() && has_none(&next) {
                    found = Some(mv);
                }
            }
        });
    });
    found
}

fn first_move<B: Bits>(
    rules: &Rules<B>,
    state: &State<B>,
    is_wanted: impl Fn(&State<B>) -> bool,
) -> Option<Move> {
    let mut found = None;
    rules.visit_moves(state, |mv| {
        if found.is_none() {
            let mut next = *state;
            rules.make(&mut next, mv);
            if is_wanted(&next) {
                found = Some(mv);
            }
        }
    });
    found
}

/// The move by which a side would win if it were its turn: its threat, when the other side is to move. Only threats that are answered by
/// known moves are looked for: escapes, and captures of the king on his last free side.
pub(super) fn threat<B: Bits>(rules: &Rules<B>, state: &State<B>, side: Side) -> Option<Move> {
    match side {
        Side::Defenders => escape(rules, state),
        Side::Attackers if state.side() == Side::Attackers => taking_move(rules, state),
        Side::Attackers => match rules.siege(state).missing() {
            [None, None] => None,
            _ => taking_move(rules, &rules.pass(state)),
        },
    }
}

/// Puts into `moves` the moves of the side to move that could answer a [`threat`] of the other side: any other move loses at once, unless
/// it is an [`immediate_win`]. Not all of them do answer it. False, and no moves, if any legal move could.
pub(super) fn answers<B: Bits>(
    rules: &Rules<B>,
    state: &State<B>,
    threat: Move,
    moves: &mut Vec<Move>,
) -> bool {
    moves.clear();
    match state.side() {
        Side::Attackers => {
            // An attacker who comes into a base can close it from afar (T16).
            if rules.ruleset().bases == Bases::ClosedWhileHeld {
                return false;
            }
            // Nobody stops on two ways at once.
            if rules.king_reach(state).routes == 1 {
                for cell in between(threat, rules.size()).chain([threat.to]) {
                    rules.visit_moves_to(state, cell, |mv| moves.push(mv));
                }
            }
            true
        }
        Side::Defenders => {
            // A man who comes onto the throne could make it harmless.
            if rules.ruleset().throne_stop == ThroneStop::Everyone {
                return false;
            }
            let king = state.king();
            rules.king_reach(state).visit(|to| moves.push(Move::new(king, to)));
            let mut push_man = |mv: Move| {
                if mv.from != king {
                    moves.push(mv);
                }
            };
            for cell in between(threat, rules.size()).chain([threat.to]) {
                rules.visit_moves_to(state, cell, &mut push_man);
            }
            let spots = rules.capture_spots(state);
            spots.visit(rules.size(), |cell| rules.visit_moves_to(state, cell, &mut push_man));
            moves.sort_unstable();
            moves.dedup();
            true
        }
    }
}

/// The cells over which a move goes.
fn between(mv: Move, size: u8) -> impl Iterator<Item = Cell> {
    let step = |from: u8, to: u8| (i16::from(to) - i16::from(from)).signum() as i8;
    let (columns, rows) = (step(mv.from.column(), mv.to.column()), step(mv.from.row(), mv.to.row()));
    std::iter::successors(mv.from.offset(columns, rows, size), move |cell| cell.offset(columns, rows, size))
        .take_while(move |cell| *cell != mv.to)
}

#[cfg(test)]
mod tests {
    use tablen_rules::tafl::{Companions, Narrow, Preset, Ruleset, Wide, fits_narrow};

    use super::*;
    use crate::random::splitmix;

    /// What the rules say of every move.
    fn wins_by_playing<B: Bits>(rules: &Rules<B>, state: &State<B>) -> bool {
        first_move(rules, state, |next| {
            rules.outcome(next).is_some_and(|end| end.winner == Some(state.side()))
        })
        .is_some()
    }

    /// Random games with many captures, so that few men are left and everything that is seldom comes up.
    fn agrees_with_the_rules<B: Bits>(ruleset: &Ruleset, games: u64) -> u64 {
        // Not every combination makes sense.
        let Ok(rules) = Rules::<B>::new(ruleset) else { return 0 };
        let mut seed = 1u64;
        let mut wins = 0;
        let mut moves = Vec::new();
        for game in 0..games {
            let mut state = rules.start(Side::ALL[game as usize % 2]);
            for _ in 0..200 {
                if rules.outcome(&state).is_some() {
                    break;
                }
                let expected = wins_by_playing(&rules, &state);
                let found = immediate_win(&rules, &state);
                assert_eq!(found.is_some(), expected, "{}", rules.setup(&state));
                if let Some(mv) = found {
                    wins += 1;
                    let mut next = state;
                    rules.make(&mut next, mv);
                    assert_eq!(rules.outcome(&next).and_then(|end| end.winner), Some(state.side()));
                }
                let other = state.side().other();
                if let Some(threat) = threat(&rules, &state, other)
                    && answers(&rules, &state, threat, &mut moves)
                {
                    rules.visit_moves(&state, |mv| {
                        let mut next = state;
                        rules.make(&mut next, mv);
                        let saves = rules.decided(&next).is_none() && immediate_win(&rules, &next).is_none();
                        assert!(!saves || moves.contains(&mv), "{mv} in {}", rules.setup(&state));
                    });
                }
                // Captures come first half of the time, and wins never, so that games go on.
                seed = splitmix(seed);
                let mut chosen = None;
                let mut most = (0, 0);
                let mut number = seed;
                rules.visit_moves(&state, |mv| {
                    number = splitmix(number);
                    let mut next = state;
                    let made = rules.make(&mut next, mv);
                    let value = (u64::from(made.captured.len()) * (seed & 1), number >> 1);
                    if rules.decided(&next).is_none() && value >= most {
                        most = value;
                        chosen = Some(mv);
                    }
                });
                let Some(mv) = chosen else { break };
                rules.make(&mut state, mv);
            }
        }
        wins
    }

    #[test]
    fn wins_and_answers_are_what_the_rules_say() {
        let mut wins = 0;
        for preset in Preset::ALL {
            for companions in Companions::ALL {
                let ruleset = Ruleset { companions: *companions, ..preset.ruleset() };
                wins += if fits_narrow(&ruleset) {
                    agrees_with_the_rules::<Narrow>(&ruleset, 12)
                } else {
                    agrees_with_the_rules::<Wide>(&ruleset, 2)
                };
            }
        }
        assert!(wins > 1_000, "{wins}");
    }
}
