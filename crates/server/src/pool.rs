//! Thinking for the computer: on a fixed number of threads, never where messages are handled.
//!
//! What comes first the [queue] says. The more wait of the same kind or of one that comes before
//! it, the shorter each may think. An analysis takes as long as nobody else waits, and is then set back to wait for its next turn, so that a move
//! never waits for it. What nobody waits for any more takes nobody's time.

mod queue;

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tablen_engine::Stop;
use tablen_rules::words::{Explain, Message};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

pub use self::queue::{Asker, Kind};
use self::queue::{Job, Queue, Running, Waiting};
use crate::metrics::Metrics;

/// The shortest time the computer is given however many wait: enough for a sensible move, and short enough that a long queue moves on.
const SHORTEST: Duration = Duration::from_millis(20);

/// How long a hint goes on while a move waits, and an analysis while a move or a hint does; how long an analysis while others do; and the least it is
/// given however many wait.
const YIELDING: Duration = Duration::from_millis(50);
const SLICE: Duration = Duration::from_millis(250);
const SHORTEST_SLICE: Duration = Duration::from_millis(50);

/// How often it is looked whether a thought has had its time: others may have come since.
const LOOK: Duration = Duration::from_millis(10);

/// Somebody has as many hints or analyses waiting as there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// How many there may be.
    pub most: usize,
}

impl Explain for TooMany {
    fn message(&self) -> Message {
        message!("server.error.many-thoughts").with("most", self.most)
    }
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    metrics: Arc<Metrics>,
    workers: usize,
    limits: PoolLimits,
    timers: Handle,
}

/// How much may be thought.
#[derive(Clone, Copy, Debug)]
pub struct PoolLimits {
    /// How long about a move or a hint, when nobody else waits.
    pub longest: Duration,
    /// How long at a time about an analysis, when nobody else waits.
    pub longest_analysis: Duration,
    /// Hints that somebody may have waiting, and analyses.
    pub waiting_per_asker: usize,
}

impl Shared {
    /// A thread that panicked has left the queue as sound as ever: nothing is done while it is held.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long one may think while others wait. By the square of how many there are for each thread: were it in proportion, the
    /// last one would always wait as long as the longest thought; so the wait grows shorter instead, and thoughts with it.
    fn time(&self, kind: Kind, waiting: Waiting) -> Duration {
        let Waiting { first, same } = waiting;
        let longest = self.limits.longest;
        let (longest, shortest) = match kind {
            // A game waits: what was found until now is hint enough.
            Kind::Hint if first > 0 => return YIELDING.min(longest),
            Kind::Move | Kind::Hint => (longest, SHORTEST.min(longest)),
            Kind::Analysis if first > 0 => return YIELDING,
            Kind::Analysis if same > 0 => (SLICE, SHORTEST_SLICE),
            Kind::Analysis => return self.limits.longest_analysis,
        };
        let share = u32::try_from(1 + (first + same) / self.workers).unwrap_or(u32::MAX);
        (longest / share.saturating_mul(share)).max(shortest)
    }
}

/// The threads that think.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// A thought under way. Dropping it stops it.
pub struct Thinking<T> {
    number: u64,
    shared: Arc<Shared>,
    stop: Stop,
    answer: oneshot::Receiver<T>,
}

impl<T> Thinking<T> {
    /// What came of it; nothing if it was stopped before it began, or failed.
    pub async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }

    /// How many thoughts are taken before it; nothing once it is thought.
    pub fn ahead(&self) -> usize {
        self.shared.queue().before(self.number)
    }
}

