//! How a game of Tablut is announced and ends: T10–T12.

use crate::support;

use support::tafl::*;
use tablen_rules::tafl::Side::{Attackers, Defenders};
use tablen_rules::tafl::{Position, Reason, Side, Status, WhyNot};

#[test]
fn t10_routes_are_counted_by_direction() {
    for (pieces, free, called) in [
        ("R=E5 N=A5,I5,E1,E9", "", ""),
        ("R=E5 N=A5,I5,E1", "E5-E9", "raichi"),
        ("R=E5 N=A5,I5", "E5-E1 E5-E9", "tuichi"),
        ("R=E5 N=A5", "E5-E1 E5-E9 E5-I5", "tuichi"),
        ("R=E5 N=A1", "E5-A5 E5-E1 E5-E9 E5-I5", "tuichi"),
        ("R=E5 B=D5,E6 N=F5,E4", "", ""),
        // One edge in the corner's neighbourhood is one route for each line, not for each cell.
        ("R=B8 N=I8,B1", "B8-A8 B8-B9", "tuichi"),
        // The way over the konakis is free to the king.
        ("R=E3 N=E1,A3,I3", "E3-E9", "raichi"),
    ] {
        for side in Side::ALL {
            let board = placed("tablut", side, pieces);
            assert_eq!(routes(&board), free, "{pieces}");
            assert_eq!(words(&board), called, "{pieces}");
        }
    }
}

#[test]
fn t10_routes_are_announced_in_the_record() {
    let board = placed("tablut", Defenders, "R=C4 N=C1,D9,I3");
    let record = |moves| played(&board, moves).moves_played().last().map(ToString::to_string);
    assert_eq!(record("C4-C3").as_deref(), Some("C4-C3-"));
    assert_eq!(record("C4-A4").as_deref(), Some("C4-A4--"), "escaped");
    let closed = placed("tablut", Defenders, "R=C3 N=A2,C1,C9,A4,G2,I2 B=H8");
    assert_eq!(played(&closed, "C3-C2").moves_played()[0].to_string(), "C3-C2");
}

#[test]
fn t10_tablut_announces_routes_alone() {
    let threatened = "R=E4 N=D4,F4,E1,E9";
    assert_eq!(words(&placed("tablut", Defenders, threatened)), "");
    assert_eq!(words(&placed("tablut announce:routes-and-threats", Defenders, threatened)), "gare-au-roi");
}

/// Nobody can move for the defenders: the king and his man hold each other in.
const DEFENDERS_STUCK: &str = "
    . . . . . . . . .
    . . . N . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . N B N . . . .
    . . N R N . . . .
    . . . N . . . . .
    . . . . . . . . .";

/// The attackers' only man is shut in.
const ATTACKERS_STUCK: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . R . . .
    B . . . . . . . .
    N . . B . . . . .";

#[test]
fn t11_a_player_without_a_move_loses_or_draws() {
    for (stalemate, attackers_win, defenders_win) in
        [("loses", Some(Attackers), Some(Defenders)), ("draw", None, None)]
    {
        let ruleset = format!("tablut stalemate:{stalemate}");
        let defenders = drawn(&ruleset, Attackers, DEFENDERS_STUCK);
        assert_eq!(outcome(&defenders, "D8-D5"), over(attackers_win, Reason::NoMove), "{stalemate}");
        assert_eq!(outcome(&defenders, "D8-D6"), GOES_ON, "{stalemate}");
        let attackers = drawn(&ruleset, Defenders, ATTACKERS_STUCK);
        assert_eq!(outcome(&attackers, "D1-B1"), over(defenders_win, Reason::NoMove), "{stalemate}");
        assert_eq!(outcome(&attackers, "D1-C1"), GOES_ON, "{stalemate}");
        assert_eq!(played(&attackers, "D1-B1").moves(), []);
    }
    assert_eq!(ruleset("tablut"), ruleset("tablut stalemate:loses"));
}

