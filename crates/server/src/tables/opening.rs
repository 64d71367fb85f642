//! How a table begins.

use serde::Deserialize;
use serde_json::json;
use tablen_engine::Level;
use tablen_table::clock::Control;
use tablen_table::dice::{NoRandomness, NoThrow, Source};
use tablen_table::{
    BySeat, Colour, Command, Entry, Form, Occupant, Refusal, Ruleset, Seat, Spec, State, Table,
};
use tablen_words::Message;

use super::waiting::is_waiting;
use crate::config::Limits;
use crate::ids::{GuestId, TableId};
use crate::moments::{TableTime, UnixMillis, unix_now};
use crate::seals::{Seal, Seals};
use crate::store::{Kind, Opening, TableChange, TableRow};

/// What somebody asks for who opens a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToOpen {
    /// The rules.
    pub ruleset: Ruleset,
    /// Other rules for every second round.
    #[serde(default)]
    pub handicap: Option<Ruleset>,
    /// How many rounds.
    #[serde(default)]
    pub form: Form,
    /// How much time.
    #[serde(default)]
    pub control: Control,
    /// The side of whoever opens it; the lot decides if nothing is said.
    #[serde(default)]
    pub side: Option<Colour>,
    /// Against whom.
    pub opponent: Opponent,
    /// The name to be shown.
    #[serde(default)]
    pub name: Option<String>,
    /// Whether the table is listed.
    #[serde(default)]
    pub public: bool,
    /// What was promised of its dice, if that was asked for.
    #[serde(default)]
    pub seal: Option<Seal>,
    /// What the opener adds to the dice.
    #[serde(default, with = "tablen_table::hex")]
    pub nonce: Vec<u8>,
}

/// Whom one plays against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// The computer, at a level.
    Computer(#[serde(with = "level")] Level),
    /// Somebody at the same screen.
    SameScreen,
    /// Whoever has the table's address.
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

/// A table that is to begin.
pub struct Beginning {
    /// What is agreed; those who sit are named in it.
    pub spec: Spec,
    /// The people on its seats.
    pub seats: BySeat<Option<GuestId>>,
    /// What kind it is.
    pub kind: Kind,
    /// Whether it is listed.
    pub is_public: bool,
    /// What is added to the dice for each seat. The server adds nothing: it knows the seed, and with a nonce that it may choose it
    /// could choose the throws.
    pub nonces: BySeat<Vec<u8>>,
}

/// What somebody adds to the dice, if it may be added.
pub fn admitted_nonce(nonce: Vec<u8>, limits: &Limits) -> Result<Vec<u8>, Message> {
    let most = limits.nonce_bytes;
    if nonce.len() <= most {
        Ok(nonce)
    } else {
        Err(message!("server.refusal.nonce").with("most", most).with("digits", 2 * most))
    }
}

/// Opens a table as somebody asks for it whose name is given, or empty.
pub fn open(asked: ToOpen, guest: GuestId, name: String, seals: Seals) -> Result<TableChange, Refusal> {
    let id = asked.seal.map_or_else(new_id, |seal| Ok(seal.id))?;
    let opponent = match asked.opponent {
        Opponent::Computer(level) => Occupant::Computer(level),
        Opponent::SameScreen => Occupant::Person(String::new()),
        Opponent::Friend => Occupant::Open,
    };
    let beginning = Beginning {
        spec: Spec {
            handicap: asked.handicap,
            form: asked.form,
            control: asked.control,
            host_plays: asked.side,
            occupants: BySeat { host: Occupant::Person(name), guest: opponent },
            ..Spec::new(asked.ruleset)
        },
        seats: BySeat { host: Some(guest), guest: None },
        kind: if asked.opponent == Opponent::SameScreen { Kind::SameScreen } else { Kind::Apart },
        is_public: asked.public,
        nonces: BySeat { host: asked.nonce, guest: Vec::new() },
    };
    begin(id, beginning, seals)
}

/// Opens the table at which the same players play again.
pub fn open_next(beginning: Beginning, seals: Seals) -> Result<TableChange, Refusal> {
    begin(new_id()?, beginning, seals)
}

fn new_id() -> Result<TableId, Refusal> {
    TableId::random().map_err(no_randomness)
}

const fn no_randomness(_: NoRandomness) -> Refusal {
    Refusal::NoThrow(NoThrow::NoRandomness)
}

/// A new table, ready to be stored. Whoever sits at it joins as an event of its own, because joining is what adds a nonce.
fn begin(id: TableId, beginning: Beginning, seals: Seals) -> Result<TableChange, Refusal> {
    let seed = seals.seed_of(id);
    let dice = &mut Source::Verifiable(seed);
    let Beginning { mut spec, seats, kind, is_public, mut nonces } = beginning;
    let occupants = std::mem::take(&mut spec.occupants);
    let opened = unix_now();
    let start = std::time::Duration::ZERO;
    let mut table = Table::open(spec, Some(seed.commitment()), start, dice)?;
    for seat in Seat::ALL {
        let occupant = occupants[seat].clone();
        if occupant != Occupant::Open {
            let nonce = std::mem::take(&mut nonces[seat]);
            table.apply(seat, Command::Join { occupant, nonce }, start, dice)?;
        }
    }
    let state = table.state();
    let row = TableRow {
        seats,
        is_open: !state.is_over(),
        is_waiting: is_waiting(state),
        summary: summary(state),
        next: None,
    };
    let opening = Opening { kind, is_public, seed: Some(seed), opened };
    Ok(change(id, &table, Some(opening), row, opened, 0))
}

/// A game that was played elsewhere, ready to be stored: it can be looked at, not played on.
pub fn imported(id: TableId, table: &Table) -> TableChange {
    let opened = unix_now();
    let row = TableRow { is_open: false, summary: summary(table.state()), ..TableRow::default() };
    let opening = Opening { kind: Kind::Record, is_public: false, seed: None, opened };
    TableChange { deadline: None, to_act: None, ..change(id, table, Some(opening), row, opened, 0) }
}

fn change(
    id: TableId,
    table: &Table,
    opening: Option<Opening>,
    row: TableRow,
    opened: UnixMillis,
    from: u64,
) -> TableChange {
    let time = TableTime::of(opened);
    TableChange {
        id,
        opening,
        row: Some(row),
        entries: entries(table.since(from)),
        updated: Some(opened),
        deadline: table.state().clock().deadline(table.last_moment()).map(|at| time.stored(at)),
        to_act: table.state().to_act(),
    }
}

/// Events as they are stored.
pub fn entries(log: &[Entry]) -> Vec<(i64, String)> {
    log.iter()
        .filter_map(|entry| Some((i64::try_from(entry.sequence).ok()?, serde_json::to_string(entry).ok()?)))
        .collect()
}

/// What lists show of a table.
pub fn summary(state: &State) -> String {
    let spec = state.spec();
    json!({
        "game": spec.ruleset.game(),
        "preset": spec.ruleset.preset(),
        "form": spec.form,
        "control": spec.control,
        "phase": state.phase(),
        "seats": spec.occupants,
    })
    .to_string()
}
