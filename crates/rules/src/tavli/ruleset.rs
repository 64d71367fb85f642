//! The options of Zeno's tavli.

use std::cmp::Ordering;

use super::{BySide, Die, Side};

choice! {
    /// Who starts (Z3).
    pub enum First {
        /// White starts.
        White = "white",
        /// One die each, thrown again on ties; the higher starts.
        RollOff = "roll-off",
    }
}

choice! {
    /// What a player must play of a throw (Z7).
    pub enum Compulsion {
        /// A way that plays as many steps as possible; Zeno's own story needs it.
        Maximal = "maximal",
        /// No step may be declined while one is legal, but the order is free.
        Step = "step",
        /// As `maximal`; where the same number of steps can be played with one die or with another, the higher.
        HigherDie = "higher-die",
    }
}

choice! {
    /// Where a hit man comes back (Z11).
    pub enum Reentry {
        /// Column c with die d: on cell c + d − 1.
        Inclusive = "inclusive",
        /// Column c with die d: on cell c + d.
        Exclusive = "exclusive",
    }
}

choice! {
    /// When a man on the board may move although men are still to enter (Z13).
    pub enum Phase1Move {
        /// With each number that cannot enter a man.
        PerDie = "per-die",
        /// Only in a throw none of whose numbers can enter a man when the turn begins.
        PerThrow = "per-throw",
    }
}

choice! {
    /// When a player may move beyond cell 6 (Z14).
    pub enum Gate {
        /// Once the player's own fifteen men are in.
        Own = "own",
        /// Once both players' men are in.
        Both = "both",
    }
}

choice! {
    /// Whether an entering man may hit (Z15).
    pub enum EnteringHits {
        /// An entering man hits a single man that is not immune.
        Yes = "yes",
        /// A single enemy man keeps an entering man out.
        No = "no",
    }
}

choice! {
    /// Single men on cells 1–6 of a player who has not yet entered all men and moved beyond 6 (Z15).
    pub enum Phase1Blots {
        /// They cannot be hit, and block.
        Immune = "immune",
        /// They can be hit like any other.
        Hittable = "hittable",
    }
}

/// The rules of a game of tavli: one choice for every option. The default is the game as the text has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ruleset {
    /// Z3: who starts.
    pub first: First,
    /// Z7: what must be played.
    pub compulsion: Compulsion,
    /// Z11: where hit men come back.
    pub reentry: Reentry,
    /// Z13: moving while men are to enter.
    pub phase1_move: Phase1Move,
    /// Z14: moving beyond 6.
    pub gate: Gate,
    /// Z15: entering and hitting.
    pub entering_hits: EnteringHits,
    /// Z15: single men in phase 1.
    pub phase1_blots: Phase1Blots,
}

impl Ruleset {
    /// Who starts, where the rules say so; nothing where one die each decides (Z3).
    pub const fn first_side(&self) -> Option<Side> {
        match self.first {
            First::White => Some(Side::White),
            First::RollOff => None,
        }
    }
}

/// Who starts after one die each, the higher (Z3); nothing on a tie, which is thrown again.
///
/// ```
/// use tablen_rules::tavli::{BySide, Die, Side, roll_off};
///
/// let dice = |white: usize, black: usize| BySide { white: Die::ALL[white - 1], black: Die::ALL[black - 1] };
/// assert_eq!(roll_off(dice(2, 5)), Some(Side::Black));
/// assert_eq!(roll_off(dice(4, 4)), None);
/// ```
pub fn roll_off(dice: BySide<Die>) -> Option<Side> {
    match dice.white.cmp(&dice.black) {
        Ordering::Greater => Some(Side::White),
        Ordering::Less => Some(Side::Black),
        Ordering::Equal => None,
    }
}
