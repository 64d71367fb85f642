//! The board of tavli as lines of text.

use std::fmt::Write;

use tablen_rules::tavli::Column;
use tablen_table::view::MenView;

/// A tavli board as the text describes it: cell 1 at the top right, 24 at the bottom right, hit men in the middle row.
pub fn picture(white: &MenView, black: &MenView) -> String {
    let cell = |number: u8| {
        let on = |men: &MenView| men.cells[usize::from(number) - 1];
        stack(on(white), on(black))
    };
    let middle = |column: Column| {
        let hit = |men: &MenView| men.middle[usize::from(column.number()) - 1];
        stack(hit(white), hit(black))
    };
    let line = |cells: Vec<String>| {
        let (left, right) = cells.split_at(6);
        format!("│{}❦{}│", left.concat(), right.concat())
    };
    let numbers = |numbers: Vec<u8>| {
        let (left, right) = numbers.split_at(6);
        let part = |part: &[u8]| part.iter().map(|number| format!("{number:^6}")).collect::<String>();
        format!(" {} {}", part(left), part(right))
    };
    let bar = "─".repeat(36);
    let top: Vec<u8> = (1..=12).rev().collect();
    let bottom: Vec<u8> = (13..=24).collect();
    let side = |men: &MenView, sign: char| format!("{sign} {:>2}", men.hand);
    let mut picture = String::new();
    for text in [
        numbers(top.clone()),
        format!("┌{bar}─{bar}┐"),
        line(top.iter().map(|number| cell(*number)).collect()) + &format!("  {}", side(white, '○')),
        format!("├{bar}┼{bar}┤"),
        line(Column::all().rev().map(middle).collect()) + &format!("  {}", side(black, '●')),
        format!("├{bar}┼{bar}┤"),
        line(bottom.iter().map(|number| cell(*number)).collect())
            + &format!("  ○ {:>2} → ● {:>2} →", white.off, black.off),
        format!("└{bar}─{bar}┘"),
        numbers(bottom.clone()),
    ] {
        let _ = writeln!(picture, "{}", text.trim_end());
    }
    picture
}

/// The men of a cell, six places wide: `○3`, `●12`, and both in a column of the middle row.
fn stack(white: u8, black: u8) -> String {
    let part = |count: u8, sign: char| if count == 0 { String::new() } else { format!("{sign}{count}") };
    let text = [part(white, '○'), part(black, '●')].concat();
    let shown = if text.is_empty() { "·".to_owned() } else { text };
    format!("{shown:^6}")
}
