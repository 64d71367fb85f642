//! Facts of the board that explain a turn.

use tablen_rules::tavli::{
    Cell, CellSet, Packed, Place, Play, Position, Results, Roll, Ruleset, Side, Status, Turn,
};
use tablen_rules::words::{Explain, Message};

/// Something that a turn did, or left undone. Everything follows from the rules alone; throws are counted among all 216, each with every way in
/// which it can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The last man is off (Z4).
    AllBorneOff,
    /// Nothing else could be played (Z7).
    OnlyWay,
    /// Another turn would have won at once (Z4).
    WinMissed,
    /// Enemy men were hit (Z9).
    MenHit {
        /// Where they stood.
        cells: Vec<Cell>,
    },
    /// A better turn hits an enemy man whom this one leaves standing (Z9).
    HitMissed {
        /// Where he stands.
        cell: Cell,
    },
    /// A single man stands where the enemy can hit him with the next throw.
    ManWithinReach {
        /// The man.
        cell: Cell,
        /// So many of 216 throws hit him.
        throws: u32,
    },
    /// A man who could have been hit no longer can.
    ManOutOfReach {
        /// Where he stands, or stood if he has moved on.
        cell: Cell,
        /// So many of 216 throws would have hit him.
        throws: u32,
    },
    /// The first man went beyond cell 6, and single men of the first table are immune no longer (Z15).
    MenExposed {
        /// Where they stand.
        cells: Vec<Cell>,
    },
    /// Two men or more hold a cell that an enemy man has still before him, and did not before (Z9).
    BlockMade {
        /// The cell.
        cell: Cell,
    },
    /// Two men or more held a cell that an enemy man has still before him, and do no longer (Z9).
    BlockBroken {
        /// The cell.
        cell: Cell,
    },
    /// A better turn holds such a cell with two men or more, and this one does not.
    BlockMissed {
        /// The cell.
        cell: Cell,
    },
    /// Pips of the throw were lost: numbers that were not played, and what was too much to bear a man off.
    PipsWasted {
        /// So many.
        pips: u32,
        /// As many a better turn loses.
        better: u32,
    },
    /// Men were borne off (Z16).
    MenBorneOff {
        /// How many.
        men: u8,
    },
    /// A better turn bears more men off.
    FewerBorneOff {
        /// How many this one does.
        men: u8,
        /// How many the better one does.
        better: u8,
    },
    /// A better turn brings more men onto the board, out of the hand or of the middle row.
    FewerEntered {
        /// How many still wait.
        waiting: u8,
        /// How many would wait after the better turn.
        better: u8,
    },
    /// With so many throws the enemy can play nothing at all (Z7).
    EnemyPasses {
        /// So many of 216.
        throws: u32,
    },
    /// A better turn leaves the enemy more throws with which nothing can be played (Z7).
    EnemyPassesLess {
        /// So many of 216.
        throws: u32,
        /// As many after the better turn.
        better: u32,
    },
}

/// A difference of so many throws of 216 is worth telling.
const NOTABLE_THROWS: u32 = 12;

/// What the board says about a turn, the most telling first. An illegal turn has no facts.
///
/// ```
/// use tablen_engine::tavli::analysis::facts_of;
/// use tablen_rules::tavli::{Position, Ruleset};
///
/// let setup = "white 7:2 20:13 beyond; black 9:1 23:14 beyond; white to roll".parse()?;
/// let position = Position::new(Ruleset::default(), setup)?;
/// let facts = facts_of(&position, &"246: 7-9* 20-24 9-15".parse()?);
/// assert_eq!(facts[0].to_string(), "An enemy man is hit on cell 9.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn facts_of(position: &Position, turn: &Turn) -> Vec<Fact> {
    let mut results = Results::new();
    let Some(played) = Played::new(position, turn, &mut results) else { return Vec::new() };
    let mut facts = Vec::new();
    if played.has_won {
        facts.push(Fact::AllBorneOff);
        return facts;
    }
    if !played.hit.is_empty() {
        facts.push(Fact::MenHit { cells: played.hit.clone() });
    }
    facts.extend(played.broken().cells().map(|cell| Fact::BlockBroken { cell }));
    facts.extend(played.exposed());
    facts.extend(played.threats.men().map(|(cell, throws)| Fact::ManWithinReach { cell, throws }));
    if let Some(before) = Threats::before(position, &mut results) {
        // A man who has moved on is out of reach only where nobody is within it.
        let is_safe = |cell: Cell| match contains(played.occupied, cell) {
            true => played.threats.hitting(cell) == 0,
            false => played.threats.any == 0,
        };
        let safe = before.men().filter(|(cell, _)| is_safe(*cell));
        facts.extend(safe.map(|(cell, throws)| Fact::ManOutOfReach { cell, throws }));
    }
    let made = without(played.blocks, played.blocks_before);
    facts.extend(made.cells().map(|cell| Fact::BlockMade { cell }));
    if played.off > 0 {
        facts.push(Fact::MenBorneOff { men: played.off });
    }
    if played.threats.passing >= NOTABLE_THROWS {
        facts.push(Fact::EnemyPasses { throws: played.threats.passing });
    }
    if played.wasted > 0 {
        facts.push(Fact::PipsWasted { pips: played.wasted, better: 0 });
    }
    facts
}

