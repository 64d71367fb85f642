//! Records that earlier versions have written are read, and written again to the byte. See `golden/README.md`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tablen_table::record::{self, Record};
use tablen_table::{Entry, Event, Table};

use files::files;

#[path = "../../../../golden/files.rs"]
mod files;

fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// Every record of a file, each sound to its end.
fn records(path: &Path) -> Vec<Record> {
    let reads = record::read_all(&fs::read(path).unwrap());
    reads
        .into_iter()
        .map(|read| {
            assert!(read.error.is_none(), "{}: {:?}", path.display(), read.error);
            read.record
        })
        .collect()
}

#[test]
fn records_are_read_and_written_again_to_the_byte() {
    let mut events = 0;
    for path in files("records").into_iter().chain(files("saved")) {
        let records = records(&path);
        assert!(!records.is_empty(), "{}", path.display());
        let written: String = match ending(&path) {
            // One after the other in a file, each is followed by a blank line.
            "txt" if records.len() > 1 => records.iter().map(|record| format!("{record}\n")).collect(),
            "txt" => records.iter().map(Record::to_string).collect(),
            "json" => records.iter().map(Record::to_json).collect(),
            "jsonl" => records.iter().map(Record::to_json_lines).collect(),
            other => panic!("{other} is no form of a record"),
        };
        assert!(written == fs::read_to_string(&path).unwrap(), "{} is written otherwise", path.display());
        for record in records {
            let table = record.table().unwrap_or_else(|bad| panic!("{}: {bad}", path.display()));
            events += table.log().len();
        }
    }
    assert!(events > 1_000, "{events}");
}

#[test]
fn text_and_json_tell_the_same_game() {
    let mut pairs = 0;
    for text in files("records").iter().filter(|path| ending(path) == "txt") {
        for ending in ["json", "jsonl"] {
            let json = text.with_extension(ending);
            if json.exists() {
                assert_eq!(records(text), records(&json), "{}", text.display());
                pairs += 1;
            }
        }
    }
    assert!(pairs > 20, "{pairs}");
}

#[test]
fn events_that_a_server_sent_are_read_and_written_the_same() {
    let mut names = std::collections::BTreeSet::new();
    for path in files("server").into_iter().filter(|path| ending(path) == "jsonl") {
        for line in fs::read_to_string(&path).unwrap().lines().skip(1) {
            let kept: Value = serde_json::from_str(line).unwrap();
            let log: Vec<Entry> = serde_json::from_value(kept["events"].clone()).unwrap();
            assert_eq!(serde_json::to_value(&log).unwrap(), kept["events"], "{}", kept["name"]);
            for entry in kept["events"].as_array().unwrap() {
                names.insert(entry["event"].as_str().unwrap().to_owned());
            }
            let begins = matches!(log[0].event, Event::Opened { .. });
            assert!(begins, "{}", kept["name"]);
            assert_eq!(Table::from_log(log.clone()).unwrap().log(), log);
        }
    }
    let all = [
        "opened",
        "joined",
        "left",
        "lot-drawn",
        "rolled-off",
        "round-began",
        "rolled",
        "stepped",
        "step-undone",
        "turn-ended",
        "moved",
        "draw-offered",
        "takeback-asked",
        "taken-back",
        "round-ended",
        "match-ended",
        "aborted",
        "rematch-offered",
        "rematch-declined",
        "rematch-agreed",
        "seed-revealed",
    ];
    for name in all {
        assert!(names.contains(name), "{name} is in none of the golden files");
    }
}
