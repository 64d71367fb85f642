//! `tablen openings`, and matches that begin with what it makes.

use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &str) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_tablen"))
        .args(arguments.split_whitespace())
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env("LANG", "C")
        .output()
        .unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

const SMALL: &str = "openings tablut-corners --count 6 --candidates 60 --nodes 20 --plies 10";

#[test]
fn a_book_is_made_alike_every_time_and_says_how() {
    let (code, book, complaint) = run(SMALL);
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    assert_eq!(run(&format!("{SMALL} --threads 1")).1, book);
    let header: Vec<&str> = book.lines().take_while(|line| line.starts_with('#')).collect();
    assert!(header[0].ends_with("for preset:tablut-corners"), "{book}");
    let made_by = header[1].strip_prefix("# made by: tablen ").unwrap();
    assert_eq!(run(made_by).1, book, "the command in the book makes it");
    assert_eq!(book.lines().count() - header.len(), 6);
}

#[test]
fn matches_begin_with_the_openings_of_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("even.txt");
    let (code, said, _) = run(&format!("{SMALL} --book {}", file.display()));
    assert!(code == Some(0) && said.starts_with("6 openings in "), "{said}");
    let game = "match tablut-corners --players level:1,level:1 --plies 12";
    let (code, said, complaint) = run(&format!("{game} --games 12 --json --openings {}", file.display()));
    assert_eq!((code, complaint.as_str()), (Some(0), ""));
    let found: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&found["games"], &found["openings"]["book"]), (&12.into(), &6.into()));
    let own = "match ashton --players level:1,level:1 --plies 40 --games 4 --json --openings book";
    let found: Value = serde_json::from_str(&run(own).1).unwrap();
    assert!(found["openings"]["book"].as_u64().unwrap() >= 100);

    for (arguments, complaint) in [
        (
            format!("{game} --games 14 --openings {}", file.display()),
            "The book has 6 openings, enough for 12 games",
        ),
        (
            "match brandubh --players level:1,level:1 --games 2 --openings book".to_owned(),
            "No book comes with Tablen for these rules; there is one for: tablut",
        ),
        (format!("{game} --games 2 --openings /no/such/book"), "/no/such/book cannot be read"),
        (format!("{game} --games 2 --openings 101"), "--openings takes a number from 0 to 100"),
        (
            format!("match brandubh --players level:1,level:1 --games 2 --openings {}", file.display()),
            "--openings: Line 5 of the book: ",
        ),
        ("match tavli --players level:1,level:1 --openings book".to_owned(), "--openings is for tafl"),
        ("openings tavli".to_owned(), "--openings is for tafl"),
        (
            "openings tablut --count 1 --candidates 1 --nodes 300 --plies 2".to_owned(),
            "is even; try more --candidates",
        ),
        ("openings tablut --plies 1".to_owned(), "--plies takes a number from 2 to"),
        (format!("{SMALL} --book /no/such/folder/book"), "/no/such/folder/book cannot be written"),
    ] {
        let (code, said, found) = run(&arguments);
        assert_eq!((code, said.as_str()), (Some(2), ""), "{arguments}");
        assert!(found.contains(complaint), "{arguments}: {found}");
    }
}
