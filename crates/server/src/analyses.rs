//! Games being analysed: each once, however many look on, on the pool's threads, one turn at a time; what was found is stored.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tablen_engine::analysis::basis;
use tablen_engine::{Limits, Signals};
use tablen_host::TableId;
use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::Table;
use tablen_table::analysis::{Looked, RoundSummary, TableAnalysis, TurnFound};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::pool::{Asker, Kind, Pool, Thinking, TooMany};
use crate::store::{Change, StoreError};
use crate::tables::Tables;

/// Which computer has found what: it changes by itself whenever that computer would find something else, be it by another net, by other numbers of its search,
/// by a search that goes other ways (its benches then come to other numbers, which tests see to) or by more time for each turn. Only where what is said of
/// what was found changes, or how it is kept, the first of it is to be counted on.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut all = Sha256::new();
    let mut take = |piece: &[u8]| all.update(Sha256::digest(piece));
    take(concat!(env!("CARGO_PKG_VERSION"), "/2").as_bytes());
    take(format!("{:?}", [WHOLE_GAME, LONGEST, SHORTEST]).as_bytes());
    basis(take);
    all.finalize().iter().take(10).map(|byte| format!("{byte:02x}")).collect()
});

/// How long the computer looks at a turn: together at most so long, each at most and at least so long.
const WHOLE_GAME: Duration = Duration::from_secs(30);
const LONGEST: Duration = Duration::from_millis(350);
const SHORTEST: Duration = Duration::from_millis(20);

/// How often those who wait are told how many are before them.
const WAITING: Duration = Duration::from_millis(500);

/// A line of the answer to a question about a game.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum GameLine {
    /// It has to wait.
    Queued {
        /// So many thoughts are taken before it.
        ahead: usize,
    },
    /// How far it is.
    Progress {
        /// So many turns have been looked at.
        done: usize,
        /// So many there are.
        all: usize,
    },
    /// What was found about a turn. One that is told again takes the place of what was told before: later turns say more about earlier ones.
    Turn(#[schemars(with = "AnalysedTurn")] Value),
    /// What the rounds come to.
    Summary {
        /// Every round.
        #[schemars(with = "Vec<RoundSummary>")]
        rounds: Value,
    },
    /// That was all.
    Done,
}

/// What was found about a turn of a game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AnalysedTurn {
    /// The round, from 1.
    round: usize,
    #[serde(flatten)]
    found: TurnFound,
    /// Why the turn has its mark, in sentences, where facts of the board tell it.
    reasons: Vec<String>,
}

/// A turn with what was found about it, in every language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptTurn {
    line: Value,
    reasons: BTreeMap<String, Vec<String>>,
}

impl KeptTurn {
    fn new(round: usize, found: &TurnFound) -> KeptTurn {
        // Everything that is found has a JSON form, so this cannot fail.
        let line = AnalysedTurn { round, found: found.clone(), reasons: Vec::new() };
        let line = serde_json::to_value(line).unwrap_or_default();
        let said = |lang: Lang| found.reasons.iter().map(|reason| reason.render(lang)).collect();
        KeptTurn { line, reasons: Lang::ALL.map(|lang| (lang.code().to_owned(), said(lang))).into() }
    }

    /// What is told to somebody who reads a language.
    fn told(&self, lang: Lang) -> Value {
        let mut line = self.line.clone();
        line["reasons"] = self.reasons.get(lang.code()).cloned().unwrap_or_default().into();
        line
    }
}

/// What is known of a game so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// How many thoughts are taken before the next.
    #[serde(skip)]
    ahead: usize,
    /// How many turns there are.
    #[serde(skip)]
    all: usize,
    /// What was found about turns, and the step at which that last changed.
    turns: Vec<(u64, Arc<KeptTurn>)>,
    /// How many steps there have been.
    #[serde(skip)]
    steps: u64,
    /// What the rounds come to, at the end.
    rounds: Option<Value>,
    /// Whether nothing more comes of it.
    #[serde(skip)]
    has_failed: bool,
}

