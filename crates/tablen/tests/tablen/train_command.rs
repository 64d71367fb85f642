//! `tablen train`, driven as a person or a script would.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use sha2::{Digest, Sha256};

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
fn a_net_of_tavli_is_trained_alike_and_can_play() {
    let folder = fresh_folder("train");
    let [one, other] = ["one", "other"].map(|name| folder.join(name).display().to_string());
    for (file, threads) in [(&one, "1"), (&other, "2")] {
        let output =
            run(&["train", "tavli", "--games", "32", "--seed", "3", "--threads", threads, "--net", file]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(String::from_utf8(output.stdout).unwrap().starts_with("Learned from 32 games"));
    }
    assert_eq!(fs::read(&one).unwrap(), fs::read(&other).unwrap());
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "no checkpoint is left");

    let players = format!("engine:tavli:depth=1,net={one},engine:tavli:depth=1,eval=pips");
    let output = run(&["match", "tavli", "--players", &players, "--games", "4"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_checkpoint_of_another_training_is_not_overwritten() {
    let folder = fresh_folder("train-other");
    let file = folder.join("net").display().to_string();
    let checkpoint = folder.join("net.checkpoint");
    for text in ["", "tablen tavli training 1\nseed 3\n"] {
        fs::write(&checkpoint, text).unwrap();
        let output = run(&["train", "tavli", "--games", "16", "--net", &file]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("no checkpoint of a training"));
        assert_eq!(fs::read_to_string(&checkpoint).unwrap(), text);
    }
    fs::remove_dir_all(folder).unwrap();
}

/// The next generation of a net: labels, learning and the match; and again from what is there.
#[test]
fn a_net_of_tavli_goes_on_by_labelled_positions() {
    let folder = fresh_folder("train-labelled");
    let [net, data] = ["tavli.net", "data"].map(|name| folder.join(name).display().to_string());
    let run_labelled = |threads: &str| {
        let settings = ["--labelled", "400", "--epochs", "2", "--games", "4", "--threads", threads];
        run(&[&["train", "tavli", "--data", &data, "--net", &net], &settings[..]].concat())
    };
    let output = run_labelled("1");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("no net to go on from"));

    let output = run(&["train", "tavli", "--games", "64", "--seed", "3", "--net", &net]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let before = fs::read(&net).unwrap();
    let output = run_labelled("2");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines.len() == 3 && lines[1].starts_with("Learned from 4"), "{told}");
    let after = fs::read(&net).unwrap();
    assert_eq!(after != before, lines[2].starts_with("The new player wins"), "{told}");

    // A kill has torn the last line of the labels, and the same comes out on another number of threads.
    let files: Vec<PathBuf> = fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [labels] = &files[..] else { panic!("no checkpoint is left: {files:?}") };
    let written = fs::read(labels).unwrap();
    fs::write(labels, &written[..written.len() - 3]).unwrap();
    fs::write(&net, &before).unwrap();
    let output = run_labelled("1");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), told);
    assert_eq!((fs::read(labels).unwrap(), fs::read(&net).unwrap()), (written, after));

    // What is no file of labels is named.
    fs::write(folder.join("data/other.labelled"), "something else").unwrap();
    fs::write(&net, &before).unwrap();
    let output = run_labelled("1");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("other.labelled") && told.contains("no file of positions"), "{told}");
    fs::remove_dir_all(folder).unwrap();
}

