//! What viewers see, and what they can do.

use std::time::Duration;

use serde_json::{Value, json};
use tablen_engine::{Level, Stop};
use tablen_table::dice::Source;
use tablen_table::view::{Ask, Board, View, Viewer, lines};
use tablen_table::{
    BySeat, Colour, Command, Computer, Form, GameRound, Occupant, Ruleset, Seat, Spec, StepChoice, Table,
};

const NOW: Duration = Duration::ZERO;

fn table(preset: &str) -> (Table, Source) {
    let person = |name: &str| Occupant::Person(name.to_owned());
    let spec = Spec {
        host_plays: Some(Colour::Light),
        occupants: BySeat { host: person("Ada"), guest: person("Bo") },
        ..Spec::new(Ruleset::from_preset(preset).unwrap())
    };
    let mut dice = Source::Seeded(3);
    (Table::open(spec, None, NOW, &mut dice).unwrap(), dice)
}

fn seen(table: &Table, viewer: Viewer) -> View {
    View::new(table.state(), table.log().len() as u64, viewer, NOW)
}

const VIEWERS: [Viewer; 4] =
    [Viewer::Spectator, Viewer::At(Seat::Host), Viewer::At(Seat::Guest), Viewer::Both];

/// The commands that an ask of a view stands for, with the particulars that the view offers.
fn commands(view: &View, ask: Ask) -> Vec<Command> {
    match (ask, &view.board) {
        (Ask::Move, Some(Board::Tafl(board))) => {
            let to = |(from, targets): (&_, &Vec<_>)| {
                let from = *from;
                let commands = targets.iter().map(move |target: &tablen_table::view::Target| {
                    tablen_rules::tafl::Move::new(from, target.to)
                });
                commands.map(|mv| Command::Move { mv }).collect::<Vec<_>>()
            };
            board.targets.iter().flat_map(to).collect()
        }
        (Ask::Step, Some(Board::Tavli(board))) => board
            .next
            .iter()
            .map(|step| Command::Step(StepChoice { from: step.from, die: step.die }))
            .collect(),
        _ => vec![serde_json::from_value(json!({ "command": ask })).unwrap()],
    }
}

/// Everything a view offers is accepted, and what it does not offer to a viewer is refused.
#[test]
fn what_a_view_offers_is_what_can_be_done() {
    let plain = [
        "leave",
        "roll",
        "undo-step",
        "confirm",
        "resign",
        "offer-draw",
        "accept-draw",
        "decline-draw",
        "ask-takeback",
        "grant-takeback",
        "refuse-takeback",
        "abort",
        "offer-rematch",
        "accept-rematch",
        "decline-rematch",
    ];
    for (preset, seed) in [("tavli", 1), ("tablut", 2), ("brandubh", 3), ("tavli", 4), ("ashton", 5)] {
        let (mut table, mut dice) = table(preset);
        let mut rng = fastrand::Rng::with_seed(seed);
        for _ in 0..250 {
            for seat in Seat::ALL {
                let view = seen(&table, Viewer::At(seat));
                for ask in &view.may {
                    for command in commands(&view, *ask) {
                        let tried = table
                            .clone()
                            .apply(seat, command.clone(), NOW, &mut dice.clone())
                            .map(<[_]>::len);
                        assert!(tried.is_ok(), "{preset}: {command:?} is offered: {tried:?}");
                    }
                }
                for name in plain {
                    let is_offered =
                        serde_json::to_value(&view.may).unwrap().as_array().unwrap().contains(&json!(name));
                    let command: Command = serde_json::from_value(json!({ "command": name })).unwrap();
                    let is_done = table.clone().apply(seat, command, NOW, &mut dice.clone()).is_ok();
                    // Offering a rematch that has been offered accepts it; the view speaks of accepting.
                    let is_by_another_name =
                        name == "offer-rematch" && view.may.contains(&Ask::AcceptRematch);
                    assert!(
                        is_offered == is_done || is_by_another_name,
                        "{preset}: {name} {is_offered} {is_done}"
                    );
                }
            }
            let seat = *rng.choice(&Seat::ALL).unwrap();
            let view = seen(&table, Viewer::At(seat));
            // Half of the games may end early by resignation and the like.
            let is_wild = seed % 2 == 1;
            let ends = |ask: &Ask| matches!(ask, Ask::Resign | Ask::Abort | Ask::AcceptDraw | Ask::Leave);
            let asks: Vec<Ask> = view.may.iter().copied().filter(|ask| is_wild || !ends(ask)).collect();
            let Some(ask) = rng.choice(asks) else { continue };
            let command = rng.choice(commands(&view, ask)).unwrap();
            table.apply(seat, command, NOW, &mut dice).unwrap();
        }
    }
}

