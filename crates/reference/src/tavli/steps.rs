//! One man moved by one die (Z8–Z18), without asking what else the throw allows.

use tablen_rules::tavli::{
    BySide, Cell, Column, Die, EnteringHits, Gate, MEN, Men, Phase1Blots, Phase1Move, Place, Reentry, Roll,
    Ruleset, Side, Step,
};

/// The sides' men.
pub(super) type Board = BySide<Men>;

/// What a step is judged by, beside the men.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) side: Side,
    /// Z13 `per-throw`: whether any number of the throw could enter a man when the turn began.
    pub(super) throw_could_enter: bool,
}

impl<'a> Mover<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, board: &Board, side: Side, roll: Roll) -> Mover<'a> {
        let undecided = Mover { ruleset, side, throw_could_enter: false };
        let throw_could_enter = roll.dice().into_iter().any(|die| undecided.entering(board, die).is_some());
        Mover { throw_could_enter, ..undecided }
    }

    /// Every step with that number.
    pub(super) fn steps(&self, board: &Board, die: Die) -> Vec<Step> {
        let men = &board[self.side];
        if men.off == MEN {
            // Z4: the game has stopped.
            Vec::new()
        } else if has_hit_men(men) {
            // Z12: nobody else moves.
            self.reentering(board, die)
        } else if men.hand > 0 {
            self.entering_or_shuffling(board, die)
        } else {
            let mut steps = self.moving(board, die, self.farthest_cell(board));
            steps.extend(self.bearing_off(board, die));
            steps
        }
    }

    /// Z11: back from the middle row. The gate does not hold these men.
    fn reentering(&self, board: &Board, die: Die) -> Vec<Step> {
        let mut steps = Vec::new();
        for column in Column::all().filter(|column| board[self.side].hit(*column) > 0) {
            let number = match self.ruleset.reentry {
                Reentry::Inclusive => column.number() + die.pips() - 1,
                Reentry::Exclusive => column.number() + die.pips(),
            };
            steps.extend(self.step_to(board, die, Place::Middle(column), number));
        }
        steps
    }

    /// Z13: entering takes precedence.
    fn entering_or_shuffling(&self, board: &Board, die: Die) -> Vec<Step> {
        let mut steps: Vec<Step> = self.entering(board, die).into_iter().collect();
        let may_move = match self.ruleset.phase1_move {
            Phase1Move::PerDie => steps.is_empty(),
            Phase1Move::PerThrow => !self.throw_could_enter,
        };
        if may_move {
            steps.extend(self.moving(board, die, Cell::GATE));
        }
        steps
    }

    /// Z13, Z15: a man from the hand on the cell of the number.
    fn entering(&self, board: &Board, die: Die) -> Option<Step> {
        self.step_to(board, die, Place::Hand, die.pips())
            .filter(|step| !step.hits || self.ruleset.entering_hits == EnteringHits::Yes)
    }

    /// Z5: a man on the course, as far as `farthest`.
    fn moving(&self, board: &Board, die: Die, farthest: Cell) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in Cell::all().filter(|from| board[self.side].on(*from) > 0) {
            let number = from.number() + die.pips();
            if number <= farthest.number() {
                steps.extend(self.step_to(board, die, Place::Cell(from), number));
            }
        }
        steps
    }

    /// Z14, for a player without men in hand.
    fn farthest_cell(&self, board: &Board) -> Cell {
        match self.ruleset.gate {
            Gate::Own => Cell::LAST,
            Gate::Both if board[self.side.other()].hand == 0 => Cell::LAST,
            Gate::Both => Cell::GATE,
        }
    }

    /// Z16–Z18, for a player without men in hand or in the middle row. Leaving the board is moving beyond 6 (Z14).
    fn bearing_off(&self, board: &Board, die: Die) -> Option<Step> {
        let men = &board[self.side];
        // All remaining men stand on 19–24 exactly if the man farthest from the exit does.
        let farthest_from_exit = Cell::all().find(|cell| men.on(*cell) > 0)?;
        if farthest_from_exit < Cell::HOME || self.farthest_cell(board) < Cell::LAST {
            return None;
        }
        let exact = Cell::new(25 - die.pips())?;
        let from = if men.on(exact) > 0 {
            exact
        } else if farthest_from_exit > exact {
            farthest_from_exit
        } else {
            return None;
        };
        Some(Step { die, from: Place::Cell(from), to: Place::Off, hits: false })
    }

    /// Z9, Z15: the step to that cell, if a man may land there.
    fn step_to(&self, board: &Board, die: Die, from: Place, number: u8) -> Option<Step> {
        let cell = Cell::new(number)?;
        let enemy = &board[self.side.other()];
        let immune = cell <= Cell::GATE
            && self.ruleset.phase1_blots == Phase1Blots::Immune
            && !(enemy.hand == 0 && enemy.beyond);
        let hits = match enemy.on(cell) {
            0 => false,
            1 if !immune => true,
            _ => return None,
        };
        Some(Step { die, from, to: Place::Cell(cell), hits })
    }

    /// The men after a step (Z10, Z15).
    pub(super) fn stepped(&self, board: &Board, step: Step) -> Board {
        let mut board = *board;
        let men = &mut board[self.side];
        match step.from {
            Place::Hand => men.hand -= 1,
            Place::Middle(column) => men.middle[usize::from(column.number()) - 1] -= 1,
            Place::Cell(cell) => men.cells[usize::from(cell.number()) - 1] -= 1,
            Place::Off => {}
        }
        match step.to {
            Place::Cell(cell) => {
                men.cells[usize::from(cell.number()) - 1] += 1;
                men.beyond |= cell > Cell::GATE;
                if step.hits {
                    let enemy = &mut board[self.side.other()];
                    enemy.cells[usize::from(cell.number()) - 1] -= 1;
                    enemy.middle[usize::from(cell.column().number()) - 1] += 1;
                }
            }
            Place::Off => men.off += 1,
            Place::Hand | Place::Middle(_) => {}
        }
        board
    }
}

fn has_hit_men(men: &Men) -> bool {
    men.middle.iter().any(|hit| *hit > 0)
}
