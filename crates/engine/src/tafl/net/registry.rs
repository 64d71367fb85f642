//! The nets in use, and for which rules.

use std::sync::LazyLock;

use tablen_rules::tafl::{Preset, Ruleset};

use super::Parameters;

/// A net that has shown in a match that it plays better than what was there before it.
#[derive(Debug)]
pub struct RegisteredNet {
    /// The rules of its games.
    pub preset: Preset,
    bytes: &'static [u8],
    parameters: LazyLock<Option<Parameters>>,
}

/// A net in the folder `nets/`.
macro_rules! registered {
    ($preset:ident, $file:literal) => {
        RegisteredNet {
            preset: Preset::$preset,
            bytes: include_bytes!(concat!("../../../../../nets/", $file)),
            parameters: LazyLock::new(|| {
                Parameters::from_bytes(include_bytes!(concat!("../../../../../nets/", $file))).ok()
            }),
        }
    };
}

/// All of them. What they were trained with, and the match that let each in, is in `nets/README.md`.
pub static NETS: [RegisteredNet; 4] = [
    registered!(Tablut, "tablut.net"),
    registered!(TablutFreeEdge, "tablut-free-edge.net"),
    registered!(TablutCorners, "tablut-corners.net"),
    registered!(Ashton, "ashton.net"),
];

impl RegisteredNet {
    /// Its numbers. They are there: a test reads every net.
    pub fn parameters(&self) -> Option<&Parameters> {
        self.parameters.as_ref()
    }

    /// The file it was written to.
    pub const fn bytes(&self) -> &'static [u8] {
        self.bytes
    }

    /// Whether it was trained for rules like these: the same in everything that decides where pieces go, what is captured and what wins.
    /// Who begins, what is announced, and what a repetition or a player without a move brings may differ.
    pub fn fits(&self, ruleset: &Ruleset) -> bool {
        let own = self.preset.ruleset();
        let Ruleset { book, first, announce, stalemate, repetition, .. } = own;
        Ruleset { book, first, announce, stalemate, repetition, ..ruleset.clone() } == own
    }
}
