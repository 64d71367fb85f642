//! Messages of the challenge: frames of four bytes that tell a length, the highest first, and so much JSON in UTF-8.

use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tablen_rules::tafl::{Arrangement, Cell, Move, Piece, Side};
use tablen_rules::words::{Explain, Message};

/// The board of the challenge.
const SIZE: u8 = 9;

/// The longest frame that is read: a state takes about a thousand bytes.
const LONGEST_FRAME: u32 = 1 << 16;

/// Somebody who reads nothing for so long is gone.
const WRITING: Duration = Duration::from_secs(10);

/// Why a message could not be read or sent.
#[derive(Debug)]
pub enum WireError {
    /// The other end has closed the connection.
    Closed,
    /// Nothing came in time.
    TimedOut,
    /// A frame is too long.
    TooLong(u32),
    /// A frame is not what is expected now.
    Unexpected {
        /// The key of what is expected.
        wanted: &'static str,
        /// What came.
        found: String,
    },
    /// The connection failed.
    Io(io::Error),
}

impl Explain for WireError {
    fn message(&self) -> Message {
        match self {
            WireError::Closed => message!("challenge.error.closed"),
            WireError::TimedOut => message!("challenge.error.timed-out"),
            WireError::TooLong(bytes) => {
                let message = message!("challenge.error.too-long").with("bytes", *bytes);
                message.with("most", LONGEST_FRAME)
            }
            WireError::Unexpected { wanted, found } => {
                message!("challenge.error.unexpected").with("wanted", message!(*wanted)).text("found", found)
            }
            WireError::Io(error) => message!("challenge.error.connection").text("error", error),
        }
    }
}

impl From<io::Error> for WireError {
    fn from(error: io::Error) -> WireError {
        match error.kind() {
            ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
            | ErrorKind::UnexpectedEof => WireError::Closed,
            _ => WireError::Io(error),
        }
    }
}

/// One end of a connection.
pub struct Wire {
    stream: TcpStream,
}

impl Wire {
    /// Messages over a connection.
    pub fn new(stream: TcpStream) -> Result<Wire, WireError> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITING))?;
        Ok(Wire { stream })
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Value) -> Result<(), WireError> {
        let text = message.to_string();
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let mut frame = length.to_be_bytes().to_vec();
        frame.extend_from_slice(text.as_bytes());
        Ok(self.stream.write_all(&frame)?)
    }

    /// The next message, which must be whole at that moment, if one is given.
    pub fn receive(&mut self, until: Option<Instant>) -> Result<Received, WireError> {
        let mut length = [0; 4];
        self.fill(&mut length, until)?;
        let length = u32::from_be_bytes(length);
        if length > LONGEST_FRAME {
            return Err(WireError::TooLong(length));
        }
        let mut bytes = vec![0; length as usize];
        self.fill(&mut bytes, until)?;
        Ok(Received { text: String::from_utf8_lossy(&bytes).into_owned() })
    }

    fn fill(&mut self, buffer: &mut [u8], until: Option<Instant>) -> Result<(), WireError> {
        let mut filled = 0;
        while filled < buffer.len() {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Err(WireError::TimedOut);
            }
            self.stream.set_read_timeout(left)?;
            match self.stream.read(&mut buffer[filled..]) {
                Ok(0) => return Err(WireError::Closed),
                Ok(read) => filled += read,
                Err(error)
                    if matches!(
                        error.kind(),
                        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
                    ) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

/// A message that came.
pub struct Received {
    text: String,
}

/// More of it nobody wants to see in an error.
const SHOWN: usize = 80;

impl Received {
    fn read<T>(&self, wanted: &'static str, read: impl FnOnce(&Value) -> Option<T>) -> Result<T, WireError> {
        let value = serde_json::from_str(&self.text).ok();
        value.as_ref().and_then(read).ok_or_else(|| {
            let shown: String = self.text.chars().filter(|sign| !sign.is_control()).take(SHOWN).collect();
            WireError::Unexpected { wanted, found: shown }
        })
    }

    /// As a player's name: a JSON string.
    pub fn name(&self) -> Result<String, WireError> {
        self.read("challenge.wanted.name", |value| {
            let name: String = value.as_str()?.chars().filter(|sign| !sign.is_control()).take(60).collect();
            Some(name.trim().to_owned()).filter(|name| !name.is_empty())
        })
    }

    /// As a state.
    pub fn state(&self) -> Result<State, WireError> {
        self.read("challenge.wanted.state", State::from_json)
    }

    /// As a move of a side.
    pub fn mv(&self, side: Side) -> Result<Move, WireError> {
        self.read("challenge.wanted.move", |value| {
            // Who sends the move is known: some programs leave it out, but none may move for the other side.
            let turn = value.get("turn").and_then(Value::as_str).map(Turn::from_name);
            if turn.is_some_and(|turn| turn != Some(Turn::ToMove(side))) {
                return None;
            }
            let cell = |key: &str| value.get(key)?.as_str()?.trim().parse::<Cell>().ok();
            Some(Move { from: cell("from")?, to: cell("to")? })
        })
    }
}

/// A name as a message.
pub fn name_message(name: &str) -> Value {
    json!(name)
}

/// A move as a message.
pub fn move_message(mv: Move, side: Side) -> Value {
    let cell = |cell: Cell| cell.to_string().to_lowercase();
    json!({ "from": cell(mv.from), "to": cell(mv.to), "turn": Turn::ToMove(side).name() })
}

/// What a server tells: the board, and whose turn it is or how the game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Where the pieces stand.
    pub pieces: Arrangement,
    /// Whose turn it is.
    pub turn: Turn,
}

/// Whose turn it is, or how the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// That side's.
    ToMove(Side),
    /// That side has won.
    Won(Side),
    /// Nobody has.
    Draw,
}

