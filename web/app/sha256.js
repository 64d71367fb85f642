// @ts-check
// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). Browsers have both, but only for pages that come over https or from the same machine; dice are checked
// on a phone in the same network too.

import { joined } from './bytes.js';

const BLOCK = 64;

/** The first `count` primes. @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

/** The first 32 bits behind the point. @param {number} number */
const fraction = (number) => Math.floor((number - Math.floor(number)) * 2 ** 32);

const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes(64).map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * @param {Uint8Array} message
 * @returns {Uint8Array}
 */
export function sha256(message) {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const bytes = new DataView(padded.buffer);
  bytes.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const hash = Int32Array.from(START);
  const schedule = new Int32Array(64);
  for (let block = 0; block < padded.length; block += BLOCK) {
    for (let place = 0; place < 64; place++) {
      if (place < 16) {
        schedule[place] = bytes.getInt32(block + 4 * place);
        continue;
      }
      const [before, after] = [schedule[place - 15], schedule[place - 2]];
      const low = turned(before, 7) ^ turned(before, 18) ^ (before >>> 3);
      const high = turned(after, 17) ^ turned(after, 19) ^ (after >>> 10);
      schedule[place] = schedule[place - 16] + low + schedule[place - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let round = 0; round < 64; round++) {
      const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[round] + schedule[round]) | 0;
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    for (const [place, word] of [a, b, c, d, e, f, g, h].entries()) hash[place] += word;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [place, word] of hash.entries()) digest.setInt32(4 * place, word);
  return new Uint8Array(digest.buffer);
}

/**
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmacSha256(key, message) {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const padded = (/** @type {number} */ pad) => block.map((byte) => byte ^ pad);
  return sha256(joined([padded(0x5c), sha256(joined([padded(0x36), message]))]));
}