/// All of it on a small board: games, learning, the match that lets a net in or not; and again from what is there. By the rules of the preset, and by
/// rules drawn by lot: each has its own net to beat.
#[test]
fn a_net_is_played_for_learned_and_let_in_or_not() {
    for (name, extra) in [("brandubh", &[][..]), ("brandubh-any", &["--random-options"])] {
        let net = tablen_engine::tafl::net::NETS.iter().find(|net| net.name == name).unwrap();
        let hash = Sha256::digest(net.bytes());
        let best: String = hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
        let folder = fresh_folder(&format!("train-{name}"));
        let [data, nets] = ["data", "nets"].map(|name| folder.join(name).display().to_string());
        let train = |positions: &str| {
            let settings =
                ["--nodes", "60", "--epochs", "2", "--games", "4", "--threads", "1", "--seed", "5"];
            let places = ["--preset", "brandubh", "--data", &data, "--nets", &nets, "--positions", positions];
            let output = run(&[&["train", "tafl"], &places[..], &settings[..], extra].concat());
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            String::from_utf8(output.stdout).unwrap()
        };
        let told = train("400");
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 3, "{told}");
        let file = folder.join(format!("data/{name}.{best}.positions"));
        assert!(lines[0].contains(&format!("played by {best}")), "{told}");
        assert!(lines[1].starts_with("Learned from"), "{told}");
        assert!(lines[2].contains(&format!("against {best}")), "{told}");
        let positions = fs::read(&file).unwrap();
        // A net that was let in stands in the list with what it began with, and one that was not leaves nothing.
        let is_let_in = lines[2].starts_with("The new player wins");
        assert_eq!(folder.join(format!("nets/{name}.net")).is_file(), is_let_in);
        let listed = fs::read_to_string(folder.join("nets/README.md")).unwrap_or_default();
        assert_eq!(listed.contains(&format!("from {best}")), is_let_in, "{listed}");

        // Games are not played again, and a torn end, as a kill leaves it, is cut off.
        if !is_let_in {
            fs::write(&file, [&positions[..], &[1, 2, 3]].concat()).unwrap();
            assert_eq!(train("400"), told, "the same again");
            assert_eq!(fs::read(&file).unwrap(), positions);
        }
        // It can play by rules that nobody chose.
        let candidate = folder.join(format!("data/{name}.candidate.net"));
        let player = format!("engine:tafl:net={},nodes=50", candidate.display());
        let output = run(&["match", "brandubh", &player, "level:1", "--games", "4", "--random-options"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        fs::remove_dir_all(folder).unwrap();
    }
}

/// The weights of the classic evaluation are tuned by the same positions, and can play.
#[test]
fn classic_weights_are_tuned_and_tried() {
    let folder = fresh_folder("train-classic");
    let [data, weights] = ["data", "tuned.weights"].map(|name| folder.join(name).display().to_string());
    let settings = ["--nodes", "60", "--games", "4", "--threads", "1", "--seed", "5", "--positions", "400"];
    let places = ["--preset", "brandubh", "--data", &data, "--nets", &data, "--classic", &weights];
    let output = run(&[&["train", "tafl"], &places[..], &settings[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[1].starts_with("Tuned by") && lines[2].contains("against classic"), "{told}");
    let text = fs::read_to_string(&weights).unwrap();
    assert!(text.lines().any(|line| line.starts_with("walled_in ")), "{text}");

    // What a file of weights must be is told.
    let playing = |file: &str| {
        let tuned = format!("engine:tafl:weights={file},nodes=50");
        run(&["match", "brandubh", &tuned, "level:1", "--games", "2", "--threads", "1"])
    };
    assert_eq!(playing(&weights).status.code(), Some(0));

    // By games instead: what is there of a climb is gone on from, and nothing else.
    let climb =
        |rounds: &str| run(&[&["train", "tafl", "--rounds", rounds], &places[..], &settings[..]].concat());
    let checkpoint = folder.join("data/brandubh.climb");
    fs::write(&checkpoint, "something else").unwrap();
    let refused = climb("2");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("brandubh.climb"));
    fs::remove_file(&checkpoint).unwrap();
    let output = climb("2");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("Tuned by 32 games") && told.contains("against classic"), "{told}");
    assert_ne!(fs::read_to_string(&weights).unwrap(), text);
    assert!(!checkpoint.exists());
    assert_eq!(playing(&weights).status.code(), Some(0));
    let nowhere = run(&["train", "tafl", "--rounds", "2", "--data", &data, "--nets", &data]);
    assert_eq!(nowhere.status.code(), Some(2));
    assert!(String::from_utf8(nowhere.stderr).unwrap().contains("--classic"));

    fs::write(&weights, "raichi 60").unwrap();
    let refused = playing(&weights);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("tuned.weights"));
    fs::remove_dir_all(folder).unwrap();
}

