//! Puzzles of tafl: proved by the solver.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tablen_engine::tafl::solver::{Solver, Verdict};
use tablen_engine::tafl::{Lapses, Player, levels};
use tablen_engine::{Limits, Stop};
use tablen_rules::tafl::{
    Bits, Game, Move, Narrow, Position, Preset, Rules, Side, State, Status, Wide, fits_narrow,
};

use super::{Grade, id_of};
use crate::suite::{self, SuitePosition, Theme};

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TaflTheme {
    /// The king escapes by force.
    Escape,
    /// The king escapes by force through tuichi: two routes at once.
    Tuichi,
    /// The king is taken by force.
    Capture,
    /// Every other move loses the king.
    SaveKing,
    /// Every other move lets the king escape.
    StopKing,
}

impl TaflTheme {
    /// All of them.
    pub const ALL: [TaflTheme; 5] =
        [TaflTheme::Escape, TaflTheme::Tuichi, TaflTheme::Capture, TaflTheme::SaveKing, TaflTheme::StopKing];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            TaflTheme::Escape => "escape",
            TaflTheme::Tuichi => "tuichi",
            TaflTheme::Capture => "capture",
            TaflTheme::SaveKing => "save-king",
            TaflTheme::StopKing => "stop-king",
        }
    }

    const fn of(theme: Theme, to_move: Side) -> TaflTheme {
        match (theme, to_move) {
            (Theme::Escape, _) => TaflTheme::Escape,
            (Theme::Tuichi, _) => TaflTheme::Tuichi,
            (Theme::Capture, _) => TaflTheme::Capture,
            (Theme::OnlyMove, Side::Defenders) => TaflTheme::SaveKing,
            (Theme::OnlyMove, Side::Attackers) => TaflTheme::StopKing,
        }
    }

    /// What it is called in a suite.
    pub const fn of_suite(self) -> Theme {
        match self {
            TaflTheme::Escape => Theme::Escape,
            TaflTheme::Tuichi => Theme::Tuichi,
            TaflTheme::Capture => Theme::Capture,
            TaflTheme::SaveKing | TaflTheme::StopKing => Theme::OnlyMove,
        }
    }
}

/// A position with one solution.
///
/// Of a win it is proved that the first move wins within `plies`, that no win is shorter, and that every other first move does not win within
/// as many. On the way every move that still wins in time has its line, and every other is proved not to; the last move may be any that
/// wins. Of an only move it is proved that every other move loses within `plies`, and that after it the other side cannot win within as many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaflPuzzle {
    /// A short name.
    pub id: String,
    /// The preset by whose rules it is played.
    pub rules: String,
    /// What is to be found.
    pub theme: TaflTheme,
    /// How hard it is.
    pub grade: Grade,
    /// Moves of both sides: of the win, or of the loss that other moves bring.
    pub plies: u32,
    /// The position and who is to move.
    pub position: String,
    /// The solution: moves of both sides, the replies those that hold out longest. Further lines share its first move; the reply to the same moves
    /// is the same in all. Of an only move that move alone.
    pub lines: Vec<String>,
}

/// The positions looked at to decide about one move. What takes more is not taken for a puzzle.
const NODES: u64 = 400_000;
/// A puzzle with more lines is left out: it has too many ways to win to be one.
const MOST_LINES: usize = 6;
/// The solver remembers so many positions.
const TABLE_ENTRIES: usize = 1 << 13;

/// Makes a puzzle of a proved position, if it is one: with exactly one solution that the solver can tell from all other moves.
pub fn from_suite(position: &SuitePosition) -> Option<TaflPuzzle> {
    let [_] = position.solutions.as_slice() else { return None };
    if fits_narrow(&position.preset.ruleset()) {
        Desk::<Narrow>::new(position.preset)?.puzzle(position)
    } else {
        Desk::<Wide>::new(position.preset)?.puzzle(position)
    }
}

impl TaflPuzzle {
    /// Proves it again: the wins, or losses, with proofs that are checked by the rules alone (see [`suite::prove`]); and every move that is
    /// no solution with the solver.
    pub fn check(&self) -> Result<(), String> {
        let preset = Preset::from_name(&self.rules).ok_or("there is no such preset")?;
        if fits_narrow(&preset.ruleset()) {
            Desk::<Narrow>::new(preset).ok_or("no rules")?.check(self)
        } else {
            Desk::<Wide>::new(preset).ok_or("no rules")?.check(self)
        }
    }

