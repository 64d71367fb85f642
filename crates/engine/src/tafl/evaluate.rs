//! What a position is worth without looking ahead.

use std::sync::Arc;

use tablen_rules::tafl::{Bits, KingMove, Move, Rules, Side, State};

use super::grid::{Grid, NO_CELLS, Rows, count_common, flood, king_move_into, meet};
use super::ground::{Ground, KingReach, Siege};
use super::value::{ForDefenders, ForMover};
use super::weights::WEIGHTS;
use crate::random::splitmix;

/// Values positions under a ruleset.
#[derive(Clone, Debug)]
pub(super) struct Evaluator<B: Bits> {
    pub(super) rules: Arc<Rules<B>>,
    pub(super) ground: Ground,
    pub(super) noise: Noise,
}

/// Errors of judgement: the same position is always misjudged the same way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Noise {
    /// The largest error.
    pub(super) points: u32,
    /// Which errors.
    pub(super) seed: u64,
}

impl Noise {
    #[inline]
    fn of(self, key: u64) -> i32 {
        if self.points == 0 {
            return 0;
        }
        let span = u64::from(self.points) * 2 + 1;
        (splitmix(key ^ self.seed) % span) as i32 - self.points as i32
    }
}

/// What is looked at once for every position, to judge it and to order its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) grid: Grid,
    /// What the king may not pass over and not stop on.
    terrain: (Rows, Rows),
    pub(super) reach: KingReach,
    pub(super) siege: Siege,
}

impl<B: Bits> Evaluator<B> {
    pub(super) fn new(rules: Arc<Rules<B>>) -> Evaluator<B> {
        Evaluator { ground: Ground::new(&rules), rules, noise: Noise::default() }
    }

    #[inline]
    pub(super) fn view(&self, state: &State<B>) -> View {
        let grid = Grid::new(state);
        let terrain = self.ground.king_terrain(&grid);
        let reach = self.ground.king_reach(&grid, &terrain);
        View { grid, terrain, reach, siege: self.ground.siege(&grid) }
    }

    /// A move of the side to move that wins at once: the king's to a goal, or one that takes him. A capture in company is
    /// not looked for.
    #[inline]
    pub(super) fn winning_move(&self, state: &State<B>, view: &View) -> Option<Move> {
        match state.side() {
            Side::Defenders if view.reach.routes > 0 => {
                king_move_into(view.grid.king, &view.reach.cells, &self.ground.goals, self.ground.size)
            }
            Side::Defenders => None,
            Side::Attackers => self.taking_move(state, view),
        }
    }

    fn taking_move(&self, state: &State<B>, view: &View) -> Option<Move> {
        let missing = view.siege.missing();
        let size = self.rules.size();
        let in_line = |cell| view.grid.attacker_has_line_to(cell, size);
        if !missing.into_iter().flatten().any(in_line) {
            return None;
        }
        let mut taking = None;
        self.rules.visit_moves(state, |mv| {
            if taking.is_none() && missing.contains(&Some(mv.to)) {
                let mut next = *state;
                self.rules.make(&mut next, mv);
                if next.king_captured() {
                    taking = Some(mv);
                }
            }
        });
        taking
    }

    /// What a position that is not decided is worth.
    pub(super) fn evaluate(&self, state: &State<B>, view: &View) -> ForMover {
        let points = self.material(state)
            + self.way_out(state, view)
            + self.siege(view)
            + self.lines(view)
            + match state.side() {
                Side::Defenders => WEIGHTS.turn,
                Side::Attackers => -WEIGHTS.turn,
            }
            + self.noise.of(state.key());
        ForDefenders::points(points).for_mover(state.side())
    }

    fn material(&self, state: &State<B>) -> i32 {
        let men = |side| state.pieces_of(side).len() as i32;
        (men(Side::Defenders) - 1) * self.ground.man.defenders
            - men(Side::Attackers) * self.ground.man.attackers
    }

