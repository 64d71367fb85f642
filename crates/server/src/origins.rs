//! Where requests come from, and how much may come from one place. Cookies are free, so limits for people alone would hold nobody back.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use tablen_rules::words::Message;

use crate::App;
use crate::config::{Config, OriginLimits};
use crate::proxy::Forwarded;

/// How long somebody should wait who has as many sockets as there may be: when one closes is not known.
const SOCKET_WAIT: Duration = Duration::from_secs(30);

/// How long somebody should wait who asks for too much at once.
const BUSY_WAIT: Duration = Duration::from_secs(5);

/// After so long a time in which nobody had to be shut out again, the first time is forgotten.
const FORGIVEN: Duration = Duration::from_secs(600);

/// What counts as one place: an IPv4 address, or the 64 leading bits of an IPv6 address, which is the least that anyone is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network(u128);

impl Network {
    fn of(address: IpAddr) -> Network {
        Network(match address.to_canonical() {
            IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
            IpAddr::V6(address) => address.to_bits() & (u128::MAX << 64),
        })
    }
}

/// Where a request comes from; nowhere in particular if its place has no limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin(Option<Network>);

impl Origin {
    /// The server itself, which asks for something that nobody waits for.
    pub const HERE: Origin = Origin(None);

    /// Behind a proxy every request has the proxy's own address, and that of the request is what the proxy says.
    fn new(peer: Option<SocketAddr>, forwarded: Option<Forwarded<'_>>) -> Origin {
        let peer = peer.map(|peer| peer.ip().to_canonical());
        if let Some(forwarded) = forwarded {
            return Origin(forwarded.address().or(peer).map(Network::of));
        }
        // Somebody at this machine can do worse to it than open tables.
        Origin(peer.filter(|peer| !peer.is_loopback()).map(Network::of))
    }

    /// Where a connection comes from, before anything is asked over it.
    pub fn of_connection(peer: SocketAddr, config: &Config) -> Origin {
        if config.is_behind_proxy { Origin(None) } else { Origin::new(Some(peer), None) }
    }
}

impl FromRequestParts<App> for Origin {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Origin, Self::Rejection> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
        Ok(Origin::new(peer, Forwarded::of(&parts.headers, app.config())))
    }
}

/// What an address has had enough of.
#[derive(Clone, Debug, PartialEq)]
pub struct Enough {
    /// What to say.
    pub message: Message,
    /// When to try again, in whole seconds from now.
    pub retry_after: u64,
}

impl Enough {
    /// More is asked for at once than can be done soon.
    pub fn too_much_at_once() -> Enough {
        Enough { message: message!("server.error.busy"), retry_after: whole_seconds(BUSY_WAIT) }
    }
}

/// What is counted by the minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// People who have not been here before.
    People,
    /// Tables that are opened, and records that are taken in.
    Tables,
    /// Promises of dice: one for each table that is opened.
    Seals,
    /// Looks at studies; long ones count several times.
    Studies,
    /// Looks at tables, lists and whatever else is only looked at; long ones count several times.
    Reads,
    /// Sockets that are opened.
    Handshakes,
}

/// How much has come from where.
#[derive(Debug)]
pub struct Origins {
    limits: OriginLimits,
    rates: Mutex<Generations>,
    /// No more entries than there are sockets.
    sockets: Mutex<HashMap<Network, u32>>,
}

impl Origins {
    /// Nothing has come yet.
    pub fn new(limits: OriginLimits) -> Arc<Origins> {
        Arc::new(Origins { limits, rates: Mutex::default(), sockets: Mutex::default() })
    }

    /// So many more of something from somewhere, if there may be so many.
    pub fn count(&self, origin: Origin, what: Counted, many: usize, now: Instant) -> Result<(), Enough> {
        let Some(network) = origin.0 else { return Ok(()) };
        let (per_minute, key) = match what {
            Counted::People => (self.limits.people_per_minute, "server.error.many-people"),
            Counted::Tables | Counted::Seals => (self.limits.tables_per_minute, "server.error.many-tables"),
            Counted::Studies => (self.limits.studies_per_minute, "server.error.many-studies"),
            Counted::Reads => (self.limits.reads_per_minute, "server.error.many-reads"),
            Counted::Handshakes => (self.limits.handshakes_per_minute, "server.error.many-handshakes"),
        };
        let mut rates = locked(&self.rates);
        let rates = rates.of(network, self.limits.remembered);
        let spent = match what {
            Counted::People => &mut rates.people,
            Counted::Tables => &mut rates.tables,
            Counted::Seals => &mut rates.seals,
            Counted::Studies => &mut rates.studies,
            Counted::Reads => &mut rates.reads,
            Counted::Handshakes => &mut rates.handshakes,
        };
        spent.spend(many, per_minute, now).map_err(|wait| {
            let retry_after = whole_seconds(wait);
            let message = message!(key).with("most", per_minute).with("seconds", retry_after);
            Enough { message, retry_after }
        })
    }

