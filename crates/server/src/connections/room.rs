//! Room for connections that are no sockets, or not yet.

use std::collections::{BTreeMap, HashMap};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

use crate::metrics;
use crate::origins::{Origin, SocketHeld};

/// Who waits to be asked something, the longest first, and who is being answered.
#[derive(Debug, Default)]
pub struct Room {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// How often somebody has begun to wait, or to be answered.
    turns: u64,
    waiting: BTreeMap<u64, (Origin, Arc<Notify>)>,
    /// How many wait from each place.
    from: HashMap<Origin, usize>,
    answered: HashMap<u64, (Origin, Arc<Notify>, Arc<Progress>)>,
}

/// When something of an answer was last taken.
#[derive(Debug)]
pub struct Progress {
    began: Instant,
    /// In milliseconds since then.
    at: AtomicU64,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress { began: Instant::now(), at: AtomicU64::new(0) }
    }
}

impl Progress {
    /// It was now.
    pub fn note(&self) {
        let millis = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.at.store(millis, Ordering::Relaxed);
    }

    fn last(&self) -> Instant {
        self.began + Duration::from_millis(self.at.load(Ordering::Relaxed))
    }
}

impl Room {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing is left half done by a thread that panics while holding it.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends one away on whose connection nobody is being answered: the one that has waited longest, from the place from which most wait. If
    /// all are being answered, the one that has taken nothing for longest, from the place with most of them.
    /// Tells whether there was one.
    pub fn make(&self) -> bool {
        let mut state = self.state();
        let Some(crowded) = state.from.iter().max_by_key(|(_, many)| **many).map(|(origin, _)| *origin)
        else {
            return state.make_of_answered();
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

    /// One neither waits any more nor is answered.
    fn forget(&mut self, turn: Option<u64>) {
        if let Some(turn) = turn
            && self.answered.remove(&turn).is_none()
        {
            self.leave(turn);
        }
    }

    fn make_of_answered(&mut self) -> bool {
        let mut from: HashMap<Origin, usize> = HashMap::new();
        self.answered.values().for_each(|(origin, ..)| *from.entry(*origin).or_default() += 1);
        let Some((crowded, _)) = from.into_iter().max_by_key(|(_, many)| *many) else { return false };
        let there = self.answered.iter().filter(|(_, (origin, ..))| *origin == crowded);
        let longest =
            there.min_by_key(|(turn, (_, _, progress))| (progress.last(), **turn)).map(|(turn, _)| *turn);
        let Some((_, to_go, _)) = longest.and_then(|turn| self.answered.remove(&turn)) else { return false };
        to_go.notify_one();
        true
    }
}

/// A connection's place among the others.
#[derive(Debug)]
pub struct Place {
    room: Arc<Room>,
    origin: Origin,
    to_go: Arc<Notify>,
    progress: Arc<Progress>,
    /// Since when it waits, or is being answered; nothing once it has gone.
    turn: Mutex<Option<u64>>,
}

impl Place {
    fn turn(&self) -> MutexGuard<'_, Option<u64>> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When something of an answer was last taken here.
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// It is there, and waits.
    fn come(&self) {
        let mut state = self.room.state();
        self.take_turn(&mut state, false);
    }

    /// It waits, or is being answered, unless it has gone.
    fn change(&self, is_answered: bool) {
        let mut state = self.room.state();
        let turn = self.turn().take();
        if turn.is_some() {
            state.forget(turn);
            self.take_turn(&mut state, is_answered);
        }
    }

    fn take_turn(&self, state: &mut State, is_answered: bool) {
        state.turns += 1;
        let turn = state.turns;
        if is_answered {
            self.progress.note();
            let progress = Arc::clone(&self.progress);
            state.answered.insert(turn, (self.origin, Arc::clone(&self.to_go), progress));
        } else {
            state.waiting.insert(turn, (self.origin, Arc::clone(&self.to_go)));
            *state.from.entry(self.origin).or_default() += 1;
        }
        *self.turn() = Some(turn);
    }

    fn go(&self) {
        let mut state = self.room.state();
        let turn = self.turn().take();
        state.forget(turn);
    }

    /// Somebody is being answered, for as long as what is returned is kept.
    fn answering(place: &Arc<Place>) -> Busy {
        place.change(true);
        Busy(Arc::clone(place))
    }
}

/// Somebody is being answered on a connection.
#[derive(Debug)]
struct Busy(Arc<Place>);

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.change(false);
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
        let place = Place {
            room: Arc::clone(room),
            origin,
            to_go: Arc::default(),
            progress: Arc::default(),
            turn: Mutex::default(),
        };
        place.come();
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
        self.place.go();
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
    use tokio::time::timeout;

    use super::*;
    use crate::config::{Config, Data, Limits};
    use crate::metrics::Metrics;
    use crate::origins::Origins;

    /// An empty room, and how connections come into it by their addresses.
    fn room_and_door() -> (Arc<Room>, impl Fn(&str) -> Held) {
        let (room, metrics) = (Arc::new(Room::default()), Metrics::default());
        let origins = Origins::new(Limits::default().per_origin);
        let entered = Arc::clone(&room);
        let come = move |address: &str| {
            let origin = Origin::of_connection(address.parse().unwrap(), &Config::new(Data::Memory));
            let counted = (metrics.http_connections.hold(), origins.hold_socket(origin).unwrap());
            Held::new(&entered, origin, counted)
        };
        (room, come)
    }

    async fn has_to_go(held: &Held) -> bool {
        timeout(Duration::from_millis(20), held.is_to_go()).await.is_ok()
    }

    #[tokio::test]
    async fn who_has_waited_longest_where_most_wait_makes_room() {
        let (room, come) = room_and_door();
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
        assert!(room.state().answered.is_empty());
    }

    #[tokio::test]
    async fn where_all_are_answered_the_one_goes_who_takes_nothing() {
        let (room, come) = room_and_door();
        let lonely = come("192.0.2.1:1");
        let crowd = [come("192.0.2.2:1"), come("192.0.2.2:2"), come("192.0.2.2:3")];
        let answered: Vec<Busy> =
            crowd.iter().chain([&lonely]).map(|held| Place::answering(&held.place())).collect();
        tokio::time::sleep(Duration::from_millis(5)).await;
        crowd[0].place().progress().note();
        assert!(room.make() && has_to_go(&crowd[1]).await, "it has taken nothing for longest");
        assert!(!has_to_go(&lonely).await && !has_to_go(&crowd[0]).await && !has_to_go(&crowd[2]).await);
        // Who waits goes first.
        let idle = come("192.0.2.3:1");
        assert!(room.make() && has_to_go(&idle).await);
        assert!(room.make() && has_to_go(&crowd[2]).await);
        drop((lonely, crowd, idle));
        drop(answered);
        assert!(!room.make(), "nobody is left");
        let state = room.state();
        assert!(state.from.is_empty() && state.waiting.is_empty() && state.answered.is_empty());
    }
}
