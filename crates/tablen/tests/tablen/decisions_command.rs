//! `tablen decisions`, driven as a script would.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablen"));
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.arg("decisions").args(arguments).output().unwrap()
}

fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// How such a file begins, and a decision in it.
const BEGINNING: &str =
    "# tablen decisions make --seed 1\n# POSITION | CHANCE ERROR TURN | …: see docs/strength.md\n";
const DECISION: &str = "white 19:3 21:2 off:10 beyond; black 22:3 off:12 beyond; white to roll \
     | 0.3000 0.0040 123: 21-22 19-21 19-22 | 0.2000 0.0040 123: 19-20 19-21 19-22\n";

#[test]
fn what_the_engine_loses_is_told_for_each_lookahead() {
    let output = run(&["bench", "--ahead", "0", "--json"]);
    assert!(output.status.success(), "{output:?}");
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = &told["bench"][0];
    assert_eq!((told["bench"].as_array().unwrap().len(), &row["ahead"]), (1, &0.into()));
    let (all, best) = (row["decisions"].as_u64().unwrap(), row["best"].as_u64().unwrap());
    assert!(all > 0 && best > 0 && best <= all, "{row}");
    assert!((0.0..0.1).contains(&row["mean_loss"].as_f64().unwrap()), "{row}");
    let told = String::from_utf8(run(&["bench", "--ahead", "0", "--lang", "it"]).stdout).unwrap();
    assert!(told.starts_with("0 turni in avanti: "), "{told}");
}

#[test]
fn making_goes_on_with_a_file_and_cuts_half_a_line_off() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("decisions.txt");
    let name = file.to_str().unwrap();
    let line = DECISION.replace("22:3 off:12", "23:3 off:12");
    fs::write(&file, format!("{BEGINNING}{line}white 19:3 2")).unwrap();
    let output = run(&["make", "--file", name, "--count", "1"]);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("1 decision is in"), "{output:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{BEGINNING}{line}"));
    // Another seed makes others.
    assert!(complaint(&run(&["make", "--file", name, "--seed", "2"])).contains("this seed"));
    assert!(complaint(&run(&["make"])).contains("--file"));
    fs::write(&file, format!("{BEGINNING}nonsense\n")).unwrap();
    assert!(complaint(&run(&["bench", "--file", name])).contains("Line 3"));
    assert!(complaint(&run(&["bake"])).contains("bench"));
}

#[test]
fn what_the_computer_plays_is_listed_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("decisions.txt");
    let name = file.to_str().unwrap();
    // The worst two ways to play it.
    let line = "white 13:1 16:2 off:12 beyond; black 10:3 off:12 beyond; white to roll \
         | 0.4880 0.0040 124: 16-17 13-15 15-19 | 0.4750 0.0040 124: 13-14 16-18 18-22\n";
    fs::write(&file, format!("{BEGINNING}{line}")).unwrap();
    let unlisted = || -> u64 {
        let output = run(&["bench", "--file", name, "--ahead", "2", "--json"]);
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        told["bench"].as_array().unwrap().iter().map(|row| row["unlisted"].as_u64().unwrap()).sum()
    };
    assert!(unlisted() > 0);
    let output = run(&["complete", "--file", name, "--threads", "1"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(unlisted(), 0);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.starts_with(BEGINNING) && text.lines().count() == 3, "{text}");
    // There is nothing left to list.
    let output = run(&["complete", "--file", name, "--threads", "1"]);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("0 decisions"), "{output:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert!(complaint(&run(&["complete"])).contains("--file"));
}
