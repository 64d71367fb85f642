//! What a ruleset makes of a board: the cells that are not like others, as rows of bits.

use tablen_rules::tafl::{
    Bases, Bits, BySide, Cell, CornerHostility, Goal, KingArms, KingCapture, KingMove, Rules,
    ThroneHostility, ThronePass, ThroneStop,
};

use super::grid::{Grid, NO_CELLS, Rows, has, rows_of, slide_all, step_all};
use super::weights::WEIGHTS;

/// The largest board that counts as small in [`weights`](super::weights).
const SMALL_BOARD: u8 = 11;

/// The special cells of a ruleset, worked out once.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) size: usize,
    /// The bits of a row that are cells.
    pub(super) board: u32,
    pub(super) goals: Rows,
    /// What the king may not pass over, and what he may not stop on.
    king_walls: Rows,
    king_bans: Rows,
    /// Groups of bases that are closed to the king while they are held (T16).
    closing_bases: Vec<Rows>,
    pub(super) king_move: KingMove,
    /// Cells that count as attackers beside a king who is to be surrounded.
    king_holders: Rows,
    edge_holds_king: bool,
    king_capture: KingCapture,
    at_throne: Rows,
    /// Cells that help to capture a side's men. Whether the throne is empty is not looked at: this orders moves, no more.
    pub(super) hostile: BySide<Rows>,
    pub(super) king_is_partner: bool,
    /// Cells that shut off a corner.
    pub(super) guards: Rows,
    /// What one man of each side is worth.
    pub(super) man: BySide<i32>,
}

/// Where the king can go.
#[derive(Clone, Copy, Debug)]
pub(super) struct KingReach {
    pub(super) cells: Rows,
    /// In how many directions there is a goal (T10).
    pub(super) routes: u32,
}

/// How near the attackers are to taking the king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Siege {
    /// All four sides must be held; so many are.
    Surrounding {
        /// How many sides are held.
        held: usize,
        /// The last free cell, if one is missing and nobody stands there.
        missing: Option<Cell>,
    },
    /// Two opposite sides are enough: for each line, the cell opposite to a held one if nobody stands there.
    Pincer([Option<Cell>; 2]),
}

impl Siege {
    /// The cells from which an attacker would take the king.
    pub(super) fn missing(self) -> [Option<Cell>; 2] {
        match self {
            Siege::Surrounding { missing, .. } => [missing, None],
            Siege::Pincer(missing) => missing,
        }
    }
}

impl Ground {
    pub(super) fn new<B: Bits>(rules: &Rules<B>) -> Ground {
        let ruleset = rules.ruleset();
        let layout = ruleset.board.layout();
        let size = rules.size();
        let throne = rules.throne();
        let bases = rows_of(layout.bases.iter().copied());
        let corners = rows_of(Cell::all(size).filter(|cell| rules.is_corner(*cell)));

        let (mut king_walls, mut king_bans) = (NO_CELLS, NO_CELLS);
        let at = usize::from(throne.row());
        if ruleset.throne_stop == ThroneStop::Nobody {
            king_bans[at] |= 1 << throne.column();
        }
        if ruleset.throne_pass == ThronePass::Nobody {
            king_walls[at] |= 1 << throne.column();
        }
        for row in 0..usize::from(size) {
            match ruleset.bases {
                Bases::NoStop => king_bans[row] |= bases[row],
                Bases::Closed | Bases::Camps => {
                    king_bans[row] |= bases[row];
                    king_walls[row] |= bases[row];
                }
                Bases::Open | Bases::ClosedWhileHeld => {}
            }
        }

        let mut king_holders = NO_CELLS;
        let mut hostile = BySide { attackers: NO_CELLS, defenders: NO_CELLS };
        for row in 0..usize::from(size) {
            if ruleset.corner_hostile == CornerHostility::Hostile {
                king_holders[row] |= corners[row];
                hostile.attackers[row] |= corners[row];
                hostile.defenders[row] |= corners[row];
            }
            if ruleset.bases == Bases::Camps {
                king_holders[row] |= bases[row];
                hostile.attackers[row] |= bases[row];
                hostile.defenders[row] |= bases[row];
            }
        }
        if ruleset.throne_stop != ThroneStop::Everyone {
            king_holders[at] |= 1 << throne.column();
        }
        if ruleset.throne_hostile != ThroneHostility::Never {
            hostile.attackers[at] |= 1 << throne.column();
            hostile.defenders[at] |= 1 << throne.column();
        }

        let guards = if ruleset.goal == Goal::Corners {
            let distance = WEIGHTS.guard_distance[usize::from(size > SMALL_BOARD)];
            rows_of(Cell::all(size).filter(|cell| {
                layout.corners.iter().any(|corner| {
                    cell.column().abs_diff(corner.column()) + cell.row().abs_diff(corner.row()) == distance
                })
            }))
        } else {
            NO_CELLS
        };

        let count = |wanted| {
            let pieces = layout.start.pieces();
            i32::try_from(pieces.filter(|(_, piece)| *piece == wanted).count()).unwrap_or(1).max(1)
        };
        Ground {
            size: usize::from(size),
            board: (1 << size) - 1,
            goals: rows_of(rules.goals().cells()),
            king_walls,
            king_bans,
            closing_bases: if ruleset.bases == Bases::ClosedWhileHeld {
                layout.base_groups().into_iter().map(|group| rows_of(group.into_iter())).collect()
            } else {
                Vec::new()
            },
            king_move: ruleset.king_move,
            king_holders,
            edge_holds_king: ruleset.king_capture == KingCapture::Surrounded,
            king_capture: ruleset.king_capture,
            at_throne: rows_of(throne.neighbours(size).chain([throne])),
            hostile,
            king_is_partner: matches!(ruleset.king_arms, KingArms::Armed | KingArms::Anvil),
            guards,
            man: BySide {
                attackers: WEIGHTS.army / count(tablen_rules::tafl::Piece::Attacker),
                defenders: WEIGHTS.army / count(tablen_rules::tafl::Piece::Defender),
            },
        }
    }

