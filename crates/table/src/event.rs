//! What can be asked of a table, and what happens at it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tablen_rules::tavli::Die;

use crate::dice::{Commitment, Seed};
use crate::end::EndReason;
use crate::families::AnyGame;
use crate::family::Family;
use crate::spec::{Colour, Occupant, Spec};
use crate::{BySeat, Seat};

/// What a player asks of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Command", bound = ""))]
#[serde(tag = "command", rename_all = "kebab-case", bound = "")]
pub enum Command<F: Family = AnyGame> {
    /// Take an open seat, adding a nonce to the dice.
    Join {
        /// Who sits down.
        occupant: Occupant,
        /// Anything; it makes the throws depend on the joiner too.
        #[serde(default, with = "hex", skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        nonce: Vec<u8>,
    },
    /// Leave one's seat, before the game begins or after it has ended.
    Leave,
    /// Throw the dice.
    Roll,
    /// Play one step of the throw.
    Step(F::StepChoice),
    /// Play several steps of the throw, all or none: the same events as single steps make.
    Turn {
        /// The steps, in their order.
        steps: Vec<F::StepChoice>,
        /// Whether the turn ends with them.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        end: bool,
    },
    /// Take the last step of the turn back.
    UndoStep,
    /// End the turn.
    Confirm,
    /// Play a move that is a whole turn.
    Move {
        /// Which.
        #[serde(rename = "move")]
        mv: F::Move,
    },
    /// Say that one has seen how the last round ended: the clock waits for that.
    Ready,
    /// Give up the round.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Accept the opponent's offer.
    AcceptDraw,
    /// Decline it.
    DeclineDraw,
    /// Ask the opponent to take one's last turn back.
    AskTakeback,
    /// Grant it.
    GrantTakeback,
    /// Refuse it.
    RefuseTakeback,
    /// Call the game off before anything has been thrown or moved.
    Abort,
    /// Offer another game with sides exchanged.
    OfferRematch,
    /// Accept the opponent's offer.
    AcceptRematch,
    /// Decline it.
    DeclineRematch,
}

/// A command as it comes in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Request", bound = ""))]
#[serde(bound = "")]
pub struct Request<F: Family = AnyGame> {
    /// What is asked.
    #[serde(flatten)]
    pub command: Command<F>,
    /// A number by which the same request of a seat, sent twice, is known to be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<u64>,
    /// The number of the event the asker expects to come next; the request is refused if others have come in between.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<u64>,
    /// For how long the asker has known of the last event, by their own clock, in milliseconds: what has passed beyond that was spent on
    /// the line, and up to an allowance it costs nobody anything.
    #[serde(default, with = "crate::millis::optional", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u64>"))]
    pub spent: Option<Duration>,
}

impl<F: Family> Command<F> {
    /// Whether it is part of the turn of the player whose time runs.
    pub(crate) const fn is_of_a_turn(&self) -> bool {
        matches!(
            self,
            Command::Roll
                | Command::Step(_)
                | Command::Turn { .. }
                | Command::UndoStep
                | Command::Confirm
                | Command::Move { .. }
        )
    }
}

impl<F: Family> From<Command<F>> for Request<F> {
    fn from(command: Command<F>) -> Request<F> {
        Request { command, key: None, expected: None, spent: None }
    }
}

/// What happened. A table is the list of its events: they hold every throw, so nothing is needed to tell them again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Event", bound = ""))]
#[serde(tag = "event", rename_all = "kebab-case", bound = "")]
pub enum Event<F: Family = AnyGame> {
    /// The table was opened.
    Opened {
        /// What is agreed.
        spec: Box<Spec<F>>,
        /// What the host says about the dice's seed, where dice are verifiable.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<Commitment>,
    },
    /// Somebody sat down.
    Joined {
        /// Where.
        seat: Seat,
        /// Who.
        occupant: Occupant,
        /// What they added to the dice.
        #[serde(default, with = "hex", skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        nonce: Vec<u8>,
    },
    /// Somebody left their seat.
    Left {
        /// Which.
        seat: Seat,
    },
    /// One die decided something: odd is the first of two, even the second (T3, and who plays which side).
    LotDrawn {
        /// What was decided.
        lot: Lot,
        /// The die.
        die: Die,
    },
    /// One die each decided who starts (Z3); ties are events too.
    RolledOff {
        /// White's die.
        white: Die,
        /// Black's die.
        black: Die,
    },
    /// A round began.
    RoundBegan {
        /// Which side each seat plays.
        colours: BySeat<Colour>,
        /// Who acts first.
        first: Colour,
        /// For how long at most its clock waits until both have seen how the last round ended; in milliseconds.
        #[serde(default, with = "crate::millis", skip_serializing_if = "Duration::is_zero")]
        #[cfg_attr(feature = "schema", schemars(with = "u64"))]
        clock_waits: Duration,
    },
    /// Somebody has seen how the last round ended.
    Ready {
        /// Who.
        seat: Seat,
    },
    /// The dice were thrown.
    Rolled {
        /// By whom.
        seat: Seat,
        /// What they show.
        roll: F::Roll,
    },
    /// A step of the throw was played.
    Stepped {
        /// By whom.
        seat: Seat,
        /// How.
        step: F::Step,
    },
    /// The last step was taken back.
    StepUndone {
        /// By whom.
        seat: Seat,
    },
    /// A turn of throw and steps ended; with no step played, it was passed.
    TurnEnded {
        /// Whose.
        seat: Seat,
        /// How many steps were played.
        steps: usize,
    },
    /// A move was played.
    Moved {
        /// By whom.
        seat: Seat,
        /// Which.
        #[serde(rename = "move")]
        mv: F::Move,
    },
    /// The computer gave a hint, in a game between people.
    Hinted {
        /// To whom.
        seat: Seat,
    },
    /// A draw was offered.
    DrawOffered {
        /// By whom.
        seat: Seat,
    },
    /// The offer was declined.
    DrawDeclined {
        /// By whom.
        seat: Seat,
    },
    /// A takeback was asked for.
    TakebackAsked {
        /// By whom.
        seat: Seat,
    },
    /// It was refused.
    TakebackRefused {
        /// By whom.
        seat: Seat,
    },
    /// Turns were taken back.
    TakenBack {
        /// How many are left.
        turns: usize,
        /// Whether the throws that came after lie on the table again when their turns come. Those of older games were thrown anew.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        keeps_throws: bool,
    },
    /// A round ended.
    RoundEnded {
        /// Who won it; nobody in a draw.
        winner: Option<Seat>,
        /// Why.
        reason: EndReason<F>,
    },
    /// All rounds are played.
    MatchEnded {
        /// Who won; nobody in a draw.
        winner: Option<Seat>,
    },
    /// The game was called off before the first turn.
    Aborted {
        /// By whom.
        seat: Seat,
    },
    /// Another game with sides exchanged was offered.
    RematchOffered {
        /// By whom.
        seat: Seat,
    },
    /// The offer was declined.
    RematchDeclined {
        /// By whom.
        seat: Seat,
    },
    /// Both want another game: [`State::rematch`](crate::State::rematch) says what is agreed for it.
    RematchAgreed,
    /// The host's machine is away: nobody's time runs.
    Paused,
    /// It is back.
    Resumed,
    /// The host revealed the seed: every throw can be checked now.
    SeedRevealed {
        /// The seed.
        seed: Seed,
    },
}

