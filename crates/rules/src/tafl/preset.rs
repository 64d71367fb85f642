//! Rulesets with a name.

use super::{
    Announce, Bases, Board, Companions, CornerHostility, First, Goal, KingArms, KingCapture, KingMove,
    Repetition, Ruleset, Stalemate, ThroneHostility, ThronePass, ThroneStop,
};
use crate::rule::Book;

choice! {
    /// A ruleset with a name.
    #[non_exhaustive]
    pub enum Preset {
        /// Tablut as its text has it (T1–T12).
        Tablut = "tablut",
        /// T13: the king moves like a chess king.
        TablutChessKing = "tablut-chess-king",
        /// T13: the king moves one step along a row or a column.
        TablutStepKing = "tablut-step-king",
        /// T13: the king moves at most four cells.
        TablutRookFour = "tablut-rook-4",
        /// T14, T15: the king must reach an edge cell that is no base; on the edge three capture him.
        TablutFreeEdge = "tablut-free-edge",
        /// T14: the king must reach a corner.
        TablutCorners = "tablut-corners",
        /// T16: the king may not stop on a base.
        TablutBasesNoStop = "tablut-bases-no-stop",
        /// T16: the king may neither stop on a base nor pass over it.
        TablutBasesClosed = "tablut-bases-closed",
        /// T16: the same, while an attacker stands on that group.
        TablutBasesHeld = "tablut-bases-held",
        /// T18: the king away from the konakis is captured like a man, and men may slide over it.
        WeakKing = "weak-king",
        /// T18: the rules of the University of Bologna's yearly challenge.
        Ashton = "ashton",
        /// Alea Evangelii on the full board (A1–A12).
        Alea = "alea",
        /// Alea Evangelii on the board as printed (A1).
        Alea17 = "alea-17",
        /// A13: the king moves one cell at a time and takes part in captures.
        AleaStepKing = "alea-step-king",
        /// Brandubh, 7×7.
        Brandubh = "brandubh",
        /// Hnefatafl, 11×11, escape by the corners.
        Hnefatafl = "hnefatafl",
    }
}

const TABLUT: Ruleset = Ruleset {
    book: Book::Tablut,
    board: Board::Tablut9,
    first: First::Lot,
    king_move: KingMove::Rook,
    king_arms: KingArms::Armed,
    king_capture: KingCapture::Surrounded,
    goal: Goal::Edge,
    corner_hostile: CornerHostility::Never,
    throne_stop: ThroneStop::King,
    throne_pass: ThronePass::King,
    throne_hostile: ThroneHostility::Never,
    bases: Bases::Open,
    companions: Companions::None,
    announce: Announce::Routes,
    stalemate: Stalemate::Loses,
    repetition: Repetition::Draw,
};

const ALEA: Ruleset = Ruleset {
    book: Book::Alea,
    board: Board::Alea19,
    first: First::Defenders,
    king_arms: KingArms::Unarmed,
    goal: Goal::Corners,
    corner_hostile: CornerHostility::Hostile,
    throne_pass: ThronePass::Everyone,
    throne_hostile: ThroneHostility::DefendersWhenEmpty,
    companions: Companions::One,
    announce: Announce::RoutesAndThreats,
    ..TABLUT
};

impl Preset {
    /// Its ruleset.
    ///
    /// Brandubh and Hnefatafl have no text of ours: they are here as the common ground of those who play them, and
    /// rule ids in their messages are Tablut's. Of Hnefatafl's modern tournament rules, shield walls, edge forts,
    /// the loss by being encircled and the ban on perpetual repetition are not modelled.
    pub const fn ruleset(self) -> Ruleset {
        match self {
            Preset::Tablut => TABLUT,
            Preset::TablutChessKing => Ruleset { king_move: KingMove::ChessKing, ..TABLUT },
            Preset::TablutStepKing => Ruleset { king_move: KingMove::Step, ..TABLUT },
            Preset::TablutRookFour => Ruleset { king_move: KingMove::RookFour, ..TABLUT },
            Preset::TablutFreeEdge => Ruleset { goal: Goal::EdgeWithoutBases, ..TABLUT },
            Preset::TablutCorners => Ruleset { goal: Goal::Corners, ..TABLUT },
            // The text proposes the closing of bases as a sharper form of the goal without them.
            Preset::TablutBasesNoStop => {
                Ruleset { goal: Goal::EdgeWithoutBases, bases: Bases::NoStop, ..TABLUT }
            }
            Preset::TablutBasesClosed => {
                Ruleset { goal: Goal::EdgeWithoutBases, bases: Bases::Closed, ..TABLUT }
            }
            Preset::TablutBasesHeld => {
                Ruleset { goal: Goal::EdgeWithoutBases, bases: Bases::ClosedWhileHeld, ..TABLUT }
            }
            Preset::WeakKing => Ruleset {
                king_capture: KingCapture::StrongAtThrone,
                throne_pass: ThronePass::Everyone,
                ..TABLUT
            },
            Preset::Ashton => Ruleset {
                first: First::Defenders,
                king_capture: KingCapture::StrongAtThrone,
                goal: Goal::EdgeWithoutBases,
                throne_stop: ThroneStop::Nobody,
                throne_pass: ThronePass::Nobody,
                throne_hostile: ThroneHostility::Always,
                bases: Bases::Camps,
                repetition: Repetition::DrawAtOnce,
                ..TABLUT
            },
            Preset::Alea => ALEA,
            Preset::Alea17 => Ruleset { board: Board::Alea17, ..ALEA },
            Preset::AleaStepKing => Ruleset { king_move: KingMove::Step, king_arms: KingArms::Armed, ..ALEA },
            Preset::Brandubh => Ruleset {
                board: Board::Brandubh7,
                first: First::Attackers,
                king_capture: KingCapture::StrongAtThrone,
                goal: Goal::Corners,
                corner_hostile: CornerHostility::Hostile,
                throne_hostile: ThroneHostility::WhenEmpty,
                ..TABLUT
            },
            Preset::Hnefatafl => Ruleset {
                board: Board::Hnefatafl11,
                first: First::Attackers,
                king_capture: KingCapture::SurroundedInField,
                goal: Goal::Corners,
                corner_hostile: CornerHostility::Hostile,
                throne_pass: ThronePass::Everyone,
                throne_hostile: ThroneHostility::DefendersWhenEmpty,
                repetition: Repetition::MoverLoses,
                ..TABLUT
            },
        }
    }
}
