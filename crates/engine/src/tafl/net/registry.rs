//! The nets in use, and for which rules.

use std::sync::LazyLock;

use tablen_rules::tafl::{Goal, Preset, Ruleset};

use super::Parameters;

/// A net that has shown in a match that it plays better than what was there before it.
#[derive(Debug)]
pub struct RegisteredNet {
    /// The name of its file in `nets/`, without what stands behind the dot.
    pub name: &'static str,
    /// The rules of its games, or those they were drawn from.
    pub preset: Preset,
    /// For which rules like these it was trained.
    pub serves: Serves,
    bytes: &'static [u8],
    parameters: LazyLock<Option<Parameters>>,
}

/// For which rules a net was trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Serves {
    /// The same in everything that decides where pieces go, what is captured and what wins. Who begins, what is announced, and what a repetition or
    /// a player without a move brings may differ.
    ItsRules,
    /// All rules of the same board and the same [kind of goal](GoalKind), which the net is told.
    ItsKind,
}

/// Where the king must get, as far as it decides what a position looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalKind {
    /// Somewhere along the edge.
    Edges,
    /// A corner.
    Corners,
}

impl GoalKind {
    /// That of rules.
    pub fn of(ruleset: &Ruleset) -> GoalKind {
        match ruleset.goal {
            Goal::Edge | Goal::EdgeWithoutBases => GoalKind::Edges,
            Goal::Corners => GoalKind::Corners,
        }
    }
}

impl Serves {
    /// Whether a net whose games were of some rules, or drawn from them, was trained for others.
    pub fn fits(self, own: &Ruleset, ruleset: &Ruleset) -> bool {
        match self {
            Serves::ItsRules => {
                let Ruleset { book, first, announce, stalemate, repetition, .. } = *own;
                Ruleset { book, first, announce, stalemate, repetition, ..ruleset.clone() } == *own
            }
            Serves::ItsKind => ruleset.board == own.board && GoalKind::of(ruleset) == GoalKind::of(own),
        }
    }
}

/// A net in the folder `nets/`.
macro_rules! registered {
    ($name:literal, $preset:ident, $serves:ident) => {
        RegisteredNet {
            name: $name,
            preset: Preset::$preset,
            serves: Serves::$serves,
            bytes: include_bytes!(concat!("../../../../../nets/", $name, ".net")),
            parameters: LazyLock::new(|| {
                Parameters::from_bytes(include_bytes!(concat!("../../../../../nets/", $name, ".net"))).ok()
            }),
        }
    };
}

/// All of them. What they were trained with, and the match that let each in, is in `nets/README.md`. Of two that fit the first is used.
pub static NETS: [RegisteredNet; 8] = [
    registered!("tablut", Tablut, ItsRules),
    registered!("tablut-free-edge", TablutFreeEdge, ItsRules),
    registered!("tablut-corners", TablutCorners, ItsRules),
    registered!("ashton", Ashton, ItsRules),
    registered!("brandubh", Brandubh, ItsRules),
    registered!("tablut-any", Tablut, ItsKind),
    registered!("tablut-corners-any", TablutCorners, ItsKind),
    registered!("brandubh-any", Brandubh, ItsKind),
];

impl RegisteredNet {
    /// The one for rules, if there is any.
    pub fn of(ruleset: &Ruleset) -> Option<&'static RegisteredNet> {
        NETS.iter().find(|net| net.serves.fits(&net.preset.ruleset(), ruleset))
    }

    /// Its numbers. They are there: a test reads every net.
    pub fn parameters(&self) -> Option<&Parameters> {
        self.parameters.as_ref()
    }

    /// The file it was written to.
    pub const fn bytes(&self) -> &'static [u8] {
        self.bytes
    }
}
