//! Rulesets as `key:value` words.
//!
//! `book:tablut board:9 first:lot king_move:rook …`: every option, in the order of
//! [`Ruleset::options`](crate::option::Options::options). A board of one's own is written `board:custom` with
//! `corner_cells:A1,I1,…`, `base_cells:D1,E1,…` and `start:/…/`. Reading is more generous: options may be left out and then are those of
//! Tablut, or of the preset that a first word `preset:NAME` names.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::{
    Announce, Arrangement, Bases, Board, Cell, Companions, CornerHostility, First, Goal, KingArms,
    KingCapture, KingMove, Layout, Preset, Repetition, Ruleset, Stalemate, ThroneHostility, ThronePass,
    ThroneStop,
};
use crate::option::{OptionError, OptionSpec, Options, option_spec, read_pairs};
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

const BOOKS: [(Book, &str); 2] = [(Book::Tablut, "tablut"), (Book::Alea, "alea")];

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let book = BOOKS.iter().find(|(book, _)| *book == self.book).map_or("tablut", |(_, name)| name);
        write!(f, "book:{book}")?;
        for option in Ruleset::options() {
            write!(f, " {}:{}", option.key, option.get(self))?;
        }
        if let Board::Custom(layout) = &self.board {
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
pub(super) fn split(text: &str) -> Result<BTreeSet<Cell>, Located<super::NotationError>> {
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
    type Err = Located<OptionError>;

    fn from_str(text: &str) -> Result<Ruleset, Located<OptionError>> {
        let mut ruleset = Ruleset::default();
        let mut custom: Option<Layout> = None;
        let mut is_first = true;
        // Special cells may stand before or after `start:`; they are put in place when all is read.
        let (mut corners, mut bases) = (None, None);
        read_pairs(text, |at, key, value| {
            let in_value = at + key.len() + 1;
            let wrong = |error| Located::new(in_value, error);
            let notation = |error: Located<super::NotationError>| {
                error.shifted(in_value).map(|error| OptionError::Start(Box::new(error)))
            };
            match key {
                "preset" if !is_first => return Err(Located::new(at, OptionError::PresetNotFirst)),
                "preset" => {
                    ruleset = Preset::from_name(value)
                        .ok_or_else(|| wrong(unknown(key, value, Preset::NAMES)))?
                        .ruleset();
                }
                "book" => {
                    ruleset.book = BOOKS
                        .iter()
                        .find(|(_, name)| *name == value)
                        .ok_or_else(|| wrong(unknown(key, value, &BOOKS.map(|(_, name)| name))))?
                        .0;
                }
                "board" if value == CUSTOM => {}
                "corner_cells" => corners = Some(split(value).map_err(notation)?),
                "base_cells" => bases = Some(split(value).map_err(notation)?),
                "start" => custom = Some(Layout::new(value.parse::<Arrangement>().map_err(notation)?)),
                _ => ruleset.set(key, value).map_err(|error| {
                    let at = if matches!(error, OptionError::UnknownKey { .. }) { at } else { in_value };
                    Located::new(at, error)
                })?,
            }
            is_first = false;
            Ok(())
        })?;
        if custom.is_some() || corners.is_some() || bases.is_some() {
            let mut layout = custom.unwrap_or_else(|| ruleset.board.layout().clone());
            layout.corners = corners.unwrap_or(layout.corners);
            layout.bases = bases.unwrap_or(layout.bases);
            ruleset.board = Board::of(layout);
        }
        Ok(ruleset)
    }
}

fn unknown(key: &str, value: &str, known: &[&str]) -> OptionError {
    OptionError::UnknownValue {
        key: key.to_owned(),
        value: value.to_owned(),
        known: known.iter().map(|name| (*name).to_owned()).collect(),
    }
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
