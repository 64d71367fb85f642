//! What can be wrong with a ruleset or a setup: always everything at once, so that an editor can show it.

use crate::words::{Explain, Message};

use super::{
    Bases, Bits, Cell, Companions, CornerHostility, Goal, KingCapture, MAX_SIZE, MIN_SIZE, Piece, Rules,
    Ruleset, Setup, ThroneHostility, ThronePass, ThroneStop,
};
use crate::rule::{Book, RuleId};

/// Why a combination of options makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesetFault {
    /// Its rules are cited from a book of another game.
    Book(Book),
    /// A board needs an odd number of rows between 7 and 19: the konakis is its centre.
    Size {
        /// The rows it has.
        size: u8,
    },
    /// The board does not fit the words that were asked for.
    TooWide {
        /// The rows it has.
        size: u8,
        /// The most that fit.
        most: u8,
    },
    /// Corners are hostile but not the goal.
    CornersWithoutGoal,
    /// Bases mean something, but some of them do not touch the edge.
    ScatteredBases {
        /// A base of such a group.
        cell: Cell,
    },
    /// The king is captured like a man, and together with companions.
    CompanionsOfWeakKing,
    /// Everyone may stop on the konakis, but not everyone may pass it.
    ThroneStopWithoutPass,
    /// Everyone may stop on the konakis, and it is hostile.
    HostileOpenThrone,
    /// Corners are the goal, but the board names none.
    NoCorners,
    /// The konakis is named as a corner.
    CornerOnThrone,
    /// The king stands on a goal from the start.
    StartsOnGoal {
        /// That cell.
        cell: Cell,
    },
    /// A corner or base is not on the board.
    SpecialCellOffBoard {
        /// That cell.
        cell: Cell,
    },
    /// The start is not a position.
    Start(SetupFault),
}

impl Explain for RulesetFault {
    fn message(&self) -> Message {
        match self {
            RulesetFault::Book(book) => message!("ruleset.book").text("book", book.name()),
            RulesetFault::Size { size } => {
                message!("ruleset.size").with("size", *size).with("least", MIN_SIZE).with("most", MAX_SIZE)
            }
            RulesetFault::TooWide { size, most } => {
                message!("ruleset.too-wide").with("size", *size).with("most", *most)
            }
            RulesetFault::CornersWithoutGoal => message!("ruleset.corners-without-goal"),
            RulesetFault::ScatteredBases { cell } => message!("ruleset.scattered-bases").text("cell", cell),
            RulesetFault::CompanionsOfWeakKing => message!("ruleset.companions-of-weak-king"),
            RulesetFault::ThroneStopWithoutPass => message!("ruleset.throne-stop-without-pass"),
            RulesetFault::HostileOpenThrone => message!("ruleset.hostile-open-throne"),
            RulesetFault::NoCorners => message!("ruleset.no-corners"),
            RulesetFault::CornerOnThrone => message!("ruleset.corner-on-throne"),
            RulesetFault::StartsOnGoal { cell } => message!("ruleset.starts-on-goal").text("cell", cell),
            RulesetFault::SpecialCellOffBoard { cell } => {
                message!("ruleset.special-cell-off-board").text("cell", cell)
            }
            RulesetFault::Start(fault) => message!("ruleset.start").with("fault", fault.message()),
        }
    }
}

/// Everything that is wrong with a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetFaults(pub Vec<RulesetFault>);

impl Explain for RulesetFaults {
    fn message(&self) -> Message {
        self.0.message()
    }
}

/// What keeps a setup from being a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupFault {
    /// The board has another size than the rules ask for.
    WrongSize {
        /// The rows it has.
        size: u8,
        /// The rows it should have.
        expected: u8,
    },
    /// There is no king.
    NoKing,
    /// There is more than one king.
    AnotherKing {
        /// Where one of the others stands.
        cell: Cell,
    },
    /// A man stands on the konakis, which only the king may hold (T5, A5).
    ManOnThrone {
        /// The konakis.
        cell: Cell,
    },
    /// A man stands on a corner, which only the king may hold (T14, A5).
    ManOnCorner {
        /// That corner.
        cell: Cell,
    },
    /// The king or one of his men stands in a camp (T18).
    DefenderInCamp {
        /// That cell of the camp.
        cell: Cell,
    },
    /// The king is said to be captured, but is not where he stands, or it is the attackers' turn.
    KingIsFree {
        /// Where he stands.
        king: Cell,
    },
}

impl SetupFault {
    /// The rule that says so, in the book that a game's rules are cited from.
    pub fn rule(&self, book: Book) -> RuleId {
        let own = |in_tablut, in_alea| match book {
            Book::Alea => RuleId::new(Book::Alea, in_alea),
            Book::Tablut | Book::Zeno => RuleId::new(Book::Tablut, in_tablut),
        };
        match self {
            SetupFault::WrongSize { .. } => own(1, 1),
            SetupFault::NoKing | SetupFault::AnotherKing { .. } => own(2, 2),
            SetupFault::ManOnThrone { .. } => own(5, 5),
            SetupFault::ManOnCorner { .. } => own(14, 5),
            // Camps are of Tablut's text alone.
            SetupFault::DefenderInCamp { .. } => RuleId::new(Book::Tablut, 18),
            SetupFault::KingIsFree { .. } => own(8, 8),
        }
    }