    /// Plays every line by the rules alone: all moves are legal, the first is the same in all, and a line of a win ends with it. That is quick.
    pub fn play_lines(&self) -> Result<(), String> {
        let preset = Preset::from_name(&self.rules).ok_or("there is no such preset")?;
        let rules =
            Rules::<Wide>::new(&preset.ruleset()).map(Arc::new).map_err(|faults| faults.to_string())?;
        let setup = self.position.parse().map_err(|_| "that is no position")?;
        let start = Position::new(&rules, &setup).map_err(|faults| faults.to_string())?;
        let lines = self.moves()?;
        let is_only = self.theme.of_suite() == Theme::OnlyMove;
        for line in &lines {
            let mut game = Game::from_position(start.clone());
            for mv in line {
                game.play(*mv).map_err(|illegal| format!("{mv}: {illegal}"))?;
            }
            let is_won =
                matches!(game.status(), Status::Over(outcome) if outcome.winner == Some(start.side()));
            if is_won == is_only || line[0] != lines[0][0] || line.len() as u32 > self.plies {
                return Err(format!("{line:?} is no solution"));
            }
        }
        if lines.is_empty() { Err("there is no line".to_owned()) } else { Ok(()) }
    }

    /// The moves of its lines.
    fn moves(&self) -> Result<Vec<Vec<Move>>, String> {
        let line = |line: &String| {
            line.split(' ').map(|mv| mv.parse().map_err(|_| format!("{mv} is no move"))).collect()
        };
        self.lines.iter().map(line).collect()
    }
}

struct Desk<B: Bits> {
    preset: Preset,
    rules: Arc<Rules<B>>,
    solver: Solver<B>,
}

impl<B: Bits> Desk<B> {
    fn new(preset: Preset) -> Option<Desk<B>> {
        let rules = Rules::<B>::new(&preset.ruleset()).ok().map(Arc::new)?;
        let solver = Solver::new(Arc::clone(&rules), TABLE_ENTRIES);
        Some(Desk { preset, rules, solver })
    }

    fn puzzle(mut self, found: &SuitePosition) -> Option<TaflPuzzle> {
        let state = self.rules.state(&found.position).ok()?;
        let side = state.side();
        let theme = TaflTheme::of(found.theme, side);
        let lines = if found.theme == Theme::OnlyMove {
            suite::prove(found).ok()?;
            vec![found.solutions.clone()]
        } else {
            if !self.cannot_win(&state, side, found.plies.checked_sub(2)?)? {
                return None;
            }
            let lines = self.lines(&state, found.plies)?;
            let main = lines.first()?;
            let is_one = lines.iter().all(|line| line.first() == main.first());
            if !is_one || main.len() as u32 != found.plies {
                return None;
            }
            lines
        };
        let position = found.position.to_string();
        let grade = self.grade(&state, &lines);
        let text = |line: &Vec<Move>| line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        Some(TaflPuzzle {
            id: id_of(&[self.preset.name(), &position]),
            rules: self.preset.name().to_owned(),
            theme,
            grade,
            plies: found.plies,
            position,
            lines: lines.iter().map(text).collect(),
        })
    }

    fn after(&self, state: &State<B>, mv: Move) -> State<B> {
        let mut next = *state;
        self.rules.make(&mut next, mv);
        next
    }

    fn moves(&self, state: &State<B>) -> Vec<Move> {
        let mut moves = Vec::new();
        self.rules.moves_into(state, &mut moves);
        moves
    }

    /// Whether it is proved that a side cannot win within so many plies, or the contrary; nothing if that would take too long.
    fn cannot_win(&mut self, state: &State<B>, side: Side, plies: u32) -> Option<bool> {
        let limits = Limits { depth: Some(plies), ..Limits::nodes(NODES) };
        let answer = self.solver.solve(state, side, &[], &limits, &Stop::new(), &mut |_| {});
        match answer.verdict {
            Verdict::Wins(_) => Some(false),
            Verdict::CannotWin => Some(true),
            Verdict::Unknown => (answer.no_win_below > plies).then_some(true),
        }
    }

    /// The moves that win within so many plies, all others being proved not to; nothing if that would take too long.
    fn winning_moves(&mut self, state: &State<B>, plies: u32) -> Option<Vec<Move>> {
        let side = state.side();
        let mut winning = Vec::new();
        for mv in self.moves(state) {
            let next = self.after(state, mv);
            if !self.cannot_win(&next, side, plies - 1)? {
                winning.push(mv);
            }
        }
        Some(winning)
    }

    /// The lines of a win within so many plies: every move that wins in time, with the reply that holds out longest.
    fn lines(&mut self, state: &State<B>, plies: u32) -> Option<Vec<Vec<Move>>> {
        let side = state.side();
        let mut lines = Vec::new();
        for mv in self.winning_moves(state, plies)? {
            let next = self.after(state, mv);
            if self.rules.outcome(&next).is_some() {
                // Of the moves that win at once one is told.
                if plies == 1 {
                    return Some(vec![vec![mv]]);
                }
                lines.push(vec![mv]);
                continue;
            }
            let limits = Limits { depth: Some(plies - 1), ..Limits::nodes(NODES) };
            let answer = self.solver.solve(&next, side, &[], &limits, &Stop::new(), &mut |_| {});
            let Verdict::Wins(win) = answer.verdict else { return None };
            let reply = *win.line.first()?;
            let then = self.after(&next, reply);
            for rest in self.lines(&then, plies - 2)? {
                lines.push([&[mv, reply], rest.as_slice()].concat());
            }
            if lines.len() > MOST_LINES {
                return None;
            }
        }
        // The longest is the one that is shown.
        lines.sort_by_key(|line| std::cmp::Reverse(line.len()));
        (!lines.is_empty()).then_some(lines)
    }

