//! Thinking for the computer: on a fixed number of threads, never where messages are handled.
//!
//! A table waits for at most one answer at a time, and jobs are taken in the order in which they came: so tables take turns, however
//! long each thinks. What nobody waits for any more takes nobody's time.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tablen_engine::Stop;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::metrics::Metrics;

/// The shortest time the computer is given however many wait: enough for a sensible move, and short enough that a long queue moves on.
const SHORTEST: Duration = Duration::from_millis(20);

/// How often it is looked whether a thought has had its time: others may have come since.
const LOOK: Duration = Duration::from_millis(10);

type Work = Box<dyn FnOnce(&Stop) + Send>;

struct Job {
    stop: Stop,
    work: Work,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    is_closed: bool,
    /// What is being thought about, so that it can be stopped.
    running: Vec<Stop>,
}

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    metrics: Arc<Metrics>,
    workers: usize,
    longest: Duration,
    timers: Handle,
}

impl Shared {
    /// A thread that panicked has left the queue as sound as ever: nothing is done while it is held.
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long one may think while others wait. By the square of how many there are for each thread: were it in proportion, the
    /// last one would always wait as long as the longest thought; so the wait grows shorter instead, and thoughts with it.
    fn time(&self, waiting: usize) -> Duration {
        let share = u32::try_from(1 + waiting / self.workers).unwrap_or(u32::MAX);
        (self.longest / share.saturating_mul(share)).max(SHORTEST.min(self.longest))
    }
}

/// The threads that think.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// A thought under way. Dropping it stops it.
pub struct Thinking<T> {
    stop: Stop,
    answer: oneshot::Receiver<T>,
}

impl<T> Thinking<T> {
    /// What came of it; nothing if it was stopped before it began, or failed.
    pub async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok()
    }
}

impl<T> Drop for Thinking<T> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

impl Pool {
    /// So many threads, each thinking at most so long about one thing. Must be made within the runtime.
    pub fn new(workers: NonZeroUsize, longest: Duration, metrics: Arc<Metrics>) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared {
            queue: Mutex::default(),
            changed: Condvar::new(),
            metrics,
            workers: workers.get(),
            longest,
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

    /// Thinks about something when its turn comes.
    pub fn think<T: Send + 'static>(&self, thought: impl FnOnce(&Stop) -> T + Send + 'static) -> Thinking<T> {
        let (sender, answer) = oneshot::channel();
        let stop = Stop::new();
        let work = move |stop: &Stop| {
            // The one who asked may have gone.
            let _ = sender.send(thought(stop));
        };
        let mut queue = self.shared.queue();
        if !queue.is_closed {
            queue.jobs.retain(|job| !job.stop.is_stopped());
            queue.jobs.push_back(Job { stop: stop.clone(), work: Box::new(work) });
            self.shared.metrics.waiting_to_think.set(queue.jobs.len());
        }
        drop(queue);
        self.shared.changed.notify_one();
        Thinking { stop, answer }
    }

    /// Stops all thinking and waits until the threads have ended.
    pub fn close(&self) {
        let mut queue = self.shared.queue();
        queue.is_closed = true;
        queue.jobs.clear();
        queue.running.iter().for_each(Stop::stop);
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
            if let Some(job) = queue.jobs.pop_front() {
                break job;
            }
            queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        };
        shared.metrics.waiting_to_think.set(queue.jobs.len());
        if job.stop.is_stopped() {
            continue;
        }
        queue.running.push(job.stop.clone());
        drop(queue);
        run(shared, job);
        // A stopped job is done with, no matter who stopped it.
        shared.queue().running.retain(|stop| !stop.is_stopped());
    }
}

/// The more wait, the shorter each may think, so that everybody is answered in time.
fn run(shared: &Arc<Shared>, job: Job) {
    let began = Instant::now();
    let timer = {
        let (shared, stop) = (Arc::clone(shared), job.stop.clone());
        shared.timers.clone().spawn(async move {
            while began.elapsed() < shared.time(shared.queue().jobs.len()) {
                tokio::time::sleep(LOOK.min(shared.longest)).await;
            }
            stop.stop();
        })
    };
    let Job { stop, work } = job;
    if catch_unwind(AssertUnwindSafe(|| work(&stop))).is_err() {
        tracing::error!("the computer failed while thinking");
    }
    shared.metrics.thinking.record(began.elapsed());
    timer.abort();
    stop.stop();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Longer than any test lasts: what ends was ended by something else.
    const AGES: Duration = Duration::from_secs(3600);

    fn pool(longest: Duration) -> Pool {
        Pool::new(NonZeroUsize::MIN, longest, Arc::default()).unwrap()
    }

    fn think_long(stop: &Stop) {
        while !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn thinking_ends_when_its_time_is_over() {
        let pool = pool(Duration::from_millis(50));
        let began = Instant::now();
        assert_eq!(pool.think(think_long).answer().await, Some(()));
        assert!(began.elapsed() >= Duration::from_millis(50));
    }

    #[tokio::test]
    async fn the_more_wait_the_shorter_is_the_wait() {
        let pool = pool(Duration::from_secs(3));
        let times = [0, 1, 2, 5, 10, 100, 10_000].map(|waiting| pool.shared.time(waiting).as_millis());
        assert_eq!(times, [3_000, 750, 333, 83, 24, 20, 20]);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_thought_under_way_is_shortened_for_those_who_come() {
        let pool = pool(AGES);
        let mut long = pool.think(think_long);
        // So many that each is left the shortest time.
        let mut others: Vec<_> = (0..1_000).map(|number| pool.think(move |_| number)).collect();
        assert_eq!(long.answer().await, Some(()));
        for (number, other) in others.iter_mut().enumerate() {
            assert_eq!(other.answer().await, Some(number));
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn thinking_ends_when_nobody_waits_for_it() {
        let pool = pool(AGES);
        drop(pool.think(think_long));
        assert_eq!(pool.think(|_| 7).answer().await, Some(7));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn thinking_ends_when_the_pool_closes() {
        let pool = pool(AGES);
        let (sender, begun) = oneshot::channel();
        let mut last = pool.think(|stop| {
            sender.send(()).unwrap();
            think_long(stop);
        });
        let mut never = pool.think(|_| 8);
        begun.await.unwrap();
        tokio::task::spawn_blocking(move || pool.close()).await.unwrap();
        assert_eq!(last.answer().await, Some(()));
        assert_eq!(never.answer().await, None);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn what_nobody_waits_for_leaves_the_queue() {
        let pool = pool(AGES);
        let _busy = pool.think(think_long);
        let mut kept = pool.think(|_| 7);
        for _ in 0..100 {
            drop(pool.think(think_long));
        }
        let last = pool.think(|_| 8);
        // The one that is busy may not have been taken yet.
        assert!(pool.shared.queue().jobs.len() <= 3);
        drop((_busy, last));
        assert_eq!(kept.answer().await, Some(7));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_failure_costs_one_answer_only() {
        let pool = pool(AGES);
        let mut failing = pool.think(|_| if true { panic!("meant") } else { 0 });
        assert_eq!(failing.answer().await, None);
        assert_eq!(pool.think(|_| 1).answer().await, Some(1));
    }
}
