//! Reading rules strings.

use std::collections::{BTreeMap, BTreeSet};

use super::super::ruleset_text::{read_book, split};
use super::super::{
    Arrangement, Bases, Board, Cell, CornerHostility, First, Goal, KingArms, KingCapture, KingMove, Layout,
    Preset, Repetition, Ruleset, ThroneHostility, ThronePass, ThroneStop,
};
use super::{ARMS, OtnError, Pieces, REPETITIONS, Read, STRENGTHS};
use crate::option::{OptionError, Options, read_pairs, value_at};
use crate::rule::Book;
use crate::text::Located;

type Parsed<T> = Result<T, Located<OtnError>>;

/// Every key OpenTafl has, with the rules that are left out here marked.
const KNOWN: [(&str, Meaning); 42] = {
    use Meaning::{LeftOut, NoEffect, Read};
    [
        ("dim", Read),
        ("name", NoEffect),
        ("esc", Read),
        ("surf", LeftOut),
        ("atkf", Read),
        ("tfr", Read),
        ("ka", Read),
        ("ks", Read),
        ("kj", Read),
        ("mj", NoEffect),
        ("gj", NoEffect),
        ("nj", NoEffect),
        ("cj", NoEffect),
        ("spd", Read),
        ("cor", Read),
        ("cen", Read),
        ("afor", Read),
        ("dfor", Read),
        ("corh", Read),
        ("corp", Read),
        ("cors", Read),
        ("corre", Read),
        ("cenh", Read),
        ("cenhe", Read),
        ("cenp", Read),
        ("cens", Read),
        ("cenre", Read),
        ("aforh", Read),
        ("aforp", Read),
        ("afors", Read),
        ("aforre", Read),
        ("dforh", NoEffect),
        ("dforp", NoEffect),
        ("dfors", NoEffect),
        ("dforre", NoEffect),
        ("sw", LeftOut),
        ("swf", NoEffect),
        ("efe", LeftOut),
        ("linc", LeftOut),
        ("ber", LeftOut),
        ("start", Read),
        ("starti", Read),
    ]
};

/// The keys whose value is a list of pieces.
const PIECE_LISTS: [&str; 17] = [
    "corh", "corp", "cors", "corre", "cenh", "cenhe", "cenp", "cens", "cenre", "aforh", "aforp", "afors",
    "aforre", "dforh", "dforp", "dfors", "dforre",
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Read,
    /// About something our games do not have.
    NoEffect,
    /// A rule that is not modelled; `n` switches it off.
    LeftOut,
}

/// The words of a rules string by key, each with its place.
struct Words<'t> {
    text: &'t str,
    by_key: BTreeMap<&'t str, (usize, &'t str)>,
}

impl<'t> Words<'t> {
    fn get(&self, key: &str) -> Option<&'t str> {
        self.by_key.get(key).map(|(_, value)| *value)
    }

    /// Where the value of a key begins, or where it would have to stand.
    fn place(&self, key: &str) -> usize {
        self.by_key.get(key).map_or(self.text.len(), |(at, _)| value_at(*at, key))
    }

    fn not_expressible<T>(&self, key: &str) -> Parsed<T> {
        let value = self.get(key).unwrap_or_default().to_owned();
        Err(Located::new(self.place(key), OtnError::NotExpressible { key: key.to_owned(), value }))
    }

    fn malformed<T>(&self, key: &str, expected: &'static str) -> Parsed<T> {
        let value = self.get(key).unwrap_or_default().to_owned();
        Err(Located::new(self.place(key), OtnError::Malformed { key: key.to_owned(), value, expected }))
    }

    /// One of a few letters, each standing for something.
    fn letter<T: Copy>(
        &self,
        key: &str,
        default: T,
        expected: &'static str,
        table: &[(&str, T)],
    ) -> Parsed<T> {
        match self.get(key) {
            None => Ok(default),
            Some(value) => match table.iter().find(|(letter, _)| *letter == value) {
                Some((_, meaning)) => Ok(*meaning),
                None => self.malformed(key, expected),
            },
        }
    }

    fn pieces(&self, key: &str, default: Pieces) -> Parsed<Pieces> {
        let Some(list) = self.get(key) else { return Ok(default) };
        if list.chars().any(|c| !"tcnkmgTCNKMG".contains(c)) {
            return self.malformed(key, "tcnkmgTCNKMG");
        }
        Ok(Pieces { attackers: list.contains('t'), defenders: list.contains('T'), king: list.contains('K') })
    }

    fn cells(&self, key: &str) -> Parsed<Option<BTreeSet<Cell>>> {
        match self.get(key) {
            None => Ok(None),
            Some(list) => {
                split(list).map(Some).map_err(|error| error.shifted(self.place(key)).map(OtnError::Notation))
            }
        }
    }
}

