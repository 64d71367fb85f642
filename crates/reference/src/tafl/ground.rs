//! Cells that are not like others, no matter who stands on them.

use tablen_rules::tafl::{
    Arrangement, Bases, Cell, CornerHostility, Goal, Ruleset, Side, ThroneHostility, ThroneStop,
};

/// The konakis (T1, A1).
pub(super) fn is_throne(ruleset: &Ruleset, cell: Cell) -> bool {
    cell == ruleset.board.layout().throne()
}

/// A corner, whatever it means.
pub(super) fn is_corner(ruleset: &Ruleset, cell: Cell) -> bool {
    ruleset.board.layout().corners.contains(&cell)
}

/// A corner that only the king may enter (T14, A5).
pub(super) fn is_kings_corner(ruleset: &Ruleset, cell: Cell) -> bool {
    ruleset.goal == Goal::Corners && is_corner(ruleset, cell)
}

/// A base, whatever it means (T16).
pub(super) fn is_base(ruleset: &Ruleset, cell: Cell) -> bool {
    ruleset.board.layout().bases.contains(&cell)
}

/// The group of bases that a cell belongs to; empty if it is no base (T16).
pub(super) fn base_group(ruleset: &Ruleset, cell: Cell) -> Vec<Cell> {
    ruleset.board.layout().base_groups().into_iter().find(|group| group.contains(&cell)).unwrap_or_default()
}

/// A camp cell (T18).
pub(super) fn is_camp(ruleset: &Ruleset, cell: Cell) -> bool {
    ruleset.bases == Bases::Camps && is_base(ruleset, cell)
}

/// Where the king must get (T9, T14, A10).
pub(super) fn is_goal(ruleset: &Ruleset, cell: Cell) -> bool {
    let on_edge = cell.is_on_edge(ruleset.board.layout().size());
    match ruleset.goal {
        Goal::Edge => on_edge,
        Goal::EdgeWithoutBases => on_edge && !is_base(ruleset, cell),
        Goal::Corners => is_corner(ruleset, cell),
    }
}

/// Whether the cell itself, not a piece on it, is an enemy of that side's pieces (T6, T18, A6).
pub(super) fn is_hostile_to(ruleset: &Ruleset, arrangement: &Arrangement, cell: Cell, side: Side) -> bool {
    is_hostile_throne(ruleset, arrangement, cell, side)
        || is_hostile_corner(ruleset, cell)
        || is_hostile_camp(ruleset, cell, side)
}

fn is_hostile_throne(ruleset: &Ruleset, arrangement: &Arrangement, cell: Cell, side: Side) -> bool {
    let empty = arrangement.get(cell).is_none();
    is_throne(ruleset, cell)
        && match ruleset.throne_hostile {
            ThroneHostility::Never => false,
            ThroneHostility::DefendersWhenEmpty => side == Side::Attackers || empty,
            ThroneHostility::WhenEmpty => empty,
            ThroneHostility::Always => true,
        }
}

fn is_hostile_corner(ruleset: &Ruleset, cell: Cell) -> bool {
    ruleset.corner_hostile == CornerHostility::Hostile && is_corner(ruleset, cell)
}

/// T18: every camp cell to defenders; to attackers, all but those among camp cells only.
fn is_hostile_camp(ruleset: &Ruleset, cell: Cell, side: Side) -> bool {
    let size = ruleset.board.layout().size();
    is_camp(ruleset, cell)
        && match side {
            Side::Defenders => true,
            Side::Attackers => cell.neighbours(size).any(|neighbour| !is_camp(ruleset, neighbour)),
        }
}

/// Whether the cell itself counts as an attacker in surrounding the king (T8, T18, A8).
pub(super) fn holds_the_king(ruleset: &Ruleset, cell: Cell) -> bool {
    (is_throne(ruleset, cell) && ruleset.throne_stop != ThroneStop::Everyone)
        || is_hostile_corner(ruleset, cell)
        || is_camp(ruleset, cell)
}
