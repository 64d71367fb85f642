//! `tablen solve` and `tablen suite`, driven as a person or a script would.

use std::fs;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablen"));
    command.args(arguments).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(if output.stdout.is_empty() { &output.stderr } else { &output.stdout })
        .into_owned()
}

/// The king has a free row, but only one end of it can be reached by an attacker.
const POSITION: &str = "/9/9/9/9/3K5/9/9/1t7/9/ defenders";

#[test]
fn a_win_is_proved_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.txt").display().to_string();
    let output = run(&["solve", "tablut-corners", POSITION, "--nodes", "1000000", "--out", &file]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(said(&output).contains("win in"), "{output:?}");

    let output = run(&["solve", "--check", &file]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(said(&output).starts_with("The proof is right"), "{output:?}");

    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\n0 ", "\n7 ", 1)).unwrap();
    let output = run(&["solve", "--check", &file]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(said(&output).contains("Line 6:"), "{output:?}");
}

#[test]
fn a_position_can_stand_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("position.txt");
    fs::write(&file, format!("{POSITION}\n")).unwrap();
    let file = file.display().to_string();
    let output = run(&["solve", "tablut", &file, "--side", "defenders", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(said(&output).contains("\"verdict\": \"wins\""), "{output:?}");
}

#[test]
fn what_makes_no_sense_is_said() {
    let output = run(&["solve", "tavli"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(said(&output).contains("dice"), "{output:?}");
    let output = run(&["suite", "bake"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}
