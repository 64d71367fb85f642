//! Frames of a WebSocket (RFC 6455), written by hand: a library would refuse to write the wrong ones.

/// What a frame is.
pub mod opcode {
    /// More of the message before.
    pub const CONTINUATION: u8 = 0;
    /// A text.
    pub const TEXT: u8 = 1;
    /// Bytes.
    pub const BINARY: u8 = 2;
    /// The end.
    pub const CLOSE: u8 = 8;
    /// Is anybody there?
    pub const PING: u8 = 9;
    /// Somebody is.
    pub const PONG: u8 = 10;
}

/// A frame, right or wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Whether the message ends with it.
    pub is_last: bool,
    /// The three reserved bits, which must be 0.
    pub reserved: u8,
    /// What it is.
    pub opcode: u8,
    /// What the bytes are masked with; a client must have one.
    pub mask: Option<[u8; 4]>,
    /// How long it says that it is, if that is not the truth.
    pub claimed: Option<u64>,
    /// What it carries.
    pub bytes: Vec<u8>,
}

impl Frame {
    /// A frame as a client should send it.
    pub fn new(opcode: u8, bytes: impl Into<Vec<u8>>) -> Frame {
        let mask = Some([0x12, 0x34, 0x56, 0x78]);
        Frame { is_last: true, reserved: 0, opcode, mask, claimed: None, bytes: bytes.into() }
    }

    /// The first of several, or one in the middle.
    pub fn with_more_to_come(self) -> Frame {
        Frame { is_last: false, ..self }
    }

    /// As it goes over the line.
    pub fn encode(&self) -> Vec<u8> {
        let length = self.claimed.unwrap_or(self.bytes.len() as u64);
        let masked = if self.mask.is_some() { 0x80 } else { 0 };
        let mut encoded = vec![u8::from(self.is_last) << 7 | (self.reserved & 7) << 4 | self.opcode & 15];
        match (u8::try_from(length), u16::try_from(length)) {
            (Ok(short), _) if short < 126 => encoded.push(masked | short),
            (_, Ok(middle)) => {
                encoded.push(masked | 126);
                encoded.extend(middle.to_be_bytes());
            }
            _ => {
                encoded.push(masked | 127);
                encoded.extend(length.to_be_bytes());
            }
        }
        encoded.extend(self.mask.unwrap_or_default().iter().filter(|_| self.mask.is_some()));
        let mask = self.mask.unwrap_or_default();
        encoded.extend(self.bytes.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        encoded
    }

    /// The first frame of what has come from a server, and how many bytes it took; nothing if it is not all there.
    pub fn decode(bytes: &[u8]) -> Option<(Frame, usize)> {
        let (first, second) = (*bytes.first()?, *bytes.get(1)?);
        let (length, head) = match second & 127 {
            126 => (u64::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().ok()?)), 4),
            127 => (u64::from_be_bytes(bytes.get(2..10)?.try_into().ok()?), 10),
            short => (u64::from(short), 2),
        };
        let end = head + usize::try_from(length).ok()?;
        let frame = Frame {
            is_last: first & 0x80 != 0,
            reserved: first >> 4 & 7,
            opcode: first & 15,
            mask: None,
            claimed: None,
            bytes: bytes.get(head..end)?.to_vec(),
        };
        Some((frame, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_length_come_back() {
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            let frame = Frame { mask: None, ..Frame::new(opcode::TEXT, vec![7; length]) };
            let encoded = frame.encode();
            assert_eq!(Frame::decode(&encoded), Some((frame, encoded.len())));
            assert_eq!(Frame::decode(&encoded[..encoded.len() - 1]), None);
        }
    }

    #[test]
    fn a_mask_is_put_on() {
        let encoded = Frame::new(opcode::TEXT, "Hi").encode();
        assert_eq!(encoded, [0x81, 0x82, 0x12, 0x34, 0x56, 0x78, b'H' ^ 0x12, b'i' ^ 0x34]);
    }
}
