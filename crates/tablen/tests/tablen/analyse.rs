//! `tablen analyse`, driven as a person or a script would.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

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
    std::fs::read_to_string(file).unwrap()
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
    for (preset, first, value) in
        [("brandubh", "attackers", "points"), ("alea", "defenders", "points"), ("tavli", "white", "chance")]
    {
        let records = games_of(preset, folder.path());
        let told = json(&records, &["--level", "2"]);
        assert_eq!(told["interrupted"], false);
        let told = told["records"].as_array().unwrap();
        assert_eq!(told.len(), 2);
        for record in told {
            assert_eq!((&record["damage"], &record["rounds"][0]["ruleset"]), (&Value::Null, &preset.into()));
            let turns = record["rounds"][0]["turns"].as_array().unwrap();
            assert_eq!(turns.len(), 12, "{preset}");
            assert_eq!(turns[0]["side"], first);
            assert!(turns[0]["value"][value].is_number(), "{preset}: {}", turns[0]);
            assert!(turns.iter().all(|turn| turn["nodes"].as_u64().unwrap() > 0), "{preset}");
            for turn in turns {
                let is_best = turn["is_best"].as_bool().unwrap();
                assert!(is_best || turn["played"] != turn["best"], "{preset}: {turn}");
            }
        }
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
    let began = std::time::Instant::now();
    let (_, out, _) = analyse(&first, &["--time", "1"]);
    assert!(out.contains(" 1. ") || out.contains("\n1. "), "{out}");
    assert!(began.elapsed() < Duration::from_secs(20), "it answers when its time is up");
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