/// The fact that speaks most for going on so with a turn under way; nothing if none does, or if the turn does not go on from there.
///
/// ```
/// use tablen_engine::tavli::analysis::reason_for;
/// use tablen_rules::tavli::{Cell, Die, Place, Position, Ruleset};
///
/// let setup = "white 7:2 20:13 beyond; black 9:1 23:14 beyond; white to roll".parse()?;
/// let mut play = Position::new(Ruleset::default(), setup)?.roll("246".parse()?)?;
/// let turn = "246: 7-9* 20-24 9-15".parse()?;
/// assert_eq!(reason_for(&play, &turn).unwrap().to_string(), "An enemy man is hit on cell 9.");
/// play.step(Place::Cell(Cell::new(7).unwrap()), Die::new(2).unwrap())?;
/// // That has been done, and speaks for nothing that is left.
/// assert!(reason_for(&play, &turn).is_none_or(|fact| !fact.to_string().contains("hit on")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reason_for(play: &Play, turn: &Turn) -> Option<Fact> {
    let rest = turn.steps.strip_prefix(play.steps()).filter(|rest| !rest.is_empty())?;
    let facts = facts_of(play.position(), turn);
    if let Some(won) = facts.iter().find(|fact| **fact == Fact::AllBorneOff) {
        return Some(won.clone());
    }
    let mut results = Results::new();
    play.results_into(&mut results);
    if results.len() == 1 {
        return Some(Fact::OnlyWay);
    }
    let is_still_hit = |cell: &Cell| rest.iter().any(|step| step.hits && step.to == Place::Cell(*cell));
    let of_rest = facts.into_iter().map(|fact| match fact {
        Fact::MenHit { cells } => Fact::MenHit { cells: cells.into_iter().filter(is_still_hit).collect() },
        other => other,
    });
    of_rest.into_iter().find(|fact| match fact {
        Fact::MenHit { cells } => !cells.is_empty(),
        Fact::ManOutOfReach { .. }
        | Fact::BlockMade { .. }
        | Fact::MenBorneOff { .. }
        | Fact::EnemyPasses { .. } => true,
        _ => false,
    })
}

/// Why a turn was worse than a better one with the same throw: what it did that the other does not, and what it left undone; the most telling
/// first. Nothing if no fact tells them apart, or if one of them is not legal.
///
/// ```
/// use tablen_engine::tavli::analysis::reasons_against;
/// use tablen_rules::tavli::{Position, Ruleset};
///
/// let setup = "white 7:2 20:13 beyond; black 9:1 23:14 beyond; white to roll".parse()?;
/// let position = Position::new(Ruleset::default(), setup)?;
/// let (played, better) = ("246: 20-22 7-11 7-13".parse()?, "246: 7-9* 20-24 9-15".parse()?);
/// let reasons = reasons_against(&position, &played, &better);
/// assert_eq!(reasons[0].to_string(), "The enemy man on cell 9 could have been hit.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reasons_against(position: &Position, played: &Turn, better: &Turn) -> Vec<Fact> {
    let mut results = Results::new();
    let made = |turn, results: &mut Results| Played::new(position, turn, results);
    let (Some(played), Some(better)) = (made(played, &mut results), made(better, &mut results)) else {
        return Vec::new();
    };
    let mut facts = Vec::new();
    if played.has_won {
        return facts;
    }
    if better.has_won {
        return vec![Fact::WinMissed];
    }
    let missed = better.hit.iter().filter(|cell| !played.hit.contains(cell));
    facts.extend(missed.map(|&cell| Fact::HitMissed { cell }));
    // A single man is no reason where the better turn leaves as much to be hit.
    if played.threats.any > better.threats.any {
        let worse = played.threats.men().filter(|(cell, throws)| *throws > better.threats.hitting(*cell));
        facts.extend(worse.map(|(cell, throws)| Fact::ManWithinReach { cell, throws }));
        facts.extend(played.exposed().filter(|_| better.exposed().is_none()));
    }
    facts.extend(played.broken().and(better.blocks).cells().map(|cell| Fact::BlockBroken { cell }));
    if played.waiting > better.waiting {
        facts.push(Fact::FewerEntered { waiting: played.waiting, better: better.waiting });
    }
    if played.off < better.off {
        facts.push(Fact::FewerBorneOff { men: played.off, better: better.off });
    }
    if played.wasted > better.wasted {
        facts.push(Fact::PipsWasted { pips: played.wasted, better: better.wasted });
    }
    let unmade = without(without(better.blocks, played.blocks), played.blocks_before);
    facts.extend(unmade.cells().map(|cell| Fact::BlockMissed { cell }));
    if played.threats.passing + NOTABLE_THROWS <= better.threats.passing {
        let (throws, better) = (played.threats.passing, better.threats.passing);
        facts.push(Fact::EnemyPassesLess { throws, better });
    }
    facts
}

