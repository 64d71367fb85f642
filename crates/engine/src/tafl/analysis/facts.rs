//! Facts of the board that explain a move.

use std::collections::BTreeMap;

use tablen_rules::TEXTS as RULES;
use tablen_rules::tafl::{Bits, Cell, Made, Move, Position, Reason, Route, Rules, Side, Siege, State};
use tablen_rules::words::{Explain, Message};

/// Something that a move did, or left undone. All but the first two follow from the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "fact", rename_all = "snake_case")
)]
pub enum Fact {
    /// Another move would have won.
    MissedWin {
        /// After so many moves, both sides' counted.
        moves: u32,
    },
    /// Now the opponent wins, and need not have.
    ForcedLoss {
        /// After so many moves, both sides' counted.
        moves: u32,
    },
    /// The king reached a goal (T9, A10).
    KingEscaped {
        /// Where.
        goal: Cell,
    },
    /// The king was captured (T8, A8, A9).
    KingCaptured,
    /// The opponent has no move left (T11).
    NoMoveLeft,
    /// Men were captured.
    MenCaptured {
        /// Where they stood.
        men: Vec<Cell>,
    },
    /// The king has a free way that he had not before.
    RouteOpened {
        /// The goal.
        goal: Cell,
        /// Where the man stood that barred it, if one did.
        blocker: Option<Cell>,
    },
    /// The king has no longer a free way.
    RouteClosed {
        /// The goal.
        goal: Cell,
    },
    /// The attackers let the king keep a free way.
    RouteLeftOpen {
        /// The goal.
        goal: Cell,
    },
    /// One way is free now (T10).
    Raichi,
    /// Two or more ways are free now (T10).
    Tuichi,
    /// Raichi or tuichi no longer is.
    RaichiAnswered,
    /// The attackers threaten to capture the king (A11).
    KingThreatened {
        /// With this move.
        captor: Move,
    },
    /// The defenders let the attackers capture the king.
    KingLeftInDanger {
        /// With this move.
        captor: Move,
    },
    /// The attackers can no longer capture the king with their next move.
    KingSaved,
    /// A man of the side that moved stands where the opponent can capture him with the next move: between two.
    ManLeftBetween {
        /// The man.
        man: Cell,
        /// The move that would capture him.
        captor: Move,
        /// Whether he could have been captured before.
        was_in_danger: bool,
    },
    /// A man of the side that moved can no longer be captured with the next move.
    ManSaved {
        /// Where he stands.
        man: Cell,
    },
    /// A man of the opponent could be captured with the next move but one.
    ManThreatened {
        /// The man.
        man: Cell,
        /// The move that would capture him.
        captor: Move,
    },
    /// The king can go to more cells than before, or to fewer.
    KingReach {
        /// So many before.
        before: u32,
        /// So many now.
        after: u32,
    },
    /// More of the king's four sides are held than before, or fewer (T8, A8).
    SidesHeld {
        /// So many before.
        before: usize,
        /// So many now.
        after: usize,
    },
}

/// What the board says about a legal move.
///
/// ```
/// use std::sync::Arc;
/// use tablen_engine::tafl::analysis::{Fact, facts_of};
/// use tablen_rules::tafl::{Narrow, Position, Preset, Rules};
///
/// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset())?);
/// let position = Position::new(&rules, &"/9/4t4/9/9/1t2K2t1/9/9/4t4/9/ attackers".parse()?)?;
/// let facts = facts_of(&position, "H5-H8".parse()?);
/// assert!(facts.contains(&Fact::RouteOpened { goal: "I5".parse()?, blocker: Some("H5".parse()?) }));
/// assert_eq!(facts[0].to_string(), "The king’s way to I5 is open: the man on H5 barred it.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// An illegal move has no facts.
pub fn facts_of<B: Bits>(position: &Position<B>, mv: Move) -> Vec<Fact> {
    if position.why_not(mv).is_some() {
        return Vec::new();
    }
    let rules: &Rules<B> = position.rules();
    let before = *position.state();
    let mut after = before;
    let made = rules.make(&mut after, mv);
    let change = Change { rules, before, after, made };
    let mut facts = Vec::new();
    let is_decided = change.decision(&mut facts);
    change.captures(&mut facts);
    if !is_decided {
        change.routes(&mut facts);
        change.king_in_danger(&mut facts);
        change.men_in_danger(&mut facts);
        change.king_at_large(&mut facts);
    }
    facts
}

