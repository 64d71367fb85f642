//! The options of tafl games.

use super::Board;
use crate::rule::Book;

choice! {
    /// Who moves first (T3, A3).
    pub enum First {
        /// The lot decides; it is drawn when the table is set up.
        Lot = "lot",
        /// The attackers.
        Attackers = "attackers",
        /// The defenders.
        Defenders = "defenders",
    }
}

choice! {
    /// How the king moves (T4, T13, A13).
    pub enum KingMove {
        /// Like a chess rook, as everyone does.
        Rook = "rook",
        /// Like a chess king: one step, diagonals too.
        ChessKing = "chess-king",
        /// One step along a row or a column.
        Step = "step",
        /// Like a rook, at most four cells.
        RookFour = "rook-4",
    }
}

choice! {
    /// The king's part in captures of men (T7, A7, A13).
    pub enum KingArms {
        /// He captures like any of his men.
        Armed = "armed",
        /// He takes no part.
        Unarmed = "unarmed",
        /// His own move captures nothing, but a man moving up to him uses him as the partner.
        Anvil = "anvil",
        /// His own move captures, but nobody can use him as the partner.
        Hammer = "hammer",
    }
}

choice! {
    /// How the king is captured (T8, T15, T18, A8).
    pub enum KingCapture {
        /// When an attackers' move leaves all four sides held: by attackers, the konakis, or the edge.
        Surrounded = "surrounded",
        /// As `surrounded`, but the edge does not help: on it he is safe.
        SurroundedInField = "surrounded-in-field",
        /// On the konakis and beside it as `surrounded`; elsewhere like a man, between two.
        StrongAtThrone = "strong-at-throne",
        /// Everywhere like a man, between two.
        Custodial = "custodial",
    }
}

choice! {
    /// Where the king must get (T9, T14, A10).
    pub enum Goal {
        /// Any cell of the edge.
        Edge = "edge",
        /// Any cell of the edge that is no base; corners too.
        EdgeWithoutBases = "edge-without-bases",
        /// A corner; corners then are the king's alone.
        Corners = "corners",
    }
}

choice! {
    /// Whether a corner that is the king's goal helps to capture (A6, A8).
    pub enum CornerHostility {
        /// No.
        Never = "never",
        /// A corner is an enemy of every man, and of the king.
        Hostile = "hostile",
    }
}

choice! {
    /// Who may stop on the konakis (T5, T18, A5).
    pub enum ThroneStop {
        /// The king alone.
        King = "king",
        /// Nobody: once the king has left it, it stays empty.
        Nobody = "nobody",
        /// Everyone: it is a cell like others.
        Everyone = "everyone",
    }
}

choice! {
    /// Who may pass over the empty konakis (T5, T18, A5).
    pub enum ThronePass {
        /// The king alone.
        King = "king",
        /// Every piece.
        Everyone = "everyone",
        /// Nobody.
        Nobody = "nobody",
    }
}

choice! {
    /// Whether the konakis helps to capture men (T6, T18, A6).
    pub enum ThroneHostility {
        /// Against attackers always, against defenders when it is empty.
        DefendersWhenEmpty = "defenders-when-empty",
        /// Against both, when it is empty.
        WhenEmpty = "when-empty",
        /// Against both, no matter which piece stands on it.
        Always = "always",
        /// No.
        Never = "never",
    }
}

choice! {
    /// The bases, and what they mean to the king (T16) or to all (T18).
    pub enum Bases {
        /// Cells like others.
        Open = "open",
        /// The king may not stop there.
        NoStop = "no-stop",
        /// The king may neither stop there nor pass.
        Closed = "closed",
        /// The king may neither stop nor pass while at least one attacker stands on that group.
        ClosedWhileHeld = "closed-while-held",
        /// Camps: nobody enters or crosses one from outside; an attacker still in its camp may move within it. A camp
        /// cell is an enemy of defenders and of the king, and, unless camp cells surround it, of attackers.
        Camps = "camps",
    }
}

choice! {
    /// Whether the king can be captured together with men beside him (A9).
    pub enum Companions {
        /// Together with one man.
        One = "one",
        /// Together with any number of men.
        Any = "any",
        /// Only alone.
        None = "none",
    }
}

choice! {
    /// What the program announces (T10, A11).
    pub enum Announce {
        /// Raichi and tuichi.
        Routes = "routes",
        /// "Gare au roi" too.
        RoutesAndThreats = "routes-and-threats",
    }
}

choice! {
    /// A player who has no legal move (T11).
    pub enum Stalemate {
        /// Loses.
        Loses = "loses",
        /// Draws.
        Draw = "draw",
    }
}

choice! {
    /// A position that comes again with the same player to move (T12, T18).
    pub enum Repetition {
        /// The third time: a draw.
        Draw = "draw",
        /// The third time: the side that completes it loses.
        MoverLoses = "mover-loses",
        /// The third time: the defenders lose.
        DefendersLose = "defenders-lose",
        /// Nothing happens.
        None = "none",
        /// The second time since the last capture: a draw.
        DrawAtOnce = "draw-at-once",
        /// The third time: the side that completes it wins, as some rulesets of other programs have it.
        MoverWins = "mover-wins",
    }
}

/// The rules of a tafl game: a board and one choice for every option. The default is Tablut as its text has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ruleset {
    /// The text that rule ids refer to.
    pub book: Book,
    /// T1, T2, A1, A2: the board and the pieces on it.
    pub board: Board,
    /// T3, A3: who moves first.
    pub first: First,
    /// T13, A13: how the king moves.
    pub king_move: KingMove,
    /// T7, A7, A13: the king's part in captures.
    pub king_arms: KingArms,
    /// T8, T15, A8: how the king is captured.
    pub king_capture: KingCapture,
    /// T9, T14, A10: where the king must get.
    pub goal: Goal,
    /// A6, A8: whether corners help to capture.
    pub corner_hostile: CornerHostility,
    /// T5, A5: who may stop on the konakis.
    pub throne_stop: ThroneStop,
    /// T5, A5: who may pass over it.
    pub throne_pass: ThronePass,
    /// T6, A6: whether it helps to capture men.
    pub throne_hostile: ThroneHostility,
    /// T16, T18: the bases.
    pub bases: Bases,
    /// A9: capture of the king with company.
    pub companions: Companions,
    /// T10, A11: what is announced.
    pub announce: Announce,
    /// T11, A14: no legal move.
    pub stalemate: Stalemate,
    /// T12, A14: repetition.
    pub repetition: Repetition,
}

impl Default for Ruleset {
    fn default() -> Ruleset {
        super::Preset::Tablut.ruleset()
    }
}
