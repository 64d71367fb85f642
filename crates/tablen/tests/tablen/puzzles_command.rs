//! `tablen puzzles`, driven as a script would.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablen"));
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.arg("puzzles").args(arguments).output().unwrap()
}

/// Three positions: one has two solutions.
const SUITE: &str = "\
tablut escape 3 E6-C6,E6-E7 /t3tt3/4t4/4T4/t3T3t/1t1T1TTtt/t3K1t2/9/4T1t2/5t3/ defenders
tablut escape 3 F4-H4 /5t2t/t3T1T2/3t4T/1t3K2t/t1TT1t3/t3T1T1t/9/4t4/3tt4/ defenders
tablut only-move 4 C8-D8 /t8/2t6/1t2T4/3TTT3/t7t/5t3/t2K3t1/2t3t2/T3T4/ attackers
";

#[test]
fn puzzles_are_made_of_a_suite_in_several_goes_and_stand_their_check() {
    let folder = tempfile::tempdir().unwrap();
    let (suite, file) = (folder.path().join("suite.txt"), folder.path().join("puzzles.json"));
    fs::write(&suite, SUITE).unwrap();
    let (suite, file) = (suite.to_str().unwrap(), file.to_str().unwrap());
    let make =
        |tries: &str| run(&["make", "--game", "tablut", "--suite", suite, file, "--tries", tries, "--json"]);
    let first: Value = serde_json::from_slice(&make("2").stdout).unwrap();
    assert_eq!((&first["tried"], &first["puzzles"]), (&2.into(), &1.into()));
    let all: Value = serde_json::from_slice(&make("9").stdout).unwrap();
    assert_eq!((&all["tried"], &all["puzzles"]), (&3.into(), &2.into()));
    assert_eq!(all["themes"], serde_json::json!({ "escape": 1, "stop-king": 1 }));
    let checked = run(&["check", file]);
    assert_eq!(String::from_utf8_lossy(&checked.stdout), "2 puzzles stand their check.\n", "{checked:?}");

    // Another command does not go on with it.
    let other = run(&["make", "--game", "tablut", file]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("--suite suite.txt"), "{other:?}");

    // What is no solution is found out.
    let text = fs::read_to_string(file).unwrap().replace("\"C8-D8\"", "\"C8-B8\"");
    fs::write(file, text).unwrap();
    let checked = run(&["check", file, "--json"]);
    assert_eq!(checked.status.code(), Some(3), "{checked:?}");
    let told: Value = serde_json::from_slice(&checked.stdout).unwrap();
    assert_eq!(told["wrong"].as_array().unwrap().len(), 1, "{told}");
}

#[test]
fn what_is_no_file_of_puzzles_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.json");
    fs::write(&file, "{\"game\":\"chess\"}").unwrap();
    let output = run(&["check", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no file of puzzles"), "{output:?}");
}
