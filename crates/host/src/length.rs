//! How long a table may become.
//!
//! Everything that happens at a table is kept, and told again whenever it is brought into memory: two who offer and decline draws all
//! day, or one who plays a step and takes it back, would fill the disk and make others wait. (What is only said is not kept.) So
//! beyond half of the events that a table may have, what can be done again and again without the game moving on is refused: one
//! who does it to spoil the game costs the other nothing but the comfort of taking back, and there is room left to finish any game
//! that people play. Since no rule makes every game end, beyond nine tenths it can only be ended; the last tenth is for the end, so
//! that the record of such a table can be taken in again.
//!
//! To refuse is enough: nothing is decided over the players' heads, time still runs out where it runs, and a player who is tired of
//! a game that cannot go on can resign it.

use tablen_rules::words::Message;
use tablen_table::{Command, Family, Occupant, Seat, Table};

/// How much may happen at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Events of a table: many times those of the longest game that people play.
    pub events: usize,
    /// Bytes of the nonce that somebody adds to the dice.
    pub nonce_bytes: usize,
}

/// What a command does for the length of a game.
enum Bearing {
    /// It leads to the end, or can be done so many times and no more.
    Ends,
    /// It moves the game on, though not every game comes to an end by itself.
    Plays,
    /// It can be done for ever, and the game is where it was.
    Circles,
}

/// Why a table has become too long for a command of a person, if it has. The computer only ever answers people, so
/// what holds for them is enough.
pub(crate) fn too_long<F: Family>(
    table: &Table<F>,
    seat: Seat,
    command: &Command<F>,
    limits: &Limits,
) -> Option<Message> {
    too_long_for(table, &bearing(table, seat, command), limits)
}

/// Why a table has become too long for hints, if it has: they can be asked for again and again.
pub(crate) fn too_long_for_hints<F: Family>(table: &Table<F>, limits: &Limits) -> Option<Message> {
    too_long_for(table, &Bearing::Circles, limits)
}

fn too_long_for<F: Family>(table: &Table<F>, bearing: &Bearing, limits: &Limits) -> Option<Message> {
    let most = limits.events;
    let (room, key) = match bearing {
        Bearing::Ends => return None,
        Bearing::Plays => (most - most / 10, "server.refusal.full-table"),
        Bearing::Circles => (most / 2, "server.refusal.long-table"),
    };
    (table.log().len() >= room).then(|| message!(key).with("most", room as u64))
}

fn bearing<F: Family>(table: &Table<F>, seat: Seat, command: &Command<F>) -> Bearing {
    let plays_computer = matches!(table.state().spec().occupants[seat.other()], Occupant::Computer(_));
    match command {
        // The computer declines every draw, and can then be offered another.
        Command::OfferDraw if plays_computer => Bearing::Circles,
        // What cannot be declined any more is offered once in a turn, or once after the game.
        Command::OfferDraw | Command::OfferRematch => Bearing::Ends,
        // Once in a round.
        Command::Ready => Bearing::Ends,
        Command::Resign | Command::AcceptDraw | Command::AcceptRematch => Bearing::Ends,
        Command::Join { .. } | Command::Leave | Command::Abort => Bearing::Ends,
        Command::Roll | Command::Step(_) | Command::Turn { .. } | Command::Confirm | Command::Move { .. } => {
            Bearing::Plays
        }
        // To play on declines as well.
        Command::DeclineDraw | Command::DeclineRematch => Bearing::Circles,
        Command::UndoStep => Bearing::Circles,
        Command::AskTakeback | Command::GrantTakeback | Command::RefuseTakeback => Bearing::Circles,
    }
}