    fn grade(&self, state: &State<B>, lines: &[Vec<Move>]) -> Grade {
        let errs = |level| {
            let settings = levels::settings(level);
            settings.noise > 0 || settings.lapses != Lapses::default()
        };
        Grade::measure(errs, |level, seed| {
            let mut player = Player::new(Arc::clone(&self.rules), level, seed);
            self.solves(&mut player, state, lines).unwrap_or(false)
        })
    }

    /// Whether a player finds a solution to its end.
    fn solves(&self, player: &mut Player<B>, state: &State<B>, lines: &[Vec<Move>]) -> Option<bool> {
        let side = state.side();
        let mut game = Game::from_position(Position::from_state(&self.rules, *state));
        let mut played: Vec<Move> = Vec::new();
        loop {
            let mv = player.choose(&game, &Stop::new())?.mv;
            game.play(mv).ok()?;
            played.push(mv);
            if let Status::Over(outcome) = game.status() {
                return Some(outcome.winner == Some(side));
            }
            let Some(line) = lines.iter().find(|line| line.starts_with(&played)) else { return Some(false) };
            // An only move is all that is asked.
            let Some(reply) = line.get(played.len()) else { return Some(true) };
            game.play(*reply).ok()?;
            played.push(*reply);
        }
    }

    fn check(mut self, puzzle: &TaflPuzzle) -> Result<(), String> {
        let lines = puzzle.moves()?;
        let first = *lines.first().and_then(|line| line.first()).ok_or("there is no solution")?;
        let position = puzzle.position.parse().map_err(|_| "that is no position")?;
        let state = self.rules.state(&position).map_err(|faults| faults.to_string())?;
        let side = state.side();
        let theme = puzzle.theme.of_suite();
        if TaflTheme::of(theme, side) != puzzle.theme {
            return Err("the theme is the other side's".to_owned());
        }
        let plies = puzzle.plies;
        suite::prove(&SuitePosition { preset: self.preset, theme, plies, solutions: vec![first], position })?;
        if theme == Theme::OnlyMove {
            return if lines == [[first]] { Ok(()) } else { Err("an only move is one move".to_owned()) };
        }
        if !self.cannot_win(&state, side, plies - 2).ok_or(TOO_LONG)? {
            return Err("there is a shorter win".to_owned());
        }
        if lines[0].len() as u32 != plies || lines.iter().any(|line| line[0] != first) {
            return Err("the first line is not the solution".to_owned());
        }
        let lines: Vec<&[Move]> = lines.iter().map(Vec::as_slice).collect();
        self.check_lines(&state, plies, &lines)
    }

    /// Whether the lines begin with exactly the moves that win within so many plies, and go on so.
    fn check_lines(&mut self, state: &State<B>, plies: u32, lines: &[&[Move]]) -> Result<(), String> {
        let mut told: Vec<Move> = lines.iter().filter_map(|line| line.first().copied()).collect();
        told.sort_unstable();
        told.dedup();
        let mut winning = self.winning_moves(state, plies).ok_or(TOO_LONG)?;
        winning.sort_unstable();
        // The last move may be any that wins; one is told.
        let is_right =
            if plies == 1 { told.len() == 1 && winning.contains(&told[0]) } else { told == winning };
        if !is_right {
            return Err(format!("{told:?} are told to win, {winning:?} do"));
        }
        for mv in told {
            let next = self.after(state, mv);
            let rest: Vec<&[Move]> =
                lines.iter().filter(|line| line[0] == mv).map(|line| &line[1..]).collect();
            if self.rules.outcome(&next).is_some() {
                if rest != [&[]] {
                    return Err(format!("the game is over after {mv}"));
                }
                continue;
            }
            let reply = *rest.first().and_then(|line| line.first()).ok_or("a line ends before the game")?;
            if rest.iter().any(|line| line.first() != Some(&reply)) || !self.moves(&next).contains(&reply) {
                return Err(format!("{mv} has no reply, or several, or an illegal one"));
            }
            let rest: Vec<&[Move]> = rest.iter().map(|line| &line[1..]).collect();
            self.check_lines(&self.after(&next, reply), plies - 2, &rest)?;
        }
        Ok(())
    }
}

const TOO_LONG: &str = "that takes too long to be proved";
