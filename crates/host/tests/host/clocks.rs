//! Clocks of a host: time belongs to nobody while nothing can be stored, while something is, and while nobody hosts the table.

use std::time::Duration;

use tablen_host::messages::{ClientMessage, Do};
use tablen_host::{Absence, ConnectionId, Ending, Input, QueryId, open};
use tablen_rules::words::Explain;
use tablen_table::view::Board;
use tablen_table::{BySeat, Command, Event, Occupant, Request, Seat};

use crate::driver::{Driver, SECOND, named, opening, person};

#[test]
fn time_in_which_nobody_hosted_the_table_costs_nobody_anything() {
    let timed = |guest: Occupant| {
        let mut opening = opening("brandubh", BySeat { host: named("Ada"), guest }, 3);
        opening.spec.control = "60+0".parse().unwrap();
        opening.spec.host_plays = None;
        open(opening).unwrap()
    };
    let absence = Absence { from: 10 * SECOND, until: 1_030 * SECOND };
    let mut driver = Driver::after(timed(named("Bo")), &[absence], 1_010 * SECOND);
    driver.come_to_rest();
    assert!(driver.host.table().state().clock().is_paused());
    assert!(driver.host.idle_since().is_none(), "the clock has to be started again");
    // A player who is not to move does not end the grace; the one who is does.
    let to_act = driver.host.table().state().to_act().unwrap();
    driver.connect(person(1 + to_act.other() as u8), None);
    assert!(driver.host.table().state().clock().is_paused());
    driver.now += SECOND;
    driver.connect(person(1 + to_act as u8), None);
    driver.come_to_rest();
    assert_eq!(driver.host.table().state().clock().running(), Some(to_act));
    let left = driver.host.table().state().clock().remaining(to_act, driver.now).time;
    assert_eq!(left, 50 * SECOND);
    // Without anybody it goes on when the grace is over, and then the time runs out.
    let mut driver = Driver::after(timed(named("Bo")), &[absence], 1_010 * SECOND);
    driver.come_to_rest();
    driver.pass(21 * SECOND);
    driver.come_to_rest();
    assert!(!driver.host.table().state().clock().is_paused());
    // A move that was played in time may still be on the line.
    driver.pass(51 * SECOND);
    driver.come_to_rest();
    assert!(!driver.host.table().state().is_over());
    driver.pass(SECOND);
    driver.come_to_rest();
    assert!(driver.host.table().state().is_over());
}

/// Two who play with a minute each, the one to move first.
fn a_minute_each() -> (Driver, [ConnectionId; 2]) {
    let mut opening = opening("brandubh", BySeat { host: named("Ada"), guest: named("Bo") }, 3);
    opening.spec.control = "60+0".parse().unwrap();
    let mut driver = Driver::new(open(opening).unwrap());
    let [ada, bo] = [1, 2].map(|number| driver.connect(person(number), None));
    let is_host = driver.host.table().state().to_act() == Some(Seat::Host);
    (driver, if is_host { [ada, bo] } else { [bo, ada] })
}

impl Driver {
    fn moves(&mut self, connection: ConnectionId, key: u64) {
        let view = self.clients[&connection].view.clone().unwrap();
        let Some(Board::Tafl(board)) = &view.board else { panic!("tafl has its board") };
        let (from, targets) = board.targets.first_key_value().expect("it is their turn");
        let mv = format!("{from}-{}", targets[0].to).parse().unwrap();
        let request =
            Request { command: Command::Move { mv }, key: Some(key), expected: Some(view.next), spent: None };
        self.give(Input::Message(connection, ClientMessage::Do(Do { seat: None, request })));
    }

    fn left(&self, seat: Seat) -> Duration {
        self.host.table().state().clock().remaining(seat, self.now).time
    }

    /// What a client saw last of somebody's time.
    fn shown(&self, client: ConnectionId, seat: Seat) -> Duration {
        self.clients[&client].view.as_ref().unwrap().clock.as_ref().unwrap().left[seat].time
    }

    fn paused(&self) -> usize {
        self.disk.iter().filter(|entry| entry.event == Event::Paused).count()
    }
}