/// What somebody has been told of a game.
#[derive(Debug, Default)]
pub struct Told {
    steps: u64,
    ahead: Option<usize>,
    done: Option<usize>,
}

impl Progress {
    /// What somebody has not been told yet, as lines of JSON, and whether that is all.
    pub fn news(&self, told: &mut Told, lang: Lang) -> (Vec<GameLine>, bool) {
        let mut lines = Vec::new();
        if self.turns.is_empty() && self.rounds.is_none() && told.ahead != Some(self.ahead) {
            lines.push(GameLine::Queued { ahead: self.ahead });
            told.ahead = Some(self.ahead);
        }
        let new = self.turns.iter().filter(|(step, _)| *step > told.steps || told.done.is_none());
        lines.extend(new.map(|(_, turn)| GameLine::Turn(turn.told(lang))));
        told.steps = self.steps;
        if told.done != Some(self.turns.len()) {
            let (done, all) = (self.turns.len(), self.all.max(self.turns.len()));
            lines.push(GameLine::Progress { done, all });
            told.done = Some(done);
        }
        if let Some(rounds) = &self.rounds {
            lines.push(GameLine::Summary { rounds: rounds.clone() });
            lines.push(GameLine::Done);
        }
        (lines, self.rounds.is_some() || self.has_failed)
    }

    /// Takes in what is known now; `known` is what was known before.
    fn update(&mut self, analysis: &TableAnalysis, known: &mut Vec<TurnFound>) {
        self.steps += 1;
        for (number, (round, found)) in analysis.turns().enumerate() {
            // Most of it is as it was, and costs more to be written anew than to be compared.
            if known.get(number) == Some(found) {
                continue;
            }
            let turn = (self.steps, Arc::new(KeptTurn::new(round, found)));
            match (known.get_mut(number), self.turns.get_mut(number)) {
                (Some(known), Some(kept)) => (*known, *kept) = (found.clone(), turn),
                _ => {
                    known.push(found.clone());
                    self.turns.push(turn);
                }
            }
        }
    }
}

/// Games being analysed, and how much is at a time.
#[derive(Debug)]
pub struct Analyses {
    under_way: Mutex<HashMap<TableId, watch::Sender<Progress>>>,
    /// Each takes memory for what it finds out, so there are only so many, of positions and of games together.
    room: Arc<Semaphore>,
}

/// There are as many analyses at a time as there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoRoom;

impl Explain for NoRoom {
    fn message(&self) -> Message {
        message!("server.error.many-analyses")
    }
}

/// Why a game is not analysed.
#[derive(Debug)]
pub enum NotAnalysed {
    /// There are too many at a time.
    NoRoom(NoRoom),
    /// The asker has too many analyses waiting.
    TooMany(TooMany),
    /// What is stored cannot be read.
    Store(StoreError),
}

impl Analyses {
    /// None yet, and so many at a time.
    pub fn new(most: usize) -> Arc<Analyses> {
        Arc::new(Analyses { under_way: Mutex::default(), room: Arc::new(Semaphore::new(most)) })
    }

