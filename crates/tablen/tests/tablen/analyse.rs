//! `tablen analyse`, driven as a person or a script would.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::PATIENCE;
use serde_json::Value;

fn tablen(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablen"));
    command.args(arguments).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command
}

/// The records of two short games between weak players.
fn games_of(preset: &str, folder: &Path) -> String {
    let file = folder.join(format!("{preset}.txt"));
    let file = file.to_str().unwrap();
    let rest = ["--games", "2", "--plies", "12", "--seed", "3", "--records", file];
    let output = tablen(&["match", preset, "level:1", "level:1"]).args(rest).output().unwrap();
    assert!(output.status.success());
    fs::read_to_string(file).unwrap()
}

/// What it says about a record on standard input: exit code, output, complaint.
fn analyse(record: &str, flags: &[&str]) -> (Option<i32>, String, String) {
    let mut child = tablen(&["analyse", "-"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(record.as_bytes()).unwrap();
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

fn json(record: &str, flags: &[&str]) -> Value {
    let (code, out, complaint) = analyse(record, &[&["--json"], flags].concat());
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    serde_json::from_str(&out).unwrap()
}

#[test]
fn every_turn_is_judged_in_every_game() {
    let folder = tempfile::tempdir().unwrap();
    for (preset, first) in [("brandubh", "attackers"), ("alea", "defenders"), ("tavli", "white")] {
        let records = games_of(preset, folder.path()).replace("Guest: computer 1", "Guest: computer 2");
        let told = json(&records, &["--level", "2"]);
        assert_eq!(told["interrupted"], false);
        players_are_added_up(&told);
        let told = told["records"].as_array().unwrap();
        assert_eq!(told.len(), 2);
        for record in told {
            assert_eq!((&record["damage"], &record["rounds"][0]["ruleset"]), (&Value::Null, &preset.into()));
            let turns = record["rounds"][0]["turns"].as_array().unwrap();
            assert_eq!(turns.len(), 12, "{preset}");
            assert_eq!(turns[0]["side"], first);
            assert!(turns[0]["chance_after"].is_number(), "{preset}: {}", turns[0]);
            assert!(turns.iter().all(|turn| turn["nodes"].as_u64().unwrap() > 0), "{preset}");
            for turn in turns {
                let is_best = turn["is_best"].as_bool().unwrap();
                assert!(is_best || turn["played"] != turn["best"], "{preset}: {turn}");
            }
        }
    }
}

/// What each player has played in all is the sum of its turns, whichever side it played.
fn players_are_added_up(told: &Value) {
    let rounds = || told["records"].as_array().unwrap().iter().map(|record| &record["rounds"][0]);
    let turns = || rounds().flat_map(|round| round["turns"].as_array().unwrap());
    let players = told["players"].as_array().unwrap();
    assert_eq!(players.len(), 2, "{players:?}");
    let sum = |of: &dyn Fn(&Value) -> f64| players.iter().map(of).sum::<f64>();
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    assert!(players.iter().all(|player| player["games"] == 2));
    assert_eq!(sum(&|player| number(&player["turns"])), 24.0);
    let unforced = turns().filter(|turn| turn["is_forced"] != true).count();
    assert_eq!(sum(&|player| number(&player["unforced"])), unforced as f64);
    let lost: f64 = turns().filter(|turn| turn["is_forced"] != true).map(|turn| number(&turn["loss"])).sum();
    let told_lost = sum(&|player| number(&player["loss_per_unforced"]) * number(&player["unforced"]));
    assert!((lost - told_lost).abs() < 24.0 * 1e-4, "{lost} {told_lost}");
    for mark in ["doubtful", "errors", "blunders"] {
        let count = |round: &Value| {
            ["white", "black", "attackers", "defenders"].map(|side| round[side][mark].as_f64())
        };
        let marked: f64 = rounds().flat_map(count).flatten().sum();
        assert_eq!(sum(&|player| number(&player[mark])), marked, "{mark}");
    }
    if turns().any(|turn| turn["luck"].is_number()) {
        let luck: f64 = turns().map(|turn| number(&turn["luck"])).sum();
        assert!((sum(&|player| number(&player["luck"])) - luck).abs() < 1e-6);
    } else {
        assert!(players.iter().all(|player| player["luck"].is_null()));
    }
}

#[test]
fn limits_are_kept_and_repeatable() {
    let folder = tempfile::tempdir().unwrap();
    let records = games_of("brandubh", folder.path());
    let limited = json(&records, &["--nodes", "500"]);
    assert_eq!(limited, json(&records, &["--nodes", "500"]));
    let turns = limited["records"][0]["rounds"][0]["turns"].as_array().unwrap();
    // A search looks at its limit once in a while only.
    assert!(turns.iter().all(|turn| turn["nodes"].as_u64().unwrap() < 5_000), "{turns:?}");
    let first: String =
        records.lines().take_while(|line| !line.starts_with("2. ")).map(|line| format!("{line}\n")).collect();
    // It answers when its time is up.
    crate::quickest(Duration::from_secs(20), || {
        let began = std::time::Instant::now();
        let (_, out, _) = analyse(&first, &["--time", "1"]);
        assert!(out.contains(" 1. ") || out.contains("\n1. "), "{out}");
        began.elapsed()
    });
}

#[test]
fn it_speaks_every_language() {
    let folder = tempfile::tempdir().unwrap();
    let records = games_of("tavli", folder.path());
    for (lang, words) in [
        ("en", ["Record 1 of 2", "Round 1 · tavli", "White", "computer"]),
        ("fr", ["Partie 1 sur 2", "Manche 1 · tavli", "Blanc", "ordinateur"]),
        ("it", ["Partita 1 di 2", "Manche 1 · tavli", "Bianco", "computer"]),
    ] {
        let (code, out, complaint) = analyse(&records, &["--level", "1", "--lang", lang]);
        assert_eq!((code, complaint.as_str()), (Some(0), ""));
        for word in words {
            assert!(out.contains(word), "{lang}: {word}: {out}");
        }
        assert!(!out.contains("cli.") && !out.contains('{'), "{out}");
    }
}

#[test]
fn a_damaged_record_is_judged_as_far_as_it_is_sound() {
    let folder = tempfile::tempdir().unwrap();
    let records = games_of("brandubh", folder.path());
    let cut = records.find("\n6. ").unwrap() + "\n6. ".len();
    let (code, out, complaint) = analyse(&records[..cut], &["--level", "1"]);
    assert_eq!(code, Some(2));
    assert!(out.contains("\n5. attackers") && !out.contains("\n6. "), "{out}");
    assert!(complaint.starts_with("tablen: Line "), "{complaint}");
    let (code, out, complaint) = analyse("hello\n", &[]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(complaint.starts_with("tablen: Line 1, "), "{complaint}");
    let missing = tablen(&["analyse", "/no/such/file"]).output().unwrap();
    assert_eq!(missing.status.code(), Some(2));
}

/// A blunder that lets the king out on move 8. The board is one's own, so no net was trained for it: what a net says changes with every
/// training.
const LOST_ON_MOVE_8: &str = "Tablen record 1
Game: other
Rules: book:tablut board:custom base_cells:D1,E1,F1 start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/ \
    first:lot king_move:rook king_arms:armed king_capture:surrounded goal:edge corner_hostile:never \
    throne_stop:king throne_pass:king throne_hostile:never bases:open companions:one announce:routes stalemate:loses repetition:draw
Form: single
Clock: none
Host: \"Ada\"
Guest: \"Bo\"
Host plays: light

lot for the first turn: 2

Round 1: host defenders, guest attackers, first defenders
1. host D5-D8
2. guest I6-F6
3. host E7-F7xF6
4. guest D1-D5xC5
5. host E6-D6
6. guest A6-A7
7. host F7-F8xE8
8. guest A7-F7xF8
9. host E5-E7-
10. guest B5-B7
11. host E7-C7-
12. guest E1-A1-
13. host C7-C1--
host wins the round: escape
Result: host wins
";

#[test]
fn a_blunder_is_explained_in_every_language() {
    for (lang, sentences) in [
        (
            "en",
            [
                "8. A7-F7, attackers: blunder, from ",
                " % to 0 %. Turning point.",
                "Now the opponent wins in 5 moves. A man is captured: F8.",
                "   Better: ",
                "attackers: 6 moves, ",
            ],
        ),
        (
            "fr",
            [
                "8. A7-F7, attaquants\u{202f}: gaffe, de ",
                "\u{202f}% à 0\u{202f}%. Tournant de la partie.",
                "L’adversaire gagne maintenant en 5 coups. Pion capturé\u{202f}: F8.",
                "   Mieux\u{202f}: ",
                "attaquants\u{202f}: 6 coups, ",
            ],
        ),
        (
            "it",
            [
                "8. A7-F7, attaccanti: svista, da ",
                "% a 0%. Svolta della partita.",
                "Ora l’avversario vince in 5 mosse. Pedina catturata: F8.",
                "   Meglio: ",
                "attaccanti: 6 mosse, ",
            ],
        ),
    ] {
        let (code, out, complaint) = analyse(LOST_ON_MOVE_8, &["--nodes", "20000", "--lang", lang]);
        assert_eq!((code, complaint.as_str()), (Some(0), ""));
        for sentence in sentences {
            assert!(out.contains(sentence), "{lang}: {sentence}: {out}");
        }
        assert!(!out.contains("analys") && !out.contains('{'), "{out}");
    }
}

#[test]
fn the_documentation_names_every_member_of_a_turn() {
    let told = json(LOST_ON_MOVE_8, &["--nodes", "20000", "--lines", "2"]);
    let round = &told["records"][0]["rounds"][0];
    let docs = fs::read_to_string(docs().join("analysis.md")).unwrap();
    for object in [round, &round["turns"][7], &round["attackers"], &round["turns"][7]["lines"][1]] {
        for name in object.as_object().unwrap().keys() {
            assert!(docs.contains(&format!("`{name}`")), "{name} is missing in docs/analysis.md");
        }
    }
    let facts = |turn: &Value| turn["facts"].as_array().unwrap().clone();
    for fact in round["turns"].as_array().unwrap().iter().flat_map(facts) {
        let name = fact["fact"].as_str().unwrap();
        assert!(docs.contains(&format!("`{name}`")), "{name} is missing in docs/analysis.md");
    }
    let blunder = &round["turns"][7];
    assert_eq!((&blunder["mark"], &blunder["turning_point"]), (&"blunder".into(), &true.into()));
    assert_eq!((&blunder["chance_after"], &blunder["played_value"]["loses_in"]), (&0.0.into(), &6.into()));
    assert_eq!(blunder["lines"].as_array().unwrap().len(), 2);
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// What stands in the documentation behind a heading, in the first block of a language.
fn example<'d>(docs: &'d str, heading: &str, language: &str) -> &'d str {
    let section = docs.split_once(heading).unwrap().1;
    let block = section.split_once(&format!("```{language}\n")).unwrap().1;
    block.split_once("```").unwrap().0
}

#[test]
fn a_position_is_analysed_as_the_documentation_shows() {
    let docs = fs::read_to_string(docs().join("analysis.md")).unwrap();
    let position = ["--position", "/9/9/9/4t4/t3K4/9/4t4/9/9/ defenders", "--lines", "1"];
    let output = tablen(&["analyse"]).args(position).output().unwrap();
    assert!(output.status.success());
    let told = String::from_utf8(output.stdout).unwrap();
    let expected = example(&docs, "## A position", "text");
    assert!(told.starts_with(expected), "{told}");
    assert!(told[expected.len()..].starts_with("Depth 1, "), "{told}");

    let output = tablen(&["analyse", "--json"]).args(position).output().unwrap();
    let mut told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut expected: Value = serde_json::from_str(example(&docs, "## A position", "json")).unwrap();
    for counted in ["nodes", "nodes_per_second"] {
        assert!(told[counted].is_number());
        told[counted] = Value::Null;
        expected[counted] = Value::Null;
    }
    assert!(told["ruleset"].as_str().unwrap().starts_with("book:tablut "));
    told["ruleset"] = expected["ruleset"].clone();
    assert_eq!(told, expected);
}

#[test]
fn the_graph_is_drawn_in_every_language() {
    let folder = tempfile::tempdir().unwrap();
    for (lang, title) in
        [("en", "Winning chances"), ("fr", "Chances de gain"), ("it", "Probabilità di vittoria")]
    {
        let file = folder.path().join(format!("{lang}.svg"));
        let twice = format!("{LOST_ON_MOVE_8}\n{LOST_ON_MOVE_8}");
        let flags = ["--nodes", "2000", "--lang", lang, "--graph", file.to_str().unwrap()];
        let (code, _, complaint) = analyse(&twice, &flags);
        assert_eq!((code, complaint.as_str()), (Some(0), ""));
        let picture = fs::read_to_string(file).unwrap();
        assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
        assert!(picture.contains(&format!("<title>{title}</title>")), "{picture}");
        assert_eq!(picture.matches("<polyline").count(), 2);
    }
}

/// Zeno's position, with his throw and before it.
#[test]
fn turns_and_throws_of_tavli_are_compared() {
    let zeno = "white 6:7 9:1 10:2 19:2 20:2 23:1 beyond; \
                black 8:2 11:2 12:2 13:1 14:2 15:2 18:2 21:2 beyond; white to roll";
    let ask = |flags: &[&str]| {
        let all = [&["analyse", "--preset", "tavli", "--position", zeno, "--level", "7"], flags].concat();
        let output = tablen(&all).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let found: Value = serde_json::from_str(&ask(&["--roll", "256", "--json"])).unwrap();
    assert_eq!((&found["choices"], &found["roll"]), (&1.into(), &"256".into()));
    assert_eq!(found["plays"][0]["turn"], "256: 20-22 19-24 10-16");
    assert!(found["luck"].as_f64().unwrap() < 0.0, "{found}");
    let told = ask(&["--roll", "134", "--lines", "4"]);
    assert!(told.contains("\n4. "), "{told}");
    let found: Value = serde_json::from_str(&ask(&["--json"])).unwrap();
    let throws = found["throws"].as_array().unwrap();
    assert_eq!(throws.len(), 56);
    let mean: f64 =
        throws.iter().map(|t| t["weight"].as_f64().unwrap() * t["chance"].as_f64().unwrap()).sum();
    assert!((mean / 216.0 - found["chance"].as_f64().unwrap()).abs() < 0.001);
    assert!(ask(&[]).contains("256"));
}

/// Luck and losses of a record, and its graph.
#[test]
fn a_record_of_tavli_is_told_with_its_luck() {
    let folder = tempfile::tempdir().unwrap();
    let records = games_of("tavli", folder.path());
    let graph = folder.path().join("graph.svg");
    let told = json(&records, &["--level", "7", "--graph", graph.to_str().unwrap()]);
    let round = &told["records"][0]["rounds"][0];
    let luck: f64 =
        round["turns"].as_array().unwrap().iter().step_by(2).map(|t| t["luck"].as_f64().unwrap()).sum();
    assert!((round["white"]["luck"].as_f64().unwrap() - luck).abs() < 1e-6, "{round}");
    assert!(round["black"]["loss_per_unforced"].is_number() && round["black"]["unforced"].is_number());
    assert!(fs::read_to_string(graph).unwrap().contains("<polyline"));
}

#[test]
fn what_cannot_be_analysed_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let tavli = folder.path().join("tavli.txt");
    games_of("tavli", folder.path());
    let tavli = tavli.to_str().unwrap();
    for (flags, complaint) in [
        (&["analyse"][..], "This command needs a FILE with a record, or a position"),
        (&["analyse", "x", "--preset", "tablut"], "A record and a position are analysed separately"),
        (&["analyse", "--preset", "tablut", "--graph", "x.svg"], "A graph shows a whole game"),
        (&["analyse", "--preset", "tavli", "--roll", "789"], "--roll"),
        (&["analyse", "--preset", "tablut", "--roll", "256"], "this game has no dice"),
        (&["analyse", "--position", "/9/9/9/9/9/9/9/9/K8/ attackers"], "The game is over in this position"),
        (&["analyse", "--preset", "tablut", "--lines", "0"], "--lines takes a number from 1 to 100"),
        (&["analyse", tavli, "--roll", "256"], "A record and a position are analysed separately"),
    ] {
        let output = tablen(flags).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {said}");
        assert!(said.contains(complaint), "{flags:?}: {said}");
    }
}

#[test]
fn a_rollout_goes_on_from_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rollout.txt");
    let file = file.to_str().unwrap();
    let position = "white 19:2 20:1 22:3 24:2 off:7 beyond; black 21:5 23:3 off:7 beyond; black to roll";
    let roll_out = |roll: &str, rest: &[&str]| {
        let given = ["analyse", "--preset", "tavli", "--position", position, "--roll", roll, "--lines", "2"];
        tablen(&given).args(rest).output().unwrap()
    };
    let kept = ["--json", "--rollout", "216", "--save", file];
    let first = roll_out("123", &kept);
    assert!(first.status.success());
    let written = fs::read_to_string(file).unwrap();
    assert_eq!(written.lines().filter(|line| line.starts_with("123: ") && line.contains(" = 1 ")).count(), 2);
    // Everything is there: it says the same, and the file stays as it is.
    assert_eq!(roll_out("123", &kept).stdout, first.stdout);
    assert_eq!(fs::read_to_string(file).unwrap(), written);
    // What a kill left is gone on from: without the second turn's line only that one is played again.
    let cut = written.lines().take(5).map(|line| format!("{line}\n")).collect::<String>();
    fs::write(file, cut).unwrap();
    assert_eq!(roll_out("123", &kept).stdout, first.stdout);
    assert_eq!(fs::read_to_string(file).unwrap(), written);

    let complaint = |output: Output| {
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(complaint(roll_out("124", &kept)).contains("another position, throw or net"));
    assert!(
        complaint(roll_out("123", &["--save", file]))
            .contains("--save is about rollouts: it needs --rollout")
    );
    fs::write(file, format!("{written}nonsense\n")).unwrap();
    assert!(complaint(roll_out("123", &kept)).contains("“nonsense” is not"));
}

/// The same numbers come out whether it ran through or was killed in the middle of a set.
#[test]
fn a_rollout_that_was_killed_ends_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name).display().to_string());
    let position =
        "white 19:2 20:1 22:3 24:2 off:7 beyond; black 7:3 9:2 21:5 23:3 off:2 beyond; black to roll";
    let given =
        ["analyse", "--preset", "tavli", "--position", position, "--roll", "123", "--lines", "2", "--json"];
    let how =
        ["--rollout", "432", "--turns", "full", "--error", "0", "--seed", "9", "--threads", "1", "--save"];
    let roll_out = |file: &str| {
        let mut command = tablen(&given);
        command.args(how).arg(file).stdout(Stdio::piped()).stderr(Stdio::null());
        command
    };
    let found = roll_out(&whole).output().unwrap();
    assert!(found.status.success(), "{found:?}");

    let mut child = roll_out(&killed).spawn().unwrap();
    let began = Instant::now();
    let is_begun = || fs::read_to_string(&killed).is_ok_and(|written| written.contains(':'));
    while !is_begun() && began.elapsed() < PATIENCE && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = fs::read_to_string(&killed).unwrap();
    assert!(left != fs::read_to_string(&whole).unwrap(), "killed before its end: {left}");
    assert_eq!(roll_out(&killed).output().unwrap().stdout, found.stdout);
    assert_eq!(fs::read_to_string(&killed).unwrap(), fs::read_to_string(&whole).unwrap());

    let other_seed =
        tablen(&given).args(["--rollout", "216", "--seed", "8", "--save", &whole]).output().unwrap();
    assert_eq!(other_seed.status.code(), Some(2));
    for (rest, complaint) in [
        (["--turns", "3"], "--turns is about rollouts"),
        (["--rollout", "0"], "takes a number from 1 to"),
        (["--time", "0"], "takes a number from 0.001 to"),
    ] {
        let output = tablen(&given).args(rest).output().unwrap();
        assert!(String::from_utf8_lossy(&output.stderr).contains(complaint), "{output:?}");
    }
    let no_length = tablen(&given).args(["--rollout", "216", "--turns", "long"]).output().unwrap();
    assert!(
        String::from_utf8_lossy(&no_length.stderr).contains("or full for games to their end"),
        "{no_length:?}"
    );
}
