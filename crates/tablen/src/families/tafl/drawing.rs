//! A tafl board on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tablen_rules::tafl::{Cell, Piece};
use tablen_table::view::TaflBoard;

use crate::families::Spot;
use crate::play::screen::highlights::{Highlights, Hits};
use crate::play::screen::palette::{self, Ink, Mark, Palette};

/// The sizes of a cell, the largest first: columns and lines.
const CELLS: [(u16, u16); 4] = [(7, 3), (5, 2), (3, 1), (2, 1)];
/// Room for the numbers of the rows.
const LEFT: u16 = 3;
/// Room for the letters of the columns.
const BELOW: u16 = 1;

/// The largest board that fits: its columns and lines.
pub fn size(board: &TaflBoard, width: u16, height: u16) -> Option<(u16, u16)> {
    CELLS.into_iter().map(|cell| whole(board, cell)).find(|(w, h)| *w <= width && *h <= height)
}

/// The smallest board.
pub fn least(board: &TaflBoard) -> (u16, u16) {
    whole(board, CELLS[CELLS.len() - 1])
}

fn whole(board: &TaflBoard, (width, height): (u16, u16)) -> (u16, u16) {
    (LEFT + u16::from(board.size) * width, BELOW + u16::from(board.size) * height)
}

/// Draws a board into an area that fits it exactly, and says where its cells are.
pub fn draw(
    board: &TaflBoard,
    grounds: [Ink; 2],
    highlights: &Highlights,
    colours: Palette,
    area: Rect,
    buffer: &mut Buffer,
) -> Hits {
    let size = u16::from(board.size);
    let (width, height) = ((area.width - LEFT) / size, (area.height - BELOW) / size);
    let quiet = Style::new().add_modifier(Modifier::DIM);
    for row in 0..size {
        let y = area.y + row * height + (height - 1) / 2;
        buffer.set_string(area.x, y, format!("{:>2}", size - row), quiet);
    }
    for column in 0..size {
        let letter = char::from(b'A' + u8::try_from(column).unwrap_or_default());
        let x = area.x + LEFT + column * width + (width - 1) / 2;
        buffer.set_string(x, area.y + size * height, letter.to_string(), quiet);
    }
    let mut hits = Vec::new();
    for cell in Cell::all(board.size) {
        let (column, row) = (u16::from(cell.column()), size - 1 - u16::from(cell.row()));
        let place = Rect::new(area.x + LEFT + column * width, area.y + row * height, width, height);
        let ground = if cell == board.throne || board.is_goal_corner(cell) {
            palette::KINGS
        } else if board.bases.contains(&cell) {
            palette::BASE
        } else {
            grounds[usize::from((column + row) % 2)]
        };
        draw_cell(board, cell, ground, highlights, colours, place, buffer);
        hits.push((place, Spot::Cell(cell)));
    }
    hits
}

fn draw_cell(
    board: &TaflBoard,
    cell: Cell,
    ground: Ink,
    highlights: &Highlights,
    palette: Palette,
    place: Rect,
    buffer: &mut Buffer,
) {
    let target = match highlights.picked {
        Some(Spot::Cell(from)) => {
            board.targets.get(&from).and_then(|targets| targets.iter().find(|target| target.to == cell))
        }
        _ => None,
    };
    let is_route = board.routes.iter().any(|route| route.to == cell);
    let is_threat = board.threats.iter().any(|threat| threat.to == cell);
    let own = match target {
        Some(target) if !target.captures.is_empty() => Some(Mark::Capture),
        Some(_) => Some(Mark::Target),
        None if is_route || is_threat => Some(Mark::Route),
        None => None,
    };
    let mark = highlights.of(Spot::Cell(cell), own);
    let style = palette.ground(ground, mark);
    buffer.set_style(place, style);
    let piece = board.pieces.get(cell);
    let ink = match piece {
        Some(Piece::Attacker) => palette::DARK,
        Some(Piece::Defender) => palette::PALE,
        Some(Piece::King) => palette::GOLD,
        None if own.is_some() => palette::PALE,
        None if cell == board.throne || board.is_goal_corner(cell) || board.bases.contains(&cell) => {
            palette::CARVED
        }
        None => palette::FRAME,
    };
    let strong = if piece.is_some() || own.is_some() { Modifier::BOLD } else { Modifier::empty() };
    let style = style.patch(palette.drawn(ink)).add_modifier(strong);
    let small = match (piece, target) {
        (Some(Piece::Attacker), _) => "●",
        (Some(Piece::Defender), _) => "○",
        (Some(Piece::King), _) => "♔",
        (None, Some(target)) if !target.captures.is_empty() => "✖",
        (None, Some(_)) => "▪",
        (None, None) if is_route => "☆",
        (None, None) if is_threat => "!",
        (None, None) if cell == board.throne => "⊕",
        (None, None) if board.is_goal_corner(cell) => "⊗",
        (None, None) if board.bases.contains(&cell) => "∷",
        (None, None) => "·",
    };
    let picture = piece.and_then(|piece| large(piece, place)).unwrap_or_default();
    if picture.is_empty() {
        buffer.set_string(place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2, small, style);
    }
    let left = place.x + (place.width.saturating_sub(if place.height > 2 { 5 } else { 3 })) / 2;
    for (line, text) in (0u16..).zip(picture) {
        buffer.set_string(left, place.y + line, *text, style);
    }
    // Brackets point where there are no colours to.
    if highlights.cursor == Spot::Cell(cell) && place.width > 2 {
        let y = place.y + (place.height - 1) / 2;
        buffer.set_string(place.x, y, "[", style);
        buffer.set_string(place.x + place.width - 1, y, "]", style);
    }
}

/// Pieces that are larger than a letter: full for attackers, rings for defenders, a square with a crown for the king.
fn large(piece: Piece, place: Rect) -> Option<&'static [&'static str]> {
    match (place.height, piece) {
        (3.., Piece::Attacker) => Some(&["▗▄▄▄▖", "▐███▌", "▝▀▀▀▘"]),
        (3.., Piece::Defender) => Some(&["╭───╮", "│ ○ │", "╰───╯"]),
        (3.., Piece::King) => Some(&["╔═══╗", "║ ♔ ║", "╚═══╝"]),
        (2, Piece::Attacker) => Some(&["▗▄▖", "▝▀▘"]),
        (2, Piece::Defender) => Some(&["╭─╮", "╰─╯"]),
        (2, Piece::King) => Some(&["╔♔╗", "╚═╝"]),
        _ => None,
    }
}
