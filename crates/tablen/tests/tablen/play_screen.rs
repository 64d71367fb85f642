//! Games on the screen of a real pseudo-terminal, played with keys and the mouse. What is on the screen is read by a terminal
//! emulator from what the binary sends.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::PATIENCE;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// A game on a screen.
struct Screen {
    parser: Arc<Mutex<vt100::Parser>>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    reader: Option<std::thread::JoinHandle<()>>,
}

const fn size(cols: u16, rows: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn lines(number: u16) -> std::num::NonZeroU16 {
    number.try_into().unwrap()
}

impl Screen {
    fn begin(cols: u16, rows: u16, arguments: &str, variables: &[(&str, &str)]) -> Screen {
        let pair = native_pty_system().openpty(size(cols, rows)).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tablen"));
        command.arg("play");
        command.args(arguments.split_whitespace());
        command.cwd(std::env::temp_dir());
        for name in ["NO_COLOR", "LC_ALL", "LC_MESSAGES"] {
            command.env_remove(name);
        }
        for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C")] {
            command.env(name, value);
        }
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let parser = Arc::new(Mutex::new(vt100::Parser::new(lines(rows), lines(cols), 0)));
        let mut output = pair.master.try_clone_reader().unwrap();
        let shared = Arc::clone(&parser);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shared.lock().unwrap().process(&bytes[..count]);
            }
        });
        let writer = pair.master.take_writer().unwrap();
        Screen { parser, master: pair.master, writer, child, reader: Some(reader) }
    }

    fn text(&self) -> String {
        self.parser.lock().unwrap().screen().contents()
    }

    fn type_keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).unwrap();
        self.writer.flush().unwrap();
    }

    fn wait_until(&self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if holds(&text) {
                return text;
            }
            assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}:\n{text}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn wait_for(&self, part: &str) -> String {
        self.wait_until(part, |text| text.contains(part))
    }

    /// The middle of a tafl cell on the screen, counted from 1.
    fn cell(&self, name: &str) -> (usize, usize) {
        let text = self.text();
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let letters = lines.iter().position(|line| {
            let line: String = line.iter().collect();
            line.split_whitespace().take(3).eq(["A", "B", "C"])
        });
        let letters = &lines[letters.unwrap_or_else(|| panic!("no letters:\n{text}"))];
        let column = letters.iter().position(|letter| *letter == name.chars().next().unwrap()).unwrap();
        let number = &name[1..];
        let row = lines.iter().position(|line| line.iter().take(3).collect::<String>().trim() == number);
        (column + 1, row.unwrap_or_else(|| panic!("no row {number}:\n{text}")) + 1)
    }

    fn press(&mut self, (x, y): (usize, usize)) {
        self.type_keys(&format!("\x1b[<0;{x};{y}M"));
    }

    fn release(&mut self, (x, y): (usize, usize)) {
        self.type_keys(&format!("\x1b[<0;{x};{y}m"));
    }

    fn click(&mut self, place: (usize, usize)) {
        self.press(place);
        self.release(place);
    }

    fn resize(&self, cols: u16, rows: u16) {
        self.parser.lock().unwrap().set_size(lines(rows), lines(cols));
        self.master.resize(size(cols, rows)).unwrap();
    }

    /// The game must have been left: the process has ended well and the terminal is as it was.
    fn has_been_left(mut self) {
        let begun = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(begun.elapsed() < PATIENCE, "still there:\n{}", self.text());
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(self.child.wait().unwrap().success());
        drop(self.writer);
        drop(self.master);
        self.reader.take().unwrap().join().unwrap();
        let parser = self.parser.lock().unwrap();
        assert!(!parser.screen().alternate_screen());
        assert!(!parser.screen().hide_cursor());
        assert_eq!(parser.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }
}

/// The number of the last turn in the list beside the board.
fn last_turn(text: &str) -> usize {
    text.lines()
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let sign = words.iter().rposition(|word| ["●", "○"].contains(word))?;
            let number = words.get(sign.checked_sub(1)?)?.parse().ok()?;
            words.get(sign + 1).filter(|word| word.contains('-') || word.contains(':')).map(|_| number)
        })
        .max()
        .unwrap_or(0)
}

fn is_over(text: &str) -> bool {
    text.contains("win.") || text.contains("wins.") || text.contains("A draw.")
}

