//! Why a move was worse than another.

use tablen_rules::tafl::{Move, Side};
use tablen_rules::words::{Explain, Message};

use super::{Fact, MoveAnalysis};

/// A fact that tells a move from a better one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The move did it, and the better one does not.
    Did(Fact),
    /// The better move does it, and the one that was played did not.
    Missed {
        /// The better move.
        better: Move,
        /// What it does.
        fact: Fact,
    },
}

/// Why a move was worse than the best one: what it did to its own side's harm that the best one does not, and what good the best one would have
/// done; the most telling first. Nothing if it was the best, or if no fact tells them apart.
///
/// ```
/// use std::sync::Arc;
/// use tablen_engine::{Limits, Stop, tafl::{Engine, analysis::{analyse_game, reasons_against}}};
/// use tablen_rules::tafl::{Game, Narrow, Position, Preset, Rules};
/// use tablen_rules::words::{Explain, Lang};
///
/// // The attacker on H5 leaves the only free way of the king unguarded.
/// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset())?);
/// let start = "/9/4t4/9/9/1t2K2t1/9/9/4t4/9/ attackers".parse()?;
/// let mut game = Game::from_position(Position::new(&rules, &start)?);
/// game.play("H5-H8".parse()?)?;
/// let mut engine = Engine::new(rules, 1 << 14);
/// let found = analyse_game(&mut engine, &game, &Limits::nodes(2_000), 1, &Stop::new(), &mut |_| {})?;
/// let reasons = reasons_against(&found.moves[0]);
/// if !found.moves[0].is_best {
///     let sentences: Vec<String> = reasons.iter().map(|reason| reason.explain(Lang::En)).collect();
///     assert!(sentences.contains(&"The king’s way to I5 is open: the man on H5 barred it.".to_owned()));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reasons_against(analysed: &MoveAnalysis) -> Vec<Reason> {
    if analysed.is_best {
        return Vec::new();
    }
    let MoveAnalysis { side, facts, best_facts, best, .. } = analysed;
    let harm = facts.iter().filter(|fact| harms(*side, fact) && !is_shared(fact, best_facts));
    let good = best_facts.iter().filter(|fact| helps(*side, fact) && !is_shared(fact, facts));
    let mut reasons: Vec<Reason> = harm.cloned().map(Reason::Did).collect();
    reasons.extend(good.cloned().map(|fact| Reason::Missed { better: *best, fact }));
    reasons
}

/// Whether a fact is bad for the side that moved.
fn harms(mover: Side, fact: &Fact) -> bool {
    let is_attacking = mover == Side::Attackers;
    match fact {
        Fact::MissedWin { .. } | Fact::ForcedLoss { .. } | Fact::ManLeftBetween { .. } => true,
        Fact::RouteOpened { .. } | Fact::RouteLeftOpen { .. } => is_attacking,
        Fact::RouteClosed { .. } | Fact::KingLeftInDanger { .. } => !is_attacking,
        Fact::KingReach { before, after } => (after > before) == is_attacking,
        Fact::SidesHeld { before, after } => (after < before) == is_attacking,
        Fact::KingEscaped { .. }
        | Fact::KingCaptured
        | Fact::NoMoveLeft
        | Fact::MenCaptured { .. }
        | Fact::Raichi
        | Fact::Tuichi
        | Fact::RaichiAnswered
        | Fact::KingThreatened { .. }
        | Fact::KingSaved
        | Fact::ManSaved { .. }
        | Fact::ManThreatened { .. } => false,
    }
}

/// Whether a fact is good for the side that moved, and says enough by itself to be told of a move that was not played.
fn helps(mover: Side, fact: &Fact) -> bool {
    let is_attacking = mover == Side::Attackers;
    match fact {
        Fact::KingEscaped { .. }
        | Fact::KingCaptured
        | Fact::NoMoveLeft
        | Fact::MenCaptured { .. }
        | Fact::KingThreatened { .. }
        | Fact::KingSaved
        | Fact::ManSaved { .. } => true,
        Fact::RouteOpened { .. } => !is_attacking,
        Fact::RouteClosed { .. } => is_attacking,
        Fact::KingReach { before, after } => (after < before) == is_attacking,
        Fact::SidesHeld { before, after } => (after > before) == is_attacking,
        Fact::MissedWin { .. }
        | Fact::ForcedLoss { .. }
        | Fact::RouteLeftOpen { .. }
        | Fact::Raichi
        | Fact::Tuichi
        | Fact::RaichiAnswered
        | Fact::KingLeftInDanger { .. }
        | Fact::ManLeftBetween { .. }
        | Fact::ManThreatened { .. } => false,
    }
}

/// Whether the other move does the same: the same way, the same man, as much freedom or more of it. Which move would capture him is no difference.
fn is_shared(fact: &Fact, others: &[Fact]) -> bool {
    others.iter().any(|other| match (fact, other) {
        (Fact::RouteOpened { goal: one, .. }, Fact::RouteOpened { goal: other, .. })
        | (Fact::RouteOpened { goal: one, .. }, Fact::RouteLeftOpen { goal: other })
        | (Fact::RouteLeftOpen { goal: one }, Fact::RouteOpened { goal: other, .. }) => one == other,
        (Fact::KingLeftInDanger { .. }, Fact::KingLeftInDanger { .. })
        | (Fact::KingThreatened { .. }, Fact::KingThreatened { .. }) => true,
        (Fact::ManLeftBetween { man: one, .. }, Fact::ManLeftBetween { man: other, .. }) => one == other,
        (Fact::KingReach { before, after: one }, Fact::KingReach { after: other, .. }) => {
            if one > before {
                other >= one
            } else {
                other <= one
            }
        }
        (Fact::SidesHeld { before, after: one }, Fact::SidesHeld { after: other, .. }) => {
            if one > before {
                other >= one
            } else {
                other <= one
            }
        }
        (one, other) => one == other,
    })
}

impl Explain for Reason {
    fn message(&self) -> Message {
        match self {
            Reason::Did(fact) => fact.message(),
            Reason::Missed { better, fact } => {
                message!("analysis.fact.better").text("better", better).with("fact", fact.message())
            }
        }
    }
}
