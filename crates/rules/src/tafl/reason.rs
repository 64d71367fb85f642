//! Why a move is illegal.

use crate::words::{Explain, Message};

use super::{
    Bases, Bits, Cell, KingMove, Move, Outcome, Piece, Position, Reason, Rules, Side, ThronePass, ThroneStop,
};
use crate::rule::{Book, RuleId};

/// Why a move is illegal, with the rule that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct IllegalMove {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// What is wrong.
    pub why: WhyNot,
}

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum WhyNot {
    /// The game is over, and why.
    GameOver(Reason),
    /// The board has no such cell.
    OffBoard(Cell),
    /// No piece stands there.
    NoPiece(Cell),
    /// The piece there belongs to the other side.
    NotYours(Cell),
    /// The piece there has no move.
    Stuck(Cell),
    /// It would stay where it is.
    SameCell(Cell),
    /// Not along a row or a column.
    NotStraight,
    /// The king's range is shorter.
    TooFar {
        /// The most cells he may move.
        most: u8,
    },
    /// A piece stands in the way, or on the target.
    Blocked(Cell),
    /// The konakis may not be stopped on.
    ThroneStop(Cell),
    /// The konakis may not be passed over.
    ThronePass(Cell),
    /// Corners are the king's alone.
    Corner(Cell),
    /// The king may not stop on a base.
    BaseStop(Cell),
    /// The king may not pass over a base.
    BasePass(Cell),
    /// Nobody enters a camp from outside.
    Camp(Cell),
}

impl Explain for IllegalMove {
    fn message(&self) -> Message {
        let (key, cell) = match self.why {
            WhyNot::GameOver(_) => ("tafl.why.game-over", None),
            WhyNot::OffBoard(cell) => ("tafl.why.off-board", Some(cell)),
            WhyNot::NoPiece(cell) => ("tafl.why.no-piece", Some(cell)),
            WhyNot::NotYours(cell) => ("tafl.why.not-yours", Some(cell)),
            WhyNot::Stuck(cell) => ("tafl.why.stuck", Some(cell)),
            WhyNot::SameCell(cell) => ("tafl.why.same-cell", Some(cell)),
            WhyNot::NotStraight => ("tafl.why.not-straight", None),
            WhyNot::TooFar { most } => {
                return message!("tafl.why.too-far").text("rule", self.rule).with("most", most);
            }
            WhyNot::Blocked(cell) => ("tafl.why.blocked", Some(cell)),
            WhyNot::ThroneStop(cell) => ("tafl.why.throne-stop", Some(cell)),
            WhyNot::ThronePass(cell) => ("tafl.why.throne-pass", Some(cell)),
            WhyNot::Corner(cell) => ("tafl.why.corner", Some(cell)),
            WhyNot::BaseStop(cell) => ("tafl.why.base-stop", Some(cell)),
            WhyNot::BasePass(cell) => ("tafl.why.base-pass", Some(cell)),
            WhyNot::Camp(cell) => ("tafl.why.camp", Some(cell)),
        };
        let message = message!(key).text("rule", self.rule);
        match cell {
            Some(cell) => message.text("cell", cell),
            None => message,
        }
    }
}
crate::words::explained!(IllegalMove);

impl<B: Bits> Rules<B> {
    pub(super) fn game_over(&self, outcome: Outcome) -> IllegalMove {
        self.cite(WhyNot::GameOver(outcome.reason))
    }

    /// Cites a rule by what it is about; the books number the same things differently.
    fn cite(&self, why: WhyNot) -> IllegalMove {
        let ruleset = &self.ruleset;
        let tablut = |number| RuleId::new(Book::Tablut, number);
        let own = |in_tablut, in_alea| match ruleset.book {
            Book::Alea => RuleId::new(Book::Alea, in_alea),
            book => RuleId::new(book, in_tablut),
        };
        let rule = match why {
            WhyNot::GameOver(Reason::Escape | Reason::Capture) => own(9, 10),
            WhyNot::GameOver(Reason::NoMove) => own(11, 14),
            WhyNot::GameOver(Reason::Repetition) => own(12, 14),
            WhyNot::OffBoard(_) => own(1, 1),
            WhyNot::NotYours(_) => own(2, 2),
            WhyNot::NoPiece(_)
            | WhyNot::Stuck(_)
            | WhyNot::SameCell(_)
            | WhyNot::NotStraight
            | WhyNot::Blocked(_) => own(4, 4),
            WhyNot::Corner(_) => own(14, 5),
            WhyNot::ThroneStop(_) if ruleset.throne_stop != ThroneStop::Nobody => own(5, 5),
            WhyNot::TooFar { .. } if ruleset.king_move == KingMove::Step => own(13, 13),
            // What only Tablut's text has is cited from there, wherever it is used.
            WhyNot::ThronePass(_) if ruleset.throne_pass != ThronePass::Nobody => tablut(5),
            WhyNot::TooFar { .. } => tablut(13),
            WhyNot::BaseStop(_) | WhyNot::BasePass(_) => tablut(16),
            WhyNot::ThroneStop(_) | WhyNot::ThronePass(_) | WhyNot::Camp(_) => tablut(18),
        };
        IllegalMove { rule, why }
    }
}

