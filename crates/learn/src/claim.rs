//! What is claimed of diagrams, and whether it is so: by the rules, and by the computer where it is asked.

use std::collections::BTreeMap;

use serde::Deserialize;
use tablen_rules::tafl::Side;
use tablen_rules::tavli;
use tablen_table::study::{Node, Unplayable};
use tablen_table::view::Board;
use tablen_table::{Colour, Ruleset, Seat};

use crate::diagram::{Diagram, shown};
use crate::judgement::{chance, forced_win, judgement, rolled_out, wins_within};

/// By so much a figure that the computer's judgement gave may differ from what it says now: figures are printed as whole numbers.
const WHOLE_NUMBER: f64 = 1.0;
/// The same of rollouts, which have dice of their own.
const ROLLED_NUMBER: f64 = 1.5;

/// Something that the rules, or the computer, have to say of a diagram.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Claim {
    /// What is shown captures exactly these men; in tavli, hits them.
    Captures(Vec<String>),
    /// What is shown wins the game for a side (`defenders`, `attackers`, `white`, `black`).
    Wins(String),
    /// After what is shown this is called: `raichi`, `tuichi`, `gare-au-roi`.
    Announces(String),
    /// A move or turn can be played.
    Legal(String),
    /// The throw can lead to so many positions.
    Results(usize),
    /// What is shown leads to this position.
    Reaches(String),
    /// The computer gives the light side a chance from one of these percentages to the other.
    Chance([f64; 2]),
    /// The computer's best turn is one of these; in tavli, leads to the same position.
    Best(Vec<String>),
    /// What is played `instead` costs so many percent of the games at least, against what is shown, by the computer's judgement of both.
    Costs(f64),
    /// After what is played `instead` the other side wins by force in so many moves, and not in fewer.
    Loses(u32),
    /// With so many of the 216 throws a man can be hit.
    HitBy(u32),
    /// The same of a lone man who stands one cell before the hunter, two cells, and so on, with nothing in the way.
    Reach(Vec<u32>),
    /// What is shown ends the game for this reason: `stalemate`, `repetition`, `capture`.
    Ends(String),
    /// In rollouts the side to move wins so many games in a hundred after what is shown; the second number is that of what is played `instead`.
    Rolled(Vec<f64>),
    /// After what is shown, the side that is not to move has single men on exactly these cells.
    Alone(Vec<String>),
    /// Of all moves, exactly these keep the other side from winning by force.
    #[serde(untagged)]
    Only {
        /// Which.
        only: Vec<String>,
        /// From winning within so many moves, both sides' counted.
        within: u32,
    },
    /// Of all moves, exactly these capture so many men at once.
    #[serde(untagged)]
    Capturing {
        /// Which.
        by: Vec<String>,
        /// How many men.
        captured: usize,
    },
    /// After a move exactly these replies capture somebody.
    #[serde(untagged)]
    Taking {
        /// The move.
        after: String,
        /// The replies.
        taking: Vec<String>,
    },
    /// After so many of all moves a reply captures somebody.
    #[serde(untagged)]
    Exposing {
        /// After how many.
        exposing: usize,
        /// How many moves there are.
        of: usize,
    },
    /// Exactly these moves leave their side the most moves, if it were to move once more.
    #[serde(untagged)]
    Widest {
        /// Which.
        widest: Vec<String>,
        /// How many moves they leave.
        room: usize,
    },
    /// So many turns that the computer likes best are all among these.
    #[serde(untagged)]
    Favourites {
        /// Turns.
        favourites: Vec<String>,
        /// How many of them.
        count: usize,
    },
    /// The computer gives a side so many percent, as a whole number that is printed.
    #[serde(untagged)]
    Says {
        /// How many.
        says: f64,
        /// To whom.
        to: Colour,
    },
    /// With so many of the turns that the computer likes best a side has a chance from one of these percentages to the other: both are printed.
    #[serde(untagged)]
    Alike {
        /// How many turns.
        alike: usize,
        /// From which percentage to which.
        percent: [f64; 2],
        /// Whose.
        to: Colour,
    },
    /// A side wins by force in so many moves, both sides' counted, and not in fewer: before anything is played.
    #[serde(untagged)]
    Proved {
        /// Which side.
        proved: String,
        /// In how many moves.
        moves: u32,
    },
    /// The same of a win so long that it is not found unless its length is known.
    #[serde(untagged)]
    Forced {
        /// Which side.
        forced: String,
        /// In how many moves.
        within: u32,
    },
    /// A move or turn cannot be played.
    #[serde(untagged)]
    Illegal {
        /// Which.
        illegal: String,
        /// The rule that forbids it.
        rule: Option<String>,
    },
}