#[test]
fn a_write_that_takes_long_costs_nobody_anything() {
    let (mut driver, [first, second]) = a_minute_each();
    let to_act = driver.host.table().state().to_act().unwrap();
    driver.pass(10 * SECOND);
    driver.moves(first, 1);
    // Everybody hears that something is wrong, and pings are answered.
    driver.pass(2 * SECOND);
    assert_eq!(
        (&*driver.clients[&first].health, &*driver.clients[&second].health),
        (&[false][..], &[false][..])
    );
    driver.pass(10 * SECOND);
    driver.store();
    assert_eq!(driver.shown(second, to_act.other()), 60 * SECOND, "time stood still");
    driver.store();
    assert!(driver.writing.is_none());
    assert_eq!(
        (driver.paused(), driver.left(to_act), driver.left(to_act.other())),
        (1, 50 * SECOND, 60 * SECOND)
    );
    assert_eq!(driver.shown(second, to_act.other()), 60 * SECOND);
    assert_eq!(driver.clients[&second].health, [false, true]);
    // From now on it runs.
    driver.pass(5 * SECOND);
    assert_eq!(driver.left(to_act.other()), 55 * SECOND);
    // What is stored as quickly as usual leaves no trace.
    driver.moves(second, 2);
    driver.pass(SECOND / 100);
    driver.store();
    assert_eq!((driver.paused(), driver.writing.is_some()), (1, false));
    driver.everybody_knows_everything();
}

#[test]
fn a_pause_that_takes_long_to_store_is_made_up_for_without_end() {
    let (mut driver, [first, _]) = a_minute_each();
    let other = driver.host.table().state().to_act().unwrap().other();
    driver.moves(first, 1);
    // The disk takes five seconds for everything.
    for _ in 0..4 {
        driver.pass(5 * SECOND);
        driver.store();
        driver.pass(SECOND);
        driver.pass(2 * SECOND);
    }
    driver.store();
    driver.come_to_rest();
    assert!(driver.left(other) >= 59 * SECOND, "{:?}", driver.left(other));
    assert!(driver.paused() <= 5);
}

#[test]
fn a_disk_that_is_full_for_longer_than_the_clock_costs_nobody_anything() {
    let (mut driver, [first, second]) = a_minute_each();
    let to_act = driver.host.table().state().to_act().unwrap();
    driver.pass(10 * SECOND);
    driver.moves(first, 1);
    driver.fail_to_store();
    assert_eq!(driver.clients[&first].refusals, [(Some(1), "server.refusal.not-stored".to_owned())]);
    assert!(driver.clients[&first].done.is_empty());
    // Nothing is tried again before the driver says that it may work.
    driver.moves(first, 2);
    assert!(driver.writing.is_none());
    for _ in 0..75 {
        driver.pass(SECOND);
        driver.give(Input::Time);
        assert!(driver.writing.is_none());
    }
    // Who comes meanwhile sees the table as it is stored, with the clock as it stood, and hears why.
    let watching = driver.connect(person(9), None);
    assert_eq!(
        driver.shown(watching, to_act),
        51 * SECOND,
        "what could not be noticed sooner is given back, too"
    );
    assert_eq!(driver.clients[&watching].health, [false]);
    driver.give(Input::StoreIsWell);
    driver.store();
    assert_eq!((driver.paused(), driver.left(to_act)), (1, 51 * SECOND));
    assert_eq!(driver.clients[&second].health, [false, true]);
    // The same request, under the same key, is carried out now.
    driver.moves(first, 1);
    driver.store();
    assert_eq!(driver.clients[&first].done, [1]);
    driver.everybody_knows_everything();
}

#[test]
fn while_nothing_can_be_stored_nobody_loses_on_time() {
    let (mut driver, [first, _]) = a_minute_each();
    let to_act = driver.host.table().state().to_act().unwrap();
    driver.pass(58 * SECOND);
    driver.give(Input::StoreIsIll);
    driver.pass(600 * SECOND);
    driver.give(Input::Time);
    assert!(driver.writing.is_none() && !driver.host.table().state().is_over());
    assert!(driver.host.idle_since().is_none(), "the clock has to be started again");
    assert_eq!(driver.host.next_wake(driver.now), None, "nothing is due before it can be stored");
    driver.give(Input::StoreIsWell);
    driver.store();
    assert_eq!(driver.left(to_act), 3 * SECOND);
    driver.moves(first, 1);
    driver.store();
    assert_eq!(driver.clients[&first].done, [1]);
    // To stop while nothing can be stored leaves the clock where it stood.
    driver.give(Input::StoreIsIll);
    driver.pass(30 * SECOND);
    driver.give(Input::Close);
    driver.store();
    assert_eq!(driver.end, Some(Ending::Closed));
    assert_eq!(driver.left(to_act.other()), 60 * SECOND);
}

