//! The fast rules of tafl held against the slow ones, move by move, in random games.
//!
//! `TABLEN_GAMES` sets how many games each test plays; the default is what the test command runs.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

mod support;

use std::collections::HashSet;
use std::sync::Arc;

use fastrand::Rng;
use support::games_to_play;
use tablen_reference::tafl as slow;
use tablen_rules::option::Options;
use tablen_rules::tafl::{
    Arrangement, Bits, Board, Cell, Game, Layout, Move, Narrow, Piece, Position, Preset, Reason, Rules,
    Ruleset, Setup, Side, Status, Wide, fits_narrow,
};

/// Plays one game on both and compares everything there is to see; returns how it ended, if it did.
fn compare<B: Bits>(rules: &Arc<Rules<B>>, setup: &Setup, rng: &mut Rng, plies: usize) -> Option<Reason> {
    let ruleset = rules.ruleset();
    let position = Position::new(rules, setup).unwrap();
    let mut fast = Game::from_position(position);
    let mut slow = slow::Game::new(ruleset, setup);
    let mut played = Vec::new();
    for _ in 0..plies {
        let at = || format!("{ruleset}\n{}", fast.position());
        assert_eq!(fast.position().setup(), *slow.setup(), "setup: {}", at());

        let mut moves = fast.moves();
        moves.sort_unstable();
        let expected: Vec<Move> = slow.moves().into_iter().map(|(from, to)| Move::new(from, to)).collect();
        assert_eq!(moves, expected, "moves: {}", at());

        let outcome = match fast.status() {
            Status::ToMove(_) => None,
            Status::Over(outcome) => Some((outcome.winner, outcome.reason)),
        };
        let expected = slow.verdict().map(|verdict| {
            let reason = match verdict.reason {
                slow::Reason::Escape => Reason::Escape,
                slow::Reason::Capture => Reason::Capture,
                slow::Reason::NoMove => Reason::NoMove,
                slow::Reason::Repetition => Reason::Repetition,
            };
            (verdict.winner, reason)
        });
        assert_eq!(outcome, expected, "outcome: {}", at());

        let state = fast.position().state();
        let mut routes: Vec<(i8, i8)> = rules.routes(state).iter().map(|route| route.direction).collect();
        routes.sort_unstable();
        assert_eq!(routes, slow.routes(), "routes: {}", at());
        let mut threats: Vec<(Cell, Cell)> =
            rules.threats(state).into_iter().map(|mv| (mv.from, mv.to)).collect();
        threats.sort_unstable();
        assert_eq!(threats, slow.threats(), "threats: {}", at());

        let Some(mv) = choose(&fast, &moves, &played, rng) else {
            return outcome.map(|(_, reason)| reason);
        };
        let before = at();
        let captured = slow.play(mv.from, mv.to);
        played.push(mv);
        let made = fast.play(mv).unwrap();
        assert_eq!(made.captured.cells().collect::<Vec<_>>(), captured, "captures of {mv}: {before}");
    }
    None
}

/// A random move; now and then one that comes near the king or takes the last one back, because aimless games rarely
/// threaten him and never repeat.
fn choose<B: Bits>(game: &Game<B>, moves: &[Move], played: &[Move], rng: &mut Rng) -> Option<Move> {
    let king = game.position().state().king();
    let distance = |cell: Cell| cell.column().abs_diff(king.column()) + cell.row().abs_diff(king.row());
    let wanted: Vec<Move> = match rng.u8(..4) {
        0 => moves.iter().copied().filter(|mv| mv.from == king || distance(mv.to) <= 2).collect(),
        1 => {
            let back = played.iter().rev().nth(1).map(|last| Move::new(last.to, last.from));
            moves.iter().copied().filter(|mv| Some(*mv) == back).collect()
        }
        _ => Vec::new(),
    };
    rng.choice(wanted).or_else(|| rng.choice(moves.iter().copied()))
}

fn start_of(ruleset: &Ruleset, side: Side) -> Setup {
    Setup { arrangement: ruleset.board.layout().start.clone(), side, king_captured: false }
}

fn compare_on(ruleset: &Ruleset, setup: Option<&Setup>, rng: &mut Rng, plies: usize) -> Option<Reason> {
    let side = ruleset.first_side().unwrap_or(*rng.choice(&Side::ALL).unwrap());
    let setup = setup.cloned().unwrap_or_else(|| start_of(ruleset, side));
    if fits_narrow(ruleset) && rng.bool() {
        compare(&Arc::new(Rules::<Narrow>::new(ruleset).unwrap()), &setup, rng, plies)
    } else {
        compare(&Arc::new(Rules::<Wide>::new(ruleset).unwrap()), &setup, rng, plies)
    }
}

/// Options drawn at random until they make sense together.
fn random_ruleset(rng: &mut Rng) -> Ruleset {
    loop {
        let mut ruleset = rng.choice(Preset::ALL).unwrap().ruleset();
        for option in Ruleset::options() {
            if rng.bool() {
                option.set(&mut ruleset, rng.choice(option.values).unwrap()).unwrap();
            }
        }
        if ruleset.faults().is_empty() {
            return ruleset;
        }
    }
}

