//! Everything that is to be thought about, in one fair queue.
//!
//! A computer's move comes before a hint, and a hint before an analysis; among those of one kind the places from which people wait take turns, and
//! at each place the people, so that nobody waits behind another's hundred, nor behind a hundred who are one.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use tablen_engine::Stop;
use tablen_host::PersonId;

use crate::origins::Origin;

/// What is thought about, in the order of what comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// What the computer plays: a game waits for it.
    Move,
    /// What somebody could play.
    Hint,
    /// What is known of a position or of a game that was played.
    Analysis,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::Move, Kind::Hint, Kind::Analysis];
}

/// Who waits for a thought, as far as that is known. Cookies are free, so it is a place that has its turn first, and then a person there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Asker {
    /// The place that the request came from.
    pub place: Option<Origin>,
    /// The person.
    pub person: Option<PersonId>,
}

/// What is being thought about.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) kind: Kind,
    pub(super) asker: Asker,
    pub(super) stop: Stop,
}

/// What is done about it.
pub(super) type Work = Box<dyn FnOnce(&Stop) + Send>;

/// Something to be thought about.
pub(super) struct Job {
    pub(super) number: u64,
    pub(super) kind: Kind,
    pub(super) asker: Asker,
    pub(super) stop: Stop,
    pub(super) work: Work,
}

/// What waits in some order.
trait Line: Default {
    type Item;

    fn pop(&mut self) -> Option<Self::Item>;

    fn len(&self) -> usize;

    fn retain(&mut self, keep: &impl Fn(&Self::Item) -> bool);
}

impl<T> Line for VecDeque<T> {
    type Item = T;

    fn pop(&mut self) -> Option<T> {
        self.pop_front()
    }

    fn len(&self) -> usize {
        VecDeque::len(self)
    }

    fn retain(&mut self, keep: &impl Fn(&T) -> bool) {
        VecDeque::retain(self, keep);
    }
}

/// Lines that take turns.
#[derive(Debug)]
struct Turns<K, L> {
    /// Who is next first.
    order: VecDeque<K>,
    /// None of them is empty.
    lines: HashMap<K, L>,
}

impl<K, L> Default for Turns<K, L> {
    fn default() -> Turns<K, L> {
        Turns { order: VecDeque::new(), lines: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash, L: Line> Turns<K, L> {
    /// The line of somebody, who has the last turn if they had none. Something is put into it at once.
    fn line(&mut self, of: K) -> &mut L {
        self.lines.entry(of).or_insert_with(|| {
            self.order.push_back(of);
            L::default()
        })
    }

    fn map<M>(&self, line: impl Fn(&L) -> M) -> Turns<K, M> {
        let lines = self.lines.iter().map(|(of, waiting)| (*of, line(waiting))).collect();
        Turns { order: self.order.clone(), lines }
    }
}

impl<K: Copy + Eq + Hash, L: Line> Line for Turns<K, L> {
    type Item = L::Item;

    fn pop(&mut self) -> Option<L::Item> {
        let next = self.order.pop_front()?;
        let line = self.lines.get_mut(&next)?;
        let item = line.pop();
        if line.len() == 0 {
            self.lines.remove(&next);
        } else {
            self.order.push_back(next);
        }
        item
    }

    fn len(&self) -> usize {
        self.lines.values().map(L::len).sum()
    }

    fn retain(&mut self, keep: &impl Fn(&L::Item) -> bool) {
        self.lines.values_mut().for_each(|line| line.retain(keep));
        self.lines.retain(|_, line| line.len() > 0);
        self.order.retain(|of| self.lines.contains_key(of));
    }
}

/// Those who wait from one place take turns, and so do the places.
type Waiters<T> = Turns<Option<Origin>, Turns<Option<PersonId>, VecDeque<T>>>;

/// Everything that waits, and what is being thought about.
#[derive(Default)]
pub(super) struct Queue {
    kinds: [Waiters<Job>; Kind::ALL.len()],
    jobs: u64,
    pub(super) is_closed: bool,
    /// What is being thought about, so that it can be stopped, and for whom.
    pub(super) running: Vec<Running>,
}

impl Queue {
    /// Puts something behind what its asker has waiting of the same kind. A closed queue takes nothing in, but numbers it.
    pub(super) fn push(&mut self, kind: Kind, asker: Asker, stop: Stop, work: Work) -> u64 {
        self.jobs += 1;
        let number = self.jobs;
        if !self.is_closed {
            let line = self.kinds[kind as usize].line(asker.place).line(asker.person);
            line.push_back(Job { number, kind, asker, stop, work });
        }
        number
    }

    /// Lets go of what nobody waits for any more.
    pub(super) fn tidy(&mut self) {
        self.kinds.iter_mut().for_each(|waiting| waiting.retain(&|job: &Job| !job.stop.is_stopped()));
    }

    /// How many somebody has waiting of a kind, and of hints those under way as well.
    pub(super) fn waiting_of(&self, kind: Kind, asker: Asker) -> usize {
        let place = self.kinds[kind as usize].lines.get(&asker.place);
        let waiting = place.and_then(|place| place.lines.get(&asker.person)).map_or(0, VecDeque::len);
        let is_their_hint = |running: &&Running| {
            kind == Kind::Hint && (running.kind, running.asker) == (kind, asker) && !running.stop.is_stopped()
        };
        waiting + self.running.iter().filter(is_their_hint).count()
    }

    /// Takes nothing in any more, forgets what waits, and stops what is under way.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
        self.kinds = Default::default();
        self.running.iter().for_each(|running| running.stop.stop());
    }

    /// What comes first.
    pub(super) fn pop(&mut self) -> Option<Job> {
        self.kinds.iter_mut().find_map(Line::pop)
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.kinds.iter().map(Line::len).sum()
    }

    /// How many wait of a kind, and of those that come before it.
    pub(super) fn waiting(&self, kind: Kind) -> Waiting {
        let mut of_kinds = Kind::ALL.iter().zip(&self.kinds).filter(|(other, _)| **other < kind);
        let first = of_kinds.by_ref().map(|(_, turns)| turns.len()).sum();
        Waiting { first, same: self.kinds[kind as usize].len() }
    }

    /// How many are taken before a job.
    pub(super) fn before(&self, number: u64) -> usize {
        let mut first = 0;
        for waiting in &self.kinds {
            // As they will be taken.
            let mut numbers: Waiters<u64> =
                waiting.map(|place| place.map(|jobs| jobs.iter().map(|job| job.number).collect()));
            let before = std::iter::from_fn(|| numbers.pop()).position(|next| next == number);
            if let Some(before) = before {
                return first + before;
            }
            first += waiting.len();
        }
        0
    }
}

/// How many wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waiting {
    /// Of kinds that come before.
    pub(super) first: usize,
    /// Of the same kind.
    pub(super) same: usize,
}
