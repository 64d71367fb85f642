//! Positions tried out by somebody who plays both sides.

use serde_json::json;
use tablen_table::record::{Glyph, Read, Record};
use tablen_table::study::{MAX_TREE_TURNS, MAX_TURNS, Node, NotPlayed, Tree, TreeTurn, Unplayable};
use tablen_table::view::{Ask, Board};
use tablen_table::{Colour, Phase, Ruleset, Seat};

fn node(preset: &str, turns: &[&str]) -> Node {
    let turns = turns.iter().map(|turn| (*turn).to_owned()).collect();
    Node { turns, ..Node::new(Ruleset::from_preset(preset).unwrap()) }
}

#[test]
fn a_position_is_seen_as_at_a_table_by_who_plays_both_sides() {
    let look = node("alea", &["I5-H5"]).look().unwrap();
    assert_eq!((look.view.to_act, look.view.acts_for), (Some(Seat::Guest), Some(Seat::Guest)));
    assert_eq!(look.view.may, [Ask::Move], "there is nobody to resign against");
    let Some(Board::Tafl(board)) = &look.view.board else { panic!("a tafl board") };
    assert!(!board.targets.is_empty());
    assert_eq!((look.lines[0].text.as_str(), look.lines[0].seat), ("I5-H5", Seat::Host));
    assert_eq!(look.turn, None);
}

#[test]
fn a_study_goes_on_from_the_text_of_any_of_its_positions() {
    let turns: [&[&str]; 2] =
        [&["E4-G4", "H5-H4", "E3-C3"], &["256: hand-2 hand-5 hand-6", "134: hand-1 hand-3 hand-4"]];
    for (preset, turns) in ["tablut", "tavli"].into_iter().zip(turns) {
        let first = Some(Colour::Light);
        for played in 0..=turns.len() {
            let look = Node { first, ..node(preset, &turns[..played]) }.look().unwrap();
            let from_there = Node { start: Some(look.position.clone()), ..node(preset, &[]) }.look().unwrap();
            assert_eq!(from_there.position, look.position);
            assert_eq!(from_there.view.to_act, look.view.to_act);
            let rest = Node { start: Some(look.position), ..node(preset, &turns[played..]) }.look().unwrap();
            let whole = Node { first, ..node(preset, turns) }.look().unwrap();
            assert_eq!(rest.position, whole.position);
        }
    }
}

#[test]
fn what_a_move_does_need_not_be_told_but_must_be_right() {
    let start = Some("/t8/9/9/2Tt4T/4K4/9/9/9/9/ defenders".to_owned());
    let told = |text: &str| Node { start: start.clone(), ..node("tablut", &[text]) }.look();
    let bare = told("I4-E4").unwrap();
    assert_eq!(bare.lines[0].text, told(&bare.lines[0].text).unwrap().lines[0].text);
    assert!(bare.lines[0].text.starts_with("I4-E4xD4"), "{}", bare.lines[0].text);
    let wrong = told("I4-E4xC4").unwrap_err();
    assert_eq!(wrong.turn(), Some(1));
    assert!(wrong.to_string().contains("right would be “I4-E4xD4"), "{wrong}");
}

#[test]
fn where_chance_decides_somebody_begins() {
    let first_to_act = |rules: &str, first| {
        let look = Node { first, ..Node::new(rules.parse().unwrap()) }.look().unwrap();
        look.view.seats[look.view.to_act.unwrap()].colour
    };
    let (light, dark) = (Some(Colour::Light), Some(Colour::Dark));
    let (lot, roll_off) = ("preset:tablut", "game:tavli first:roll-off");
    for rules in [lot, roll_off] {
        assert_eq!((first_to_act(rules, light), first_to_act(rules, dark)), (Colour::Light, Colour::Dark));
    }
    assert_eq!((first_to_act(lot, None), first_to_act(roll_off, None)), (Colour::Dark, Colour::Light));
    assert_eq!(first_to_act("preset:alea", dark), Colour::Light, "A3 says who begins");
}

#[test]
fn a_throw_is_chosen_and_played_step_by_step() {
    let before = node("tavli", &[]);
    assert_eq!(before.look().unwrap().view.may, [Ask::Roll]);
    let thrown = Node { roll: Some("256".parse().unwrap()), ..before };
    let look = thrown.look().unwrap();
    assert_eq!((look.view.may, look.turn.as_deref()), (vec![Ask::Step], Some("256: -")));
    let steps = json!([{ "from": "hand", "die": "2" }, { "from": "hand", "die": "5" }, { "from": "hand", "die": "6" }]);
    let played = Node { steps: serde_json::from_value(steps).unwrap(), ..thrown.clone() };
    let look = played.look().unwrap();
    assert_eq!(look.view.may, [Ask::UndoStep, Ask::Confirm]);
    // What is under way is written down as it will be among the turns.
    let turn = look.turn.unwrap();
    assert_eq!(turn, "256: hand-2 hand-5 hand-6");
    let next = node("tavli", &[&turn]).look().unwrap();
    assert_eq!((next.view.may, next.lines[0].text.as_str()), (vec![Ask::Roll], turn.as_str()));
    let again = Node { steps: [played.steps.clone(), played.steps].concat(), ..thrown };
    assert_eq!(again.look().unwrap_err().turn(), Some(1));
}

