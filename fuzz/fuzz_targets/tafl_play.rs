//! Play of tafl: any rules, any board, any tries.
#![no_main]

use std::sync::Arc;

use fastrand::Rng;
use libfuzzer_sys::fuzz_target;
use tablen_fuzz::{Bytes, tafl, text};
use tablen_rules::tafl::{
    Bits, Cell, Game, Move, Narrow, Outcome, Piece, Position, Reason, Repetition, Rules, Side, Status, Walk,
    Wide,
};

/// More moves than are needed for positions to come again.
const MOST_MOVES: usize = 24;

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    let ruleset = tafl::choose_ruleset(&mut bytes);
    let Some(rules) = tafl::make_rules::<Wide>(&ruleset) else { return };
    let narrow = tafl::make_rules::<Narrow>(&ruleset);
    let first = tafl::choose_position(&mut bytes, &rules);
    let mut game = Game::from_position(first.clone());
    let mut past: Vec<(Position, Move)> = Vec::new();

    tafl::is_consistent(game.position());
    while !bytes.is_empty() && past.len() < MOST_MOVES {
        let mv = match bytes.below(8) {
            0..=3 => bytes.choose(&game.moves()).copied(),
            4 | 5 => {
                let size = rules.size();
                Some(Move::new(tafl::choose_cell(&mut bytes, size), tafl::choose_cell(&mut bytes, size)))
            }
            6 => {
                take_back(&mut game, &mut past);
                None
            }
            _ => {
                walk(&rules, game.position(), bytes.word());
                reaches(game.position(), tafl::choose_cell(&mut bytes, rules.size()));
                None
            }
        };
        let Some(mv) = mv else { continue };
        let before = game.position().clone();
        if try_move(&mut game, mv) {
            past.push((before, mv));
            tafl::is_consistent(game.position());
            knows_repetition(&game, &past);
            if let Some(narrow) = &narrow {
                plays_alike(narrow, game.position());
            }
        }
    }
    announces_what_can_be_played(game.position());
    replays(&game, &first);
});

/// Tries a move: it is played if it is listed, and refused with a reason if not. Whether it was played.
fn try_move(game: &mut Game, mv: Move) -> bool {
    let before = game.clone();
    let position = before.position();
    let is_listed = game.moves().contains(&mv);
    let reason = game.why_not(mv);
    assert_eq!(reason.is_none(), is_listed, "{mv} in {position}: {reason:?}");
    let unfinished = matches!(game.status(), Status::ToMove(_));
    if unfinished {
        assert_eq!(position.why_not(mv), reason);
        assert_eq!(position.moves_from(mv.from).contains(&mv.to), is_listed, "{mv} in {position}");
    }
    match game.play(mv) {
        Ok(made) => {
            assert!(is_listed);
            assert_eq!(position.clone().play(mv).as_ref().ok(), Some(game.position()));
            let mut state = *position.state();
            assert_eq!(position.rules().make(&mut state, mv), made);
            assert_eq!(state, *game.position().state());
            changes_what_it_says(position, game.position(), mv);
            position.rules().unmake(&mut state, &made);
            // Debug shows the derived lines too, which equality leaves out.
            assert_eq!(format!("{state:?}"), format!("{:?}", position.state()), "{mv} in {position}");
        }
        Err(reason) => {
            assert!(!is_listed);
            text::is_said(&reason);
            assert_eq!(*game, before);
            if unfinished {
                let refused = position.play(mv).expect_err("what a game refuses a position refuses");
                assert_eq!(refused, reason);
            }
        }
    }
    is_listed
}

/// One piece moves, only men of the other side go, and the turn passes.
fn changes_what_it_says(before: &Position, after: &Position, mv: Move) {
    let mover = before.get(mv.from);
    assert_eq!(mover.map(Piece::side), Some(before.side()));
    assert_eq!((after.get(mv.from), after.get(mv.to)), (None, mover));
    assert_eq!(after.side(), before.side().other());
    for cell in Cell::all(before.rules().size()).filter(|cell| *cell != mv.from && *cell != mv.to) {
        let (was, is) = (before.get(cell), after.get(cell));
        let is_captured =
            is.is_none() && was.is_some_and(|man| man != Piece::King && man.side() == after.side());
        assert!(was == is || is_captured, "{mv} in {before}");
    }
}