/// A board of one's own: men anywhere, corners besides the four, bases that grow from the edge inwards.
fn random_layout(rng: &mut Rng) -> Layout {
    let size = *rng.choice(&[7, 9, 11, 13, 13, 15, 15]).unwrap();
    let cell = |rng: &mut Rng| Cell::new(rng.u8(..size), rng.u8(..size)).unwrap();
    let mut layout = Layout::new(Arrangement::empty(size));
    for _ in 0..rng.u8(size..2 * size) {
        layout.start.set(cell(rng), Some(Piece::Attacker));
    }
    for _ in 0..rng.u8(size / 2..size) {
        layout.start.set(cell(rng), Some(Piece::Defender));
    }
    let king = if rng.bool() { layout.throne() } else { cell(rng) };
    layout.start.set(king, Some(Piece::King));
    if rng.bool() {
        layout.corners.extend((0..rng.u8(1..4)).map(|_| cell(rng)));
    }
    for _ in 0..rng.u8(..6) {
        let edge = Cell::all(size).filter(|cell| cell.is_on_edge(size));
        let mut base = rng.choice(edge.collect::<Vec<_>>()).unwrap();
        for _ in 0..rng.u8(1..6) {
            layout.bases.insert(base);
            base = rng.choice(base.neighbours(size).collect::<Vec<_>>()).unwrap();
        }
    }
    layout
}

/// Random options on a random board, drawn until there are rules for them and the game is not over at its start.
fn random_custom_ruleset(rng: &mut Rng) -> Ruleset {
    loop {
        let mut ruleset = random_ruleset(rng);
        ruleset.board = Board::Custom(Arc::new(random_layout(rng)));
        if let Ok(rules) = Rules::<Wide>::new(&ruleset)
            && is_undecided(&Arc::new(rules), &start_of(&ruleset, Side::Attackers))
        {
            return ruleset;
        }
    }
}

/// Whether a setup is a position in which the king has neither escaped nor been captured.
fn is_undecided(rules: &Arc<Rules>, setup: &Setup) -> bool {
    Position::new(rules, setup).is_ok_and(|position| rules.decided(position.state()).is_none())
}

/// Pieces thrown on the board until they make a position that the king has not decided.
fn random_setup(ruleset: &Ruleset, rng: &mut Rng) -> Setup {
    let rules = Arc::new(Rules::<Wide>::new(ruleset).unwrap());
    let size = rules.size();
    loop {
        let mut arrangement = Arrangement::empty(size);
        let cell = |rng: &mut Rng| Cell::new(rng.u8(..size), rng.u8(..size)).unwrap();
        // Now and then hardly any attackers, who soon have no move.
        let most = if rng.u8(..4) == 0 { 3 } else { usize::from(size) * 2 };
        for _ in 0..rng.usize(0..most) {
            arrangement.set(cell(rng), Some(Piece::Attacker));
        }
        for _ in 0..rng.usize(0..usize::from(size)) {
            arrangement.set(cell(rng), Some(Piece::Defender));
        }
        let king = cell(rng);
        arrangement.set(king, Some(Piece::King));
        if rng.bool() {
            // Crowd the king, where captures with and without companions happen.
            for near in king.neighbours(size).collect::<Vec<_>>() {
                let piece = *rng.choice(&[Piece::Attacker, Piece::Attacker, Piece::Defender]).unwrap();
                arrangement.set(near, Some(piece));
            }
        }
        let setup = Setup { arrangement, side: *rng.choice(&Side::ALL).unwrap(), king_captured: false };
        if is_undecided(&rules, &setup) {
            return setup;
        }
    }
}

/// Comparisons in which nothing happens compare nothing: every way to end a game must have come about.
fn assert_all_ends(ends: &HashSet<Reason>) {
    for reason in Reason::ALL {
        assert!(ends.contains(reason), "no game ended by {reason}");
    }
}

/// Long games on small boards, shorter ones on large: the same work each.
fn plies_for(ruleset: &Ruleset) -> usize {
    match ruleset.board.layout().size() {
        7 => 150,
        9 => 100,
        11 => 60,
        _ => 20,
    }
}

#[test]
fn every_preset_from_its_start() {
    let games = games_to_play(2_500);
    for preset in Preset::ALL {
        let ruleset = preset.ruleset();
        let mut rng = Rng::with_seed(1 + *preset as u64);
        for _ in 0..games.div_ceil(Preset::ALL.len()) {
            compare_on(&ruleset, None, &mut rng, plies_for(&ruleset));
        }
    }
}

#[test]
fn every_preset_from_random_setups() {
    let mut ends = HashSet::new();
    let games = games_to_play(2_500);
    for preset in Preset::ALL {
        let ruleset = preset.ruleset();
        let mut rng = Rng::with_seed(100 + *preset as u64);
        for _ in 0..games.div_ceil(Preset::ALL.len()) {
            let setup = random_setup(&ruleset, &mut rng);
            ends.extend(compare_on(&ruleset, Some(&setup), &mut rng, plies_for(&ruleset) / 2));
        }
    }
    assert_all_ends(&ends);
}

#[test]
fn random_options() {
    let mut ends = HashSet::new();
    let mut rng = Rng::with_seed(7);
    for game in 0..games_to_play(2_500) {
        let ruleset = random_ruleset(&mut rng);
        let setup = (game % 2 == 0).then(|| random_setup(&ruleset, &mut rng));
        ends.extend(compare_on(&ruleset, setup.as_ref(), &mut rng, plies_for(&ruleset) / 2));
    }
    assert_all_ends(&ends);
}

/// Sizes, corners and bases that no board with a name has.
#[test]
fn random_boards() {
    let mut ends = HashSet::new();
    let mut sizes = HashSet::new();
    let mut rng = Rng::with_seed(17);
    for game in 0..games_to_play(600) {
        let ruleset = random_custom_ruleset(&mut rng);
        sizes.insert(ruleset.board.layout().size());
        let setup = (game % 2 == 0).then(|| random_setup(&ruleset, &mut rng));
        ends.extend(compare_on(&ruleset, setup.as_ref(), &mut rng, plies_for(&ruleset) / 2));
    }
    assert_all_ends(&ends);
    assert_eq!(sizes, HashSet::from([7, 9, 11, 13, 15]));
}
