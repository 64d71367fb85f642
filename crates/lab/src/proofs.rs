//! Checks the proofs of forced wins that a solver wrote, with nothing but the rules.
//!
//! The form of a proof is described in docs/solving.md. Every node of it stands for one position in which the winner moves. What is checked: each
//! move is legal, every legal reply to it is dealt with, whatever ends the game ends it with the right winner, no two nodes are the same
//! position, and each goes on with later ones only. So no position comes again on any line of play, and the proof holds under every
//! rule about repetition.

use std::collections::HashMap;
use std::str::FromStr;

use tablen_rules::tafl::{
    Bits, Move, Narrow, Outcome, Rules, Ruleset, Setup, Side, State, Wide, fits_narrow,
};
use tablen_rules::words::{Explain, Message, explained};

/// What a proof proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// By these rules.
    pub ruleset: Ruleset,
    /// This position.
    pub position: Setup,
    /// Is won by this side.
    pub winner: Side,
    /// In at most so many plies.
    pub plies: u32,
    /// The positions in which the winner moves.
    pub nodes: usize,
}

/// What is wrong with a proof, and in which line.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: ProofFault,
}

/// What can be wrong with a proof.
#[derive(Clone, Debug, PartialEq)]
pub enum ProofFault {
    /// The line should begin with this word.
    Expected(&'static str),
    /// What stands behind the word cannot be read; why not.
    Unreadable(&'static str, Message),
    /// Nodes are numbered one after the other: this number should stand here.
    Number(usize),
    /// This is not a move, nor a reply with what follows it.
    Word(String),
    /// This move is not legal there.
    Illegal(Move),
    /// The winner is not to move at this node, or has no move although he is.
    Turn,
    /// Nothing is said about this legal reply.
    Unanswered(Move),
    /// This move is no legal reply, or stands there twice.
    NoReply(Move),
    /// This move does not win at once.
    NoWin(Move),
    /// The game is over there, but the winner has not won, or replies are given although there can be none.
    Over,
    /// There is no node of this number further on.
    NoNode(usize),
    /// The replies that lead to this node lead to different positions.
    TwoPositions(usize),
    /// This earlier node is the same position.
    SamePosition(usize),
    /// Nothing leads to this node.
    Unreached,
    /// The win takes at most so many plies.
    Plies(u32),
}

impl Explain for ProofError {
    fn message(&self) -> Message {
        let fault = match &self.fault {
            ProofFault::Expected(word) => message!("proof.error.expected").text("word", word),
            ProofFault::Unreadable(word, why) => {
                message!("proof.error.unreadable").text("word", word).with("error", why.clone())
            }
            ProofFault::Number(number) => message!("proof.error.number").text("number", number),
            ProofFault::Word(word) => message!("proof.error.word").text("word", word),
            ProofFault::Illegal(mv) => message!("proof.error.illegal").text("move", mv),
            ProofFault::Turn => message!("proof.error.turn"),
            ProofFault::Unanswered(mv) => message!("proof.error.unanswered").text("move", mv),
            ProofFault::NoReply(mv) => message!("proof.error.no-reply").text("move", mv),
            ProofFault::NoWin(mv) => message!("proof.error.no-win").text("move", mv),
            ProofFault::Over => message!("proof.error.over"),
            ProofFault::NoNode(number) => message!("proof.error.no-node").text("number", number),
            ProofFault::TwoPositions(number) => message!("proof.error.two-positions").text("number", number),
            ProofFault::SamePosition(number) => message!("proof.error.same-position").text("number", number),
            ProofFault::Unreached => message!("proof.error.unreached"),
            ProofFault::Plies(plies) => message!("proof.error.plies").with("plies", *plies),
        };
        message!("proof.error.line").text("line", self.line).with("error", fault)
    }
}
explained!(ProofError);

/// A node as it is written.
struct Node {
    line: usize,
    mv: Option<Move>,
    replies: Vec<(Move, Next)>,
    /// What wins at once against all replies that are not named.
    others: Option<Move>,
}

#[derive(Clone, Copy)]
enum Next {
    Node(usize),
    Wins(Move),
}

/// Checks a proof and says what it proves, or the first thing that is wrong with it.
///
/// ```
/// use tablen_lab::proofs::check;
///
/// // The attackers cannot close both ways of the king at once.
/// let proof = "tablen proof 1
/// ruleset preset:tablut
/// position /9/9/9/9/t3K4/9/9/9/9/ attackers
/// winner defenders
/// plies 2
/// 0 - A5-A6,A5-A7,A5-A8,A5-A9,A5-A4,A5-A3,A5-A2,A5-A1!E5-A5 *!E5-I5
/// ";
/// assert_eq!(check(proof)?.plies, 2);
/// let error = check(&proof.replace("*!E5-I5", "*!E5-H5")).unwrap_err();
/// assert_eq!(error.to_string(), "Line 6: E5-H5 does not win at once.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check(text: &str) -> Result<Checked, ProofError> {
    let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line.trim_end()));
    let last = text.lines().count() + 1;
    let mut header = |word: &'static str| {
        let (line, text) = lines.next().unwrap_or((last, ""));
        let rest = text.strip_prefix(word).map(str::trim);
        rest.map(|rest| (line, rest)).ok_or(ProofError { line, fault: ProofFault::Expected(word) })
    };
    header("tablen proof 1")?;
    let ruleset: Ruleset = read(header("ruleset")?, "ruleset")?;
    let position: Setup = read(header("position")?, "position")?;
    let (line, winner) = header("winner")?;
    let winner = Side::from_name(winner)
        .ok_or(ProofError { line, fault: ProofFault::Expected("winner attackers|defenders") })?;
    let (plies_line, plies) = header("plies")?;
    let plies: u32 = plies
        .parse()
        .map_err(|_| ProofError { line: plies_line, fault: ProofFault::Expected("plies NUMBER") })?;
    let mut nodes = Vec::new();
    for (line, text) in lines {
        nodes.push(read_node(line, text, nodes.len()).map_err(|fault| ProofError { line, fault })?);
    }
    if nodes.is_empty() {
        return Err(ProofError { line: last, fault: ProofFault::Number(0) });
    }
    let found = if fits_narrow(&ruleset) {
        check_nodes::<Narrow>(&ruleset, &position, winner, &nodes)?
    } else {
        check_nodes::<Wide>(&ruleset, &position, winner, &nodes)?
    };
    if found > plies {
        return Err(ProofError { line: plies_line, fault: ProofFault::Plies(found) });
    }
    Ok(Checked { ruleset, position, winner, plies, nodes: nodes.len() })
}

