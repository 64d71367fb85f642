//! The tables in memory. Each is a task that alone touches its host; everything else sends it messages.
//!
//! A table is brought into memory when somebody asks for it and leaves when it has been idle for a while, so neither starting
//! the server nor its memory depends on how many tables are stored.

mod actor;
mod health;
mod opening;
mod spreading;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use axum::extract::ws::Utf8Bytes;
use tablen_host::messages::ClientMessage;
use tablen_host::{ConnectionId, Kind, PersonId, TableId};
use tablen_rules::words::{Lang, Message};
use tablen_table::{Entry, Round};
use tokio::sync::{Notify, OnceCell, mpsc, oneshot};
use tokio::time::timeout;

pub use health::Health;
pub use opening::{ToOpen, imported, open};

use crate::asides::{Asides, NotDone, Turn};
use crate::config::Config;
use crate::metrics::Metrics;
use crate::origins::{Enough, Origin};
use crate::pool::Pool;
use crate::seals::Seals;
use crate::store::{LONG, Store, StoreError};

/// Messages that may wait for a table. More make their senders wait.
const WAITING: usize = 32;

/// How often a table is asked that seems to be just leaving memory; one that leaves every time is broken.
const ATTEMPTS: usize = 10;

/// What all tables use.
pub struct Means {
    /// Where they are kept.
    pub store: Arc<dyn Store>,
    /// Whether it can be written.
    pub health: Arc<Health>,
    /// Who thinks for the computer.
    pub pool: Pool,
    /// Where the seeds of dice come from.
    pub seals: Seals,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// What was chosen when the server started.
    pub config: Arc<Config>,
}

/// What a table is asked.
pub enum ToTable {
    /// Somebody comes.
    Connect {
        /// Who.
        person: PersonId,
        /// From where.
        origin: Origin,
        /// The language they read.
        lang: Lang,
        /// Where to send what they should see. A connection that lets it fill up is ended.
        out: mpsc::Sender<Utf8Bytes>,
        /// The next event they have not seen, if they have been here before.
        since: Option<u64>,
        /// The generation of the data that they have seen it in, if they say so.
        generation: Option<u64>,
        /// Answered once they are let in.
        reply: oneshot::Sender<ConnectionId>,
    },
    /// Whether somebody plays here.
    Plays {
        /// Who, if that is known.
        person: Option<PersonId>,
        /// Whether they do.
        reply: oneshot::Sender<bool>,
    },
    /// Somebody goes.
    Disconnect(ConnectionId),
    /// Somebody sends something.
    From(ConnectionId, ClientMessage),
    /// Somebody looks once.
    Look {
        /// Who, if that is known.
        person: Option<PersonId>,
        /// What they see, as JSON.
        reply: oneshot::Sender<String>,
    },
    /// Somebody looks further back.
    Lines {
        /// In which round, counted from 1.
        round: usize,
        /// Before which turn, counted from 1.
        before: usize,
        /// The turns, as JSON.
        reply: oneshot::Sender<String>,
    },
    /// Somebody wants events that they have missed.
    Events {
        /// From which number on.
        from: u64,
        /// The events, as JSON.
        reply: oneshot::Sender<String>,
    },
    /// What is being played, for those who see to it that nobody is helped in another game.
    Played {
        /// The round, if one is being played.
        reply: oneshot::Sender<Option<Played>>,
    },
    /// Somebody wants all events.
    Log {
        /// The events.
        reply: oneshot::Sender<Vec<Entry>>,
    },
    /// Somebody wants all events, and what kind of table it is.
    Game {
        /// The kind and the events.
        reply: oneshot::Sender<(Kind, Vec<Entry>)>,
    },
    /// The server stops.
    Close {
        /// Answered when all is stored.
        reply: oneshot::Sender<()>,
    },
}

/// What is being played at a table.
#[derive(Debug)]
pub struct Played {
    /// The round.
    pub round: Round,
    /// Whether people play it against each other without help.
    pub is_unaided: bool,
}

