//! What can be played next in a turn under way, all from one search.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::compulsion::{self, Search};
use super::dice_left::DiceLeft;
use super::field::TurnState;
use super::{Place, Play, Step};

/// What can be played next in a turn under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepOptions {
    /// The steps that can be played next, as [`Play::next_steps`] has them. There are none exactly if the turn may end.
    pub next: Vec<Step>,
    /// What can still be played with each face, by pips − 1.
    pub playable: [Playable; 6],
    /// The ways of one man with two or more of the numbers left (Z5), to wherever no single number takes it: one for each pair of
    /// places, in their order. Of several it is the one that hits most men, and of those the shortest.
    pub ways: Vec<Vec<Step>>,
}

impl StepOptions {
    /// Whether the turn may end here.
    pub const fn may_finish(&self) -> bool {
        self.next.is_empty()
    }
}

/// What can still be played with one face of the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Playable {
    /// Whether it can be played as the next step.
    pub now: bool,
    /// How often it can be played at most in some legal way to finish the turn.
    pub most: u8,
}

impl Play {
    /// All that can be played next, for those who show it.
    ///
    /// ```
    /// use tablen_rules::tavli::{Position, Ruleset};
    ///
    /// // The man on cell 7 can go on with a second number; where it can hit on its way, it does.
    /// let setup = "white 7:1 24:14 beyond; black 12:1 20:14 beyond; white to roll".parse()?;
    /// let play = Position::new(Ruleset::default(), setup)?.roll("256".parse()?)?;
    /// let options = play.options();
    /// assert_eq!(options.next, play.next_steps());
    /// assert_eq!((options.playable[1].now, options.playable[1].most), (true, 1));
    /// let ways = options.ways.iter().map(|way| format!("{way:?}")).collect::<Vec<_>>();
    /// assert_eq!(ways, ["[7-12* (5), 12-14 (2)]", "[7-9 (2), 9-15 (6)]", "[7-12* (5), 12-18 (6)]"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn options(&self) -> StepOptions {
        let mut exploration = Exploration { play: self, search: self.search(), known: HashMap::new() };
        let first = exploration.next(&self.state, self.dice);
        let mut next: Vec<Step> = first.iter().map(|(step, _)| *step).collect();
        next.sort_unstable();
        StepOptions { next, playable: exploration.playable(&first), ways: exploration.ways(&first) }
    }
}

/// The steps with which some complete legal turn goes on, and the states after them.
type Continuations = Vec<(Step, TurnState)>;

/// A turn being explored: what was found out once is not looked for again.
struct Exploration<'p> {
    play: &'p Play,
    search: Search<'p>,
    known: HashMap<(TurnState, DiceLeft), Continuations>,
}

impl Exploration<'_> {
    fn next(&mut self, state: &TurnState, dice: DiceLeft) -> Continuations {
        if let Some(known) = self.known.get(&(*state, dice)) {
            return known.clone();
        }
        let next = self.play.next_in(&mut self.search, state, dice);
        self.known.insert((*state, dice), next.clone());
        next
    }

    fn ways(&mut self, first: &Continuations) -> Vec<Vec<Step>> {
        let dice = self.play.dice;
        let direct: HashSet<_> = first.iter().map(|(step, _)| (step.from, step.to)).collect();
        let mut open: Vec<_> =
            first.iter().map(|(step, after)| (vec![*step], *after, dice.without(step.die))).collect();
        let mut seen = HashSet::new();
        let mut ways: BTreeMap<(Place, Place), Vec<Step>> = BTreeMap::new();
        while let Some((way, state, dice)) = open.pop() {
            let (Some(first), Some(last)) = (way.first(), way.last()) else { continue };
            let ends = (first.from, last.to);
            if !seen.insert((ends, state, dice)) {
                continue;
            }
            for (step, after) in self.next(&state, dice) {
                if step.from == last.to {
                    open.push((way.iter().copied().chain([step]).collect(), after, dice.without(step.die)));
                }
            }
            if way.len() > 1 && !direct.contains(&ends) {
                let known = ways.entry(ends).or_insert_with(|| way.clone());
                if merit(&way) > merit(known) {
                    *known = way;
                }
            }
        }
        ways.into_values().collect()
    }

    fn playable(&mut self, first: &Continuations) -> [Playable; 6] {
        let (state, all) = (self.play.state, self.play.dice);
        let mut playable = [Playable::default(); 6];
        for (step, _) in first {
            playable[usize::from(step.die.pips()) - 1].now = true;
        }
        if self.search.best(&state, all) == self.search.total(all) {
            // Everything can be played. This is also the only answer that a throw of one face needs: the rest can be
            // counted without looking at orders.
            for (playable, count) in playable.iter_mut().zip(all.counts()) {
                playable.most = count;
            }
        } else if let Some(die) = all.only_face() {
            let (_, count) = compulsion::greedy(&self.play.field, &state, die, all.count(die));
            playable[usize::from(die.pips()) - 1].most = count;
        } else {
            let mut seen = HashSet::new();
            let mut open = vec![(state, all)];
            while let Some((state, dice)) = open.pop() {
                for (playable, (all, left)) in
                    playable.iter_mut().zip(all.counts().into_iter().zip(dice.counts()))
                {
                    playable.most = playable.most.max(all - left);
                }
                for (step, after) in self.next(&state, dice) {
                    let next = (after, dice.without(step.die));
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
        }
        playable
    }
}

/// How well a way of one man serves those who only say where it shall go.
fn merit(way: &[Step]) -> (usize, Reverse<usize>, Reverse<&[Step]>) {
    (way.iter().filter(|step| step.hits).count(), Reverse(way.len()), Reverse(way))
}
