//! `tablen calibrate`.

use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_tablen"))
        .args(arguments.split_whitespace())
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

const SMALL: &str = "calibrate brandubh --games 10 --nodes 200";

#[test]
fn points_are_compared_with_what_became_of_the_games() {
    let (code, told, complaint) = run(SMALL);
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    assert!(told.starts_with("10 games at 200 positions a move, "), "{told}");
    assert!(told.contains("One unit of log odds is worth "), "{told}");
    let (_, text, _) = run(&format!("{SMALL} --threads 1 --json"));
    let found: Value = serde_json::from_str(&text).unwrap();
    let points = found["points"].as_f64().unwrap();
    assert!(told.replace(',', "").contains(&format!("is worth {points:.0} points")), "{told}\n{text}");
    let results: u64 =
        ["attackers", "drawn", "defenders"].map(|side| found["results"][side].as_u64().unwrap()).iter().sum();
    assert_eq!(results, 10);
}

#[test]
fn what_cannot_be_calibrated_is_said() {
    let (code, _, complaint) = run("calibrate tavli");
    assert_eq!(code, Some(2), "{complaint}");
    assert!(complaint.contains("nothing to calibrate"), "{complaint}");
    let (code, _, complaint) = run("calibrate tablut --eval deep");
    assert_eq!(code, Some(2), "{complaint}");
    assert!(complaint.contains("--eval"), "{complaint}");
}
