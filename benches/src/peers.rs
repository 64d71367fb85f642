//! The peers, each through the fastest way its public API has.

use std::hint::black_box;
use std::io::Write as _;
use std::process::{Command, Stdio};

use hnefatafl::aliases::MediumBasicBoardState;
use hnefatafl::board::state::BoardState;
use hnefatafl::collections::PieceSet;
use hnefatafl::game::logic::GameLogic;
use hnefatafl::game::state::GameState;
use hnefatafl::pieces::{KING, Side};
use hnefatafl::preset;
use hnefatafl::rules::{HostilityRules, KingStrength, OccupyRules, PassRules, Ruleset};
use tafl::fast::FastPlayoutRunner;
use tafl::{Rules, TaflBoard, TaflSide};

use crate::rng::Rng;
use crate::tally::{PLY_CAP, Tally};

type State = GameState<MediumBasicBoardState>;

/// `hnefatafl`'s Tablut.
pub struct Hnefatafl {
    logic: GameLogic<MediumBasicBoardState>,
    start: State,
}

impl Hnefatafl {
    /// The crate's own Tablut preset. Compared with Tablen's, the king never returns to the konakis nor crosses it,
    /// is captured between two when he is not on it or beside it, and the empty konakis helps to capture everyone; a
    /// man beside the konakis can be captured against a king who is attacked from three sides; no move is a draw.
    pub fn preset() -> Option<Hnefatafl> {
        Hnefatafl::new(preset::rules::TABLUT)
    }

    /// The crate's options set to Tablen's reading of Tablut. What is left: a king is captured only by a piece that
    /// moves beside him.
    pub fn same_rules() -> Option<Hnefatafl> {
        let king = PieceSet::from_piece(KING);
        let tablut = preset::rules::TABLUT;
        Hnefatafl::new(Ruleset {
            king_strength: KingStrength::Strong,
            hostile_tiles: HostilityRules { throne: king, ..tablut.hostile_tiles },
            occupiable_tiles: OccupyRules { throne: king, ..tablut.occupiable_tiles },
            passable_tiles: PassRules { throne: king },
            repetition_rule: None,
            draw_on_no_plays: false,
            linnaean_capture: false,
            ..tablut
        })
    }

    fn new(rules: Ruleset) -> Option<Hnefatafl> {
        let start = State::new(preset::boards::TABLUT, Side::Attacker).ok()?;
        Some(Hnefatafl { logic: GameLogic::new(rules, start.board.side_len()), start })
    }

    /// The leaves at that depth; at the last ply moves are counted without being made.
    pub fn perft(&self, depth: u32) -> u64 {
        self.below(&self.start, depth)
    }

    fn below(&self, state: &State, depth: u32) -> u64 {
        let mut leaves = 0;
        for tile in state.board.occupied_by_side(state.side_to_play) {
            let Ok(plays) = self.logic.iter_plays(tile, state) else {
                continue;
            };
            leaves += match depth {
                1 => plays.count() as u64,
                _ => plays
                    .map(|play| self.below(&self.logic.do_valid_play(play, *state).new_state, depth - 1))
                    .sum(),
            };
        }
        leaves
    }

    /// The leaves at that depth, every one of them made.
    pub fn perft_made(&self, depth: u32) -> u64 {
        self.made_below(&self.start, depth)
    }

    fn made_below(&self, state: &State, depth: u32) -> u64 {
        if depth == 0 {
            black_box(state.status);
            return 1;
        }
        let mut leaves = 0;
        for tile in state.board.occupied_by_side(state.side_to_play) {
            let Ok(plays) = self.logic.iter_plays(tile, state) else {
                continue;
            };
            for play in plays {
                leaves += self.made_below(&self.logic.do_valid_play(play, *state).new_state, depth - 1);
            }
        }
        leaves
    }
}

/// How many sides of the king `tafl-rs` wants held.
#[derive(Clone, Copy)]
pub enum KingTaken {
    /// All four; the empty konakis counts as held.
    BySurrounding = 4,
    /// Two opposite ones, wherever he stands.
    BetweenTwo = 2,
}

/// `tafl-rs` on the 9×9 board, with its reusable runner for random games.
pub struct TaflRs(FastPlayoutRunner);

impl TaflRs {
    /// Escape by the edge, no special corners, and without what neither side is to be measured with: shield walls,
    /// forts and the memory of repetitions. What cannot be turned off is the win of attackers who enclose all
    /// defenders.
    pub fn new(king: KingTaken) -> TaflRs {
        TaflRs(FastPlayoutRunner::from_board_rules(
            TaflBoard::tablut_9(),
            Rules {
                attacker_count_to_capture: king as usize,
                edge_escape: true,
                corner_base_width: 0,
                shield_walls: false,
                exit_forts: false,
                save_board_history: false,
                save_actions: false,
                ..Rules::copenhagen()
            },
        ))
    }

    /// Random games by the crate's default: a piece and a cell in line with it are drawn until they make a legal
    /// move, at most eight times before the moves are counted after all.
    pub fn playouts(&mut self, games: u64, rng: &mut Rng) -> Tally {
        self.play(games, rng, FastPlayoutRunner::run)
    }

    /// Random games in which every choice counts the legal moves first.
    pub fn playouts_counted(&mut self, games: u64, rng: &mut Rng) -> Tally {
        self.play(games, rng, FastPlayoutRunner::run_exact)
    }

    #[inline(always)]
    fn play(
        &mut self,
        games: u64,
        rng: &mut Rng,
        run: impl Fn(&mut FastPlayoutRunner, usize, &mut Rng) -> usize,
    ) -> Tally {
        let mut tally = Tally { games, ..Tally::default() };
        for _ in 0..games {
            let plies = run(&mut self.0, PLY_CAP, rng);
            tally.plies += plies as u64;
            let end = match self.0.state().winner() {
                Some(TaflSide::Attacker) => &mut tally.attackers,
                Some(TaflSide::Defender) => &mut tally.defenders,
                None if plies == PLY_CAP => &mut tally.capped,
                None => &mut tally.stuck,
            };
            *end += 1;
        }
        tally
    }
}

/// How many evaluations a second GNU Backgammon says that it makes, with one thread; nothing where it is not installed.
pub fn gnubg_evaluations() -> Option<f64> {
    let gnubg = ["gnubg", "/usr/games/gnubg"].into_iter().find_map(|name| {
        let command = Command::new(name)
            .args(["-t", "-q"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        command.ok()
    });
    let mut gnubg = gnubg?;
    gnubg.stdin.take()?.write_all(b"set threads 1\ncalibrate 3\nquit\n").ok()?;
    let said = gnubg.wait_with_output().ok()?;
    let said = String::from_utf8_lossy(&said.stdout);
    let result = said.split("Calibration result: ").nth(1)?;
    result.split_whitespace().next()?.parse().ok()
}
