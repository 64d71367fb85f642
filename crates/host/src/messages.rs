//! What a table's connections send and are sent: one closed list of messages each way. `docs/protocol.md` says when.

use serde::{Deserialize, Serialize};
use tablen_rules::words::{Lang, Message};
use tablen_table::view::{Line, View, Viewer};
use tablen_table::{AnyGame, BySeat, Entry, Family, Request, Seat};

use crate::shared::Shared;

/// The version of the protocol.
pub const VERSION: u32 = 2;

/// What a client sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ClientMessage", bound = ""))]
#[serde(tag = "type", rename_all = "kebab-case", bound = "")]
pub enum ClientMessage<F: Family = AnyGame> {
    /// A command.
    Do(Do<F>),
    /// What would the computer play?
    Hint,
    /// Why is that not possible?
    Why {
        /// From where.
        from: String,
        /// To where; without it, why nothing can be moved from there at all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    /// Say one of the phrases.
    Say {
        /// Which.
        phrase: Phrase,
    },
    /// Speak another language from now on.
    Lang {
        /// Its code.
        lang: String,
    },
    /// Is anybody there? A page cannot send the pings of a WebSocket.
    Ping,
}

/// A command for a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Do", bound = ""))]
#[serde(bound = "")]
pub struct Do<F: Family = AnyGame> {
    /// The seat that acts, where two play at one screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What is asked.
    #[serde(flatten)]
    pub request: Request<F>,
}

/// What can be said at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// A wish.
    GoodLuck,
    /// A compliment.
    WellPlayed,
    /// Thanks.
    Thanks,
    /// An apology.
    Sorry,
    /// Somebody has to be away for a moment.
    OneMoment,
    /// A slip.
    Oops,
    /// Another game?
    Again,
}

impl Phrase {
    /// Every phrase, in the order in which they are offered.
    pub const ALL: [Phrase; 8] = [
        Phrase::Hello,
        Phrase::GoodLuck,
        Phrase::WellPlayed,
        Phrase::Thanks,
        Phrase::Sorry,
        Phrase::OneMoment,
        Phrase::Oops,
        Phrase::Again,
    ];
}

/// What the host of a table sends.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "ServerMessage", bound = ""))]
#[serde(tag = "type", rename_all = "kebab-case", bound = "")]
pub enum ServerMessage<F: Family = AnyGame> {
    /// The first message of a connection.
    Hello {
        /// Of the protocol.
        version: u32,
        /// The table's id.
        table: String,
        /// What the reader is here, by the name that views have for it: `host`, `guest`, `both` or `spectator`.
        viewer: Viewer,
        /// The same as older clients know it: nothing for those who watch.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["host", "guest", "both", null])))]
        seat: Option<&'static str>,
        /// The levels of the computer.
        levels: Vec<u8>,
        /// Which life of the data this is: another number after it was restored from a backup. To be sent with `since`.
        generation: u64,
        /// Whether the reader said to know what has not happened here: the table was restored from a backup. What they know of it is to
        /// be forgotten; until they connect again without it, their commands are refused.
        is_ahead: bool,
    },
    /// The table as it is now. What it tells is stored.
    State {
        /// What has happened.
        events: Shared<Vec<Entry<F>>>,
        /// The table as the reader sees it.
        view: Shared<View<F>>,
        /// Turns that are new to the reader.
        lines: Shared<Vec<Line<F>>>,
        /// Who is there.
        presence: Presence,
    },
    /// A command was refused.
    Refused {
        /// The command's key, if it had one.
        key: Option<u64>,
        /// Why.
        #[serde(flatten)]
        why: Said,
    },
    /// A command was carried out; its events have been sent.
    Done {
        /// The command's key, if it had one.
        key: Option<u64>,
    },
    /// What the computer would play.
    Hint {
        /// What is still to be played of the turn.
        #[serde(flatten)]
        hint: F::Hint,
        /// What the board says for it, in one sentence; nothing if no fact does.
        reason: Option<String>,
    },
    /// Why something is not possible.
    Why {
        /// From where.
        from: String,
        /// To where, if that was asked.
        to: Option<String>,
        /// The reason; nothing if it is possible.
        text: Option<String>,
        /// The rule that forbids it.
        rule: Option<String>,
    },
    /// Somebody came or went.
    Presence {
        /// Who is there now.
        presence: Presence,
    },
    /// Somebody said something.
    Said {
        /// Who.
        seat: Seat,
        /// What.
        phrase: Phrase,
    },
    /// Both want to play again.
    Next {
        /// The path of the new table.
        path: String,
    },
    /// Whether what happens can be stored. While it cannot, nothing happens and nobody's time runs; once it can, events say for how long
    /// the clocks stood still.
    Health {
        /// Whether it can.
        stores: bool,
    },
    /// The answer to a ping.
    Pong,
    /// The host is about to stop.
    Closing,
}

impl<F: Family> ServerMessage<F> {
    /// The message as it is sent.
    pub fn text(&self) -> String {
        // Every field has a JSON form, so this cannot fail; an empty object would be ignored by clients.
        serde_json::to_string(self).unwrap_or_else(|_| "{}".to_owned())
    }
}

/// Who is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Presence {
    /// Whether the players are; the computer always is.
    #[serde(flatten)]
    pub seats: BySeat<bool>,
    /// How many others look on.
    pub watching: usize,
}

/// Something that had to be said: its key, the sentence in the reader's language, and the rule it cites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Said {
    /// The key of the text.
    pub code: String,
    /// The sentence.
    pub text: String,
    /// The rule.
    pub rule: Option<String>,
}

impl Said {
    /// A message in a language.
    pub fn new(message: &Message, rule: Option<String>, lang: Lang) -> Said {
        Said { code: message.key().to_owned(), text: message.render(lang), rule }
    }
}
