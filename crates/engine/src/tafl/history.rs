//! What earlier parts of a search tell about quiet moves: killers of each ply, and how good a move has been elsewhere: in general (history)
//! and after the moves before it (continuation history).

use tablen_rules::tafl::{BySide, Cell, Move, Side};

use super::search::MOST_PLIES;

/// The most that a history counts, for or against a move.
pub(super) const MOST_HISTORY: i32 = 1 << 13;

/// The moves of one ply that led to the next positions: what a continuation history is asked after. Nothing after a null move.
pub(super) type Previous = [Option<(Side, Cell)>; 2];

#[derive(Clone, Debug)]
pub(super) struct History {
    killers: Vec<[Option<Move>; 2]>,
    /// For each side, how good a move from a cell to a cell was.
    butterfly: BySide<Vec<i16>>,
    /// How good a move to a cell was after a move of either side to a cell, one and two plies before.
    continuation: [Vec<i16>; 2],
    size: usize,
}

impl History {
    pub(super) fn new(size: u8) -> History {
        let size = usize::from(size);
        let pairs = size.pow(4);
        History {
            killers: vec![[None; 2]; MOST_PLIES + 2],
            butterfly: BySide { attackers: vec![0; pairs], defenders: vec![0; pairs] },
            continuation: [vec![0; 2 * pairs], vec![0; 2 * pairs]],
            size,
        }
    }

    /// Forgets everything: the next search is of another game.
    pub(super) fn forget(&mut self) {
        self.killers.fill([None; 2]);
        for side in Side::ALL {
            self.butterfly[side].fill(0);
        }
        for continuation in &mut self.continuation {
            continuation.fill(0);
        }
    }

    /// A new search of the same game: killers belong to plies that are others now.
    pub(super) fn begin(&mut self) {
        self.killers.fill([None; 2]);
    }

    #[inline]
    fn number(&self, cell: Cell) -> usize {
        usize::from(cell.row()) * self.size + usize::from(cell.column())
    }

    #[inline]
    fn butterfly_index(&self, mv: Move) -> usize {
        self.number(mv.from) * self.size * self.size + self.number(mv.to)
    }

    /// What the histories say about quiet moves of a side after the moves before.
    #[inline]
    pub(super) fn of(&self, side: Side, previous: Previous) -> QuietHistory<'_> {
        let cells = self.size * self.size;
        let continuations = [0, 1].map(|number| {
            previous[number].map_or(&[][..], |(side, before)| {
                let start = self.continuation_start(side, before);
                &self.continuation[number][start..start + cells]
            })
        });
        QuietHistory { butterfly: &self.butterfly[side], continuations, size: self.size }
    }

    /// Where the cells after a move of a side to a cell begin.
    #[inline]
    fn continuation_start(&self, side: Side, before: Cell) -> usize {
        let cells = self.size * self.size;
        let of_side = if side == Side::Attackers { 0 } else { cells * cells };
        of_side + self.number(before) * cells
    }

    /// The killers of a ply.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// A quiet move was good enough to end the look at a position; those tried before were not.
    pub(super) fn reward(
        &mut self,
        side: Side,
        ply: usize,
        previous: Previous,
        depth: i32,
        mv: Move,
        in_vain: impl Iterator<Item = Move>,
    ) {
        if let Some(killers) = self.killers.get_mut(ply)
            && killers[0] != Some(mv)
        {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        let bonus = (depth * depth * 8 + 16 * depth).min(1_600);
        self.adjust(side, previous, mv, bonus);
        for mv in in_vain {
            self.adjust(side, previous, mv, -bonus);
        }
    }

    fn adjust(&mut self, side: Side, previous: Previous, mv: Move, bonus: i32) {
        // What is far out already moves less, so that it never passes the limit.
        let towards = |points: &mut i16| {
            let now = i32::from(*points);
            *points = (now + bonus - now * bonus.abs() / MOST_HISTORY) as i16;
        };
        let index = self.butterfly_index(mv);
        towards(&mut self.butterfly[side][index]);
        for (number, previous) in previous.into_iter().enumerate() {
            if let Some((side, before)) = previous {
                let index = self.continuation_start(side, before) + self.number(mv.to);
                towards(&mut self.continuation[number][index]);
            }
        }
    }
}

/// What the histories say about quiet moves of one side in one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietHistory<'h> {
    butterfly: &'h [i16],
    /// By the cell that a move goes to; empty where no move was before.
    continuations: [&'h [i16]; 2],
    size: usize,
}

impl QuietHistory<'_> {
    /// What all histories together say for a quiet move.
    #[inline]
    pub(super) fn points(&self, mv: Move) -> i32 {
        let number = |cell: Cell| usize::from(cell.row()) * self.size + usize::from(cell.column());
        let to = number(mv.to);
        let mut points = i32::from(self.butterfly[number(mv.from) * self.size * self.size + to]);
        for continuation in self.continuations {
            points += i32::from(continuation.get(to).copied().unwrap_or_default());
        }
        points
    }
}
