//! What the evaluation counts.

use tablen_rules::tavli::{Cell, Column, Reentry, Ruleset};

use super::formation::{Formation, bits};
use super::shots::Throws;

/// One thing that is counted: the number of its weight in a stage's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Term(pub usize);

/// How many terms a stage has.
pub(super) const TERMS: usize = Term::LATER_LOSS.0 + 1;

impl Term {
    /// Being in this stage at all.
    pub const STAGE: Term = Term(0);
    /// A man in hand.
    pub const HAND: Term = Term(1);
    /// Men by cell: 24 terms. The same order holds for the next two.
    pub const MAN: usize = 2;
    /// A cell with a single man.
    pub const SINGLE: usize = Term::MAN + 24;
    /// A cell with two men or more.
    pub const BLOCK: usize = Term::SINGLE + 24;
    /// A man off.
    pub const OFF: Term = Term(Term::BLOCK + 24);
    /// Men in the middle row by column: 12 terms.
    pub const MIDDLE: usize = Term::OFF.0 + 1;
    /// Men in the middle row by how many of the six cells before them are shut: 7 terms.
    pub const SHUT_IN: usize = Term::MIDDLE + 12;
    /// Men on the course by how many of the six cells before them are shut: 7 terms.
    pub const HEMMED: usize = Term::SHUT_IN + 7;
    /// Men in hand by how many of the six cells are shut: 7 terms.
    pub const SHUT_OUT: usize = Term::HEMMED + 7;
    /// Throws of 216 that hit some man in the enemy's next turn.
    pub const SHOTS: Term = Term(Term::SHUT_OUT + 7);
    /// Cells that hits would cost in the enemy's next turn, times throws of 216.
    pub const LOSS: Term = Term(Term::SHOTS.0 + 1);
    /// As [`Term::SHOTS`] for the side that is to throw, and may still cover its men.
    pub const LATER_SHOTS: Term = Term(Term::SHOTS.0 + 2);
    /// As [`Term::LOSS`] for the side that is to throw.
    pub const LATER_LOSS: Term = Term(Term::SHOTS.0 + 3);

    const fn man(cell: Cell) -> Term {
        Term(Term::MAN + cell.number() as usize - 1)
    }

    const fn single(cell: Cell) -> Term {
        Term(Term::SINGLE + cell.number() as usize - 1)
    }

    const fn block(cell: Cell) -> Term {
        Term(Term::BLOCK + cell.number() as usize - 1)
    }
}

/// The terms by name: the number of the first and how many there are. Texts of weights are written and read in this form.
pub(super) const GROUPS: [(&str, usize, usize); 14] = [
    ("stage", Term::STAGE.0, 1),
    ("hand", Term::HAND.0, 1),
    ("off", Term::OFF.0, 1),
    ("man", Term::MAN, 24),
    ("single", Term::SINGLE, 24),
    ("block", Term::BLOCK, 24),
    ("middle", Term::MIDDLE, 12),
    ("shut-in", Term::SHUT_IN, 7),
    ("hemmed", Term::HEMMED, 7),
    ("shut-out", Term::SHUT_OUT, 7),
    ("shots", Term::SHOTS.0, 1),
    ("loss", Term::LOSS.0, 1),
    ("later-shots", Term::LATER_SHOTS.0, 1),
    ("later-loss", Term::LATER_LOSS.0, 1),
];

/// Whether a side waits for the other's throw or throws next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It has just moved.
    Waits,
    /// It throws next.
    Throws,
}

/// Hands each term of a side's men, and how often it occurs, to `count`.
#[inline(always)]
pub(super) fn each(
    ruleset: &Ruleset,
    own: &Formation,
    enemy: &Formation,
    turn: Turn,
    mut count: impl FnMut(Term, i32),
) {
    standing(own, &mut count);
    facing(ruleset, own, enemy, turn, &mut count);
}

/// The terms that do not depend on the enemy's men.
#[inline(always)]
pub(super) fn standing(own: &Formation, count: &mut impl FnMut(Term, i32)) {
    count(Term::STAGE, 1);
    count(Term::OFF, i32::from(own.packed.off()));
    for cell in own.occupied.cells() {
        let men = i32::from(own.packed.on(cell));
        count(Term::man(cell), men);
        count(if men == 1 { Term::single(cell) } else { Term::block(cell) }, 1);
    }
}

/// The terms that depend on the enemy's men.
#[inline(always)]
pub(super) fn facing(
    ruleset: &Ruleset,
    own: &Formation,
    enemy: &Formation,
    turn: Turn,
    count: &mut impl FnMut(Term, i32),
) {
    for cell in own.occupied.cells() {
        let place = u32::from(cell.number());
        count(Term(Term::HEMMED + shut(enemy.held, place)), i32::from(own.packed.on(cell)));
    }
    let hand = i32::from(own.packed.hand());
    if hand > 0 {
        count(Term::HAND, hand);
        count(Term(Term::SHUT_OUT + ruleset.keeps_out(enemy.packed).len() as usize), hand);
    }
    if own.packed.is_hit() {
        let before = u32::from(ruleset.reentry == Reentry::Exclusive);
        for column in Column::all().filter(|column| own.packed.hit(*column) > 0) {
            let men = i32::from(own.packed.hit(column));
            let number = u32::from(column.number());
            count(Term(Term::MIDDLE + number as usize - 1), men);
            count(Term(Term::SHUT_IN + shut(enemy.held, number - 1 + before)), men);
        }
    }
    if own.blots != 0 {
        let (shots, loss) = risk(own, enemy.shooters(ruleset));
        let (shots_term, loss_term) = match turn {
            Turn::Waits => (Term::SHOTS, Term::LOSS),
            Turn::Throws => (Term::LATER_SHOTS, Term::LATER_LOSS),
        };
        count(shots_term, shots);
        count(loss_term, loss);
    }
}

/// How many of the six cells after a place are shut.
#[inline]
pub(super) const fn shut(held: u32, place: u32) -> usize {
    (held >> (place + 1) & 0b11_1111).count_ones() as usize
}

/// The throws of 216 that hit some man, and the cells that hits cost, each times its throws. Blocks on the way are not
/// looked at: a direct shot has none, and indirect ones are few.
#[inline]
pub(super) fn risk(own: &Formation, shooters: u32) -> (i32, i32) {
    let mut any = Throws::NONE;
    let mut loss = 0;
    for cell in bits(own.blots) {
        let mut throws = Throws::NONE;
        for shooter in bits(shooters & ((1 << cell) - 1)) {
            throws = throws.or(Throws::reaching(cell - shooter));
        }
        any = any.or(throws);
        loss += throws.weight() as i32 * thrown_back(cell);
    }
    (any.weight() as i32, loss)
}

/// How many cells a man hit on a cell has to walk again (Z10).
const fn thrown_back(cell: u32) -> i32 {
    if cell > 12 { 2 * cell as i32 - 25 } else { 0 }
}