/// Nothing can be stored, nobody has noticed yet, and meanwhile somebody's time seems to be up.
#[test]
fn nobody_loses_on_time_before_something_was_stored_since() {
    for moves_meanwhile in [false, true] {
        let (mut driver, [first, _]) = a_minute_each();
        let to_act = driver.host.table().state().to_act().unwrap();
        driver.well_until = Some(55 * SECOND);
        driver.pass(58 * SECOND);
        if moves_meanwhile {
            // Just too late, if the disk were well.
            driver.pass(SECOND * 5 / 2);
            driver.moves(first, 1);
        } else {
            driver.pass(4 * SECOND);
        }
        let probe = driver.writing.as_ref().expect("it is tried whether something can be stored");
        assert!(probe.is_probe && probe.entries.is_empty());
        driver.pass(7 * SECOND);
        driver.well_until = None;
        driver.store();
        driver.come_to_rest();
        assert!(!driver.host.table().state().is_over());
        assert_eq!((driver.left(to_act), driver.paused()), (5 * SECOND, 1));
        if moves_meanwhile {
            assert_eq!(driver.clients[&first].done, [1]);
        } else {
            driver.moves(first, 1);
            driver.come_to_rest();
            assert_eq!(driver.clients[&first].done, [1]);
        }
        driver.everybody_knows_everything();
    }
}

#[test]
fn who_is_late_on_a_disk_that_is_well_loses_at_once() {
    for moves_late in [false, true] {
        let (mut driver, [first, _]) = a_minute_each();
        driver.pass(SECOND * 121 / 2);
        if moves_late {
            driver.moves(first, 1);
        } else {
            driver.pass(SECOND);
        }
        assert!(driver.writing.as_ref().is_some_and(|probe| probe.is_probe));
        driver.pass(SECOND / 100);
        driver.store();
        driver.come_to_rest();
        assert!(driver.host.table().state().is_over());
        if moves_late {
            let late = (Some(1), "table.refusal.out-of-time".to_owned());
            assert_eq!(driver.clients[&first].refusals, [late]);
        }
    }
    // A disk that has been heard of since need not be tried.
    let (mut driver, _) = a_minute_each();
    driver.pass(60 * SECOND);
    driver.well_until = Some(62 * SECOND);
    driver.pass(2 * SECOND);
    assert!(driver.writing.as_ref().is_some_and(|write| !write.is_probe && !write.entries.is_empty()));
}

#[test]
fn what_a_slow_disk_takes_is_nobodys_time() {
    const TURNS: u32 = 6;
    let quarter = SECOND / 4;
    let (mut driver, [mut mover, mut waiter]) = a_minute_each();
    let mut seat = driver.host.table().state().to_act().unwrap();
    for key in 0..TURNS {
        driver.pass(SECOND);
        driver.moves(mover, key.into());
        driver.pass(quarter);
        driver.store();
        assert_eq!(driver.clients[&mover].done.last(), Some(&key.into()));
        assert!(driver.writing.is_none(), "a pause is stored with what happens next");
        seat = seat.other();
        assert_eq!(driver.shown(waiter, seat), 60 * SECOND - SECOND * (key / 2 + key % 2));
        (mover, waiter) = (waiter, mover);
    }
    assert_eq!(driver.paused(), TURNS as usize - 1);
    driver.everybody_knows_everything();
    // Nobody loses by it either.
    let left = driver.shown(mover, seat);
    driver.pass(left + SECOND / 10);
    assert!(!driver.host.table().state().is_over());
    driver.pass(4 * SECOND);
    driver.come_to_rest();
    assert!(driver.host.table().state().is_over());
}

