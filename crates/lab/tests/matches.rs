//! Matches as the program that starts one sees them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must panic")]

use std::ops::ControlFlow;
use std::sync::Arc;

use tablen_engine::{Level, Stop};
use tablen_lab::drawn_rules::DrawnRules;
use tablen_lab::matches::{End, Fault, Game, News, Played, Settings, run};
use tablen_lab::openings::{Book, Openings};
use tablen_lab::players::Player;
use tablen_lab::records;
use tablen_lab::statistics::{Points, Sprt, Verdict};
use tablen_table::{Colour, EndReason, Entry, Event, Phase, Ruleset, Table, record};

fn settings(preset: &str, levels: [u8; 2], pairs: u64) -> Settings {
    let players = levels.map(|number| Player::Level(Level::new(number).unwrap()));
    Settings { pairs, seed: 7, ..Settings::new(Ruleset::from_preset(preset).unwrap(), players) }
}

fn play(settings: &Settings, threads: usize) -> (Played, Vec<Game>) {
    let mut games = Vec::new();
    let played = run(settings, threads, &Stop::new(), |news, _| {
        if let News::Counted(game) = news {
            games.push(game.clone());
        }
        ControlFlow::Continue(())
    });
    (played.unwrap(), games)
}

fn sprt(hypotheses: &str) -> Option<Sprt> {
    Some(Sprt { hypotheses: hypotheses.parse().unwrap(), alpha: 0.05, beta: 0.05 })
}

/// Everything but how long it took.
fn results(games: &[Game]) -> Vec<(u64, Table)> {
    games.iter().map(|game| (game.number, game.table.clone())).collect()
}

#[test]
fn threads_change_nothing() {
    for settings in [
        settings("brandubh", [2, 1], 6),
        Settings { sprt: sprt("0.4,0.5"), ..settings("tavli", [3, 1], 60) },
        Settings { longest: 9, ..settings("hnefatafl", [1, 1], 4) },
    ] {
        let (one, games) = play(&settings, 1);
        assert_eq!(games.len() as u64, one.tally.games().len());
        for threads in [2, 3] {
            let (played, again) = play(&settings, threads);
            assert_eq!((played.end, played.tally.pairs()), (one.end, one.tally.pairs()));
            assert_eq!(played.tally.ends(), one.tally.ends());
            assert!(results(&again) == results(&games), "{threads} threads play other games");
        }
        let (_, others) = play(&Settings { seed: 8, ..settings.clone() }, 2);
        assert!(results(&others) != results(&games));
    }
}

#[test]
fn pairs_share_the_options_that_are_drawn_for_them() {
    for preset in ["tablut", "alea", "tavli"] {
        let drawn =
            Settings { drawn_rules: DrawnRules::AllOptions, longest: 12, ..settings(preset, [1, 1], 6) };
        let (_, games) = play(&drawn, 2);
        let rules: Vec<String> =
            games.iter().map(|game| game.table.state().spec().ruleset.to_string()).collect();
        assert!(rules.chunks(2).all(|pair| pair[0] == pair[1]), "{rules:?}");
        let different: std::collections::HashSet<&String> = rules.iter().collect();
        assert!(different.len() >= 5, "{different:?}");
    }
}

fn throws(game: &Game) -> Vec<Event> {
    let is_throw = |event: &Event| matches!(event, Event::RolledOff { .. } | Event::Rolled { .. });
    let without_seat = |event: Event| match event {
        Event::Rolled { roll, .. } => Event::Rolled { seat: tablen_table::Seat::Host, roll },
        other => other,
    };
    let events = game.table.log().iter().map(|entry| entry.event.clone());
    events.filter(is_throw).map(without_seat).collect()
}

#[test]
fn pairs_exchange_sides_and_share_their_dice() {
    let rolled_off = Ruleset::Tavli("first:roll-off".parse().unwrap());
    for ruleset in [Ruleset::from_preset("tavli").unwrap(), rolled_off] {
        let (_, games) = play(&Settings { ruleset, ..settings("tavli", [2, 1], 4) }, 2);
        for pair in games.chunks(2) {
            assert_eq!(
                [0, 1].map(|place| pair[place].first_player_plays()),
                [Colour::Light, Colour::Dark],
                "the first player is light, then dark"
            );
            let (one, other) = (throws(&pair[0]), throws(&pair[1]));
            let common = one.len().min(other.len());
            assert!(common > 10 && one[..common] == other[..common]);
        }
        assert!(throws(&games[0])[..10] != throws(&games[2])[..10], "every pair has dice of its own");
    }
}