#[test]
fn t11_a_player_without_men_has_no_move() {
    let last_man = placed("tablut", Defenders, "R=E5 B=C3,H4 N=C4");
    let alone = placed("tablut", Attackers, "R=E5 B=C3");
    assert_eq!(outcome(&alone, ""), over(Some(Defenders), Reason::NoMove));
    assert_eq!(outcome(&last_man, "H4-D4"), GOES_ON);
    assert_eq!(
        outcome(&placed("tablut", Defenders, "R=E5 B=C3,C9 N=C4"), "C9-C5"),
        over(Some(Defenders), Reason::NoMove)
    );
}

/// From the start with the defenders to move back to it, the attackers completing it.
const ROUND_BY_ATTACKERS: &str = "E3-D3 E2-D2 D3-E3 D2-E2 ";
/// The same with the attackers to move first, and the defenders completing it.
const ROUND_BY_DEFENDERS: &str = "E2-D2 E3-D3 D2-E2 D3-E3 ";

#[test]
fn t12_the_third_time_ends_the_game_as_the_option_says() {
    for (repetition, completed_by_attackers, completed_by_defenders) in [
        ("draw", over(None, Reason::Repetition), over(None, Reason::Repetition)),
        ("mover-loses", over(Some(Defenders), Reason::Repetition), over(Some(Attackers), Reason::Repetition)),
        ("mover-wins", over(Some(Attackers), Reason::Repetition), over(Some(Defenders), Reason::Repetition)),
        (
            "defenders-lose",
            over(Some(Attackers), Reason::Repetition),
            over(Some(Attackers), Reason::Repetition),
        ),
        ("none", GOES_ON, GOES_ON),
    ] {
        let rules = rules(&format!("tablut repetition:{repetition}"));
        for (first, round, expected) in [
            (Defenders, ROUND_BY_ATTACKERS, completed_by_attackers),
            (Attackers, ROUND_BY_DEFENDERS, completed_by_defenders),
        ] {
            let start = Position::start(&rules, first);
            assert_eq!(outcome(&start, round), GOES_ON, "{repetition}: the second time");
            assert_eq!(outcome(&start, &round.repeat(2)), expected, "{repetition}: the third time");
        }
    }
    assert_eq!(ruleset("tablut"), ruleset("tablut repetition:draw"));
}

#[test]
fn t12_at_once_is_the_second_time() {
    let rules = rules("tablut repetition:draw-at-once");
    let start = Position::start(&rules, Defenders);
    assert_eq!(outcome(&start, "E3-D3 E2-D2 D3-E3"), GOES_ON);
    assert_eq!(outcome(&start, ROUND_BY_ATTACKERS), over(None, Reason::Repetition));
}

#[test]
fn t12_without_a_limit_a_position_may_come_again_and_again() {
    let start = Position::start(&rules("tablut repetition:none"), Defenders);
    assert_eq!(outcome(&start, &ROUND_BY_ATTACKERS.repeat(20)), GOES_ON);
}

#[test]
fn t12_the_times_need_not_follow_each_other() {
    let start = Position::start(&rules("tablut"), Defenders);
    let detour = "E7-D7 E8-D8 D7-E7 D8-E8 ";
    assert_eq!(outcome(&start, &format!("{ROUND_BY_ATTACKERS}{detour}")), over(None, Reason::Repetition));
}

#[test]
fn t12_with_the_other_player_to_move_it_is_another_position() {
    // The attackers take three moves for what takes two, so the start comes again with the defenders to move.
    let start = Position::start(&rules("tablut repetition:draw-at-once"), Attackers);
    let game = played(&start, "E2-D2 E3-D3 D2-C2 D3-E3 C2-E2");
    assert_eq!(game.position().setup().arrangement, start.setup().arrangement);
    assert_eq!(outcome_of(&game), GOES_ON);
}

#[test]
fn t12_a_finished_game_can_be_taken_back() {
    let start = Position::start(&rules("tablut"), Defenders);
    let mut game = played(&start, &ROUND_BY_ATTACKERS.repeat(2));
    assert_eq!(game.moves(), []);
    assert_eq!(
        game.why_not(read("E3-D3")).map(|illegal| illegal.why),
        Some(WhyNot::GameOver(Reason::Repetition))
    );
    assert_eq!(game.undo(), Some(read("D2-E2")));
    assert_eq!(game.status(), Status::ToMove(Attackers));
}
