//! Programs in `tablen match`: those that play, and those that fail in every way.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use crate::PATIENCE;
use serde_json::Value;

const TABLEN: &str = env!("CARGO_BIN_EXE_tablen");

fn run(players: &str, rest: &str) -> Output {
    Command::new(TABLEN)
        .args(["match", "--players", players])
        .args(rest.split_whitespace())
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C")
        .output()
        .unwrap()
}

fn json(players: &str, rest: &str) -> Value {
    let output = run(players, &format!("{rest} --json"));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{players}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A program in a few lines of shell: what it does for each request.
fn script(folder: &Path, name: &str, cases: &str) -> PathBuf {
    let file = folder.join(name);
    let text = format!(
        "#!/bin/sh\necho $$ >> {log}\nwhile read request rest; do\n  case $request in\n{cases}\n    tep) echo tepok ;;\n    isready) echo readyok ;;\n    quit) exit ;;\n  esac\ndone\n",
        log = folder.join(format!("{name}.started")).display()
    );
    fs::write(&file, text).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    file
}

#[test]
fn a_program_plays_as_the_same_engine_would() {
    // By depth alone it is repeatable in fact, so that both ways lead to the same result.
    let rest = "--preset brandubh --games 6 --plies 60 --seed 3";
    let inside = json("engine:tafl:depth=2,level:1", rest);
    let outside = json(&format!("program:\"{TABLEN}\" engine depth=2,level:1"), rest);
    assert_eq!(outside["pairs"], inside["pairs"]);
    assert_eq!(outside["ends"], inside["ends"]);
    assert_eq!(outside["length"], inside["length"]);
    assert_eq!((&inside["repeatable"], &outside["repeatable"]), (&true.into(), &false.into()));
    assert_eq!(outside["forfeits"].as_array().unwrap().len(), 0);
}

#[test]
fn two_programs_play_each_other_with_options_of_their_own() {
    let players = format!(
        "program:{TABLEN} engine nodes=2000 option.Hash=1 name=one,program:{TABLEN} engine movetime=20 option.Level=1"
    );
    let output = run(&players, "--preset alea-17 --games 2 --plies 12 --threads 2");
    let (said, complaint) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!((output.status.code(), complaint.as_str()), (Some(0), ""));
    assert!(said.starts_with("program:one against program:/"), "{said}");
    assert!(said.contains("option.Level=1") && said.contains("may end differently another time"), "{said}");
}

#[test]
fn a_program_that_fails_loses_that_game_and_plays_the_next() {
    let folder = tempfile::tempdir().unwrap();
    for (name, cases, complaint) in [
        ("dies", "    go) exit 3 ;;", "It ended in the middle of the game."),
        (
            "complains",
            "    go) echo 'info string error no ideas'; exit 3 ;;",
            "It ended in the middle of the game. no ideas",
        ),
        ("babbles", "    go) echo 'bestmove castle' ;;", "It wanted to play “castle”, which is no move."),
        ("cheats", "    go) echo 'bestmove A1-A2' ;;", "It wanted to play A1-A2. "),
        ("gives-up", "    go) echo 'bestmove none' ;;", "It had nothing to play."),
    ] {
        let file = script(folder.path(), name, cases);
        let players = format!("program:{} movetime=50,level:1", file.display());
        let found = json(&players, "--preset brandubh --games 4 --threads 1");
        let forfeits = found["forfeits"].as_array().unwrap();
        assert_eq!(
            (forfeits.len(), &found["players"][0]["all"]["losses"]),
            (4, &4.into()),
            "{name}: {found}"
        );
        assert!(forfeits[0]["error"].as_str().unwrap().starts_with(complaint), "{name}: {found}");
        assert_eq!(found["ends"][0]["reason"], "forfeit");
        // It is started anew for every game it has not failed yet.
        let started = fs::read_to_string(folder.path().join(format!("{name}.started"))).unwrap();
        assert_eq!(started.lines().count(), 4, "{name}");
        let said = String::from_utf8(run(&players, "--preset brandubh --games 2").stdout).unwrap();
        assert!(said.contains("Game 1: program:") && said.contains("has lost it."), "{said}");
    }
}

#[test]
fn a_program_that_does_not_answer_loses_and_none_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let file = script(folder.path(), "sleeps", "    go) ;;\n    quit) ;;");
    let began = Instant::now();
    let found = json(
        &format!("level:1,program:{} movetime=10", file.display()),
        "--preset brandubh --games 2 --threads 2",
    );
    assert_eq!(found["players"][1]["all"]["losses"], 2, "{found}");
    assert!(found["forfeits"][0]["error"].as_str().unwrap().starts_with("It had not answered after "));
    assert!(began.elapsed() < PATIENCE, "{:?}", began.elapsed());
    for id in fs::read_to_string(folder.path().join("sleeps.started")).unwrap().lines() {
        assert!(
            !Path::new("/proc").join(id).exists() || !Path::new("/proc/self").exists(),
            "{id} still runs"
        );
    }
}

#[test]
fn what_cannot_be_started_is_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mute = script(folder.path(), "mute", "    tep) exit ;;");
    for (players, complaint) in [
        (
            "level:1,program:/no/such/program".to_owned(),
            "program:/no/such/program cannot play. It cannot be started: ",
        ),
        (format!("program:{},level:1", mute.display()), "cannot play. It ended in the middle"),
        (format!("program:{TABLEN} engine option.Colour=red,level:1"), "There is no option “Colour”"),
        ("program:,level:1".to_owned(), "“” is no program. Write a command"),
        ("program:x movetime=soon,level:1".to_owned(), "is no program. Write a command"),
        ("engine:tafl:time=0,level:1".to_owned(), "An engine has no setting “time=0”"),
    ] {
        let output = run(&players, "--preset brandubh --games 2");
        let found = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{players}");
        assert!(found.contains(complaint), "{players}: {found}");
    }
    let output = run(&format!("program:{TABLEN} engine,level:1"), "--preset tavli --games 2");
    assert!(String::from_utf8(output.stderr).unwrap().contains("does not play this game"));
}

#[test]
fn engines_can_be_limited_by_time() {
    let found = json(
        "engine:tafl:time=20,hash=2,threads=2,engine:tafl:time=5",
        "--preset brandubh --games 2 --plies 20 --threads 1",
    );
    // How long a turn really takes is a matter of what else the machine does; without the limit it would be two million positions.
    assert_eq!(found["end"], "complete", "{found}");
    assert_eq!(found["repeatable"], false);
}
