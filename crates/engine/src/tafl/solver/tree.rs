//! A proof as a tree with all the opponent's replies, and its text form.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use tablen_rules::tafl::{Bits, Move, Rules, Ruleset, Setup, Side, State};

use super::forcing::immediate_win;
use super::{Aim, Solver};
use crate::limits::Watch;
use crate::{Limits, Signals, Stop};

/// A forced win, written out: for every position in which the prover moves, one move, and after it every legal reply.
///
/// Positions that come about in several ways are there once. Every node goes on with nodes of higher numbers, so nothing repeats. Its text
/// form is described in docs/solving.md, and checked by code that shares only the rules with the solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinningTree {
    /// The rules.
    pub ruleset: Ruleset,
    /// The position that is won.
    pub position: Setup,
    /// For whom.
    pub winner: Side,
    /// In at most so many plies.
    pub plies: u32,
    /// The positions in which the prover moves. The first is the root; if the opponent is to move there, it has no move.
    pub nodes: Vec<TreeNode>,
}

/// A position in which the prover moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The winning move; none at a root in which the opponent is to move.
    pub mv: Option<Move>,
    /// The replies to it; none if it ends the game.
    pub replies: Vec<(Move, Reply)>,
}

/// What follows a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// The node of that number in the list.
    Node(usize),
    /// A move that wins at once.
    Wins(Move),
}

impl<B: Bits> Solver<B> {
    /// The tree of a win in so many plies that [`Solver::solve`] has just proved for the same position, without a past; nothing if it
    /// grows beyond `most_nodes` nodes.
    pub fn tree(
        &mut self,
        state: &State<B>,
        prover: Side,
        plies: u32,
        most_nodes: usize,
    ) -> Option<WinningTree> {
        let rules = Arc::clone(self.rules());
        let stop = Stop::new();
        let watch = Watch::new(&Limits::default(), Signals::from(&stop));
        let aim = Aim { prover, past: &[], watch };
        let mut builder = Builder { rules: &rules, aim, drafts: HashMap::new(), most_nodes };
        let mut open = vec![(*state, u16::try_from(plies).ok()?)];
        while let Some((state, left)) = open.pop() {
            builder.add(self, &state, left, &mut open)?;
        }
        Some(builder.tree(state, plies))
    }
}

/// A node before it has a number.
struct Draft {
    /// The win takes at most so many plies from here. What follows has fewer.
    left: u16,
    mv: Option<Move>,
    replies: Vec<(Move, Draw)>,
}

#[derive(Clone, Copy)]
enum Draw {
    Key(u64),
    Wins(Move),
}

struct Builder<'t, B: Bits> {
    rules: &'t Rules<B>,
    aim: Aim<'t>,
    drafts: HashMap<u64, Draft>,
    most_nodes: usize,
}

impl<B: Bits> Builder<'_, B> {
    /// Adds a position that is won within so many plies, and puts those that follow into `open`.
    fn add(
        &mut self,
        solver: &mut Solver<B>,
        state: &State<B>,
        left: u16,
        open: &mut Vec<(State<B>, u16)>,
    ) -> Option<()> {
        if self.drafts.get(&state.key()).is_some_and(|draft| draft.left <= left) {
            return Some(());
        }
        if self.drafts.len() >= self.most_nodes {
            return None;
        }
        let mut next = *state;
        let (mv, below) = if state.side() == self.aim.prover {
            let plies = solver.plies_of_win(state, self.aim, left)?;
            let mv = solver.winning_move(state, self.aim, plies)?;
            self.rules.make(&mut next, mv);
            (Some(mv), plies - 1)
        } else {
            (None, left)
        };
        let mut replies = Vec::new();
        if self.rules.outcome(&next).is_none() {
            let mut legal = Vec::new();
            self.rules.moves_into(&next, &mut legal);
            for reply in legal {
                let mut after = next;
                self.rules.make(&mut after, reply);
                if let Some(win) = immediate_win(self.rules, &after) {
                    replies.push((reply, Draw::Wins(win)));
                    continue;
                }
                let plies = solver.plies_of_win(&after, self.aim, below.checked_sub(1)?)?;
                replies.push((reply, Draw::Key(after.key())));
                open.push((after, plies));
            }
        }
        self.drafts.insert(state.key(), Draft { left: below + u16::from(mv.is_some()), mv, replies });
        Some(())
    }

    /// Numbers the nodes so that each goes on with higher numbers: the longer the win, the earlier.
    fn tree(&self, root: &State<B>, plies: u32) -> WinningTree {
        // What was drafted for a longer win may not be needed any more.
        let mut needed = vec![root.key()];
        let mut order: Vec<u64> = Vec::new();
        let mut seen = std::collections::HashSet::from([root.key()]);
        while let Some(key) = needed.pop() {
            order.push(key);
            for (_, draw) in self.drafts.get(&key).map_or(&[][..], |draft| &draft.replies) {
                if let Draw::Key(next) = draw
                    && seen.insert(*next)
                {
                    needed.push(*next);
                }
            }
        }
        order.sort_by_key(|key| {
            let left = self.drafts.get(key).map_or(0, |draft| draft.left);
            (*key != root.key(), std::cmp::Reverse(left), *key)
        });
        let numbers: HashMap<u64, usize> =
            order.iter().enumerate().map(|(number, key)| (*key, number)).collect();
        let nodes = order
            .iter()
            .filter_map(|key| self.drafts.get(key))
            .map(|draft| TreeNode {
                mv: draft.mv,
                replies: draft
                    .replies
                    .iter()
                    .map(|(mv, draw)| match draw {
                        Draw::Key(key) => (*mv, Reply::Node(numbers.get(key).copied().unwrap_or_default())),
                        Draw::Wins(win) => (*mv, Reply::Wins(*win)),
                    })
                    .collect(),
            })
            .collect();
        WinningTree {
            ruleset: self.rules.ruleset().clone(),
            position: self.rules.setup(root),
            winner: self.aim.prover,
            plies,
            nodes,
        }
    }
}

impl fmt::Display for WinningTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "tablen proof 1")?;
        writeln!(f, "ruleset {}", self.ruleset)?;
        writeln!(f, "position {}", self.position)?;
        writeln!(f, "winner {}", self.winner)?;
        writeln!(f, "plies {}", self.plies)?;
        for (number, node) in self.nodes.iter().enumerate() {
            write!(f, "{number} ")?;
            match node.mv {
                Some(mv) => write!(f, "{mv}")?,
                None => write!(f, "-")?,
            }
            node.write_replies(f)?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl TreeNode {
    fn write_replies(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Replies that are answered by the same winning move stand together; the largest group is "all others".
        let mut groups: Vec<(Move, Vec<Move>)> = Vec::new();
        for (reply, follows) in &self.replies {
            match follows {
                Reply::Node(number) => write!(f, " {reply}>{number}")?,
                Reply::Wins(win) => match groups.iter_mut().find(|(answer, _)| answer == win) {
                    Some((_, replies)) => replies.push(*reply),
                    None => groups.push((*win, vec![*reply])),
                },
            }
        }
        groups.sort_by_key(|(answer, replies)| (replies.len(), *answer));
        let others = groups.pop();
        for (answer, replies) in groups {
            let replies: Vec<String> = replies.iter().map(ToString::to_string).collect();
            write!(f, " {}!{answer}", replies.join(","))?;
        }
        match others {
            Some((answer, _)) => write!(f, " *!{answer}"),
            None => Ok(()),
        }
    }
}
