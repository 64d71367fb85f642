//! A ruleset made ready for play.

use std::sync::OnceLock;

use super::movement::Terrain;
use super::walk::Hops;
use super::{
    Bits, BySide, Cell, KingTerrain, Move, Narrow, Piece, Rows, Ruleset, RulesetFault, RulesetFaults, Setup,
    SetupFault, SetupFaults, Side, State, Wide,
};

/// A [`Ruleset`] found sensible and worked out for a board width: what searches and positions share.
///
/// ```
/// use tablen_rules::tafl::{Narrow, Preset, Rules, Side};
///
/// let rules = Rules::<Narrow>::new(&Preset::Tablut.ruleset())?;
/// assert_eq!(rules.perft(&rules.start(Side::Attackers), 2), 4_400);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules<B: Bits = Wide> {
    pub(super) ruleset: Ruleset,
    pub(super) size: u8,
    pub(super) throne: Cell,
    /// The corners, where they are the king's alone; empty otherwise.
    pub(super) corners: B,
    pub(super) goals: B,
    /// The same as lines and as rows.
    pub(super) goal_lines: B::Lines,
    pub(super) goal_rows: Rows,
    pub(super) base_groups: Vec<B>,
    /// Cells that are always enemies of a side's men.
    pub(super) hostile: BySide<B>,
    /// Cells that count as attackers against a king who is to be surrounded.
    pub(super) holds_king: B,
    /// The same as lines, with what lies outside the board where the edge counts too.
    pub(super) king_holders: B::Lines,
    /// Cells that are enemies of a side's men, always or when nobody stands there, as lines.
    pub(super) hostile_lines: BySide<B::Lines>,
    pub(super) hostile_when_empty: BySide<B::Lines>,
    /// Both as rows.
    pub(super) hostile_rows: BySide<Rows>,
    pub(super) camp_rows: Rows,
    /// The cells from which a man can capture against one of them, as lines.
    pub(super) in_reach_of_hostile: B::Lines,
    /// Whether the king is captured with men around him too.
    pub(super) has_companions: bool,
    /// Whether a man captures with the king as his partner.
    pub(super) king_is_partner: bool,
    /// Whether the king's own move captures men.
    pub(super) king_captures: bool,
    /// The bits of a line that are cells of the board.
    pub(super) board_line: u32,
    /// The throne and the cells beside it.
    pub(super) at_throne: B,
    pub(super) attacker_terrain: Terrain<B>,
    /// An attacker's terrain inside each camp, in the order of `base_groups`.
    pub(super) camp_terrains: Vec<Terrain<B>>,
    pub(super) defender_terrain: Terrain<B>,
    pub(super) king_terrain: Terrain<B>,
    pub(super) king_terrain_rows: KingTerrain,
    pub(super) symmetries: Vec<super::Symmetry>,
    /// Worked out when the first random walk asks for it.
    pub(super) hops: OnceLock<Option<Hops>>,
    start: State<B>,
}

impl<B: Bits> Rules<B> {
    /// Works out a ruleset, or says everything that is wrong with it.
    pub fn new(ruleset: &Ruleset) -> Result<Rules<B>, RulesetFaults> {
        let mut faults = ruleset.faults();
        let layout = ruleset.board.layout();
        if layout.size() > B::SIDE {
            faults.push(RulesetFault::TooWide { size: layout.size(), most: B::SIDE });
        }
        let has_a_board = !faults.iter().any(|fault| {
            matches!(
                fault,
                RulesetFault::Size { .. }
                    | RulesetFault::TooWide { .. }
                    | RulesetFault::SpecialCellOffBoard { .. }
            )
        });
        if !has_a_board {
            return Err(RulesetFaults(faults));
        }
        let setup = Setup { arrangement: layout.start.clone(), side: Side::Attackers, king_captured: false };
        let mut rules = Rules {
            ruleset: ruleset.clone(),
            size: layout.size(),
            throne: layout.throne(),
            corners: B::default(),
            goals: B::default(),
            goal_lines: B::NO_LINES,
            goal_rows: Rows::EMPTY,
            base_groups: Vec::new(),
            hostile: BySide::default(),
            holds_king: B::default(),
            king_holders: B::NO_LINES,
            hostile_lines: BySide { attackers: B::NO_LINES, defenders: B::NO_LINES },
            hostile_when_empty: BySide { attackers: B::NO_LINES, defenders: B::NO_LINES },
            hostile_rows: BySide::default(),
            camp_rows: Rows::EMPTY,
            in_reach_of_hostile: B::NO_LINES,
            has_companions: false,
            king_is_partner: false,
            king_captures: false,
            board_line: ((1 << layout.size()) - 1) << 1,
            at_throne: B::default(),
            attacker_terrain: Terrain::open(layout.size()),
            camp_terrains: Vec::new(),
            defender_terrain: Terrain::open(layout.size()),
            king_terrain: Terrain::open(layout.size()),
            king_terrain_rows: KingTerrain { walls: Rows::EMPTY, bans: Rows::EMPTY },
            symmetries: super::Symmetry::all_of(layout),
            hops: OnceLock::new(),
            start: State::pack(&setup, layout.throne()),
        };
        rules.mark_cells();
        rules.lay_terrain();
        match rules.state(&setup) {
            Ok(start) => rules.start = start,
            Err(wrong) => faults.extend(wrong.0.into_iter().map(RulesetFault::Start)),
        }
        if faults.is_empty() { Ok(rules) } else { Err(RulesetFaults(faults)) }
    }

