//! Games that earlier versions saved in the terminal are gone on with, and their records verified. See `golden/README.md`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use files::files;

#[path = "../../../../golden/files.rs"]
mod files;

fn tablen(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablen"))
        .args(arguments)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

/// Loads a copy of a saved game, says some lines, and returns what was heard and the game as it is saved afterwards.
fn go_on(saved: &Path, input: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join(saved.file_name().unwrap());
    fs::copy(saved, &copy).unwrap();
    let output = tablen(&["play", "--load", copy.to_str().unwrap(), "--plain"], input);
    let heard = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}: {}", saved.display(), String::from_utf8_lossy(&output.stderr));
    (heard, fs::read_to_string(copy).unwrap())
}

#[test]
fn saved_games_are_gone_on_with() {
    for saved in files("saved") {
        let before = fs::read_to_string(&saved).unwrap();
        let (heard, after) = go_on(&saved, "moves\n");
        let added = after.strip_prefix(&before).unwrap_or_else(|| panic!("{}: {after}", saved.display()));
        let is_of_the_clock =
            |line: &str| line.starts_with("clocks run on") || line.starts_with("clocks stopped");
        assert!(added.lines().all(is_of_the_clock), "to look at a game plays nothing: {added}");
        let is_over = saved.file_stem().unwrap().to_str().unwrap().contains("over");
        assert_eq!(heard.contains("? The game is over"), is_over, "{}: {heard}", saved.display());
        if is_over {
            continue;
        }
        // What stands between the first question and the second is what can be played.
        let listed: Vec<&str> = heard
            .lines()
            .skip_while(|line| !line.starts_with("? "))
            .skip(1)
            .take_while(|line| !line.starts_with("? "))
            .flat_map(str::split_whitespace)
            .collect();
        let played = listed.first().unwrap_or_else(|| panic!("{}: {heard}", saved.display()));
        let (_, after) = go_on(&saved, &format!("{}\n", played.trim_end_matches('*')));
        assert!(after.starts_with(&before) && after.len() > before.len(), "{}: {after}", saved.display());
    }
}

#[test]
fn records_are_verified() {
    for record in files("records").into_iter().chain(files("saved")) {
        let name = record.file_name().unwrap().to_str().unwrap();
        // Several games in one file are the business of `match`.
        if name.starts_with("match-") {
            continue;
        }
        let output = tablen(&["verify", record.to_str().unwrap()], "");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stdout));
    }
}