#[test]
fn a_throw_that_is_passed_or_wins_stays_to_be_seen() {
    let blocked = "white 1:15; black 4:15; white to roll".to_owned();
    let node = Node { start: Some(blocked), roll: Some("333".parse().unwrap()), ..node("tavli", &[]) };
    let look = node.look().unwrap();
    assert_eq!((look.view.may.as_slice(), look.turn.as_deref()), (&[Ask::Confirm][..], Some("333: -")));
    let passed = Node { turns: vec!["333: -".to_owned()], roll: None, ..node };
    assert_eq!(passed.look().unwrap().view.to_act, Some(Seat::Guest));
    let steps = json!([{ "from": "24", "die": "1" }]);
    let winning = Node {
        start: Some("white 24:1 off:14 beyond; black 6:15; white to roll".to_owned()),
        roll: Some("123".parse().unwrap()),
        steps: serde_json::from_value(steps).unwrap(),
        ..Node::new(Ruleset::from_preset("tavli").unwrap())
    };
    let look = winning.look().unwrap();
    assert_eq!((look.view.phase, look.turn.as_deref()), (Phase::Playing, Some("123: 24-off")));
    let won = Node { turns: vec!["123: 24-off".to_owned()], roll: None, steps: Vec::new(), ..winning };
    let look = won.look().unwrap();
    assert_eq!(look.view.phase, Phase::Over { winner: Some(Seat::Host) });
    assert_eq!((look.view.may, look.turn), (Vec::new(), None));
    let beyond = Node { roll: Some("123".parse().unwrap()), ..won }.look();
    assert_eq!(beyond, Err(Unplayable::Turn { number: 2, why: NotPlayed::Over }));
}

#[test]
fn what_cannot_be_looked_at_is_named() {
    let illegal = node("alea", &["I5-H5", "I5-H5"]).look().unwrap_err();
    assert_eq!(
        (illegal.turn(), illegal.rule().map(|rule| rule.to_string())),
        (Some(2), Some("A4".to_owned()))
    );
    let nonsense = node("alea", &["castle"]).look().unwrap_err();
    assert_eq!((nonsense.turn(), nonsense.rule()), (Some(1), None));
    let thrown = Node { roll: Some("256".parse().unwrap()), ..node("alea", &[]) };
    assert_eq!(thrown.look().unwrap_err().turn(), Some(1), "there are no dice in tafl");
    let long = node("alea", &["I5-H5"; MAX_TURNS + 1]).look();
    assert_eq!(long, Err(Unplayable::TooLong { found: MAX_TURNS + 1, most: MAX_TURNS }));
    let no_position = Node { start: Some("/9/".to_owned()), ..node("alea", &[]) }.look();
    assert!(matches!(no_position, Err(Unplayable::StartText(_))));
    let empty = Node { start: Some("/".to_owned() + &"9/".repeat(9) + " attackers"), ..node("tablut", &[]) };
    assert!(matches!(empty.look(), Err(Unplayable::Start(faults)) if faults.0.len() == 1));
}

#[test]
fn the_longest_study_is_looked_at() {
    // Kings that walk to and fro would repeat themselves, so the rules are ones that do not mind.
    let ruleset: Ruleset = "preset:alea repetition:none".parse().unwrap();
    let cycle = ["I5-H5", "C1-C2", "H5-I5", "C2-C1"];
    let turns: Vec<String> = cycle.iter().cycle().take(MAX_TURNS).map(|turn| (*turn).to_owned()).collect();
    let look = Node { turns, ..Node::new(ruleset) }.look().unwrap();
    assert_eq!((look.lines.len(), look.view.turns), (MAX_TURNS, MAX_TURNS));
}

/// A study from its JSON form.
fn tree(json: serde_json::Value) -> Tree {
    serde_json::from_value(json).unwrap()
}

fn turn(text: &str) -> TreeTurn {
    TreeTurn { text: text.to_owned(), ..TreeTurn::default() }
}