/// Reads a rules string.
///
/// ```
/// use tablen_rules::tafl::{Board, First, KingCapture, otn};
///
/// let read = otn::read(
///     "dim:9 name:Tablut esc:e atkf:y ks:c nj:n cor: cenp:tcnkTCNK cens: cenh: cenhe:tcnkTCNK linc:y \
///      start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/",
/// )?;
/// assert_eq!(read.ruleset.board, Board::Tablut9);
/// assert_eq!(read.ruleset.first, First::Attackers);
/// assert_eq!(read.ruleset.king_capture, KingCapture::StrongAtThrone);
/// // Encirclement (on unless `surf:n`) and linear capture of commanders are not modelled.
/// assert_eq!(read.left_out, ["surf:y", "linc:y"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str) -> Parsed<Read> {
    gather(text).and_then(|words| read_words(&words)).map_err(|error| error.in_text(text))
}

fn read_words(words: &Words<'_>) -> Parsed<Read> {
    for key in PIECE_LISTS {
        // Also those that have no effect here must be what they ought to be.
        words.pieces(key, Pieces::NONE)?;
    }
    let mut ruleset = Preset::Tablut.ruleset();
    let layout = read_board(words)?;
    read_options(words, &mut ruleset)?;
    read_corners(words, &mut ruleset)?;
    read_throne(words, &layout, &mut ruleset)?;
    read_bases(words, &mut ruleset)?;
    ruleset.board = Board::of(layout);
    if matches!(ruleset.board, Board::Alea17 | Board::Alea19) {
        ruleset.book = Book::Alea;
    }
    read_extensions(words, &mut ruleset)?;

    let mut left_out = Vec::new();
    for (key, _) in KNOWN.iter().filter(|(_, meaning)| *meaning == Meaning::LeftOut) {
        let value = words.get(key).unwrap_or(if *key == "surf" { "y" } else { "n" });
        if value != "n" {
            left_out.push(format!("{key}:{value}"));
        }
    }
    Ok(Read { ruleset, left_out })
}

fn gather(text: &str) -> Parsed<Words<'_>> {
    let mut by_key = BTreeMap::new();
    read_pairs(text, |at, key, value| {
        if !key.starts_with("x-") && !KNOWN.iter().any(|(known, _)| *known == key) {
            return Err(Located::new(at, OtnError::UnknownKey(key.to_owned())));
        }
        by_key.insert(key, (at, value));
        Ok(())
    })?;
    Ok(Words { text, by_key })
}

fn read_board(words: &Words<'_>) -> Parsed<Layout> {
    let missing = |key| Located::new(words.text.len(), OtnError::Missing(key));
    let dim: u8 = match words.get("dim").ok_or_else(|| missing("dim"))?.parse() {
        Ok(dim) => dim,
        Err(_) => return words.malformed("dim", "7–19"),
    };
    let (key, board) = match (words.get("start"), words.get("starti")) {
        (Some(board), None) => ("start", board),
        (None, Some(board)) => ("starti", board),
        (Some(_), Some(_)) => return words.not_expressible("starti"),
        (None, None) => return Err(missing("start")),
    };
    let mut start: Arrangement =
        board.parse().map_err(|error: Located<_>| error.shifted(words.place(key)).map(OtnError::Notation))?;
    if key == "starti" {
        let mut reversed = Arrangement::empty(start.size());
        for (cell, piece) in start.pieces() {
            reversed.set(Cell::at(cell.column(), start.size() - 1 - cell.row()), Some(piece));
        }
        start = reversed;
    }
    if start.size() != dim {
        return Err(Located::new(words.place("dim"), OtnError::Dimension { dim, rows: start.size() }));
    }
    let mut layout = Layout::new(start);
    if let Some(corners) = words.cells("cor")?
        && !corners.is_empty()
    {
        layout.corners = corners;
    }
    if let Some(bases) = words.cells("afor")?
        && !bases.is_empty()
    {
        layout.bases = bases;
    }
    Ok(layout)
}