    /// The cell that it is about; nothing if it is about the whole board.
    pub const fn cell(&self) -> Option<Cell> {
        match *self {
            SetupFault::WrongSize { .. } | SetupFault::NoKing => None,
            SetupFault::AnotherKing { cell }
            | SetupFault::ManOnThrone { cell }
            | SetupFault::ManOnCorner { cell }
            | SetupFault::DefenderInCamp { cell } => Some(cell),
            SetupFault::KingIsFree { king } => Some(king),
        }
    }
}

impl Explain for SetupFault {
    fn message(&self) -> Message {
        match self {
            SetupFault::WrongSize { size, expected } => {
                message!("setup.wrong-size").with("size", *size).with("expected", *expected)
            }
            SetupFault::NoKing => message!("setup.no-king"),
            SetupFault::AnotherKing { cell } => message!("setup.another-king").text("cell", cell),
            SetupFault::ManOnThrone { cell } => message!("setup.man-on-throne").text("cell", cell),
            SetupFault::ManOnCorner { cell } => message!("setup.man-on-corner").text("cell", cell),
            SetupFault::DefenderInCamp { cell } => message!("setup.defender-in-camp").text("cell", cell),
            SetupFault::KingIsFree { king } => message!("setup.king-is-free").text("cell", king),
        }
    }
}

/// Everything that keeps a setup from being a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupFaults(pub Vec<SetupFault>);

impl Explain for SetupFaults {
    fn message(&self) -> Message {
        self.0.message()
    }
}

crate::words::explained!(RulesetFault, RulesetFaults, SetupFault, SetupFaults);

impl Ruleset {
    /// Everything about the combination that makes no sense. Faults of the start are found by [`Rules::new`].
    pub fn faults(&self) -> Vec<RulesetFault> {
        let mut faults = Vec::new();
        if self.book == Book::Zeno {
            faults.push(RulesetFault::Book(self.book));
        }
        let layout = self.board.layout();
        let size = layout.size();
        let has_a_size = !size.is_multiple_of(2) && (MIN_SIZE..=MAX_SIZE).contains(&size);
        if !has_a_size {
            faults.push(RulesetFault::Size { size });
        }
        for cell in layout.corners.iter().chain(&layout.bases).filter(|cell| !cell.is_on(size)) {
            faults.push(RulesetFault::SpecialCellOffBoard { cell: *cell });
        }
        if self.corner_hostile == CornerHostility::Hostile && self.goal != Goal::Corners {
            faults.push(RulesetFault::CornersWithoutGoal);
        }
        if self.goal == Goal::Corners && layout.corners.is_empty() {
            faults.push(RulesetFault::NoCorners);
        }
        if self.goal == Goal::Corners && layout.corners.contains(&layout.throne()) {
            faults.push(RulesetFault::CornerOnThrone);
        }
        let king = layout.start.pieces().find(|(_, piece)| *piece == Piece::King).map(|(cell, _)| cell);
        if let Some(cell) = king
            && has_a_size
            && self.is_goal(cell)
        {
            faults.push(RulesetFault::StartsOnGoal { cell });
        }
        if self.bases != Bases::Open {
            let scattered = layout
                .base_groups()
                .into_iter()
                .find(|group| !group.iter().any(|cell| cell.is_on_edge(size)))
                .and_then(|group| group.first().copied());
            if let Some(cell) = scattered {
                faults.push(RulesetFault::ScatteredBases { cell });
            }
        }
        let is_weak = matches!(self.king_capture, KingCapture::StrongAtThrone | KingCapture::Custodial);
        if self.companions != Companions::None && is_weak {
            faults.push(RulesetFault::CompanionsOfWeakKing);
        }
        if self.throne_stop == ThroneStop::Everyone {
            if self.throne_pass != ThronePass::Everyone {
                faults.push(RulesetFault::ThroneStopWithoutPass);
            }
            if self.throne_hostile != ThroneHostility::Never {
                faults.push(RulesetFault::HostileOpenThrone);
            }
        }
        faults
    }
}

impl Ruleset {
    /// Whether the king escapes on a cell (T9, T14, A10).
    pub(super) fn is_goal(&self, cell: Cell) -> bool {
        let layout = self.board.layout();
        match self.goal {
            Goal::Edge => cell.is_on_edge(layout.size()),
            Goal::EdgeWithoutBases => cell.is_on_edge(layout.size()) && !layout.bases.contains(&cell),
            Goal::Corners => layout.corners.contains(&cell),
        }
    }
}

impl<B: Bits> Rules<B> {
    /// Everything that can be said without knowing how captures work.
    pub(super) fn setup_faults(&self, setup: &Setup) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        let size = setup.arrangement.size();
        if size != self.size {
            // Cells mean something else on another board, so nothing more can be said.
            return vec![SetupFault::WrongSize { size, expected: self.size }];
        }
        let mut kings = 0;
        for (cell, piece) in setup.arrangement.pieces() {
            if piece == Piece::King {
                kings += 1;
                if kings > 1 {
                    faults.push(SetupFault::AnotherKing { cell });
                }
            } else {
                if cell == self.throne && self.ruleset.throne_stop != ThroneStop::Everyone {
                    faults.push(SetupFault::ManOnThrone { cell });
                }
                if self.corners.contains(cell) {
                    faults.push(SetupFault::ManOnCorner { cell });
                }
            }
            if piece != Piece::Attacker
                && self.ruleset.bases == Bases::Camps
                && self.base_groups.iter().any(|group| group.contains(cell))
            {
                faults.push(SetupFault::DefenderInCamp { cell });
            }
        }
        if kings == 0 {
            faults.push(SetupFault::NoKing);
        }
        faults
    }
}