/// A turn with what it did.
struct Played {
    has_won: bool,
    /// Where enemy men were hit.
    hit: Vec<Cell>,
    occupied: CellSet,
    /// Cells held by two men or more that an enemy man could still come to, before the turn and after it.
    blocks_before: CellSet,
    blocks: CellSet,
    /// Whether single men of the first table could be hit before, and can now.
    was_exposed: bool,
    is_exposed: bool,
    /// The single men who can be hit by the rules, within reach or not.
    single: CellSet,
    /// Men borne off by the turn.
    off: u8,
    /// Men in hand and in the middle row.
    waiting: u8,
    wasted: u32,
    threats: Threats,
}

impl Played {
    fn new(position: &Position, turn: &Turn, results: &mut Results) -> Option<Played> {
        let after = position.play(turn).ok()?;
        let (ruleset, side) = (position.ruleset(), position.side());
        let (own_before, own) = (position.packed()[side], after.packed()[side]);
        let ahead = ahead_of(&ruleset, after.packed()[side.other()]);
        let cell = |place: Place| match place {
            Place::Cell(cell) => Some(cell),
            Place::Hand | Place::Middle(_) | Place::Off => None,
        };
        Some(Played {
            has_won: matches!(after.status(), Status::Over(outcome) if outcome.winner() == Some(side)),
            hit: turn.steps.iter().filter(|step| step.hits).filter_map(|step| cell(step.to)).collect(),
            occupied: own.occupied(),
            blocks_before: own_before.blocks().and(ahead),
            blocks: own.blocks().and(ahead),
            was_exposed: own_before.is_exposed(),
            is_exposed: own.is_exposed(),
            single: ruleset.blots(own),
            off: own.off() - own_before.off(),
            waiting: waiting(own),
            wasted: pips_wasted(turn),
            threats: Threats::to(&after, side, results),
        })
    }

    /// Cells that were held and are not.
    fn broken(&self) -> CellSet {
        without(self.blocks_before, self.blocks)
    }

    /// The single men of the first table whom the first step beyond it exposed, if some are within reach.
    fn exposed(&self) -> Option<Fact> {
        let single = self.single.and(CellSet::FIRST_TABLE);
        let cells: Vec<Cell> = single.cells().filter(|cell| self.threats.hitting(*cell) > 0).collect();
        (!self.was_exposed && self.is_exposed && !cells.is_empty()).then_some(Fact::MenExposed { cells })
    }
}

/// What the enemy's next throw can do, counted in throws of 216.
struct Threats {
    /// Throws that hit the man on each cell.
    hitting: [u32; 25],
    /// Throws that hit anybody.
    any: u32,
    /// Throws with which nothing can be played.
    passing: u32,
}

impl Threats {
    /// What threatens the men of a side when the enemy throws next.
    fn to(position: &Position, side: Side, results: &mut Results) -> Threats {
        let mut threats = Threats { hitting: [0; 25], any: 0, passing: 0 };
        if let Status::Over(_) = position.status() {
            return threats;
        }
        let single = position.ruleset().blots(position.packed()[side]).bits();
        for roll in Roll::all() {
            position.results_into(roll, results);
            // Only a hit takes a man away while the enemy plays.
            let hit = results.packed().fold(0, |hit, men| hit | single & !men[side].occupied().bits());
            let weight = u32::from(roll.weight());
            for cell in CellSet::new(hit).cells() {
                threats.hitting[usize::from(cell.number())] += weight;
            }
            threats.any += if hit == 0 { 0 } else { weight };
            let stays = results.len() == 1 && results.men(0).as_ref() == Some(position.packed());
            threats.passing += if stays { weight } else { 0 };
        }
        threats
    }

    /// What would threaten the men of the side to throw if it were the enemy's turn.
    fn before(position: &Position, results: &mut Results) -> Option<Threats> {
        let mut setup = position.setup();
        setup.side = position.side().other();
        let passed = Position::new(position.ruleset(), setup).ok()?;
        Some(Threats::to(&passed, position.side(), results))
    }

    fn hitting(&self, cell: Cell) -> u32 {
        self.hitting[usize::from(cell.number())]
    }

