//! Records: everything written reads back, everything damaged gives the part that is sound.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;
use std::time::Duration;

use fastrand::Rng;
use tablen_rules::tafl::Preset;
use tablen_rules::tavli;
use tablen_rules::words::{Explain, Lang};
use tablen_table::dice::Source;
use tablen_table::record::{
    self, Expected, Fault, Glyph, Note, Read, Record, RecordError, Tried, Variation, Writer,
};
use tablen_table::{
    BySeat, Choice, Colour, Command, Event, Family, GameRound, Occupant, Round, Ruleset, Seat, Spec,
    StepChoice, Table, Tafl,
};

use crate::support::{random_table, seated};

/// Random tables of every kind, short and long.
fn tables() -> impl Iterator<Item = Table> {
    (0..120).map(|seed| random_table(seed, if seed % 10 == 0 { 1_500 } else { 120 }))
}

/// The record of a table with tags and with notes at random places, legal variations among them.
fn annotated(table: &Table, rng: &mut Rng) -> Record {
    let odd = ["", " a ", "Host", "}{\\\n", "x: \"y\"", "[1. host]", "Café ♔", "\r\n\u{0}"];
    let text = |rng: &mut Rng| (*rng.choice(&odd).unwrap()).to_owned();
    let mut record = Record::of(table);
    record.tags = (0..rng.usize(..4)).map(|_| (text(rng), text(rng))).collect();
    record.tags.push(("Event".to_owned(), "Friday evening".to_owned()));
    for length in 1..=record.log.len() {
        if rng.u8(..6) != 0 {
            continue;
        }
        let glyph = |rng: &mut Rng| rng.bool().then(|| *rng.choice(&Glyph::ALL).unwrap());
        let comment = rng.bool().then(|| text(rng));
        let mut note = Note { comment, glyph: glyph(rng), ..Note::default() };
        let before = Table::from_log(record.log[..length].to_vec()).unwrap();
        if let Some(variation) = random_variation(&before, rng) {
            note.variations = vec![variation.clone(), Variation::default()];
            if let Some(first) = note.variations[0].turns.first_mut() {
                let comment = Some(text(rng));
                first.note = Note { comment, glyph: glyph(rng), variations: vec![variation] };
            }
        }
        if !note.is_empty() {
            record.notes.insert(length as u64 - 1, note);
        }
    }
    record
}

/// Turns that could have been played instead of the last.
fn random_variation(table: &Table, rng: &mut Rng) -> Option<Variation> {
    let tried = |turn| Tried { turn, note: Note::default() };
    let turns = match (&table.log().last()?.event, table.state().round()?) {
        (Event::Moved { .. }, Round::Tafl(game)) => {
            let mut position = game.position_before(game.turns() - 1)?;
            let mut turns = Vec::new();
            for _ in 0..rng.usize(..4) {
                let Some(mv) = rng.choice(position.moves()) else { break };
                (_, position) = Tafl::play(&position, &mv).ok()?;
                turns.push(tried(Choice::Move(mv)));
            }
            turns
        }
        (Event::TurnEnded { .. }, Round::Tavli(round)) => {
            let mut position = round.position_before(round.turns() - 1)?;
            let mut turns = Vec::new();
            for _ in 0..rng.usize(..3) {
                let roll = rng.choice(tavli::Roll::all().collect::<Vec<_>>()).unwrap();
                let Ok(mut play) = position.roll(roll) else { break };
                while let Some(step) = rng.choice(play.next_steps()) {
                    play.step(step.from, step.die).unwrap();
                }
                position = play.finish().unwrap();
                turns.push(tried(Choice::Turn(play.turn())));
            }
            turns
        }
        _ => return None,
    };
    Some(Variation { turns })
}

#[test]
fn what_is_written_reads_back_in_every_form() {
    let mut rng = Rng::with_seed(1);
    let mut events = 0;
    for table in tables() {
        for record in [Record::of(&table), annotated(&table, &mut rng)] {
            for text in [record.to_string(), record.to_json(), record.to_json_lines()] {
                let read = record::read(&text);
                assert_eq!(read.error, None, "{text}");
                assert_eq!(read.record, record, "{text}");
                assert_eq!(read.lines.len(), record.log.len());
                assert_eq!(record::read_bytes(text.as_bytes()).record, record);
                assert_eq!(record::read(&text.replace('\n', " \r\n")).record, record, "{text}");
            }
            assert_eq!(record.table().unwrap().state(), table.state());
            events += record.log.len();
        }
    }
    assert!(events > 20_000, "{events}");
}

