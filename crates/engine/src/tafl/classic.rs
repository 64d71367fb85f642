//! The evaluation in use: what is seen on the board at a glance.

use tablen_rules::tafl::{Bits, BySide, Cell, Goal, KingMove, Rows, Rules, Side, Siege, State};

use super::evaluation::Evaluation;
use super::material::man_points;
use super::position_info::PositionInfo;
use super::value::Points;
use super::weights::WEIGHTS;
use crate::ForLight;

/// The largest board that counts as small in [`weights`](super::weights).
const SMALL_BOARD: u8 = 11;

/// Material, the king's ways out, the siege around him and lines to the goals, all weighed by [`WEIGHTS`].
#[derive(Clone, Debug)]
pub struct Classic {
    /// The bits of a row that are cells.
    board: u32,
    /// Cells that shut off a corner.
    guards: Rows,
    /// What one man of each side is worth.
    man: BySide<i32>,
}

impl Classic {
    /// For the rules of a game.
    pub fn new<B: Bits>(rules: &Rules<B>) -> Classic {
        let size = rules.size();
        let guards = if rules.ruleset().goal == Goal::Corners {
            let distance = WEIGHTS.guard_distance[usize::from(size > SMALL_BOARD)];
            let corners = &rules.ruleset().board.layout().corners;
            let is_guard = |cell: &Cell| {
                corners.iter().any(|corner| {
                    cell.column().abs_diff(corner.column()) + cell.row().abs_diff(corner.row()) == distance
                })
            };
            Cell::all(size).filter(is_guard).collect()
        } else {
            Rows::EMPTY
        };
        Classic { board: (1 << size) - 1, guards, man: man_points(rules) }
    }

    fn material<B: Bits>(&self, state: &State<B>) -> i32 {
        let men = |side| state.pieces_of(side).len() as i32;
        (men(Side::Defenders) - 1) * self.man.defenders - men(Side::Attackers) * self.man.attackers
    }

    /// The king's ways to a goal (T10), and whether there is any.
    fn way_out<B: Bits>(&self, rules: &Rules<B>, state: &State<B>, info: &PositionInfo) -> i32 {
        let size = usize::from(rules.size());
        let goals = rules.goal_rows();
        let terrain = rules.king_terrain(state);
        let mobility = info.reach.cells.count(size);
        let mut points = WEIGHTS.king_mobility * mobility.min(WEIGHTS.king_mobility_counted) as i32;
        if state.side() == Side::Attackers {
            points += match info.reach.routes {
                0 => 0,
                1 => WEIGHTS.raichi,
                _ => WEIGHTS.tuichi,
            };
        }

        let mut free = Rows::EMPTY;
        for row in 0..size {
            free[row] = !(info.occupied(row) | terrain.walls[row]) & self.board;
        }
        // The king himself is not in his way.
        free.insert(info.king);
        let further = |cells: &Rows| rules.king_reach_from(cells, &free, &terrain.bans);
        match rules.ruleset().king_move {
            KingMove::Rook | KingMove::RookFour => {
                let second = further(&info.reach.cells);
                let reached = second.count_common(goals, size);
                if reached > 0 {
                    return points + WEIGHTS.goal_in_two * reached.min(WEIGHTS.goals_in_two_counted) as i32;
                }
                let third = further(&second);
                if third.meets(goals, size) {
                    return points + WEIGHTS.goal_in_three;
                }
            }
            KingMove::Step | KingMove::ChessKing => {
                let mut cells = info.reach.cells;
                for steps in 1..size as i32 {
                    if cells.meets(goals, size) {
                        return points + WEIGHTS.step_nearer * (size as i32 - steps);
                    }
                    let next = further(&cells);
                    if next == cells {
                        break;
                    }
                    cells = next;
                }
            }
        }
        if self.is_walled_in(rules, info, &terrain.walls) { points + WEIGHTS.walled_in } else { points }
    }

    /// Whether no way leads from the king to a goal, even if his own men stepped aside.
    fn is_walled_in<B: Bits>(&self, rules: &Rules<B>, info: &PositionInfo, walls: &Rows) -> bool {
        let size = usize::from(rules.size());
        let mut open = Rows::EMPTY;
        for row in 0..size {
            open[row] = !(info.pieces.attackers[row] | walls[row]) & self.board;
        }
        open.insert(info.king);
        let king: Rows = [info.king].into_iter().collect();
        !king.flood(&open, size).meets(rules.goal_rows(), size)
    }

    /// How near the king is to being captured.
    fn siege(info: &PositionInfo, size: u8) -> i32 {
        let mut points = match info.siege {
            Siege::Surrounding { held, .. } => WEIGHTS.held_sides[held.min(WEIGHTS.held_sides.len() - 1)],
            Siege::Pincer(missing) => WEIGHTS.half_taken * missing.into_iter().flatten().count() as i32,
        };
        if info.is_king_in_danger(size) {
            points += WEIGHTS.king_hangs;
        }
        let (row, column) = (usize::from(info.king.row()), u32::from(info.king.column()));
        let columns = (0b11111u32 << column) >> 2;
        let near: u32 = (row.saturating_sub(2)..=(row + 2).min(usize::from(size) - 1))
            .map(|row| (info.pieces.attackers[row] & columns).count_ones())
            .sum();
        points + WEIGHTS.attacker_near_king * near as i32
    }

    /// Lines that lead to goals, and who guards them.
    fn lines<B: Bits>(&self, rules: &Rules<B>, info: &PositionInfo) -> i32 {
        let size = usize::from(rules.size());
        let goals = rules.goal_rows();
        let last = size - 1;
        let ends = 1 | 1 << last;
        let mut used_columns = 0;
        let mut open = 0;
        for row in 0..size {
            let occupied = info.occupied(row);
            used_columns |= occupied;
            open += u32::from(occupied == 0 && goals[row] & ends == ends);
        }
        open += (goals[0] & goals[last] & !used_columns).count_ones();
        let [guards, broken] = [Side::Attackers, Side::Defenders]
            .map(|side| self.guards.count_common(&info.pieces[side], size) as i32);
        WEIGHTS.open_line * open as i32 + WEIGHTS.guard * guards + WEIGHTS.guard_broken * broken
    }
}

impl<B: Bits> Evaluation<B> for Classic {
    fn evaluate(&self, rules: &Rules<B>, state: &State<B>, info: &PositionInfo) -> ForLight<Points> {
        let turn = match state.side() {
            Side::Defenders => WEIGHTS.turn,
            Side::Attackers => -WEIGHTS.turn,
        };
        ForLight(Points(
            self.material(state)
                + self.way_out(rules, state, info)
                + Classic::siege(info, rules.size())
                + self.lines(rules, info)
                + turn,
        ))
    }
}
