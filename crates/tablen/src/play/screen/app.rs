//! The screen's state: what is pointed at, picked up and asked; and how all of it is drawn.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use tablen_host::messages::Said;
use tablen_rules::words::{Explain, Lang, Message};
use tablen_table::view::{Ask, View};
use tablen_table::{Command, Phase, Refusal};

use super::highlights::{Highlights, Hits};
use super::input::{Direction, Intent};
use super::palette::Palette;
use super::panel;
use crate::families::{self, Die, FamilyBoard, Room, Scene, Spot};
use crate::play::session::Session;
use crate::play::telling;

/// Room that the players and moves need beside a board.
const PANEL: u16 = 20;
/// Room that a larger board leaves them.
const WIDE_PANEL: u16 = 26;
/// The title above; what is going on, what was said and the keys below.
const ABOVE: u16 = 1;
const BELOW: u16 = 3;

/// What lies over the board until it is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Dialog {
    Help,
    Resign,
    Quit,
    DrawOffer,
}

/// The screen.
pub struct App {
    session: Session,
    /// The table as it was when something last changed: to list all that can be done on a large board takes its time.
    view: View,
    lang: Lang,
    palette: Palette,
    cursor: Spot,
    picked: Option<Spot>,
    /// Where the button of the mouse went down.
    pressed: Option<Spot>,
    dialog: Option<Dialog>,
    said: String,
    is_warning: bool,
    confirms_by_itself: bool,
    hits: Hits,
    is_left: bool,
}

impl App {
    /// A screen for a game.
    pub fn new(session: Session, lang: Lang, palette: Palette) -> App {
        let mut app = App {
            view: session.view(),
            session,
            lang,
            palette,
            cursor: Spot::Dice,
            picked: None,
            pressed: None,
            dialog: None,
            said: String::new(),
            is_warning: false,
            confirms_by_itself: false,
            hits: Vec::new(),
            is_left: false,
        };
        app.point_somewhere();
        app.listen();
        app
    }

    /// Whether the person has left.
    pub const fn is_left(&self) -> bool {
        self.is_left
    }