fn read<T: FromStr<Err: Explain>>((line, text): (usize, &str), word: &'static str) -> Result<T, ProofError> {
    text.parse()
        .map_err(|error: T::Err| ProofError { line, fault: ProofFault::Unreadable(word, error.message()) })
}

fn read_move(word: &str) -> Result<Move, ProofFault> {
    word.parse().map_err(|_| ProofFault::Word(word.to_owned()))
}

fn read_node(line: usize, text: &str, number: usize) -> Result<Node, ProofFault> {
    let mut words = text.split(' ');
    if words.next().and_then(|word| word.parse().ok()) != Some(number) {
        return Err(ProofFault::Number(number));
    }
    let mv = match words.next().unwrap_or_default() {
        "-" => None,
        word => Some(read_move(word)?),
    };
    let mut node = Node { line, mv, replies: Vec::new(), others: None };
    for word in words {
        let unreadable = || ProofFault::Word(word.to_owned());
        if let Some((reply, number)) = word.split_once('>') {
            let number = number.parse().map_err(|_| unreadable())?;
            node.replies.push((read_move(reply)?, Next::Node(number)));
            continue;
        }
        let (replies, answer) = word.split_once('!').ok_or_else(unreadable)?;
        let answer = read_move(answer)?;
        if replies == "*" && node.others.is_none() {
            node.others = Some(answer);
            continue;
        }
        for reply in replies.split(',') {
            node.replies.push((read_move(reply)?, Next::Wins(answer)));
        }
    }
    Ok(node)
}