/// The pause that would have said so was in the write that failed.
#[test]
fn what_a_slow_disk_took_is_nobodys_time_though_the_next_write_fails() {
    for is_full in [true, false] {
        let (mut driver, [first, second]) = a_minute_each();
        let other = driver.host.table().state().to_act().unwrap().other();
        driver.moves(first, 1);
        driver.pass(SECOND * 9 / 10);
        driver.store();
        driver.pass(5 * SECOND);
        driver.well_until = Some(driver.now);
        driver.moves(second, 2);
        if is_full {
            driver.fail_to_store();
            driver.pass(20 * SECOND);
            driver.give(Input::StoreIsWell);
        } else {
            let write = driver.writing.take().unwrap();
            driver.give(Input::StoreDeclined(write.id, Explain::message(&<tablen_table::Refusal>::Over)));
        }
        assert_eq!(driver.clients[&second].refusals.len(), 1);
        driver.moves(second, 3);
        driver.come_to_rest();
        assert_eq!(driver.clients[&second].done, [3]);
        assert_eq!(driver.left(other), 55 * SECOND);
        driver.everybody_knows_everything();
    }
}

#[test]
fn a_write_that_does_not_fit_what_is_stored_ends_the_host() {
    let (mut driver, [first, _]) = a_minute_each();
    driver.moves(first, 1);
    let write = driver.writing.take().unwrap();
    driver.give(Input::StoreRefused(write.id));
    assert_eq!(driver.end, Some(Ending::NotStored));
    assert!(driver.clients[&first].done.is_empty());
}

#[test]
fn the_line_between_a_player_and_the_table_costs_no_time() {
    let (mut driver, [first, second]) = a_minute_each();
    let to_act = driver.host.table().state().to_act().unwrap();
    let moves = |driver: &mut Driver, connection, spent: u64| {
        let view = driver.clients[&connection].view.clone().unwrap();
        let Some(Board::Tafl(board)) = &view.board else { panic!("tafl has its board") };
        let (from, targets) = board.targets.first_key_value().expect("it is their turn");
        let command = Command::Move { mv: format!("{from}-{}", targets[0].to).parse().unwrap() };
        let spent = Some(Duration::from_millis(spent));
        let request = Request { command, key: None, expected: Some(view.next), spent };
        driver.give(Input::Message(connection, ClientMessage::Do(Do { seat: None, request })));
        driver.come_to_rest();
    };
    // Ten seconds have passed here, nine and a half before their eyes.
    driver.pass(10 * SECOND);
    moves(&mut driver, first, 9_500);
    assert_eq!(driver.left(to_act), Duration::from_millis(50_500));
    assert_eq!(driver.shown(second, to_act), Duration::from_millis(50_500));
    // One who says that they have spent nothing gets no more than the allowance.
    driver.pass(10 * SECOND);
    moves(&mut driver, second, 0);
    assert_eq!(driver.left(to_act.other()), 51 * SECOND);
    // A move that was played in time may come a little later.
    driver.pass(Duration::from_millis(50_900));
    assert!(driver.writing.is_none() && driver.left(to_act).is_zero());
    moves(&mut driver, first, 50_200);
    assert_eq!(driver.left(to_act), Duration::from_millis(300));
    driver.everybody_knows_everything();
}

#[test]
fn who_looks_after_a_crash_has_found_the_table() {
    let mut opening = opening("brandubh", BySeat { host: named("Ada"), guest: named("Bo") }, 3);
    opening.spec.control = "60+0".parse().unwrap();
    let absence = Absence { from: 10 * SECOND, until: 1_030 * SECOND };
    let mut driver = Driver::after(open(opening).unwrap(), &[absence], 1_010 * SECOND);
    driver.come_to_rest();
    let to_act = driver.host.table().state().to_act().unwrap();
    let is_paused = |driver: &Driver| driver.host.table().state().clock().is_paused();
    driver.give(Input::Look { query: QueryId(1), person: None });
    driver.give(Input::Look { query: QueryId(2), person: Some(person(1 + to_act.other() as u8)) });
    assert!(is_paused(&driver));
    driver.give(Input::Look { query: QueryId(3), person: Some(person(1 + to_act as u8)) });
    assert!(!is_paused(&driver), "who is to move does not think for nothing");
    driver.come_to_rest();
    assert_eq!(driver.looks.len(), 3);
}