    /// Whether something is asked that letters answer.
    pub const fn is_asked(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Resign | Dialog::Quit | Dialog::DrawOffer))
    }

    /// Whether time is shown that passes.
    pub fn shows_time(&self) -> bool {
        self.session.thinks().is_some()
            || self.session.looks_for_hint().is_some()
            || self.session.state().clock().running().is_some()
    }

    /// Whether an answer of the computer may come at any moment.
    pub fn is_waiting(&self) -> bool {
        self.session.is_busy() || self.session.looks_for_hint().is_some()
    }

    /// Lets happen what is due; says whether the screen has changed.
    pub fn poll(&mut self) -> bool {
        let mut changed = self.session.poll();
        if changed {
            self.listen();
        }
        let may = &self.view.may;
        if self.confirms_by_itself && may.contains(&Ask::Confirm) && !may.contains(&Ask::Step) {
            self.ask(Command::Confirm);
            changed = true;
        }
        changed
    }

    /// Leaves: thoughts end and the file is complete.
    pub fn leave(&mut self) {
        self.is_left = true;
        self.session.leave();
    }

    fn say(&mut self, message: &Message, is_warning: bool) {
        self.said = message.render(self.lang);
        self.is_warning = is_warning;
    }

    /// Shows the news, and forgets what no longer makes sense.
    fn listen(&mut self) {
        if let Some(last) = self.session.news().last() {
            self.say(last, false);
        }
        self.view = self.session.view();
        let movable = self.movable();
        self.picked = self.picked.filter(|picked| movable.contains(picked));
        if self.view.may.contains(&Ask::AcceptDraw) {
            self.dialog = Some(Dialog::DrawOffer);
        }
    }

    /// Points at something that makes sense on the board.
    fn point_somewhere(&mut self) {
        self.cursor = families::board(&self.view).map_or(Spot::Dice, |board| board.first_spot());
    }

    /// Where something stands that can be moved; the dice where they can be thrown.
    fn movable(&self) -> Vec<Spot> {
        if self.view.may.contains(&Ask::Roll) {
            return vec![Spot::Dice];
        }
        families::board(&self.view).map_or_else(Vec::new, |board| board.movable())
    }

    /// Where what is picked up can go.
    fn reachable(&self) -> Vec<Spot> {
        match (families::board(&self.view), self.picked) {
            (Some(board), Some(picked)) => board.reachable(picked),
            _ => Vec::new(),
        }
    }

    /// Does what a person wants.
    pub fn handle(&mut self, intent: Intent) {
        if intent == Intent::QuitAtOnce {
            return self.leave();
        }
        if let Some(dialog) = self.dialog {
            return self.answer(dialog, intent);
        }
        match intent {
            Intent::Point(direction) => self.point(direction),
            Intent::Next => self.cycle(1),
            Intent::Previous => self.cycle(-1),
            Intent::Act => self.act(self.cursor),
            Intent::LetGo => self.picked = None,
            Intent::Press(there) => self.press(there),
            Intent::Release(there) => self.release(there),
            Intent::Roll => self.ask(Command::Roll),
            Intent::Play(die) => self.play_die(die),
            Intent::Confirm => self.ask(Command::Confirm),
            Intent::ConfirmByItself => {
                self.confirms_by_itself = !self.confirms_by_itself;
                let key =
                    if self.confirms_by_itself { "play.screen.auto-on" } else { "play.screen.auto-off" };
                self.say(&message!(key), false);
            }
            Intent::Undo => {
                let result = self.session.undo();
                self.hear(result);
            }
            Intent::Hint => {
                let result = self.session.ask_hint();
                self.hear(result);
            }
            Intent::PlayHint => {
                let result = self.session.play_hint();
                self.hear(result);
            }
            Intent::Resign if self.view.may.contains(&Ask::Resign) => {
                self.dialog = Some(Dialog::Resign);
            }
            Intent::Resign => self.say(&<Refusal>::Over.message(), true),
            Intent::Draw => self.ask(Command::OfferDraw),
            Intent::Save => match self.session.save(None) {
                Ok(path) => self.say(&message!("play.saved").text("file", path.display()), false),
                Err(error) => {
                    self.say(&message!("play.error.save").text("file", "").text("error", error), true);
                }
            },
            Intent::Again => {
                let result = self.session.play_again();
                self.hear(result);
                self.point_somewhere();
            }
            Intent::Help => self.dialog = Some(Dialog::Help),
            Intent::Quit if self.session.is_safe_to_leave() => self.leave(),
            Intent::Quit => self.dialog = Some(Dialog::Quit),
            Intent::QuitAtOnce | Intent::Yes | Intent::No | Intent::Redraw => {}
        }
    }

    fn answer(&mut self, dialog: Dialog, intent: Intent) {
        let is_yes = match intent {
            Intent::Yes | Intent::Act => true,
            Intent::No | Intent::LetGo | Intent::Press(_) => false,
            Intent::Help | Intent::Quit if dialog == Dialog::Help => false,
            _ => return,
        };
        self.dialog = None;
        match (dialog, is_yes) {
            (Dialog::Resign, true) => self.ask(Command::Resign),
            (Dialog::Quit, true) => self.leave(),
            (Dialog::DrawOffer, true) => self.ask(Command::AcceptDraw),
            (Dialog::DrawOffer, false) => self.ask(Command::DeclineDraw),
            (Dialog::Help, _) | (Dialog::Resign | Dialog::Quit, false) => {}
        }
    }

    fn ask(&mut self, command: Command) {
        let result = self.session.ask(command);
        self.hear(result);
    }

    /// Shows the news or why there are none.
    fn hear(&mut self, result: Result<(), Said>) {
        self.listen();
        if let Err(refused) = result {
            (self.said, self.is_warning) = (refused.text, true);
        }
    }

    /// Points at the nearest spot in a direction.
    fn point(&mut self, direction: Direction) {
        let centre = |place: &Rect| {
            (
                2 * i32::from(place.x) + i32::from(place.width),
                4 * i32::from(place.y) + 2 * i32::from(place.height),
            )
        };
        let Some((here, _)) = self.hits.iter().find(|(_, spot)| *spot == self.cursor) else {
            return self.cursor = self.hits.first().map_or(self.cursor, |(_, spot)| *spot);
        };
        let (x, y) = centre(here);
        let nearest = self
            .hits
            .iter()
            .filter_map(|(place, spot)| {
                let (dx, dy) = (centre(place).0 - x, centre(place).1 - y);
                let (along, aside) = match direction {
                    Direction::Up => (-dy, dx),
                    Direction::Down => (dy, dx),
                    Direction::Left => (-dx, dy),
                    Direction::Right => (dx, dy),
                };
                // What is straight ahead comes before what is near but aside.
                (along > 0).then_some((along + 4 * aside.abs(), *spot))
            })
            .min_by_key(|(distance, _)| *distance);
        if let Some((_, spot)) = nearest {
            self.cursor = spot;
        }
    }

    /// Points at the next of the spots that matter.
    fn cycle(&mut self, by: isize) {
        let spots = if self.picked.is_some() { self.reachable() } else { self.movable() };
        let Ok(count) = isize::try_from(spots.len()) else { return };
        if count == 0 {
            return;
        }
        let here = spots.iter().position(|spot| *spot == self.cursor).and_then(|at| isize::try_from(at).ok());
        let next = match here {
            Some(at) => (at + by).rem_euclid(count),
            None if by < 0 => count - 1,
            None => 0,
        };
        self.cursor = usize::try_from(next).ok().and_then(|at| spots.get(at)).copied().unwrap_or(self.cursor);
    }

    fn act(&mut self, spot: Spot) {
        match (spot, self.picked) {
            (Spot::Dice, _) => self.ask(Command::Roll),
            (Spot::Face(die), _) => self.play_die(die),
            (_, Some(picked)) if picked == spot => self.picked = None,
            // Another man is meant.
            (_, Some(_)) if !self.reachable().contains(&spot) && self.movable().contains(&spot) => {
                self.pick(spot);
            }
            (_, Some(picked)) => self.play(picked, spot, None),
            (_, None) => self.pick(spot),
        }
    }

    fn pick(&mut self, spot: Spot) {
        match self.session.why_not_from(spot) {
            None => self.picked = Some(spot),
            Some(refusal) => self.say(&refusal.message(), true),
        }
    }

    fn play(&mut self, from: Spot, to: Spot, die: Option<Die>) {
        let result = self.session.play(from, to, die);
        if result.is_ok() {
            self.picked = None;
        }
        self.hear(result);
    }

    /// Plays a number with the man picked up or pointed at.
    fn play_die(&mut self, die: Die) {
        let from = self.picked.unwrap_or(self.cursor);
        let command = families::board(&self.view).and_then(|board| board.command_of_die(from, die));
        let Some(command) = command else { return };
        let result = self.session.ask(command);
        if result.is_ok() {
            self.picked = None;
        }
        self.hear(result);
    }

    fn spot_at(&self, there: Position) -> Option<Spot> {
        self.hits.iter().find(|(place, _)| place.contains(there)).map(|(_, spot)| *spot)
    }

    fn press(&mut self, there: Position) {
        self.pressed = self.spot_at(there);
        if let Some(spot) = self.pressed {
            self.cursor = spot;
            self.act(spot);
        }
    }

    /// A man let go elsewhere than where it was taken was dragged there.
    fn release(&mut self, there: Position) {
        let pressed = self.pressed.take();
        if let Some(spot) = self.spot_at(there)
            && self.picked.is_some()
            && self.picked == pressed
            && pressed != Some(spot)
        {
            self.cursor = spot;
            self.act(spot);
        }
    }

    /// Draws everything.
    pub fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        if self.view.clock.is_some() {
            self.view = self.session.view();
        }
        let view = self.view.clone();
        self.hits.clear();
        let Some(board) = families::board(&view) else { return };
        let Some((width, height)) = board_size(board, area) else {
            return self.draw_too_small(board, area, buffer);
        };
        panel::header(&view, self.lang, Rect { height: ABOVE, ..area }, buffer);
        // A board that leaves room is set in the middle of it.
        let free = area.height - ABOVE - BELOW - height;
        let place = Rect::new(area.x + 1, area.y + ABOVE + free / 2, width, height);
        let highlights = Highlights::new(board, self.cursor, self.picked, self.session.hint());
        let scene = Scene { view: &view, highlights: &highlights, palette: self.palette, lang: self.lang };
        self.hits = board.draw(&scene, place, buffer);
        let beside = place.x + place.width + 1;
        let panel = Rect::new(
            beside,
            area.y + ABOVE + 1,
            area.width.saturating_sub(beside - area.x),
            area.height - ABOVE - BELOW - 1,
        );
        panel::side(&view, &self.session.lines(), self.lang, self.palette, panel, buffer);
        self.draw_below(&view, Rect { y: area.y + area.height - BELOW, height: BELOW, ..area }, buffer);
        if let Some(dialog) = self.dialog {
            self.draw_dialog(dialog, &view, area, buffer);
        }
    }

    fn draw_below(&self, view: &View, area: Rect, buffer: &mut Buffer) {
        let width = usize::from(area.width.saturating_sub(2));
        let ribbon = self.ribbon(view);
        let strong = Style::new().add_modifier(Modifier::BOLD);
        buffer.set_stringn(area.x + 1, area.y, ribbon, width, strong);
        let style = if self.is_warning { self.palette.warning() } else { Style::new() };
        buffer.set_stringn(area.x + 1, area.y + 1, &self.said, width, style);
        let keys = Rect { y: area.y + 2, height: 1, ..area };
        let has_hint = self.session.hint().is_some();
        panel::keys(view, self.picked.is_some(), has_hint, self.lang, keys, buffer);
    }

    /// What is going on: announcements, then the result, a thought or what is to be done.
    fn ribbon(&self, view: &View) -> String {
        let mut parts = Vec::new();
        if let Some(board) = families::board(view)
            && view.phase == Phase::Playing
        {
            parts.extend(board.calls());
        }
        let thinking = |key: &'static str, elapsed: std::time::Duration| {
            message!(key).with("seconds", elapsed.as_secs())
        };
        let may = |ask: Ask| view.may.contains(&ask);
        parts.push(match (self.session.result(), self.session.thinks(), self.session.looks_for_hint()) {
            (Some(result), ..) => result,
            (_, Some((_, elapsed)), _) => thinking("play.screen.thinks", elapsed),
            (_, _, Some(elapsed)) => thinking("play.screen.looks", elapsed),
            _ => match view.acts_for {
                None => message!("play.screen.wait"),
                Some(seat) => {
                    let what = if may(Ask::Roll) {
                        "play.screen.do.roll"
                    } else if may(Ask::Confirm) && !may(Ask::Step) {
                        "play.screen.do.confirm"
                    } else if self.picked.is_some() {
                        "play.screen.do.drop"
                    } else {
                        "play.screen.do.pick"
                    };
                    let player = &view.seats[seat];
                    message!("play.screen.to-act")
                        .text("sign", telling::sign(player.colour))
                        .with("side", telling::side(&view.rules, player.colour))
                        .with("what", message!(what))
                }
            },
        });
        let texts: Vec<String> = parts.iter().map(|part| part.render(self.lang)).collect();
        texts.join("  ")
    }

    fn draw_dialog(&self, dialog: Dialog, view: &View, area: Rect, buffer: &mut Buffer) {
        let render = |key: &'static str| message!(key).render(self.lang);
        let yes_no = render("play.screen.yes-no");
        let (title, text) = match dialog {
            Dialog::Resign => (render("play.screen.resign"), yes_no),
            Dialog::Quit => (render("play.screen.quit"), yes_no),
            Dialog::DrawOffer => (render("play.screen.draw"), yes_no),
            Dialog::Help => {
                let mut text = [render("play.screen.help"), render("play.screen.mouse")].join("\n\n");
                let dice = &view.dice;
                if let Some(commitment) = dice.commitment {
                    text += "\n\n";
                    text +=
                        &message!("play.screen.commitment").text("commitment", commitment).render(self.lang);
                }
                if let Some(seed) = dice.seed {
                    text += "\n";
                    text += &message!("play.screen.seed").text("seed", seed).render(self.lang);
                }
                (render("play.screen.keys"), text)
            }
        };
        panel::dialog(&title, &text, area, buffer);
    }

    fn draw_too_small(&self, board: &dyn FamilyBoard, area: Rect, buffer: &mut Buffer) {
        let (width, height) = board.least_size();
        let message = message!("play.screen.too-small")
            .with("width", width + PANEL + 2)
            .with("height", height + ABOVE + BELOW)
            .with("has_width", area.width)
            .with("has_height", area.height)
            .render(self.lang);
        for (y, line) in (area.y..area.y + area.height).zip(message.lines()) {
            buffer.set_stringn(area.x, y, line, usize::from(area.width), Style::new());
        }
    }
}

/// The largest board that fits beside a wide panel or, if none does, beside a narrow one.
fn board_size(board: &dyn FamilyBoard, area: Rect) -> Option<(u16, u16)> {
    let height = area.height.checked_sub(ABOVE + BELOW)?;
    [WIDE_PANEL, PANEL].into_iter().find_map(|panel| {
        let width = area.width.checked_sub(panel + 2)?;
        board.size(Room { width, most_width: area.width.checked_sub(PANEL)?, height })
    })
}