fn read_options(words: &Words<'_>, ruleset: &mut Ruleset) -> Parsed<()> {
    ruleset.goal = words.letter("esc", Goal::Corners, "c, e", &[("c", Goal::Corners), ("e", Goal::Edge)])?;
    ruleset.first = words.letter(
        "atkf",
        First::Attackers,
        "y, n",
        &[("y", First::Attackers), ("n", First::Defenders)],
    )?;
    ruleset.repetition = words.letter("tfr", Repetition::Draw, "i, d, w, l", &REPETITIONS)?;
    ruleset.king_arms = words.letter("ka", KingArms::Armed, "y, n, a, h", &ARMS)?;
    ruleset.king_capture = words.letter("ks", KingCapture::SurroundedInField, "s, c, m, w", &STRENGTHS)?;
    if words.get("kj").is_some_and(|jump| jump != "n") {
        return words.not_expressible("kj");
    }
    ruleset.king_move = read_speeds(words)?;
    Ok(())
}

/// `spd`: one number, attackers and defenders, or twelve in the order `tcnkmgTCNKMG`.
fn read_speeds(words: &Words<'_>) -> Parsed<KingMove> {
    let Some(list) = words.get("spd") else { return Ok(KingMove::Rook) };
    let speeds: Result<Vec<i8>, _> = list.split(',').map(str::parse).collect();
    let (attacker, defender, king) = match speeds.as_deref() {
        Ok([all]) => (*all, *all, *all),
        Ok([attackers, defenders]) => (*attackers, *defenders, *defenders),
        Ok([attacker, _, _, _, _, _, defender, _, _, king, _, _]) => (*attacker, *defender, *king),
        _ => return words.malformed("spd", "-1 · -1,-1 · -1,-1,-1,-1,-1,-1,-1,-1,-1,4,-1,-1"),
    };
    match (attacker, defender, king) {
        (-1, -1, -1) => Ok(KingMove::Rook),
        (-1, -1, 4) => Ok(KingMove::RookFour),
        (-1, -1, 1) => Ok(KingMove::Step),
        _ => words.not_expressible("spd"),
    }
}

fn read_corners(words: &Words<'_>, ruleset: &mut Ruleset) -> Parsed<()> {
    let has_corners = words.cells("cor")?.is_none_or(|cells| !cells.is_empty());
    if ruleset.goal != Goal::Corners {
        // Corners that are set apart although the edge is the goal are no rule of ours.
        return if has_corners { words.not_expressible("cor") } else { Ok(()) };
    }
    if !has_corners {
        return words.not_expressible("cor");
    }
    for key in ["corp", "cors", "corre"] {
        if words.pieces(key, Pieces::KING)? != Pieces::KING {
            return words.not_expressible(key);
        }
    }
    ruleset.corner_hostile = match words.pieces("corh", Pieces::ALL)? {
        Pieces::ALL => CornerHostility::Hostile,
        Pieces::NONE => CornerHostility::Never,
        _ => return words.not_expressible("corh"),
    };
    Ok(())
}

