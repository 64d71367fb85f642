//! Rulesets as `key:value` words.
//!
//! `book:tablut board:9 first:lot king_move:rook …`: every option, in the order of
//! [`Ruleset::options`](crate::option::Options::options). A board of one's own is written `board:custom` with
//! `corner_cells:A1,I1,…`, `base_cells:D1,E1,…` and `start:/…/`. Reading is more generous: options may be left out and
//! then are those of Tablut, or of the preset that a first word `preset:NAME` names; `board` may be left out beside
//! `start`, which is another board than the preset's.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::words::{Explain, Message};

use super::{
    Announce, Arrangement, Bases, Board, Cell, Companions, CornerHostility, First, Goal, KingArms,
    KingCapture, KingMove, Layout, NotationError, Preset, Repetition, Ruleset, Stalemate, ThroneHostility,
    ThronePass, ThroneStop,
};
use crate::option::{OptionError, OptionSpec, Options, option_spec, read_pairs, value_at};
use crate::rule::{Book, RuleId};
use crate::text::Located;

const fn t(number: u8) -> RuleId {
    RuleId::new(Book::Tablut, number)
}

const fn a(number: u8) -> RuleId {
    RuleId::new(Book::Alea, number)
}

/// The value of `board` where the board has no name.
const CUSTOM: &str = "custom";

static OPTIONS: [OptionSpec<Ruleset>; 15] = [
    OptionSpec {
        key: "board",
        rules: &[t(1), t(2), a(1), a(2)],
        values: &Board::NAMES,
        get: |ruleset| ruleset.board.name().unwrap_or(CUSTOM),
        set: |ruleset, value| match Board::from_name(value) {
            Some(board) => {
                ruleset.board = board;
                true
            }
            None => false,
        },
    },
    option_spec!(Ruleset, first: First, t(3), a(3)),
    option_spec!(Ruleset, king_move: KingMove, t(4), t(13), a(4), a(13)),
    option_spec!(Ruleset, king_arms: KingArms, t(7), a(7), a(13)),
    option_spec!(Ruleset, king_capture: KingCapture, t(8), t(15), t(18), a(8)),
    option_spec!(Ruleset, goal: Goal, t(9), t(14), a(10)),
    option_spec!(Ruleset, corner_hostile: CornerHostility, a(6), a(8)),
    option_spec!(Ruleset, throne_stop: ThroneStop, t(5), t(18), a(5)),
    option_spec!(Ruleset, throne_pass: ThronePass, t(5), t(18), a(5)),
    option_spec!(Ruleset, throne_hostile: ThroneHostility, t(6), t(18), a(6)),
    option_spec!(Ruleset, bases: Bases, t(16), t(18)),
    option_spec!(Ruleset, companions: Companions, a(9)),
    option_spec!(Ruleset, announce: Announce, t(10), a(11)),
    option_spec!(Ruleset, stalemate: Stalemate, t(11), a(14)),
    option_spec!(Ruleset, repetition: Repetition, t(12), a(14)),
];

impl Options for Ruleset {
    fn options() -> &'static [OptionSpec<Ruleset>] {
        &OPTIONS
    }
}

/// The books whose rules a tafl game can cite.
const BOOKS: [Book; 2] = [Book::Tablut, Book::Alea];

/// The book with that name, if tafl games can cite it.
pub(super) fn read_book(key: &str, name: &str) -> Result<Book, OptionError> {
    BOOKS
        .into_iter()
        .find(|book| book.name() == name)
        .ok_or_else(|| OptionError::unknown_value(key, name, &BOOKS.map(Book::name)))
}

/// Why a text is no ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RulesetError {
    /// A word is no choice.
    Option(OptionError),
    /// A board or a cell that cannot be read.
    Board(NotationError),
    /// `board:custom` without `start`.
    NoStart,
    /// `board` and `start` are different boards.
    AnotherBoard {
        /// The name of the board.
        board: String,
    },
}

impl Explain for RulesetError {
    fn message(&self) -> Message {
        match self {
            RulesetError::Option(error) => error.message(),
            RulesetError::Board(error) => error.message(),
            RulesetError::NoStart => message!("ruleset-error.no-start"),
            RulesetError::AnotherBoard { board } => {
                message!("ruleset-error.another-board").text("board", board)
            }
        }
    }
}
crate::words::explained!(RulesetError);