impl Claim {
    /// The numbers that it lets a booklet print: each of them stands where the diagram is shown or linked.
    pub fn figures(&self) -> Vec<String> {
        let whole = |number: &f64| format!("{number:.0}");
        match self {
            Claim::Rolled(chances) => chances.iter().map(whole).collect(),
            Claim::Says { says, .. } => vec![whole(says)],
            Claim::Alike { percent, .. } => percent.iter().map(whole).collect(),
            Claim::HitBy(throws) => vec![throws.to_string()],
            Claim::Reach(throws) => throws.iter().map(ToString::to_string).collect(),
            Claim::Exposing { exposing, of } => vec![exposing.to_string(), of.to_string()],
            Claim::Widest { room, .. } => vec![room.to_string()],
            _ => Vec::new(),
        }
    }
}

impl Diagram {
    /// Everything claimed that is not so.
    pub fn faults(&self) -> Vec<String> {
        if let Err(why) = self.draw() {
            return vec![format!("{}: {why}", self.id)];
        }
        let wrong = self.claims.iter().filter_map(|claim| self.holds(claim).err());
        wrong.map(|why| format!("{}: {why}", self.id)).collect()
    }

    fn holds(&self, claim: &Claim) -> Result<(), String> {
        match claim {
            Claim::Captures(cells) => same(&sorted(self.captured()?), &sorted(cells.clone())),
            Claim::Wins(side) => same(&self.winner()?, &Some(side.clone())),
            Claim::Announces(word) => {
                let calls = match shown(&self.after()?)?.view.board {
                    Some(Board::Tafl(board)) => board.calls,
                    _ => Vec::new(),
                };
                let is_called = calls.contains(&word.as_str());
                is_called.then_some(()).ok_or_else(|| format!("{word} is not called, but {calls:?}"))
            }
            Claim::Legal(turn) => self.plays(turn).map_err(|why| format!("{turn} cannot be played: {why}")),
            Claim::Illegal { illegal, rule } => {
                let node = self.node(vec![illegal.clone()], None)?;
                let Err(why) = node.look() else { return Err(format!("{illegal} can be played")) };
                let cited = why.rule().map(|rule| rule.to_string());
                match rule {
                    Some(_) if cited != *rule => Err(format!("{illegal}: not {rule:?} but {cited:?}: {why}")),
                    // A text that nobody can read forbids nothing.
                    None if !matches!(why, Unplayable::Turn { .. }) => Err(format!("{illegal}: {why}")),
                    _ => Ok(()),
                }
            }
            Claim::Results(count) => same(&self.results()?, count),
            Claim::Reaches(position) => {
                let reached = self.after()?.look().map_err(|why| why.to_string())?.position;
                same(&without_count(&reached), &without_count(position))
            }
            Claim::Chance([from, to]) => {
                let chance = chance(&self.before()?)?;
                let is_within = (*from..=*to).contains(&chance);
                is_within.then_some(()).ok_or_else(|| format!("not {from} to {to} %, but {chance:.1} %"))
            }
            Claim::Best(turns) => {
                let lines = judgement(&self.before()?, 1)?;
                let found = lines.first().and_then(|(_, turn)| turn.clone()).ok_or("no turn is the best")?;
                self.is_among(&found, turns)?.then_some(()).ok_or_else(|| format!("the best is {found}"))
            }
            Claim::Favourites { favourites, count } => {
                let lines = judgement(&self.before()?, *count)?;
                let found: Vec<String> = lines.into_iter().filter_map(|(_, turn)| turn).collect();
                same(&found.len(), count)?;
                for turn in &found {
                    if !self.is_among(turn, favourites)? {
                        return Err(format!("{turn} is among the best: {found:?}"));
                    }
                }
                Ok(())
            }
            Claim::Costs(least) => {
                let instead = self.worse()?;
                let shown = self.turns().into_iter().next().ok_or("nothing is shown")?;
                let cost = self.behind(self.chance_after(&shown)?, self.chance_after(&instead)?)?;
                (cost >= *least).then_some(()).ok_or_else(|| format!("costs {cost:.1} %, not {least} %"))
            }
            Claim::Loses(moves) => {
                let winner = if self.is_light_to_move()? { Side::Attackers } else { Side::Defenders };
                same(&forced_win(&self.node(vec![self.worse()?], None)?, winner)?, moves)
            }
            Claim::HitBy(ways) => same(&throws_that_hit(&self.on_slab()?), ways),
            Claim::Reach(ways) => same(&self.reach(ways.len())?, ways),
            Claim::Ends(reason) => same(&self.reason()?.as_ref(), &Some(reason)),
            Claim::Rolled(chances) => {
                let turns: Vec<String> =
                    self.turns().into_iter().take(1).chain(self.instead.clone()).collect();
                same(&turns.len(), &chances.len())?;
                let mut wrong = Vec::new();
                for (turn, claimed) in turns.iter().zip(chances) {
                    let found = rolled_out(&self.on_slab()?, turn)?;
                    wrong.extend(close(found, *claimed, ROLLED_NUMBER, turn).err());
                }
                if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
            }
            Claim::Says { says, to } => {
                close(of(*to, chance(&self.before()?)?), *says, WHOLE_NUMBER, "the start")
            }
            Claim::Alike { alike, percent: [from, to], to: side } => {
                let lines = judgement(&self.before()?, *alike)?;
                same(&lines.len(), alike)?;
                let chances: Vec<f64> = lines.iter().map(|(chance, _)| of(*side, *chance)).collect();
                let least = chances.iter().copied().fold(f64::INFINITY, f64::min);
                let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                close(least, *from, WHOLE_NUMBER, "the least")?;
                close(most, *to, WHOLE_NUMBER, "the most")
            }
            Claim::Alone(cells) => same(&self.alone()?, cells),
            Claim::Taking { after, taking } => same(&self.taking(after)?, &sorted(taking.clone())),
            Claim::Exposing { exposing, of } => {
                let moves = moves_at(&self.before()?)?;
                let replies =
                    moves.iter().map(|(text, _)| self.taking(text)).collect::<Result<Vec<_>, _>>()?;
                let exposed = replies.iter().filter(|replies| !replies.is_empty()).count();
                same(&(exposed, moves.len()), &(*exposing, *of))
            }
            Claim::Widest { widest, room } => same(&self.widest()?, &(*room, sorted(widest.clone()))),
            Claim::Capturing { by, captured } => {
                let moves = moves_at(&self.before()?)?.into_iter();
                let found = moves.filter(|(_, men)| men == captured).map(|(text, _)| text).collect();
                same(&sorted(found), &sorted(by.clone()))
            }
            Claim::Only { only, within } => same(&self.moves_that_hold(*within)?, &sorted(only.clone())),
            Claim::Proved { proved, moves } => same(&forced_win(&self.before()?, side_of(proved)?)?, moves),
            Claim::Forced { forced, within } => {
                let (before, side) = (self.before()?, side_of(forced)?);
                // Who wins has the last move, so the next shorter way is two moves shorter.
                let is_won_within = |moves| wins_within(&before, side, moves);
                same(&(is_won_within(*within)?, is_won_within(within.saturating_sub(2))?), &(true, false))
            }
        }
    }