/// Checks every node, each after all that lead to it, and returns the plies of the longest line.
fn check_nodes<B: Bits>(
    ruleset: &Ruleset,
    position: &Setup,
    winner: Side,
    nodes: &[Node],
) -> Result<u32, ProofError> {
    let unreadable = |line, word, why| ProofError { line, fault: ProofFault::Unreadable(word, why) };
    let rules = Rules::<B>::new(ruleset).map_err(|faults| unreadable(2, "ruleset", faults.message()))?;
    let root = rules.state(position).map_err(|faults| unreadable(3, "position", faults.message()))?;
    let mut checker = Checker { rules, winner, states: vec![None; nodes.len()], known: HashMap::new() };
    checker.states[0] = Some(root);
    for (number, node) in nodes.iter().enumerate() {
        checker.check(number, node).map_err(|fault| ProofError { line: node.line, fault })?;
    }
    let mut plies = vec![0u32; nodes.len()];
    for (number, node) in nodes.iter().enumerate().rev() {
        let after = |next: &Next| match next {
            Next::Node(next) => 1 + plies[*next],
            Next::Wins(_) => 2,
        };
        let longest = node.replies.iter().map(|(_, next)| after(next)).max();
        let longest = longest.max(node.others.map(|_| 2)).unwrap_or_default();
        plies[number] = longest + u32::from(node.mv.is_some());
    }
    Ok(plies[0])
}

struct Checker<B: Bits> {
    rules: Rules<B>,
    winner: Side,
    /// The position of each node, once something has led to it.
    states: Vec<Option<State<B>>>,
    /// The nodes of positions.
    known: HashMap<u64, usize>,
}

impl<B: Bits> Checker<B> {
    fn check(&mut self, number: usize, node: &Node) -> Result<(), ProofFault> {
        let mut state = self.states[number].ok_or(ProofFault::Unreached)?;
        if let Some(same) = self.known.insert(state.key(), number) {
            return Err(ProofFault::SamePosition(same));
        }
        if self.rules.outcome(&state).is_some() {
            return Err(ProofFault::Over);
        }
        // Only at the root can the opponent be to move.
        if (state.side() == self.winner) != node.mv.is_some() {
            return Err(ProofFault::Turn);
        }
        if let Some(mv) = node.mv {
            if !self.moves(&state).contains(&mv) {
                return Err(ProofFault::Illegal(mv));
            }
            self.rules.make(&mut state, mv);
        }
        if let Some(outcome) = self.rules.outcome(&state) {
            let has_replies = !node.replies.is_empty() || node.others.is_some();
            return if self.is_won(outcome) && !has_replies { Ok(()) } else { Err(ProofFault::Over) };
        }
        self.check_replies(number, node, &state)
    }

    fn check_replies(&mut self, number: usize, node: &Node, state: &State<B>) -> Result<(), ProofFault> {
        let mut named: HashMap<Move, Next> = HashMap::new();
        for (reply, next) in &node.replies {
            if named.insert(*reply, *next).is_some() {
                return Err(ProofFault::NoReply(*reply));
            }
        }
        for reply in self.moves(state) {
            let others = node.others.map(Next::Wins);
            let next = named.remove(&reply).or(others).ok_or(ProofFault::Unanswered(reply))?;
            let mut after = *state;
            self.rules.make(&mut after, reply);
            if self.rules.outcome(&after).is_some() {
                return Err(ProofFault::Over);
            }
            match next {
                Next::Wins(answer) => {
                    if !self.moves(&after).contains(&answer) {
                        return Err(ProofFault::Illegal(answer));
                    }
                    self.rules.make(&mut after, answer);
                    if !self.rules.outcome(&after).is_some_and(|outcome| self.is_won(outcome)) {
                        return Err(ProofFault::NoWin(answer));
                    }
                }
                Next::Node(next) => {
                    let known = (next > number).then(|| self.states.get_mut(next)).flatten();
                    let known = known.ok_or(ProofFault::NoNode(next))?;
                    if known.get_or_insert(after) != &after {
                        return Err(ProofFault::TwoPositions(next));
                    }
                }
            }
        }
        named.into_keys().min().map_or(Ok(()), |reply| Err(ProofFault::NoReply(reply)))
    }

