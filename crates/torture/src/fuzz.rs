//! Frames that no client should send. The server never dies of one, says why it closes the socket, and nobody else notices.

use std::time::Duration;

use fastrand::Rng;
use serde_json::json;

use crate::client::{Person, Socket};
use crate::frames::{Frame, opcode};
use crate::outcome::Outcome;

/// How long the server may take to close a socket.
const CLOSING: Duration = Duration::from_secs(60);

/// Close codes of RFC 6455.
mod code {
    pub const PROTOCOL: u16 = 1002;
    pub const NOT_UTF8: u16 = 1007;
    pub const POLICY: u16 = 1008;
    pub const TOO_BIG: u16 = 1009;
}

/// Something wrong, and the code with which a socket is closed for it.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// What is wrong.
    pub name: &'static str,
    frames: Vec<Frame>,
    code: u16,
    /// Whether there is so much of it that the server's last word can be lost with what it did not read.
    is_flood: bool,
}

fn wrong(name: &'static str, code: u16, frames: Vec<Frame>) -> Wrong {
    let is_flood = frames.len() > 100;
    Wrong { name, frames, code, is_flood }
}

/// Everything that is wrong in a way that has a code.
pub fn wrongs() -> Vec<Wrong> {
    let text = |text: &str| Frame::new(opcode::TEXT, text);
    let start = || text("{\"type\":").with_more_to_come();
    let ping = || json!({ "type": "ping" }).to_string();
    let close = |bytes: &[u8]| Frame::new(opcode::CLOSE, bytes);
    vec![
        wrong("a reserved bit", code::PROTOCOL, vec![Frame { reserved: 4, ..text(&ping()) }]),
        wrong("another reserved bit", code::PROTOCOL, vec![Frame { reserved: 1, ..text(&ping()) }]),
        wrong("a data opcode that is none", code::PROTOCOL, vec![Frame { opcode: 3, ..text(&ping()) }]),
        wrong("a control opcode that is none", code::PROTOCOL, vec![Frame { opcode: 11, ..text("") }]),
        wrong("no mask", code::PROTOCOL, vec![Frame { mask: None, ..text(&ping()) }]),
        wrong("a ping in pieces", code::PROTOCOL, vec![Frame::new(opcode::PING, "a").with_more_to_come()]),
        wrong("a ping that is too long", code::PROTOCOL, vec![Frame::new(opcode::PING, vec![7; 126])]),
        wrong("a continuation of nothing", code::PROTOCOL, vec![Frame::new(opcode::CONTINUATION, "a")]),
        wrong("a text inside another", code::PROTOCOL, vec![start(), text(&ping())]),
        wrong("a close with half a code", code::PROTOCOL, vec![close(&[3])]),
        wrong(
            "a length beyond all numbers",
            code::TOO_BIG,
            vec![Frame { claimed: Some(1 << 62), ..text("") }],
        ),
        wrong("a frame that is too long", code::TOO_BIG, vec![Frame::new(opcode::TEXT, vec![b' '; 5_000])]),
        wrong(
            "a message too long in pieces",
            code::TOO_BIG,
            std::iter::once(start())
                .chain((0..9).map(|_| Frame::new(opcode::CONTINUATION, vec![b' '; 512]).with_more_to_come()))
                .collect(),
        ),
        wrong("bytes that are no UTF-8", code::NOT_UTF8, vec![Frame::new(opcode::TEXT, [b'"', 0xff, b'"'])]),
        wrong(
            "no UTF-8 across pieces",
            code::NOT_UTF8,
            vec![
                Frame::new(opcode::TEXT, [0xe2, 0x82]).with_more_to_come(),
                Frame::new(opcode::CONTINUATION, [0x28]),
            ],
        ),
        wrong(
            "empty continuations without end",
            code::POLICY,
            std::iter::once(start())
                .chain((0..100_000).map(|_| Frame::new(opcode::CONTINUATION, "").with_more_to_come()))
                .collect(),
        ),
        wrong("pings without end", code::POLICY, vec![Frame::new(opcode::PING, ""); 200]),
    ]
}

/// Sends what is wrong, and says which code it should have been and which it was, if they differ.
pub fn send(person: &mut Person, table: &str, wrong: &Wrong) -> Outcome<Option<String>> {
    let mut socket = person.sit(table, 0)?;
    // One that is closed early need not read the rest.
    let _ = socket.send_raw(&wrong.frames.iter().flat_map(Frame::encode).collect::<Vec<u8>>());
    let closed = socket.closed_with(CLOSING)?;
    let is_right = closed == Some(Some(wrong.code)) || wrong.is_flood && closed == Some(None);
    Ok((!is_right).then(|| format!("{}: closed with {closed:?} instead of {}", wrong.name, wrong.code)))
}

/// Sends a few frames that are wrong in any way, or bytes that are none, cut off anywhere.
pub fn send_anything(person: &mut Person, table: &str, rng: &mut Rng) -> Outcome<()> {
    let mut socket = person.sit(table, 0)?;
    let mut bytes = Vec::new();
    for _ in 0..rng.usize(1..12) {
        bytes.extend(if rng.u8(..8) == 0 { noise(rng, 64) } else { any_frame(rng).encode() });
    }
    if rng.u8(..4) == 0 {
        bytes.truncate(rng.usize(..=bytes.len()));
    }
    // Whatever becomes of it: that the server is there afterwards is looked at by others.
    for piece in bytes.chunks(rng.usize(1..200)) {
        if socket.send_raw(piece).is_err() {
            return Ok(());
        }
    }
    drain(&mut socket);
    Ok(())
}

fn any_frame(rng: &mut Rng) -> Frame {
    let length = rng.usize(..300);
    let bytes = match rng.u8(..3) {
        0 => noise(rng, length),
        1 => json!({ "type": "do", "command": "resign", "key": rng.u32(..) }).to_string().into_bytes(),
        _ => b"{\"type\":\"ping\"}".to_vec(),
    };
    Frame {
        is_last: rng.u8(..4) != 0,
        reserved: if rng.u8(..6) == 0 { rng.u8(..8) } else { 0 },
        opcode: if rng.bool() { opcode::TEXT } else { rng.u8(..16) },
        mask: (rng.u8(..8) != 0).then(|| [rng.u8(..), rng.u8(..), rng.u8(..), rng.u8(..)]),
        claimed: (rng.u8(..8) == 0).then(|| rng.u64(..)),
        bytes,
    }
}

fn noise(rng: &mut Rng, length: usize) -> Vec<u8> {
    (0..length).map(|_| rng.u8(..)).collect()
}

fn drain(socket: &mut Socket) {
    // An answer, a closing or silence: all are right.
    let _ = socket.closed_with(Duration::from_millis(20));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_sends_the_same() {
        let frames = |seed| {
            let mut rng = Rng::with_seed(seed);
            (0..20).map(|_| any_frame(&mut rng).encode()).collect::<Vec<_>>()
        };
        assert_eq!(frames(3), frames(3));
        assert_ne!(frames(3), frames(4));
    }
}