fn read_throne(words: &Words<'_>, layout: &Layout, ruleset: &mut Ruleset) -> Parsed<()> {
    match words.cells("cen")? {
        None => {}
        Some(centre) if centre == BTreeSet::from([layout.throne()]) => {}
        Some(none) if none.is_empty() => {
            ruleset.throne_stop = ThroneStop::Everyone;
            ruleset.throne_pass = ThronePass::Everyone;
            ruleset.throne_hostile = ThroneHostility::Never;
            return Ok(());
        }
        Some(_) => return words.not_expressible("cen"),
    }
    let stop = words.pieces("cens", Pieces::KING)?;
    // A piece that may not re-enter may not stop there again; of pieces that may not stop at all it says nothing.
    let re_enter = words.pieces("cenre", Pieces::ALL)?;
    ruleset.throne_stop = match stop {
        Pieces::NONE => ThroneStop::Nobody,
        Pieces::KING if re_enter.king => ThroneStop::King,
        Pieces::KING => ThroneStop::Nobody,
        Pieces::ALL if re_enter == Pieces::ALL => ThroneStop::Everyone,
        Pieces::ALL => return words.not_expressible("cenre"),
        _ => return words.not_expressible("cens"),
    };
    ruleset.throne_pass = match words.pieces("cenp", Pieces::ALL)? {
        Pieces::ALL => ThronePass::Everyone,
        Pieces::KING => ThronePass::King,
        Pieces::NONE => ThronePass::Nobody,
        _ => return words.not_expressible("cenp"),
    };
    let always = words.pieces("cenh", Pieces::ATTACKERS)?;
    let when_empty = words.pieces("cenhe", Pieces::ALL)?;
    if !(always.king || when_empty.king) {
        // Against the king our konakis always counts.
        return words.not_expressible("cenhe");
    }
    let men = |pieces: Pieces| (pieces.attackers, pieces.defenders);
    ruleset.throne_hostile = match (men(always), men(when_empty)) {
        ((false, false), (false, false)) => ThroneHostility::Never,
        ((false, false), (true, true)) => ThroneHostility::WhenEmpty,
        ((true, false), (_, true)) => ThroneHostility::DefendersWhenEmpty,
        ((true, true), _) => ThroneHostility::Always,
        _ => return words.not_expressible("cenh"),
    };
    Ok(())
}

fn read_bases(words: &Words<'_>, ruleset: &mut Ruleset) -> Parsed<()> {
    if words.cells("dfor")?.is_some_and(|cells| !cells.is_empty()) {
        return words.not_expressible("dfor");
    }
    if words.cells("afor")?.is_none_or(|cells| cells.is_empty()) {
        return Ok(());
    }
    // Forts that the attackers and defenders use like other cells, and the king does not.
    if words.pieces("aforh", Pieces::ATTACKERS)? != Pieces::NONE {
        return words.not_expressible("aforh");
    }
    if words.pieces("aforre", Pieces::ATTACKERS)? != Pieces::MEN {
        return words.not_expressible("aforre");
    }
    if words.pieces("afors", Pieces::ATTACKERS)? != Pieces::MEN {
        return words.not_expressible("afors");
    }
    ruleset.bases = match words.pieces("aforp", Pieces::ATTACKERS)? {
        Pieces::ALL => Bases::NoStop,
        Pieces::MEN => Bases::Closed,
        _ => return words.not_expressible("aforp"),
    };
    Ok(())
}

fn read_extensions(words: &Words<'_>, ruleset: &mut Ruleset) -> Parsed<()> {
    for (key, (at, value)) in &words.by_key {
        let Some(ours) = key.strip_prefix("x-") else { continue };
        if ours == "board" {
            // The board is told by `start`; another one here would replace it.
            return Err(Located::new(*at, OtnError::UnknownKey((*key).to_owned())));
        }
        let wrong = |error: OptionError| error.in_word(*at, key).map(OtnError::Pair);
        if ours == "book" {
            ruleset.book = read_book(key, value).map_err(wrong)?;
        } else if ours == "corner_cells" || ours == "base_cells" {
            let cells = words.cells(key)?.unwrap_or_default();
            let mut layout = ruleset.board.layout().clone();
            *(if ours == "corner_cells" { &mut layout.corners } else { &mut layout.bases }) = cells;
            ruleset.board = Board::of(layout);
        } else {
            ruleset.set(ours, value).map_err(wrong)?;
        }
    }
    Ok(())
}