/// Plays a tafl game with the keys, as the attackers, until the king has escaped or the position has come again.
fn play_tafl(game: &str) {
    let arguments = format!("{game} --side attackers --level 1 --seed 4 --pace 0");
    let mut screen = Screen::begin(80, 24, &arguments, &[]);
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..400 {
        let text = screen.wait_until("my turn", |text| text.contains("choose a man") || is_over(text));
        if is_over(&text) {
            screen.type_keys("q");
            return screen.has_been_left();
        }
        let turn = last_turn(&text);
        screen.type_keys(&"\t".repeat(random.usize(1..20)));
        screen.type_keys("\r");
        screen.type_keys(&"\t".repeat(random.usize(1..6)));
        screen.type_keys("\r");
        screen.wait_until("an answer", |text| {
            is_over(text) || (last_turn(text) >= turn + 2 && text.contains("choose a man"))
        });
    }
    panic!("no end:\n{}", screen.text());
}

#[test]
fn a_whole_game_of_tablut_is_played_with_the_keys() {
    play_tafl("tablut");
}

#[test]
fn a_whole_game_of_alea_evangelii_is_played_with_the_keys() {
    play_tafl("alea");
}

#[test]
fn a_whole_game_of_tavli_is_played_with_the_keys() {
    let mut screen = Screen::begin(80, 24, "tavli --level 1 --seed 4 --pace 0", &[]);
    screen.wait_for("throw the dice.");
    screen.type_keys("a");
    screen.wait_for("end by themselves");
    let is_mine = |text: &str| text.contains("throw the dice.") || text.contains("choose ") || is_over(text);
    for _ in 0..4_000 {
        let text = screen.wait_until("my turn", is_mine);
        if is_over(&text) {
            // The screen may have been read while it was drawn.
            screen.wait_for("All men are borne off.");
            screen.type_keys("q");
            return screen.has_been_left();
        }
        // The first man that can move goes to the first place it can reach.
        screen.type_keys(if text.contains("throw the dice.") { "r" } else { "\t\r\t\r" });
        screen.wait_until("something new", |now| now != text && is_mine(now));
    }
    panic!("no end:\n{}", screen.text());
}

#[test]
fn the_mouse_clicks_and_drags_and_refusals_are_explained() {
    let arguments = "tablut --opponent person --set first=defenders --seed 1";
    let mut screen = Screen::begin(80, 24, arguments, &[]);
    screen.wait_for("defenders: choose a man.");
    // Click and click.
    screen.click(screen.cell("E3"));
    screen.wait_for("choose where it goes");
    screen.wait_for("▪");
    screen.click(screen.cell("C3"));
    screen.wait_for("1 ○ E3-C3");
    // Drag.
    screen.wait_for("attackers: choose a man.");
    screen.press(screen.cell("E2"));
    screen.release(screen.cell("C2"));
    screen.wait_for("2 ● E2-C2");
    // What cannot be done says why, with its rule.
    screen.wait_for("defenders: choose a man.");
    screen.click(screen.cell("D1"));
    screen.wait_for("T2: the piece on D1 is not yours.");
    screen.click(screen.cell("C3"));
    screen.click(screen.cell("G7"));
    screen.wait_for("T4: pieces move along a row or a column.");
    screen.type_keys("\x1b");
    screen.type_keys("u");
    screen.wait_until("the first turn", |text| text.contains("1 ○ E3-C3") && !text.contains("2 ● E2-C2"));
    // A draw is offered and declined, offered and accepted.
    screen.type_keys("d");
    screen.wait_for("A draw is offered. Accept it?");
    screen.type_keys("n");
    screen.wait_for("the draw is declined");
    screen.type_keys("d");
    screen.wait_for("Accept it?");
    screen.type_keys("y");
    screen.wait_for("A draw.");
    // Another game, with sides exchanged.
    screen.type_keys("n");
    screen.wait_for("defenders: choose a man.");
    screen.type_keys("q");
    screen.wait_for("Quit without saving?");
    screen.type_keys("y");
    screen.has_been_left();
}

#[test]
fn dice_are_thrown_with_a_click_and_numbers_chosen_with_digits() {
    let mut screen = Screen::begin(80, 24, "tavli --opponent person --seed 2", &[]);
    let text = screen.wait_for("click: throw the dice");
    let row = text.lines().position(|line| line.contains("click: throw the dice")).unwrap();
    screen.click((6, row));
    let text = screen.wait_for("×1");
    assert!(text.contains('●'), "{text}");
    // A hint is shown, and played up to the end of the turn.
    screen.type_keys("h");
    let text = screen.wait_for("Hint: ");
    let hint = text.lines().find_map(|line| line.split("Hint: ").nth(1)).unwrap().trim().to_owned();
    screen.type_keys("p");
    screen.wait_for("all is played; confirm with c");
    screen.type_keys("u");
    screen.wait_for("choose a man");
    // The number of the step that was taken back, played again with its digit.
    let die = hint.split([':', ' ']).rfind(|word| word.contains('-')).unwrap();
    screen.type_keys("\t");
    screen.type_keys(die.split('-').nth(1).unwrap());
    screen.wait_for("all is played; confirm with c");
    screen.type_keys("c");
    screen.wait_for("Black: throw the dice.");
    screen.type_keys("x");
    screen.wait_for("Give up this round?");
    screen.type_keys("y");
    screen.wait_for("Player 1 wins.");
    screen.type_keys("q");
    screen.has_been_left();
}

