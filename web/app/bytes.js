// @ts-check
// Bytes: as hexadecimal digits, one after the other, by chance.

/** @param {string} hex */
export function bytesOfHex(hex) {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
export function hexOfBytes(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What somebody adds to the dice who sits down. */
export function randomNonce() {
  return hexOfBytes(crypto.getRandomValues(new Uint8Array(16)));
}

/** @param {Uint8Array[]} parts */
export function joined(parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}
