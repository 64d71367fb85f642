//! Raichi, tuichi, gare au roi.

use super::{Announce, Bits, Cell, Move, Position, Rules, Side, State};

/// What is to be announced about a position (T10, A11), no matter which side is to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Announcements {
    /// The king's free ways to a goal in one move, at most one a direction. One is raichi, two or more are tuichi.
    pub routes: Vec<Route>,
    /// The attackers' moves that would capture the king if it were their turn: gare au roi.
    pub threats: Vec<Move>,
}

/// A free way of the king to a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    /// The king's move to the nearest goal in that direction.
    pub mv: Move,
    /// Columns and rows a step, each −1, 0 or 1.
    pub direction: (i8, i8),
}

choice! {
    /// A word that a player calls out.
    #[non_exhaustive]
    pub enum Announcement {
        /// One route is free (T10).
        Raichi = "raichi",
        /// Two or more routes are free (T10).
        Tuichi = "tuichi",
        /// The king can be captured with the next move (A11).
        GareAuRoi = "gare-au-roi",
    }
}

impl Announcements {
    /// The words to call out.
    pub fn words(&self) -> impl Iterator<Item = Announcement> {
        let routes = match self.routes.len() {
            0 => None,
            1 => Some(Announcement::Raichi),
            _ => Some(Announcement::Tuichi),
        };
        let threats = (!self.threats.is_empty()).then_some(Announcement::GareAuRoi);
        routes.into_iter().chain(threats)
    }
}

impl<B: Bits> Rules<B> {
    /// The king's routes to a goal, one a direction (T10).
    pub fn routes(&self, state: &State<B>) -> Vec<Route> {
        let mut routes: Vec<Route> = Vec::new();
        if self.decided(state).is_some() {
            return routes;
        }
        let from = state.king;
        let distance =
            |cell: Cell| cell.column().abs_diff(from.column()).max(cell.row().abs_diff(from.row()));
        self.reach_of_king(state).visit(from, |to| {
            if !self.goals.contains(to) {
                return;
            }
            let direction = (
                (i16::from(to.column()) - i16::from(from.column())).signum() as i8,
                (i16::from(to.row()) - i16::from(from.row())).signum() as i8,
            );
            let route = Route { mv: Move::new(from, to), direction };
            match routes.iter_mut().find(|known| known.direction == direction) {
                Some(known) if distance(to) < distance(known.mv.to) => *known = route,
                Some(_) => {}
                None => routes.push(route),
            }
        });
        routes
    }

    /// The attackers' moves that would capture the king if it were their turn (A11).
    pub fn threats(&self, state: &State<B>) -> Vec<Move> {
        let mut threats = Vec::new();
        if self.decided(state).is_none() {
            let mut attackers_turn = *state;
            if attackers_turn.side != Side::Attackers {
                attackers_turn.pass_turn();
            }
            self.visit_moves(&attackers_turn, |mv| {
                let mut next = attackers_turn;
                self.make(&mut next, mv);
                if next.king_captured {
                    threats.push(mv);
                }
            });
        }
        threats
    }
}

impl<B: Bits> Position<B> {
    /// What is to be announced under its rules.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tablen_rules::tafl::{Announcement, Position, Preset, Rules};
    ///
    /// let rules = Arc::new(Rules::new(&Preset::Tablut.ruleset())?);
    /// let setup = "/9/9/9/4t4/t3K3t/9/4t4/9/9/ attackers".parse()?;
    /// let position: Position = Position::new(&rules, &setup)?;
    /// assert_eq!(position.announcements().words().collect::<Vec<_>>(), []);
    ///
    /// let setup = "/9/9/9/4t4/t3K4/9/4t4/9/9/ attackers".parse()?;
    /// let position: Position = Position::new(&rules, &setup)?;
    /// assert_eq!(position.announcements().words().collect::<Vec<_>>(), [Announcement::Raichi]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn announcements(&self) -> Announcements {
        Announcements {
            routes: self.rules().routes(self.state()),
            threats: match self.rules().ruleset().announce {
                Announce::Routes => Vec::new(),
                Announce::RoutesAndThreats => self.rules().threats(self.state()),
            },
        }
    }
}
