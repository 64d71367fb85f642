//! What every request can reach.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use tablen_host::PersonId;
use tablen_rules::words::Lang;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::analyses::Analyses;
use crate::asides::{Asides, NotDone};
use crate::config::{Config, OriginLimits};
use crate::connections::{Held, Room};
use crate::hosts::{invited_to, is_this_machine, only_host};
use crate::http::Problem;
use crate::metrics::Metrics;
use crate::origins::{Counted, Enough, Origin, Origins, SocketHeld};
use crate::people::People;
use crate::pool::{Pool, PoolLimits};
use crate::proxy::Forwarded;
use crate::seals::Seals;
use crate::store::{self, Store, StoreError};
use crate::tables::{Health, Means, Tables};

/// Where the server is found if no better name is known.
const NOBODY_ELSES: &str = "localhost";

/// What every request can reach.
#[derive(Clone)]
pub struct App {
    tables: Arc<Tables>,
    analyses: Arc<Analyses>,
    asides: Arc<Asides>,
    people: People,
    origins: Arc<Origins>,
    /// By which connections are counted before anything is asked over them.
    arrivals: Arc<Origins>,
    room: Arc<Room>,
    /// Turns to open sockets.
    handshakes: Arc<Semaphore>,
}

impl App {
    /// Opens the store and starts the threads that think.
    pub(crate) async fn start(config: Config) -> Result<App, StoreError> {
        let metrics = Arc::new(Metrics::default());
        let store = store::open(&config.data, config.heartbeat, Arc::clone(&metrics)).await?;
        let limits = PoolLimits {
            longest: config.thinking,
            longest_analysis: config.analysing,
            waiting_per_asker: config.limits.waiting_thoughts,
        };
        let pool = Pool::new(config.workers, limits, Arc::clone(&metrics))
            .map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let people = People::new(store.secret());
        let seals = Seals::new().map_err(StoreError::NoRandomness)?;
        let origins = Origins::new(config.limits.per_origin);
        let per_origin = config.limits.per_origin;
        let arrivals = Origins::new(OriginLimits { sockets: per_origin.connections, ..per_origin });
        let analyses = Analyses::new(config.limits.analyses);
        let handshakes = Arc::new(Semaphore::new(config.limits.handshakes));
        let health = Health::new();
        let means = Means { store, health, pool, seals, metrics, config: Arc::new(config) };
        Ok(App {
            tables: Tables::new(means),
            analyses,
            asides: Asides::new(),
            people,
            origins,
            arrivals,
            room: Arc::default(),
            handshakes,
        })
    }

    pub(crate) fn config(&self) -> &Config {
        &self.tables.means().config
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.tables.means().metrics
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.tables.means().store
    }

    pub(crate) fn seals(&self) -> Seals {
        self.tables.means().seals
    }

    pub(crate) const fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// Games being analysed.
    pub(crate) const fn analyses(&self) -> &Arc<Analyses> {
        &self.analyses
    }

    /// Who sends a request, if they have been here before.
    pub(crate) fn known_person(&self, headers: &HeaderMap) -> Option<PersonId> {
        self.people.of(headers)
    }

    /// Who sends a request; a person who has not been here before is given a cookie to be set.
    pub(crate) fn person(
        &self,
        headers: &HeaderMap,
        origin: Origin,
        lang: Lang,
    ) -> Result<(PersonId, HeaderMap), Problem> {
        if let Some(person) = self.people.of(headers) {
            return Ok((person, HeaderMap::new()));
        }
        self.count(origin, Counted::People, lang)?;
        let (person, cookie) =
            self.people.welcome(self.is_secure(headers)).map_err(|_| Problem::internal(lang))?;
        Ok((person, HeaderMap::from_iter([(SET_COOKIE, cookie)])))
    }

    /// One more of something from an address, if there may be one more.
    pub(crate) fn count(&self, origin: Origin, what: Counted, lang: Lang) -> Result<(), Problem> {
        self.count_many(origin, what, 1, lang)
    }

