//! The lessons of the page: what they ask for can be done by the rules, is not done before somebody has played, and is not done by everything.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};
use tablen_table::study::{Look, Node};
use tablen_table::view::Board;
use tablen_table::{Phase, Seat};

const GAMES: [&str; 3] = ["tavli", "tablut", "alea"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Course {
    ruleset: String,
    steps: Vec<Lesson>,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Lesson {
    Tasks { id: String, start: String, tasks: Vec<Task> },
    Play { id: String, level: u8 },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Task {
    /// The throw that is played.
    roll: Option<String>,
    /// Whether the learner throws it.
    #[serde(default)]
    throws: bool,
    goal: Goal,
    /// Points that are marked on the board.
    #[serde(default)]
    marks: Vec<String>,
    solution: Vec<String>,
    wrong: Vec<String>,
    /// What the other side plays afterwards.
    reply: Option<String>,
}

/// Whatever is said must hold. `web/app/learn/lesson-goals.js` reads it the same way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    from: Option<String>,
    to: Option<String>,
    captures: Option<Vec<String>>,
    calls: Option<Vec<String>>,
    end: Option<String>,
    steps: Option<Vec<String>>,
    hits: Option<Vec<String>>,
    men: Option<BTreeMap<String, u64>>,
    played: Option<usize>,
}

fn course(game: &str) -> Course {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../web/learn/{game}/lessons.json"));
    serde_json::from_str(&fs::read_to_string(&file).unwrap())
        .unwrap_or_else(|error| panic!("{game}: {error}"))
}

fn seen(node: &Node, what: &str) -> Look {
    node.look().unwrap_or_else(|error| panic!("{what}: {error}"))
}

fn sorted(value: &Value) -> Vec<&str> {
    let mut texts: Vec<&str> = value.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    texts.sort_unstable();
    texts
}

fn is_same(found: &Value, wanted: &[String]) -> bool {
    let mut wanted: Vec<&str> = wanted.iter().map(String::as_str).collect();
    wanted.sort_unstable();
    sorted(found) == wanted
}

impl Goal {
    /// Whether a look shows what was asked of a seat, from what the page sees of it. `before` turns had been played.
    fn is_reached(&self, look: &Look, seat: Seat, before: usize) -> bool {
        let line = json!(look.lines.get(before));
        let board = json!(look.view.board);
        let is_won_by = |end: &String| {
            look.view.phase == Phase::Over { winner: Some(seat) }
                && json!(look.view.rounds)[0]["reason"] == **end
        };
        let steps: &[Value] = board["steps"].as_array().map_or(&[], Vec::as_slice);
        let played: Vec<String> = steps.iter().map(|step| spelled(step, false)).collect();
        let hits: Vec<&str> = steps.iter().filter_map(|step| step["hit"].as_str()).collect();
        let men = &board[if seat == Seat::Host { "white" } else { "black" }];
        self.from.as_ref().is_none_or(|from| line["from"] == **from)
            && self.to.as_ref().is_none_or(|to| line["to"] == **to)
            && self.captures.as_ref().is_none_or(|cells| !line.is_null() && is_same(&line["captures"], cells))
            && self.calls.as_ref().is_none_or(|calls| !line.is_null() && is_same(&line["calls"], calls))
            && self.end.as_ref().is_none_or(is_won_by)
            && self.steps.as_ref().is_none_or(|wanted| wanted.iter().all(|step| played.contains(step)))
            && self
                .hits
                .as_ref()
                .is_none_or(|wanted| wanted.iter().all(|place| hits.contains(&place.as_str())))
            && self
                .men
                .as_ref()
                .is_none_or(|wanted| wanted.iter().all(|(place, count)| men_at(men, place) >= *count))
            && self.played.is_none_or(|count| steps.len() >= count)
    }
}

fn men_at(men: &Value, place: &str) -> u64 {
    let found = match place.strip_prefix('m') {
        Some(column) => &men["middle"][column.parse::<usize>().unwrap() - 1],
        None => match place.parse::<usize>() {
            Ok(cell) => &men["cells"][cell - 1],
            Err(_) => &men[place],
        },
    };
    found.as_u64().unwrap()
}

/// A step as lessons write it.
fn spelled(step: &Value, names_die: bool) -> String {
    let [from, to, die] = ["from", "to", "die"].map(|key| step[key].as_str().unwrap());
    if names_die { format!("{from}-{to}({die})") } else { format!("{from}-{to}") }
}

/// Plays what a task has stored: one move, or steps of the throw. They are found among what the page offers, and nowhere else.
fn play(node: &Node, played: &[String], what: &str) -> Node {
    if node.roll.is_none() {
        let [turn] = played else { panic!("{what}: one move is one turn") };
        return Node { turns: node.turns.iter().chain([turn]).cloned().collect(), ..node.clone() };
    }
    played.iter().fold(node.clone(), |node, wanted| {
        let board = json!(seen(&node, what).view.board);
        let next = board["next"].as_array().unwrap();
        let step =
            next.iter().find(|step| [true, false].iter().any(|named| spelled(step, *named) == *wanted));
        let step = step.unwrap_or_else(|| panic!("{what}: {wanted} is not among {next:?}"));
        let choice = serde_json::from_value(json!({ "from": step["from"], "die": step["die"] })).unwrap();
        Node { steps: [node.steps.as_slice(), &[choice]].concat(), ..node }
    })
}

#[test]
fn every_goal_of_the_lessons_is_reached_by_its_solution_and_by_nothing_before() {
    for game in GAMES {
        for lesson in course(game).steps {
            let Lesson::Tasks { id, start, tasks } = lesson else { continue };
            let what = format!("{game}, {id}");
            let mut node = Node { start: Some(start), ..Node::new(course(game).ruleset.parse().unwrap()) };
            assert!(!tasks.is_empty(), "{what}");
            for (task, number) in tasks.iter().zip(1..) {
                let what = format!("{what}, task {number}");
                let seat = seen(&node, &what).view.to_act.unwrap();
                assert!(!task.throws || task.roll.is_some(), "{what}: a throw is stored");
                node.roll = task.roll.as_ref().map(|roll| roll.parse().unwrap());
                let before = node.turns.len();
                let is_reached = |node: &Node| task.goal.is_reached(&seen(node, &what), seat, before);
                assert!(!is_reached(&node), "{what}: nothing has been played yet");
                let (solved, wrong) = (play(&node, &task.solution, &what), play(&node, &task.wrong, &what));
                assert!(is_reached(&solved), "{what}: the solution does not reach the goal");
                assert!(!is_reached(&wrong), "{what}: what is wrong reaches the goal");
                // Whatever reaches the goal with one move, the other side can answer as it is stored.
                for other in moves(&node).into_iter().filter(|_| task.reply.is_some()) {
                    let other = play(&node, &[other], &what);
                    if is_reached(&other) {
                        seen(&answered(&other, task), &what);
                    }
                }
                let stored = format!("{:?} {:?}", task.solution, task.goal.captures);
                assert!(
                    task.marks.iter().all(|mark| stored.contains(mark)),
                    "{what}: a mark that is not asked about"
                );
                node = answered(&solved, task);
            }
        }
    }
}

fn answered(node: &Node, task: &Task) -> Node {
    let mut node = node.clone();
    node.turns.extend(task.reply.clone());
    node
}

/// Every move that can be played, as text.
fn moves(node: &Node) -> Vec<String> {
    let Some(Board::Tafl(_)) = node.look().unwrap().view.board else { return Vec::new() };
    let board = json!(node.look().unwrap().view.board);
    let targets = board["targets"].as_object().unwrap().iter();
    let ends = |to: &Value| {
        to.as_array()
            .unwrap()
            .iter()
            .map(|target| target["to"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    targets.flat_map(|(from, to)| ends(to).into_iter().map(move |to| format!("{from}-{to}"))).collect()
}

#[test]
fn courses_are_short_and_end_with_a_game_against_the_easiest_computer() {
    for game in GAMES {
        let steps = course(game).steps;
        assert!((8..=12).contains(&steps.len()), "{game}: {} steps", steps.len());
        let mut ids = Vec::new();
        for (lesson, number) in steps.iter().zip(1..) {
            let (id, is_play) = match lesson {
                Lesson::Tasks { id, .. } => (id, false),
                Lesson::Play { id, level } => {
                    assert_eq!(*level, 1, "{game}");
                    (id, true)
                }
            };
            assert_eq!(is_play, number == steps.len(), "{game}, {id}: the game comes last");
            assert!(!ids.contains(&id), "{game}: {id} twice");
            ids.push(id);
        }
    }
}
