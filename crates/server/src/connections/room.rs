//! Room for connections that are no sockets, or not yet.

use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

use crate::metrics;
use crate::origins::{Origin, SocketHeld};

/// Who waits to be asked something, the longest first.
#[derive(Debug, Default)]
pub struct Room {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How often somebody has begun to wait.
    waits: u64,
    waiting: BTreeMap<u64, (Origin, Arc<Notify>)>,
    /// How many wait from each place.
    from: HashMap<Origin, usize>,
}

impl Room {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing is left half done by a thread that panics while holding it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends one away on whose connection nobody is being answered: the one that has waited longest, from the place from which most wait.
    /// Tells whether there was one.
    pub fn make(&self) -> bool {
        let mut state = self.state();
        let Some(crowded) = state.from.iter().max_by_key(|(_, many)| **many).map(|(origin, _)| *origin)
        else {
            return false;
        };
        let longest = state.waiting.iter().find(|(_, (origin, _))| *origin == crowded).map(|(wait, _)| *wait);
        let Some((_, to_go)) = longest.and_then(|wait| state.leave(wait)) else { return false };
        to_go.notify_one();
        true
    }
}

impl State {
    fn leave(&mut self, wait: u64) -> Option<(Origin, Arc<Notify>)> {
        let (origin, to_go) = self.waiting.remove(&wait)?;
        if let Some(many) = self.from.get_mut(&origin) {
            *many -= 1;
            if *many == 0 {
                self.from.remove(&origin);
            }
        }
        Some((origin, to_go))
    }
}

/// A connection's place among the others.
#[derive(Debug)]
pub struct Place {
    room: Arc<Room>,
    origin: Origin,
    to_go: Arc<Notify>,
    /// Since when it waits, while nobody is answered on it.
    wait: Mutex<Option<u64>>,
}

impl Place {
    fn wait(&self) -> MutexGuard<'_, Option<u64>> {
        self.wait.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin_waiting(&self) {
        let mut state = self.room.state();
        state.waits += 1;
        let wait = state.waits;
        state.waiting.insert(wait, (self.origin, Arc::clone(&self.to_go)));
        *state.from.entry(self.origin).or_default() += 1;
        *self.wait() = Some(wait);
    }

    fn end_waiting(&self) {
        let mut state = self.room.state();
        if let Some(wait) = self.wait().take() {
            state.leave(wait);
        }
    }

    /// Somebody is being answered, for as long as what is returned is kept.
    fn answering(place: &Arc<Place>) -> Busy {
        place.end_waiting();
        Busy(Arc::clone(place))
    }
}

/// Somebody is being answered on a connection.
#[derive(Debug)]
struct Busy(Arc<Place>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.begin_waiting();
    }
}

/// A request on a connection. Whoever sends its head and not the rest keeps others waiting, not the server: until all of it has arrived
/// nobody is being answered.
#[derive(Clone, Debug)]
pub struct Arrival {
    place: Arc<Place>,
    busy: Arc<Mutex<Option<Busy>>>,
}

impl Arrival {
    /// A request of which the head has arrived.
    pub fn new(place: &Arc<Place>) -> Arrival {
        Arrival { place: Arc::clone(place), busy: Arc::default() }
    }

    fn busy(&self) -> MutexGuard<'_, Option<Busy>> {
        self.busy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All of it has arrived.
    pub fn is_whole(&self) {
        self.busy().get_or_insert_with(|| Place::answering(&self.place));
    }

    /// It is answered by a body, and somebody is being answered until its end.
    pub fn answer(&self, body: Body) -> Body {
        self.is_whole();
        match self.busy().take() {
            Some(busy) => Body::new(Answering { body, _until_told: busy }),
            None => body,
        }
    }
}

/// A connection that is there.
#[derive(Debug)]
pub struct Held {
    place: Arc<Place>,
    _counted: (metrics::Held, SocketHeld),
}

impl Held {
    /// A connection from somewhere that is there from now on.
    pub fn new(room: &Arc<Room>, origin: Origin, counted: (metrics::Held, SocketHeld)) -> Held {
        let place = Place { room: Arc::clone(room), origin, to_go: Arc::default(), wait: Mutex::default() };
        place.begin_waiting();
        Held { place: Arc::new(place), _counted: counted }
    }

    /// Its place among the others.
    pub fn place(&self) -> Arc<Place> {
        Arc::clone(&self.place)
    }

    /// Waits until others need its room.
    pub async fn is_to_go(&self) {
        self.place.to_go.notified().await;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.place.end_waiting();
    }
}

/// The body of an answer; until its end somebody is being answered.
#[derive(Debug)]
struct Answering {
    body: Body,
    _until_told: Busy,
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Duration, timeout};

    use super::*;
    use crate::config::{Config, Data, Limits};
    use crate::metrics::Metrics;
    use crate::origins::Origins;

    async fn has_to_go(held: &Held) -> bool {
        timeout(Duration::from_millis(20), held.is_to_go()).await.is_ok()
    }

    #[tokio::test]
    async fn who_has_waited_longest_where_most_wait_makes_room() {
        let (room, metrics) = (Arc::new(Room::default()), Metrics::default());
        let origins = Origins::new(Limits::default().per_origin);
        let come = |address: &str| {
            let origin = Origin::of_connection(address.parse().unwrap(), &Config::new(Data::Memory));
            let counted = (metrics.http_connections.hold(), origins.hold_socket(origin).unwrap());
            Held::new(&room, origin, counted)
        };
        assert!(!room.make(), "nobody is there");
        let lonely = come("192.0.2.1:1");
        let crowd = [come("192.0.2.2:1"), come("192.0.2.2:2"), come("192.0.2.2:3")];
        let answered = Place::answering(&crowd[0].place());
        assert!(room.make());
        assert!(!has_to_go(&crowd[0]).await, "somebody is being answered on it");
        assert!(has_to_go(&crowd[1]).await);
        drop(answered);
        // The first has waited for a shorter time now.
        assert!(room.make());
        assert!(has_to_go(&crowd[2]).await);
        drop(crowd);
        assert!(room.make() && has_to_go(&lonely).await);
        drop(lonely);
        assert!(!room.make());
        assert!(room.state().from.is_empty() && room.state().waiting.is_empty());
    }
}