/// The fact that speaks most for a legal move; nothing if none does.
///
/// ```
/// use std::sync::Arc;
/// use tablen_engine::tafl::analysis::{Fact, reason_for};
/// use tablen_rules::tafl::{Narrow, Position, Preset, Rules};
///
/// let rules = Arc::new(Rules::<Narrow>::new(&Preset::Tablut.ruleset())?);
/// let position = Position::new(&rules, &"/9/4t4/9/9/1t2K2t1/9/9/4t4/9/ defenders".parse()?)?;
/// assert_eq!(reason_for(&position, "E5-E4".parse()?), Some(Fact::Tuichi));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reason_for<B: Bits>(position: &Position<B>, mv: Move) -> Option<Fact> {
    let mover = position.side();
    let merits = facts_of(position, mv).into_iter().filter_map(|fact| Some((fact.merit(mover)?, fact)));
    // Of equal merits the first is told.
    merits.min_by_key(|(merit, _)| *merit).map(|(_, fact)| fact)
}

impl Fact {
    /// How much it speaks for a move, the smaller the more; nothing if it does not.
    const fn merit(&self, mover: Side) -> Option<u8> {
        let attacks = matches!(mover, Side::Attackers);
        match self {
            Fact::KingEscaped { .. } if !attacks => Some(0),
            Fact::KingCaptured if attacks => Some(0),
            Fact::NoMoveLeft => Some(0),
            Fact::Tuichi if !attacks => Some(1),
            Fact::KingSaved => Some(2),
            Fact::RaichiAnswered => Some(2),
            Fact::MenCaptured { .. } => Some(3),
            Fact::KingThreatened { .. } => Some(4),
            Fact::RouteOpened { .. } if !attacks => Some(5),
            Fact::RouteClosed { .. } if attacks => Some(5),
            Fact::ManSaved { .. } => Some(6),
            Fact::ManThreatened { .. } => Some(7),
            Fact::SidesHeld { before, after } if (*after > *before) == attacks => Some(8),
            Fact::KingReach { before, after } if (*after < *before) == attacks => Some(9),
            _ => None,
        }
    }
}

/// A move and the states around it.
struct Change<'r, B: Bits> {
    rules: &'r Rules<B>,
    before: State<B>,
    after: State<B>,
    made: Made<B>,
}

impl<B: Bits> Change<'_, B> {
    fn mover(&self) -> Side {
        self.before.side()
    }

    fn king_moved(&self) -> bool {
        self.before.king() == self.made.mv.from
    }

    /// Whether the move ended the game.
    fn decision(&self, facts: &mut Vec<Fact>) -> bool {
        let end = match self.rules.decided(&self.after).map(|outcome| outcome.reason) {
            Some(Reason::Escape) => Fact::KingEscaped { goal: self.after.king() },
            Some(_) => Fact::KingCaptured,
            None if !self.rules.has_move(&self.after) => Fact::NoMoveLeft,
            None => return false,
        };
        facts.push(end);
        true
    }

    fn captures(&self, facts: &mut Vec<Fact>) {
        if !self.made.captured.is_empty() {
            facts.push(Fact::MenCaptured { men: self.made.captured.cells().collect() });
        }
    }

    /// The king's free ways (T10). Where he stands still they are told apart by their directions.
    fn routes(&self, facts: &mut Vec<Fact>) {
        let (before, after) = (self.rules.routes(&self.before), self.rules.routes(&self.after));
        let has = |routes: &[Route], direction| routes.iter().any(|route| route.direction == direction);
        for route in &after {
            let goal = route.mv.to;
            if self.king_moved() || !has(&before, route.direction) {
                facts.push(Fact::RouteOpened { goal, blocker: self.blocker_of(route) });
            } else if self.mover() == Side::Attackers {
                facts.push(Fact::RouteLeftOpen { goal });
            }
        }
        if !self.king_moved() {
            let closed = before.iter().filter(|route| !has(&after, route.direction));
            facts.extend(closed.map(|route| Fact::RouteClosed { goal: route.mv.to }));
        }
        match (before.len(), after.len()) {
            (0, 1) => facts.push(Fact::Raichi),
            (0 | 1, 2..) => facts.push(Fact::Tuichi),
            (1.., 0) if self.mover() == Side::Attackers => facts.push(Fact::RaichiAnswered),
            _ => {}
        }
    }

    /// The man, moved away or captured, that stood on a way of the king.
    fn blocker_of(&self, route: &Route) -> Option<Cell> {
        if self.king_moved() {
            return None;
        }
        let Move { from: king, to: goal } = route.mv;
        let within = |at: u8, one: u8, other: u8| one.min(other) <= at && at <= one.max(other);
        let is_on_way = |cell: &Cell| {
            // A diagonal way is one step: only its end is on it.
            let is_straight = route.direction.0 == 0 || route.direction.1 == 0;
            *cell == goal
                || is_straight
                    && within(cell.column(), king.column(), goal.column())
                    && within(cell.row(), king.row(), goal.row())
        };
        [self.made.mv.from].into_iter().chain(self.made.captured.cells()).find(is_on_way)
    }

    fn king_in_danger(&self, facts: &mut Vec<Fact>) {
        let was_in_danger = !self.rules.threats(&self.before).is_empty();
        match (self.mover(), self.rules.threats(&self.after).first()) {
            (Side::Attackers, Some(&captor)) if !was_in_danger => facts.push(Fact::KingThreatened { captor }),
            (Side::Defenders, Some(&captor)) => facts.push(Fact::KingLeftInDanger { captor }),
            (Side::Defenders, None) if was_in_danger => facts.push(Fact::KingSaved),
            _ => {}
        }
    }

    fn men_in_danger(&self, facts: &mut Vec<Fact>) {
        let Move { from, to } = self.made.mv;
        let before = capturable(self.rules, &self.rules.pass(&self.before));
        let after = capturable(self.rules, &self.after);
        let was_in_danger = |man: Cell| before.contains_key(if man == to { &from } else { &man });
        for (&man, &captor) in &after {
            facts.push(Fact::ManLeftBetween { man, captor, was_in_danger: was_in_danger(man) });
        }
        for &stood in before.keys() {
            let man = if stood == from { to } else { stood };
            if !after.contains_key(&man) {
                facts.push(Fact::ManSaved { man });
            }
        }
        let could_capture = capturable(self.rules, &self.before);
        for (man, captor) in capturable(self.rules, &self.rules.pass(&self.after)) {
            if !could_capture.contains_key(&man) {
                facts.push(Fact::ManThreatened { man, captor });
            }
        }
    }

    /// How free the king is.
    fn king_at_large(&self, facts: &mut Vec<Fact>) {
        let [before, after] = [&self.before, &self.after].map(|state| self.rules.king_reach(state).count());
        if before != after {
            facts.push(Fact::KingReach { before, after });
        }
        let [before, after] = [&self.before, &self.after].map(|state| self.rules.siege(state));
        if let (Siege::Surrounding { held: before, .. }, Siege::Surrounding { held: after, .. }) =
            (before, after)
            && before != after
        {
            facts.push(Fact::SidesHeld { before, after });
        }
    }
}

