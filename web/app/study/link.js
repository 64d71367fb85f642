// @ts-check
// A whole study in an address: rules, start, turns with variations and what is said of them, and where one stands.

import { joined } from '../bytes.js';
import { MOST_NODES, ROOT, readTree, written } from './tree.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {{ ruleset: string, start: string | null, first: import('../../protocol.js').Colour | null, tree: Tree, current: number, players?: Players | null }} Study `first` begins, where the rules leave that to chance and no start says it; `players` if it is a game that was played. */
/** @typedef {import('../../openapi.js').Players} Players */

/** Longer addresses are cut off by some programs they are sent with. */
export const LONGEST_LINK = 12_000;
/** What an address may unfold to. */
const MOST_BYTES = 400_000;
const LONGEST_TEXT = 2000;
const LONGEST_NAME = 100;
/** More rounds than any match has. */
const MOST_ROUNDS = 200;
/** The form of what follows; another one begins with another sign. */
const FORM = '#1';

/** @param {Uint8Array} bytes @param {CompressionStream | DecompressionStream} through @param {number} most */
async function sent(bytes, through, most) {
  const reader = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(/** @type {any} */ (through)).getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return joined(parts);
    size += value.length;
    if (size > most) throw new RangeError('too much');
    parts.push(value);
  }
}

/** @param {Uint8Array} bytes */
const toText = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '');
/** @param {string} text */
const toBytes = (text) => Uint8Array.from(atob(text.replace(/[-_]/g, (sign) => (sign === '-' ? '+' : '/'))), (sign) => sign.charCodeAt(0));

/** Where a node stands when a tree is read again: nodes are numbered in the order in which they are written. @param {Tree} tree @param {number} current */
function placeOf(tree, current) {
  // Marked by a comment that nobody writes, so that the numbering itself tells the place.
  const order = readTree(written({ ...tree, nodes: new Map([...tree.nodes].map(([id, node]) => [id, { ...node, comment: String(id), glyph: '' }])) }));
  return [...order.nodes.values()].find(({ comment }) => comment === String(current))?.id ?? ROOT;
}

/** @param {Study} study */
const packed = ({ ruleset, start, first, players, tree }) => ({ r: ruleset, ...(start === null ? {} : { s: start }), ...(first === null ? {} : { f: first }), ...(players && { p: [players.light, players.dark] }), l: written(tree) });

/** Somebody who plays, wherever that came from. @param {any} from @returns {from is import('../../openapi.js').Occupant} */
function isOccupant(from) {
  const isName = (/** @type {unknown} */ name) => typeof name === 'string' && name.length <= LONGEST_NAME;
  return from === 'open' || isName(from?.person) || isName(from?.bot) || Number.isInteger(from?.computer);
}

/** A study from what `packed` made, wherever it came from; nothing if it is none. @param {any} from @returns {Study | null} */
function unpacked(from) {
  const { r, s = null, f, p, l, n } = from ?? {};
  const isText = (/** @type {unknown} */ text) => typeof text === 'string' && text.length <= LONGEST_TEXT;
  if (!isText(r) || (s !== null && !isText(s))) return null;
  const tree = readTree(l);
  const players = isOccupant(p?.[0]) && isOccupant(p?.[1]) ? { light: p[0], dark: p[1] } : null;
  return { ruleset: r, start: s, first: f === 'light' || f === 'dark' ? f : null, players, tree, current: Number.isInteger(n) && n <= MOST_NODES && tree.nodes.has(n) ? n : ROOT };
}

/**
 * The part of an address that begins with `#`; nothing if it would be too long.
 * @param {Study} study
 * @param {readonly [number, Study][]} [others] what was tried in other rounds, by their number
 */
export async function hashOfStudy(study, others = []) {
  const more = others.length === 0 ? {} : { o: Object.fromEntries(others.map(([round, other]) => [round, packed(other)])) };
  const text = JSON.stringify({ ...packed(study), n: placeOf(study.tree, study.current), ...more });
  const hash = FORM + toText(await sent(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity));
  return hash.length > LONGEST_LINK ? null : hash;
}

/**
 * The study of an address, and those of other rounds; nothing if it has none that can be read.
 * @param {string} hash
 * @returns {Promise<{ study: Study, others: [number, Study][] } | null>}
 */
export async function studiesOfHash(hash) {
  if (!hash.startsWith(FORM) || hash.length > LONGEST_LINK) return null;
  try {
    const bytes = await sent(toBytes(hash.slice(FORM.length)), new DecompressionStream('deflate-raw'), MOST_BYTES);
    const read = JSON.parse(new TextDecoder().decode(bytes));
    const study = unpacked(read);
    if (study === null) return null;
    const others = Object.entries(read.o ?? {}).flatMap(([number, other]) => {
      const [round, found] = [Number(number), unpacked(other)];
      return Number.isInteger(round) && round >= 1 && round <= MOST_ROUNDS && found !== null ? [/** @type {[number, Study]} */ ([round, found])] : [];
    });
    return { study, others };
  } catch {
    return null;
  }
}
