//! Writing rules strings.

use super::super::ruleset_text::join;
use super::super::{
    Bases, CornerHostility, First, Goal, KingMove, Layout, Ruleset, ThroneHostility, ThronePass, ThroneStop,
};
use super::{ARMS, Pieces, REPETITIONS, STRENGTHS, Written, read};
use crate::option::Options;

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
