//! Where requests and frames begin and end, as far as it takes to count them. What is in them is the libraries' affair.

/// A frame counts as at least so many bytes.
const LEAST: usize = 64;

/// The longest head that a frame has: two bytes, its length, its mask.
const LONGEST_HEAD: usize = 14;

/// The head of the last request that came.
#[derive(Debug)]
pub struct Head {
    /// How much of the empty line at its end has come.
    of_end: usize,
    /// Whether anything has come after it.
    has_more: bool,
}

impl Head {
    const END: &[u8] = b"\r\n\r\n";

    /// Nothing has come of it.
    pub const fn new() -> Head {
        Head { of_end: 0, has_more: false }
    }

    /// Reads on.
    pub fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if self.of_end == Self::END.len() {
                self.has_more = true;
                return;
            }
            self.of_end = match *byte {
                byte if byte == Self::END[self.of_end] => self.of_end + 1,
                b'\r' => 1,
                _ => 0,
            };
        }
    }

    /// Whether all of it has come, and nothing after it.
    pub const fn is_last(&self) -> bool {
        self.of_end == Self::END.len() && !self.has_more
    }
}

/// Frames as they come in.
#[derive(Debug, Default)]
pub struct Frames {
    /// What has come of the head of the one that is coming.
    head: [u8; LONGEST_HEAD],
    len: usize,
    /// How much is still to come of what it carries.
    carried: u64,
}

impl Frames {
    /// Reads on; says how many bytes more the frames that have begun count than they have.
    pub fn read(&mut self, mut bytes: &[u8]) -> usize {
        let mut more = 0;
        loop {
            let carried = usize::try_from(self.carried).unwrap_or(usize::MAX).min(bytes.len());
            self.carried -= carried as u64;
            bytes = &bytes[carried..];
            let Some((first, rest)) = bytes.split_first() else { return more };
            self.head[self.len] = *first;
            self.len += 1;
            bytes = rest;
            if let Some(carried) = self.carries() {
                let length = usize::try_from(carried).unwrap_or(usize::MAX).saturating_add(self.len);
                more += LEAST.saturating_sub(length);
                (self.len, self.carried) = (0, carried);
            }
        }
    }

    /// How many bytes the frame carries whose head has come.
    fn carries(&self) -> Option<u64> {
        let head = &self.head[..self.len];
        let second = *head.get(1)?;
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        let (length, extended) = match second & 0x7f {
            126 => (head.get(2..4).map(|two| two.iter().fold(0, number)), 2),
            127 => (head.get(2..10).map(|eight| eight.iter().fold(0, number)), 8),
            short => (Some(u64::from(short)), 0),
        };
        length.filter(|_| head.len() == 2 + extended + mask)
    }
}

fn number(before: u64, byte: &u8) -> u64 {
    before << 8 | u64::from(*byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(carried: usize) -> Vec<u8> {
        let mut bytes = vec![0x81];
        match carried {
            ..126 => bytes.push(0x80 | carried as u8),
            126..65_536 => {
                bytes.push(0x80 | 126);
                bytes.extend((carried as u16).to_be_bytes());
            }
            _ => {
                bytes.push(0x80 | 127);
                bytes.extend((carried as u64).to_be_bytes());
            }
        }
        bytes.extend([0; 4]);
        bytes.extend(vec![0xff; carried]);
        bytes
    }

    #[test]
    fn short_frames_count_as_longer_ones_however_they_are_cut() {
        let sizes = [0, 0, 57, 58, 59, 125, 126, 4_000, 65_535, 65_536, 70_000, 0, 1];
        let bytes: Vec<u8> = sizes.iter().flat_map(|size| frame(*size)).collect();
        for piece in [1, 2, 3, 7, 64, 1_000, bytes.len()] {
            let mut frames = Frames::default();
            let more: usize = bytes.chunks(piece).map(|piece| frames.read(piece)).sum();
            assert_eq!(more, 3 * 58 + 1 + 57, "in pieces of {piece}");
            assert_eq!((frames.len, frames.carried), (0, 0));
        }
    }

    #[test]
    fn the_end_of_a_head_is_found() {
        let is_last = |pieces: &[&str]| {
            let mut head = Head::new();
            pieces.iter().for_each(|piece| head.read(piece.as_bytes()));
            head.is_last()
        };
        assert!(is_last(&["GET / HTTP/1.1\r\nHost: x\r", "\n\r\n"]));
        assert!(is_last(&["a\r\r\n\r\n"]) && is_last(&["a\r\n\r\r\n\r\n"]));
        assert!(!is_last(&["GET / HTTP/1.1\r\nHost: x\r\n"]) && !is_last(&["a\r\n\r\n", "b"]));
        assert!(!is_last(&["a\r\n\r\nb\r\n\r\n"]));
    }
}