    /// The light side's chance in percent after a turn.
    fn chance_after(&self, turn: &str) -> Result<f64, String> {
        chance(&self.node(vec![turn.to_owned()], None)?)
    }

    /// How far a chance lies behind another one for the side to move, where both are the light side's.
    fn behind(&self, better: f64, worse: f64) -> Result<f64, String> {
        Ok(if self.is_light_to_move()? { better - worse } else { worse - better })
    }

    /// Whether a turn leads to where one of these leads, too.
    fn is_among(&self, turn: &str, turns: &[String]) -> Result<bool, String> {
        let leads_to = |turn: &str| {
            let look = self.node(vec![turn.to_owned()], None)?.look();
            look.map(|look| look.position).map_err(|why| format!("{turn}: {why}"))
        };
        let found = leads_to(turn)?;
        let there = turns.iter().map(|turn| leads_to(turn)).collect::<Result<Vec<_>, _>>()?;
        Ok(there.contains(&found))
    }

    /// Every reply to a move that captures somebody.
    fn taking(&self, turn: &str) -> Result<Vec<String>, String> {
        let replies = moves_at(&self.node(vec![turn.to_owned()], None)?)?.into_iter();
        Ok(sorted(replies.filter(|(_, men)| *men > 0).map(|(text, _)| text).collect()))
    }

