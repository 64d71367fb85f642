//! Records: any bytes read as text, as a JSON document and as JSON lines.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tablen_fuzz::text;
use tablen_table::record::{self, Record};
use tablen_table::verify::Verdict;

fuzz_target!(|data: &[u8]| {
    let read = record::read_bytes(data);
    let known = read.record.log.len();
    assert_eq!(read.lines.len(), known);
    if let Some(error) = &read.error {
        text::is_said(error);
        let lines = 1 + data.iter().filter(|byte| **byte == b'\n').count();
        assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}");
    }
    text::is_said(&read.verdict());
    assert!(read.stray_seed.is_none() || read.error.is_some());
    if known == 0 {
        return assert!(read.error.is_some() && !matches!(read.verdict(), Verdict::Right { .. }));
    }
    // What is sound is a table, and is the same in every form.
    let table = read.record.table().expect("a sound part");
    assert_eq!(table.log(), read.record.log);
    for form in [read.record.to_string(), read.record.to_json(), read.record.to_json_lines()] {
        match form.parse::<Record>() {
            Ok(again) => assert_eq!(again, read.record, "{form}"),
            Err(error) => panic!("{error}: {form}"),
        }
    }
});