fn moves(game: &Game) -> Vec<String> {
    let moved = |entry: &Entry| match entry.event {
        Event::Moved { mv, .. } => Some(mv.to_string()),
        _ => None,
    };
    game.table.log().iter().filter_map(moved).collect()
}

#[test]
fn pairs_share_their_openings_and_no_opening_ends_a_game() {
    // In Tablut the lot decides who begins (T3): it is the same lot in both games.
    for preset in ["tablut", "brandubh"] {
        let (played, games) =
            play(&Settings { openings: Openings::Random(5), longest: 30, ..settings(preset, [1, 1], 8) }, 2);
        for pair in games.chunks(2) {
            assert_eq!(moves(&pair[0])[..5], moves(&pair[1])[..5]);
            assert!(pair.iter().all(|game| game.turns() > 5));
            let first = |game: &Game| {
                game.table.log().iter().find_map(|entry| match entry.event {
                    Event::RoundBegan { first, .. } => Some(first),
                    _ => None,
                })
            };
            assert_eq!(first(&pair[0]), first(&pair[1]));
        }
        assert_ne!(moves(&games[0])[..5], moves(&games[2])[..5]);
        let thought: u64 = played.tally.thinking().iter().map(|thinking| thinking.turns).sum();
        assert_eq!(thought, played.tally.lengths().sum - 5 * 16, "openings are nobody's thinking");
    }
}

#[test]
fn each_opening_of_a_book_is_played_with_both_sides() {
    let Ruleset::Tafl(rules) = Ruleset::from_preset("tablut").unwrap() else { panic!("tablut is tafl") };
    let text = "attackers D1-D3 E4-F4\ndefenders E4-F4\nattackers D1-D2\ndefenders E3-D3 D1-D2 D3-E3";
    let book = Arc::new(Book::read(text, &rules).unwrap());
    let book_of = |seed, pairs| Settings {
        openings: Openings::Book(Arc::clone(&book)),
        longest: 8,
        seed,
        ..settings("tablut", [1, 1], pairs)
    };
    let (_, games) = play(&book_of(1, 4), 2);
    let mut begun = Vec::new();
    for pair in games.chunks(2) {
        let opening = book.openings().iter().find(|opening| {
            let wanted: Vec<String> = opening.moves.iter().map(ToString::to_string).collect();
            pair.iter().all(|game| moves(game).starts_with(&wanted))
        });
        begun.push(opening.unwrap().to_string());
        assert_eq!(pair[0].first_player_plays().other(), pair[1].first_player_plays());
    }
    let (_, others) = play(&book_of(2, 4), 2);
    assert!(results(&others) != results(&games), "every seed has its own order");
    begun.sort();
    let mut all: Vec<String> = book.openings().iter().map(ToString::to_string).collect();
    all.sort();
    assert_eq!(begun, all, "none twice");
    let refused = run(&book_of(1, 5), 1, &Stop::new(), |_, _| ControlFlow::Continue(()));
    assert_eq!(refused.unwrap_err(), Fault::ShortBook { openings: 4, pairs: 5 });
}

#[test]
fn games_that_become_too_long_are_drawn() {
    let (played, games) =
        play(&Settings { longest: 6, openings: Openings::Random(2), ..settings("alea", [1, 1], 1) }, 2);
    assert_eq!(played.tally.ends(), [(None, EndReason::Agreed, 2)]);
    assert!(games.iter().all(|game| game.turns() == 6 && game.points() == Points::Draw));
    assert_eq!(played.tally.pairs().counts(), [0, 0, 1, 0, 0]);
}

#[test]
fn records_replay_to_the_same_results() {
    let mut file = Vec::new();
    let mut games = Vec::new();
    for settings in [settings("tavli", [2, 1], 2), Settings { longest: 40, ..settings("ashton", [2, 1], 2) }]
    {
        games.extend(play(&settings, 2).1);
    }
    for game in &games {
        records::append(&mut file, &game.table).unwrap();
    }
    let read = record::read_all(&file);
    assert_eq!(read.len(), games.len());
    for (read, game) in read.into_iter().zip(&games) {
        assert_eq!(read.error, None);
        let table = read.record.table().unwrap();
        assert_eq!(table, game.table);
        assert!(matches!(table.state().phase(), Phase::Over { .. }));
    }
}

