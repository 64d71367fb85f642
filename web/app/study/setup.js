// @ts-check
// A position that is being set up: men put anywhere, and the text that the server reads. What is wrong with it, the server says. Pure.

import { familyOf } from '../../board/families/index.js';

/** @typedef {import('../../protocol.js').Colour} Colour */
/** @typedef {import('../../protocol.js').View} View */
/** @typedef {import('../../protocol.js').TaflBoard} TaflBoard */
/** @typedef {import('../../protocol.js').TavliBoard} TavliBoard */
/** @typedef {import('../../board/types.js').Kind} Kind */
/** @typedef {import('../../board/types.js').Placement} Placement */
/**
 * @typedef {object} Setup
 * @property {Placement} pieces by points of the board
 * @property {Colour} side whose turn it is
 * @property {Colour[]} beyond the sides that have moved beyond cell 6, in tavli
 */
/**
 * @typedef {object} SetupFamily
 * @property {readonly Kind[]} kinds what there is to be placed
 * @property {boolean} hasBeyond whether a side's having moved on is part of a position
 * @property {(pieces: Placement, at: string, kind: Kind) => Placement} put
 * @property {(at: string) => boolean} isPlace whether men can be put there
 * @property {(setup: Setup, view: View) => string} text
 * @property {(view: View, setup: Setup) => View['board']} board the board with these men, on which nothing can be played
 * @property {(text: string) => Pick<Setup, 'side' | 'beyond'>} read what the text of a position says besides its men
 */

const LETTERS = { dark: 't', light: 'T', king: 'K' };

/** @param {number} column @param {number} row */
const cellAt = (column, row) => `${String.fromCharCode(65 + column)}${row + 1}`;

/** @param {Placement} pieces @param {number} size */
function arrangement(pieces, size) {
  const letters = new Map(pieces.map(([at, kind]) => [at, LETTERS[kind]]));
  const rows = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => letters.get(cellAt(column, row)) ?? '.').join('').replace(/\.+/g, (empty) => String(empty.length)));
  return `/${rows.join('/')}/`;
}

/** @type {SetupFamily} */
const tafl = {
  kinds: ['light', 'dark', 'king'],
  hasBeyond: false,
  // One man to a cell, and one king.
  put: (pieces, at, kind) => [...pieces.filter(([place, other]) => place !== at && !(kind === 'king' && other === 'king')), [at, kind]],
  isPlace: (at) => /^[A-Z]\d+$/.test(at),
  text: ({ pieces, side }, { board }) => `${arrangement(pieces, /** @type {TaflBoard} */ (board).size)} ${side === 'light' ? 'defenders' : 'attackers'}`,
  board(view, { pieces }) {
    const board = /** @type {TaflBoard} */ (view.board);
    return { ...board, pieces: arrangement(pieces, board.size), targets: {}, calls: [], routes: [], threats: [], last: null };
  },
  read: (text) => ({ side: /\bdefenders\b/.test(text) ? 'light' : 'dark', beyond: [] }),
};

/** @param {Placement} pieces @param {Colour} colour */
function menOf(pieces, colour) {
  const count = (/** @type {string} */ at) => pieces.filter(([place, kind]) => place === at && kind === colour).length;
  const row = (/** @type {number} */ length, /** @type {string} */ mark) => Array.from({ length }, (_, index) => count(`${mark}${index + 1}`));
  return { hand: count(`hand-${colour}`), cells: row(24, ''), middle: row(12, 'm'), off: count(`off-${colour}`) };
}

/** @param {Setup} setup @param {Colour} colour */
function menText({ pieces, beyond }, colour) {
  const { hand, cells, middle, off } = menOf(pieces, colour);
  const places = [['hand', hand], ...cells.map((count, index) => [index + 1, count]), ...middle.map((count, index) => [`m${index + 1}`, count]), ['off', off]];
  const men = places.filter(([, count]) => Number(count) > 0).map(([place, count]) => ` ${place}:${count}`).join('');
  return `${men}${beyond.includes(colour) ? ' beyond' : ''}`;
}

/** @type {SetupFamily} */
const tavli = {
  kinds: ['light', 'dark'],
  hasBeyond: true,
  // Hand and tray belong to one side each: a man goes to those of its own.
  put: (pieces, at, kind) => [...pieces, [at.replace(/-(light|dark)$/, `-${kind}`), kind]],
  isPlace: (at) => /^(m?\d+|hand-\w+|off-\w+)$/.test(at),
  text: (setup) => `white${menText(setup, 'light')}; black${menText(setup, 'dark')}; ${setup.side === 'light' ? 'white' : 'black'} to roll`,
  board(view, { pieces }) {
    const board = /** @type {TavliBoard} */ (view.board);
    return { ...board, white: menOf(pieces, 'light'), black: menOf(pieces, 'dark'), roll: null, faces: [], next: [], ways: [], steps: [], last: null };
  },
  read(text) {
    const [white = '', black = '', turn = ''] = text.split(';');
    const beyond = /** @type {Colour[]} */ ([/beyond/.test(white) && 'light', /beyond/.test(black) && 'dark'].filter(Boolean));
    return { side: /black/.test(turn) ? 'dark' : 'light', beyond };
  },
};

/** @param {View} view */
export const setupFamily = (view) => (view.board?.kind === 'tavli' ? tavli : tafl);

/** The position of a view, to be changed. @param {View} view @param {string} position its text @returns {Setup} */
export function setupOf(view, position) {
  return { pieces: familyOf(view).placement(view.board, [], { view, lines: [], look: null }), ...setupFamily(view).read(position) };
}

/** @param {View} view @param {Setup} setup @param {string} at @param {Kind} kind @returns {Setup} */
export function put(view, setup, at, kind) {
  const family = setupFamily(view);
  if (!family.isPlace(at)) return setup;
  const colour = kind === 'king' ? 'light' : kind;
  // A man beyond cell 6 has come there.
  const isBeyond = family.hasBeyond && (Number(at) > 6 || at.startsWith('off-'));
  const beyond = isBeyond && !setup.beyond.includes(colour) ? [...setup.beyond, colour] : setup.beyond;
  return { ...setup, pieces: family.put(setup.pieces, at, kind), beyond };
}

/** Without the uppermost man of a point, or of those of a kind. @param {Setup} setup @param {string} at @param {Kind} [kind] @returns {Setup} */
export function taken(setup, at, kind) {
  const place = setup.pieces.findLastIndex((piece) => piece[0] === at && (kind === undefined || piece[1] === kind));
  return place < 0 ? setup : { ...setup, pieces: setup.pieces.filter((_, index) => index !== place) };
}

/** @param {View} view @param {Setup} setup @param {string} from @param {string | null} to off the board @param {Kind} kind @returns {Setup} */
export function shifted(view, setup, from, to, kind) {
  const without = taken(setup, from, kind);
  if (to === null) return without;
  return setupFamily(view).isPlace(to) ? put(view, without, to, kind) : setup;
}

/** @param {Setup} setup @returns {Setup} */
export const cleared = ({ side }) => ({ pieces: [], side, beyond: [] });

/** @param {View} view @param {Setup} setup */
export const textOf = (view, setup) => setupFamily(view).text(setup, view);

/** The view that shows a position that is being set up. @param {View} view @param {Setup} setup @param {number} next a number of its own for every position @returns {View} */
export const viewOf = (view, setup, next) => ({ ...view, board: setupFamily(view).board(view, setup), acts_for: null, may: [], next });