/// A table in memory.
#[derive(Clone, Debug)]
pub struct Handle {
    to_table: mpsc::Sender<ToTable>,
    watching: Arc<AtomicUsize>,
}

impl Handle {
    /// Tells the table something; says whether it is still there.
    pub async fn send(&self, message: ToTable) -> bool {
        self.to_table.send(message).await.is_ok()
    }
}

/// Why there is no table.
#[derive(Debug)]
pub enum NoTable {
    /// There is none with that id.
    Unknown,
    /// The server is about to stop.
    Closing,
    /// It fails whenever it is asked something.
    Failed,
    /// It takes too long to answer: something has to be stored first, or many long tables are asked for.
    Late,
    /// As many long tables as may be are asked for from the same place and not there yet.
    TooMany,
    /// It cannot be read.
    Store(StoreError),
}

impl tablen_rules::words::Explain for NoTable {
    fn message(&self) -> Message {
        match self {
            NoTable::Unknown => message!("server.error.no-table"),
            NoTable::Closing => message!("server.error.closing"),
            NoTable::Failed => message!("server.error.internal"),
            NoTable::Late => message!("server.error.late"),
            NoTable::TooMany => Enough::too_much_at_once().message,
            NoTable::Store(error) => error.message(),
        }
    }
}

type Slot = Arc<OnceCell<Handle>>;

/// The tables in memory.
pub struct Tables {
    means: Arc<Means>,
    slots: Mutex<HashMap<TableId, Slot>>,
    /// Long tables are told again one at a time, in turns of the places that ask for them.
    long: Arc<Asides>,
    /// A long table has come into memory.
    arrived: Notify,
    is_closing: AtomicBool,
}

impl Tables {
    /// No tables yet.
    pub fn new(means: Means) -> Arc<Tables> {
        means.health.look_after(&means.store);
        Arc::new(Tables {
            means: Arc::new(means),
            slots: Mutex::default(),
            long: Asides::at_a_time(NonZeroUsize::MIN),
            arrived: Notify::new(),
            is_closing: AtomicBool::new(false),
        })
    }

    /// What all tables use.
    pub fn means(&self) -> &Means {
        &self.means
    }

    /// A table that is asked for from somewhere, brought into memory if it is not there.
    pub async fn find(self: &Arc<Tables>, id: TableId, origin: Origin) -> Result<Handle, NoTable> {
        for _ in 0..ATTEMPTS {
            let turn = self.turn(id, origin).await?;
            if self.is_closing.load(Ordering::Acquire) {
                return Err(NoTable::Closing);
            }
            let slot = Arc::clone(self.slots().entry(id).or_default());
            let handle = match slot.get() {
                Some(handle) => handle.clone(),
                None => self.fill(id, Arc::clone(&slot), turn).await?,
            };
            if !handle.to_table.is_closed() {
                return Ok(handle);
            }
            // It has just left memory, or failed: another takes its slot.
            self.forget(id, |kept| Arc::ptr_eq(kept, &slot));
        }
        Err(NoTable::Failed)
    }

    /// Waits until a table can be brought into memory, or has been by others. Those that wait have not been read yet and have no slot, so
    /// however many they are, they take no room, and who goes leaves nothing behind.
    async fn turn(self: &Arc<Tables>, id: TableId, origin: Origin) -> Result<Option<Turn>, NoTable> {
        if self.is_there(id) || self.means.store.length(id).await.map_err(NoTable::Store)? < LONG {
            return Ok(None);
        }
        let mut turn = pin!(self.long.turn(origin));
        loop {
            let arrival = self.arrived.notified();
            // Somebody from elsewhere may have asked for the same, and had their turn first.
            if self.is_there(id) {
                return Ok(None);
            }
            tokio::select! {
                turn = &mut turn => return turn.map(Some).map_err(|not_done| match not_done {
                    NotDone::TooMuch => {
                        self.means.metrics.turned_away.count();
                        NoTable::TooMany
                    }
                    NotDone::Failed => NoTable::Failed,
                }),
                () = arrival => {}
            }
        }
    }

