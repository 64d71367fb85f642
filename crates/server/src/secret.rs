//! What only the server knows: what it signs, and what it draws without having to remember it.

use std::fmt;

use hmac::digest::KeyInit;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// A secret of the server's.
#[derive(Clone, Copy)]
pub struct Secret([u8; 32]);

/// Never shown, not even in a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// The secret with these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Secret {
        Secret(bytes)
    }

    /// What nobody else can compute of an id. `purpose` keeps one use of the secret from serving for another.
    pub fn mac(&self, purpose: &str, id: [u8; 16]) -> Hmac<Sha256> {
        // A key shorter than a block counts as filled up with zeros.
        let mut block = [0; 64];
        block[..self.0.len()].copy_from_slice(&self.0);
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&block.into());
        mac.update(purpose.as_bytes());
        mac.update(&id);
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cookies that were signed by an earlier version are still believed.
    #[test]
    fn what_follows_from_a_secret_stays_the_same() {
        let made = Secret::from_bytes([7; 32]).mac("tablen guest 1", [9; 16]).finalize().into_bytes();
        let mut usual = <Hmac<Sha256> as Mac>::new_from_slice(&[7; 32]).unwrap();
        usual.update(b"tablen guest 1");
        usual.update(&[9; 16]);
        assert_eq!(made, usual.finalize().into_bytes());
    }
}
