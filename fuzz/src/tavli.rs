//! Rulesets, positions and turns of tavli.

use tablen_rules::option::Options;
use tablen_rules::tavli::{Cell, Column, Die, MEN, Men, Place, Play, Position, Roll, Ruleset, Setup, Side};

use crate::Bytes;
use crate::text::is_said;

/// Any choice for every option.
pub fn choose_ruleset(bytes: &mut Bytes<'_>) -> Ruleset {
    let mut ruleset = Ruleset::default();
    for option in Ruleset::options() {
        let value: &&str = bytes.pick(option.values);
        assert_eq!(option.set(&mut ruleset, value), Ok(()));
    }
    ruleset
}

/// The start, Zeno's position under any rules, or men anywhere.
pub fn choose_position(bytes: &mut Bytes<'_>, ruleset: Ruleset) -> Position {
    let side = *bytes.pick(&Side::ALL);
    let start = Position::start(ruleset, side);
    let setup = match bytes.below(3) {
        0 => return start,
        1 => Setup { side, ..Position::zeno().setup() },
        _ => choose_setup(bytes, side),
    };
    set_up(ruleset, setup).unwrap_or(start)
}

/// Fifteen men a side in heaps, no cell shared: mostly a position.
fn choose_setup(bytes: &mut Bytes<'_>, side: Side) -> Setup {
    let mut setup =
        Setup { men: Default::default(), side, turns: if bytes.flip() { bytes.pair() % 2100 } else { 0 } };
    for side in Side::ALL {
        setup.men[side].beyond = bytes.flip();
        let mut left = MEN;
        while left > 0 {
            let place = choose_place(bytes);
            let heap = (1 + bytes.below(4)).min(left);
            left -= heap;
            let other = setup.men[side.other()];
            let men = &mut setup.men[side];
            match place {
                Place::Hand => men.hand += heap,
                // A cell that the others hold: the men have been hit there.
                Place::Cell(cell) if other.on(cell) > 0 => {
                    men.middle[usize::from(cell.column().number()) - 1] += heap;
                }
                Place::Cell(cell) => men.cells[usize::from(cell.number()) - 1] += heap,
                Place::Middle(column) => men.middle[usize::from(column.number()) - 1] += heap,
                Place::Off => men.off += heap,
            }
        }
    }
    setup
}

/// Any place.
pub fn choose_place(bytes: &mut Bytes<'_>) -> Place {
    match bytes.below(38) {
        0 => Place::Hand,
        number @ 1..=24 => Place::Cell(Cell::new(number).expect("a cell")),
        number @ 25..=36 => Place::Middle(Column::new(number - 24).expect("a column")),
        _ => Place::Off,
    }
}

/// Any throw.
pub fn choose_roll(bytes: &mut Bytes<'_>) -> Roll {
    Roll::new([(); 3].map(|()| *bytes.pick(&Die::ALL)))
}

/// The position of a setup, if it is one; if not, that must be explained.
pub fn set_up(ruleset: Ruleset, setup: Setup) -> Option<Position> {
    match Position::new(ruleset, setup) {
        Ok(position) => {
            assert_eq!(position.setup(), setup);
            assert_eq!(position.ruleset(), ruleset);
            Some(position)
        }
        Err(faults) => {
            assert!(!faults.0.is_empty(), "{setup} is refused for nothing");
            is_said(&faults);
            None
        }
    }
}

/// Checks that a position is one, and its key its own.
pub fn is_consistent(position: &Position) {
    assert_eq!(position.key(), position.fresh_key(), "{position}");
    let again = Position::new(position.ruleset(), position.setup());
    assert_eq!(again, Ok(*position), "{position} under {}", position.ruleset());
}

/// Checks that a turn under way keeps all men, accepts what it offers and ends when nothing more can be played.
pub fn goes_on(play: &Play) {
    let context = || format!("{} {} under {}", play.position(), play.turn(), play.position().ruleset());
    for side in Side::ALL {
        assert_eq!(count(&play.men(side)), u16::from(MEN), "{}", context());
    }
    let offered = play.next_steps();
    assert_eq!(play.may_finish(), offered.is_empty(), "{}", context());
    for (index, step) in offered.iter().enumerate() {
        assert!(!offered[..index].contains(step), "{step} twice: {}", context());
        assert_eq!(play.why_not(step.from, step.die), None, "{step}: {}", context());
        let mut next = play.clone();
        assert_eq!(next.step(step.from, step.die), Ok(*step), "{}", context());
    }
    for (playable, die) in play.options().playable.into_iter().zip(Die::ALL) {
        let left = play.remaining()[usize::from(die.pips()) - 1];
        assert_eq!(playable.now, offered.iter().any(|step| step.die == die), "{die}: {}", context());
        assert!(playable.most >= u8::from(playable.now) && playable.most <= left, "{die}: {}", context());
    }
}

fn count(men: &Men) -> u16 {
    men.cells.iter().chain(&men.middle).chain([&men.hand, &men.off]).map(|count| u16::from(*count)).sum()
}
