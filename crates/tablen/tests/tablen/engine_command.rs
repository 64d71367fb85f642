//! `tablen engine`, driven as another program would.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use crate::{PATIENCE, quickest};

/// An engine in a process of its own.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tablen"))
            .arg("engine")
            .args(arguments)
            .env("LANG", "C")
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Engine { input: child.stdin.take(), child, lines }
    }

    fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    fn hear(&self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// The lines up to one that begins like this, which is the last.
    fn hear_until(&self, beginning: &str) -> Vec<String> {
        let mut heard = vec![self.hear()];
        while !heard.last().unwrap().starts_with(beginning) {
            heard.push(self.hear());
        }
        heard
    }

    fn best_move(&mut self, go: &str) -> String {
        self.send(go);
        self.hear_until("bestmove").pop().unwrap()
    }

    /// Sends nothing more, and waits for the end.
    fn end(&mut self) -> ExitStatus {
        drop(self.input.take());
        self.child.wait().unwrap()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_conversation_in_the_documentation_is_a_real_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engine-protocol.md");
    let text = fs::read_to_string(file).unwrap();
    let told = text.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let mut engine = Engine::start(&[]);
    let is_finding = |line: &str| line.starts_with("info ") && !line.starts_with("info string");
    let mut has_sent_go = false;
    for line in told.lines() {
        if let Some(request) = line.strip_prefix("> ") {
            engine.send(request);
            has_sent_go = request.starts_with("go");
        } else if is_finding(line) {
            // How much is found in a moment changes with the engine and the machine; of what kind it is does not.
            assert!(has_sent_go, "{line}");
            assert_eq!(unknown_word(line), None, "{line}");
        } else {
            let mut heard = engine.hear();
            while is_finding(&heard) {
                assert_eq!(unknown_word(&heard), None, "{heard}");
                heard = engine.hear();
            }
            // The move of an undecided position too.
            match line.starts_with("bestmove") && !line.ends_with("E5-I5") {
                true => assert!(heard.starts_with("bestmove "), "{heard}"),
                false => assert_eq!(heard, line),
            }
        }
    }
    assert!(engine.child.wait().unwrap().success());
}

/// The first word of an `info` line that the documentation does not explain, or that lacks its value.
fn unknown_word(line: &str) -> Option<&str> {
    let mut words = line.split(' ').skip(1);
    while let Some(word) = words.next() {
        let is_sound = match word {
            "depth" | "multipv" | "nodes" | "nps" | "time" | "hashfull" => {
                words.next().is_some_and(|number| number.parse::<u64>().is_ok())
            }
            "score" => match words.next() {
                Some("points") => words.next().is_some_and(|points| points.parse::<i32>().is_ok()),
                Some("win" | "lose") => words.next().is_some_and(|moves| moves.parse::<u32>().is_ok()),
                _ => false,
            },
            "chance" => {
                let chance = words.next().and_then(|chance| chance.parse::<f64>().ok());
                chance.is_some_and(|chance| (0.0..=1.0).contains(&chance))
            }
            "pv" => words.by_ref().all(|mv| mv.contains('-')),
            _ => false,
        };
        if !is_sound {
            return Some(word);
        }
    }
    None
}

#[test]
fn a_thought_is_stopped_at_once_and_the_engine_hears_while_it_thinks() {
    let mut engine = Engine::start(&[]);
    for ruleset in ["preset:tablut", "preset:alea"] {
        engine.send(&format!("position start ruleset {ruleset}"));
        engine.send("go infinite");
        engine.hear_until("info depth 3");
        engine.send("isready");
        engine.hear_until("readyok");
        for refused in ["go depth 1", "position start", "setoption name Hash value 3"] {
            engine.send(refused);
            let heard = engine.hear_until("info string error").pop().unwrap();
            assert!(heard.contains("send stop first"), "{heard}");
        }
        engine.send("stop");
        engine.hear_until("bestmove ");
        // 50 ms on a machine of one's own; tests share theirs.
        quickest(Duration::from_secs(1), || {
            engine.send("go infinite");
            engine.hear_until("info depth 3");
            let stopped = Instant::now();
            engine.send("stop");
            engine.hear_until("bestmove ");
            stopped.elapsed()
        });
    }
    // Nothing is thought: nothing is answered.
    engine.send("stop");
    engine.send("isready");
    assert_eq!(engine.hear(), "readyok");
}

#[test]
fn infinite_waits_for_stop_even_where_all_is_clear() {
    let mut engine = Engine::start(&[]);
    engine.send("position setup /9/9/9/4t4/t3K4/9/4t4/9/9/ defenders");
    engine.send("go infinite");
    assert!(engine.hear().starts_with("info depth 1 score win 1 "));
    std::thread::sleep(Duration::from_millis(100));
    engine.send("isready");
    engine.hear_until("readyok");
    assert_eq!(engine.best_move("stop"), "bestmove E5-I5");
}

#[test]
fn nothing_that_is_sent_ends_it() {
    let mut engine = Engine::start(&[]);
    for (line, complaint) in [
        ("castle", "There is no request “castle”"),
        ("position start moves D1-D9", "Move 1, “D1-D9”: T4: the piece on D5 is in the way"),
        ("position start moves D1-D2 nonsense", "Move 2, “nonsense”:"),
        ("position start nobody", "There is no side “nobody”. There are: attackers, defenders"),
        ("position start ruleset preset:chess", "chess"),
        ("position start ruleset game:tavli", "tavli is not among them yet"),
        ("position setup /9/9/ attackers", "row"),
        ("position setup /9/9/9/9/9/9/9/9/9/ attackers", "king"),
        ("setoption name Colour value red", "There is no option “Colour”"),
        ("setoption name Threads value 0", "The option Threads takes 1–256, not “0”"),
        ("setoption name Level value 77", "The option Level takes full, 1, 2"),
        ("setoption name Net value /no/such/net", "There is no evaluation “/no/such/net”"),
        #[cfg(unix)]
        ("setoption name Net value /dev/zero", "“/dev/zero” cannot be used as a net. It is something else"),
        ("setoption name Ruleset value goal:nowhere", "nowhere"),
        ("go depth deep", "“depth” needs a whole number behind it, not “deep”"),
        ("go nodes 0", "“nodes” needs at least 1 behind it"),
        ("go wtime 1000", "btime is missing: attackers to move"),
        ("go movestogo 0", "btime is missing"),
        ("setoption name Move Overhead value -1", "The option Move Overhead takes 0–10000"),
    ] {
        engine.send(line);
        let heard = engine.hear();
        assert!(heard.starts_with("info string error ") && heard.contains(complaint), "{line}: {heard}");
    }
    engine.send_bytes(b"position \xff\xfe\n");
    assert!(engine.hear().contains("UTF-8"));
    engine.send_bytes(&[b'x'; 3 << 20]);
    engine.send("");
    assert!(engine.hear().contains("too long"));
    assert!(engine.best_move("go depth 1").starts_with("bestmove "), "the usual position is still there");
}

#[test]
fn a_refused_position_leaves_the_one_before() {
    let mut engine = Engine::start(&[]);
    engine.send("position setup /9/9/9/4t4/t3K4/9/4t4/9/9/ defenders");
    engine.send("position start ruleset preset:alea moves A1-A2");
    engine.hear_until("info string error");
    assert_eq!(engine.best_move("go depth 2"), "bestmove E5-I5");
    // The options make another player, which thinks about the same position.
    engine.send("setoption name Hash value 2");
    assert_eq!(engine.best_move("go depth 2"), "bestmove E5-I5");
}

#[test]
fn other_rules_take_over_a_large_table_at_once() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name Hash value 256");
    let mut rulesets = ["preset:tablut", "preset:ashton", "preset:alea"].into_iter().cycle();
    engine.send("position start ruleset preset:brandubh");
    engine.best_move("go depth 2");
    quickest(Duration::from_millis(50), || {
        let began = Instant::now();
        engine.send(&format!("position start ruleset {}", rulesets.next().unwrap()));
        engine.best_move("go depth 1");
        began.elapsed()
    });
}

