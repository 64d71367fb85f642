//! Keys and the mouse as what a person wants.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;

use crate::families::Die;

/// What a person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// To point elsewhere.
    Point(Direction),
    /// To point at the next thing that can be moved, or at the next place for it.
    Next,
    /// The same backwards.
    Previous,
    /// To pick up, put down, throw or say yes.
    Act,
    /// To let go or say no.
    LetGo,
    /// To press a button of the mouse there.
    Press(Position),
    /// To let it go there.
    Release(Position),
    /// To throw the dice.
    Roll,
    /// To play a number.
    Play(Die),
    /// To end the turn.
    Confirm,
    /// To have finished turns end by themselves, or no longer.
    ConfirmByItself,
    /// To take back.
    Undo,
    /// To be told what to play.
    Hint,
    /// To play what was told.
    PlayHint,
    /// To give up.
    Resign,
    /// To offer a draw.
    Draw,
    /// To save the game.
    Save,
    /// To play again.
    Again,
    /// To know the keys.
    Help,
    /// To say yes.
    Yes,
    /// To say no.
    No,
    /// To leave.
    Quit,
    /// To leave whatever is asked.
    QuitAtOnce,
    /// To see the screen anew.
    Redraw,
}

/// Where to point next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// What an event means, if it means anything. While something is asked, letters are answers.
pub fn intent(event: &Event, is_asked: bool) -> Option<Intent> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => of_key(key, is_asked),
        Event::Mouse(mouse) => of_mouse(mouse),
        Event::Resize(..) | Event::FocusGained => Some(Intent::Redraw),
        _ => None,
    }
}

fn of_mouse(mouse: &MouseEvent) -> Option<Intent> {
    let there = Position { x: mouse.column, y: mouse.row };
    match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Some(Intent::Press(there)),
        MouseEventKind::Up(MouseButton::Left) => Some(Intent::Release(there)),
        MouseEventKind::Down(MouseButton::Right) => Some(Intent::LetGo),
        _ => None,
    }
}

fn of_key(key: &KeyEvent, is_asked: bool) -> Option<Intent> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd') => Some(Intent::QuitAtOnce),
            KeyCode::Char('l') => Some(Intent::Redraw),
            _ => None,
        };
    }
    if is_asked && let KeyCode::Char(letter) = key.code {
        return match letter.to_ascii_lowercase() {
            // Yes, oui, sì.
            'y' | 'o' | 's' => Some(Intent::Yes),
            'n' => Some(Intent::No),
            ' ' => Some(Intent::Act),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Up => Intent::Point(Direction::Up),
        KeyCode::Down => Intent::Point(Direction::Down),
        KeyCode::Left => Intent::Point(Direction::Left),
        KeyCode::Right => Intent::Point(Direction::Right),
        KeyCode::Tab => Intent::Next,
        KeyCode::BackTab => Intent::Previous,
        KeyCode::Enter => Intent::Act,
        KeyCode::Esc => Intent::LetGo,
        KeyCode::Char(letter) => match letter {
            ' ' => Intent::Act,
            'r' => Intent::Roll,
            '1'..='6' => Intent::Play(Die::new(letter as u8 - b'0')?),
            'c' => Intent::Confirm,
            'a' => Intent::ConfirmByItself,
            'u' => Intent::Undo,
            'h' => Intent::Hint,
            'p' => Intent::PlayHint,
            'R' | 'x' => Intent::Resign,
            'd' => Intent::Draw,
            's' => Intent::Save,
            'n' => Intent::Again,
            '?' => Intent::Help,
            'q' => Intent::Quit,
            _ => return None,
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(code: KeyCode) -> Event {
        Event::Key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    #[test]
    fn letters_are_answers_while_something_is_asked() {
        assert_eq!(intent(&key(KeyCode::Char('n')), false), Some(Intent::Again));
        assert_eq!(intent(&key(KeyCode::Char('n')), true), Some(Intent::No));
        assert_eq!(intent(&key(KeyCode::Char('o')), true), Some(Intent::Yes));
        assert_eq!(intent(&key(KeyCode::Char('5')), false), Die::new(5).map(Intent::Play));
        assert_eq!(intent(&key(KeyCode::F(1)), false), None);
        let interrupt = Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert_eq!(intent(&interrupt, true), Some(Intent::QuitAtOnce));
    }
}