impl Turn {
    const ALL: [Turn; 5] = [
        Turn::ToMove(Side::Defenders),
        Turn::ToMove(Side::Attackers),
        Turn::Won(Side::Defenders),
        Turn::Won(Side::Attackers),
        Turn::Draw,
    ];

    const fn name(self) -> &'static str {
        match self {
            Turn::ToMove(Side::Defenders) => "WHITE",
            Turn::ToMove(Side::Attackers) => "BLACK",
            Turn::Won(Side::Defenders) => "WHITEWIN",
            Turn::Won(Side::Attackers) => "BLACKWIN",
            Turn::Draw => "DRAW",
        }
    }

    fn from_name(name: &str) -> Option<Turn> {
        Turn::ALL.into_iter().find(|turn| turn.name().eq_ignore_ascii_case(name))
    }
}

impl State {
    /// As a message. The first row is row 1.
    pub fn to_json(&self) -> Value {
        let middle = Cell::new(SIZE / 2, SIZE / 2);
        let name = |cell: Cell| match self.pieces.get(cell) {
            Some(Piece::Attacker) => "BLACK",
            Some(Piece::Defender) => "WHITE",
            Some(Piece::King) => "KING",
            None if Some(cell) == middle => "THRONE",
            None => "EMPTY",
        };
        let names: Vec<&str> = Cell::all(SIZE).map(name).collect();
        let rows: Vec<&[&str]> = names.chunks(SIZE.into()).collect();
        json!({ "board": rows, "turn": self.turn.name() })
    }

    fn from_json(value: &Value) -> Option<State> {
        let turn = Turn::from_name(value.get("turn")?.as_str()?)?;
        let rows = value.get("board")?.as_array().filter(|rows| rows.len() == usize::from(SIZE))?;
        let mut pieces = Arrangement::empty(SIZE);
        for (row, names) in (0..SIZE).zip(rows) {
            let names = names.as_array().filter(|names| names.len() == usize::from(SIZE))?;
            for (column, name) in (0..SIZE).zip(names) {
                let piece = match name.as_str()?.to_ascii_uppercase().as_str() {
                    "BLACK" => Some(Piece::Attacker),
                    "WHITE" => Some(Piece::Defender),
                    "KING" => Some(Piece::King),
                    "EMPTY" | "THRONE" => None,
                    _ => return None,
                };
                pieces.set(Cell::new(column, row)?, piece);
            }
        }
        Some(State { pieces, turn })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_told_as_the_challenge_tells_them() {
        let pieces = super::super::ruleset().board.layout().start.clone();
        let start = State { pieces, turn: Turn::ToMove(Side::Defenders) };
        let told = start.to_json();
        assert_eq!(
            told["board"][0],
            json!(["EMPTY", "EMPTY", "EMPTY", "BLACK", "BLACK", "BLACK", "EMPTY", "EMPTY", "EMPTY"])
        );
        assert_eq!((&told["board"][4][4], &told["turn"]), (&json!("KING"), &json!("WHITE")));
        assert_eq!(State::from_json(&told), Some(start.clone()));
        let mut away = start;
        away.pieces.set(Cell::new(4, 4).unwrap_or_else(|| unreachable!()), None);
        away.turn = Turn::Draw;
        assert_eq!(away.to_json()["board"][4][4], json!("THRONE"));
        assert_eq!(State::from_json(&away.to_json()), Some(away));
    }

    #[test]
    fn moves_are_read_in_any_case_and_only_of_their_side() {
        let read =
            |text: &str, side| Received { text: text.to_owned() }.mv(side).ok().map(|mv| mv.to_string());
        let sent = move_message(Move { from: cell("E3"), to: cell("H3") }, Side::Defenders);
        assert_eq!(sent, json!({ "from": "e3", "to": "h3", "turn": "WHITE" }));
        assert_eq!(read(&sent.to_string(), Side::Defenders).as_deref(), Some("E3-H3"));
        assert_eq!(read(&sent.to_string(), Side::Attackers), None);
        assert_eq!(read(r#"{"from":"D1","to":"d3"}"#, Side::Attackers).as_deref(), Some("D1-D3"));
        assert_eq!(read(r#"{"from":"Z1","to":"d3"}"#, Side::Attackers), None);
        assert_eq!(read("nonsense", Side::Attackers), None);
    }

    fn cell(text: &str) -> Cell {
        text.parse().unwrap_or_else(|_| panic!("{text} is a cell"))
    }
}