impl From<OptionError> for RulesetError {
    fn from(error: OptionError) -> RulesetError {
        RulesetError::Option(error)
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "book:{}", self.book.name())?;
        for option in Ruleset::options() {
            write!(f, " {}:{}", option.key, option.get(self))?;
        }
        if self.board.name().is_none() {
            let layout = self.board.layout();
            write!(
                f,
                " corner_cells:{} base_cells:{} start:{}",
                join(&layout.corners),
                join(&layout.bases),
                layout.start
            )?;
        }
        Ok(())
    }
}

/// Cells joined by commas.
pub(super) fn join(cells: &BTreeSet<Cell>) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(",")
}

/// Reads cells joined by commas; an error points into `text`.
pub(super) fn split(text: &str) -> Result<BTreeSet<Cell>, Located<NotationError>> {
    let mut cells = BTreeSet::new();
    let mut at = 0;
    for part in text.split(',') {
        if !part.is_empty() {
            cells.insert(part.parse::<Cell>().map_err(|error| error.shifted(at))?);
        }
        at += part.len() + 1;
    }
    Ok(cells)
}

impl FromStr for Ruleset {
    type Err = Located<RulesetError>;

    fn from_str(text: &str) -> Result<Ruleset, Located<RulesetError>> {
        read(text).map_err(|error| error.in_text(text))
    }
}

fn read(text: &str) -> Result<Ruleset, Located<RulesetError>> {
    let mut ruleset = Ruleset::default();
    let mut is_first = true;
    // What tells the board may stand in any order; it is put together when all is read.
    let (mut board, mut start, mut corners, mut bases) = (None, None, None, None);
    read_pairs(text, |at, key, value| {
        let in_value = value_at(at, key);
        let option = |error: OptionError| error.in_word(at, key).map(RulesetError::Option);
        let notation = |error: Located<NotationError>| error.shifted(in_value).map(RulesetError::Board);
        match key {
            "preset" if !is_first => return Err(option(OptionError::PresetNotFirst)),
            "preset" => {
                ruleset = Preset::from_name(value)
                    .ok_or_else(|| option(OptionError::unknown_value(key, value, Preset::NAMES)))?
                    .ruleset();
            }
            "book" => ruleset.book = read_book(key, value).map_err(option)?,
            "corner_cells" => corners = Some(split(value).map_err(notation)?),
            "base_cells" => bases = Some(split(value).map_err(notation)?),
            "start" => start = Some((in_value, value.parse::<Arrangement>().map_err(notation)?)),
            _ => {
                if key == "board" {
                    board = Some((in_value, value));
                }
                if (key, value) != ("board", CUSTOM) {
                    ruleset.set(key, value).map_err(option)?;
                }
            }
        }
        is_first = false;
        Ok(())
    })?;
    match (board, &start) {
        (Some((at, CUSTOM)), None) => return Err(Located::new(at, RulesetError::NoStart)),
        (Some((at, name)), Some((start_at, start)))
            if name != CUSTOM && *start != ruleset.board.layout().start =>
        {
            let error = RulesetError::AnotherBoard { board: name.to_owned() };
            return Err(Located::new(at.max(*start_at), error));
        }
        _ => {}
    }
    if start.is_some() || corners.is_some() || bases.is_some() {
        let mut layout =
            start.map_or_else(|| ruleset.board.layout().clone(), |(_, start)| Layout::new(start));
        layout.corners = corners.unwrap_or(layout.corners);
        layout.bases = bases.unwrap_or(layout.bases);
        ruleset.board = Board::of(layout);
    }
    Ok(ruleset)
}

impl Board {
    /// The named board with that layout, or a board of one's own.
    pub fn of(layout: Layout) -> Board {
        Board::NAMED
            .into_iter()
            .find(|board| *board.layout() == layout)
            .unwrap_or_else(|| Board::Custom(Arc::new(layout)))
    }
}

impl Ruleset {
    /// Who moves first, where the rules say so; nothing where the lot decides (T3).
    pub const fn first_side(&self) -> Option<super::Side> {
        match self.first {
            First::Lot => None,
            First::Attackers => Some(super::Side::Attackers),
            First::Defenders => Some(super::Side::Defenders),
        }
    }
}
