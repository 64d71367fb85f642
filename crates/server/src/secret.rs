//! What only the server knows: what it signs, and what it draws without having to remember it.

use std::fmt;

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::digest::KeyInit;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use tablen_table::dice::NoRandomness;

use crate::ids::random_bytes;

/// A secret of the server's.
#[derive(Clone, Copy)]
pub struct Secret([u8; 32]);

/// Never shown, not even in a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What secrets are sealed under where they are stored: whoever has the one without the other has nothing.
#[derive(Clone)]
pub struct Key(XChaCha20Poly1305);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}

/// How long a nonce is; it stands before what is sealed with it.
const NONCE: usize = 24;

impl Key {
    /// The key with these bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Key {
        Key(<XChaCha20Poly1305 as chacha20poly1305::KeyInit>::new(&bytes.into()))
    }

    /// A secret that can be read with this key only, and only as what it is said to be about.
    pub fn seal(&self, about: &[u8], secret: &[u8; 32]) -> Result<Vec<u8>, NoRandomness> {
        let nonce: [u8; NONCE] = random_bytes()?;
        let sealed = self.0.encrypt(XNonce::from_slice(&nonce), Payload { msg: secret, aad: about });
        // Only texts of many gigabytes cannot be sealed.
        Ok([nonce.as_slice(), &sealed.map_err(|_| NoRandomness)?].concat())
    }

    /// What was sealed with this key about that.
    pub fn open(&self, about: &[u8], sealed: &[u8]) -> Option<[u8; 32]> {
        let (nonce, sealed) = sealed.split_at_checked(NONCE)?;
        let opened = self.0.decrypt(XNonce::from_slice(nonce), Payload { msg: sealed, aad: about });
        opened.ok()?.try_into().ok()
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

    #[test]
    fn what_is_sealed_is_opened_by_its_key_as_what_it_is_about() {
        let (key, other) = (Key::from_bytes([1; 32]), Key::from_bytes([2; 32]));
        let sealed = key.seal(b"a", &[7; 32]).unwrap();
        assert_eq!(key.open(b"a", &sealed), Some([7; 32]));
        assert_eq!(other.open(b"a", &sealed), None);
        assert_eq!(key.open(b"b", &sealed), None);
        assert_ne!(key.seal(b"a", &[7; 32]).unwrap(), sealed, "twice the same does not look the same");
        for place in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[place] ^= 1;
            assert_eq!(key.open(b"a", &changed), None);
            assert_eq!(key.open(b"a", &sealed[..place]), None);
        }
    }
}
