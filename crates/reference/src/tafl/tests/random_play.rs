use fastrand::Rng;
use tablen_rules::tafl::{Piece, Preset, Side};

use super::start;
use crate::tafl::Reason;

/// Captures take men of the other side only, announcements agree with the moves, and the end fits its reason.
#[test]
fn random_games_are_sound() {
    let mut rng = Rng::with_seed(7);
    for preset in Preset::ALL {
        let ruleset = preset.ruleset();
        let mut game = start(&ruleset, if rng.bool() { Side::Attackers } else { Side::Defenders });
        for _ in 0..200 {
            let moves = game.moves();
            if moves.is_empty() {
                break;
            }
            let before = game.clone();
            let side = before.setup().side;
            let (from, to) = moves[rng.usize(..moves.len())];
            let captured = game.play(from, to);
            assert!(captured.iter().all(|cell| {
                before.setup().arrangement.get(*cell)
                    == Some(if side == Side::Attackers { Piece::Defender } else { Piece::Attacker })
                    && game.setup().arrangement.get(*cell).is_none()
            }));
            assert_eq!(game.setup().arrangement.count(Piece::King), 1, "{preset}");
            assert_eq!(
                game.setup().king_captured,
                side == Side::Attackers && before.threats().contains(&(from, to)),
                "{preset}"
            );
            let escaped = game.verdict().is_some_and(|verdict| verdict.reason == Reason::Escape);
            assert!(!escaped || !before.routes().is_empty(), "{preset}");
        }
        assert_eq!(game.verdict().is_some(), game.moves().is_empty());
    }
}
