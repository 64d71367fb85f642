//! What holds for every store.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use hmac::Mac;
use tablen_host::{Kind, Listing, PersonId, TableId};
use tablen_table::dice::Seed;
use tablen_table::{BySeat, RequestKey, Seat};
use tempfile::TempDir;

use super::memory::MemoryStore;
use super::sqlite::SqliteStore;
use super::{
    Allowance, Change, Gap, Listed, NotOpened, Opening, Store, StoreError, StoredEntry, TableChange,
};
use crate::metrics::Metrics;
use crate::moments::{UnixMillis, unix_now};

/// A store, and where it is kept.
struct Kept {
    store: Arc<dyn Store>,
    folder: Option<TempDir>,
}

impl Kept {
    fn in_memory() -> Kept {
        Kept { store: Arc::new(MemoryStore::new(Arc::new(Metrics::default())).unwrap()), folder: None }
    }

    async fn in_a_file() -> Kept {
        Kept::in_folder(tempfile::tempdir().unwrap()).await
    }

    async fn in_folder(folder: TempDir) -> Kept {
        let (file, heartbeat) = (folder.path().join("tablen.db"), Duration::from_secs(60));
        let store = SqliteStore::open(&file, heartbeat, Arc::new(Metrics::default())).await.unwrap();
        Kept { store: Arc::new(store), folder: Some(folder) }
    }

    /// The same after the server was stopped and started again; what is kept in memory only stays as it is.
    async fn restarted(self) -> Kept {
        match self.folder {
            Some(folder) => {
                self.store.close().await;
                Kept::in_folder(folder).await
            }
            None => self,
        }
    }
}

