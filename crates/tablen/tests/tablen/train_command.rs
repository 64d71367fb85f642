//! `tablen train`, driven as a person or a script would.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablen"));
    command.args(arguments).env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command.output().unwrap()
}

/// A folder that is not there yet.
fn fresh_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("tablen-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn weights_are_trained_alike_and_can_play() {
    let folder = fresh_folder("train");
    let [one, other] = ["one", "other"].map(|name| folder.join(name).display().to_string());
    for (file, threads) in [(&one, "1"), (&other, "2")] {
        let output =
            run(&["train", "tavli", "--games", "32", "--seed", "3", "--threads", threads, "--weights", file]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(String::from_utf8(output.stdout).unwrap().starts_with("Learned from 32 games"));
    }
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "no checkpoint is left");

    let players = format!("engine:tavli:depth=1,weights={one},engine:tavli:depth=1,eval=pips");
    let output = run(&["match", "tavli", "--players", &players, "--games", "4"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_checkpoint_of_another_training_is_not_overwritten() {
    let folder = fresh_folder("train-other");
    let file = folder.join("weights").display().to_string();
    let checkpoint = folder.join("weights.checkpoint");
    for (text, complaint) in [("", "Line 1"), ("tablen tavli training 1\nseed 3\n", "Line 2")] {
        fs::write(&checkpoint, text).unwrap();
        let output = run(&["train", "tavli", "--games", "16", "--weights", &file]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains(complaint));
        assert_eq!(fs::read_to_string(&checkpoint).unwrap(), text);
    }
    fs::remove_dir_all(folder).unwrap();
}
