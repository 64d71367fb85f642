//! What passes between a host and what drives it: inputs in, effects out.

use tablen_rules::words::{Lang, Message};
use tablen_table::{AnyGame, Family, Refusal};

use crate::computer::{Answer, Job, ThoughtId};
use crate::ids::PersonId;
use crate::messages::{ClientMessage, ServerMessage};
use crate::storing::{Write, WriteId};
use crate::telling::Look;

/// A connection of a person to a table, numbered by the driver. A person may have several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(pub u64);

/// A question of somebody who is not connected, numbered by the driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueryId(pub u64);

/// What goes into a host.
#[derive(Debug)]
pub enum Input<F: Family = AnyGame> {
    /// Somebody comes.
    Connected {
        /// By which connection.
        connection: ConnectionId,
        /// Who.
        person: PersonId,
        /// The language they read.
        lang: Lang,
        /// The next event they have not seen, if they have been here before.
        since: Option<u64>,
        /// The generation of the data that they have seen it in, if they say so.
        generation: Option<u64>,
    },
    /// A connection has ended.
    Disconnected(ConnectionId),
    /// A connection has sent something.
    Message(ConnectionId, ClientMessage<F>),
    /// Somebody looks once, without a connection.
    Look {
        /// Answered by [`Effect::Show`].
        query: QueryId,
        /// Who, if that is known.
        person: Option<PersonId>,
    },
    /// A thought has come to its end.
    Thought {
        /// Which.
        thought: ThoughtId,
        /// What came of it; nothing if it failed.
        answer: Option<Answer<F>>,
    },
    /// A write is where it will last.
    Stored(WriteId),
    /// A write has failed: nothing of it is stored, nor can anything be until [`Input::StoreIsWell`] says so.
    StoreFailed(WriteId),
    /// A write was refused, because it does not fit what is stored.
    StoreRefused(WriteId),
    /// A write was not made, for a reason that whoever asked for it can be told: nothing of it has happened.
    StoreDeclined(WriteId, Message),
    /// Nothing can be stored at the moment.
    StoreIsIll,
    /// What happens can be stored again.
    StoreIsWell,
    /// Time has passed: the moment of [`Host::next_wake`](crate::Host::next_wake) has come, or just so.
    Time,
    /// The driver is about to stop.
    Close,
}

/// What a driver is to do.
#[derive(Debug)]
pub enum Effect<F: Family = AnyGame> {
    /// Store this, all or nothing, and answer with [`Input::Stored`], [`Input::StoreFailed`],
    /// [`Input::StoreRefused`] or [`Input::StoreDeclined`].
    Store(Box<Write<F>>),
    /// Send a message to connections. One that has ended meanwhile is left out.
    Tell {
        /// To whom.
        to: Vec<ConnectionId>,
        /// What.
        message: ServerMessage<F>,
    },
    /// Answer somebody who looks once.
    Show {
        /// Whose question.
        query: QueryId,
        /// The table as they see it.
        look: Box<Look<F>>,
    },
    /// Run a job elsewhere and answer with [`Input::Thought`].
    Think {
        /// Which thought it is.
        thought: ThoughtId,
        /// What to think about.
        job: Job<F>,
        /// Whether it is for a hint; else a game waits for it.
        is_hint: bool,
        /// Who waits for it, if that is known.
        asker: Option<PersonId>,
    },
    /// Nobody waits for a thought any more.
    StopThinking(ThoughtId),
    /// Something went wrong that no person did: for a log.
    Warn(Trouble<F>),
    /// The host has ended and takes nothing in any more. Connections are to be closed.
    End(Ending),
}

/// Why a host has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was closed, and everything is stored.
    Closed,
    /// What happened could not be stored, and never can be: it does not fit what is stored, or the host was about to stop.
    NotStored,
}

/// Something that went wrong that no person did.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble<F: Family = AnyGame> {
    /// What was due by the clock did not happen.
    NothingDue(Refusal<F>),
    /// The seed could not be revealed.
    NotRevealed(Refusal<F>),
    /// There is no table to play again at.
    NoNextTable(Refusal<F>),
    /// A table that everybody has left could not be called off.
    NotCalledOff(Refusal<F>),
    /// The computer asked for what cannot be.
    ComputerRefused(Refusal<F>),
    /// The computer has no answer.
    NoAnswer,
}

impl<F: Family> Trouble<F> {
    /// What was refused, where something was.
    pub const fn refusal(&self) -> Option<&Refusal<F>> {
        match self {
            Trouble::NothingDue(refusal)
            | Trouble::NotRevealed(refusal)
            | Trouble::NoNextTable(refusal)
            | Trouble::NotCalledOff(refusal)
            | Trouble::ComputerRefused(refusal) => Some(refusal),
            Trouble::NoAnswer => None,
        }
    }
}