/// Takes a move back; everything is as it was.
fn take_back(game: &mut Game, past: &mut Vec<(Position, Move)>) {
    match past.pop() {
        Some((before, mv)) => {
            assert_eq!(game.undo(), Some(mv));
            assert_eq!(*game.position(), before);
            knows_repetition(game, past);
        }
        None => assert_eq!(game.undo(), None),
    }
}

/// T12, counted in the simplest way.
fn knows_repetition(game: &Game, past: &[(Position, Move)]) {
    let position = game.position();
    let seen = past.iter().filter(|(before, _)| before == position).count();
    let repetition = position.rules().ruleset().repetition;
    let is_over = match repetition {
        Repetition::None => false,
        Repetition::DrawAtOnce => seen >= 1,
        _ => seen >= 2,
    };
    let expected = match position.status() {
        Status::ToMove(side) if is_over => {
            let winner = match repetition {
                Repetition::MoverLoses => Some(side),
                Repetition::MoverWins => Some(side.other()),
                Repetition::DefendersLose => Some(Side::Attackers),
                _ => None,
            };
            Status::Over(Outcome { winner, reason: Reason::Repetition })
        }
        status => status,
    };
    assert_eq!(game.status(), expected, "{position}");
    assert_eq!(game.moves().is_empty(), matches!(expected, Status::Over(_)));
}

/// A walk takes listed moves, and takes one if there is any.
fn walk(rules: &Arc<Rules>, from: &Position, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut numbers = || rng.u64(..);
    let mut walk = Walk::new(rules, *from.state());
    for _ in 0..12 {
        let before = Position::from_state(rules, *walk.state());
        let moves = before.moves();
        if rules.decided(walk.state()).is_some() {
            break;
        }
        match walk.step(&mut numbers) {
            Some(made) => assert!(moves.contains(&made.mv), "{} in {before}", made.mv),
            None => {
                assert_eq!(moves, [], "{before}");
                break;
            }
        }
        assert_eq!(walk.state().key(), walk.state().fresh_key(), "{before}");
    }
}

/// Where a piece can go is what the list says, and what nothing speaks against.
fn reaches(position: &Position, from: Cell) {
    let mut reached = position.moves_from(from);
    reached.sort_unstable();
    let sorted = |mut cells: Vec<Cell>| {
        cells.sort_unstable();
        cells
    };
    let listed = position.moves().into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect();
    assert_eq!(reached, sorted(listed), "{from} in {position}");
    let legal = Cell::all(position.rules().size())
        .filter(|to| position.why_not(Move::new(from, *to)).is_none())
        .collect();
    assert_eq!(reached, sorted(legal), "{from} in {position} under {}", position.rules().ruleset());
}

/// Narrow words say the same as wide ones.
fn plays_alike(narrow: &Arc<Rules<Narrow>>, position: &Position) {
    let twin = tafl::set_up(narrow, &position.setup()).expect("a position is one for any words");
    assert_eq!(twin.key(), position.key());
    assert_eq!(twin.canonical_key(), position.canonical_key());
    assert_eq!(twin.moves(), position.moves(), "{position}");
    assert_eq!(twin.status(), position.status(), "{position}");
    assert_eq!(twin.announcements(), position.announcements(), "{position}");
}

/// Routes lead to a goal, and threats capture the king.
fn announces_what_can_be_played(position: &Position) {
    let (rules, state) = (position.rules(), position.state());
    let (routes, threats) = (rules.routes(state), rules.threats(state));
    let after = |mv: Move| {
        let mut next = *state;
        rules.make(&mut next, mv);
        next
    };
    match position.side() {
        Side::Defenders => {
            let escapes = |mv: &Move| mv.from == state.king() && rules.goals().contains(mv.to);
            assert!(routes.iter().all(|route| escapes(&route.mv) && position.why_not(route.mv).is_none()));
            assert_eq!(routes.is_empty(), !position.moves().iter().any(escapes), "{position}");
        }
        Side::Attackers => {
            let captures = |mv: &Move| after(*mv).king_captured();
            let expected: Vec<Move> = position.moves().into_iter().filter(captures).collect();
            assert_eq!(threats, expected, "{position}");
        }
    }
}

/// A game is what its records say.
fn replays(game: &Game, first: &Position) {
    let mut again = Game::from_position(first.clone());
    for record in game.moves_played() {
        text::reads_back(&record);
        let made = again.play(record.mv).expect("it has been played");
        let captured: Vec<Cell> = made.captured.cells().collect();
        assert_eq!(captured, record.captured);
    }
    assert_eq!(again, *game);
    assert_eq!(game.first_setup(), first.setup());
}