    /// The king's ways to a goal (T10), and whether there is any.
    fn way_out(&self, state: &State<B>, view: &View) -> i32 {
        let ground = &self.ground;
        let size = ground.size;
        let (walls, bans) = &view.terrain;
        let mobility: u32 = view.reach.cells.iter().take(size).map(|row| row.count_ones()).sum();
        let mut points = WEIGHTS.king_mobility * mobility.min(WEIGHTS.king_mobility_counted) as i32;
        if state.side() == Side::Attackers {
            points += match view.reach.routes {
                0 => 0,
                1 => WEIGHTS.raichi,
                _ => WEIGHTS.tuichi,
            };
        }

        let mut free = NO_CELLS;
        let mut stops = NO_CELLS;
        for row in 0..size {
            free[row] = !(view.grid.occupied(row) | walls[row]) & ground.board;
            stops[row] = !bans[row];
        }
        // The king himself is not in his way.
        free[usize::from(view.grid.king.row())] |= 1 << view.grid.king.column();
        let further = |cells: &Rows| {
            let mut next = ground.one_move_more(&free, cells);
            for row in 0..size {
                next[row] &= stops[row];
            }
            next
        };
        match ground.king_move {
            KingMove::Rook | KingMove::RookFour => {
                let second = further(&view.reach.cells);
                let goals = count_common(&second, &ground.goals, size);
                if goals > 0 {
                    return points + WEIGHTS.goal_in_two * goals.min(WEIGHTS.goals_in_two_counted) as i32;
                }
                let third = further(&second);
                if meet(&third, &ground.goals, size) {
                    return points + WEIGHTS.goal_in_three;
                }
            }
            KingMove::Step | KingMove::ChessKing => {
                let mut cells = view.reach.cells;
                for steps in 1..size as i32 {
                    if meet(&cells, &ground.goals, size) {
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
        if self.is_walled_in(view) { points + WEIGHTS.walled_in } else { points }
    }

    /// Whether no way leads from the king to a goal, even if his own men stepped aside.
    fn is_walled_in(&self, view: &View) -> bool {
        let ground = &self.ground;
        let mut open = NO_CELLS;
        let closed = view.grid.pieces.attackers.iter().zip(&view.terrain.0);
        for (open, (attackers, walls)) in open.iter_mut().zip(closed).take(ground.size) {
            *open = !(attackers | walls) & ground.board;
        }
        let mut king = NO_CELLS;
        let row = usize::from(view.grid.king.row());
        king[row] = 1 << view.grid.king.column();
        open[row] |= king[row];
        !meet(&flood(&open, &king, ground.size), &ground.goals, ground.size)
    }

    /// How near the king is to being captured.
    fn siege(&self, view: &View) -> i32 {
        let mut points = match view.siege {
            Siege::Surrounding { held, .. } => WEIGHTS.held_sides[held.min(WEIGHTS.held_sides.len() - 1)],
            Siege::Pincer(missing) => WEIGHTS.half_taken * missing.into_iter().flatten().count() as i32,
        };
        let size = self.rules.size();
        if view.siege.missing().into_iter().flatten().any(|cell| view.grid.attacker_has_line_to(cell, size)) {
            points += WEIGHTS.king_hangs;
        }
        let (row, column) = (usize::from(view.grid.king.row()), u32::from(view.grid.king.column()));
        let columns = (0b11111u32 << column) >> 2;
        let near: u32 = (row.saturating_sub(2)..=(row + 2).min(self.ground.size - 1))
            .map(|row| (view.grid.pieces.attackers[row] & columns).count_ones())
            .sum();
        points + WEIGHTS.attacker_near_king * near as i32
    }

    /// Lines that lead to goals, and who guards them.
    fn lines(&self, view: &View) -> i32 {
        let ground = &self.ground;
        let last = ground.size - 1;
        let ends = 1 | 1 << last;
        let mut used_columns = 0;
        let mut open = 0;
        for row in 0..ground.size {
            let occupied = view.grid.occupied(row);
            used_columns |= occupied;
            open += u32::from(occupied == 0 && ground.goals[row] & ends == ends);
        }
        open += (ground.goals[0] & ground.goals[last] & !used_columns).count_ones();
        let [guards, broken] = [Side::Attackers, Side::Defenders]
            .map(|side| count_common(&ground.guards, &view.grid.pieces[side], ground.size) as i32);
        WEIGHTS.open_line * open as i32 + WEIGHTS.guard * guards + WEIGHTS.guard_broken * broken
    }
}