#[test]
fn the_tally_adds_up() {
    let (played, games) = play(&Settings { longest: 60, ..settings("brandubh", [2, 1], 5) }, 2);
    let tally = &played.tally;
    assert_eq!(played.end, End::Complete);
    for points in [Points::Win, Points::Draw, Points::Loss] {
        let counted = games.iter().filter(|game| game.points() == points).count() as u64;
        assert_eq!(tally.games().count(points), counted);
    }
    assert_eq!(tally.ends().iter().map(|(_, _, count)| count).sum::<u64>(), 10);
    assert_eq!([Colour::Dark, Colour::Light].map(|colour| tally.games_as(colour).len()), [5, 5]);
    let turns: Vec<u64> = games.iter().map(Game::turns).collect();
    let lengths = tally.lengths();
    assert_eq!(
        (lengths.sum, Some(&lengths.least), Some(&lengths.most)),
        (turns.iter().sum(), turns.iter().min(), turns.iter().max())
    );
}

#[test]
fn a_lopsided_match_is_decided_early_and_an_even_one_goes_on() {
    let lopsided = Settings { sprt: sprt("0.5,0.6"), ..settings("tavli", [4, 1], 500) };
    let (played, _) = play(&lopsided, 2);
    assert_eq!(played.end, End::Decided);
    assert!(played.tally.pairs().len() < 60, "{:?}", played.tally.pairs());
    assert_eq!(lopsided.sprt.unwrap().verdict(played.tally.pairs()), Some(Verdict::Higher));

    // A question so fine that so few games cannot answer it.
    let even = Settings { sprt: sprt("0.495,0.505"), ..settings("tavli", [1, 1], 40) };
    let (played, _) = play(&even, 2);
    assert_eq!((played.end, played.tally.pairs().len()), (End::Complete, 40));
}

/// The strongest evaluation of each family is told from the weakest: what a net has to show before it replaces another.
#[test]
fn two_evaluations_are_compared() {
    for (preset, players, openings) in [
        ("brandubh", "engine:tafl:depth=2,engine:tafl:depth=2,eval=material", 2),
        ("tavli", "engine:tavli:depth=1,engine:tavli:depth=1,eval=pips", 0),
    ] {
        let players = tablen_lab::players::two(players).unwrap();
        let settings = Settings {
            pairs: 400,
            openings: Openings::Random(openings),
            longest: 200,
            sprt: sprt("0.5,0.6"),
            ..Settings::new(Ruleset::from_preset(preset).unwrap(), players)
        };
        let (played, _) = play(&settings, 2);
        assert_eq!(played.end, End::Decided, "{preset}: {:?}", played.tally.pairs());
        let verdict = settings.sprt.unwrap().verdict(played.tally.pairs());
        assert_eq!(verdict, Some(Verdict::Higher), "{preset}: {:?}", played.tally.pairs());
    }
}

#[test]
fn an_engine_for_another_game_does_not_play() {
    let players = tablen_lab::players::two("level:1,engine:tavli:eval=pips").unwrap();
    let settings = Settings::new(Ruleset::from_preset("brandubh").unwrap(), players);
    let played = run(&settings, 1, &Stop::new(), |_, _| ControlFlow::Continue(()));
    assert_eq!(played.unwrap_err(), Fault::OtherGame("engine:tavli:eval=pips".to_owned()));
}

#[test]
fn a_match_can_be_ended_by_what_watches_it() {
    let settings = settings("tavli", [1, 1], 1_000_000);
    let stop = Stop::new();
    let played = run(&settings, 2, &stop, |news, _| {
        if matches!(news, News::Counted(game) if game.number == 3) {
            stop.stop();
        }
        ControlFlow::Continue(())
    });
    let played = played.unwrap();
    assert_eq!((played.end, played.tally.pairs().len()), (End::Interrupted, 2));
    let played = run(&settings, 2, &Stop::new(), |_, tally| match tally.pairs().len() {
        3.. => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert_eq!(played.unwrap().end, End::Interrupted);
}

#[test]
fn the_ladder_has_a_step_below_every_level_but_the_lowest() {
    let steps: Vec<[Player; 2]> = Player::ladder().collect();
    assert_eq!(steps.len() + 1, Level::all().count());
    assert_eq!(steps[0].each_ref().map(|player| player.to_string()), ["level:2", "level:1"]);
    assert_eq!(steps.last().unwrap()[0], Player::Level(Level::STRONGEST));
}
