//! Every way to play a throw, and which of them are legal (Z4–Z7).

use std::collections::HashSet;

use tablen_rules::tavli::{Compulsion, Die, MEN, Roll, Ruleset, Setup, Step};

use super::steps::{Board, Mover};

/// A throw being played.
pub(super) struct Turn<'a> {
    mover: Mover<'a>,
    start: &'a Setup,
    roll: Roll,
}

/// A position inside a turn. How many steps have been played, and with which numbers, follows from what is left: two
/// orders that meet here have played the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Node {
    pub(super) board: Board,
    /// How often each number is still to be played, indexed by pips − 1.
    left: [u8; 6],
}

/// What `compulsion` asks of a way that does not win (Z7).
pub(super) enum Duty {
    /// To go on while anything can be played.
    GoOn,
    /// To play so many steps.
    Steps(u32),
    /// To play so many steps with numbers that add up to so much.
    StepsAndSum(u32, u32),
}

impl<'a> Turn<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, start: &'a Setup, roll: Roll) -> Turn<'a> {
        Turn { mover: Mover::new(ruleset, &start.men, start.side, roll), start, roll }
    }

    /// Before the first step.
    pub(super) fn beginning(&self) -> Node {
        Node { board: self.start.men, left: self.roll.counts() }
    }

    /// After these steps.
    pub(super) fn after(&self, played: &[Step]) -> Node {
        played.iter().fold(self.beginning(), |node, step| self.stepped(&node, *step))
    }

    /// Every step that the rules of movement allow, whatever `compulsion` says.
    pub(super) fn steps(&self, node: &Node) -> Vec<Step> {
        Die::ALL
            .into_iter()
            .filter(|die| node.left[usize::from(die.pips()) - 1] > 0)
            .flat_map(|die| self.mover.steps(&node.board, die))
            .collect()
    }

    /// After one more step.
    pub(super) fn stepped(&self, node: &Node, step: Step) -> Node {
        let mut left = node.left;
        left[usize::from(step.die.pips()) - 1] -= 1;
        Node { board: self.mover.stepped(&node.board, step), left }
    }

    /// Every node that can be reached from `from` and in which nothing more can be played.
    pub(super) fn ends(&self, from: Node) -> HashSet<Node> {
        self.ends_within(from, usize::MAX).unwrap_or_default()
    }

    /// As [`Turn::ends`], unless more than `max_nodes` nodes can be reached.
    pub(super) fn ends_within(&self, from: Node, max_nodes: usize) -> Option<HashSet<Node>> {
        let mut seen = HashSet::new();
        let mut ends = HashSet::new();
        self.play_on(from, max_nodes, &mut seen, &mut ends)?;
        Some(ends)
    }

    fn play_on(
        &self,
        node: Node,
        max_nodes: usize,
        seen: &mut HashSet<Node>,
        ends: &mut HashSet<Node>,
    ) -> Option<()> {
        if !seen.insert(node) {
            return Some(());
        }
        if seen.len() > max_nodes {
            return None;
        }
        let steps = self.steps(&node);
        if steps.is_empty() {
            ends.insert(node);
        }
        for step in steps {
            self.play_on(self.stepped(&node, step), max_nodes, seen, ends)?;
        }
        Some(())
    }

    /// What `compulsion` asks, given every end of the turn, winning or not (Z7).
    pub(super) fn duty(&self, ends: &HashSet<Node>) -> Duty {
        let most = ends.iter().map(|end| self.steps_played(end)).max().unwrap_or(0);
        match self.mover.ruleset.compulsion {
            Compulsion::Step => Duty::GoOn,
            Compulsion::Maximal => Duty::Steps(most),
            Compulsion::HigherDie => {
                let greatest = ends
                    .iter()
                    .filter(|end| self.steps_played(end) == most)
                    .map(|end| self.sum_played(end))
                    .max()
                    .unwrap_or(0);
                Duty::StepsAndSum(most, greatest)
            }
        }
    }

    /// Whether a turn may end in this node, in which nothing more can be played. A winning way is always a full way
    /// (Z4, Z7).
    pub(super) fn is_legal_end(&self, duty: &Duty, end: &Node) -> bool {
        end.board[self.start.side].off == MEN
            || match duty {
                Duty::GoOn => true,
                Duty::Steps(most) => self.steps_played(end) == *most,
                Duty::StepsAndSum(most, greatest) => {
                    self.steps_played(end) == *most && self.sum_played(end) == *greatest
                }
            }
    }

    /// The position with which the opponent's turn begins.
    pub(super) fn handed_over(&self, end: &Node) -> Setup {
        Setup { men: end.board, side: self.start.side.other(), turns: self.start.turns + 1 }
    }

    fn steps_played(&self, node: &Node) -> u32 {
        self.played(node).iter().map(|(_, times)| times).sum()
    }

    fn sum_played(&self, node: &Node) -> u32 {
        self.played(node).iter().map(|(pips, times)| pips * times).sum()
    }

    /// How often each number has been played, as (pips, times).
    fn played(&self, node: &Node) -> [(u32, u32); 6] {
        let counts = self.roll.counts();
        Die::ALL.map(|die| {
            let index = usize::from(die.pips()) - 1;
            (u32::from(die.pips()), u32::from(counts[index] - node.left[index]))
        })
    }
}
