//! The evaluation in use: what is seen on the board at a glance.

use tablen_rules::tafl::{Bits, BySide, Cell, Goal, KingMove, Rows, Rules, Side, Siege, State};

use super::corner_walls::CornerWalls;
use super::evaluation::Evaluation;
use super::material::man_points;
use super::position_info::PositionInfo;
use super::value::{Points, Scale};
use super::weights::{GOALS_IN_TWO_COUNTED, GUARD_DISTANCE, KING_MOBILITY_COUNTED, Weights};
use crate::ForLight;

/// Material, the king's ways out, the siege around him and lines to the goals, all weighed by [`Weights`].
#[derive(Clone, Debug)]
pub struct Classic {
    weights: Weights,
    scale: ForLight<Scale>,
    /// The bits of a row that are cells.
    board: u32,
    /// Cells that shut off a corner.
    guards: Rows,
    /// How near corners are to being shut off, if that counts.
    walls: Option<CornerWalls>,
    /// What one man of each side is worth.
    man: BySide<i32>,
}

/// How far from the king attackers are near him.
const NEAR: u32 = 2;
/// How far they are around him.
const AROUND: u32 = 5;

/// The pieces of each side as rows, the king among the defenders.
struct Pieces {
    attackers: Rows,
    defenders: Rows,
}

impl Pieces {
    /// The occupied cells of a row.
    #[inline]
    fn occupied(&self, row: usize) -> u32 {
        self.attackers[row] | self.defenders[row]
    }

    /// How many attackers are at most `radius` columns and rows away from the king.
    #[inline]
    fn attackers_around(&self, king: Cell, radius: u32, size: u8) -> i32 {
        let (row, rows) = (usize::from(king.row()), radius as usize);
        let columns = ((((1_u64 << (2 * radius + 1)) - 1) << king.column()) >> radius) as u32;
        (row.saturating_sub(rows)..=(row + rows).min(usize::from(size) - 1))
            .map(|row| (self.attackers[row] & columns).count_ones() as i32)
            .sum()
    }

    /// Whether an attacker seems to get to one of the cells on which he would take the king.
    #[inline]
    fn is_king_in_danger(&self, siege: Siege, size: u8) -> bool {
        siege.missing().into_iter().flatten().any(|cell| self.attacker_has_line_to(cell, size))
    }

    /// Whether the first piece in some direction from a cell is an attacker: if not, no attacker can get there.
    fn attacker_has_line_to(&self, cell: Cell, size: u8) -> bool {
        [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|(columns, rows)| {
            let mut beyond = cell.offset(columns, rows, size);
            while let Some(at) = beyond {
                if self.attackers.contains(at) {
                    return true;
                }
                if self.defenders.contains(at) {
                    return false;
                }
                beyond = at.offset(columns, rows, size);
            }
            false
        })
    }
}

impl Classic {
    /// For the rules of a game.
    pub fn new<B: Bits>(rules: &Rules<B>) -> Classic {
        Classic::with_weights(rules, *Weights::of(rules.ruleset()))
    }

    /// The same with weights of one's own.
    pub fn with_weights<B: Bits>(rules: &Rules<B>, weights: Weights) -> Classic {
        let size = rules.size();
        let guards = if rules.ruleset().goal == Goal::Corners {
            let corners = &rules.ruleset().board.layout().corners;
            let is_guard = |cell: &Cell| {
                corners.iter().any(|corner| {
                    cell.column().abs_diff(corner.column()) + cell.row().abs_diff(corner.row())
                        == GUARD_DISTANCE
                })
            };
            Cell::all(size).filter(is_guard).collect()
        } else {
            Rows::EMPTY
        };
        let counts_walls =
            [weights.corner_shut, weights.corner_nearly_shut, weights.corner_half_shut] != [0; 3];
        let walls = (rules.ruleset().goal == Goal::Corners && counts_walls).then(|| CornerWalls::new(size));
        let scale = Scale::of_classic(rules.ruleset());
        Classic { weights, scale, board: (1 << size) - 1, guards, walls, man: man_points(rules, &weights) }
    }

    fn material<B: Bits>(&self, state: &State<B>) -> i32 {
        let men = |side| state.count(side) as i32;
        (men(Side::Defenders) - 1) * self.man.defenders - men(Side::Attackers) * self.man.attackers
    }

    /// The king's ways to a goal (T10), and whether there is any.
    fn way_out<B: Bits>(
        &self,
        rules: &Rules<B>,
        state: &State<B>,
        info: &PositionInfo,
        pieces: &Pieces,
    ) -> i32 {
        let size = usize::from(rules.size());
        let goals = rules.goal_rows();
        let terrain = rules.king_terrain(state);
        let mobility = info.reach.count();
        let mut points = self.weights.king_mobility * mobility.min(KING_MOBILITY_COUNTED) as i32;
        if state.side() == Side::Attackers {
            points += match info.reach.routes {
                0 => 0,
                1 => self.weights.raichi,
                _ => self.weights.tuichi,
            };
        }

        let mut free = Rows::EMPTY;
        for row in 0..size {
            free[row] = !(pieces.occupied(row) | terrain.walls[row]) & self.board;
        }
        // The king himself is not in his way.
        free.insert(state.king());
        let further = |cells: &Rows| rules.king_reach_from(cells, &free, &terrain.bans);
        match rules.ruleset().king_move {
            KingMove::Rook | KingMove::RookFour => {
                let second = further(&info.reach.rows());
                let reached = second.count_common(goals, size);
                if reached > 0 {
                    return points + self.weights.goal_in_two * reached.min(GOALS_IN_TWO_COUNTED) as i32;
                }
                let third = further(&second);
                if third.meets(goals, size) {
                    return points + self.weights.goal_in_three;
                }
            }
            KingMove::Step | KingMove::ChessKing => {
                let mut cells = info.reach.rows();
                for steps in 1..size as i32 {
                    if cells.meets(goals, size) {
                        return points + self.weights.step_nearer * (size as i32 - steps);
                    }
                    let next = further(&cells);
                    if next == cells {
                        break;
                    }
                    cells = next;
                }
            }
        }
        if self.weights.walled_in != 0 && self.is_walled_in(rules, state, pieces, &terrain.walls) {
            points + self.weights.walled_in
        } else {
            points
        }
    }