#[test]
fn a_line_is_told_for_every_event() {
    for table in tables().take(30) {
        let record = Record::of(&table);
        let text = record.to_string();
        let lines: Vec<&str> = text.lines().collect();
        let read = record::read(&text);
        for (entry, line) in record.log.iter().zip(&read.lines) {
            if let Event::Moved { mv, .. } = &entry.event {
                assert!(lines[line - 1].contains(&mv.to_string()), "{mv}: {}", lines[line - 1]);
            }
        }
        assert!(record::read(&record.to_json_lines()).lines.iter().copied().eq(2..record.log.len() + 2));
    }
}

#[test]
fn a_record_written_while_the_game_is_played_is_a_record_at_every_moment() {
    let mut rng = Rng::with_seed(2);
    for table in tables().take(40) {
        let record = annotated(&table, &mut rng);
        let (mut text, mut lines) = (Vec::new(), Vec::new());
        let mut text_writer = Writer::new(&mut text, record.tags.clone());
        let mut line_writer = Writer::json_lines(&mut lines, record.tags.clone());
        for entry in &record.log {
            text_writer.write(entry).unwrap();
            line_writer.write(entry).unwrap();
            // What cannot have happened is refused and leaves no trace.
            assert!(text_writer.write(entry).is_err() && line_writer.write(entry).is_err());
            if let Some(note) = record.notes.get(&entry.sequence) {
                text_writer.note(note).unwrap();
                line_writer.note(note).unwrap();
            }
        }
        assert_eq!(String::from_utf8(text).unwrap(), record.to_string());
        assert_eq!(String::from_utf8(lines).unwrap(), record.to_json_lines());
    }
    for table in tables().take(12) {
        let record = Record::of(&table);
        let shared = Shared::default();
        let mut writer = Writer::new(shared.clone(), Vec::new());
        for (length, entry) in (1..).zip(&record.log) {
            writer.write(entry).unwrap();
            let text = String::from_utf8(shared.0.borrow().clone()).unwrap();
            let so_far = Record { log: record.log[..length].to_vec(), ..Record::default() };
            assert_eq!(text, so_far.to_string());
            if length % 7 == 0 || record.log.len() < 200 {
                let read = record::read(&text);
                assert_eq!((read.error, read.record), (None, so_far), "{text}");
            }
        }
    }
}

/// A place to write that can be looked at in the meantime.
#[derive(Clone, Default)]
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What must hold of whatever was read: the sound part is a table, and the error points into the text and can be said.
fn is_sound(read: &Read, text: &str) {
    assert_eq!(read.lines.len(), read.record.log.len());
    if !read.record.log.is_empty() {
        let table = read.record.table().unwrap();
        assert_eq!(table.log(), read.record.log);
    }
    assert!(read.record.notes.keys().all(|follows| (*follows as usize) < read.record.log.len()));
    if let Some(error) = &read.error {
        let line = text.split('\n').nth(error.line - 1).unwrap_or_else(|| panic!("{error} in {text}"));
        assert!((1..=line.chars().count() + 1).contains(&error.column), "{error} in {text}");
        assert!(Lang::ALL.into_iter().all(|lang| !error.explain(lang).is_empty()));
    }
}

#[test]
fn what_is_cut_off_is_sound_up_to_there() {
    let mut rng = Rng::with_seed(3);
    for (number, table) in tables().enumerate().filter(|(number, _)| number % 10 != 0).take(30) {
        let plain = Record::of(&table);
        let record = if number % 2 == 0 { plain } else { annotated(&table, &mut rng) };
        for text in [record.to_string(), record.to_json(), record.to_json_lines()] {
            let mut most = 0;
            // Every length of some, and of others some.
            let step = if number < 3 { 1 } else { 97 };
            for length in (0..text.len()).step_by(step) {
                let read = record::read_bytes(&text.as_bytes()[..length]);
                let cut = String::from_utf8_lossy(&text.as_bytes()[..length]);
                is_sound(&read, &cut);
                let known = read.record.log.len();
                assert_eq!(read.record.log, record.log[..known], "{cut}");
                // More of a text never says less.
                assert!(known >= most, "{length} of {text}");
                most = known;
                assert!(read.error.is_some() || known == read.lines.len());
            }
        }
    }
}