    /// The most moves that a move leaves its own side, if it were to move once more, and every move that leaves so many.
    fn widest(&self) -> Result<(usize, Vec<String>), String> {
        let mover = if self.is_light_to_move()? { "defenders" } else { "attackers" };
        let mut rooms = BTreeMap::<usize, Vec<String>>::new();
        for (turn, _) in moves_at(&self.before()?)? {
            let look = self.node(vec![turn.clone()], None)?.look().map_err(|why| why.to_string())?;
            let reached = without_count(&look.position);
            // Whose turn it is stands at the end.
            let (pieces, _) = reached.rsplit_once(' ').ok_or("nobody is to move")?;
            let again = Node { start: Some(format!("{pieces} {mover}")), ..Node::new(self.ruleset.clone()) };
            rooms.entry(moves_at(&again)?.len()).or_default().push(turn);
        }
        let (room, widest) = rooms.pop_last().ok_or("nothing can be played")?;
        Ok((room, sorted(widest)))
    }

    /// Every move after which the other side does not win by force within so many moves.
    fn moves_that_hold(&self, within: u32) -> Result<Vec<String>, String> {
        let winner = if self.is_light_to_move()? { Side::Attackers } else { Side::Defenders };
        let mut holding = Vec::new();
        for (turn, _) in moves_at(&self.before()?)? {
            if !wins_within(&self.node(vec![turn.clone()], None)?, winner, within)? {
                holding.push(turn);
            }
        }
        Ok(sorted(holding))
    }

    /// Where the side that is not to move has single men after what is shown.
    fn alone(&self) -> Result<Vec<String>, String> {
        let shown = shown(&self.after()?)?;
        let Some(Board::Tavli(board)) = &shown.view.board else { return Err("no slab".to_owned()) };
        // The light side is the host's in a study.
        let men = if shown.view.to_act == Some(Seat::Host) { &board.black } else { &board.white };
        let single = men.cells.iter().zip(1..).filter(|(men, _)| **men == 1);
        Ok(single.map(|(_, cell): (_, u32)| cell.to_string()).collect())
    }

    fn worse(&self) -> Result<String, String> {
        self.instead.clone().ok_or_else(|| "nothing is played instead".to_owned())
    }

    fn is_light_to_move(&self) -> Result<bool, String> {
        // The light side is the host's in a study.
        Ok(shown(&self.before()?)?.view.to_act == Some(Seat::Host))
    }

    fn plays(&self, turn: &str) -> Result<(), String> {
        let node = self.node(vec![turn.to_owned()], None)?;
        node.look().map(|_| ()).map_err(|why| why.to_string())
    }

    /// The men that the last turn shown captures or hits.
    fn captured(&self) -> Result<Vec<String>, String> {
        let shown = shown(&self.after()?)?;
        let text = shown.lines.last().map(|line| line.text.clone()).unwrap_or_default();
        if let Some(Board::Tafl(board)) = &shown.view.board {
            let last = board.last.as_ref();
            return Ok(
                last.map_or(Vec::new(), |last| last.captures.iter().map(ToString::to_string).collect())
            );
        }
        // `10-16*`: what stood there is hit.
        let hits = text.split_whitespace().filter_map(|step| step.strip_suffix('*'));
        Ok(hits.filter_map(|step| Some(step.rsplit_once('-')?.1.to_owned())).collect())
    }

    fn winner(&self) -> Result<Option<String>, String> {
        let shown = shown(&self.after()?)?;
        let winner = shown.view.rounds.last().and_then(|round| {
            let seat = round.result.winner?;
            Some(if round.light == seat { Colour::Light } else { Colour::Dark })
        });
        let is_tavli = matches!(self.ruleset, Ruleset::Tavli(_));
        Ok(winner.map(|colour| {
            let name = match (is_tavli, colour) {
                (true, Colour::Light) => "white",
                (true, Colour::Dark) => "black",
                (false, Colour::Light) => "defenders",
                (false, Colour::Dark) => "attackers",
            };
            name.to_owned()
        }))
    }