    /// A socket from somewhere was closed because it sent too much: for a while no other is opened from there, the longer the more often
    /// that happens. Sockets that were opened before do not make it longer.
    pub fn shut_out(&self, origin: Origin, now: Instant) {
        let Some(network) = origin.0 else { return };
        let (first, longest) = self.limits.shut_out;
        let mut rates = locked(&self.rates);
        let rates = rates.of(network, self.limits.remembered);
        let times = match rates.shut_out {
            Some(ShutOut { until, .. }) if now < until => return,
            Some(ShutOut { until, times }) if now < until + FORGIVEN => times + 1,
            _ => 0,
        };
        let wait = first.saturating_mul(1_u32.checked_shl(times).unwrap_or(u32::MAX)).min(longest);
        rates.shut_out = Some(ShutOut { until: now + wait, times });
    }

    /// One more socket is to be opened from somewhere, if it may.
    pub fn open_socket(&self, origin: Origin, now: Instant) -> Result<(), Enough> {
        if let Some(network) = origin.0 {
            let shut_out = locked(&self.rates).of(network, self.limits.remembered).shut_out;
            if let Some(ShutOut { until, .. }) = shut_out.filter(|shut_out| now < shut_out.until) {
                let retry_after = whole_seconds(until.duration_since(now));
                let message = message!("server.error.shut-out").with("seconds", retry_after);
                return Err(Enough { message, retry_after });
            }
        }
        self.count(origin, Counted::Handshakes, 1, now)
    }

    /// One more socket from somewhere, for as long as what is returned is kept.
    pub fn hold_socket(self: &Arc<Origins>, origin: Origin) -> Result<SocketHeld, Enough> {
        let Some(network) = origin.0 else { return Ok(SocketHeld(None)) };
        let most = self.limits.sockets;
        let mut sockets = locked(&self.sockets);
        let held = sockets.entry(network).or_default();
        if *held >= most {
            let retry_after = whole_seconds(SOCKET_WAIT);
            let message = message!("server.error.many-sockets").with("most", most);
            return Err(Enough { message, retry_after });
        }
        *held += 1;
        Ok(SocketHeld(Some((Arc::clone(self), network))))
    }
}

/// One of the sockets of an address.
#[derive(Debug)]
pub struct SocketHeld(Option<(Arc<Origins>, Network)>);

impl Drop for SocketHeld {
    fn drop(&mut self) {
        let Some((addresses, network)) = self.0.take() else { return };
        let mut sockets = locked(&addresses.sockets);
        if let Some(held) = sockets.get_mut(&network) {
            *held -= 1;
            if *held == 0 {
                sockets.remove(&network);
            }
        }
    }
}

/// Nothing is left half done by a thread that panics while holding it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs_f64().ceil().max(1.0) as u64
}

/// What has been spent by each address of late. Of old addresses so many are forgotten at once as there are new ones, so that no
/// number of addresses fills the memory; after a minute of silence there is nothing to remember anyway.
#[derive(Debug, Default)]
struct Generations {
    young: HashMap<Network, Rates>,
    old: HashMap<Network, Rates>,
}

impl Generations {
    fn of(&mut self, network: Network, most: usize) -> &mut Rates {
        if self.young.len() >= most && !self.young.contains_key(&network) {
            self.old = std::mem::take(&mut self.young);
        }
        let Generations { young, old } = self;
        young.entry(network).or_insert_with(|| old.remove(&network).unwrap_or_default())
    }
}

#[derive(Debug, Default)]
struct Rates {
    people: Spent,
    tables: Spent,
    seals: Spent,
    studies: Spent,
    reads: Spent,
    handshakes: Spent,
    shut_out: Option<ShutOut>,
}

