//! The board of tavli on the screen: three rows of twelve, cell 1 at the top right, men waiting at the right, men borne off
//! at the bottom right, and the dice below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tablen_rules::tavli::{Cell, Column, Place};
use tablen_table::view::{MenView, StepView, TavliBoard};

use super::dice;
use crate::families::{Scene, Spot};
use crate::play::screen::highlights::Hits;
use crate::play::screen::palette::{self, Mark};

/// The widths of a cell, the largest first.
const WIDTHS: [u16; 4] = [6, 5, 4, 3];
/// The most and least lines of an outer row.
const HEIGHTS: [u16; 2] = [8, 2];
/// Room for the men who wait and those who are done.
const TRAY: u16 = 9;
/// Two sides and the divider.
const EDGES: u16 = 3;
/// Numbers above and below, four lines of the frame.
const AROUND: u16 = 6;

/// The board's measures.
#[derive(Clone, Copy)]
struct Measures {
    /// Columns of a cell.
    width: u16,
    /// Lines of an outer row.
    height: u16,
    /// Lines of the middle row.
    middle: u16,
}

impl Measures {
    const fn whole(self) -> (u16, u16) {
        (12 * self.width + EDGES + TRAY, AROUND + 2 * self.height + self.middle + dice::HEIGHT)
    }

    fn fitting(width: u16, height: u16) -> Option<Measures> {
        let heights = (HEIGHTS[1]..=HEIGHTS[0]).rev();
        let all = WIDTHS.into_iter().flat_map(|width| {
            heights.clone().map(move |height| Measures {
                width,
                height,
                middle: if height > 4 { 3 } else { 2 },
            })
        });
        let fits = |measures: &Measures| {
            let (w, h) = measures.whole();
            w <= width && h <= height
        };
        all.into_iter().find(fits)
    }
}

/// The largest board that fits: its columns and lines.
pub fn size(width: u16, height: u16) -> Option<(u16, u16)> {
    Measures::fitting(width, height).map(Measures::whole)
}

/// The smallest board.
pub const fn least() -> (u16, u16) {
    Measures { width: WIDTHS[WIDTHS.len() - 1], height: HEIGHTS[1], middle: 2 }.whole()
}

/// The board being drawn.
struct Drawing<'a> {
    board: &'a TavliBoard,
    scene: &'a Scene<'a>,
    measures: Measures,
    area: Rect,
    /// What the man picked up can do.
    reach: Vec<StepView>,
}

/// Draws the board into an area that fits it exactly, and says where its places are.
pub fn draw(board: &TavliBoard, scene: &Scene<'_>, area: Rect, buffer: &mut Buffer) -> Hits {
    let Some(measures) = Measures::fitting(area.width, area.height) else { return Vec::new() };
    let reach = match scene.highlights.picked {
        Some(Spot::Place(from)) => board.next.iter().filter(|step| step.from == from).copied().collect(),
        _ => Vec::new(),
    };
    let drawing = Drawing { board, scene, measures, area, reach };
    drawing.frame(buffer);
    let mut hits = Vec::new();
    for cell in Cell::all() {
        hits.push(drawing.cell(cell, buffer));
    }
    for column in Column::all() {
        hits.push(drawing.middle(column, buffer));
    }
    hits.push(drawing.tray(Place::Hand, buffer));
    hits.push(drawing.tray(Place::Off, buffer));
    let below = Rect { y: area.y + area.height - dice::HEIGHT, height: dice::HEIGHT, ..area };
    hits.extend(dice::draw(board, scene, below, buffer));
    hits
}