    /// Whether no way leads from the king to a goal, even if his own men stepped aside.
    fn is_walled_in<B: Bits>(
        &self,
        rules: &Rules<B>,
        state: &State<B>,
        pieces: &Pieces,
        walls: &Rows,
    ) -> bool {
        let size = usize::from(rules.size());
        let mut open = Rows::EMPTY;
        for row in 0..size {
            open[row] = !(pieces.attackers[row] | walls[row]) & self.board;
        }
        open.insert(state.king());
        let king: Rows = [state.king()].into_iter().collect();
        let goals = rules.goal_rows();
        // A corner that is shut off has hardly any room.
        let is_out = if rules.ruleset().goal == Goal::Corners {
            goals.is_joined(&king, &open, size)
        } else {
            king.is_joined(goals, &open, size)
        };
        !is_out
    }

    /// How near the king is to being captured.
    fn siege(&self, king: Cell, info: &PositionInfo, pieces: &Pieces, size: u8) -> i32 {
        let weights = &self.weights;
        let mut points = match info.siege {
            Siege::Surrounding { held, .. } => match held {
                0 => 0,
                1 => weights.one_side_held,
                2 => weights.two_sides_held,
                _ => weights.three_sides_held,
            },
            Siege::Pincer(missing) => self.weights.half_taken * missing.into_iter().flatten().count() as i32,
        };
        if pieces.is_king_in_danger(info.siege, size) {
            points += self.weights.king_hangs;
        }
        if weights.attacker_around != 0 {
            points += weights.attacker_around * pieces.attackers_around(king, AROUND, size);
        }
        points + weights.attacker_near_king * pieces.attackers_around(king, NEAR, size)
    }

    /// How many moves the defenders have.
    fn mobility<B: Bits>(&self, rules: &Rules<B>, state: &State<B>) -> i32 {
        if self.weights.defenders_mobility == 0 {
            return 0;
        }
        let moves = match state.side() {
            Side::Defenders => rules.count_moves(state),
            Side::Attackers => rules.count_moves(&rules.pass(state)),
        };
        self.weights.defenders_mobility * moves as i32 / 10
    }

    /// Corners that are shut off, or nearly.
    fn corners(&self, pieces: &Pieces) -> i32 {
        let Some(walls) = &self.walls else { return 0 };
        let missing = walls.missing(&pieces.attackers, &pieces.defenders);
        missing
            .into_iter()
            .map(|missing| match missing {
                0 => self.weights.corner_shut,
                1 => self.weights.corner_nearly_shut,
                2 => self.weights.corner_half_shut,
                _ => 0,
            })
            .sum()
    }

    /// Lines that lead to goals, and who guards them.
    fn lines<B: Bits>(&self, rules: &Rules<B>, pieces: &Pieces) -> i32 {
        let size = usize::from(rules.size());
        let goals = rules.goal_rows();
        let last = size - 1;
        let ends = 1 | 1 << last;
        let mut used_columns = 0;
        let mut open = 0;
        for row in 0..size {
            let occupied = pieces.occupied(row);
            used_columns |= occupied;
            open += u32::from(occupied == 0 && goals[row] & ends == ends);
        }
        open += (goals[0] & goals[last] & !used_columns).count_ones();
        let [guards, broken] = [&pieces.attackers, &pieces.defenders]
            .map(|pieces| self.guards.count_common(pieces, size) as i32);
        self.weights.open_line * open as i32
            + self.weights.guard * guards
            + self.weights.guard_broken * broken
    }
}

impl<B: Bits> Evaluation<B> for Classic {
    fn evaluate(&mut self, rules: &Rules<B>, state: &State<B>, info: &PositionInfo) -> ForLight<Points> {
        let pieces =
            Pieces { attackers: state.rows(Side::Attackers), defenders: state.rows(Side::Defenders) };
        let turn = match state.side() {
            Side::Defenders => self.weights.turn,
            Side::Attackers => -self.weights.turn,
        };
        ForLight(Points(
            self.material(state)
                + self.way_out(rules, state, info, &pieces)
                + self.siege(state.king(), info, &pieces, rules.size())
                + self.lines(rules, &pieces)
                + self.corners(&pieces)
                + self.mobility(rules, state)
                + turn,
        ))
    }

    fn scale(&self) -> ForLight<Scale> {
        self.scale
    }
}