/// No sockets are opened from a place until then, as so many times before.
#[derive(Clone, Copy, Debug)]
struct ShutOut {
    until: Instant,
    times: u32,
}

/// So much of a minute's allowance has been spent; it comes back with time.
#[derive(Debug, Default)]
struct Spent {
    amount: f64,
    at: Option<Instant>,
}

impl Spent {
    /// Spends so much, or says how long to wait for it. What is more than a minute's allowance takes all of it.
    fn spend(&mut self, many: usize, per_minute: u32, now: Instant) -> Result<(), Duration> {
        let many = (many as f64).min(f64::from(per_minute));
        let (most, per_second) = (f64::from(per_minute), f64::from(per_minute) / 60.0);
        let passed = self.at.map_or(Duration::ZERO, |at| now.saturating_duration_since(at));
        self.amount = (self.amount - passed.as_secs_f64() * per_second).max(0.0);
        self.at = Some(now);
        if self.amount + many <= most {
            self.amount += many;
            return Ok(());
        }
        Err(Duration::try_from_secs_f64((self.amount + many - most) / per_second).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use axum::http::{HeaderMap, HeaderValue};

    use super::*;
    use crate::config::Data;

    fn origin(peer: &str, forwarded: &[&str], is_behind_proxy: bool) -> Origin {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append("x-forwarded-for", HeaderValue::from_str(value).unwrap());
        }
        let config = Config { is_behind_proxy, ..Config::new(Data::Memory) };
        Origin::new(Some(peer.parse().unwrap()), Forwarded::of(&headers, &config))
    }

    fn at(address: &str) -> Origin {
        Origin(Some(Network::of(address.parse().unwrap())))
    }

    #[test]
    fn an_address_is_the_peers_unless_a_proxy_is_trusted() {
        assert_eq!(origin("203.0.113.9:1234", &["198.51.100.1"], false), at("203.0.113.9"));
        for own in ["127.0.0.1:1", "127.8.9.1:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
            assert_eq!(origin(own, &["198.51.100.1"], false), Origin(None), "{own}");
        }
        for (told, address) in [
            (&["198.51.100.1"][..], "198.51.100.1"),
            (&["10.0.0.1, 192.0.2.7 , 198.51.100.1"], "198.51.100.1"),
            (&["198.51.100.1:4711"], "198.51.100.1"),
            (&["[2001:db8::1]:4711"], "2001:db8::1"),
            (&["[2001:db8::1]"], "2001:db8::1"),
            (&["2001:db8::1"], "2001:db8::1"),
            // Told to trust a proxy, even this machine's own address is counted.
            (&["127.0.0.1"], "127.0.0.1"),
            (&[], "127.0.0.1"),
            (&["198.51.100.1, unknown"], "127.0.0.1"),
        ] {
            assert_eq!(origin("127.0.0.1:1", told, true), at(address), "{told:?}");
        }
    }

    #[test]
    fn the_last_header_counts_if_there_are_several() {
        assert_eq!(origin("127.0.0.1:1", &["192.0.2.7", "198.51.100.1"], true), at("198.51.100.1"));
    }

    #[test]
    fn an_ipv6_network_is_one_place() {
        assert_eq!(at("2001:db8:1:2::1"), at("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(at("2001:db8:1:2::1"), at("2001:db8:1:3::1"));
        assert_eq!(at("::ffff:192.0.2.7"), at("192.0.2.7"));
        assert_ne!(at("192.0.2.7"), at("192.0.2.8"));
        assert_ne!(at("192.0.2.7"), at("::"));
    }

    fn limits() -> OriginLimits {
        OriginLimits {
            people_per_minute: 60,
            tables_per_minute: 2,
            studies_per_minute: 2,
            reads_per_minute: 2,
            sockets: 2,
            handshakes_per_minute: 4,
            shut_out: (Duration::from_secs(2), Duration::from_secs(30)),
            connections: 2,
            remembered: 100,
        }
    }

    #[test]
    fn what_is_spent_comes_back_with_time() {
        let addresses = Origins::new(limits());
        let begun = Instant::now();
        let count = |address, after| {
            addresses
                .count(at(address), Counted::Tables, 1, begun + Duration::from_secs(after))
                .map_err(|enough| enough.retry_after)
        };
        assert_eq!((count("192.0.2.7", 0), count("192.0.2.7", 0)), (Ok(()), Ok(())));
        assert_eq!(count("192.0.2.7", 0), Err(30));
        assert_eq!(count("192.0.2.8", 0), Ok(()), "others are not held back");
        assert_eq!(count("192.0.2.7", 20), Err(10));
        assert_eq!(count("192.0.2.7", 30), Ok(()));
        assert_eq!(count("192.0.2.7", 30), Err(30));
        assert_eq!((count("192.0.2.7", 600), count("192.0.2.7", 600)), (Ok(()), Ok(())));
        assert_eq!(count("192.0.2.7", 600), Err(30), "no more is saved up than for a minute");
        let people = (0..61).map(|_| addresses.count(at("192.0.2.7"), Counted::People, 1, begun).is_ok());
        assert_eq!(people.filter(|is_fine| *is_fine).count(), 60, "each is counted by itself");
        let nowhere = (0..1_000).all(|_| addresses.count(Origin(None), Counted::Tables, 1, begun).is_ok());
        assert!(nowhere);
    }

    #[test]
    fn much_at_once_is_spent_as_if_it_came_one_by_one() {
        let addresses = Origins::new(limits());
        let begun = Instant::now();
        let count = |many, after| {
            addresses
                .count(at("192.0.2.7"), Counted::People, many, begun + Duration::from_secs(after))
                .is_ok()
        };
        assert!(count(40, 0) && !count(21, 0) && count(20, 0) && !count(1, 0));
        // More than there ever is takes all there is.
        assert!(!count(1_000, 59) && count(1_000, 60) && !count(1, 60));
    }

    #[test]
    fn sockets_are_given_back() {
        let addresses = Origins::new(limits());
        let first = addresses.hold_socket(at("192.0.2.7")).unwrap();
        let _second = addresses.hold_socket(at("192.0.2.7")).unwrap();
        assert!(addresses.hold_socket(at("192.0.2.7")).is_err());
        let other = addresses.hold_socket(at("192.0.2.8")).unwrap();
        drop((first, other));
        assert!(addresses.hold_socket(at("192.0.2.7")).is_ok());
        assert_eq!(locked(&addresses.sockets).len(), 1, "nothing is kept of those who have gone");
    }

    #[test]
    fn who_was_shut_out_waits_longer_every_time_and_is_forgiven() {
        let addresses = Origins::new(limits());
        let mut now = Instant::now();
        let waits = |now| match addresses.open_socket(at("192.0.2.7"), now) {
            Ok(()) => 0,
            Err(enough) => enough.retry_after,
        };
        for expected in [2, 4, 8, 16, 30, 30] {
            assert_eq!(waits(now), 0);
            addresses.shut_out(at("192.0.2.7"), now);
            // Others of its sockets that were open then.
            addresses.shut_out(at("192.0.2.7"), now);
            assert_eq!(waits(now), expected);
            assert!(addresses.open_socket(at("192.0.2.8"), now).is_ok(), "others are not held back");
            now += Duration::from_secs(expected);
        }
        now += FORGIVEN;
        addresses.shut_out(at("192.0.2.7"), now);
        assert_eq!(waits(now), 2);
        addresses.shut_out(Origin(None), now);
        assert!(addresses.open_socket(Origin(None), now).is_ok());
    }

    #[test]
    fn so_many_sockets_are_opened_in_a_minute_and_no_more() {
        let addresses = Origins::new(limits());
        let begun = Instant::now();
        let opens =
            |after| addresses.open_socket(at("192.0.2.7"), begun + Duration::from_secs(after)).is_ok();
        assert!((0..4).all(|_| opens(0)) && !opens(0));
        assert!(opens(15) && !opens(15));
    }

    #[test]
    fn no_number_of_addresses_fills_the_memory() {
        let addresses = Origins::new(limits());
        let begun = Instant::now();
        let busy = at("192.0.2.7");
        for number in 0..10_000_u128 {
            let stranger = Origin(Some(Network::of(Ipv6Addr::from_bits(number << 64).into())));
            assert!(addresses.count(stranger, Counted::People, 1, begun).is_ok());
            let is_held_back = addresses.count(busy, Counted::Tables, 1, begun).is_err();
            assert_eq!(is_held_back, number >= 2, "who goes on is not forgotten");
        }
        let rates = locked(&addresses.rates);
        assert!(rates.young.len() + rates.old.len() <= 200);
    }
}