impl<F: Family> Event<F> {
    /// Whether it only stops the clocks or lets them run on.
    pub const fn is_of_the_clocks(&self) -> bool {
        matches!(self, Event::Paused | Event::Resumed)
    }

    /// Whether the game is where it was: what was asked of the table before it can still be meant.
    pub const fn changes_nothing(&self) -> bool {
        self.is_of_the_clocks() || matches!(self, Event::Hinted { .. })
    }

    /// Whether it is part of the turn of the player whose time runs.
    pub const fn is_of_a_turn(&self) -> bool {
        matches!(
            self,
            Event::Rolled { .. }
                | Event::Stepped { .. }
                | Event::StepUndone { .. }
                | Event::TurnEnded { .. }
                | Event::Moved { .. }
        )
    }

    /// Whether it is the end of a round by a player's time running out.
    pub const fn is_loss_on_time(&self) -> bool {
        matches!(self, Event::RoundEnded { reason: EndReason::OutOfTime, .. })
    }

    /// Whether it is something that players do in a round, and that no rule does by itself.
    pub const fn is_play(&self) -> bool {
        match self {
            Event::Rolled { .. }
            | Event::Stepped { .. }
            | Event::StepUndone { .. }
            | Event::TurnEnded { .. }
            | Event::Moved { .. }
            | Event::Hinted { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::TakebackAsked { .. }
            | Event::TakebackRefused { .. }
            | Event::TakenBack { .. }
            | Event::Aborted { .. } => true,
            Event::RoundEnded { reason, .. } => {
                matches!(reason, EndReason::Resigned | EndReason::Agreed | EndReason::OutOfTime)
            }
            _ => false,
        }
    }
}

/// What a lot decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Lot {
    /// Who plays which side: odd, the host plays the dark one.
    HostPlays,
    /// Who moves first (T3): odd, the attackers.
    First,
}

/// An event in its place in the log. What is stored and sent of it is the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Entry", bound = ""))]
#[serde(bound = "")]
pub struct Entry<F: Family = AnyGame> {
    /// Its number, from 0.
    pub sequence: u64,
    /// When it happened, since the table was opened; in milliseconds.
    #[serde(with = "crate::millis")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub at: Duration,
    /// How long what caused it was on the line, as far as that costs nobody anything; in milliseconds.
    #[serde(default, with = "crate::millis", skip_serializing_if = "Duration::is_zero")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub lag: Duration,
    /// What happened.
    #[serde(flatten)]
    pub event: Event<F>,
}

impl<F: Family> Entry<F> {
    /// An event in its place.
    pub const fn new(sequence: u64, at: Duration, event: Event<F>) -> Entry<F> {
        Entry { sequence, at, lag: Duration::ZERO, event }
    }
}

/// Bytes as pairs of hexadecimal digits; also for `#[serde(with = …)]`.
pub mod hex {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes them.
    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&write(bytes))
    }

    /// Reads them.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        read(&text).ok_or_else(|| D::Error::custom("not pairs of hexadecimal digits"))
    }

    /// The digits of bytes.
    pub fn write(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The bytes of pairs of digits; nothing if it is anything else.
    pub fn read(text: &str) -> Option<Vec<u8>> {
        let is_hex = text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let pair = |place: usize| u8::from_str_radix(text.get(place..place + 2)?, 16).ok();
        is_hex.then(|| (0..text.len()).step_by(2).filter_map(pair).collect())
    }
}
