//! The tables in memory. Each is a task that alone touches its host; everything else sends it messages.
//!
//! A table is brought into memory when somebody asks for it and leaves when it has been idle for a while, so neither starting
//! the server nor its memory depends on how many tables are stored.

mod actor;
mod opening;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use axum::extract::ws::Utf8Bytes;
use tablen_host::messages::ClientMessage;
use tablen_host::{ConnectionId, Kind, PersonId, TableId};
use tablen_rules::words::{Lang, Message};
use tablen_table::Entry;
use tokio::sync::{OnceCell, mpsc, oneshot};

pub use opening::{ToOpen, imported, open};

use crate::config::Config;
use crate::metrics::Metrics;
use crate::pool::Pool;
use crate::seals::Seals;
use crate::store::{Store, StoreError};

/// Messages that may wait for a table. More make their senders wait.
const WAITING: usize = 32;

/// How often a table is asked that seems to be just leaving memory; one that leaves every time is broken.
const ATTEMPTS: usize = 10;

/// What all tables use.
pub struct Means {
    /// Where they are kept.
    pub store: Arc<dyn Store>,
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
        /// The language they read.
        lang: Lang,
        /// Where to send what they should see. A connection that lets it fill up is ended.
        out: mpsc::Sender<Utf8Bytes>,
        /// The next event they have not seen, if they have been here before.
        since: Option<u64>,
        /// Answered once they are let in.
        reply: oneshot::Sender<ConnectionId>,
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
    /// It cannot be read.
    Store(StoreError),
}

impl tablen_rules::words::Explain for NoTable {
    fn message(&self) -> Message {
        match self {
            NoTable::Unknown => message!("server.error.no-table"),
            NoTable::Closing => message!("server.error.closing"),
            NoTable::Failed => message!("server.error.internal"),
            NoTable::Store(error) => error.message(),
        }
    }
}

type Slot = Arc<OnceCell<Handle>>;

/// The tables in memory.
pub struct Tables {
    means: Arc<Means>,
    slots: Mutex<HashMap<TableId, Slot>>,
    is_closing: AtomicBool,
}

impl Tables {
    /// No tables yet.
    pub fn new(means: Means) -> Arc<Tables> {
        Arc::new(Tables {
            means: Arc::new(means),
            slots: Mutex::default(),
            is_closing: AtomicBool::new(false),
        })
    }

    /// What all tables use.
    pub fn means(&self) -> &Means {
        &self.means
    }

    /// A table, brought into memory if it is not there.
    pub async fn find(self: &Arc<Tables>, id: TableId) -> Result<Handle, NoTable> {
        for _ in 0..ATTEMPTS {
            if self.is_closing.load(Ordering::Acquire) {
                return Err(NoTable::Closing);
            }
            let slot = Arc::clone(self.slots().entry(id).or_default());
            let handle = match slot.get() {
                Some(handle) => handle.clone(),
                None => self.fill(id, Arc::clone(&slot)).await?,
            };
            if !handle.to_table.is_closed() {
                return Ok(handle);
            }
            // It has just left memory, or failed: another takes its slot.
            self.forget(id, |kept| Arc::ptr_eq(kept, &slot));
        }
        Err(NoTable::Failed)
    }

    /// Brings a table to its slot. To its end, even if the one who asked for it has gone: half-way, something may be under way to the
    /// disk that the next to bring it would write again.
    async fn fill(self: &Arc<Tables>, id: TableId, slot: Slot) -> Result<Handle, NoTable> {
        let tables = Arc::clone(self);
        let filling = tokio::spawn(async move {
            let filled = slot.get_or_try_init(|| tables.bring(id)).await.cloned();
            // No table has come to it: there is none, or it cannot be read.
            tables.forget(id, |kept| Arc::ptr_eq(kept, &slot) && kept.get().is_none());
            filled
        });
        filling.await.unwrap_or(Err(NoTable::Failed))
    }

    /// Asks a table something and waits for the answer; asks again if it was just leaving.
    pub async fn ask<T>(
        self: &Arc<Tables>,
        id: TableId,
        question: impl Fn(oneshot::Sender<T>) -> ToTable,
    ) -> Result<(T, Handle), NoTable> {
        for _ in 0..ATTEMPTS {
            let handle = self.find(id).await?;
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

    async fn bring(self: &Arc<Tables>, id: TableId) -> Result<Handle, NoTable> {
        let stored = self.means.store.load(id).await.map_err(|error| {
            tracing::error!(%error, table = %id, "a table cannot be read");
            NoTable::Store(error)
        })?;
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
