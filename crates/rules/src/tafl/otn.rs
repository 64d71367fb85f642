//! OpenTafl's rules strings, in and out.
//!
//! OpenTafl writes a ruleset as `key:value` words, `dim` first and `start` last. What our rulesets can say and OpenTafl's
//! cannot is written in extension keys, `x-KEY:VALUE` with the keys and values of our own
//! [options](crate::option::Options) (and `x-book`, `x-corner_cells`, `x-base_cells`): [`write()`] names them, so that a caller can warn that another program
//! will play something else. What OpenTafl's can say and ours cannot is an error, except for a few rules that leave
//! the rest of the game as it is: those are listed in [`Read::left_out`].
//!
//! Not modelled here, and therefore left out: `surf` (encirclement loses), `sw` and `swf` (shield walls), `efe` (edge
//! forts), `linc` (linear capture of commanders), `ber` (berserk moves). `name` is a label, not a rule; the jumps and
//! speeds of pieces that our games do not have (commanders, knights, mercenaries, guards) have no effect.

use std::collections::{BTreeMap, BTreeSet};

use tablen_words::{Explain, Message};

use super::ruleset_text::{join, read_book, split};
use super::{
    Arrangement, Bases, Board, Cell, CornerHostility, First, Goal, KingArms, KingCapture, KingMove, Layout,
    NotationError, Preset, Repetition, Ruleset, ThroneHostility, ThronePass, ThroneStop,
};
use crate::option::{OptionError, Options, read_pairs, value_at};
use crate::rule::Book;
use crate::text::Located;

/// A rules string and what in it is ours alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The rules string.
    pub text: String,
    /// The extension keys it uses. OpenTafl does not know them, so without them it would play otherwise.
    pub extensions: Vec<String>,
}

/// A ruleset read from a rules string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// Rules that the string asks for and that are not modelled, as `key:value`.
    pub left_out: Vec<String>,
}

/// Why a rules string cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OtnError {
    /// A word is not `key:value`, its key stands twice, or an extension is none of our options.
    Pair(OptionError),
    /// No such key.
    UnknownKey(String),
    /// `dim` or `start` is missing.
    Missing(&'static str),
    /// A value that is not of the key's form.
    Malformed {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// `dim` and the board in `start` differ.
    Dimension {
        /// What `dim` says.
        dim: u8,
        /// The rows in `start`.
        rows: u8,
    },
    /// A rule that our rulesets cannot express.
    NotExpressible {
        /// The key.
        key: String,
        /// Its value.
        value: String,
    },
    /// A board or a cell that cannot be read.
    Notation(NotationError),
}

impl Explain for OtnError {
    fn message(&self) -> Message {
        match self {
            OtnError::Pair(error) => error.message(),
            OtnError::UnknownKey(key) => Message::new("otn.unknown-key").text("key", key),
            OtnError::Missing(key) => Message::new("otn.missing").text("key", key),
            OtnError::Malformed { key, value, expected } => {
                Message::new("otn.malformed").text("key", key).text("value", value).text("expected", expected)
            }
            OtnError::Dimension { dim, rows } => {
                Message::new("otn.dimension").with("dim", *dim).with("rows", *rows)
            }
            OtnError::NotExpressible { key, value } => {
                Message::new("otn.not-expressible").text("key", key).text("value", value)
            }
            OtnError::Notation(error) => error.message(),
        }
    }
}
tablen_words::explained!(OtnError);

impl From<OptionError> for OtnError {
    fn from(error: OptionError) -> OtnError {
        OtnError::Pair(error)
    }
}

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

/// Which of our pieces a list names; lists may name pieces that we do not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pieces {
    attackers: bool,
    defenders: bool,
    king: bool,
}

impl Pieces {
    const NONE: Pieces = Pieces { attackers: false, defenders: false, king: false };
    const ALL: Pieces = Pieces { attackers: true, defenders: true, king: true };
    const KING: Pieces = Pieces { king: true, ..Pieces::NONE };
    const ATTACKERS: Pieces = Pieces { attackers: true, ..Pieces::NONE };
    const MEN: Pieces = Pieces { king: false, ..Pieces::ALL };

    const fn letters(self) -> &'static str {
        match (self.attackers, self.defenders, self.king) {
            (true, true, true) => "tcnkmgTCNKMG",
            (true, true, false) => "tcnkmgTCNMG",
            (true, false, _) => "tcnkmg",
            (false, _, true) => "K",
            _ => "",
        }
    }
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

const REPETITIONS: [(&str, Repetition); 4] = [
    ("i", Repetition::None),
    ("d", Repetition::Draw),
    ("w", Repetition::MoverWins),
    ("l", Repetition::MoverLoses),
];
const ARMS: [(&str, KingArms); 4] =
    [("y", KingArms::Armed), ("n", KingArms::Unarmed), ("a", KingArms::Anvil), ("h", KingArms::Hammer)];
const STRENGTHS: [(&str, KingCapture); 4] = [
    ("s", KingCapture::SurroundedInField),
    ("c", KingCapture::StrongAtThrone),
    ("m", KingCapture::Surrounded),
    ("w", KingCapture::Custodial),
];

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
    // Whoever may not re-enter may not stop there again; of those who may not stop at all it says nothing.
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