    /// So many more of something from an address, if there may be so many.
    pub(crate) fn count_many(
        &self,
        origin: Origin,
        what: Counted,
        many: usize,
        lang: Lang,
    ) -> Result<(), Problem> {
        let counted = self.origins.count(origin, what, many, Instant::now());
        counted.map_err(|enough| self.turned_away(&enough, lang))
    }

    /// Does what takes a while, such as telling a long game again, where nobody else waits for it.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        origin: Origin,
        work: impl FnOnce() -> T + Send + 'static,
        lang: Lang,
    ) -> Result<T, Problem> {
        self.asides.run(origin, work).await.map_err(|not_done| match not_done {
            NotDone::TooMuch => self.turned_away(&Enough::too_much_at_once(), lang),
            NotDone::Failed => Problem::internal(lang),
        })
    }

    /// One more socket from an address, if there may be one more.
    pub(crate) fn hold_socket(&self, origin: Origin, lang: Lang) -> Result<SocketHeld, Problem> {
        let opened = self.origins.open_socket(origin, Instant::now());
        let held = opened.and_then(|()| self.origins.hold_socket(origin));
        held.map_err(|enough| self.turned_away(&enough, lang))
    }

    /// A socket from an address was closed because it sent too much: the next ones have to wait.
    pub(crate) fn shut_out(&self, origin: Origin) {
        self.origins.shut_out(origin, Instant::now());
    }

    /// What is stored, unless that takes too long. It may be stored later all the same, and nobody hears of it.
    pub(crate) async fn in_time<T>(
        &self,
        storing: impl Future<Output = T> + Send,
        lang: Lang,
    ) -> Result<T, Problem> {
        timeout(self.config().patience, storing).await.map_err(|_| Problem::late(lang))
    }

    /// A turn to open a socket, for as long as what is returned is kept; nothing if so many are being opened that it would take too long.
    pub(crate) async fn handshake(&self) -> Option<OwnedSemaphorePermit> {
        let turn = Arc::clone(&self.handshakes).acquire_owned();
        timeout(self.config().limits.arriving, turn).await.ok()?.ok()
    }

    /// One more connection, if there may be one more from there. Where there is no room another has to go, first of all one that nobody is being
    /// answered on.
    pub(crate) fn hold_connection(&self, peer: SocketAddr) -> Option<Held> {
        let origin = Origin::of_connection(peer, self.config());
        let all = &self.metrics().http_connections;
        let is_full = all.get() >= self.config().limits.http_connections;
        // Nobody makes room for one who may not come in.
        let held = self.arrivals.hold_socket(origin).ok().filter(|_| !is_full || self.room.make());
        if is_full || held.is_none() {
            self.metrics().turned_away.count();
        }
        Some(Held::new(&self.room, origin, (all.hold(), held?)))
    }

    /// Room for connections that are no sockets.
    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    fn turned_away(&self, enough: &Enough, lang: Lang) -> Problem {
        self.metrics().turned_away.count();
        Problem::enough(enough, lang)
    }

    /// The address by which others reach the server: the one this request came by, unless nobody else can use it.
    pub(crate) fn address(&self, headers: &HeaderMap) -> Address {
        let host = only_host(headers).unwrap_or(NOBODY_ELSES);
        let scheme = if self.is_secure(headers) { "https" } else { "http" };
        let start = invited_to(host, scheme, self.config());
        let start = start.unwrap_or_else(|| format!("{scheme}://{NOBODY_ELSES}"));
        let is_only_here = start.split_once("://").is_some_and(|(_, host)| is_this_machine(host));
        Address { start, is_only_here }
    }

    /// Whether a request comes over TLS, which only a proxy can know: the server itself speaks plain HTTP.
    fn is_secure(&self, headers: &HeaderMap) -> bool {
        Forwarded::of(headers, self.config()).is_some_and(Forwarded::is_secure)
    }
}

/// Where the server is found.
pub(crate) struct Address {
    /// Scheme and host, to which a path is added.
    pub start: String,
    /// Whether only this machine finds it there.
    pub is_only_here: bool,
}