#[test]
fn another_game_ends_what_is_thought_about_the_one_before() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.hear_until("info depth 2");
    engine.send("newgame");
    engine.hear_until("bestmove ");
    // Also where all was clear, and only the answer was still to come.
    engine.send("position setup /9/9/9/4t4/t3K4/9/4t4/9/9/ defenders");
    engine.send("go infinite");
    engine.hear_until("info depth 1");
    assert_eq!(engine.best_move("newgame"), "bestmove E5-I5");
    engine.send("isready");
    assert_eq!(engine.hear(), "readyok");
}

#[test]
fn moves_and_options_are_understood_as_chess_programs_write_them() {
    let mut engine = Engine::start(&[]);
    let won = "position setup /9/9/9/4t4/t3K4/9/4t4/9/9/ defenders moves";
    for mv in ["E5-I5", "e5-i5", "e5i5", "E5I5"] {
        engine.send(&format!("{won} {mv}"));
        assert_eq!(engine.best_move("go depth 1"), "bestmove none", "{mv}");
    }
    for wrong in ["e5", "e5i", "e5i5i5", "ei5", "e5–i5", "e55i5", "55"] {
        engine.send(&format!("{won} {wrong}"));
        let heard = engine.hear();
        assert!(heard.starts_with(&format!("info string error Move 1, “{wrong}”: ")), "{heard}");
    }
    engine.send("position start ruleset preset:alea moves a10a11");
    assert!(engine.hear().contains("A10"));
    engine.send("setoption name level value FULL");
    engine.send("isready");
    assert_eq!(engine.hear(), "readyok");
}

