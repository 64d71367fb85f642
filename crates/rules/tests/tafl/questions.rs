//! What searches ask the rules, compared with what the list of legal moves says, in random positions of all presets and many options.

use std::sync::Arc;

use fastrand::Rng;
use tablen_rules::tafl::{
    Bits, Cell, Move, Narrow, Piece, Preset, Rows, Rules, Ruleset, Side, State, Wide, fits_narrow,
};

use crate::support::tafl::scattered;

/// Rules whose terrain, captures and kings differ from the presets'.
const CHANGES: &[&str] = &[
    "",
    " throne_stop:everyone",
    " throne_pass:nobody",
    " king_capture:custodial",
    " king_move:rook-4",
    " king_move:chess-king",
    " king_arms:unarmed",
];

fn in_random_positions(check: impl Fn(&dyn Questions)) {
    let mut rng = Rng::with_seed(31);
    for preset in Preset::ALL {
        for change in CHANGES {
            let Ok(ruleset) = format!("preset:{preset}{change}").parse::<Ruleset>() else { continue };
            let positions = if fits_narrow(&ruleset) { 40 } else { 4 };
            if fits_narrow(&ruleset) {
                ask::<Narrow>(&ruleset, positions, &mut rng, &check);
            } else {
                ask::<Wide>(&ruleset, positions, &mut rng, &check);
            }
        }
    }
}

fn ask<B: Bits>(ruleset: &Ruleset, positions: usize, rng: &mut Rng, check: &impl Fn(&dyn Questions)) {
    let Ok(rules) = Rules::<B>::new(ruleset) else { return };
    let rules = Arc::new(rules);
    for _ in 0..positions {
        let state = *scattered(&rules, rng).state();
        for state in [state, rules.pass(&state)] {
            check(&Asked { rules: &rules, state });
        }
    }
}

struct Asked<'r, B: Bits> {
    rules: &'r Rules<B>,
    state: State<B>,
}

/// The same questions for both board widths.
trait Questions {
    fn name(&self) -> String;
    fn side(&self) -> Side;
    fn king(&self) -> Cell;
    fn size(&self) -> u8;
    fn moves(&self) -> Vec<Move>;
    fn moves_to(&self, cell: Cell) -> Vec<Move>;
    fn moves_of_king_and_screens(&self) -> Vec<Move>;
    fn spots(&self) -> (Vec<Cell>, Vec<Cell>);
    /// Whether a move captures men, and whether its piece can be expected to.
    fn captures(&self, mv: Move) -> (bool, bool);
    fn routes_after(&self, mv: Move) -> u32;
    fn routes(&self) -> u32;
    fn reach(&self) -> (Vec<Cell>, Rows, u32);
}

impl<B: Bits> Questions for Asked<'_, B> {
    fn name(&self) -> String {
        format!("{} {}", self.rules.ruleset(), self.rules.setup(&self.state))
    }

    fn side(&self) -> Side {
        self.state.side()
    }

    fn king(&self) -> Cell {
        self.state.king()
    }

    fn size(&self) -> u8 {
        self.rules.size()
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.rules.moves_into(&self.state, &mut moves);
        moves.sort();
        moves
    }

    fn moves_to(&self, cell: Cell) -> Vec<Move> {
        let mut moves = Vec::new();
        self.rules.visit_moves_to(&self.state, cell, |mv| moves.push(mv));
        moves.sort();
        moves
    }

    fn moves_of_king_and_screens(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.rules.visit_moves_of_king_and_screens(&self.state, |mv| moves.push(mv));
        moves
    }

    fn spots(&self) -> (Vec<Cell>, Vec<Cell>) {
        let spots = self.rules.capture_spots(&self.state);
        let mut visited = Vec::new();
        spots.visit(self.rules.size(), |cell| visited.push(cell));
        visited.sort();
        assert_eq!(spots.is_empty(), visited.is_empty());
        (visited, Cell::all(self.rules.size()).filter(|cell| spots.contains(*cell)).collect())
    }

    fn captures(&self, mv: Move) -> (bool, bool) {
        let mut next = self.state;
        let made = self.rules.make(&mut next, mv);
        let leaves_throne = mv.from == self.rules.throne();
        (!made.captured.is_empty(), made.piece != Piece::King && !leaves_throne)
    }

    fn routes_after(&self, mv: Move) -> u32 {
        let mut next = self.state;
        self.rules.make(&mut next, mv);
        self.rules.king_reach(&next).routes
    }

    fn routes(&self) -> u32 {
        self.rules.king_reach(&self.state).routes
    }

    fn reach(&self) -> (Vec<Cell>, Rows, u32) {
        let reach = self.rules.king_reach(&self.state);
        let mut cells = Vec::new();
        reach.visit(|cell| cells.push(cell));
        assert!(Cell::all(self.size()).all(|cell| reach.contains(cell) == cells.contains(&cell)));
        (cells, reach.rows(), reach.count())
    }
}

#[test]
fn moves_to_a_cell_are_the_legal_ones_that_end_there() {
    in_random_positions(|asked| {
        let moves = asked.moves();
        for cell in Cell::all(asked.size()) {
            let expected: Vec<Move> = moves.iter().copied().filter(|mv| mv.to == cell).collect();
            assert_eq!(asked.moves_to(cell), expected, "{cell} {}", asked.name());
        }
    });
}

#[test]
fn capture_spots_are_where_men_capture() {
    in_random_positions(|asked| {
        let (visited, contained) = asked.spots();
        assert_eq!(visited, {
            let mut contained = contained.clone();
            contained.sort();
            contained
        });
        for mv in asked.moves() {
            let (captures, is_expected_to) = asked.captures(mv);
            if is_expected_to {
                assert_eq!(captures, contained.contains(&mv.to), "{mv} {}", asked.name());
            }
        }
    });
}

#[test]
fn every_new_way_to_a_goal_is_opened_by_the_king_or_a_screen() {
    in_random_positions(|asked| {
        if asked.side() != Side::Defenders {
            return;
        }
        let (listed, legal) = (asked.moves_of_king_and_screens(), asked.moves());
        assert!(listed.iter().all(|mv| legal.contains(mv)), "{}", asked.name());
        for mv in legal {
            let (captures, _) = asked.captures(mv);
            // A capture can open a way too: it is looked at anyway.
            if mv.from != asked.king() && !captures && !listed.contains(&mv) {
                assert!(asked.routes_after(mv) <= asked.routes(), "{mv} {}", asked.name());
            }
        }
    });
}

#[test]
fn the_kings_reach_is_that_of_his_legal_moves() {
    in_random_positions(|asked| {
        let (cells, rows, count) = asked.reach();
        assert_eq!((cells.len() as u32, rows), (count, cells.iter().copied().collect()));
        if asked.side() == Side::Defenders {
            let legal = asked.moves().into_iter().filter(|mv| mv.from == asked.king()).map(|mv| mv.to);
            let (mut legal, mut cells): (Vec<Cell>, _) = (legal.collect(), cells);
            legal.sort();
            cells.sort();
            assert_eq!(cells, legal, "{}", asked.name());
        }
    });
}