/// Writes a ruleset as OpenTafl would, as far as OpenTafl can say it, and the rest in extension keys.
///
/// ```
/// use tablen_rules::tafl::{Preset, otn};
///
/// let written = otn::write(&Preset::Hnefatafl.ruleset());
/// assert_eq!(written.extensions, [] as [&str; 0]);
/// assert_eq!(otn::write(&Preset::TablutChessKing.ruleset()).extensions, ["x-first", "x-king_move"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(ruleset: &Ruleset) -> Written {
    let base = write_base(ruleset);
    let layout = ruleset.board.layout();
    // Every difference to what OpenTafl's own keys say becomes an extension, so nothing can get lost.
    let heard = read(&format!("{base} start:{}", layout.start)).map(|read| read.ruleset);
    let mut text = base;
    let mut extensions = Vec::new();
    let mut extend = |key: String, value: &str| {
        text.push_str(&format!(" {key}:{value}"));
        extensions.push(key);
    };
    let heard = heard.unwrap_or_default();
    if heard.book != ruleset.book {
        extend("x-book".to_owned(), ruleset.book.name());
    }
    let heard_layout = heard.board.layout();
    if heard_layout.corners != layout.corners {
        extend("x-corner_cells".to_owned(), &join(&layout.corners));
    }
    if heard_layout.bases != layout.bases {
        extend("x-base_cells".to_owned(), &join(&layout.bases));
    }
    for option in Ruleset::options().iter().filter(|option| option.key != "board") {
        if option.get(&heard) != option.get(ruleset) {
            extend(format!("x-{}", option.key), option.get(ruleset));
        }
    }
    text.push_str(&format!(" start:{}", layout.start));
    Written { text, extensions }
}

fn write_base(ruleset: &Ruleset) -> String {
    fn letter<T: PartialEq>(table: &[(&'static str, T)], value: &T, default: &'static str) -> &'static str {
        table.iter().find(|(_, known)| known == value).map_or(default, |(letter, _)| letter)
    }
    let layout = ruleset.board.layout();
    let usual = Layout::new(layout.start.clone());
    let mut keys: Vec<(&str, String)> = vec![
        ("dim", layout.size().to_string()),
        ("esc", if ruleset.goal == Goal::Corners { "c" } else { "e" }.to_owned()),
        ("surf", "n".to_owned()),
        ("atkf", if ruleset.first == First::Defenders { "n" } else { "y" }.to_owned()),
        ("tfr", letter(&REPETITIONS, &ruleset.repetition, "d").to_owned()),
        ("ka", letter(&ARMS, &ruleset.king_arms, "y").to_owned()),
        ("ks", letter(&STRENGTHS, &ruleset.king_capture, "s").to_owned()),
    ];
    let king_speed = match ruleset.king_move {
        KingMove::Rook => None,
        KingMove::RookFour => Some(4),
        KingMove::Step | KingMove::ChessKing => Some(1),
    };
    if let Some(speed) = king_speed {
        // Twelve numbers: shorter forms are misread by OpenTafl itself.
        keys.push(("spd", format!("-1,-1,-1,-1,-1,-1,-1,-1,-1,{speed},-1,-1")));
    }
    if ruleset.goal == Goal::Corners {
        if layout.corners != usual.corners {
            keys.push(("cor", join(&layout.corners)));
        }
        let hostile = ruleset.corner_hostile == CornerHostility::Hostile;
        keys.push(("corh", if hostile { Pieces::ALL } else { Pieces::NONE }.letters().to_owned()));
    } else {
        keys.push(("cor", String::new()));
    }
    let stop = match ruleset.throne_stop {
        ThroneStop::King => Pieces::KING,
        ThroneStop::Nobody => Pieces::NONE,
        ThroneStop::Everyone => Pieces::ALL,
    };
    if ruleset.throne_stop == ThroneStop::Everyone {
        keys.push(("cen", String::new()));
    } else {
        let pass = match ruleset.throne_pass {
            ThronePass::King => Pieces::KING,
            ThronePass::Everyone => Pieces::ALL,
            ThronePass::Nobody => Pieces::NONE,
        };
        let (always, when_empty) = match ruleset.throne_hostile {
            ThroneHostility::Never => (Pieces::NONE, Pieces::KING),
            ThroneHostility::DefendersWhenEmpty => (Pieces::ATTACKERS, Pieces::ALL),
            ThroneHostility::WhenEmpty => (Pieces::NONE, Pieces::ALL),
            ThroneHostility::Always => (Pieces::ALL, Pieces::ALL),
        };
        keys.extend([
            ("cens", stop.letters().to_owned()),
            ("cenp", pass.letters().to_owned()),
            ("cenh", always.letters().to_owned()),
            ("cenhe", when_empty.letters().to_owned()),
        ]);
    }
    let pass = match ruleset.bases {
        Bases::NoStop => Some(Pieces::ALL),
        Bases::Closed => Some(Pieces::MEN),
        Bases::Open | Bases::ClosedWhileHeld | Bases::Camps => None,
    };
    if let Some(pass) = pass {
        keys.extend([
            ("afor", join(&layout.bases)),
            ("aforp", pass.letters().to_owned()),
            ("afors", Pieces::MEN.letters().to_owned()),
            ("aforh", String::new()),
            ("aforre", Pieces::MEN.letters().to_owned()),
        ]);
    }
    let words: Vec<String> = keys.into_iter().map(|(key, value)| format!("{key}:{value}")).collect();
    words.join(" ")
}
