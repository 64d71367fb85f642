//! `tablen verify`, driven as a person or a script would.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tablen_table::dice::{Seed, Source};
use tablen_table::record::Record;
use tablen_table::{
    BySeat, Colour, Command as Ask, Event, Occupant, Round, Ruleset, Seat, Spec, StepChoice, Table,
};

const SEED: Seed = Seed([9; 32]);

/// A game of tavli to its end, with a commitment to [`SEED`] and with any dice.
fn game(mut dice: Source, commitment: bool) -> Table {
    let person = |name: &str| Occupant::Person(name.to_owned());
    let spec = Spec {
        host_plays: Some(Colour::Light),
        occupants: BySeat { host: person("Ada"), guest: person("Bo") },
        ..Spec::new(Ruleset::from_preset("tavli").unwrap())
    };
    let commitment = commitment.then(|| SEED.commitment());
    let mut table = Table::open(spec, commitment, Duration::ZERO, &mut dice).unwrap();
    let mut now = Duration::ZERO;
    while let Some(seat) = table.state().to_act() {
        let Some(Round::Tavli(round)) = table.state().round() else { panic!("no tavli") };
        let ask = match round.under_way().map(|play| play.next_steps().last().copied()) {
            None => Ask::Roll,
            Some(Some(step)) => Ask::Step(StepChoice { from: step.from, die: step.die }),
            Some(None) => Ask::Confirm,
        };
        now += Duration::from_millis(350);
        table.apply(seat, ask, now, &mut dice).unwrap();
    }
    table
}

fn revealed() -> Table {
    let mut table = game(Source::Verifiable(SEED), true);
    table.reveal(SEED, Duration::ZERO).unwrap();
    table
}

struct Found {
    code: Option<i32>,
    out: String,
    complaint: String,
}

/// What the command says to a record on standard input.
fn verify(record: &[u8], flags: &[&str]) -> Found {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tablen"))
        .args(["verify", "-"])
        .args(flags)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(record).unwrap();
    let output = child.wait_with_output().unwrap();
    Found {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        complaint: String::from_utf8(output.stderr).unwrap(),
    }
}

fn json(record: &str) -> (Option<i32>, Value) {
    let found = verify(record.as_bytes(), &["--json"]);
    let told: Value = serde_json::from_str(&found.out).unwrap();
    (found.code, told["records"][0].clone())
}

#[test]
fn every_record_of_a_file_is_checked() {
    let right = Record::of(&revealed()).to_string();
    let seed = right.lines().find(|line| line.starts_with("seed revealed")).unwrap();
    let wrong = right.replace(seed, &format!("seed revealed: {}", "00".repeat(32)));
    let found = verify(format!("{right}\n{wrong}\n{right}").as_bytes(), &[]);
    assert_eq!(found.code, Some(3));
    assert!(found.out.contains("Record 2 of 3\n"), "{}", found.out);
    assert_eq!(found.out.matches("all are what the seed makes.").count(), 2, "{}", found.out);
}