    /// Brings a table to its slot. To its end, even if the one who asked for it has gone: half-way, something may be under way to the
    /// disk that the next to bring it would write again.
    async fn fill(
        self: &Arc<Tables>,
        id: TableId,
        slot: Slot,
        turn: Option<Turn>,
    ) -> Result<Handle, NoTable> {
        let tables = Arc::clone(self);
        let filling = tokio::spawn(async move {
            let is_long = turn.is_some();
            let filled = slot.get_or_try_init(|| tables.bring(id, turn)).await.cloned();
            if is_long {
                tables.arrived.notify_waiters();
            }
            // No table has come to it: there is none, or it cannot be read.
            tables.forget(id, |kept| Arc::ptr_eq(kept, &slot) && kept.get().is_none());
            filled
        });
        filling.await.unwrap_or(Err(NoTable::Failed))
    }

    /// Asks a table something from somewhere and waits for the answer, but not for long.
    pub async fn ask<T>(
        self: &Arc<Tables>,
        id: TableId,
        origin: Origin,
        question: impl Fn(oneshot::Sender<T>) -> ToTable,
    ) -> Result<(T, Handle), NoTable> {
        let asking = self.ask_at_leisure(id, origin, question);
        timeout(self.means.config.patience, asking).await.unwrap_or(Err(NoTable::Late))
    }

    /// Asks a table something and waits for the answer; asks again if it was just leaving.
    async fn ask_at_leisure<T>(
        self: &Arc<Tables>,
        id: TableId,
        origin: Origin,
        question: impl Fn(oneshot::Sender<T>) -> ToTable,
    ) -> Result<(T, Handle), NoTable> {
        for _ in 0..ATTEMPTS {
            let handle = self.find(id, origin).await?;
            let (reply, answer) = oneshot::channel();
            if handle.send(question(reply)).await
                && let Ok(answer) = answer.await
            {
                return Ok((answer, handle));
            }
        }
        Err(NoTable::Failed)
    }

    /// How many people watch a table without playing. One that is not in memory is not asked for: nobody is there.
    pub fn watching(&self, id: TableId) -> usize {
        let slots = self.slots();
        let handle = slots.get(&id).and_then(|slot| slot.get());
        handle.map_or(0, |handle| handle.watching.load(Ordering::Relaxed))
    }

    /// Whether a table is in memory.
    fn is_there(&self, id: TableId) -> bool {
        self.slots().get(&id).is_some_and(|slot| slot.initialized())
    }

    /// Whether a table is in memory, or on its way there.
    pub fn is_in_memory(&self, id: TableId) -> bool {
        self.slots().contains_key(&id)
    }

    /// Stops the clocks of all tables, stores everything and lets nobody in any more.
    pub async fn close(&self) {
        self.is_closing.store(true, Ordering::Release);
        let slots: Vec<Slot> = self.slots().drain().map(|(_, slot)| slot).collect();
        let mut closing = Vec::new();
        for handle in slots.iter().filter_map(|slot| slot.get()) {
            let (reply, closed) = oneshot::channel();
            if handle.send(ToTable::Close { reply }).await {
                closing.push(closed);
            }
        }
        for closed in closing {
            // One that has failed has nothing left to store.
            let _ = closed.await;
        }
    }

