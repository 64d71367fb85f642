//! A table of any kind: any commands of any seat at any moment.
#![no_main]

use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tablen_fuzz::{Bytes, table, text};
use tablen_table::record::Record;
use tablen_table::{Refusal, Request, Table};

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes::new(data);
    let Some((mut table, mut dice)) = table::choose_table(&mut bytes) else { return };
    let mut now = Duration::ZERO;
    while !bytes.is_empty() {
        now = match bytes.below(16) {
            0 => now.saturating_sub(Duration::from_secs(1)),
            1 => now + Duration::from_secs(u64::from(bytes.byte())),
            _ => now + Duration::from_millis(u64::from(bytes.byte())),
        };
        let before = table.clone();
        let seat = table::choose_seat(&mut bytes, &table);
        match bytes.below(32) {
            0 => _ = table.pause(now),
            1 => _ = table.resume(now),
            2 => _ = table.tick(now, &mut dice).map(<[_]>::len),
            _ => {
                let command = table::choose_command(&mut bytes, &table);
                let key = bytes.flip().then(|| u64::from(bytes.byte()));
                match table.apply(seat, Request { key, ..command.into() }, now, &mut dice) {
                    Ok(_) => {}
                    // The time had run out already: that is all that may have happened.
                    Err(Refusal::OutOfTime) => assert!(table.log().len() > before.log().len()),
                    Err(refusal) => {
                        text::is_said(&refusal);
                        assert_eq!(table, before, "{refusal}");
                    }
                }
            }
        }
        assert!(table.log().starts_with(before.log()));
    }
    // The log is the game, and its record is the log.
    match Table::from_log(table.log().to_vec()) {
        Ok(again) => assert_eq!(again, table),
        Err(error) => panic!("{error}"),
    }
    let record = Record::of(&table);
    match record.to_string().parse::<Record>() {
        Ok(again) => assert_eq!(again, record),
        Err(error) => panic!("{error}: {record}"),
    }
});