/// The men that the side to move could capture, each with a move that does.
fn capturable<B: Bits>(rules: &Rules<B>, state: &State<B>) -> BTreeMap<Cell, Move> {
    let mut men = BTreeMap::new();
    rules.visit_moves(state, |mv| {
        let mut next = *state;
        for man in rules.make(&mut next, mv).captured.cells() {
            men.entry(man).or_insert(mv);
        }
    });
    men
}

impl Explain for Fact {
    fn message(&self) -> Message {
        match self {
            Fact::MissedWin { moves } => message!("analysis.fact.missed-win").with("moves", *moves),
            Fact::ForcedLoss { moves } => message!("analysis.fact.forced-loss").with("moves", *moves),
            Fact::KingEscaped { goal } => message!("analysis.fact.king-escaped").text("goal", goal),
            Fact::KingCaptured => RULES.message("tafl.end.capture"),
            Fact::NoMoveLeft => RULES.message("tafl.end.no-move"),
            Fact::MenCaptured { men } => {
                let cells: Vec<String> = men.iter().map(ToString::to_string).collect();
                let message = message!("analysis.fact.men-captured").with("count", men.len());
                message.text("men", cells.join(", "))
            }
            Fact::RouteOpened { goal, blocker: None } => {
                message!("analysis.fact.route-opened").text("goal", goal)
            }
            Fact::RouteOpened { goal, blocker: Some(blocker) } => {
                message!("analysis.fact.blocker-lost").text("goal", goal).text("blocker", blocker)
            }
            Fact::RouteClosed { goal } => message!("analysis.fact.route-closed").text("goal", goal),
            Fact::RouteLeftOpen { goal } => message!("analysis.fact.route-left-open").text("goal", goal),
            Fact::Raichi => RULES.message("tafl.announce.raichi"),
            Fact::Tuichi => RULES.message("tafl.announce.tuichi"),
            Fact::RaichiAnswered => message!("analysis.fact.raichi-answered"),
            Fact::KingThreatened { captor } => {
                message!("analysis.fact.king-threatened").text("captor", captor)
            }
            Fact::KingLeftInDanger { captor } => {
                message!("analysis.fact.king-left-in-danger").text("captor", captor)
            }
            Fact::KingSaved => message!("analysis.fact.king-saved"),
            Fact::ManLeftBetween { man, captor, was_in_danger } => {
                let message = match was_in_danger {
                    false => message!("analysis.fact.man-left-between"),
                    true => message!("analysis.fact.man-still-between"),
                };
                message.text("man", man).text("captor", captor)
            }
            Fact::ManSaved { man } => message!("analysis.fact.man-saved").text("man", man),
            Fact::ManThreatened { man, captor } => {
                message!("analysis.fact.man-threatened").text("man", man).text("captor", captor)
            }
            Fact::KingReach { before, after } => {
                message!("analysis.fact.king-reach").with("before", *before).with("after", *after)
            }
            Fact::SidesHeld { before, after } => {
                message!("analysis.fact.sides-held").with("before", *before).with("after", *after)
            }
        }
    }
}

impl std::fmt::Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.explain(tablen_rules::words::Lang::En))
    }
}