impl Drawing<'_> {
    /// Where a column begins, counted from the left.
    fn x(&self, from_left: u16) -> u16 {
        self.area.x + 1 + from_left * self.measures.width + u16::from(from_left >= 6)
    }

    /// The first lines of the three rows.
    fn rows(&self) -> [u16; 3] {
        let top = self.area.y + 2;
        let middle = top + self.measures.height + 1;
        [top, middle, middle + self.measures.middle + 1]
    }

    fn frame(&self, buffer: &mut Buffer) {
        let Measures { width, height, middle } = self.measures;
        let style =
            self.scene.palette.ground(palette::FRAME, None).patch(self.scene.palette.drawn(palette::PALE));
        let table = "─".repeat(usize::from(6 * width));
        let [top, second, third] = self.rows();
        for (y, [left, between, right]) in [
            (top - 1, ["┌", "┬", "┐"]),
            (second - 1, ["├", "┼", "┤"]),
            (third - 1, ["├", "┼", "┤"]),
            (third + height, ["└", "┴", "┘"]),
        ] {
            buffer.set_string(self.area.x, y, format!("{left}{table}{between}{table}{right}"), style);
        }
        let lines = (top..top + height)
            .chain(second..second + middle)
            .chain(third..third + height)
            .map(|y| (y, y + 1 == second + middle.div_ceil(2)));
        for (y, is_centre) in lines {
            for x in [self.area.x, self.x(6) - 1, self.x(12)] {
                let is_divider = x == self.x(6) - 1;
                buffer.set_string(x, y, if is_divider && is_centre { "❦" } else { "│" }, style);
            }
        }
        let quiet = Style::new().add_modifier(Modifier::DIM);
        for from_left in 0..12u16 {
            let x = self.x(from_left);
            let centred = |number: u16| format!("{number:^width$}", width = usize::from(width));
            buffer.set_string(x, top - 2, centred(12 - from_left), quiet);
            buffer.set_string(x, third + height + 1, centred(13 + from_left), quiet);
        }
    }

    /// The style of a place, and the step that leads there.
    fn look(&self, place: Place, ground: palette::Ink) -> (Style, Option<StepView>) {
        let step = self.reach.iter().find(|step| step.to == place).copied();
        let own = step.map(|step| if step.hit.is_some() { Mark::Capture } else { Mark::Target });
        (self.scene.palette.ground(ground, self.scene.highlights.of(Spot::Place(place), own)), step)
    }

    fn cell(&self, cell: Cell, buffer: &mut Buffer) -> (Rect, Spot) {
        let Measures { width, height, .. } = self.measures;
        let from_left = 12 - u16::from(cell.column().number());
        let is_top = cell.number() <= 12;
        let [top, _, third] = self.rows();
        let place = Rect::new(self.x(from_left), if is_top { top } else { third }, width, height);
        let spot = Place::Cell(cell);
        let (style, step) = self.look(spot, palette::MARBLE[usize::from(from_left % 2)]);
        buffer.set_style(place, style);
        let on = |men: &MenView| men.cells[usize::from(cell.number()) - 1];
        let (count, sign, ink) = match (on(&self.board.white), on(&self.board.black)) {
            (0, black) => (black, "●", palette::DARK),
            (white, _) => (white, "○", palette::PALE),
        };
        let mut lines = stack(count, sign, height);
        if !is_top {
            lines.reverse();
        }
        let style = style.patch(self.scene.palette.drawn(ink)).add_modifier(Modifier::BOLD);
        for (y, text) in (place.y..).zip(&lines) {
            buffer.set_string(place.x, y, centred(text, width), style);
        }
        if let Some(step) = step {
            let sign = if step.hit.is_some() { "✖" } else { "▪" };
            let y = if is_top { place.y + height - 1 } else { place.y };
            let style = style.patch(self.scene.palette.drawn(palette::PALE));
            buffer.set_string(place.x, y, centred(&format!("{sign}{}", step.die), width), style);
        }
        self.point_at(spot, place, style, buffer);
        (place, Spot::Place(spot))
    }

    fn middle(&self, column: Column, buffer: &mut Buffer) -> (Rect, Spot) {
        let Measures { width, middle, .. } = self.measures;
        let from_left = 12 - u16::from(column.number());
        let place = Rect::new(self.x(from_left), self.rows()[1], width, middle);
        let spot = Place::Middle(column);
        let (style, _) = self.look(spot, palette::MARBLE[usize::from((from_left + 1) % 2)]);
        buffer.set_style(place, style);
        let hit = |men: &MenView| men.middle[usize::from(column.number()) - 1];
        let both = [
            (hit(&self.board.white), "○", palette::PALE, place.y),
            (hit(&self.board.black), "●", palette::DARK, place.y + middle - 1),
        ];
        for (count, sign, ink, y) in both {
            let text = match count {
                0 => continue,
                1 => sign.to_owned(),
                more => format!("{sign}{more}"),
            };
            let style = style.patch(self.scene.palette.drawn(ink)).add_modifier(Modifier::BOLD);
            buffer.set_string(place.x, y, centred(&text, width), style);
        }
        self.point_at(spot, place, style, buffer);
        (place, Spot::Place(spot))
    }

    /// The men who wait, beside the top row, or those borne off, beside the bottom row.
    fn tray(&self, spot: Place, buffer: &mut Buffer) -> (Rect, Spot) {
        let [top, _, third] = self.rows();
        let (y, key) = match spot {
            Place::Hand => (top, "play.screen.hand"),
            _ => (third, "play.screen.off"),
        };
        let place = Rect::new(self.area.x + self.area.width - TRAY + 1, y, TRAY - 1, self.measures.height);
        let step = self.reach.iter().find(|step| step.to == spot);
        let mark = self.scene.highlights.of(Spot::Place(spot), step.map(|_| Mark::Target));
        let style =
            mark.map_or_else(Style::new, |mark| self.scene.palette.ground(palette::FRAME, Some(mark)));
        buffer.set_style(place, style);
        let count = |men: &MenView| if spot == Place::Hand { men.hand } else { men.off };
        let label = message!(key).render(self.scene.lang);
        let label = match step {
            Some(step) => format!("{label} ▪{}", step.die),
            None => label,
        };
        let texts = [
            label,
            format!("○ {:>2}", count(&self.board.white)),
            format!("● {:>2}", count(&self.board.black)),
        ];
        // With two lines there is room for the men alone.
        let texts = if self.measures.height > 2 { &texts[..] } else { &texts[1..] };
        for (y, text) in (place.y..).zip(texts) {
            buffer.set_stringn(place.x + 1, y, text, usize::from(place.width - 1), style);
        }
        self.point_at(spot, place, style, buffer);
        (place, Spot::Place(spot))
    }

    /// Brackets point where there are no colours to.
    fn point_at(&self, spot: Place, place: Rect, style: Style, buffer: &mut Buffer) {
        if self.scene.highlights.cursor == Spot::Place(spot) {
            let y = place.y + place.height / 2;
            buffer.set_string(place.x, y, "[", style);
            buffer.set_string(place.x + place.width - 1, y, "]", style);
        }
    }
}

fn centred(text: &str, width: u16) -> String {
    format!("{text:^width$}", width = usize::from(width))
}

/// Men in a pile from its edge inwards: one a line, then two, then two and a number.
fn stack(count: u8, sign: &str, height: u16) -> Vec<String> {
    let (count, height) = (usize::from(count), usize::from(height));
    if count <= height {
        return vec![sign.to_owned(); count];
    }
    if count <= 2 * height {
        return (0..height).map(|line| sign.repeat(if line < count - height { 2 } else { 1 })).collect();
    }
    let mut lines = vec![sign.repeat(2); height - 1];
    lines.push(count.to_string());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn piles_show_how_many_men_there_are() {
        assert_eq!(stack(0, "○", 3), Vec::<String>::new());
        assert_eq!(stack(2, "○", 3), ["○", "○"]);
        assert_eq!(stack(5, "○", 3), ["○○", "○○", "○"]);
        assert_eq!(stack(15, "○", 3), ["○○", "○○", "15"]);
    }
}
