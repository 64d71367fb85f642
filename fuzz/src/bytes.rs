//! An input as a source of choices.

use tablen_rules::option::Options;

/// The bytes of an input, one choice after the other; zeros when they are used up.
pub struct Bytes<'d>(&'d [u8]);

impl<'d> Bytes<'d> {
    /// All choices of an input are still to be made.
    pub const fn new(data: &'d [u8]) -> Bytes<'d> {
        Bytes(data)
    }

    /// Whether the bytes are used up.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    /// The next two bytes.
    pub fn pair(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// The next eight bytes.
    pub fn word(&mut self) -> u64 {
        u64::from_le_bytes([(); 8].map(|()| self.byte()))
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: u8) -> u8 {
        self.byte() % limit
    }

    /// Yes or no.
    pub fn flip(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// One of some items, if there are any.
    pub fn choose<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        let number = if items.len() > 256 { self.pair().into() } else { usize::from(self.byte()) };
        items.get(number.checked_rem(items.len())?)
    }

    /// One of some items; there must be one.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        self.choose(items).expect("something to choose from")
    }

    /// Sets an option of a ruleset.
    pub fn set_option<R: Options>(&mut self, ruleset: &mut R) {
        let option = self.pick(R::options());
        let value = self.pick(option.values);
        assert_eq!(option.set(ruleset, value), Ok(()));
        assert_eq!(option.get(ruleset), *value);
    }
}
