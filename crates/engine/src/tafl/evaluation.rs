//! What a position is worth without looking ahead: the seam between a search and what it counts.

use std::fmt::Debug;

use tablen_rules::tafl::{Bits, Made, Rules, State};

use super::net::Parameters;
use super::position_info::PositionInfo;
use super::value::{Points, Scale};
use super::weights::Weights;
use crate::ForLight;

/// The evaluations a [`Player`](super::Player) can be given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EvaluationKind {
    /// The [net](super::Net) of the ruleset; classic where there is none.
    #[default]
    Net,
    /// Material, the king's ways out, the siege around him and lines to the goals.
    Classic,
    /// A net of one's own; classic on boards of another size.
    OwnNet(&'static Parameters),
    /// Classic with weights of one's own.
    OwnWeights(&'static Weights),
    /// Material alone: what others must beat.
    Material,
}

impl EvaluationKind {
    /// Every evaluation that has a name, the usual one first.
    pub const ALL: [EvaluationKind; 3] =
        [EvaluationKind::Net, EvaluationKind::Classic, EvaluationKind::Material];

    /// Its name in the text of a player.
    pub const fn name(self) -> &'static str {
        match self {
            EvaluationKind::Classic | EvaluationKind::OwnWeights(_) => "classic",
            EvaluationKind::Net | EvaluationKind::OwnNet(_) => "net",
            EvaluationKind::Material => "material",
        }
    }

    /// The evaluation with that name, if there is one.
    pub fn from_name(name: &str) -> Option<EvaluationKind> {
        EvaluationKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Values positions for a search.
///
/// A search tells it of every move it makes and takes back, so that an evaluation can keep sums up to date instead of counting the
/// whole board at every position. Each thread of a search has an evaluation of its own.
///
/// ```
/// use std::sync::Arc;
/// use tablen_engine::tafl::{Engine, Evaluation, Points, PositionInfo};
/// use tablen_engine::{ForLight, Limits, Stop};
/// use tablen_rules::tafl::{Bits, Game, Narrow, Preset, Rules, Side, State};
///
/// /// Likes a king who has somewhere to go.
/// #[derive(Clone, Debug)]
/// struct Freedom;
///
/// impl<B: Bits> Evaluation<B> for Freedom {
///     fn evaluate(&mut self, _rules: &Rules<B>, _state: &State<B>, info: &PositionInfo) -> ForLight<Points> {
///         ForLight(Points(info.reach.count() as i32))
///     }
/// }
///
/// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Brandubh.ruleset())?);
/// let game = Game::start(&rules, Side::Attackers);
/// let mut engine = Engine::with_evaluation(rules, 1 << 10, Freedom);
/// assert!(engine.think(&game, &Limits::depth(2), &Stop::new(), &mut |_| {}).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Evaluation<B: Bits>: Clone + Debug + Send {
    /// A search begins with this position.
    fn begin(&mut self, _rules: &Rules<B>, _state: &State<B>) {}

    /// A move was made and led to this position.
    #[inline]
    fn made(&mut self, _after: &State<B>, _made: &Made<B>) {}

    /// The move that was made last, and has not been taken back, is taken back.
    #[inline]
    fn unmade(&mut self, _made: &Made<B>) {}

    /// What the present position is worth, if it is not decided: the one with which the search began, after all moves made and
    /// not taken back.
    fn evaluate(&mut self, rules: &Rules<B>, state: &State<B>, info: &PositionInfo) -> ForLight<Points>;

    /// What its points mean.
    fn scale(&self) -> ForLight<Scale> {
        ForLight(Scale::USUAL)
    }
}