impl<T> Drop for Thinking<T> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl Pool {
    /// So many threads. Must be made within the runtime.
    pub fn new(workers: NonZeroUsize, limits: PoolLimits, metrics: Arc<Metrics>) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            metrics,
            workers: workers.get(),
            limits,
            timers: Handle::current(),
        });
        let threads = (0..workers.get())
            .map(|number| {
                let shared = Arc::clone(&shared);
                std::thread::Builder::new().name(format!("computer-{number}")).spawn(move || work(&shared))
            })
            .collect::<std::io::Result<Vec<_>>>()?;
        Ok(Pool { shared, threads: Mutex::new(threads) })
    }

    /// Thinks about something when its turn comes. Refused if the asker has as many waiting as there may be; moves never are.
    pub fn think<T: Send + 'static>(
        &self,
        kind: Kind,
        asker: Asker,
        thought: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<Thinking<T>, TooMany> {
        let most = self.shared.limits.waiting_per_asker;
        let mut queue = self.shared.queue();
        queue.tidy();
        if kind != Kind::Move && queue.waiting_of(kind, asker) >= most {
            return Err(TooMany { most });
        }
        Ok(self.enqueue(queue, kind, asker, thought))
    }

    /// Goes on with something that has been thought about before and was not done: that is never refused.
    pub fn think_on<T: Send + 'static>(
        &self,
        kind: Kind,
        asker: Asker,
        thought: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Thinking<T> {
        self.enqueue(self.shared.queue(), kind, asker, thought)
    }

    fn enqueue<T: Send + 'static>(
        &self,
        mut queue: MutexGuard<'_, Queue>,
        kind: Kind,
        asker: Asker,
        thought: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Thinking<T> {
        let (sender, answer) = oneshot::channel();
        let stop = Stop::new();
        let work = move |stop: &Stop| {
            // The one who asked may have gone.
            let _ = sender.send(thought(stop));
        };
        let number = queue.push(kind, asker, stop.clone(), Box::new(work));
        self.shared.metrics.waiting_to_think.set(queue.len());
        drop(queue);
        self.shared.changed.notify_one();
        Thinking { number, shared: Arc::clone(&self.shared), stop, answer }
    }

    /// Stops all thinking and waits until the threads have ended.
    pub fn close(&self) {
        let mut queue = self.shared.queue();
        queue.close();
        drop(queue);
        self.shared.changed.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            let _ = thread.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

fn work(shared: &Arc<Shared>) {
    loop {
        let mut queue = shared.queue();
        let job = loop {
            if queue.is_closed {
                return;
            }
            if let Some(job) = queue.pop() {
                break job;
            }
            queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        shared.metrics.waiting_to_think.set(queue.len());
        if job.stop.is_stopped() {
            continue;
        }
        queue.running.push(Running { kind: job.kind, asker: job.asker, stop: job.stop.clone() });
        drop(queue);
        run(shared, job);
        // A stopped job is done with, no matter who stopped it.
        shared.queue().running.retain(|running| !running.stop.is_stopped());
    }
}

/// The more wait, the shorter each may think, so that everybody is answered in time.
fn run(shared: &Arc<Shared>, job: Job) {
    let began = Instant::now();
    let Job { kind, stop, work, .. } = job;
    let timer = {
        let (shared, stop) = (Arc::clone(shared), stop.clone());
        shared.timers.clone().spawn(async move {
            while began.elapsed() < shared.time(kind, shared.queue().waiting(kind)) {
                tokio::time::sleep(LOOK.min(shared.limits.longest)).await;
            }
            stop.stop();
        })
    };
    if catch_unwind(AssertUnwindSafe(|| work(&stop))).is_err() {
        tracing::error!("the computer failed while thinking");
    }
    shared.metrics.thinking.record(began.elapsed());
    timer.abort();
    stop.stop();
}

#[cfg(test)]
mod tests {
    use tablen_host::PersonId;

    use super::*;

    /// Longer than any test lasts: what ends was ended by something else.
    const AGES: Duration = Duration::from_secs(3600);

    fn pool(longest: Duration) -> Pool {
        let limits = PoolLimits { longest, longest_analysis: longest, waiting_per_asker: 200 };
        Pool::new(NonZeroUsize::MIN, limits, Arc::default()).unwrap()
    }

    fn person(number: u8) -> Asker {
        Asker { place: None, person: Some(PersonId::from_bytes([number; 16])) }
    }

    impl Pool {
        /// A move that somebody waits for.
        fn play<T: Send + 'static>(&self, thought: impl FnOnce(&Stop) -> T + Send + 'static) -> Thinking<T> {
            self.think(Kind::Move, Asker::default(), thought).unwrap()
        }
    }

    fn think_long(stop: &Stop) {
        while !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Keeps the only thread busy until what is returned is sent to.
    fn busy(pool: &Pool) -> (std::sync::mpsc::Sender<()>, Thinking<()>) {
        let (sender, waits) = std::sync::mpsc::channel::<()>();
        let (begins, begun) = std::sync::mpsc::channel::<()>();
        let thinking = pool.play(move |_| {
            let _ = begins.send(());
            let _ = waits.recv();
        });
        begun.recv().unwrap();
        (sender, thinking)
    }

    /// How long somebody else's move waits.
    async fn time_of_a_move(pool: &Pool) -> Duration {
        let began = Instant::now();
        pool.think(Kind::Move, person(2), |_| ()).unwrap().answer().await.unwrap();
        began.elapsed()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn thinking_ends_when_its_time_is_over() {
        let pool = pool(Duration::from_millis(50));
        let began = Instant::now();
        assert_eq!(pool.play(think_long).answer().await, Some(()));
        assert!(began.elapsed() >= Duration::from_millis(50));
    }

    #[tokio::test]
    async fn the_more_wait_the_shorter_is_the_wait() {
        let pool = pool(Duration::from_secs(3));
        let times = [0, 1, 2, 5, 10, 100, 10_000]
            .map(|same| pool.shared.time(Kind::Move, Waiting { first: 0, same }).as_millis());
        assert_eq!(times, [3_000, 750, 333, 83, 24, 20, 20]);
        let analysis = |first, same| pool.shared.time(Kind::Analysis, Waiting { first, same }).as_millis();
        assert_eq!([analysis(0, 0), analysis(0, 1), analysis(0, 9), analysis(1, 0)], [3_000, 62, 50, 50]);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn what_comes_after_does_not_shorten_what_comes_first() {
        let pool = pool(AGES);
        let (go_on, _held) = busy(&pool);
        let hints: Vec<_> =
            (0..100).map(|_| pool.think(Kind::Analysis, person(1), |_| ()).unwrap()).collect();
        let waiting = |kind| pool.shared.queue().waiting(kind);
        assert_eq!(waiting(Kind::Move), Waiting { first: 0, same: 0 });
        assert_eq!(waiting(Kind::Hint), Waiting { first: 0, same: 0 });
        assert_eq!(waiting(Kind::Analysis), Waiting { first: 0, same: 100 });
        drop((hints, go_on));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_thought_under_way_is_shortened_for_those_who_come() {
        let pool = pool(AGES);
        let mut long = pool.play(think_long);
        // So many that each is left the shortest time.
        let mut others: Vec<_> = (0..1_000).map(|number| pool.play(move |_| number)).collect();
        assert_eq!(long.answer().await, Some(()));
        for (number, other) in others.iter_mut().enumerate() {
            assert_eq!(other.answer().await, Some(number));
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_move_waits_for_one_slice_of_another_persons_hundred_analyses_at_most() {
        let pool = pool(AGES);
        let (sender, taken) = std::sync::mpsc::channel();
        let analyses: Vec<_> = (0..100)
            .map(|_| {
                let sender = sender.clone();
                let thought = move |stop: &Stop| {
                    let _ = sender.send("analysis");
                    think_long(stop);
                };
                pool.think(Kind::Analysis, person(1), thought).unwrap()
            })
            .collect();
        assert_eq!(taken.recv().unwrap(), "analysis");
        let mut mv = pool.think(Kind::Move, person(2), move |_| sender.send("move").unwrap()).unwrap();
        assert_eq!(mv.ahead(), 0);
        mv.answer().await.unwrap();
        assert_eq!(taken.recv().unwrap(), "move", "after the analysis under way");
        // A slice is 50 ms while a move waits; a machine under load is slow to look at the time, but not every time.
        let mut quickest = AGES;
        for _ in 0..8 {
            assert_eq!(taken.recv().unwrap(), "analysis");
            quickest = quickest.min(time_of_a_move(&pool).await);
            if quickest < Duration::from_secs(2) {
                break;
            }
        }
        assert!(quickest < Duration::from_secs(2), "{quickest:?}");
        drop(analyses);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn those_who_wait_take_turns() {
        let pool = pool(AGES);
        let (go_on, _held) = busy(&pool);
        let (sender, taken) = std::sync::mpsc::channel();
        let think = |kind, asker: u8, what: &'static str| {
            let sender = sender.clone();
            pool.think(kind, person(asker), move |_| sender.send(what).unwrap()).unwrap()
        };
        let analyses = [
            think(Kind::Analysis, 1, "first of 1"),
            think(Kind::Analysis, 1, "second of 1"),
            think(Kind::Analysis, 1, "third of 1"),
            think(Kind::Analysis, 2, "first of 2"),
            think(Kind::Analysis, 2, "second of 2"),
            think(Kind::Hint, 3, "hint"),
        ];
        let ahead: Vec<usize> = analyses.iter().map(Thinking::ahead).collect();
        assert_eq!(ahead, [1, 3, 5, 2, 4, 0]);
        go_on.send(()).unwrap();
        let order: Vec<&str> = (0..analyses.len()).map(|_| taken.recv().unwrap()).collect();
        assert_eq!(order, ["hint", "first of 1", "first of 2", "second of 1", "second of 2", "third of 1"]);
        assert_eq!(analyses[0].ahead(), 0);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_hundred_people_of_one_place_have_its_turns() {
        let pool = pool(AGES);
        let (go_on, _held) = busy(&pool);
        let (sender, taken) = std::sync::mpsc::channel();
        let config = crate::config::Config::new(crate::config::Data::Memory);
        let at =
            |address: &str| Some(crate::origins::Origin::of_connection(address.parse().unwrap(), &config));
        let think = |place, number: u8, what: &'static str| {
            let sender = sender.clone();
            let asker = Asker { place, ..person(number) };
            pool.think(Kind::Hint, asker, move |_| sender.send(what).unwrap()).unwrap()
        };
        let mut hints: Vec<_> = (0..100).map(|number| think(at("192.0.2.1:1"), number, "crowd")).collect();
        hints.extend((0..3).map(|_| think(at("192.0.2.2:1"), 200, "one")));
        assert_eq!(hints[102].ahead(), 5);
        go_on.send(()).unwrap();
        let order: Vec<&str> = (0..7).map(|_| taken.recv().unwrap()).collect();
        assert_eq!(order, ["crowd", "one", "crowd", "one", "crowd", "one", "crowd"]);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_move_waits_for_a_moment_of_a_hint_at_most() {
        let mut quickest = AGES;
        for _ in 0..8 {
            let pool = pool(AGES);
            let (sender, taken) = std::sync::mpsc::channel();
            let hints: Vec<_> = (0..3)
                .map(|_| {
                    let sender = sender.clone();
                    let thought = move |stop: &Stop| {
                        let _ = sender.send(());
                        think_long(stop);
                    };
                    pool.think(Kind::Hint, person(1), thought).unwrap()
                })
                .collect();
            taken.recv().unwrap();
            quickest = quickest.min(time_of_a_move(&pool).await);
            drop(hints);
            // 50 ms while a move waits; a machine under load is slow to look at the time, but not every time.
            if quickest < Duration::from_secs(2) {
                break;
            }
        }
        assert!(quickest < Duration::from_secs(2), "{quickest:?}");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_hint_under_way_counts_among_those_that_somebody_may_have() {
        let limits = PoolLimits { longest: AGES, longest_analysis: AGES, waiting_per_asker: 1 };
        let pool = Pool::new(NonZeroUsize::MIN, limits, Arc::default()).unwrap();
        let (sender, begun) = std::sync::mpsc::channel();
        let thought = move |stop: &Stop| {
            sender.send(()).unwrap();
            think_long(stop);
        };
        let hint = pool.think(Kind::Hint, person(1), thought).unwrap();
        begun.recv().unwrap();
        assert_eq!(pool.think(Kind::Hint, person(1), |_| ()).err(), Some(TooMany { most: 1 }));
        assert!(pool.think(Kind::Hint, person(2), |_| ()).is_ok());
        drop(hint);
        assert!(pool.think(Kind::Hint, person(1), |_| ()).is_ok());
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn who_has_enough_waiting_is_told_so() {
        let limits = PoolLimits { longest: AGES, longest_analysis: AGES, waiting_per_asker: 2 };
        let pool = Pool::new(NonZeroUsize::MIN, limits, Arc::default()).unwrap();
        let (go_on, _held) = busy(&pool);
        let analyse = |asker| pool.think(Kind::Analysis, person(asker), |_| ());
        let kept = [analyse(1).unwrap(), analyse(1).unwrap()];
        assert_eq!(analyse(1).err(), Some(TooMany { most: 2 }));
        // Others are not held back, nor are moves, nor what has begun.
        let others = [analyse(2).unwrap(), pool.think_on(Kind::Analysis, person(1), |_| ())];
        let moves: Vec<_> = (0..5).map(|_| pool.think(Kind::Move, person(1), |_| ()).unwrap()).collect();
        // Who no longer waits makes room.
        drop(kept);
        drop(others);
        assert!(analyse(1).is_ok());
        drop((moves, go_on));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn thinking_ends_when_nobody_waits_for_it() {
        let pool = pool(AGES);
        drop(pool.play(think_long));
        assert_eq!(pool.play(|_| 7).answer().await, Some(7));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn thinking_ends_when_the_pool_closes() {
        let pool = pool(AGES);
        let (sender, begun) = oneshot::channel();
        let mut last = pool.play(|stop| {
            sender.send(()).unwrap();
            think_long(stop);
        });
        let mut never = pool.play(|_| 8);
        begun.await.unwrap();
        tokio::task::spawn_blocking(move || pool.close()).await.unwrap();
        assert_eq!(last.answer().await, Some(()));
        assert_eq!(never.answer().await, None);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn what_nobody_waits_for_leaves_the_queue() {
        let pool = pool(AGES);
        let _busy = pool.play(think_long);
        let mut kept = pool.play(|_| 7);
        for _ in 0..100 {
            drop(pool.play(think_long));
        }
        let last = pool.play(|_| 8);
        // The one that is busy may not have been taken yet.
        assert!(pool.shared.queue().len() <= 3);
        drop((_busy, last));
        assert_eq!(kept.answer().await, Some(7));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_failure_costs_one_answer_only() {
        let pool = pool(AGES);
        let mut failing = pool.play(|_| if true { panic!("meant") } else { 0 });
        assert_eq!(failing.answer().await, None);
        assert_eq!(pool.play(|_| 1).answer().await, Some(1));
    }
}