#[test]
fn right_throws_are_right_in_every_form_and_language() {
    let record = Record::of(&revealed());
    for text in [record.to_string(), record.to_json(), record.to_json_lines()] {
        let found = verify(text.as_bytes(), &[]);
        assert_eq!((found.code, found.complaint.as_str()), (Some(0), ""), "{}", found.out);
        assert!(found.out.contains("events, all sound.\n"), "{}", found.out);
        assert!(found.out.contains("all are what the seed makes."), "{}", found.out);
        assert!(
            found.out.contains("host (Ada): 1×") && found.out.contains("guest (Bo): 1×"),
            "{}",
            found.out
        );
        assert!(found.out.contains("mean 3.") && found.out.contains("χ²"), "{}", found.out);
        let (code, value) = json(&text);
        assert_eq!((code, value["dice"]["verdict"].as_str()), (Some(0), Some("right")));
        assert_eq!(value["damage"], Value::Null);
        let host = &value["faces"]["host"];
        let counts: u64 =
            host["counts"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(Some(counts), host["dice"].as_u64());
        assert!((host["expected"].as_f64().unwrap() * 6.0 - counts as f64).abs() < 1e-9);
    }
    let text = record.to_string();
    let french = verify(text.as_bytes(), &["--lang", "fr"]);
    assert!(
        french.out.contains("ce sont bien ceux de la graine") && french.out.contains("moyenne 3,"),
        "{}",
        french.out
    );
    let italian = verify(text.as_bytes(), &["--lang", "it"]);
    assert!(
        italian.out.contains("sono quelli del seme") && italian.out.contains("media 3,"),
        "{}",
        italian.out
    );
}

#[test]
fn a_file_is_read_by_its_name() {
    let path = std::env::temp_dir().join(format!("tablen-verify-{}.txt", std::process::id()));
    std::fs::write(&path, Record::of(&revealed()).to_string()).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tablen")).arg("verify").arg(&path).output().unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(output.status.code(), Some(0));
    let output = Command::new(env!("CARGO_BIN_EXE_tablen")).arg("verify").arg(&path).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let output =
        Command::new(env!("CARGO_BIN_EXE_tablen")).args(["verify", "--lang", "en"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("needs a FILE"));
    let output = Command::new(env!("CARGO_BIN_EXE_tablen")).args(["verify", "a", "b"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_changed_throw_is_named_with_its_line_and_what_the_seed_makes() {
    let table = revealed();
    let text = Record::of(&table).to_string();
    // The tenth throw becomes another. The turn after it may be impossible then; the throw is found all the same.
    let throws: Vec<_> = table
        .log()
        .iter()
        .filter_map(|entry| match entry.event {
            Event::Rolled { roll, .. } => Some((entry.sequence, roll)),
            _ => None,
        })
        .collect();
    let (sequence, roll) = throws[9];
    let line = text.lines().position(|line| line.starts_with("10. ")).unwrap();
    let other = if roll.to_string() == "111" { "222" } else { "111" };
    let changed: String = text
        .lines()
        .enumerate()
        .map(|(number, whole)| {
            let whole = if number == line {
                whole.replacen(&format!("{roll}:"), &format!("{other}:"), 1)
            } else {
                whole.to_owned()
            };
            whole + "\n"
        })
        .collect();
    let found = verify(changed.as_bytes(), &[]);
    assert_eq!(found.code, Some(3), "{}{}", found.out, found.complaint);
    let sentence = format!(
        "Line {}, event {sequence}, throw 10: written as {other}, but the seed makes {roll}.\n",
        line + 1
    );
    assert!(found.out.contains(&sentence), "{sentence} {}", found.out);
    assert!(found.complaint.contains("1 throw is not what the seed makes."), "{}", found.complaint);
    let (code, value) = json(&changed);
    assert_eq!((code, value["dice"]["verdict"].as_str()), (Some(3), Some("wrong")));
    assert_eq!(value["dice"]["throws"][0]["line"], line + 1);
    assert_eq!(value["dice"]["throws"][0]["sequence"], sequence);
    assert!(verify(changed.as_bytes(), &["--lang", "fr"]).out.contains("alors que la graine donne"));
    assert!(verify(changed.as_bytes(), &["--lang", "it"]).out.contains("ma il seme dà"));
}

#[test]
fn a_game_played_with_other_dice_is_found_out() {
    let mut table = game(Source::Seeded(4), true);
    table.reveal(SEED, Duration::ZERO).unwrap();
    let (code, value) = json(&Record::of(&table).to_string());
    assert_eq!((code, value["dice"]["verdict"].as_str()), (Some(3), Some("wrong")));
    assert_eq!(value["damage"], Value::Null);
    assert!(value["dice"]["throws"].as_array().unwrap().len() > 10);
}

#[test]
fn another_seed_is_found_out() {
    let text = Record::of(&revealed()).to_string();
    let other = text.replace(&SEED.to_string(), &Seed([8; 32]).to_string());
    let found = verify(other.as_bytes(), &[]);
    assert_eq!(found.code, Some(3));
    assert!(found.complaint.contains("is not the one that was promised"), "{}", found.complaint);
    let (_, value) = json(&other);
    assert_eq!(value["dice"]["verdict"], "wrong-seed");
    assert_eq!(value["damage"]["line"], text.lines().count());
}

#[test]
fn what_cannot_be_checked_is_no_error() {
    let found = verify(Record::of(&game(Source::Verifiable(SEED), true)).to_string().as_bytes(), &[]);
    assert_eq!(found.code, Some(0));
    assert!(found.out.contains("the seed has not been revealed"), "{}", found.out);
    let found = verify(Record::of(&game(Source::Seeded(1), false)).to_string().as_bytes(), &[]);
    assert_eq!(found.code, Some(0));
    assert!(found.out.contains("the host committed to no seed"), "{}", found.out);
    let spec = Spec { host_plays: Some(Colour::Dark), ..Spec::new(Ruleset::from_preset("alea").unwrap()) };
    let mut table = Table::open(spec, None, Duration::ZERO, &mut Source::Seeded(2)).unwrap();
    table.apply(Seat::Guest, Ask::Abort, Duration::ZERO, &mut Source::Seeded(2)).unwrap();
    let found = verify(Record::of(&table).to_string().as_bytes(), &[]);
    assert!(found.out.contains("No dice were thrown"), "{}", found.out);
}

#[test]
fn damage_is_told_with_its_place_and_the_sound_part_is_checked() {
    let text = Record::of(&revealed()).to_string();
    let line = text.lines().position(|line| line.starts_with("20. ")).unwrap() + 1;
    let damaged = text.replacen("\n20. ", "\n21. ", 1);
    let found = verify(damaged.as_bytes(), &[]);
    assert_eq!(found.code, Some(2));
    assert!(
        found.complaint.contains(&format!("Line {line}, column 1: Number 21 stands here; 20 is next.")),
        "{}",
        found.complaint
    );
    // The seed stands after the damage and counts.
    assert!(found.out.contains("all are what the seed makes."), "{}", found.out);
    let (code, value) = json(&damaged);
    assert_eq!((code, value["damage"]["line"].as_u64()), (Some(2), Some(line as u64)));
    for (lang, said) in [("fr", "Ligne"), ("it", "Riga")] {
        let found = verify(damaged.as_bytes(), &["--lang", lang]);
        assert!(found.complaint.contains(&format!("{said} {line}, ")), "{}", found.complaint);
    }
    let cut = verify(&text.as_bytes()[..text.len() / 2], &[]);
    assert_eq!(cut.code, Some(2));
    assert!(cut.complaint.contains("breaks off here"), "{}", cut.complaint);
    assert!(cut.out.contains("the seed has not been revealed"), "{}", cut.out);
    for nonsense in [&b""[..], b"hello\n", b"\xff\xfe", b"{", b"[1,2]"] {
        let found = verify(nonsense, &[]);
        assert_eq!(found.code, Some(2), "{nonsense:?}");
        assert!(found.complaint.starts_with("tablen: Line 1, "), "{}", found.complaint);
    }
}

#[test]
fn a_moment_that_was_changed_is_noticed() {
    let text = Record::of(&revealed()).with_checksum().to_string();
    let found = verify(text.as_bytes(), &[]);
    assert_eq!(found.code, Some(0), "{}", found.complaint);
    assert!(found.out.contains("is as it was written down"), "{}", found.out);
    let changed = text.replacen("@0:03.500", "@0:03.499", 1);
    assert_ne!(changed, text);
    let found = verify(changed.as_bytes(), &[]);
    assert_eq!(found.code, Some(3), "{}", found.out);
    assert!(found.complaint.contains("the checksum is another"), "{}", found.complaint);
    let found: Value = serde_json::from_str(&verify(changed.as_bytes(), &["--json"]).out).unwrap();
    assert_eq!(found["records"][0]["unchanged"], false);
    // Who plays on adds to it and leaves it right.
    let more = text.trim_end().to_owned() + "\nhost offers a rematch\n";
    assert_eq!(verify(more.as_bytes(), &[]).code, Some(0));
}