    fn width(&self) -> u8 {
        self.size as u8
    }

    /// What the king may not pass over and what he may not stop on, apart from pieces.
    pub(super) fn king_terrain(&self, grid: &Grid) -> (Rows, Rows) {
        let (mut walls, mut bans) = (self.king_walls, self.king_bans);
        for group in &self.closing_bases {
            if super::grid::meet(group, &grid.pieces.attackers, self.size) {
                for row in 0..self.size {
                    walls[row] |= group[row];
                    bans[row] |= group[row];
                }
            }
        }
        (walls, bans)
    }

    /// Where the king can go now: exactly his legal moves, whoever is to move.
    pub(super) fn king_reach(&self, grid: &Grid, (walls, bans): &(Rows, Rows)) -> KingReach {
        let range = match self.king_move {
            KingMove::Rook => i8::MAX,
            KingMove::RookFour => 4,
            KingMove::ChessKing | KingMove::Step => 1,
        };
        let mut reach = KingReach { cells: NO_CELLS, routes: 0 };
        let (king_column, king_row) = (i32::from(grid.king.column()), i32::from(grid.king.row()));
        let side = self.size as i32;
        for (columns, rows) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (mut column, mut row) = (king_column + columns, king_row + rows);
            let mut steps = 0;
            let mut has_goal = false;
            while steps < range && (0..side).contains(&column) && (0..side).contains(&row) {
                let (at, bit) = (row as usize, 1u32 << column);
                if grid.occupied(at) & bit != 0 {
                    break;
                }
                if bans[at] & bit == 0 {
                    reach.cells[at] |= bit;
                    has_goal |= self.goals[at] & bit != 0;
                }
                // A wall that may be stopped on ends the way.
                if walls[at] & bit != 0 {
                    break;
                }
                column += columns;
                row += rows;
                steps += 1;
            }
            reach.routes += u32::from(has_goal);
        }
        if self.king_move == KingMove::ChessKing {
            for (columns, rows) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
                if let Some(to) = grid.king.offset(columns, rows, self.width()) {
                    let (at, bit) = (usize::from(to.row()), 1u32 << to.column());
                    if (grid.occupied(at) | bans[at]) & bit == 0 {
                        reach.cells[at] |= bit;
                        reach.routes += u32::from(self.goals[at] & bit != 0);
                    }
                }
            }
        }
        reach
    }

    /// Where the king gets to with one move more, from any of these cells.
    pub(super) fn one_move_more(&self, free: &Rows, cells: &Rows) -> Rows {
        match self.king_move {
            KingMove::Rook => slide_all(free, cells, self.size),
            KingMove::RookFour => step_all(free, cells, self.size, 4, false),
            KingMove::Step => step_all(free, cells, self.size, 1, false),
            KingMove::ChessKing => step_all(free, cells, self.size, 1, true),
        }
    }

    /// How near the attackers are to taking the king (T8, T15, T18, A8). Capture in company (A9) is left to the search.
    pub(super) fn siege(&self, grid: &Grid) -> Siege {
        let beside = |(columns, rows)| grid.king.offset(columns, rows, self.width());
        let is_surroundable = match self.king_capture {
            KingCapture::Surrounded | KingCapture::SurroundedInField => true,
            KingCapture::StrongAtThrone => has(&self.at_throne, grid.king),
            KingCapture::Custodial => false,
        };
        let attackers = &grid.pieces.attackers;
        let is_free = |cell: &Cell| grid.occupied(usize::from(cell.row())) >> cell.column() & 1 == 0;
        if is_surroundable {
            let mut held = 0;
            let mut missing = None;
            for direction in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                match beside(direction) {
                    Some(cell) if has(attackers, cell) || has(&self.king_holders, cell) => held += 1,
                    None if self.edge_holds_king => held += 1,
                    open => missing = open,
                }
            }
            Siege::Surrounding { held, missing: missing.filter(|cell| held == 3 && is_free(cell)) }
        } else {
            Siege::Pincer([(1, 0), (0, 1)].map(|(columns, rows)| {
                let (one, other) = (beside((columns, rows))?, beside((-columns, -rows))?);
                let is_captor = |cell| has(attackers, cell) || has(&self.hostile.defenders, cell);
                match (is_captor(one), is_captor(other)) {
                    (true, false) if is_free(&other) => Some(other),
                    (false, true) if is_free(&one) => Some(one),
                    // Two cells that are hostile themselves still need a man on one of them.
                    (true, true) if is_free(&other) => Some(other),
                    (true, true) if is_free(&one) => Some(one),
                    _ => None,
                }
            }))
        }
    }
}