#[test]
fn damage_is_found_or_does_no_harm() {
    let mut rng = Rng::with_seed(4);
    let mut found = 0;
    for table in tables().filter(|table| table.log().len() > 8).take(60) {
        let record = annotated(&table, &mut rng);
        for text in [record.to_string(), record.to_json(), record.to_json_lines()] {
            for _ in 0..25 {
                let mut bytes = text.clone().into_bytes();
                let place = rng.usize(..bytes.len());
                match rng.u8(..3) {
                    0 => bytes[place] = rng.u8(..),
                    1 => _ = bytes.remove(place),
                    _ => bytes.insert(place, *rng.choice(b"\n {}[]\"\\0123456789-x@:;\xe9\xff").unwrap()),
                }
                let read = record::read_bytes(&bytes);
                is_sound(&read, &String::from_utf8_lossy(&bytes));
                found += usize::from(read.error.is_some());
            }
        }
    }
    assert!(found > 2_000, "{found}");
}

/// Two seated people, the host with the light side, and some moves.
fn brandubh() -> Record {
    let spec = Spec { host_plays: Some(Colour::Light), ..seated(Ruleset::Tafl(Preset::Brandubh.ruleset())) };
    let mut dice = Source::Seeded(1);
    let mut table = Table::open(spec, None, Duration::ZERO, &mut dice).unwrap();
    let moves = ["F4-F5", "E4-E3", "F5-E5", "E3-E2", "B4-B5", "E2-E3", "B5-C5", "C4-C3"];
    for (number, mv) in (1..).zip(moves) {
        let seat = table.state().to_act().unwrap();
        let mv = mv.parse().unwrap();
        table.apply(seat, Command::Move { mv }, Duration::from_millis(1_100 * number), &mut dice).unwrap();
    }
    Record::of(&table)
}

fn tavli_record() -> Record {
    let ruleset = Ruleset::Tavli(tavli::Ruleset::default());
    let spec = Spec { host_plays: Some(Colour::Light), ..seated(ruleset) };
    let dice = [2, 5, 6].map(|pips| tavli::Die::new(pips).unwrap());
    let mut dice = Source::Scripted(dice.into());
    let mut table = Table::open(spec, None, Duration::ZERO, &mut dice).unwrap();
    let step =
        |pips| Command::Step(StepChoice { from: tavli::Place::Hand, die: tavli::Die::new(pips).unwrap() });
    let commands = [
        Command::Roll,
        step(2),
        step(5),
        Command::UndoStep,
        Command::OfferDraw,
        step(6),
        step(5),
        Command::Confirm,
    ];
    for (number, command) in (1..).zip(commands) {
        table.apply(Seat::Host, command, Duration::from_secs(number / 2), &mut dice).unwrap();
    }
    Record::of(&table)
}

#[test]
fn the_text_is_as_people_would_write_it() {
    let tafl = brandubh().to_string();
    assert!(tafl.starts_with("Tablen record 1\nGame: other\nRules: book:tablut board:7 "), "{tafl}");
    assert!(
        tafl.contains("\nHost: \"Ada\"\nGuest: \"Bo\"\nHost plays: light\n\nRound 1: host defenders, "),
        "{tafl}"
    );
    assert!(tafl.contains("\n1. guest F4-F5  @0:01.100\n2. host E4-E3"), "{tafl}");
    assert!(tafl.contains("7. guest B5-C5xD5"), "{tafl}");
    let tavli = tavli_record().to_string();
    let turn = "\
1. host 256: hand-2@0:01.000 hand-5 undo@0:02.000 ...
host offers a draw
1. host ... hand-6@0:03.000 hand-5 end@0:04.000
";
    assert!(tavli.ends_with(turn), "{tavli}");
}

#[test]
fn a_bot_is_one_in_records_too() {
    let spec = Spec {
        occupants: BySeat { host: Occupant::Bot("Random \"bot\"".to_owned()), guest: Occupant::Open },
        ..seated(Ruleset::Tafl(Preset::Brandubh.ruleset()))
    };
    let mut dice = Source::Seeded(1);
    let mut table = Table::open(spec, None, Duration::ZERO, &mut dice).unwrap();
    let join = Command::Join { occupant: Occupant::Bot("Other".to_owned()), nonce: vec![1] };
    table.apply(Seat::Guest, join, Duration::from_secs(1), &mut dice).unwrap();
    let record = Record::of(&table);
    let text = record.to_string();
    assert!(text.contains("\nHost: bot \"Random \\\"bot\\\"\"\nGuest: open\n"), "{text}");
    assert!(text.contains("\nguest joins as bot \"Other\" with nonce 01"), "{text}");
    for written in [text, record.to_json()] {
        let read = record::read(&written);
        assert_eq!((read.error, read.record), (None, record.clone()));
    }
    for wrong in ["Host: bot", "Host: bot 3", "Host: bot Ada"] {
        error_after(&record, "Host: bot \"Random \\\"bot\\\"\"", wrong);
    }
}