    async fn bring(self: &Arc<Tables>, id: TableId, turn: Option<Turn>) -> Result<Handle, NoTable> {
        let stored = self.means.store.load(id).await.map_err(|error| {
            tracing::error!(%error, table = %id, "a table cannot be read");
            NoTable::Store(error)
        })?;
        // What is left to do is as short as with other tables.
        drop(turn);
        let stored = stored.ok_or(NoTable::Unknown)?;
        let (sender, messages) = mpsc::channel(WAITING);
        let table = actor::Actor::bring(id, stored, Arc::clone(&self.means)).await.map_err(NoTable::Store)?;
        let watching = table.watching();
        tokio::spawn(table.run(messages, Arc::downgrade(self)));
        Ok(Handle { to_table: sender, watching })
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<TableId, Slot>> {
        // A thread that panicked while holding it has at most left a slot behind that is found to be closed.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn forget(&self, id: TableId, if_so: impl Fn(&Slot) -> bool) {
        let mut slots = self.slots();
        if slots.get(&id).is_some_and(if_so) {
            slots.remove(&id);
        }
    }
}

/// Lets a table leave memory unless somebody has just sent it something; says whether it may go.
fn leave(tables: &Weak<Tables>, id: TableId, messages: &mut mpsc::Receiver<ToTable>) -> bool {
    let Some(tables) = tables.upgrade() else { return true };
    let mut slots = tables.slots();
    if !messages.is_empty() {
        return false;
    }
    // Those who already hold the handle find it closed and ask again.
    messages.close();
    slots.remove(&id);
    true
}

#[cfg(test)]
mod tests {
    use tablen_table::dice::Source;
    use tablen_table::record::Record;
    use tablen_table::{BySeat, Colour, Command, Occupant, Spec, Table};

    use super::*;
    use crate::App;
    use crate::config::Data;
    use crate::store::Change;

    /// Looks whether something is done already.
    async fn now<T>(what: impl Future<Output = T>) -> Option<T> {
        timeout(std::time::Duration::ZERO, what).await.ok()
    }

    fn place(address: &str) -> Origin {
        Origin::of_connection(address.parse().unwrap(), &Config::new(Data::Memory))
    }

    /// A game that is long enough to be told again one at a time.
    fn long_game() -> (Record, Table) {
        let person = |name: &str| Occupant::Person(name.to_owned());
        let spec = Spec {
            host_plays: Some(Colour::Light),
            occupants: BySeat { host: person("Ada"), guest: person("Bo") },
            ..Spec::new("preset:alea repetition:none".parse().unwrap())
        };
        let (dice, at) = (&mut Source::Seeded(1), std::time::Duration::ZERO);
        let mut table = Table::open(spec, None, at, dice).unwrap();
        for mv in ["I5-H5", "C1-C2", "H5-I5", "C2-C1"].into_iter().cycle().take(LONG as usize) {
            let seat = table.state().to_act().unwrap();
            table.apply(seat, Command::Move { mv: mv.parse().unwrap() }, at, dice).unwrap();
        }
        (Record { log: table.log().to_vec(), ..Record::default() }, table)
    }

    #[tokio::test]
    async fn long_tables_are_asked_for_in_turns_of_places_and_not_without_end() {
        let app = App::start(Config::new(Data::Memory)).await.unwrap();
        let tables = app.tables();
        let id = crate::ids::random_id().unwrap();
        let (record, table) = long_game();
        let change = Change::Table(Box::new(imported(id, &record, table)));
        app.store().write(vec![change]).await.unwrap();
        let [eve, ada, bo] = ["192.0.2.7:1", "192.0.2.8:1", "192.0.2.9:1"].map(place);
        // One place asks for as much as it may, and is told that it is too much.
        let mut waiting = Vec::new();
        let refused = loop {
            let mut asking = Box::pin(tables.long.turn(eve));
            match now(&mut asking).await {
                Some(Err(refused)) => break refused,
                asked => waiting.push((asked, asking)),
            }
        };
        assert_eq!(refused, NotDone::TooMuch);
        assert!(matches!(tables.find(id, eve).await, Err(NoTable::TooMany)));
        assert!(!tables.is_in_memory(id), "nothing is left of what is refused");
        // Nobody else is; two who ask for the same from elsewhere have it as soon as one of them has had a turn.
        let mut asking = Box::pin(async { tokio::join!(tables.find(id, ada), tables.find(id, bo)) });
        assert!(now(&mut asking).await.is_none());
        drop(waiting);
        assert!(matches!(asking.await, (Ok(_), Ok(_))));
        assert!(tables.find(id, eve).await.is_ok());
    }
}