    /// Room for one more, for as long as what is returned is kept.
    pub fn room(&self) -> Result<OwnedSemaphorePermit, NoRoom> {
        Arc::clone(&self.room).try_acquire_owned().map_err(|_| NoRoom)
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<TableId, watch::Sender<Progress>>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a game that is over: what is stored, or what is being found out, by somebody who is there already or anew.
    pub async fn of(
        self: &Arc<Analyses>,
        tables: &Arc<Tables>,
        id: TableId,
        asker: Asker,
        table: &Table,
    ) -> Result<watch::Receiver<Progress>, NotAnalysed> {
        if let Some(progress) = self.under_way().get(&id) {
            return Ok(progress.subscribe());
        }
        let store = Arc::clone(&tables.means().store);
        let stored = store.analysis(id, &VERSION).await.map_err(NotAnalysed::Store)?;
        if let Some(stored) = stored.and_then(|found| serde_json::from_str::<Progress>(&found).ok()) {
            return Ok(watch::channel(stored).1);
        }
        let Some(analysis) = TableAnalysis::new(table) else {
            return Ok(watch::channel(Progress { has_failed: true, ..Progress::default() }).1);
        };
        let mut under_way = self.under_way();
        // Somebody may have asked while this was looked up.
        if let Some(progress) = under_way.get(&id) {
            return Ok(progress.subscribe());
        }
        let room = self.room().map_err(NotAnalysed::NoRoom)?;
        let limits = limits(analysis.all());
        let first = tables.means().pool.think(Kind::Analysis, asker, look_on(analysis, limits));
        let first = first.map_err(NotAnalysed::TooMany)?;
        let (progress, seen) = watch::channel(Progress { ahead: first.ahead(), ..Progress::default() });
        under_way.insert(id, progress.clone());
        drop(under_way);
        let work = Work {
            id,
            asker,
            limits,
            progress,
            analyses: Arc::clone(self),
            tables: Arc::clone(tables),
            _room: room,
        };
        tokio::spawn(work.run(first));
        Ok(seen)
    }
}

fn limits(turns: usize) -> Limits {
    let share = WHOLE_GAME / u32::try_from(turns.max(1)).unwrap_or(u32::MAX);
    Limits::time(share.clamp(SHORTEST, LONGEST))
}

/// Looks at the next turn of a game.
fn look_on(
    mut analysis: TableAnalysis,
    limits: Limits,
) -> impl FnOnce(&tablen_engine::Stop) -> (TableAnalysis, Looked) + Send + 'static {
    move |stop| {
        let began = Instant::now();
        let clock = move || began.elapsed();
        let looked = analysis.look_on(&limits, Signals::new(stop, &clock));
        (analysis, looked)
    }
}

/// A game being analysed.
struct Work {
    id: TableId,
    asker: Asker,
    limits: Limits,
    progress: watch::Sender<Progress>,
    analyses: Arc<Analyses>,
    tables: Arc<Tables>,
    _room: OwnedSemaphorePermit,
}

impl Work {
    fn pool(&self) -> &Pool {
        &self.tables.means().pool
    }

    async fn run(self, first: Thinking<(TableAnalysis, Looked)>) {
        let found = self.find(first).await;
        if let Some(found) = found {
            let change = Change::Analysis { table: self.id, version: VERSION.clone(), found };
            if let Err(error) = self.tables.means().store.write(vec![change]).await {
                tracing::error!(table = %self.id, %error, "an analysis could not be stored");
            }
        }
        self.analyses.under_way().remove(&self.id);
    }

    /// Looks at all turns; nothing if nobody waits for it any more or it has failed.
    async fn find(&self, first: Thinking<(TableAnalysis, Looked)>) -> Option<String> {
        let mut thinking = first;
        let mut known = Vec::new();
        loop {
            let answer = tokio::select! {
                answer = thinking.answer() => answer,
                () = self.progress.closed() => {
                    if self.leave() {
                        return None;
                    }
                    continue;
                }
                () = tokio::time::sleep(WAITING) => {
                    let ahead = thinking.ahead();
                    self.progress.send_if_modified(|progress| {
                        std::mem::replace(&mut progress.ahead, ahead) != ahead
                    });
                    continue;
                }
            };
            let Some((analysis, looked)) = answer else {
                self.progress.send_modify(|progress| progress.has_failed = true);
                return None;
            };
            if looked == Looked::On {
                self.progress.send_modify(|progress| {
                    progress.all = analysis.all();
                    progress.update(&analysis, &mut known);
                });
            }
            if looked == Looked::ToTheEnd {
                self.progress.send_modify(|progress| {
                    progress.all = analysis.all();
                    progress.rounds = serde_json::to_value(analysis.summary()).ok();
                });
                return serde_json::to_string(&*self.progress.borrow()).ok();
            }
            thinking = self.pool().think_on(Kind::Analysis, self.asker, look_on(analysis, self.limits));
        }
    }

    /// Ends it if nobody looks on, which somebody may have begun to do just now.
    fn leave(&self) -> bool {
        let mut under_way = self.analyses.under_way();
        let is_left = self.progress.receiver_count() == 0;
        if is_left {
            under_way.remove(&self.id);
        }
        is_left
    }
}