    /// The men who can be hit, those in the greatest danger first.
    fn men(&self) -> impl Iterator<Item = (Cell, u32)> + use<> {
        let threatened = Cell::all().map(|cell| (cell, self.hitting(cell))).filter(|(_, throws)| *throws > 0);
        let mut men: Vec<(Cell, u32)> = threatened.collect();
        men.sort_by_key(|(_, throws)| std::cmp::Reverse(*throws));
        men.into_iter()
    }
}

/// The cells of a set that are not in another.
const fn without(cells: CellSet, others: CellSet) -> CellSet {
    CellSet::new(cells.bits() & !others.bits())
}

const fn contains(cells: CellSet, cell: Cell) -> bool {
    cells.bits() >> cell.number() & 1 != 0
}

/// The cells that some of these men have still before them.
fn ahead_of(ruleset: &Ruleset, men: Packed) -> CellSet {
    let hand = u32::from(men.hand() > 0);
    let hindmost = (hand | ruleset.reentry_origins(men).bits() | men.occupied().bits()).trailing_zeros();
    CellSet::new(u32::MAX.checked_shl(hindmost + 1).unwrap_or(0))
}

/// The men in hand and in the middle row.
fn waiting(men: Packed) -> u8 {
    men.hand() + men.men().middle.iter().sum::<u8>()
}

/// The pips of a throw that moved men.
///
/// ```
/// use tablen_engine::tavli::analysis::{pips_played, pips_wasted};
///
/// // The 6 bears a man off who was two cells from the exit, and the 1 was not played.
/// let turn = "136: 20-23 23-off(6)".parse()?;
/// assert_eq!((pips_played(&turn), pips_wasted(&turn)), (5, 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pips_played(turn: &Turn) -> u32 {
    let played = turn.steps.iter().map(|step| match (step.from, step.to) {
        (Place::Cell(from), Place::Off) => u32::from(Cell::LAST.number() + 1 - from.number()),
        _ => u32::from(step.die.pips()),
    });
    played.sum()
}

/// The pips of a throw that moved nobody: numbers that were not played, and what was too much to bear a man off.
pub fn pips_wasted(turn: &Turn) -> u32 {
    let thrown: u32 = turn.roll.steps().map(|die| u32::from(die.pips())).sum();
    thrown.saturating_sub(pips_played(turn))
}

/// Cells by their numbers.
fn list(cells: &[Cell]) -> String {
    cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl Explain for Fact {
    fn message(&self) -> Message {
        match self {
            Fact::AllBorneOff => message!("analysis.tavli.all-borne-off"),
            Fact::OnlyWay => message!("analysis.tavli.only-way"),
            Fact::WinMissed => message!("analysis.tavli.win-missed"),
            Fact::MenHit { cells } => {
                message!("analysis.tavli.men-hit").with("count", cells.len()).text("cells", list(cells))
            }
            Fact::HitMissed { cell } => message!("analysis.tavli.hit-missed").text("cell", cell),
            Fact::ManWithinReach { cell, throws } => {
                message!("analysis.tavli.man-within-reach").text("cell", cell).with("throws", *throws)
            }
            Fact::ManOutOfReach { cell, throws } => {
                message!("analysis.tavli.man-out-of-reach").text("cell", cell).with("throws", *throws)
            }
            Fact::MenExposed { cells } => {
                message!("analysis.tavli.men-exposed").with("count", cells.len()).text("cells", list(cells))
            }
            Fact::BlockMade { cell } => message!("analysis.tavli.block-made").text("cell", cell),
            Fact::BlockBroken { cell } => message!("analysis.tavli.block-broken").text("cell", cell),
            Fact::BlockMissed { cell } => message!("analysis.tavli.block-missed").text("cell", cell),
            Fact::PipsWasted { pips, better: 0 } => {
                message!("analysis.tavli.pips-wasted").with("pips", *pips)
            }
            Fact::PipsWasted { pips, better } => {
                message!("analysis.tavli.more-pips-wasted").with("pips", *pips).with("better", *better)
            }
            Fact::MenBorneOff { men } => message!("analysis.tavli.men-borne-off").with("men", *men),
            Fact::FewerBorneOff { men, better } => {
                message!("analysis.tavli.fewer-borne-off").with("men", *men).with("better", *better)
            }
            Fact::FewerEntered { waiting, better } => {
                message!("analysis.tavli.fewer-entered").with("waiting", *waiting).with("better", *better)
            }
            Fact::EnemyPasses { throws } => message!("analysis.tavli.enemy-passes").with("throws", *throws),
            Fact::EnemyPassesLess { throws, better } => {
                message!("analysis.tavli.enemy-passes-less").with("throws", *throws).with("better", *better)
            }
        }
    }
}

impl std::fmt::Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.explain(tablen_rules::words::Lang::En))
    }
}