#[test]
fn the_board_follows_the_size_of_the_terminal() {
    let mut screen = Screen::begin(80, 24, "tablut --opponent person --seed 1", &[]);
    screen.wait_for("╔♔╗");
    screen.resize(120, 40);
    screen.wait_for("║ ♔ ║");
    screen.resize(30, 8);
    screen.wait_for("needs a terminal");
    screen.resize(60, 16);
    screen.wait_for("choose a man");
    screen.type_keys("?");
    screen.wait_for("Keys");
    screen.type_keys("\x1b");
    screen.type_keys("\x03");
    screen.has_been_left();
}

#[test]
fn a_game_is_saved_when_it_is_killed_and_goes_on_there() {
    let path = std::env::temp_dir().join(format!("tablen-{}-screen.game", std::process::id()));
    let arguments = format!("alea --opponent person --seed 1 --save {}", path.display());
    let mut screen = Screen::begin(80, 24, &arguments, &[]);
    screen.wait_for("choose a man");
    screen.click(screen.cell("I5"));
    screen.click(screen.cell("H5"));
    screen.wait_for("1 ○ I5-H5");
    crate::signal("TERM", screen.child.process_id().unwrap());
    screen.has_been_left();
    let mut screen = Screen::begin(80, 24, &format!("--load {}", path.display()), &[]);
    screen.wait_for("The game goes on after 1 turn.");
    screen.wait_for("1 ○ I5-H5");
    screen.type_keys("q");
    screen.has_been_left();
    std::fs::remove_file(path).unwrap();
}

/// A window that is closed takes its terminal away; even where the signal that says so is ignored, the game ends.
#[test]
fn a_game_ends_with_its_terminal() {
    let arguments = "tablut --opponent person --seed 1";
    for shell in [
        format!("exec \"$TABLEN\" play {arguments}"),
        format!("trap '' HUP; exec \"$TABLEN\" play {arguments}"),
    ] {
        let pair = native_pty_system().openpty(size(80, 24)).unwrap();
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", &shell]);
        command.env("TABLEN", env!("CARGO_BIN_EXE_tablen"));
        command.env("TERM", "xterm-256color");
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        // It is there once it draws.
        let mut first = [0; 4_096];
        assert!(reader.read(&mut first).unwrap() > 0);
        std::thread::sleep(Duration::from_millis(300));
        drop(reader);
        drop(pair.master);
        let closed = Instant::now();
        while child.try_wait().unwrap().is_none() {
            assert!(closed.elapsed() < PATIENCE, "it runs on without a terminal: {shell}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn without_colours_none_are_sent_and_other_languages_are_spoken() {
    let variables = [("NO_COLOR", "1"), ("LANG", "fr_FR.UTF-8")];
    let mut screen = Screen::begin(80, 24, "tablut --opponent person --set first=defenders", &variables);
    screen.wait_for("défenseurs\u{202f}: choisissez une pièce.");
    {
        let parser = screen.parser.lock().unwrap();
        for (row, column) in (0..24).flat_map(|row| (0..80).map(move |column| (row, column))) {
            let cell = parser.screen().cell(row, column).unwrap();
            assert_eq!((cell.fgcolor(), cell.bgcolor()), (vt100::Color::Default, vt100::Color::Default));
        }
    }
    screen.type_keys("x");
    screen.wait_for("Abandonner cette manche\u{202f}?");
    screen.type_keys("o");
    screen.wait_for("Joueur 2 gagne.");
    screen.type_keys("q");
    screen.has_been_left();
    let mut screen = Screen::begin(80, 24, "tavli --opponent person", &[("LANG", "it_IT.UTF-8")]);
    screen.wait_for("lancia i dadi.");
    screen.type_keys("q");
    screen.wait_for("Uscire senza salvare?");
    screen.type_keys("s");
    screen.has_been_left();
}