#[test]
fn a_spectator_gets_no_more_than_the_players() {
    fn is_within(less: &Value, more: &Value) -> bool {
        match (less, more) {
            (Value::Object(less), Value::Object(more)) => {
                less.iter().all(|(key, value)| more.get(key).is_some_and(|other| is_within(value, other)))
            }
            (Value::Array(less), Value::Array(more)) => {
                less.iter().all(|value| more.iter().any(|other| is_within(value, other)))
            }
            (Value::Null, _) => true,
            _ => less == more,
        }
    }
    for preset in ["tavli", "alea"] {
        let (mut table, mut dice) = table(preset);
        let mut player = Computer::new(Level::WEAKEST, 5);
        for _ in 0..60 {
            let Some(seat) = table.state().to_act() else { break };
            let views = VIEWERS.map(|viewer| {
                let mut view = serde_json::to_value(seen(&table, viewer)).unwrap();
                view.as_object_mut().unwrap().remove("viewer");
                view
            });
            for seen_by_player in &views[1..] {
                assert!(is_within(&views[0], seen_by_player), "{preset}: {} {seen_by_player}", views[0]);
            }
            // A side that is not to act is offered nothing to move.
            let waiting = seen(&table, Viewer::At(seat.other()));
            assert!(!waiting.may.iter().any(|ask| matches!(ask, Ask::Move | Ask::Roll | Ask::Step)));
            let command = player.command(table.state(), seat, &Stop::new()).unwrap();
            table.apply(seat, command, NOW, &mut dice).unwrap();
        }
    }
}

#[test]
fn z7_dice_say_how_often_they_can_still_be_played() {
    let (mut table, _) = table("tavli");
    let mut dice =
        Source::Scripted([4, 1, 4].map(|pips| tablen_rules::tavli::Die::new(pips).unwrap()).into());
    table.apply(Seat::Host, Command::Roll, NOW, &mut dice).unwrap();
    let faces = |table: &Table| match seen(table, Viewer::At(Seat::Host)).board {
        Some(Board::Tavli(board)) => board
            .faces
            .iter()
            .map(|face| (face.die.pips(), face.counts, face.left, face.playable, face.now))
            .collect::<Vec<_>>(),
        _ => panic!("no board of tavli"),
    };
    // Z6: a pair counts twice as often.
    assert_eq!(faces(&table), [(1, 1, 1, 1, true), (4, 4, 4, 4, true)]);
    let step = json!({ "command": "step", "from": "hand", "die": "4" });
    table.apply(Seat::Host, serde_json::from_value::<Command>(step).unwrap(), NOW, &mut dice).unwrap();
    assert_eq!(faces(&table), [(1, 1, 1, 1, true), (4, 4, 3, 3, true)]);
}

#[test]
fn lines_tell_every_turn_and_the_board_after_it() {
    for preset in ["tavli", "tablut"] {
        let (mut table, mut dice) = table(preset);
        let mut players = BySeat::from_fn(|seat| Computer::new(Level::WEAKEST, seat as u64));
        while let Some(seat) = table.state().to_act() {
            let command = players[seat].command(table.state(), seat, &Stop::new()).unwrap();
            table.apply(seat, command, NOW, &mut dice).unwrap();
        }
        let told = lines(table.state(), 1, 1);
        assert_eq!(told.len(), table.state().last_round().unwrap().turns());
        assert_eq!(lines(table.state(), 1, told.len()), told[told.len() - 1..]);
        assert!(lines(table.state(), 2, 1).is_empty() && lines(table.state(), 9, 1).is_empty());
        let last = serde_json::to_value(told.last().unwrap()).unwrap();
        let board = serde_json::to_value(seen(&table, Viewer::Spectator).board).unwrap();
        for part in ["pieces", "white", "black"] {
            assert_eq!(last.get(part), board.get(part), "{preset}");
        }
        assert!(told.windows(2).all(|pair| pair[0].turn + 1 == pair[1].turn && pair[0].seat != pair[1].seat));
    }
}

