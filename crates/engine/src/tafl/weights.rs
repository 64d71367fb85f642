//! Every number of the evaluation, in points to the defenders. About a hundred are a man of Tablut's defenders.

/// What each thing on the board counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// All men a side starts with; each is worth its share, so that a man counts more where there are few.
    pub army: i32,
    /// The king's next move could reach a goal in one direction (raichi) while it is the attackers' turn.
    pub raichi: i32,
    /// In two or more directions (tuichi): hardly to be stopped.
    pub tuichi: i32,
    /// Each goal cell the king can reach in two moves if nobody else moves.
    pub goal_in_two: i32,
    /// So many such goal cells count, no more.
    pub goals_in_two_counted: u32,
    /// No goal is two moves away, but one is three moves away.
    pub goal_in_three: i32,
    /// For a king who goes step by step: each step that the nearest goal is nearer than the width of the board.
    pub step_nearer: i32,
    /// No way leads to a goal, not even through the defenders' own men: the attackers' wall is closed.
    pub walled_in: i32,
    /// Each cell the king can move to.
    pub king_mobility: i32,
    /// So many such cells count, no more.
    pub king_mobility_counted: u32,
    /// So many of the king's four sides held, where all four must be.
    pub held_sides: [i32; 5],
    /// The king has an enemy on one side and nobody opposite, where two enemies capture him.
    pub half_taken: i32,
    /// The last cell needed to capture the king can be reached by an attacker.
    pub king_hangs: i32,
    /// Each attacker at most two columns and two rows away from the king.
    pub attacker_near_king: i32,
    /// Each row or column without any piece that has a goal at both ends.
    pub open_line: i32,
    /// Where corners are the goals: each attacker on a cell that shuts a corner off.
    pub guard: i32,
    /// The same for each defender there: he keeps the wall open.
    pub guard_broken: i32,
    /// How far from its corner, in columns and rows together, such a cell lies, on boards up to 11×11 and beyond.
    pub guard_distance: [u8; 2],
    /// The side whose turn it is.
    pub turn: i32,
}

/// The weights in use.
pub const WEIGHTS: Weights = Weights {
    army: 800,
    raichi: 60,
    tuichi: 600,
    goal_in_two: 12,
    goals_in_two_counted: 6,
    goal_in_three: 15,
    step_nearer: 12,
    walled_in: -250,
    king_mobility: 3,
    king_mobility_counted: 12,
    held_sides: [0, -8, -30, -90, -400],
    half_taken: -25,
    king_hangs: -120,
    attacker_near_king: -4,
    open_line: 14,
    guard: -18,
    guard_broken: 10,
    guard_distance: [2, 4],
    turn: 5,
};
