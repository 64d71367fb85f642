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
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.txt").display().to_string();
    fs::write(&empty, "# nothing\n").unwrap();
    let nonsense: [(&[&str], &str); 5] = [
        (&["solve", "tavli"], "dice"),
        (&["solve", "tavli", "zeno"], "dice"),
        (&["solve", "tablut", "x"], "neither a file nor a position"),
        (&["suite", "check", "--file", &empty], "nothing to look at"),
        (&["suite", "bench", "--file", &empty], "nothing to look at"),
    ];
    for (arguments, expected) in nonsense {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(said(&output).contains(expected), "{output:?}");
    }
    let output = run(&["suite", "bake"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn a_position_can_stand_alone() {
    for arguments in [["solve", POSITION], ["show", POSITION], ["moves", POSITION]] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let output = run(&["show", "/9/9/ defenders"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(said(&output).contains("POSITION: "), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_table_that_does_not_fit_is_refused() {
    let solve = format!(
        "ulimit -v 4000000; exec {} solve tablut '{POSITION}' --memory 100000",
        env!("CARGO_BIN_EXE_tablen")
    );
    let output = Command::new("sh").args(["-c", &solve]).env("LC_ALL", "C").output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(said(&output).contains("no room in memory for a table of 100,000 MB"), "{output:?}");
}

#[test]
fn a_suite_is_looked_at_by_the_rules_and_the_evaluation_that_are_asked_for() {
    let all = tablen_lab::suite::read(tablen_lab::suite::POSITIONS).unwrap();
    let of_brandubh = all.iter().filter(|position| position.preset.name() == "brandubh").count();
    for evaluation in ["net", "classic"] {
        let bench =
            ["suite", "bench", "--preset", "brandubh", "--nodes", "300", "--json", "--eval", evaluation];
        let output = run(&bench);
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["eval"], evaluation);
        let themes = found["bench"][0]["themes"].as_object().unwrap();
        let looked_at: u64 = themes.values().filter_map(|theme| theme["all"].as_u64()).sum();
        assert_eq!(looked_at, of_brandubh as u64, "{found}");
    }
    let output = run(&["suite", "check", "--preset", "brandubh"]);
    assert!(said(&output).starts_with(&format!("{of_brandubh} positions proved")), "{output:?}");
}
