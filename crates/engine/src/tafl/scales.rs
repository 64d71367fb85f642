//! What points were found to mean, in games of the engine against itself.
//!
//! `tablen calibrate` plays such games from openings drawn by lot and finds the curve by which the chances of every position agree best with
//! what became of its game. How well they agree is told in `docs/analysis.md`; to repeat a line, run what stands above it.

use tablen_rules::tafl::{Preset, Ruleset};

use super::net::Serves;
use super::value::Scale;
use super::weights::Weights;
use crate::ForLight;

/// A scale that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fitted {
    preset: Preset,
    scale: ForLight<Scale>,
}

const fn fitted(preset: Preset, points: i32, even: i32) -> Fitted {
    Fitted { preset, scale: ForLight(Scale { points, even }) }
}

/// With the nets in use. A net that learned anew from the same games goes on with much the same points, until its own curve is found. By rules that
/// are no preset's a net for all of a kind means what it has learned to mean: there is no curve for all of them.
const OF_NETS: [Fitted; 12] = [
    // tablen calibrate tablut --games 800 --seed 2
    fitted(Preset::Tablut, 99, 82),
    // tablen calibrate tablut-free-edge --games 200
    fitted(Preset::TablutFreeEdge, 75, 13),
    // tablen calibrate tablut-corners --games 200
    fitted(Preset::TablutCorners, 320, 159),
    // tablen calibrate ashton --games 400
    fitted(Preset::Ashton, 290, 75),
    // tablen calibrate PRESET --games 400 --threads 1, here and below; by the first of these the defenders won 397
    fitted(Preset::TablutChessKing, 30, -115),
    fitted(Preset::TablutStepKing, 92, 24),
    fitted(Preset::TablutRookFour, 70, -57),
    fitted(Preset::TablutBasesNoStop, 136, 35),
    fitted(Preset::TablutBasesClosed, 324, 13),
    fitted(Preset::TablutBasesHeld, 107, -37),
    fitted(Preset::WeakKing, 134, 131),
    fitted(Preset::Brandubh, 281, 683),
];

/// With the classic evaluation, where there is no net. Boards with more than eleven cells in a row have none yet: most of their games between weak players
/// end with nobody winning, and say nothing of strong ones. (On the smaller one 946 and −662 came out, so flat that hardly any move would be marked.)
const OF_CLASSIC: [Fitted; 3] = [
    // tablen calibrate ashton --eval classic --games 100
    fitted(Preset::Ashton, 93, -31),
    // tablen calibrate brandubh --games 200
    fitted(Preset::Brandubh, 287, -730),
    // tablen calibrate hnefatafl --games 300 --nodes 1000 --seed 2
    fitted(Preset::Hnefatafl, 252, -1_180),
];

impl Scale {
    /// What the points of the net in use were found to mean by rules like these.
    pub(super) fn of_net(ruleset: &Ruleset) -> Option<ForLight<Scale>> {
        let is_alike = |fitted: &&Fitted| Serves::ItsRules.fits(&fitted.preset.ruleset(), ruleset);
        OF_NETS.iter().find(is_alike).map(|fitted| fitted.scale)
    }

    /// What the points of the classic evaluation were found to mean by rules like these: on the same board, or else with the same weights.
    pub(super) fn of_classic(ruleset: &Ruleset) -> ForLight<Scale> {
        let weights = Weights::of(ruleset);
        let alike = || {
            let rulesets = OF_CLASSIC.iter().map(|fitted| (fitted.preset.ruleset(), fitted.scale));
            rulesets.filter(|(other, _)| std::ptr::eq(Weights::of(other), weights))
        };
        let same_board = alike().find(|(other, _)| other.board == ruleset.board);
        same_board.or_else(|| alike().next()).map_or(ForLight(Scale::USUAL), |(_, scale)| scale)
    }
}

/// All of them, as data that decides what an analysis says.
pub(crate) fn all() -> String {
    format!("{OF_NETS:?} {OF_CLASSIC:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tafl::net::RegisteredNet;

    #[test]
    fn every_net_and_every_small_board_has_a_curve() {
        for preset in Preset::ALL {
            let ruleset = preset.ruleset();
            let has_net = RegisteredNet::of(&ruleset).is_some();
            assert_eq!(Scale::of_net(&ruleset).is_some(), has_net, "{}", preset.name());
        }
        for preset in Preset::ALL {
            let is_small = preset.ruleset().board.layout().size() <= 11;
            let scale = Scale::of_classic(&preset.ruleset()).0;
            assert_eq!(scale != Scale::USUAL, is_small, "{}", preset.name());
        }
        assert!(OF_NETS.iter().chain(&OF_CLASSIC).all(|fitted| fitted.scale.0.points > 0));
    }

    #[test]
    fn rules_without_a_curve_of_their_own_have_that_of_their_board() {
        let of = |preset: Preset| Scale::of_classic(&preset.ruleset());
        assert_eq!(of(Preset::WeakKing), of(Preset::Ashton));
        assert_ne!(of(Preset::Brandubh), of(Preset::Hnefatafl));
    }
}