#[test]
fn games_that_are_over_have_no_best_move() {
    let mut engine = Engine::start(&[]);
    engine.send("position setup /9/9/9/4t4/t3K4/9/4t4/9/9/ defenders moves E5-I5");
    assert_eq!(engine.best_move("go depth 2"), "bestmove none");
    // T12: a repetition is seen in what has been sent.
    let again = "E3-D3 E2-D2 D3-E3 D2-E2 ".repeat(2);
    engine.send(&format!("position start defenders moves {again}"));
    assert_eq!(engine.best_move("go depth 2"), "bestmove none");
}

#[test]
fn limits_levels_and_lines_do_what_they_say() {
    let mut engine = Engine::start(&[]);
    let nodes = |heard: &[String]| {
        let told = heard.iter().rev().find_map(|line| line.split(" nodes ").nth(1));
        told.unwrap().split(' ').next().unwrap().parse::<u64>().unwrap()
    };
    engine.send("position start ruleset preset:ashton");
    engine.send("go nodes 5000");
    let once = engine.hear_until("bestmove");
    assert!((4_000..6_000).contains(&nodes(&once)), "{once:?}");
    engine.send("newgame");
    engine.send("go nodes 5000");
    assert_eq!(nodes(&engine.hear_until("bestmove")), nodes(&once), "the same again");
    for limits in
        ["movetime 50", "wtime 1000 btime 1000", "btime 500 binc 100 wtime 1 movestogo 3", "depth 3"]
    {
        quickest(Duration::from_secs(5), || {
            let began = Instant::now();
            engine.best_move(&format!("go {limits}"));
            began.elapsed()
        });
    }
    engine.send("setoption name multipv value 3");
    engine.send("go depth 2");
    let heard = engine.hear_until("bestmove");
    for line in 1..=3 {
        assert!(heard.iter().any(|told| told.contains(&format!("depth 2 multipv {line} "))), "{heard:?}");
    }
    engine.send("setoption name Level value 1");
    engine.send("setoption name Threads value 2");
    engine.send("setoption name Net value material");
    engine.send("go movetime 2000");
    assert!(nodes(&engine.hear_until("bestmove")) < 10_000, "a child's player looks at little");
}

#[test]
fn the_clock_is_never_thought_to_its_end() {
    let mut engine = Engine::start(&[]);
    for ruleset in ["preset:tablut", "preset:alea"] {
        engine.send(&format!("position start attackers ruleset {ruleset}"));
        for clock in [
            "btime 300 movestogo 1",
            "btime 300 wtime 1 movestogo 0",
            "btime 60 binc 5",
            "btime 25",
            "btime 0",
        ] {
            let left: u64 = clock.split(' ').nth(1).unwrap().parse().unwrap();
            // On a machine that others use, too.
            quickest(Duration::from_millis(left.max(40)), || {
                let began = Instant::now();
                engine.best_move(&format!("go {clock}"));
                began.elapsed()
            });
        }
    }
    // Another program that is further away.
    engine.send("setoption name Move Overhead value 5000");
    quickest(Duration::from_secs(1), || {
        let began = Instant::now();
        engine.best_move("go btime 6000 movestogo 1 wtime 1");
        began.elapsed()
    });
}

#[test]
fn what_is_told_of_moves_that_were_never_looked_at_makes_sense() {
    let mut engine = Engine::start(&[]);
    engine.send("setoption name MultiPV value 3");
    for ruleset in ["preset:tablut", "preset:alea"] {
        engine.send(&format!("position start ruleset {ruleset}"));
        for limit in ["nodes 1", "nodes 2", "movetime 0"] {
            engine.send(&format!("go {limit}"));
            let heard = engine.hear_until("bestmove");
            assert!(heard[0].starts_with("info depth 0 multipv 1 score points "), "{heard:?}");
            assert!(!heard.iter().any(|line| line.contains("lose")), "{heard:?}");
        }
    }
}

#[test]
fn it_ends_when_it_is_told_to_and_when_nothing_comes_any_more() {
    let mut engine = Engine::start(&[]);
    engine.send("go infinite");
    engine.hear();
    engine.send("quit");
    assert!(engine.child.wait().unwrap().success());

    // What has limits is thought to its end, what has none is stopped.
    for go in ["go depth 3", "go infinite"] {
        let mut engine = Engine::start(&[]);
        engine.send(go);
        assert!(engine.end().success());
        assert!(engine.hear_until("bestmove").last().is_some(), "{go}");
    }
}

#[test]
fn complaints_speak_the_readers_language_and_keywords_do_not() {
    for (lang, complaint) in [("fr", "Il n’y a pas de demande"), ("it", "Non c’è una richiesta")] {
        let mut engine = Engine::start(&["--lang", lang]);
        engine.send("castle");
        let heard = engine.hear();
        assert!(heard.starts_with("info string error ") && heard.contains(complaint), "{heard}");
        engine.send("setoption name Threads value nessuno");
        assert!(engine.hear().contains("1–256"));
        assert!(engine.best_move("go depth 1").starts_with("bestmove "));
    }
}
