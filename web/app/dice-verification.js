// @ts-check
// Whether the throws of a game are those that its seed and nonces make. The definition stands in crates/table/src/dice.rs;
// this is a second implementation of it, so that a player need not believe the server.

import { bytesOfHex, hexOfBytes, joined } from './bytes.js';
import { diceTold } from './table-state.js';
import { hmacSha256, sha256 } from './sha256.js';

/** @typedef {import('../protocol.js').Entry} Entry */
/** @typedef {{ host: string, guest: string }} Nonces  Hexadecimal digits. */
/** @typedef {{ sequence: number, number: number, told: string, made: string }} WrongThrow */
/**
 * @typedef {{ verdict: 'no-throws' } | { verdict: 'not-verifiable' } | { verdict: 'not-revealed', commitment: string }
 *   | { verdict: 'wrong-seed', commitment: string, seed: string } | { verdict: 'other-seal' } | { verdict: 'other-nonce' } | { verdict: 'added-nonce' }
 *   | { verdict: 'right', throws: number, isOwn: boolean }
 *   | { verdict: 'wrong', throws: WrongThrow[] }} Verdict
 */

const LABEL = new TextEncoder().encode('tablen dice 1');
/** Bytes from here on would make low faces likelier, so they are skipped. */
const FIRST_SKIPPED = 252;

/** @param {number} number */
function eightBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/**
 * What the server published before the game.
 * @param {string} seed
 */
export function commitmentOf(seed) {
  return hexOfBytes(sha256(bytesOfHex(seed)));
}

/**
 * The first `count` dice of throw `number`, in the order in which they fall.
 * @param {string} seed
 * @param {Nonces} nonces
 * @param {number} number
 * @param {number} count
 */
export function diceOf(seed, nonces, number, count) {
  const key = bytesOfHex(seed);
  const added = [nonces.host, nonces.guest].map(bytesOfHex).flatMap((nonce) => [eightBytes(nonce.length), nonce]);
  /** @type {number[]} */
  const dice = [];
  for (let block = 0; dice.length < count; block += 1) {
    const message = joined([LABEL, eightBytes(number), eightBytes(block), ...added]);
    for (const byte of hmacSha256(key, message)) if (byte < FIRST_SKIPPED && dice.length < count) dice.push((byte % 6) + 1);
  }
  return dice;
}

/**
 * Computes every throw, lot and roll-off of a log again. What was promised to this browser before the game must have been kept, too:
 * otherwise a server could invent a whole story afterwards.
 * @param {readonly Entry[]} log
 * @param {import('./dice-promises.js').DicePromise | null} promise
 * @returns {Verdict}
 */
export function verify(log, promise) {
  /** @type {string | undefined} */
  let commitment;
  /** @type {string | undefined} */
  let seed;
  let nonces = { host: '', guest: '' };
  /** @type {Array<{ sequence: number, told: string, nonces: Nonces }>} */
  const throws = [];
  let isOwn = false;
  let isComputerHelped = false;
  for (const entry of log) {
    if (entry.event === 'opened') commitment = entry.commitment ?? undefined;
    else if (entry.event === 'joined') {
      nonces = { ...nonces, [entry.seat]: entry.nonce ?? '' };
      isOwn ||= promise !== null && entry.nonce === promise.nonce;
      isComputerHelped ||= typeof entry.occupant === 'object' && 'computer' in entry.occupant && Boolean(entry.nonce);
    } else if (entry.event === 'left') nonces = { ...nonces, [entry.seat]: '' };
    else if (entry.event === 'seed-revealed') seed = entry.seed;
    const told = diceTold(entry);
    // A throw is checked with the nonces of its moment.
    if (told !== undefined) throws.push({ sequence: entry.sequence, told, nonces });
  }
  if (promise !== null && promise.commitment !== commitment) return { verdict: 'other-seal' };
  if (commitment === undefined) return { verdict: throws.length === 0 ? 'no-throws' : 'not-verifiable' };
  if (promise !== null && !isOwn) return { verdict: 'other-nonce' };
  // The server knew this browser's number before it added one in the computer's name: it could have tried many.
  if (promise !== null && isComputerHelped) return { verdict: 'added-nonce' };
  if (seed === undefined) return { verdict: 'not-revealed', commitment };
  if (commitmentOf(seed) !== commitment) return { verdict: 'wrong-seed', commitment, seed };
  /** @type {WrongThrow[]} */
  const wrong = [];
  for (const [number, { sequence, told, nonces: added }] of throws.entries()) {
    const dice = diceOf(seed, added, number, told.length);
    // Three dice make a throw, which has no order.
    if (dice.length === 3) dice.sort();
    const made = dice.join('');
    if (made !== told) wrong.push({ sequence, number, told, made });
  }
  if (wrong.length > 0) return { verdict: 'wrong', throws: wrong };
  return throws.length === 0 ? { verdict: 'no-throws' } : { verdict: 'right', throws: throws.length, isOwn };
}
