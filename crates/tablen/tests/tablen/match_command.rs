//! `tablen match`, driven as a person or a script would.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::PATIENCE;
use serde_json::Value;
use tablen_engine::Level;
use tablen_table::{Phase, Table, record};

fn command(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tablen"));
    command.arg("match").args(arguments.split_whitespace());
    command.env_remove("LC_ALL").env_remove("LC_MESSAGES").env("LANG", "C");
    command
}

/// What it prints; it must succeed, and say nothing else where nobody watches.
fn prints(arguments: &str) -> String {
    let Output { status, stdout, stderr } = command(arguments).output().unwrap();
    let complaint = String::from_utf8(stderr).unwrap();
    assert_eq!((status.code(), complaint.as_str()), (Some(0), ""), "{arguments}");
    String::from_utf8(stdout).unwrap()
}

fn json(arguments: &str) -> Value {
    serde_json::from_str(&prints(&format!("{arguments} --json"))).unwrap()
}

/// A file that is not there yet.
fn fresh_file(name: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("tablen-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&file);
    file
}

const SHORT: &str = "--preset brandubh --players level:2,level:1 --games 8 --plies 60 --seed 7";

#[test]
fn it_reports_in_every_language() {
    for (lang, words) in [
        ("en", ["as attackers", "95 % interval", "Elo difference", "Likelihood", "8 games in"]),
        (
            "fr",
            [
                "avec\u{202f}: attaquants",
                "intervalle à 95\u{202f}%",
                "Différence Elo",
                "Probabilité",
                "8 parties en",
            ],
        ),
        ("it", ["con: attaccanti", "intervallo al 95%", "Differenza Elo", "Probabilità", "8 partite in"]),
    ] {
        let text = prints(&format!("{SHORT} --lang {lang} --sprt 0.495,0.505"));
        for word in words {
            assert!(text.contains(word), "{word}: {text}");
        }
        for sign in ["level:2", "level:1", "brandubh", "2–0", "1½–½", "SPRT", "LLR", "α 0.05"] {
            assert!(text.contains(sign), "{sign}: {text}");
        }
        assert!(!text.contains("match.") && !text.contains('{'), "{text}");
    }
}

#[test]
fn json_has_all_that_the_report_has() {
    let found = json(&format!("{SHORT} --threads 2 --openings 3 --sprt elo:0,400 --alpha 0.01 --beta 0.02"));
    assert_eq!((&found["preset"], &found["openings"]), (&"brandubh".into(), &3.into()));
    let count = |value: &Value| value.as_u64().unwrap();
    let games = count(&found["games"]);
    assert!(games > 0 && games <= 8);
    let [first, second] = [0, 1].map(|place| found["players"][place].clone());
    assert_eq!((&first["player"], &second["player"]), (&"level:2".into(), &"level:1".into()));
    assert_eq!(first["all"]["wins"], second["all"]["losses"]);
    assert_eq!(first["sides"]["attackers"]["wins"], second["sides"]["defenders"]["losses"]);
    let sides = ["attackers", "defenders"].map(|side| count(&first["sides"][side]["games"]));
    assert_eq!(sides, [games / 2; 2]);
    let pairs = found["pairs"].as_object().unwrap();
    assert_eq!((pairs.len(), pairs.values().map(count).sum::<u64>()), (5, games / 2));
    assert_eq!(found["ends"].as_array().unwrap().iter().map(|end| count(&end["count"])).sum::<u64>(), games);
    let (score, interval) =
        (&found["score"], ["low", "high"].map(|end| found["score"][end].as_f64().unwrap()));
    assert!(
        interval[0] <= score["value"].as_f64().unwrap() && score["value"].as_f64().unwrap() <= interval[1]
    );
    assert_eq!((found["sprt"]["alpha"].as_f64(), found["sprt"]["lower"].as_f64()), (Some(0.01), Some(0.5)));
    for key in ["elo", "superiority", "length", "seconds_per_turn", "seconds", "end"] {
        assert!(!found[key].is_null(), "{key}");
    }
}

#[test]
fn a_seed_and_records_repeat_a_match_whatever_the_threads() {
    let files = [1, 2, 3].map(|threads| {
        let file = fresh_file(&format!("{threads}.records"));
        let found = without_times(json(&format!("{SHORT} --threads {threads} --records {}", file.display())));
        let records = fs::read_to_string(&file).unwrap();
        fs::remove_file(file).unwrap();
        (found, records)
    });
    assert!(files[0] == files[1] && files[0] == files[2]);
    let (found, records) = &files[0];
    let tables: Vec<Table> =
        record::read_all(records.as_bytes()).into_iter().map(|read| read.record.table().unwrap()).collect();
    assert_eq!(tables.len() as u64, found["games"].as_u64().unwrap());
    let drawn = |table: &&Table| matches!(table.state().phase(), Phase::Over { winner: None });
    assert_eq!(
        tables.iter().filter(drawn).count() as u64,
        found["players"][0]["all"]["draws"].as_u64().unwrap()
    );
}

#[test]
fn records_are_added_to_what_is_there() {
    let file = fresh_file("added.records");
    let match_of_two =
        format!("--preset tavli --players level:1,level:1 --games 2 --records {}", file.display());
    prints(&match_of_two);
    let once = fs::read_to_string(&file).unwrap();
    prints(&match_of_two);
    assert_eq!(fs::read_to_string(&file).unwrap(), once.repeat(2));
    fs::remove_file(file).unwrap();
}

/// What a match came to, without what the clock says.
fn without_times(mut found: Value) -> Value {
    for measured in ["seconds", "seconds_per_turn", "threads"] {
        found.as_object_mut().unwrap().remove(measured);
    }
    found
}

#[test]
fn a_match_that_is_killed_goes_on_where_it_was() {
    let file = fresh_file("killed.matches");
    let asked = |games: u64| {
        format!("--preset brandubh --players level:2,level:1 --plies 60 --seed 7 --games {games}")
    };
    let mut killed = command(&format!("{} --save {}", asked(1_000_000), file.display()));
    let mut killed = killed.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    let pairs = loop {
        assert!(began.elapsed() < PATIENCE, "nothing is kept");
        let kept: Option<Value> =
            fs::read(&file).ok().map(|bytes| serde_json::from_slice(&bytes).expect("never half a file"));
        let counts = kept.as_ref().map(|kept| kept["matches"][0]["tally"]["pairs"].as_array().unwrap());
        match counts.map(|counts| counts.iter().map(|count| count.as_u64().unwrap()).sum::<u64>()) {
            Some(pairs @ 3..) => break pairs,
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    killed.kill().unwrap();
    killed.wait().unwrap();
    // Some more may have been kept before it was killed.
    let games = 2 * pairs + 100;
    let records = fresh_file("killed.records");
    let again = format!("{} --save {} --records {}", asked(games), file.display(), records.display());
    assert_eq!(without_times(json(&again)), without_times(json(&asked(games))));
    let new = record::read_all(fs::read_to_string(&records).unwrap().as_bytes()).len() as u64;
    assert!((1..=games - 2 * pairs).contains(&new), "{new} games of {games} were played again");
    // Once it is over nothing is left to play, and another match beside it begins at its beginning.
    json(&again);
    assert_eq!(record::read_all(fs::read_to_string(&records).unwrap().as_bytes()).len() as u64, new);
    let other = SHORT.replace("--seed 7", "--seed 8");
    let kept = json(&format!("{other} --save {}", file.display()));
    assert_eq!(without_times(kept), without_times(json(&other)));
    for file in [file, records] {
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn what_is_no_kept_match_is_refused_and_left_as_it_is() {
    let file = fresh_file("damaged.matches");
    prints(&format!("{SHORT} --save {}", file.display()));
    let whole = fs::read_to_string(&file).unwrap();
    let halved = whole[..whole.len() / 2].to_owned();
    // A pair too many, in whatever place.
    let more = whole.replacen("\"pairs\": [\n", "\"pairs\": [\n 1", 1);
    assert_ne!(more, whole);
    for damaged in [halved, more, "attackers D1-D3".to_owned()] {
        fs::write(&file, &damaged).unwrap();
        let output = command(&format!("{SHORT} --save {}", file.display())).output().unwrap();
        let complaint = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{complaint}");
        assert!(complaint.contains("--save") && complaint.contains("holds no matches"), "{complaint}");
        assert_eq!(fs::read_to_string(&file).unwrap(), damaged);
    }
    fs::remove_file(file).unwrap();
}

#[test]
fn a_clear_case_is_decided_early() {
    let found = json("--preset tavli --players level:1,level:4 --games 1000 --sprt 0.4,0.5");
    assert_eq!((&found["end"], &found["sprt"]["verdict"]), (&"decided".into(), &"lower".into()));
    assert!(found["games"].as_u64().unwrap() < 200);
    assert!(found["players"][0]["sides"]["white"]["games"].is_u64());
}

#[test]
fn a_ladder_has_a_row_for_every_step() {
    // The test answers a question so coarse that a pair or two are enough.
    let quick = "--ladder --preset brandubh --plies 3 --games 2 --sprt 0.1,0.9 --alpha 0.4 --beta 0.4";
    let text = prints(quick);
    let steps = json(quick)["steps"].as_array().unwrap().clone();
    assert_eq!(steps.len() + 1, Level::all().count());
    for (step, level) in steps.iter().zip(Level::all().skip(1)) {
        assert_eq!(step["players"][0]["player"], format!("level:{level}"));
        assert!(text.contains(&format!("level:{level} against level:{}", level.number() - 1)), "{text}");
    }
}

#[test]
fn options_can_be_drawn_for_every_pair() {
    let text = prints(&format!("{SHORT} --random-options"));
    assert!(text.contains("brandubh, options drawn for every pair"), "{text}");
    assert_eq!(json(&format!("{SHORT} --random-options"))["random_options"], true);
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let strongest = Level::STRONGEST.number();
    for (arguments, complaint) in [
        ("", "Say who plays: --players"),
        ("--players level:1", "--players: A match has two players"),
        ("--players level:1,deep-blue", "There is no player “deep-blue”. Write level:1 to level:"),
        (
            "--players level:1,level:77",
            &*format!("There is no level “77”. There are levels 1 to {strongest}."),
        ),
        ("--players level:2,level:1 --ladder", "--players and --ladder both say who plays"),
        ("--ladder --games 0", "--games takes a number from 2 to"),
        ("--ladder --games 7", "--games takes an even number"),
        ("--ladder --threads 0", "--threads takes a number from 1 to"),
        ("--ladder --openings 3 --plies 3", "--openings (3) leaves nothing to play"),
        (
            "--ladder --preset tablut --random-options --openings book",
            "--random-options changes the rules from pair to pair",
        ),
        ("--ladder --preset tavli --openings 2", "--openings is for tafl"),
        ("--ladder --sprt 0.65,0.55", "--sprt: The first score must be the lower one"),
        ("--ladder --sprt 55,65", "--sprt: Give two scores between 0 and 1, such as 0.55,0.65"),
        ("--ladder --alpha 0.1", "--alpha says how sure --sprt must be"),
        ("--ladder --sprt 0.5,0.6 --beta 0.7", "--beta takes a risk above 0 and below 0.5"),
        ("--ladder --records /no/such/folder/file", "--records: “/no/such/folder/file” cannot be written"),
        ("--ladder --preset chess", "“chess” is not a value of preset"),
        ("--ladder --position zeno", "--position does not go with this command"),
    ] {
        let Output { status, stdout, stderr } = command(arguments).output().unwrap();
        let found = String::from_utf8(stderr).unwrap();
        assert_eq!((status.code(), stdout.as_slice()), (Some(2), b"".as_slice()), "{arguments}");
        assert!(found.starts_with("tablen: ") && found.contains(complaint), "{arguments}: {found}");
    }
}

/// A device that is always full; where there is none, nothing can be shown.
#[test]
fn records_that_cannot_be_written_end_the_match() {
    if !std::path::Path::new("/dev/full").exists() {
        return;
    }
    let match_of_many = "--preset tavli --players level:1,level:1 --games 1000000 --records /dev/full";
    let output = command(match_of_many).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("could not be written"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_with_what_was_played() {
    let file = fresh_file("interrupted.records");
    let endless = "--preset tavli --players level:1,level:1 --games 1000000 --json --records";
    let child = command(&format!("{endless} {}", file.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let began = Instant::now();
    let has_played = || fs::metadata(&file).is_ok_and(|file| file.len() > 0);
    while !has_played() {
        assert!(began.elapsed() < PATIENCE, "nothing is played");
        std::thread::sleep(Duration::from_millis(20));
    }
    crate::signal("INT", child.id());
    let told = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert!(told.elapsed() < PATIENCE, "it stops promptly");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), b"".as_slice()));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(found["end"], "interrupted");
    let games = found["games"].as_u64().unwrap();
    let opened = fs::read_to_string(&file).unwrap().matches("Tablen record 1\n").count() as u64;
    assert!(games >= 2 && games == opened, "{games} games, {opened} records");
    fs::remove_file(file).unwrap();
}
