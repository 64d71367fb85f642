//! Colours for every terminal: as many as it has, and none where none are wanted.

use ratatui::style::{Color, Modifier, Style};

/// How many colours the terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// None are wanted: everything is told by signs and by reversed, bold and underlined text.
    None,
    /// The sixteen that every terminal has.
    Sixteen,
    /// A cube of six by six by six, and greys.
    Cube,
    /// All.
    True,
}

impl Depth {
    /// What the usual variables say.
    pub fn of_environment() -> Depth {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        Depth::said(&variable("NO_COLOR"), &variable("COLORTERM"), &variable("TERM"))
    }

    fn said(no_color: &str, colorterm: &str, term: &str) -> Depth {
        match (no_color, colorterm) {
            ("", "truecolor" | "24bit") => Depth::True,
            ("", _) if term.contains("256") => Depth::Cube,
            ("", _) => Depth::Sixteen,
            _ => Depth::None,
        }
    }
}

/// A colour, and what comes near it where there are only sixteen.
#[derive(Clone, Copy)]
pub struct Ink(u8, u8, u8, Color);

/// Grounds are middling, so that dark and pale men both stand out on them, in light and dark terminals alike.
pub const BIRCH: [Ink; 2] = [Ink(150, 108, 66, Color::Yellow), Ink(139, 98, 58, Color::Yellow)];
pub const VELLUM: [Ink; 2] = [Ink(143, 120, 88, Color::Yellow), Ink(132, 110, 79, Color::Yellow)];
pub const MARBLE: [Ink; 2] = [Ink(124, 128, 130, Color::DarkGray), Ink(110, 115, 118, Color::DarkGray)];
/// Bases, and the king's own cells.
pub const BASE: Ink = Ink(118, 76, 58, Color::Yellow);
pub const KINGS: Ink = Ink(112, 70, 98, Color::Magenta);
/// Signs on them.
pub const CARVED: Ink = Ink(206, 168, 132, Color::White);
pub const FRAME: Ink = Ink(74, 58, 42, Color::Black);
pub const DARK: Ink = Ink(20, 14, 12, Color::Black);
pub const PALE: Ink = Ink(255, 248, 232, Color::White);
pub const GOLD: Ink = Ink(255, 224, 112, Color::LightYellow);
const IVORY: Ink = Ink(240, 232, 210, Color::White);
const SHADOW: Ink = Ink(128, 122, 110, Color::DarkGray);
const WARNING: Ink = Ink(214, 84, 60, Color::LightRed);

/// Why a spot looks different from its neighbours, the weakest reason first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Last,
    Route,
    Hint,
    Target,
    Capture,
    Picked,
    Cursor,
}

impl Mark {
    const fn ink(self) -> Ink {
        match self {
            Mark::Last => Ink(158, 138, 50, Color::Green),
            Mark::Route => Ink(150, 120, 20, Color::Green),
            Mark::Hint => Ink(40, 124, 148, Color::Cyan),
            Mark::Target => Ink(74, 124, 66, Color::Green),
            Mark::Capture => Ink(166, 58, 46, Color::LightRed),
            Mark::Picked => Ink(58, 88, 158, Color::Blue),
            Mark::Cursor => Ink(190, 106, 36, Color::Red),
        }
    }

    /// What tells it where there are no colours.
    const fn modifier(self) -> Modifier {
        match self {
            Mark::Last | Mark::Route => Modifier::UNDERLINED,
            Mark::Hint | Mark::Target | Mark::Capture => Modifier::BOLD,
            Mark::Picked | Mark::Cursor => Modifier::REVERSED,
        }
    }
}

/// The colours of a terminal.
#[derive(Clone, Copy, Debug)]
pub struct Palette(pub Depth);

impl Palette {
    fn colour(self, Ink(red, green, blue, near): Ink) -> Option<Color> {
        match self.0 {
            Depth::None => None,
            Depth::Sixteen => Some(near),
            Depth::Cube => Some(Color::Indexed(in_cube(red, green, blue))),
            Depth::True => Some(Color::Rgb(red, green, blue)),
        }
    }

    /// Something drawn in a colour.
    pub fn drawn(self, ink: Ink) -> Style {
        self.colour(ink).map_or_else(Style::new, |colour| Style::new().fg(colour))
    }

    /// Ground of a colour, or of the mark that stands out from it.
    pub fn ground(self, ink: Ink, mark: Option<Mark>) -> Style {
        match (self.0, mark) {
            (Depth::None, Some(mark)) => Style::new().add_modifier(mark.modifier()),
            (_, mark) => {
                let ink = mark.map_or(ink, Mark::ink);
                self.colour(ink).map_or_else(Style::new, |colour| Style::new().bg(colour))
            }
        }
    }

    /// A face of a die, bright if it can be played.
    pub fn die(self, is_bright: bool) -> Style {
        match self.0 {
            Depth::None if is_bright => Style::new().add_modifier(Modifier::REVERSED),
            Depth::None => Style::new(),
            _ => self.ground(if is_bright { IVORY } else { SHADOW }, None).patch(self.drawn(DARK)),
        }
    }

    /// What must not be overlooked.
    pub fn warning(self) -> Style {
        self.drawn(WARNING).add_modifier(Modifier::BOLD)
    }
}

/// The nearest of the 240 colours that all terminals with 256 agree on.
fn in_cube(red: u8, green: u8, blue: u8) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let apart = |a: [u8; 3]| -> u32 {
        a.iter().zip([red, green, blue]).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    let cube = (0..216u8).map(|place| {
        let level = |by: u8| LEVELS[usize::from(place / by % 6)];
        (apart([level(36), level(6), level(1)]), 16 + place)
    });
    let greys = (0..24u8).map(|place| (apart([8 + 10 * place; 3]), 232 + place));
    cube.chain(greys).min().map_or(16, |(_, index)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        assert_eq!(Depth::said("", "truecolor", "xterm"), Depth::True);
        assert_eq!(Depth::said("", "", "xterm-256color"), Depth::Cube);
        assert_eq!(Depth::said("", "", "xterm"), Depth::Sixteen);
        assert_eq!(Depth::said("1", "truecolor", "xterm-256color"), Depth::None);
    }

    #[test]
    fn the_cube_has_its_own_colours() {
        assert_eq!(in_cube(255, 0, 0), 196);
        assert_eq!(in_cube(0, 0, 0), 16);
        assert_eq!(in_cube(128, 128, 128), 244);
    }
}
