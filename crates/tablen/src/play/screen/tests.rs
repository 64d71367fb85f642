//! Whole screens, compared with how they should look. After a change that is meant, run the tests with
//! `TABLEN_SCREENS=write` and read what has changed.

use std::path::Path;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;
use tablen_rules::words::Lang;
use tablen_table::{BySeat, Colour, Occupant, Ruleset, Spec, Table, view::Viewer};

use super::app::App;
use super::input::{Direction, Intent};
use super::palette::{Depth, Palette};
use crate::play::saved::Dice;
use crate::play::session::Session;
use crate::play::setup::Setup;

/// A game of two people with the dice of a seed, seen on a screen.
fn app(preset: &str, lang: Lang) -> App {
    let dice = Dice::Seeded(2);
    let occupants = BySeat::from_fn(|seat| Occupant::Person(seat.to_string()));
    let mut ruleset = Ruleset::from_preset(preset).unwrap();
    if preset == "tablut" {
        ruleset.set("first", "defenders").unwrap();
    }
    let spec = Spec { occupants, host_plays: Some(Colour::Light), ..Spec::new(ruleset) };
    let table = Table::open(spec, None, Duration::ZERO, &mut dice.source()).unwrap();
    let setup = Setup {
        table,
        dice,
        viewer: Viewer::Both,
        computer_seed: 1,
        pace: Duration::ZERO,
        save: None,
        is_resumed: false,
    };
    App::new(Session::begin(setup, lang).unwrap(), lang, Palette(Depth::None))
}

fn drawn(app: &mut App, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| {
            let area = frame.area();
            app.draw(area, frame.buffer_mut());
        })
        .unwrap();
    let buffer = terminal.backend().buffer();
    let lines = buffer.content().chunks(usize::from(width)).map(|line| {
        let text: String = line.iter().map(ratatui::buffer::Cell::symbol).collect();
        text.trim_end().to_owned() + "\n"
    });
    lines.collect()
}

/// Compares a screen with the file that shows how it should look.
fn compare(name: &str, screen: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/play/screen/screens/{name}.txt"));
    if std::env::var("TABLEN_SCREENS").is_ok_and(|value| value == "write") {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, screen).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(screen == expected, "{name} should be\n{expected}\nbut is\n{screen}");
}

#[test]
fn starts_look_as_they_should() {
    for preset in ["tablut", "alea", "alea-17", "brandubh", "tavli"] {
        for (width, height) in [(80, 24), (120, 40)] {
            let screen = drawn(&mut app(preset, Lang::En), width, height);
            compare(&format!("{preset}-{width}x{height}"), &screen);
        }
    }
}

#[test]
fn what_can_be_done_is_shown() {
    let mut tablut = app("tablut", Lang::Fr);
    drawn(&mut tablut, 80, 24);
    for intent in [Intent::Point(Direction::Up), Intent::Act] {
        tablut.handle(intent);
    }
    compare("tablut-picked", &drawn(&mut tablut, 80, 24));
    let mut tavli = app("tavli", Lang::It);
    for intent in [Intent::Roll, Intent::Next, Intent::Act] {
        tavli.handle(intent);
    }
    compare("tavli-picked", &drawn(&mut tavli, 80, 24));
    tavli.handle(Intent::Help);
    compare("tavli-help", &drawn(&mut tavli, 80, 24));
}

#[test]
fn no_size_is_too_small_to_say_so() {
    for preset in ["tablut", "alea", "tavli"] {
        for (width, height) in (1..=90).step_by(7).flat_map(|w| (1..=30).step_by(3).map(move |h| (w, h))) {
            let mut app = app(preset, Lang::En);
            let screen = drawn(&mut app, width, height);
            assert!(!screen.trim().is_empty(), "{preset} {width}×{height}");
            app.handle(Intent::Help);
            drawn(&mut app, width, height);
        }
    }
}

#[test]
fn every_key_does_no_harm_at_any_moment() {
    let keys = "r123456caauhpRxdsn? q\t\nyns";
    for preset in ["tablut", "tavli"] {
        let mut app = app(preset, Lang::En);
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..400 {
            let letter = keys.as_bytes()[random.usize(..keys.len())];
            let code = match letter {
                b'\t' => KeyCode::Tab,
                b'\n' => KeyCode::Enter,
                // Leaving is one key, and saving writes files.
                b'q' | b's' | b'h' | b'p' => continue,
                letter => KeyCode::Char(char::from(letter)),
            };
            let event = ratatui::crossterm::event::Event::Key(code.into());
            if let Some(intent) = super::input::intent(&event, app.is_asked()) {
                app.handle(intent);
            }
            app.poll();
            drawn(&mut app, 80, 24);
        }
    }
}
