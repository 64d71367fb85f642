//! What every request can reach.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::http::HeaderMap;
use axum::http::header::{HOST, SET_COOKIE};
use tablen_host::PersonId;
use tablen_rules::words::Lang;

use crate::analyses::Analyses;
use crate::config::{Config, OriginLimits};
use crate::http::Problem;
use crate::metrics::{Held, Metrics};
use crate::origins::{Counted, Enough, Origin, Origins, SocketHeld};
use crate::people::People;
use crate::pool::{Pool, PoolLimits};
use crate::proxy::Forwarded;
use crate::seals::Seals;
use crate::store::{self, Store, StoreError};
use crate::tables::{Means, Tables};

/// What every request can reach.
#[derive(Clone)]
pub struct App {
    tables: Arc<Tables>,
    analyses: Arc<Analyses>,
    people: People,
    origins: Arc<Origins>,
    /// By which connections are counted before anything is asked over them.
    arrivals: Arc<Origins>,
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
        let means = Means { store, pool, seals, metrics, config: Arc::new(config) };
        Ok(App { tables: Tables::new(means), analyses, people, origins, arrivals })
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

    /// One more socket from an address, if there may be one more.
    pub(crate) fn hold_socket(&self, origin: Origin, lang: Lang) -> Result<SocketHeld, Problem> {
        self.origins.hold_socket(origin).map_err(|enough| self.turned_away(&enough, lang))
    }

    /// One more connection, if there may be one more.
    pub(crate) fn hold_connection(&self, peer: SocketAddr) -> Option<(Held, SocketHeld)> {
        let origin = Origin::of_connection(peer, self.config());
        let all = &self.metrics().http_connections;
        let is_full = all.get() >= self.config().limits.http_connections;
        let held = self.arrivals.hold_socket(origin).ok().filter(|_| !is_full);
        if held.is_none() {
            self.metrics().turned_away.count();
        }
        Some((all.hold(), held?))
    }

    fn turned_away(&self, enough: &Enough, lang: Lang) -> Problem {
        self.metrics().turned_away.count();
        Problem::enough(enough, lang)
    }

    /// The address by which others reach the server: the one this request came by, unless nobody else can use it.
    pub(crate) fn address(&self, headers: &HeaderMap) -> Address {
        let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
        let is_own = ["localhost", "127.", "[::1]"].iter().any(|own| host.starts_with(own));
        if let Some(address) = &self.config().public_address
            && is_own
        {
            return Address { start: address.clone(), is_only_here: false };
        }
        let scheme = if self.is_secure(headers) { "https" } else { "http" };
        Address { start: format!("{scheme}://{host}"), is_only_here: is_own }
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
