//! OpenTafl's rules strings, in and out.
//!
//! OpenTafl writes a ruleset as `key:value` words, `dim` first and `start` last. What our rulesets can say and OpenTafl's
//! cannot is written in extension keys, `x-KEY:VALUE` with the keys and values of our own
//! [options](crate::option::Options), but for `board`, which `start` tells, and with `x-book`, `x-corner_cells` and
//! `x-base_cells`: [`write()`] names them, so that a caller can warn that another program will play something else.
//! What OpenTafl's can say and ours cannot is an error, except for a few rules that leave the rest of the game as it
//! is: those are listed in [`Read::left_out`].
//!
//! Not modelled here, and therefore left out: `surf` (encirclement loses), `sw` and `swf` (shield walls), `efe` (edge
//! forts), `linc` (linear capture of commanders), `ber` (berserk moves). `name` is a label, not a rule; the jumps and
//! speeds of pieces that our games do not have (commanders, knights, mercenaries, guards) have no effect.

mod read;
mod write;

use crate::words::{Explain, Message};

use super::{KingArms, KingCapture, NotationError, Repetition, Ruleset};
use crate::option::OptionError;

pub use read::read;
pub use write::write;

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
#[non_exhaustive]
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
            OtnError::UnknownKey(key) => message!("otn.unknown-key").text("key", key),
            OtnError::Missing(key) => message!("otn.missing").text("key", key),
            OtnError::Malformed { key, value, expected } => {
                message!("otn.malformed").text("key", key).text("value", value).text("expected", expected)
            }
            OtnError::Dimension { dim, rows } => {
                message!("otn.dimension").with("dim", *dim).with("rows", *rows)
            }
            OtnError::NotExpressible { key, value } => {
                message!("otn.not-expressible").text("key", key).text("value", value)
            }
            OtnError::Notation(error) => error.message(),
        }
    }
}
crate::words::explained!(OtnError);

impl From<OptionError> for OtnError {
    fn from(error: OptionError) -> OtnError {
        OtnError::Pair(error)
    }
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