    /// The ruleset they were made from.
    pub const fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The number of rows and of columns.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The konakis.
    pub const fn throne(&self) -> Cell {
        self.throne
    }

    /// The cells on which the king escapes.
    pub const fn goals(&self) -> B {
        self.goals
    }

    /// Whether a cell is a corner that is the king's alone.
    pub fn is_corner(&self, cell: Cell) -> bool {
        self.corners.contains(cell)
    }

    /// The start with a side to move.
    pub fn start(&self, first: Side) -> State<B> {
        let mut start = self.start;
        if first != start.side {
            start.pass_turn();
        }
        start
    }

    /// The same pieces with the other side to move: no rule allows it, but searches ask what would be if one could wait.
    #[inline]
    pub fn pass(&self, state: &State<B>) -> State<B> {
        let mut passed = *state;
        passed.pass_turn();
        passed
    }

    /// Packs a setup, or says everything that keeps it from being a position.
    pub fn state(&self, setup: &Setup) -> Result<State<B>, SetupFaults> {
        let mut faults = self.setup_faults(setup);
        let mut kings =
            setup.arrangement.pieces().filter(|(_, piece)| *piece == Piece::King).map(|(cell, _)| cell);
        let (Some(king), None, true) = (kings.next(), kings.next(), setup.arrangement.size() == self.size)
        else {
            return Err(SetupFaults(faults));
        };
        let state = State::pack(setup, king);
        if setup.king_captured && !(setup.side == Side::Defenders && self.is_king_taken(&state)) {
            faults.push(SetupFault::KingIsFree { king });
        }
        if faults.is_empty() { Ok(state) } else { Err(SetupFaults(faults)) }
    }

    /// A state as data.
    pub fn setup(&self, state: &State<B>) -> Setup {
        state.unpack(self.size)
    }

    /// The number of ways to play `depth` moves from a state: the checksum of a move generator. A game that the king
    /// decides goes no further; repetition is not looked at.
    pub fn perft(&self, state: &State<B>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.decided(state).is_some() {
            return 0;
        }
        if depth == 1 {
            return self.count_moves(state);
        }
        let mut nodes = 0;
        self.visit_moves(state, |mv| {
            let mut next = *state;
            self.make(&mut next, mv);
            nodes += self.perft(&next, depth - 1);
        });
        nodes
    }

    /// As [`Rules::perft`], but every leaf is played out instead of counted: slower, and a check of the shortcut.
    pub fn perft_by_playing(&self, state: &State<B>, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.decided(state).is_some() {
            return 0;
        }
        let mut nodes = 0;
        self.visit_moves(state, |mv| {
            let mut next = *state;
            self.make(&mut next, mv);
            nodes += self.perft_by_playing(&next, depth - 1);
        });
        nodes
    }

    /// [`Rules::perft`] under each first move.
    pub fn divide(&self, state: &State<B>, depth: u32) -> Vec<(Move, u64)> {
        let mut parts = Vec::new();
        if depth > 0 && self.decided(state).is_none() {
            self.visit_moves(state, |mv| {
                let mut next = *state;
                self.make(&mut next, mv);
                parts.push((mv, self.perft(&next, depth - 1)));
            });
        }
        parts
    }
}

/// Whether a ruleset's board fits the narrow, faster words.
pub fn fits_narrow(ruleset: &Ruleset) -> bool {
    ruleset.board.layout().size() <= Narrow::SIDE
}
