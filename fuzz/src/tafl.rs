//! Rulesets, boards and positions of tafl.

use std::collections::HashSet;
use std::sync::Arc;

use tablen_rules::tafl::{
    Arrangement, Bits, Board, Cell, MAX_SIZE, Move, Outcome, Piece, Position, Preset, Reason, Rules, Ruleset,
    RulesetFault, Setup, Side, Status,
};

use crate::Bytes;
use crate::text::is_said;

/// A preset with some options changed, or with a board of one's own.
pub fn choose_ruleset(bytes: &mut Bytes<'_>) -> Ruleset {
    let mut ruleset = bytes.pick(Preset::ALL).ruleset();
    for _ in 0..bytes.below(8) {
        bytes.set_option(&mut ruleset);
    }
    if bytes.below(4) == 1 {
        let mut layout = ruleset.board.layout().clone();
        if bytes.below(4) == 1 {
            // Even and larger ones too: they must be refused.
            let size = bytes.below(MAX_SIZE + 4);
            layout.start = choose_arrangement(bytes, size);
        } else {
            change_pieces(bytes, &mut layout.start);
        }
        for _ in 0..bytes.below(8) {
            let cells = if bytes.flip() { &mut layout.corners } else { &mut layout.bases };
            let cell = choose_cell(bytes, layout.start.size());
            if !cells.remove(&cell) {
                cells.insert(cell);
            }
        }
        ruleset.board = Board::of(layout);
    }
    ruleset
}

/// A cell of a board of that size; now and then one just outside.
pub fn choose_cell(bytes: &mut Bytes<'_>, size: u8) -> Cell {
    let limit = (size + 1).min(MAX_SIZE);
    Cell::new(bytes.below(limit), bytes.below(limit)).expect("the largest board has it")
}

/// Up to 63 pieces anywhere.
fn choose_arrangement(bytes: &mut Bytes<'_>, size: u8) -> Arrangement {
    let mut arrangement = Arrangement::empty(size);
    for _ in 0..bytes.below(64) {
        change_piece(bytes, &mut arrangement);
    }
    arrangement
}

fn change_pieces(bytes: &mut Bytes<'_>, arrangement: &mut Arrangement) {
    for _ in 0..bytes.below(16) {
        change_piece(bytes, arrangement);
    }
}

/// Puts any piece on a cell, or clears it.
fn change_piece(bytes: &mut Bytes<'_>, arrangement: &mut Arrangement) {
    let pieces = [Some(Piece::Attacker), Some(Piece::Defender), Some(Piece::King), None];
    let cell = choose_cell(bytes, arrangement.size());
    arrangement.set(cell, *bytes.pick(&pieces));
}

/// The start, or a board of its own: the start changed, or pieces anywhere and the king somewhere.
pub fn choose_position<B: Bits>(bytes: &mut Bytes<'_>, rules: &Arc<Rules<B>>) -> Position<B> {
    let side = *bytes.pick(&Side::ALL);
    let arrangement = match bytes.below(3) {
        0 => return Position::start(rules, side),
        1 => {
            let mut arrangement = rules.ruleset().board.layout().start.clone();
            change_pieces(bytes, &mut arrangement);
            arrangement
        }
        _ => {
            let mut arrangement = choose_arrangement(bytes, rules.size());
            arrangement.set(choose_cell(bytes, rules.size()), Some(Piece::King));
            arrangement
        }
    };
    let setup = Setup { arrangement, side, king_captured: bytes.below(8) == 1 };
    set_up(rules, &setup).unwrap_or_else(|| Position::start(rules, side))
}

/// The position of a setup, if it is one; if not, that must be explained.
pub fn set_up<B: Bits>(rules: &Arc<Rules<B>>, setup: &Setup) -> Option<Position<B>> {
    match Position::new(rules, setup) {
        Ok(position) => {
            assert_eq!(position.setup(), *setup);
            Some(position)
        }
        Err(faults) => {
            assert!(!faults.0.is_empty(), "{setup} is refused for nothing");
            is_said(&faults);
            None
        }
    }
}

/// The rules of a ruleset, if it is sensible; if not, that must be explained.
pub fn make_rules<B: Bits>(ruleset: &Ruleset) -> Option<Arc<Rules<B>>> {
    let faults = ruleset.faults();
    match Rules::<B>::new(ruleset) {
        Ok(rules) => {
            assert_eq!(faults, [], "{ruleset}");
            Some(Arc::new(rules))
        }
        Err(all) => {
            assert!(!all.0.is_empty(), "{ruleset} is refused for nothing");
            assert!(faults.iter().all(|fault| all.0.contains(fault)), "{ruleset}: {faults:?}, {all:?}");
            let is_too_wide = |fault: &RulesetFault| matches!(fault, RulesetFault::TooWide { .. });
            assert_eq!(all.0.iter().any(is_too_wide), ruleset.board.layout().size() > B::SIDE);
            is_said(&all);
            None
        }
    }
}

/// Checks that what a position says about itself fits together.
pub fn is_consistent<B: Bits>(position: &Position<B>) {
    let (rules, state) = (position.rules(), position.state());
    assert_eq!(state.key(), state.fresh_key(), "{position}");
    let again = set_up(rules, &position.setup());
    assert_eq!(again.as_ref(), Some(position), "{position} under {}", rules.ruleset());

    let moves = position.moves();
    if rules.decided(state).is_none() {
        assert_eq!(rules.count_moves(state), moves.len() as u64, "{position}");
    }
    assert_eq!(rules.has_move(state), rules.count_moves(state) > 0, "{position}");
    let distinct: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(distinct.len(), moves.len(), "a move twice in {position}");
    for mv in &moves {
        assert_eq!(position.why_not(*mv), None, "{mv} in {position} under {}", rules.ruleset());
    }
    match position.status() {
        Status::ToMove(side) => {
            assert_eq!(side, position.side());
            assert!(!moves.is_empty(), "{position}");
        }
        Status::Over(outcome) => {
            assert!(moves.is_empty(), "{position}");
            ended_for_its_reason(position, outcome);
        }
    }
}

fn ended_for_its_reason<B: Bits>(position: &Position<B>, Outcome { winner, reason }: Outcome) {
    let (rules, state) = (position.rules(), position.state());
    match reason {
        Reason::Escape => {
            assert_eq!(winner, Some(Side::Defenders), "{position}");
            assert!(rules.goals().contains(state.king()) && !state.king_captured(), "{position}");
        }
        Reason::Capture => {
            assert_eq!(winner, Some(Side::Attackers), "{position}");
            assert!(state.king_captured(), "{position}");
        }
        Reason::NoMove => {
            assert!(winner.is_none_or(|winner| winner == position.side().other()), "{position}");
            assert!(!rules.has_move(state), "{position}");
        }
        Reason::Repetition => panic!("a position alone knows no repetition: {position}"),
    }
}