#[test]
fn a_study_is_kept_in_a_record_with_all_that_is_said() {
    let tafl = tree(json!({
        "ruleset": "preset:tablut",
        "start": "/t8/9/9/2Tt4T/4K4/9/9/9/9/ defenders",
        "first": "light",
        "players": { "light": { "person": "Ada" }, "dark": { "computer": 3 } },
        "comment": "White to win.",
        "turns": [
            { "text": "I4-E4xD4-", "comment": "takes {a man}", "glyph": "!?", "variations": [
                [{ "text": "E5-E9--", "glyph": "!!" }],
                [{ "text": "I4-I5-", "glyph": "??" }, { "text": "A1-A2-", "variations": [[{ "text": "A1-B1-" }]] }],
            ] },
            { "text": "A1-A2-" },
        ],
    }));
    let tavli = tree(json!({
        "ruleset": "game:tavli",
        "first": "light",
        "players": { "light": { "person": "" }, "dark": { "person": "" } },
        "turns": [
            { "text": "256: hand-2 hand-5 hand-6", "glyph": "!" },
            { "text": "134: hand-1 hand-3 hand-4", "comment": "why?", "variations": [
                [{ "text": "666: -" }, { "text": "123: hand-1 hand-2 hand-3", "comment": "so" }],
            ] },
        ],
    }));
    for (study, signs) in [(tafl, vec![Glyph::Interesting]), (tavli, vec![Glyph::Good])] {
        let record = study.record().unwrap();
        let kept: Vec<Glyph> = record.notes.values().filter_map(|note| note.glyph).collect();
        assert_eq!(kept, signs);
        for text in [record.to_string(), record.to_json(), record.to_json_lines()] {
            let read = <Read>::of_text(&text);
            assert_eq!(read.error, None, "{text}");
            let mut again = Tree::of_record(&read.record);
            // The rules are told in full.
            again[0].ruleset = study.ruleset.clone();
            assert_eq!(again, std::slice::from_ref(&study), "{text}");
        }
    }
}

#[test]
fn each_round_of_a_record_is_a_study_of_its_own() {
    let text = "Tablen record 1\nRules: preset:brandubh\nForm: two-rounds\nHost: \"Ada\"\nGuest: computer 2\nHost plays: light\n\n\
        Round 1: host defenders, guest attackers, first attackers\n    {Here we go.}\n1. guest F4-F5\n2. host E4-E3\n    ?\n\
        host asks for a takeback\ntaken back, turns left: 1\n2. host E4-F4\n    {better}\nguest offers a draw\n    {already?}\n\
        guest wins the round: resigned\n\nRound 2: host attackers, guest defenders, first attackers\n1. host F4-F5\n    [A4-A5]\n";
    let record: Record = text.parse().unwrap();
    let studies = Tree::of_record(&record);
    assert_eq!(studies.len(), 2);
    assert_eq!(studies[0].comment.as_deref(), Some("Here we go."));
    let players = json!({ "light": { "person": "Ada" }, "dark": { "computer": 2 } });
    assert_eq!(serde_json::to_value(&studies[0].players).unwrap(), players);
    let last = TreeTurn { comment: Some("better\nalready?".to_owned()), ..turn("E4-F4") };
    assert_eq!(studies[0].turns, [turn("F4-F5"), last], "what was taken back is gone, and so is its sign");
    let players = json!({ "light": { "computer": 2 }, "dark": { "person": "Ada" } });
    assert_eq!(serde_json::to_value(&studies[1].players).unwrap(), players);
    assert_eq!(studies[1].turns, [TreeTurn { variations: vec![vec![turn("A4-A5")]], ..turn("F4-F5") }]);
}

#[test]
fn a_study_that_cannot_be_played_or_grows_too_far_is_no_record() {
    let study = |turns| -> Tree {
        Tree {
            ruleset: Ruleset::from_preset("alea").unwrap(),
            start: None,
            first: None,
            players: None,
            comment: None,
            turns,
        }
    };
    let instead = |of: &str, variations| TreeTurn { variations, ..turn(of) };
    let number = |turns| study(turns).record().unwrap_err().turn();
    assert_eq!(number(vec![turn("I5-H5"), turn("I5-H5")]), Some(2));
    assert_eq!(
        number(vec![turn("I5-H5"), instead("C1-C2", vec![vec![turn("C1-C2"), turn("C1-C2")]])]),
        Some(3)
    );
    let mut deep = turn("I5-H5");
    for _ in 0..=tablen_table::record::MAX_DEPTH {
        deep = instead("I5-H5", vec![vec![deep]]);
    }
    assert_eq!(study(vec![deep]).record(), Err(Unplayable::TooDeep));
    let wide = instead("I5-H5", vec![vec![turn("I5-H5")]; MAX_TREE_TURNS]);
    let (found, most) = (MAX_TREE_TURNS + 1, MAX_TREE_TURNS);
    assert_eq!(study(vec![wide]).record(), Err(Unplayable::TooLong { found, most }));
    let (found, most) = (MAX_TURNS + 1, MAX_TURNS);
    assert_eq!(study(vec![turn("I5-H5"); found]).record(), Err(Unplayable::TooLong { found, most }));
}