impl<B: Bits> Position<B> {
    /// Why a move is illegal; nothing if it is legal.
    pub fn why_not(&self, mv: Move) -> Option<IllegalMove> {
        self.find_fault(mv).map(|why| self.rules().cite(why))
    }

    /// Why the piece on a cell cannot be moved at all; nothing if it can.
    pub fn why_not_from(&self, from: Cell) -> Option<IllegalMove> {
        let why = match self.find_mover(from) {
            Err(why) => why,
            Ok(_) if self.moves_from(from).is_empty() => WhyNot::Stuck(from),
            Ok(_) => return None,
        };
        Some(self.rules().cite(why))
    }

    /// The piece of the side to move on a cell, or why none can be moved from there.
    fn find_mover(&self, from: Cell) -> Result<Piece, WhyNot> {
        if let Some(outcome) = self.rules().outcome(self.state()) {
            return Err(WhyNot::GameOver(outcome.reason));
        }
        if !from.is_on(self.rules().size) {
            return Err(WhyNot::OffBoard(from));
        }
        match self.get(from) {
            None => Err(WhyNot::NoPiece(from)),
            Some(piece) if piece.side() != self.side() => Err(WhyNot::NotYours(from)),
            Some(piece) => Ok(piece),
        }
    }

    fn find_fault(&self, Move { from, to }: Move) -> Option<WhyNot> {
        let rules = self.rules();
        let size = rules.size;
        let piece = match self.find_mover(from) {
            Ok(piece) => piece,
            Err(why) => return Some(why),
        };
        if !to.is_on(size) {
            return Some(WhyNot::OffBoard(to));
        }
        if from == to {
            return Some(WhyNot::SameCell(from));
        }
        let columns = i16::from(to.column()) - i16::from(from.column());
        let rows = i16::from(to.row()) - i16::from(from.row());
        let distance = columns.abs().max(rows.abs());
        let is_straight = columns == 0 || rows == 0;
        let is_diagonal_step = columns.abs() == 1 && rows.abs() == 1;
        let king_move = rules.ruleset.king_move;
        let may_step = piece == Piece::King && king_move == KingMove::ChessKing && is_diagonal_step;
        if !is_straight && !may_step {
            // What is wrong with a chess king's move is never its direction.
            let is_chess_king = piece == Piece::King && king_move == KingMove::ChessKing;
            return Some(if is_chess_king { WhyNot::TooFar { most: 1 } } else { WhyNot::NotStraight });
        }
        if piece == Piece::King {
            let most = match king_move {
                KingMove::Rook => size,
                KingMove::RookFour => 4,
                KingMove::ChessKing | KingMove::Step => 1,
            };
            if distance > i16::from(most) {
                return Some(WhyNot::TooFar { most });
            }
        }
        let (column_step, row_step) = (columns.signum() as i8, rows.signum() as i8);
        let mut cell = from;
        while let Some(next) = cell.offset(column_step, row_step, size) {
            cell = next;
            if self.get(cell).is_some() {
                return Some(WhyNot::Blocked(cell));
            }
            if let Some(why) = self.terrain_fault(piece, from, cell, cell == to) {
                return Some(why);
            }
            if cell == to {
                return None;
            }
        }
        Some(WhyNot::OffBoard(to))
    }

    /// Why a piece may not pass over a free cell, or stop there.
    fn terrain_fault(&self, piece: Piece, from: Cell, cell: Cell, stops: bool) -> Option<WhyNot> {
        let rules = self.rules();
        let ruleset = rules.ruleset();
        let is_king = piece == Piece::King;
        if cell == rules.throne {
            let allowed = if stops {
                match ruleset.throne_stop {
                    ThroneStop::King => is_king,
                    ThroneStop::Nobody => false,
                    ThroneStop::Everyone => true,
                }
            } else {
                match ruleset.throne_pass {
                    ThronePass::King => is_king,
                    ThronePass::Everyone => true,
                    ThronePass::Nobody => false,
                }
            };
            if !allowed {
                return Some(if stops { WhyNot::ThroneStop(cell) } else { WhyNot::ThronePass(cell) });
            }
        }
        if rules.corners.contains(cell) && !is_king {
            return Some(WhyNot::Corner(cell));
        }
        let group = rules.base_groups.iter().find(|group| group.contains(cell))?;
        match ruleset.bases {
            Bases::Open => None,
            Bases::NoStop => (is_king && stops).then_some(WhyNot::BaseStop(cell)),
            Bases::Closed | Bases::ClosedWhileHeld => {
                let is_closed = ruleset.bases == Bases::Closed
                    || !(self.state().pieces_of(Side::Attackers) & *group).is_empty();
                (is_king && is_closed).then_some(if stops {
                    WhyNot::BaseStop(cell)
                } else {
                    WhyNot::BasePass(cell)
                })
            }
            Bases::Camps => {
                let is_inside = piece == Piece::Attacker && group.contains(from);
                (!is_inside).then_some(WhyNot::Camp(cell))
            }
        }
    }
}
