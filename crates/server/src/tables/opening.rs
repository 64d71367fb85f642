//! How a table begins.

use schemars::JsonSchema;
use serde::Deserialize;
use tablen_engine::Level;
use tablen_host::{Kind, Listing, Opened, PersonId, TableId, Write};
use tablen_table::clock::Control;
use tablen_table::dice::{NoThrow, Source};
use tablen_table::record::Record;
use tablen_table::{
    BySeat, Colour, Entry, Form, Occupant, Refusal, RequestKey, Ruleset, Sketch, Spec, Start, Table,
};

use crate::ids::random_id;
use crate::moments::{TableTime, UnixMillis, unix_now};
use crate::records;
use crate::seals::{Seal, Seals};
use crate::store::{Opening, StoredEntry, TableChange};

/// What somebody asks for who opens a table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToOpen {
    /// The rules.
    pub ruleset: Ruleset,
    /// Other rules for every second round.
    #[serde(default)]
    pub handicap: Option<Ruleset>,
    /// The position with which every round begins; the game's usual one if nothing is said.
    #[serde(default)]
    pub start: Option<Start>,
    /// How many rounds.
    #[serde(default)]
    pub form: Form,
    /// How much time.
    #[serde(default)]
    pub control: Control,
    /// Whether both may ask for hints, where the opponent is a person at another screen.
    #[serde(default)]
    pub help: bool,
    /// The side of the person who opens it; the lot decides if nothing is said.
    #[serde(default)]
    pub side: Option<Colour>,
    /// Against whom.
    pub opponent: Opponent,
    /// The name to be shown.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether a program opens it, and is to be shown as one.
    #[serde(default)]
    pub bot: bool,
    /// Whether the table is listed.
    #[serde(default)]
    pub public: bool,
    /// What was promised of its dice, if that was asked for.
    #[serde(default)]
    pub seal: Option<Seal>,
    /// What the opener adds to the dice: at most 64 bytes as hexadecimal digits.
    #[serde(default, with = "tablen_table::hex")]
    #[schemars(with = "String", extend("pattern" = "^([0-9a-fA-F]{2}){0,64}$"))]
    pub nonce: Vec<u8>,
}

/// Whom one plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// The computer, at a level.
    Computer(
        #[serde(with = "level")]
        #[schemars(with = "u8", range(min = Level::WEAKEST.number(), max = Level::STRONGEST.number()))]
        Level,
    ),
    /// Somebody at the same screen.
    SameScreen,
    /// Somebody who has been given the table's address.
    Friend,
}

mod level {
    use serde::de::{Deserialize, Deserializer, Error};
    use tablen_engine::Level;

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Level::new(number).ok_or_else(|| D::Error::custom("no such level"))
    }
}

/// Opens a table as somebody asks for it whose name is given, or empty.
pub fn open(asked: ToOpen, person: PersonId, name: String, seals: Seals) -> Result<TableChange, Refusal> {
    let new_id = || random_id().map_err(|_| Refusal::NoThrow(NoThrow::NoRandomness));
    let id = asked.seal.map_or_else(new_id, |seal| Ok(seal.id))?;
    let opponent = match asked.opponent {
        Opponent::Computer(level) => Occupant::Computer(level),
        Opponent::SameScreen => Occupant::Person(String::new()),
        Opponent::Friend => Occupant::Open,
    };
    let host = if asked.bot { Occupant::Bot(name) } else { Occupant::Person(name) };
    let opened = tablen_host::open(tablen_host::Opening {
        id,
        spec: Spec {
            handicap: asked.handicap,
            start: asked.start,
            form: asked.form,
            control: asked.control,
            help: asked.help && asked.opponent == Opponent::Friend,
            host_plays: asked.side,
            occupants: BySeat { host, guest: opponent },
            ..Spec::new(asked.ruleset)
        },
        seats: BySeat { host: Some(person), guest: None },
        kind: if asked.opponent == Opponent::SameScreen { Kind::SameScreen } else { Kind::Apart },
        is_public: asked.public,
        nonces: BySeat { host: asked.nonce, guest: Vec::new() },
        dice: Source::Verifiable(seals.seed_of(id)),
    })?;
    Ok(opening_change(&opened, unix_now()))
}

/// A game that was played elsewhere, ready to be stored: it can be looked at, not played on.
pub fn imported(id: TableId, record: &Record, table: Table) -> TableChange {
    let listing = Listing::new(table.state(), BySeat::default(), None);
    let listing = Listing { is_open: false, is_waiting: false, ..listing };
    let dice = Source::Scripted([].into());
    let opened = Opened { id, table, dice, kind: Kind::Record, is_public: false, listing };
    let entries = records::stored_entries(record);
    TableChange { deadline: None, to_act: None, entries, ..opening_change(&opened, unix_now()) }
}

/// A table that is opened at a moment, as it is stored.
pub fn opening_change(opened: &Opened, at: UnixMillis) -> TableChange {
    let Opened { id, table, dice, kind, is_public, listing } = opened;
    let seed = match dice {
        Source::Verifiable(seed) => Some(*seed),
        _ => None,
    };
    let time = TableTime::of(at);
    TableChange {
        id: *id,
        opening: Some(Opening { kind: *kind, is_public: *is_public, seed, opened: at }),
        listing: Some(listing.clone()),
        entries: stored_entries(table.log().iter().map(|entry| (entry, table.key_of(entry.sequence)))),
        updated: Some(at),
        deadline: table.state().clock().lost_at().map(|at| time.stored(at)),
        to_act: table.state().to_act(),
        sketch: table.state().sketch().as_ref().and_then(sketch_text),
    }
}

/// What a host wants stored of its table, as it is stored.
pub fn change_of(id: TableId, write: Write, time: &TableTime) -> TableChange {
    TableChange {
        id,
        opening: None,
        listing: write.listing,
        entries: stored_entries(write.entries.iter().zip(write.keys)),
        // A listing that is written anew, such as after an update of the server, is nothing that has happened.
        updated: (!write.entries.is_empty()).then(unix_now),
        deadline: write.deadline.map(|at| time.stored(at)),
        to_act: write.to_act,
        sketch: write.sketch.as_ref().and_then(sketch_text),
    }
}

/// A board for lists as it is stored.
fn sketch_text(sketch: &Sketch) -> Option<String> {
    serde_json::to_string(sketch).ok()
}

/// Events as they are stored.
fn stored_entries<'e>(log: impl Iterator<Item = (&'e Entry, Option<RequestKey>)>) -> Vec<StoredEntry> {
    log.filter_map(|(entry, key)| StoredEntry::new(entry, key)).collect()
}