/// The error of a text in which something is replaced by something else.
fn error_after(record: &Record, from: &str, to: &str) -> RecordError {
    let text = record.to_string();
    assert_eq!(text.matches(from).count(), 1, "{from} in {text}");
    let damaged = text.replace(from, to);
    let read = record::read(&damaged);
    is_sound(&read, &damaged);
    read.error.unwrap_or_else(|| panic!("no error in {damaged}"))
}

#[test]
fn an_error_names_the_place_and_what_would_be_right() {
    let (tafl, tavli) = (brandubh(), tavli_record());
    let mut wrong = Vec::new();
    for (record, from, to, line, column, sentence) in [
        (
            &tafl,
            "Tablen record 1",
            "Tablen record 2",
            1,
            15,
            "This record is of version “2”; this program reads version 1.",
        ),
        (
            &tafl,
            "Tablen record 1",
            "Hello",
            1,
            1,
            "This is no record of a game: one begins with “Tablen record 1”.",
        ),
        (&tafl, "Game: other", "Game: tavli", 3, 8, "Found “tavli”; right would be “other”."),
        (&tafl, "Rules: ", "Rulse: ", 9, 1, "The header does not say “Rules”."),
        (&tafl, "goal:corners", "goal:corner", 3, 0, "“corner” is not a value of goal."),
        (&tafl, "Form: single", "Form: singel", 4, 7, "“singel” is no form of a match."),
        (&tafl, "Form: single", "Clock: none", 5, 1, "The header says “Clock” twice; once is enough."),
        (&tafl, "Host: \"Ada\"", "Host: Ada", 6, 7, "Found “Ada”; expected a name in quotation marks,"),
        (
            &tafl,
            "Host: \"Ada\"",
            "Host: \"Ada",
            6,
            11,
            "Found the end of the line; expected a quotation mark",
        ),
        (&tafl, "plays: light", "plays: white", 8, 13, "expected “dark” or “light”"),
        (&tafl, "Round 1:", "Round 2:", 10, 7, "Number 2 stands here; 1 is next."),
        (&tafl, "first attackers", "first defenders", 10, 1, "this cannot have happened here."),
        (&tafl, "first attackers", "first white", 10, 49, "expected the name of a side in this game"),
        (&tafl, "3. guest", "4. guest", 13, 1, "Number 4 stands here; 3 is next."),
        (&tafl, "3. guest", "3. host", 13, 4, "It is not the turn of host, but of guest."),
        (&tafl, "B5-C5xD5", "B5-C5", 17, 10, "Found “B5-C5”; right would be “B5-C5xD5”."),
        (&tafl, "2. host E4-E3", "2. host E4-E3+", 12, 9, "Found “E4-E3+”; right would be “E4-E3”."),
        (&tafl, "2. host E4-E3", "2. host E4-D3", 12, 9, "T4: pieces move along a row or a column."),
        (&tafl, "2. host E4-E3", "2. host E4_E3", 12, 11, "Found “_”; expected “-” between"),
        (
            &tafl,
            "@0:02.200",
            "@0:01.000",
            12,
            9,
            "This is told for 0:01.000, but the last thing before it happened at 0:01.100.",
        ),
        (&tafl, "@0:02.200", "@0:02.2", 12, 17, "Found “0:02.2”; expected a time such as 1:02.350."),
        (&tafl, "@0:02.200", "@0:02.200 x", 12, 26, "Found “x”; expected the end of the line."),
        (&tafl, "2. host E4-E3", "host resigns", 12, 1, "Found “host resigns  @0:02.200”; expected a turn"),
        (&tavli, "256:", "257:", 11, 11, "Expected a number of a die"),
        (&tavli, "hand-2@", "hand-3@", 11, 14, "Z5: no die shows a 3."),
        (&tavli, "hand-2@", "hand-2*@", 11, 14, "Found “hand-2*”; right would be “hand-2”."),
        (
            &tavli,
            "undo@",
            "back@",
            11,
            37,
            "Found “back@0:02.000 ...”; expected a throw (such as “256:”), a step",
        ),
        (&tavli, "end@", "pass@", 13, 36, "Found “pass”; right would be “end”."),
        (&tavli, "hand-5 end@", "end@", 13, 29, "Z7: 1 more step can be played, and must be."),
        (&tavli, "offers a draw", "declines the draw", 12, 1, "this cannot have happened here."),
    ] {
        let error = error_after(record, from, to);
        let found = error.to_string();
        if !found.contains(sentence) || error.line != line || column != 0 && error.column != column {
            wrong.push(format!("{from} as {to}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn variations_are_checked_by_the_rules() {
    let record = brandubh();
    let after = |note: &str| {
        let text = record
            .to_string()
            .replace("2. host E4-E3  @0:02.200\n", &format!("2. host E4-E3  @0:02.200\n{note}\n"));
        record::read(&text)
    };
    let read = after("    {Why not?} [E4-E5 {blocks}; F5-F4 [F5-F6]; E5-E6]  [C4-C3]");
    assert_eq!(read.error, None);
    let (sequence, note) = read.record.notes.first_key_value().unwrap();
    assert!(
        matches!(&read.record.log[*sequence as usize].event, Event::Moved { mv, .. } if mv.to_string() == "E4-E3")
    );
    assert_eq!((note.comment.as_deref(), note.variations.len()), (Some("Why not?"), 2));
    assert_eq!(note.variations[0].turns[1].note.variations[0].turns[0].turn.to_string(), "F5-F6");
    assert_eq!(read.record.to_string().parse::<Record>().unwrap(), read.record);
    let signed = after("    ?! {Why not?} [E4-E5 !! {blocks}; F5-F4 ! [F5-F6?]]").record;
    let note = signed.notes.first_key_value().unwrap().1;
    let turns = &note.variations[0].turns;
    assert_eq!((note.glyph, turns[0].note.glyph), (Some(Glyph::Doubtful), Some(Glyph::Brilliant)));
    assert_eq!(turns[1].note.variations[0].turns[0].note.glyph, Some(Glyph::Error));
    let text = signed.to_string();
    assert!(text.contains("\n    ?! {Why not?}\n    [E4-E5 !! {blocks}; F5-F4 ! [F5-F6 ?]]\n"), "{text}");
    assert!(signed.to_json().contains(r#""glyph":"?!""#));
    for (note, column, complaint) in [
        ("[F5-F4]", 2, "F5"),
        ("[E4-E5; E5-E6]", 9, "E5"),
        ("[E4-E5xA1]", 2, "right would be “E4-E5"),
        ("[E4-E5", 7, "expected a semicolon before the next turn, or a closing bracket"),
        ("[256: hand-2]", 2, "Found “2”"),
        ("{no end", 8, "expected a closing brace"),
        ("{a} b", 5, "expected the end of the line"),
        ("!!! {a}", 1, "“!!!” is no sign for a turn. There are: ! ? !! ?? !? ?!"),
        ("! {a} ?", 7, "expected no other sign: one is enough"),
        ("[E4-E5 !; F5-F4 ! ?]", 19, "expected no other sign"),
    ] {
        let error = after(note).error.unwrap();
        assert_eq!((error.line, error.column), (13, column), "{note}: {error}");
        assert!(error.to_string().contains(complaint), "{note}: {error}");
    }
    let deep = "[E4-E5 ".repeat(record::MAX_DEPTH + 1) + &"]".repeat(record::MAX_DEPTH + 1);
    assert_eq!(after(&deep).error.unwrap().fault, Fault::TooDeep);
    let just = "[E4-E5 ".repeat(record::MAX_DEPTH) + &"]".repeat(record::MAX_DEPTH);
    let read = after(&just);
    assert_eq!(read.error, None);
    for json in [read.record.to_json(), read.record.to_json_lines()] {
        assert_eq!(json.parse::<Record>().unwrap(), read.record);
        let illegal = json.replacen("\"turn\":\"E4-E5\"", "\"turn\":\"E4-A1\"", 1);
        assert!(matches!(illegal.parse::<Record>().unwrap_err().fault, Fault::Impossible(_)));
        let other_game = json.replacen("\"turn\":\"E4-E5\"", "\"turn\":\"256: -\"", 1);
        assert!(matches!(other_game.parse::<Record>().unwrap_err().fault, Fault::Impossible(_)));
    }
    // Only a turn has something instead of which another could be played.
    let text = record.to_string().replace("\n\nRound 1", "\n\n[E4-E5]\nRound 1");
    assert_eq!(record::read(&text).error.unwrap().fault, Fault::NothingToVary);
    let comment = record.to_string().replace("\n\nRound 1", "\n\n  {before} {it began}\nRound 1");
    let note = &record::read(&comment).record.notes[&0];
    assert_eq!(note.comment.as_deref(), Some("before\nit began"));
}

#[test]
fn json_errors_name_their_place() {
    let record = brandubh();
    let (document, lines) = (record.to_json(), record.to_json_lines());
    let fault = |text: &str| {
        let read = record::read(text);
        is_sound(&read, text);
        read.error.unwrap()
    };
    assert_eq!(fault("{}").fault, Fault::NotARecord);
    assert_eq!(fault("{\"format\":\"tablen-record\"}").fault, Fault::Missing { name: "version" });
    assert_eq!(fault("{\"format\":\"tablen-record\",\"ver").fault, Fault::CutOff);
    for empty in
        [<Record>::default().to_string(), <Record>::default().to_json(), <Record>::default().to_json_lines()]
    {
        assert_eq!(fault(&empty).fault, Fault::CutOff);
    }
    let version = document.replacen("\"version\":1", "\"version\":7", 1);
    assert_eq!(fault(&version).fault, Fault::UnknownVersion { found: "7".to_owned() });
    assert!(matches!(fault(&(document.clone() + "x")).fault, Fault::Json { .. }));
    assert_eq!(record::read(&(document.clone() + "x")).record, record);
    // The place of an event in a document.
    let wrong = document.replacen("\"sequence\":3", "\"sequence\":4", 1);
    let error = fault(&wrong);
    assert_eq!(error.fault, Fault::WrongNumber { found: 4, right: 3 });
    assert_eq!(error.column, wrong.find("{\"sequence\":4,").unwrap() + 1);
    let illegal = lines.replacen("E4-E3", "E4-E9", 1);
    assert_eq!(fault(&illegal).line, 5);
    assert!(matches!(fault(&illegal).fault, Fault::Impossible(_)));
    let unknown = lines.replacen("\"event\":\"moved\"", "\"event\":\"flown\"", 1);
    assert_eq!(fault(&unknown).line, 4);
    let follows = lines.clone() + "{\"follows\":99,\"comment\":\"?\"}\n";
    assert_eq!(fault(&follows).fault, Fault::NoSuchEvent { sequence: 99 });
    let follows = document.replacen("\"notes\":{}", "\"notes\":{\"99\":{\"comment\":\"?\"}}", 1);
    assert_eq!(fault(&follows).fault, Fault::NoSuchEvent { sequence: 99 });
}

#[test]
fn the_examples_of_the_documentation_are_records() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/records.md")).unwrap();
    let mut examples = 0;
    for block in page.split("```").skip(1).step_by(2).map(|block| block.trim_start_matches("text\n")) {
        if block.starts_with("Tablen record") || block.starts_with('{') {
            let read = record::read(block);
            assert_eq!(read.error, None, "{block}");
            assert!(read.record.log.len() > 3);
            if block.starts_with("Tablen record") {
                assert_eq!(read.record.to_string(), block);
            }
            examples += 1;
        }
    }
    assert_eq!(examples, 3);
}

/// What this thread has computed so far: on a busy machine others have the processor in between. Where the system does not tell, what has
/// passed since a moment.
fn computed(since: std::time::Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.as_deref().and_then(|told| told.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| since.elapsed(), Duration::from_nanos)
}

#[test]
fn long_lines_and_many_of_them_take_no_long_time() {
    let start = std::time::Instant::now();
    let before = computed(start);
    let mut record = brandubh();
    record.tags.push(("Long".to_owned(), "x".repeat(2_000_000)));
    let note = Note { comment: Some("{y}\n".repeat(500_000)), ..Note::default() };
    record.notes.insert(0, note);
    for text in [record.to_string(), record.to_json()] {
        assert_eq!(text.parse::<Record>().as_ref(), Ok(&record));
    }
    let nonsense = "Tablen record 1\n".to_owned() + &"a: b\n".repeat(200_000) + "\nz";
    assert_eq!(record::read(&nonsense).error.unwrap().fault, Fault::Missing { name: "Rules" });
    let brackets = record.to_string() + &"[".repeat(1_000_000);
    assert!(record::read(&brackets).error.is_some());
    let found = record.to_string() + &"q".repeat(1_000_000) + "\n";
    let error = record::read(&found).error.unwrap();
    assert!(error.to_string().len() < 500);
    assert!(matches!(error.fault, Fault::Expected { expected: Expected::Event, .. }));
    let took = computed(start) - before;
    assert!(took < Duration::from_secs(20), "{took:?}");
}