    /// The position of a game with dice.
    fn on_slab(&self) -> Result<tavli::Position, String> {
        let Ruleset::Tavli(ruleset) = &self.ruleset else { return Err("no game with dice".to_owned()) };
        let position = self.position.clone().ok_or("no position")?;
        let setup: tavli::Setup = position.parse().map_err(|error| format!("{error}"))?;
        tavli::Position::new(*ruleset, setup).map_err(|faults| format!("{faults}"))
    }

    /// How many positions the throw can lead to.
    fn results(&self) -> Result<usize, String> {
        let roll: tavli::Roll =
            self.roll.clone().ok_or("no throw")?.parse().map_err(|error| format!("{error}"))?;
        let mut results = tavli::Results::new();
        self.on_slab()?.results_into(roll, &mut results);
        Ok(results.len())
    }

    /// With how many throws a lone man is hit who stands so far before the hunter, for each distance up to one.
    fn reach(&self, farthest: usize) -> Result<Vec<u32>, String> {
        let Ruleset::Tavli(ruleset) = &self.ruleset else { return Err("no game with dice".to_owned()) };
        let hunter = 2;
        let hit = |distance: usize| {
            let hunted = hunter + distance;
            let text = format!("white {hunter}:1 24:14 beyond; black 1:14 {hunted}:1 beyond; white to roll");
            let setup: tavli::Setup = text.parse().map_err(|error| format!("{error}"))?;
            let position = tavli::Position::new(*ruleset, setup).map_err(|faults| format!("{faults}"))?;
            Ok(throws_that_hit(&position))
        };
        (1..=farthest).map(hit).collect()
    }

    /// Why the game is over after what is shown, if it is.
    fn reason(&self) -> Result<Option<String>, String> {
        let shown = shown(&self.after()?)?;
        Ok(shown.view.rounds.last().map(|round| round.result.reason.to_string()))
    }
}

/// With how many of the 216 throws somebody can be hit.
fn throws_that_hit(position: &tavli::Position) -> u32 {
    let waiting = |position: &tavli::Position, side| -> u32 {
        position.men(side).middle.iter().map(|men| u32::from(*men)).sum()
    };
    let enemy = position.side().other();
    let before = waiting(position, enemy);
    let mut results = tavli::Results::new();
    let hits = |roll: &tavli::Roll| {
        position.results_into(*roll, &mut results);
        results.positions().any(|after| waiting(&after, enemy) > before)
    };
    tavli::Roll::all().filter(hits).map(|roll| u32::from(roll.weight())).sum()
}

/// A side's chance in percent, where the light side's is known.
fn of(colour: Colour, light: f64) -> f64 {
    match colour {
        Colour::Light => light,
        Colour::Dark => 100.0 - light,
    }
}

/// Whether a figure is what was claimed, but for so much.
fn close(found: f64, claimed: f64, tolerance: f64, what: &str) -> Result<(), String> {
    let is_close = (found - claimed).abs() <= tolerance;
    is_close.then_some(()).ok_or_else(|| format!("{what}: claimed {claimed} %, but it is {found:.1} %"))
}

/// Every move of tafl that can be played at a node, with how many men it captures.
fn moves_at(node: &Node) -> Result<Vec<(String, usize)>, String> {
    let look = node.look().map_err(|why| why.to_string())?;
    let Some(Board::Tafl(board)) = look.view.board else { return Err("no board of tafl".to_owned()) };
    let moves = board.targets.iter().flat_map(|(from, targets)| {
        targets.iter().map(move |target| (format!("{from}-{}", target.to), target.captures.len()))
    });
    Ok(moves.collect())
}

fn side_of(name: &str) -> Result<Side, String> {
    match name {
        "attackers" => Ok(Side::Attackers),
        "defenders" => Ok(Side::Defenders),
        other => Err(format!("no side of tafl: {other}")),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(found: &T, claimed: &T) -> Result<(), String> {
    if found == claimed { Ok(()) } else { Err(format!("claimed {claimed:?}, but it is {found:?}")) }
}

fn sorted(mut cells: Vec<String>) -> Vec<String> {
    cells.sort_unstable();
    cells
}

/// A position without the number of turns that led to it.
fn without_count(position: &str) -> String {
    position.split(" after turn").next().unwrap_or_default().trim().to_owned()
}
