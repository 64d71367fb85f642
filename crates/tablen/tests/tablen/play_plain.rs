//! Games in lines, played through the real binary as a script would.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A game and the conversation with it.
struct Game {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Game {
    /// Begins a game and hears what it says up to the first question.
    fn begin(arguments: &str) -> (Game, Vec<String>) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tablen"))
            .arg("play")
            .args(arguments.split_whitespace())
            .env("LC_ALL", "C")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let mut game = Game { child, input, output };
        let heard = game.hear();
        (game, heard)
    }

    /// What is said up to and with the next question.
    fn hear(&mut self) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the game has ended after {heard:?}");
            heard.push(line.trim_end().to_owned());
            if line.starts_with("? ") {
                return heard;
            }
        }
    }

    /// Says a line and hears the answer.
    fn say(&mut self, line: &str) -> Vec<String> {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
        self.hear()
    }

    /// Ends the input; the game must then end well.
    fn end(mut self) {
        drop(self.input.take());
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
    }
}

/// A file that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("tablen-{}-{name}", std::process::id())))
    }

    fn path(&self) -> String {
        self.0.display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn question(heard: &[String]) -> &str {
    heard.last().unwrap()
}

fn is_over(heard: &[String]) -> bool {
    question(heard).starts_with("? The game is over")
}

/// Plays what the game itself lists, drawn by a small generator, until the end; returns all that was heard.
fn play_to_the_end(arguments: &str) -> Vec<String> {
    let (mut game, mut heard) = Game::begin(arguments);
    let mut told = heard.clone();
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..5_000 {
        if is_over(&heard) {
            game.end();
            return told;
        }
        heard = if question(&heard).contains("throw the dice") {
            game.say("roll")
        } else if question(&heard).contains("confirm") {
            game.say("confirm")
        } else {
            let listed = game.say("moves");
            let moves: Vec<&str> =
                listed[..listed.len() - 1].iter().flat_map(|line| line.split_whitespace()).collect();
            let chosen = moves[random.usize(..moves.len())].trim_end_matches('*').to_owned();
            game.say(&chosen)
        };
        told.extend(heard.iter().cloned());
    }
    panic!("{arguments}: no end after {} lines", told.len());
}

#[test]
fn whole_games_against_the_weakest_computer_come_to_their_natural_end() {
    for (arguments, ends) in [
        ("tablut --side attackers --level 1 --seed 4", &["The king has escaped.", "come again"][..]),
        ("alea --side attackers --level 1 --seed 4", &["The king has escaped.", "come again"]),
        ("tavli --level 1 --seed 4", &["All men are borne off."]),
    ] {
        let told = play_to_the_end(arguments);
        assert!(told.iter().any(|line| ends.iter().any(|end| line.contains(end))), "{arguments}");
    }
}

#[test]
fn the_same_seed_and_the_same_answers_tell_the_same_game() {
    let game = "tablut --side attackers --level 1 --seed 9";
    assert_eq!(play_to_the_end(game), play_to_the_end(game));
}

#[test]
fn what_cannot_be_played_is_explained_with_its_rule() {
    let (mut game, heard) = Game::begin("tablut --seed 1 --level 1 --set first=defenders");
    assert_eq!(question(&heard), "? ○ You (defenders), your move:");
    for (said, answer) in [
        ("E2-E5", "T2: the piece on E2 is not yours."),
        ("E3-E1", "T4: the piece on E2 is in the way."),
        ("why E3-D4", "T4: pieces move along a row or a column."),
        ("why e3-c3", "e3-c3 can be played."),
        ("E3-", "expected a column letter"),
        ("roll", "This belongs to another game."),
        ("accept", "There is nothing to answer."),
        ("undo", "There is no turn of yours to take back."),
        ("dance", "“dance” is not understood"),
    ] {
        let heard = game.say(said);
        assert!(heard[0].contains(answer), "{said}: {heard:?}");
    }
    assert!(game.say("help").iter().any(|line| line.contains("throw the dice")));
    let hint = game.say("hint");
    assert!(hint[0].starts_with("Hint: "), "{hint:?}");
    let played = game.say("play");
    // A reason may follow.
    let hinted = hint[0]["Hint: ".len()..].split(". ").next().unwrap_or_default();
    assert_eq!(played[0], format!("You: {hinted}"));
    let undone = game.say("undo");
    assert!(undone[0].starts_with("Taken back; 0 turns"), "{undone:?}");
    assert_eq!(game.say("resign"), ["? Resign? yes or no:"]);
    assert_eq!(question(&game.say("no")), "? ○ You (defenders), your move:");
    game.say("resign");
    let over = game.say("yes");
    assert_eq!(over[0], "Resigned. Computer 1 wins.");
    // Sides are exchanged.
    let again = game.say("again");
    assert!(question(&again).contains("You (attackers)"), "{again:?}");
    game.end();
}

#[test]
fn a_turn_of_tavli_is_played_step_by_step_and_survives_a_kill() {
    let scratch = Scratch::new("killed.game");
    let (mut game, heard) = Game::begin(&format!("tavli --seed 5 --level 1 --save {}", scratch.path()));
    assert_eq!(question(&heard), "? ○ You (White), throw the dice (roll):");
    assert_eq!(game.say("hand-2")[0], "Throw the dice first.");
    assert_eq!(game.say("hint")[0], "Throw the dice first.");
    game.say("roll");
    let steps = game.say("moves")[0].clone();
    let first = steps.split(' ').next().unwrap().to_owned();
    let after_step = game.say(&first);
    game.child.kill().unwrap();
    game.child.wait().unwrap();

    let (mut game, heard) = Game::begin(&format!("--load {}", scratch.path()));
    assert!(heard[0].starts_with("The game goes on after 0 turns."), "{heard:?}");
    assert_eq!(question(&heard), question(&after_step));
    assert!(question(&game.say("undo")).contains("playable"));
    game.say(&first);
    game.end();

    // Left at the end of the input in the middle of a turn, it goes on there once more.
    let (mut game, heard) = Game::begin(&format!("--load {}", scratch.path()));
    assert_eq!(question(&heard), question(&after_step));
    let mut heard = game.say("confirm");
    assert!(heard[0].starts_with("Z7: "), "{heard:?}");
    while !question(&heard).contains("confirm") {
        let steps = game.say("moves")[0].clone();
        heard = game.say(steps.split(' ').next().unwrap());
    }
    let heard = game.say("confirm");
    assert!(heard[0].starts_with("You: "), "{heard:?}");
    assert!(heard[1].starts_with("Computer 1: throw "), "{heard:?}");
    game.end();
}

#[test]
fn two_people_at_one_keyboard_agree_among_themselves() {
    let (mut game, heard) = Game::begin("alea --opponent person --seed 1 --match two-rounds");
    assert_eq!(question(&heard), "? ○ Player 1 (defenders), your move:");
    assert_eq!(question(&game.say("I5-H5")), "? ● Player 2 (attackers), your move:");
    assert_eq!(question(&game.say("undo")), "? ○ Player 1 (defenders), your move:");
    game.say("I5-H5");
    assert_eq!(question(&game.say("draw")), "? ○ Player 1 (defenders): accept or decline the draw?");
    assert_eq!(question(&game.say("decline")), "? ● Player 2 (attackers), your move:");
    // A turn answers the offer too.
    game.say("draw");
    let heard = game.say("C1-C2");
    assert!(question(&heard).contains("Player 1"), "{heard:?}");
    game.end();
}

#[test]
fn a_match_goes_on_by_itself_and_dice_can_be_checked() {
    let (mut game, heard) = Game::begin("tavli --level 1 --match best-of-3");
    assert!(heard[0].contains("SHA-256"), "{heard:?}");
    game.say("resign");
    let second = game.say("yes");
    assert!(second.iter().any(|line| line.starts_with("Round 2.")), "{second:?}");
    game.say("resign");
    let over = game.say("yes");
    assert!(over.iter().any(|line| line.starts_with("The match is over.")), "{over:?}");
    assert!(over.iter().any(|line| line.starts_with("The secret of the dice: ")), "{over:?}");
    game.end();
}

#[test]
fn time_that_is_up_ends_the_game() {
    let (mut game, heard) = Game::begin("tablut --opponent person --clock 1+0 --seed 1");
    assert!(heard.iter().any(|line| line == "Clocks: 0:01 and 0:01"), "{heard:?}");
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    let heard = game.say("E3-C3");
    assert!(heard.iter().any(|line| line.starts_with("Time is up.")), "{heard:?}");
    assert!(is_over(&heard));
    game.end();
}

#[test]
fn it_speaks_three_languages() {
    for (lang, asked, refused) in [
        ("en", "? ○ You (defenders), your move:", "T2: the piece on E2 is not yours."),
        (
            "fr",
            "? ○ Vous (défenseurs), à vous de jouer\u{202f}:",
            "T2\u{202f}: la pièce en E2 n’est pas à vous.",
        ),
        ("it", "? ○ Tu (difensori), a te la mossa:", "T2: il pezzo in E2 non è tuo."),
    ] {
        let (mut game, heard) =
            Game::begin(&format!("tablut --seed 1 --level 1 --set first=defenders --lang {lang}"));
        assert_eq!(question(&heard), asked);
        assert_eq!(game.say("E2-E4")[0], refused);
        game.end();
    }
}

#[test]
fn what_makes_no_sense_is_refused_before_the_game() {
    let scratch = Scratch::new("nonsense.game");
    std::fs::write(&scratch.0, "nonsense\n").unwrap();
    for (arguments, complaint) in [
        ("chess", "“chess” is not a value of preset"),
        ("tablut --level 0", "--level takes a number from 1"),
        ("tablut --side white", "Choose one of: defenders, attackers"),
        ("tavli --opponent cat", "computer, person"),
        ("tavli --clock soon", "no time control"),
        ("tavli --match often", "no form of a match"),
        ("tavli tablut", "“tablut” stands where nothing is expected"),
        ("--load nowhere.game", "nowhere.game cannot be read"),
        (&format!("--load {}", scratch.path()), "This is no record of a game"),
        (&format!("tavli --load {}", scratch.path()), "leave --preset out"),
        ("tablut --set goal=corners --set corner_hostile=never --set goal=nowhere", "--set"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tablen"))
            .arg("play")
            .args(arguments.split_whitespace())
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let complained = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(complained.contains(complaint), "{arguments}: {complained}");
    }
}

/// Records come from anywhere: the names in them cannot speak to the terminal.
#[test]
fn names_in_a_record_cannot_speak_to_the_terminal() {
    let scratch = Scratch::new("names.txt");
    let record = "Tablen record 1\nDice: seeded 1\nRules: preset:tablut first:defenders\nHost: \"\\u{1b}[31mEve\\u{7}\\n x\"\nGuest: \"Bo\"\nHost plays: light\n\n\nRound 1: host defenders, guest attackers, first defenders\n";
    std::fs::write(&scratch.0, record).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tablen"))
        .args(["play", "--plain", "--load", &scratch.path()])
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("Eve"), "{said} {}", String::from_utf8_lossy(&output.stderr));
    assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "{said:?}");
}