    fn moves(&self, state: &State<B>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.rules.moves_into(state, &mut moves);
        moves
    }

    fn is_won(&self, outcome: Outcome) -> bool {
        outcome.winner == Some(self.winner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tablen_engine::tafl::solver::{Solver, Verdict};
    use tablen_engine::{Limits, Stop};

    use super::*;

    /// A proof with several nodes.
    fn proof() -> String {
        let setup: Setup = "/9/9/2t3t2/9/t2K4t/9/9/2t2t3/9/ attackers".parse().unwrap();
        let ruleset = tablen_rules::tafl::Preset::TablutCorners.ruleset();
        let rules = Arc::new(Rules::<Narrow>::new(&ruleset).unwrap());
        let state = rules.state(&setup).unwrap();
        let mut solver = Solver::new(rules, 1 << 14);
        let limits = Limits::nodes(1_000_000);
        let answer = solver.solve(&state, Side::Defenders, &[], &limits, &Stop::new(), &mut |_| {});
        let Verdict::Wins(win) = answer.verdict else { panic!("{answer:?}") };
        solver.tree(&state, Side::Defenders, win.plies, 100_000).unwrap().to_string()
    }

    #[test]
    fn what_the_solver_writes_is_right() {
        let text = proof();
        let checked = check(&text).unwrap();
        assert!(checked.nodes > 5, "{text}");
        assert_eq!(checked.winner, Side::Defenders);
    }

    #[test]
    fn nothing_can_be_left_out_or_changed() {
        let text = proof();
        let lines: Vec<&str> = text.lines().collect();
        let mut found = 0;
        for number in 0..lines.len() {
            let words: Vec<&str> = lines[number].split(' ').collect();
            // Without any one of its words no line is right: each stands for a reply, a number or a move.
            for left_out in (0..words.len()).filter(|word| number != 1 || *word == 0) {
                let kept: Vec<&str> =
                    (0..words.len()).filter(|word| *word != left_out).map(|word| words[word]).collect();
                let mut changed = lines.clone();
                let line = kept.join(" ");
                changed[number] = &line;
                let error = check(&changed.join("\n"));
                assert!(error.is_err(), "{left_out} of {:?}", lines[number]);
                found += 1;
            }
        }
        assert!(found > 20);
        let last = lines.len();
        let faults = [
            (text.replace("tablen proof 1", "proof"), 1),
            (text.replace("winner defenders", "winner attackers"), 6),
            (text.replace("plies", "moves"), 5),
            (text.replace("\n0 ", "\n1 "), 6),
            (format!("{text}{} A1-A2\n", last - 5), last + 1),
            (lines[..5].join("\n"), 6),
        ];
        for (text, line) in faults {
            assert_eq!(check(&text).unwrap_err().line, line, "{text}");
        }
    }

    #[test]
    fn a_proof_may_not_go_back() {
        let text = proof();
        let second = text.lines().position(|line| line.starts_with("1 ")).unwrap();
        let back: Vec<String> = text
            .lines()
            .enumerate()
            .map(|(number, line)| match (number == second, line.split_once('>')) {
                (true, Some((before, after))) => {
                    let rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
                    format!("{before}>1{rest}")
                }
                _ => line.to_owned(),
            })
            .collect();
        if back.join("\n") != text.trim_end() {
            let error = check(&back.join("\n")).unwrap_err();
            assert_eq!(error.fault, ProofFault::NoNode(1));
        }
    }
}