/// The numbers of the search are tuned by games of several presets, and can play.
#[test]
fn numbers_of_the_search_are_tuned_and_tried() {
    let folder = fresh_folder("train-search");
    let [data, numbers] = ["data", "search.txt"].map(|name| folder.join(name).display().to_string());
    let climb = |more: &[&str]| {
        let settings = ["--nodes", "40", "--games", "2", "--threads", "1", "--seed", "5"];
        let places = ["--data", &data, "--nets", &data, "--search", &numbers];
        run(&[&["train", "tafl"], &places[..], &settings[..], more].concat())
    };
    let output = climb(&["--rounds", "2"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("Tuned by 32 games"), "{told}");
    for (line, preset) in lines[1..].iter().zip(["tablut", "ashton", "tablut-corners"]) {
        assert!(line.contains(&format!("nodes=40,hash=4 · {preset}")), "{told}");
    }
    assert_eq!(lines.len(), 4, "{told}");
    let text = fs::read_to_string(&numbers).unwrap();
    let tuned = format!("engine:tafl:nodes=50,{}", text.trim_end());
    let played = run(&["match", "brandubh", &tuned, "level:1", "--games", "2", "--threads", "1"]);
    assert_eq!(played.status.code(), Some(0), "{played:?}");

    // One preset, if it is said; and what is missing, or too much, is told.
    let output = climb(&["--rounds", "1", "--preset", "brandubh"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 2);
    for wrong in [&[][..], &["--rounds", "1", "--classic", "tuned.weights"][..]] {
        let refused = climb(wrong);
        assert_eq!(refused.status.code(), Some(2), "{refused:?}");
        assert!(String::from_utf8(refused.stderr).unwrap().contains("--search"));
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_nothing_can_be_learned_from_is_refused() {
    let folder = fresh_folder("nothing-to-learn");
    let data = folder.display().to_string();
    let train = |rest: &[&str]| {
        let places = ["train", "tafl", "--preset", "brandubh", "--data", &data, "--nets", &data];
        let settings = ["--nodes", "60", "--games", "2", "--threads", "1", "--epochs", "1"];
        let output = run(&[&places[..], &settings, rest].concat());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    for rest in [&["--positions", "0"][..], &["--positions", "0", "--classic", "/dev/null"]] {
        let (code, complaint) = train(rest);
        assert_eq!(code, Some(2), "{complaint}");
        assert!(complaint.contains("There is no position to learn from"), "{complaint}");
    }

    // Damage in the middle of a file is no positions.
    let file = folder.join("brandubh.classic.positions");
    let header = fs::read(&file).unwrap();
    fs::write(&file, [&header[..], &[0; 21 * 50]].concat()).unwrap();
    let (code, complaint) = train(&["--positions", "40"]);
    assert_eq!(code, Some(2), "{complaint}");
    assert!(complaint.contains("50 of its 50 records are no positions, first number 1"), "{complaint}");
    fs::remove_dir_all(&folder).unwrap();

    for (arguments, flag) in [
        (&["tavli", "--preset", "ashton"][..], "--preset does not go with tavli"),
        (&["tavli", "--epochs", "3"], "--epochs does not go with tavli"),
        (&["tafl", "--labelled", "10"], "--labelled does not go with tafl"),
    ] {
        let output = run(&[&["train"], arguments].concat());
        assert_eq!(output.status.code(), Some(2));
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(complaint.contains(flag), "{complaint}");
    }
}
