//! What all games have in common.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::words::Explain;

/// A game being played: whose turn it is, what can be done, and what comes of it.
///
/// It is as small as it can be: whatever means something for one game only is that game's own. Bots, tests and tools that
/// want to work with every game use this; see `tests/conformance.rs` for what is promised about it.
///
/// ```
/// use tablen_rules::game::{Game, ToAct};
///
/// /// Plays the first thing that can be done until nothing can.
/// fn first_to_last<G: Game>(game: &mut G) -> usize {
///     let mut played = 0;
///     while let Some(action) = game.action(0) {
///         game.act(&action).expect("what is offered can be done");
///         played += 1;
///     }
///     assert!(matches!(game.to_act(), ToAct::Nobody(_)));
///     played
/// }
///
/// use tablen_rules::{tafl, tavli};
/// let rules = std::sync::Arc::new(tafl::Rules::new(&tafl::Preset::Brandubh.ruleset())?);
/// assert!(first_to_last(&mut tafl::Game::<tafl::Wide>::start(&rules, tafl::Side::Attackers)) > 0);
/// let start = tavli::Position::start(tavli::Ruleset::default(), tavli::Side::White);
/// assert!(first_to_last(&mut tavli::Game::new(start)) > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Clone + Debug + PartialEq {
    /// The two sides.
    type Side: Copy + Debug + Eq;
    /// Something that can be done: a move, a throw, a turn.
    type Action: Clone + Debug + PartialEq + Display + FromStr<Err: Debug>;
    /// How a game ends.
    type Outcome: Copy + Debug + Eq;
    /// Why something cannot be done.
    type Illegal: Debug + Explain;

    /// Who is to act.
    fn to_act(&self) -> ToAct<Self::Side, Self::Outcome>;

    /// How many things can be done; none when the game is over.
    fn count_actions(&self) -> usize;

    /// One of them by its number, always the same for the same position.
    fn action(&self, number: usize) -> Option<Self::Action>;

    /// Does something; what cannot be done changes nothing.
    fn act(&mut self, action: &Self::Action) -> Result<(), Self::Illegal>;

    /// Takes the last action back; `false` at the beginning.
    fn take_back(&mut self) -> bool;

    /// A 64-bit key of the position.
    fn key(&self) -> u64;

    /// The same key computed from nothing; only tests have a reason to compare.
    fn fresh_key(&self) -> u64;
}

/// Who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToAct<Side, Outcome> {
    /// The dice.
    Chance,
    /// A player.
    Player(Side),
    /// Nobody: the game is over.
    Nobody(Outcome),
}
