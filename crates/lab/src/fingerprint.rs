//! Telling files apart by their bytes.

/// A number that tells bytes from others and is never 0. It is the same on every machine and in every version, because files keep it; nobody
/// is kept from making other bytes with the same one.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let hash = bytes.iter().fold(1, |hash: u64, byte| {
        hash.rotate_left(5).wrapping_add(u64::from(*byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    hash.max(1)
}