#[test]
fn lines_tell_what_was_called_out_after_each_turn() {
    let (mut table, mut dice) = table("brandubh");
    let mut rng = fastrand::Rng::with_seed(9);
    let mut called = 0;
    while let Some(seat) = table.state().to_act() {
        let moves = commands(&seen(&table, Viewer::At(seat)), Ask::Move);
        table.apply(seat, moves[rng.usize(..moves.len())].clone(), NOW, &mut dice).unwrap();
        let Some(Board::Tafl(board)) = seen(&table, Viewer::Spectator).board else { panic!("no board") };
        let turn = table.state().last_round().unwrap().turns();
        let line = serde_json::to_value(lines(table.state(), 1, turn).remove(0)).unwrap();
        for (name, now) in [
            ("calls", json!(board.calls)),
            ("routes", json!(board.routes)),
            ("threats", json!(board.threats)),
        ] {
            assert_eq!(line.get(name).unwrap_or(&json!([])), &now, "{name} of {line}");
        }
        called += board.calls.len();
    }
    assert!(called > 0, "something was called out");
}

#[test]
fn a_round_played_by_other_rules_keeps_its_board() {
    let (first, _) = table("tablut");
    let mut spec = first.state().spec().clone();
    spec.form = Form::TwoRounds;
    spec.handicap = Some(Ruleset::from_preset("brandubh").unwrap());
    let mut dice = Source::Seeded(3);
    let mut table = Table::open(spec, None, NOW, &mut dice).unwrap();
    table.apply(Seat::Host, Command::Resign, NOW, &mut dice).unwrap();
    let view = serde_json::to_value(seen(&table, Viewer::Spectator)).unwrap();
    let earlier = &view["rounds"][0]["played_by"];
    assert_eq!((&earlier["preset"], &earlier["board"]["size"]), (&json!("tablut"), &json!(9)));
    assert_eq!((&view["preset"], &view["board"]["size"]), (&json!("brandubh"), &json!(7)));
    table.apply(Seat::Host, Command::Resign, NOW, &mut dice).unwrap();
    let view = serde_json::to_value(seen(&table, Viewer::Spectator)).unwrap();
    assert!(view["rounds"][1].get("played_by").is_none(), "the round shown is of the same rules");
}

#[test]
fn views_requests_and_events_as_json() {
    let (table, _) = table("tablut-corners");
    let view = serde_json::to_value(seen(&table, Viewer::At(Seat::Host))).unwrap();
    assert_eq!(view["viewer"], "host");
    assert_eq!((&view["game"], &view["preset"]), (&json!("tablut"), &json!("tablut-corners")));
    assert_eq!((&view["phase"], &view["board"]["kind"]), (&json!("playing"), &json!("tafl")));
    assert_eq!(view["seats"]["host"]["occupant"], json!({ "person": "Ada" }));
    let request: tablen_table::Request =
        serde_json::from_value(json!({ "command": "move", "move": "E3-C3", "key": 7, "expected": 4 }))
            .unwrap();
    assert_eq!((request.key, request.expected), (Some(7), Some(4)));
    assert_eq!(request.command, Command::Move { mv: "E3-C3".parse().unwrap() });
    let log: Vec<tablen_table::Entry> =
        serde_json::from_str(&serde_json::to_string(table.log()).unwrap()).unwrap();
    assert_eq!(Table::from_log(log).unwrap(), table);
    for wrong in [
        json!({ "command": "dance" }),
        json!({ "command": "move", "move": "Z3-C3" }),
        json!({ "command": "step", "from": "hand", "die": "7" }),
        json!({ "command": "join", "occupant": { "computer": 99 } }),
    ] {
        assert!(serde_json::from_value::<Command>(wrong.clone()).is_err(), "{wrong}");
    }
}