/// Runs a test on every store.
macro_rules! on_every_store {
    ($($(#[$about:meta])* $name:ident;)*) => {
        mod in_memory {
            $(
                $(#[$about])*
                #[tokio::test]
                async fn $name() {
                    super::$name(super::Kept::in_memory()).await;
                }
            )*
        }

        mod in_a_file {
            $(
                $(#[$about])*
                #[tokio::test]
                async fn $name() {
                    super::$name(super::Kept::in_a_file().await).await;
                }
            )*
        }
    };
}

on_every_store! {
    what_is_written_is_read;
    events_are_appended_by_their_numbers;
    changes_are_written_all_or_not_at_all;
    a_table_is_opened_once;
    an_allowance_is_kept_to;
    lists_show_what_is_played_and_who_waits;
    tables_are_due_by_their_deadlines;
    people_have_names;
    what_was_found_about_a_game_is_kept_by_version;
    the_time_before_the_start_was_nobodys;
    nothing_is_written_after_the_end;
    many_who_append_the_same_event_are_one;
    tables_are_gone_through_and_forgotten;
    generations_differ;
}

fn table(number: u8) -> TableId {
    TableId::from_bytes([number; 16])
}

fn person(number: u8) -> PersonId {
    PersonId::from_bytes([number; 16])
}

fn event(sequence: u64) -> StoredEntry {
    // What is in it is nothing that a store looks at; quotes and letters of many bytes come back as they were.
    let entry = format!(
        r#"{{"sequence":{sequence},"at":{},"event":"joined","occupant":{{"person":"Zoë’s"}}}}"#,
        7 * sequence
    );
    let key = (!sequence.is_multiple_of(3)).then(|| RequestKey {
        seat: if sequence.is_multiple_of(2) { Seat::Host } else { Seat::Guest },
        key: (1 << 53) - 1 - sequence,
    });
    StoredEntry { sequence, entry, key }
}

fn listing(host: u8, guest: Option<u8>) -> Listing {
    Listing {
        seats: BySeat { host: Some(person(host)), guest: guest.map(person) },
        is_open: true,
        is_waiting: guest.is_none(),
        summary: format!(r#"{{"host":{host}}}"#),
        next: None,
    }
}

/// A table that is opened at a moment by a person, with one event.
fn opening(id: u8, host: u8, at: UnixMillis) -> TableChange {
    TableChange {
        id: table(id),
        opening: Some(Opening { kind: Kind::Apart, is_public: true, seed: Some(Seed([id; 32])), opened: at }),
        listing: Some(listing(host, Some(200))),
        entries: vec![event(0)],
        updated: Some(at),
        deadline: None,
        to_act: Some(Seat::Host),
        sketch: Some(format!("board {id}")),
    }
}

/// Events that come to a table at a moment.
fn appending(id: u8, sequences: std::ops::Range<u64>, at: UnixMillis) -> TableChange {
    TableChange {
        id: table(id),
        opening: None,
        listing: None,
        entries: sequences.map(event).collect(),
        updated: Some(at),
        deadline: None,
        to_act: Some(Seat::Guest),
        sketch: None,
    }
}

fn one(change: TableChange) -> Vec<Change> {
    vec![Change::Table(Box::new(change))]
}

fn ids(tables: &[Listed]) -> Vec<u8> {
    tables.iter().map(|table| table.id.bytes()[0]).collect()
}

fn allowance(host: u8, most: u32, touched_since: UnixMillis) -> Allowance {
    Allowance { person: person(host), most, touched_since }
}

async fn what_is_written_is_read(kept: Kept) {
    let store = &kept.store;
    assert_eq!(store.read(table(1)).await.unwrap(), None);
    let mut first = opening(1, 1, 1_000);
    first.listing = Some(Listing { next: Some(table(9)), ..listing(1, None) });
    store.write(one(first.clone())).await.unwrap();
    let read = store.read(table(1)).await.unwrap().unwrap();
    assert_eq!(read.entries, first.entries);
    assert_eq!(
        (read.kind, read.is_public, read.seed, read.opened),
        (Kind::Apart, true, Some(Seed([1; 32])), 1_000)
    );
    assert_eq!(Some(&read.listing), first.listing.as_ref());
    // A listing is replaced by the next, and stays as it is without one.
    let mut second = appending(1, 1..4, 2_000);
    second.listing = Some(Listing { is_open: false, ..listing(1, Some(2)) });
    store.write(one(second.clone())).await.unwrap();
    store.write(one(appending(1, 4..6, 3_000))).await.unwrap();
    let signature = |store: &Arc<dyn Store>| store.secret().mac("test", [1; 16]).finalize().into_bytes();
    let signed = signature(store);
    let kept = kept.restarted().await;
    let read = kept.store.read(table(1)).await.unwrap().unwrap();
    assert_eq!(read.entries, (0..6).map(event).collect::<Vec<_>>());
    assert_eq!(Some(read.listing), second.listing);
    assert_eq!(signature(&kept.store), signed, "cookies hold after a restart");
    // As many as a record has that is taken in.
    let record = TableChange {
        opening: Some(Opening { kind: Kind::Record, is_public: false, seed: None, opened: 5 }),
        listing: Some(Listing::default()),
        ..appending(2, 0..1_234, 5)
    };
    kept.store.write(one(record)).await.unwrap();
    let read = kept.store.read(table(2)).await.unwrap().unwrap();
    assert_eq!(read.entries, (0..1_234).map(event).collect::<Vec<_>>());
    assert_eq!((read.kind, read.seed, read.listing), (Kind::Record, None, Listing::default()));
}

async fn events_are_appended_by_their_numbers(kept: Kept) {
    let store = &kept.store;
    store.write(one(opening(1, 1, 10))).await.unwrap();
    store.write(one(appending(1, 1..3, 20))).await.unwrap();
    let mut with_a_hole = appending(1, 3..6, 30);
    with_a_hole.entries.remove(1);
    let mut backwards = appending(1, 3..5, 30);
    backwards.entries.reverse();
    for wrong in [
        appending(1, 0..1, 30),
        appending(1, 2..4, 30),
        appending(1, 4..5, 30),
        with_a_hole,
        backwards,
        appending(2, 0..1, 30),
        appending(2, 1..2, 30),
    ] {
        let wrong = TableChange { listing: Some(Listing::default()), ..wrong };
        let refused = store.write(one(wrong.clone())).await;
        assert!(matches!(refused, Err(StoreError::Conflict(id)) if id == wrong.id), "{wrong:?}: {refused:?}");
    }
    let read = store.read(table(1)).await.unwrap().unwrap();
    assert_eq!(read.entries, (0..3).map(event).collect::<Vec<_>>());
    assert_eq!(read.listing, listing(1, Some(200)), "nothing of a conflict is written");
    assert_eq!(store.tables_of(person(1), 9).await.unwrap()[0].updated, 20);
    assert_eq!(store.read(table(2)).await.unwrap(), None);
    store.write(one(appending(1, 3..4, 40))).await.unwrap();
    assert!(store.can_write(), "a conflict says nothing about the store");
}

async fn changes_are_written_all_or_not_at_all(kept: Kept) {
    let store = &kept.store;
    store.write(one(opening(1, 1, 10))).await.unwrap();
    let name = |name: &str| Change::Name { person: person(1), name: name.to_owned() };
    let next = || Change::Table(Box::new(opening(2, 1, 20)));
    let wrong = vec![name("Ada"), next(), Change::Table(Box::new(appending(1, 5..6, 20)))];
    assert!(store.write(wrong).await.is_err());
    assert_eq!(store.name_of(person(1)).await.unwrap(), None);
    assert_eq!(store.read(table(2)).await.unwrap(), None);
    // A table may be opened and played at in one go.
    let right = vec![
        name("Ada"),
        next(),
        Change::Table(Box::new(appending(1, 1..2, 20))),
        Change::Table(Box::new(appending(2, 1..3, 20))),
    ];
    store.write(right).await.unwrap();
    assert_eq!(store.name_of(person(1)).await.unwrap().as_deref(), Some("Ada"));
    assert_eq!(store.read(table(1)).await.unwrap().unwrap().entries.len(), 2);
    assert_eq!(store.read(table(2)).await.unwrap().unwrap().entries.len(), 3);
}

async fn a_table_is_opened_once(kept: Kept) {
    let store = &kept.store;
    store.open_table(one(opening(1, 1, 10)), allowance(1, 1, 0)).await.unwrap();
    store.write(one(appending(1, 1..2, 20))).await.unwrap();
    // The same person has not heard the answer, and asks again, though they may open no more.
    store.open_table(one(opening(1, 1, 30)), allowance(1, 1, 0)).await.unwrap();
    let taken = store.open_table(one(opening(1, 2, 30)), allowance(2, 9, 0)).await;
    assert!(matches!(taken, Err(NotOpened::SealSpent)), "{taken:?}");
    let again = store.write(one(opening(1, 1, 30))).await;
    assert!(matches!(again, Err(StoreError::Conflict(id)) if id == table(1)), "{again:?}");
    let read = store.read(table(1)).await.unwrap().unwrap();
    assert_eq!((read.opened, read.entries.len()), (10, 2));
}

async fn an_allowance_is_kept_to(kept: Kept) {
    let store = &kept.store;
    let open = async |id: u8, since| store.open_table(one(opening(id, 1, 100)), allowance(1, 2, since)).await;
    open(1, 0).await.unwrap();
    open(2, 0).await.unwrap();
    assert!(matches!(open(3, 0).await, Err(NotOpened::TooMany { most: 2 })));
    assert_eq!(store.read(table(3)).await.unwrap(), None);
    // A table at which one is the guest, or that is over, or untouched for long, does not count.
    let guest = TableChange { listing: Some(listing(7, Some(1))), ..opening(4, 7, 100) };
    store.write(one(guest)).await.unwrap();
    let over = Listing { is_open: false, ..listing(1, Some(2)) };
    store.write(one(TableChange { listing: Some(over), ..appending(1, 1..2, 100) })).await.unwrap();
    open(3, 0).await.unwrap();
    assert!(open(5, 100).await.is_err());
    open(5, 101).await.unwrap();
    // What is written without an allowance is not held to it, but counts.
    store.write(one(opening(6, 1, 100))).await.unwrap();
    assert!(open(7, 0).await.is_err());
}

async fn lists_show_what_is_played_and_who_waits(kept: Kept) {
    let store = &kept.store;
    // Played: 1, 2, 3, opened in this order. Waiting: 4, 5, 6, whose hosts were there at 300, 500, 400.
    for id in 1..=3 {
        store.write(one(opening(id, id, 100 + UnixMillis::from(id)))).await.unwrap();
    }
    for (id, seen) in [(4, 300), (5, 500), (6, 400)] {
        let waiting =
            TableChange { listing: Some(listing(id, None)), ..opening(id, id, UnixMillis::from(id)) };
        store.write(one(waiting)).await.unwrap();
        store.write(vec![Change::Seen { table: table(id), at: seen }]).await.unwrap();
    }
    // Seen is only one who waits, and only at a table that is there.
    for id in [1, 99] {
        store.write(vec![Change::Seen { table: table(id), at: 900 }]).await.unwrap();
    }
    // A private one and one that is over are shown to nobody.
    let mut private = opening(7, 1, 900);
    private.opening.as_mut().unwrap().is_public = false;
    store.write(one(private)).await.unwrap();
    let over = TableChange {
        listing: Some(Listing { is_open: false, ..listing(1, Some(2)) }),
        updated: Some(950),
        ..opening(8, 1, 900)
    };
    store.write(one(over)).await.unwrap();
    let shown = async |since, most| ids(&store.public_tables(since, most).await.unwrap());
    assert_eq!(shown(0, 50).await, [3, 2, 1, 6, 5, 4]);
    assert_eq!(shown(400, 50).await, [3, 2, 1, 6, 5]);
    assert_eq!(shown(501, 50).await, [3, 2, 1]);
    assert_eq!(shown(0, 4).await, [3, 2, 1, 6]);
    assert_eq!(shown(0, 2).await, [3, 2]);
    assert_eq!(shown(0, 0).await, [0_u8; 0]);
    // Somebody sits down: it is played, and was opened first.
    let joined = TableChange { listing: Some(listing(5, Some(2))), ..appending(5, 1..2, 600) };
    store.write(one(joined)).await.unwrap();
    assert_eq!(shown(401, 50).await, [3, 2, 1, 5]);
    // One who left and waits again has just been there.
    let left = TableChange { listing: Some(listing(5, None)), ..appending(5, 2..3, 700) };
    store.write(one(left)).await.unwrap();
    assert_eq!(shown(700, 50).await, [3, 2, 1, 5]);
    assert_eq!(shown(701, 50).await, [3, 2, 1]);
    // One's own, the last touched first, at either seat.
    let own = async |who, most| ids(&store.tables_of(person(who), most).await.unwrap());
    assert_eq!(own(1, 50).await, [7, 1]);
    assert_eq!(own(1, 1).await, [7]);
    assert_eq!(own(200, 50).await, [7, 3, 2, 1]);
    assert_eq!(own(5, 50).await, [5]);
    assert_eq!(own(99, 50).await, [0_u8; 0]);
    let listed = store.tables_of(person(5), 1).await.unwrap().remove(0);
    assert_eq!((listed.updated, listed.to_act), (700, Some(Seat::Guest)));
    assert_eq!((listed.seats, listed.summary), (listing(5, None).seats, listing(5, None).summary));
}

async fn tables_are_due_by_their_deadlines(kept: Kept) {
    let store = &kept.store;
    for (id, deadline) in [(1, Some(100)), (2, Some(200)), (3, None)] {
        store.write(one(TableChange { deadline, ..opening(id, 1, 5) })).await.unwrap();
    }
    let due = async |now, most| {
        let mut due: Vec<u8> =
            store.due_tables(now, most).await.unwrap().iter().map(|id| id.bytes()[0]).collect();
        due.sort_unstable();
        due
    };
    assert_eq!(due(99, 9).await, [0_u8; 0]);
    assert_eq!(due(100, 9).await, [1]);
    assert_eq!(due(200, 9).await, [1, 2]);
    assert_eq!(due(200, 1).await.len(), 1);
    // Whatever is played, the deadline is another one or there is none.
    store.write(one(appending(1, 1..2, 50))).await.unwrap();
    store.write(one(TableChange { deadline: Some(90), ..appending(3, 1..2, 50) })).await.unwrap();
    assert_eq!(due(199, 9).await, [3]);
}

async fn people_have_names(kept: Kept) {
    for name in ["Ada", "", "Zoë 🎲"] {
        let change = Change::Name { person: person(1), name: name.to_owned() };
        kept.store.write(vec![change]).await.unwrap();
        assert_eq!(kept.store.name_of(person(1)).await.unwrap().as_deref(), Some(name));
    }
    assert_eq!(kept.store.name_of(person(2)).await.unwrap(), None);
}

async fn what_was_found_about_a_game_is_kept_by_version(kept: Kept) {
    let found = |table_number, version: &str, found: &str| Change::Analysis {
        table: table(table_number),
        version: version.to_owned(),
        found: found.to_owned(),
    };
    kept.store.write(vec![Change::Table(Box::new(opening(1, 1, 10)))]).await.unwrap();
    assert_eq!(kept.store.analysis(table(1), "1").await.unwrap(), None);
    // Nothing is kept about a table that is not there.
    kept.store.write(vec![found(1, "1", "{\"Zoë\":1}"), found(2, "1", "[]")]).await.unwrap();
    let kept = kept.restarted().await;
    assert_eq!(kept.store.analysis(table(1), "1").await.unwrap().as_deref(), Some("{\"Zoë\":1}"));
    assert_eq!(kept.store.analysis(table(1), "2").await.unwrap(), None);
    assert_eq!(kept.store.analysis(table(2), "1").await.unwrap(), None);
    kept.store.write(vec![found(1, "2", "[2]")]).await.unwrap();
    assert_eq!(kept.store.analysis(table(1), "2").await.unwrap().as_deref(), Some("[2]"));
    assert_eq!(kept.store.analysis(table(1), "1").await.unwrap(), None);
}

async fn the_time_before_the_start_was_nobodys(kept: Kept) {
    let began = kept.store.started();
    assert!((unix_now() - began).abs() < 60_000);
    assert_eq!(kept.store.gaps_since(unix_now()).await.unwrap(), []);
    // What happened before the first run happened before it: the server was not there.
    let gap = |from| Gap { from, to: began };
    assert_eq!(kept.store.gaps_since(began - 5_000).await.unwrap(), [gap(began - 5_000)]);
    tokio::time::sleep(Duration::from_millis(20)).await;
    let is_in_a_file = kept.folder.is_some();
    let stopping = unix_now();
    let kept = kept.restarted().await;
    let gaps = kept.store.gaps_since(began).await.unwrap();
    let again = kept.store.started();
    // From the last that was heard of the first run to the beginning of the second.
    assert!(gaps.len() <= usize::from(is_in_a_file), "{gaps:?}");
    for gap in gaps {
        assert!(gap.to == again && gap.from >= stopping && gap.from <= again, "{gap:?}");
    }
}

async fn nothing_is_written_after_the_end(kept: Kept) {
    let store = &kept.store;
    store.write(one(opening(1, 1, 10))).await.unwrap();
    store.close().await;
    store.close().await;
    let closed = store.write(one(appending(1, 1..2, 20))).await;
    assert!(matches!(closed, Err(StoreError::Closed)), "{closed:?}");
    let closed = store.open_table(one(opening(2, 1, 20)), allowance(1, 9, 0)).await;
    assert!(matches!(closed, Err(NotOpened::Store(StoreError::Closed))), "{closed:?}");
}

async fn tables_are_gone_through_and_forgotten(kept: Kept) {
    let store = &kept.store;
    for (id, at) in [(1, 10), (2, 20), (3, 30)] {
        store.write(one(opening(id, 1, at))).await.unwrap();
    }
    let waiting = TableChange { listing: Some(listing(1, None)), ..appending(2, 1..2, 25) };
    store.write(one(waiting)).await.unwrap();
    store.write(vec![Change::Seen { table: table(2), at: 40 }]).await.unwrap();
    let ended = Listing { is_open: false, ..listing(1, Some(2)) };
    store.write(one(TableChange { listing: Some(ended), ..appending(3, 1..200, 35) })).await.unwrap();
    let first = store.survey(None, 2).await.unwrap();
    let rest = store.survey(first.last().map(|found| found.id), 2).await.unwrap();
    let all: Vec<_> = first.iter().chain(&rest).collect();
    let seen = |found: &&super::Surveyed| {
        (found.id.bytes()[0], found.is_open, found.is_waiting, found.touched, found.events)
    };
    assert_eq!(
        all.iter().map(seen).collect::<Vec<_>>(),
        [(1, true, false, 10, 1), (2, true, true, 40, 2), (3, false, false, 35, 200)]
    );
    assert!(all.iter().all(|found| found.damage.is_none() && found.bytes > 0), "{all:?}");
    assert_eq!(store.survey(rest.last().map(|found| found.id), 2).await.unwrap(), []);
    // One at which something has happened since stays.
    let forget = |id, touched| vec![Change::Forget { table: table(id), touched }];
    for (id, touched) in [(1, 9), (2, 39), (3, 35)] {
        store.write(forget(id, touched)).await.unwrap();
    }
    assert_eq!(ids_left(store).await, [1, 2]);
    assert_eq!(store.read(table(3)).await.unwrap(), None);
    // Whoever is at no table any more need not be known.
    let named = |who, name: &str| Change::Name { person: person(who), name: name.to_owned() };
    store.write(vec![named(1, "Ada"), named(7, "Eve"), named(8, "Zoë")]).await.unwrap();
    assert_eq!(store.people_without_tables(1).await.unwrap().len(), 1);
    let mut nobody = store.people_without_tables(9).await.unwrap();
    nobody.sort();
    assert_eq!(nobody, [person(7), person(8)]);
    store.write(one(opening(9, 8, 45))).await.unwrap();
    let gone = [1, 7, 8].map(|who| Change::ForgetPerson { person: person(who) });
    store.write(gone.to_vec()).await.unwrap();
    let names = [store.name_of(person(1)), store.name_of(person(7)), store.name_of(person(8))];
    let names = futures_util::future::try_join_all(names).await.unwrap();
    assert_eq!(names, [Some("Ada".to_owned()), None, Some("Zoë".to_owned())], "one has sat down since");
    store.write(forget(9, 45)).await.unwrap();
    // Nothing of it is in the way of another with the same id.
    store.write(one(opening(3, 1, 50))).await.unwrap();
    assert_eq!(store.read(table(3)).await.unwrap().unwrap().entries, [event(0)]);
}

async fn ids_left(store: &Arc<dyn Store>) -> Vec<u8> {
    store.survey(None, 100).await.unwrap().iter().map(|found| found.id.bytes()[0]).collect()
}

async fn generations_differ(kept: Kept) {
    let generation = kept.store.generation();
    assert!(generation < 1 << 53);
    assert_ne!(Kept::in_a_file().await.store.generation(), generation);
    assert_eq!(kept.restarted().await.store.generation(), generation);
}

async fn many_who_append_the_same_event_are_one(kept: Kept) {
    kept.store.write(one(opening(1, 1, 10))).await.unwrap();
    for sequence in 1..20 {
        let mut tasks = tokio::task::JoinSet::new();
        for writer in 0..8_u8 {
            let store = Arc::clone(&kept.store);
            // Others write at other tables meanwhile, and are spoilt by nothing.
            let change = if writer == 7 {
                opening(20 + sequence as u8, 1, 10)
            } else {
                appending(1, sequence..sequence + 1, 10)
            };
            tasks.spawn(async move { (writer, store.write(one(change)).await) });
        }
        let outcomes = tasks.join_all().await;
        let written = outcomes.iter().filter(|(writer, outcome)| *writer != 7 && outcome.is_ok()).count();
        assert_eq!(written, 1, "{outcomes:?}");
        assert!(outcomes.iter().all(|(writer, outcome)| *writer != 7 || outcome.is_ok()), "{outcomes:?}");
    }
    assert_eq!(
        kept.store.read(table(1)).await.unwrap().unwrap().entries,
        (0..20).map(event).collect::<Vec<_>>()
    );
}

/// A change at random, more often one that follows than not.
fn random_change(rng: &mut Rng, lengths: &mut [u64], now: UnixMillis) -> Change {
    let id = rng.u8(..8);
    let known = &mut lengths[usize::from(id)];
    let who = rng.u8(..4);
    match rng.u8(..10) {
        0 => Change::Seen { table: table(id), at: now },
        1 => Change::Name { person: person(who), name: format!("{now}") },
        kind => {
            let first = if rng.u8(..6) == 0 { rng.u64(..=*known + 1) } else { *known };
            // Now and then enough to be packed.
            let count = if rng.u8(..6) == 0 { rng.u64(..500) } else { rng.u64(..5) };
            let is_opening = (*known == 0) != (rng.u8(..8) == 0);
            *known = first + count;
            let mut change = TableChange {
                id: table(id),
                deadline: rng.bool().then_some(now + rng.i64(..50)),
                to_act: [None, Some(Seat::Host), Some(Seat::Guest)][rng.usize(..3)],
                sketch: [None, Some(format!("board at {now}"))][rng.usize(..2)].clone(),
                updated: (count > 0).then_some(now),
                ..appending(id, first..first + count, now)
            };
            if is_opening {
                change.opening =
                    Some(Opening { kind: Kind::SameScreen, is_public: rng.bool(), seed: None, opened: now });
            }
            if is_opening || kind < 5 {
                let guest = rng.bool().then(|| rng.u8(..4));
                change.listing = Some(Listing { is_open: rng.u8(..4) > 0, ..listing(who, guest) });
            }
            Change::Table(Box::new(change))
        }
    }
}

/// What a store answers to everything that can be asked about a few tables and people.
async fn everything(store: &Arc<dyn Store>, now: UnixMillis) -> String {
    let mut answers = Vec::new();
    for id in 0..8 {
        answers.push(format!("{:?}", store.read(table(id)).await.unwrap()));
        answers.push(format!("{:?}", store.preview(table(id)).await.unwrap()));
        let read = store.read(table(id)).await.unwrap();
        assert_eq!(store.length(table(id)).await.unwrap(), read.map_or(0, |rows| rows.entries.len() as u64));
    }
    for who in 0..4 {
        answers.push(format!("{:?}", store.name_of(person(who)).await.unwrap()));
        answers.push(format!("{:?}", store.tables_of(person(who), 50).await.unwrap()));
    }
    answers.push(format!("{:?}", store.public_tables(now - 40, 50).await.unwrap()));
    let mut due = store.due_tables(now, 50).await.unwrap();
    due.sort();
    answers.push(format!("{due:?}"));
    answers.join("\n")
}

#[tokio::test]
async fn both_stores_answer_the_same_whatever_is_written() {
    for seed in 0..6 {
        let (memory, file) = (Kept::in_memory(), Kept::in_a_file().await);
        let mut rng = Rng::with_seed(seed);
        let mut lengths = [0; 8];
        for now in 0..60 {
            // Moments differ, so that there is one order.
            let now = 10 * now + 1;
            for (id, length) in (0..).zip(&mut lengths) {
                let rows = memory.store.read(table(id)).await.unwrap();
                *length = rows.map_or(0, |rows| rows.entries.len() as u64);
            }
            let count = rng.usize(1..4);
            let changes: Vec<Change> =
                (0..count).map(|more| random_change(&mut rng, &mut lengths, now + more as i64)).collect();
            let outcomes = if rng.u8(..4) == 0 {
                let allowance = allowance(rng.u8(..4), 3, 0);
                [
                    format!("{:?}", memory.store.open_table(changes.clone(), allowance).await),
                    format!("{:?}", file.store.open_table(changes.clone(), allowance).await),
                ]
            } else {
                [
                    format!("{:?}", memory.store.write(changes.clone()).await),
                    format!("{:?}", file.store.write(changes.clone()).await),
                ]
            };
            assert_eq!(outcomes[0], outcomes[1], "{seed}: {changes:?}");
            let (left, right) = (everything(&memory.store, now).await, everything(&file.store, now).await);
            assert_eq!(left, right, "{seed}: {changes:?}");
        }
    }
}
