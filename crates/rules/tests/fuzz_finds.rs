//! What the fuzz targets have found, as small as it gets.

use std::sync::Arc;

use tablen_rules::tafl::{
    Arrangement, Board, Cell, Goal, Layout, Piece, Preset, Rules, Ruleset, Setup, Side, Walk, Wide, otn,
};

fn cells(list: &[&str]) -> std::collections::BTreeSet<Cell> {
    list.iter().map(|cell| cell.parse().expect("a cell")).collect()
}

/// A ruleset has a fault, or says in OpenTafl's form what it says in ours.
fn reads_back_from_opentafls_form(ruleset: &Ruleset) {
    assert_eq!(ruleset.to_string().parse().as_ref(), Ok(ruleset));
    if !ruleset.faults().is_empty() {
        return;
    }
    let written = otn::write(ruleset).text;
    match otn::read(&written) {
        Ok(read) => assert_eq!(read.ruleset, *ruleset, "{written}"),
        Err(error) => panic!("{written}: {error}"),
    }
}

fn brandubh() -> Layout {
    Board::Brandubh7.layout().clone()
}

#[test]
fn corners_of_ones_own_are_not_lost_where_the_edge_is_the_goal() {
    let layout = Layout { corners: cells(&["B2"]), ..brandubh() };
    let ruleset = Ruleset { board: Board::of(layout), goal: Goal::Edge, ..Ruleset::default() };
    reads_back_from_opentafls_form(&ruleset);
}

#[test]
fn a_board_without_corners_reads_back_where_corners_are_the_goal() {
    let layout = Layout { corners: cells(&[]), ..brandubh() };
    let ruleset = Ruleset { board: Board::of(layout), goal: Goal::Corners, ..Ruleset::default() };
    reads_back_from_opentafls_form(&ruleset);
}

#[test]
fn a_board_without_bases_reads_back() {
    let layout = Layout { bases: cells(&[]), ..brandubh() };
    let ruleset = Ruleset { board: Board::of(layout), ..Ruleset::default() };
    reads_back_from_opentafls_form(&ruleset);
}

#[test]
fn a_walk_ends_where_the_side_to_move_has_no_pieces() {
    let rules = Arc::new(Rules::<Wide>::new(&Preset::Tablut.ruleset()).expect("a preset"));
    let setup: Setup = "/9/9/9/9/4K4/9/9/9/9/ attackers".parse().expect("a setup");
    let state = rules.state(&setup).expect("a position");
    assert_eq!(rules.outcome(&state).and_then(|outcome| outcome.winner), Some(Side::Defenders));
    assert_eq!(Walk::new(&rules, state).step(&mut || 0), None);
}

#[test]
fn a_board_that_is_too_large_is_refused_and_not_a_panic() {
    let start = Arrangement::empty(20);
    assert!(start.to_string().starts_with("/20/"));
    let ruleset = Ruleset { board: Board::of(Layout::new(start)), ..Ruleset::default() };
    assert!(Rules::<Wide>::new(&ruleset).is_err());
    assert!(otn::write(&ruleset).text.starts_with("dim:20 "));
    assert!(ruleset.to_string().contains(" start:/20/"));
}

#[test]
fn what_is_drawn_beside_the_board_does_not_come_back_on_the_other_side() {
    let beyond = format!("{}N", ".".repeat(256));
    assert_eq!(Arrangement::drawn(&beyond).count(Piece::Attacker), 0);
}
