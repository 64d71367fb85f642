// @ts-check
// Reading the text forms of docs/text-forms.md that reach the board.

/** @typedef {import('./types.js').Kind} Kind */

/** @type {Record<string, Kind>} */
const KINDS = { t: 'dark', T: 'light', K: 'king' };

/** @param {number} column from 0 @param {number} row from 0 */
export const cellName = (column, row) => String.fromCharCode(65 + column) + (row + 1);

/**
 * The pieces of an arrangement such as `/3ttt3/…/`, by cell.
 * @param {string} text
 * @returns {Map<string, Kind>}
 */
export function readArrangement(text) {
  /** @type {Map<string, Kind>} */
  const pieces = new Map();
  text.split('/').slice(1, -1).forEach((line, row) => {
    let column = 0;
    for (const [token] of line.matchAll(/\d+|[tTK]/g)) {
      const kind = KINDS[token];
      if (kind) pieces.set(cellName(column++, row), kind);
      else column += Number(token);
    }
  });
  return pieces;
}

/**
 * From where and to where a tafl move goes; marks and captures are left aside.
 * @param {string} text
 */
export function readMove(text) {
  const [, from, to] = /^([A-S]\d+)-([A-S]\d+)/i.exec(text) ?? [];
  return from && to ? { from: from.toUpperCase(), to: to.toUpperCase() } : null;
}

/**
 * The throw of a written tavli turn such as `256: 10-16`.
 * @param {string | null | undefined} text
 */
export const readRoll = (text) => /^([1-6]{3})(?::|$)/.exec(text ?? '')?.[1] ?? null;

/** The column of the middle row that belongs to a cell (Z1). @param {number} cell */
export const columnOf = (cell) => (cell <= 12 ? cell : 25 - cell);

/**
 * Equal neighbours taken together.
 * @template T
 * @param {readonly T[]} items
 * @returns {{ item: T, times: number }[]}
 */
export function runsOf(items) {
  /** @type {{ item: T, times: number }[]} */
  const runs = [];
  for (const item of items) {
    const last = runs[runs.length - 1];
    if (last?.item === item) last.times += 1;
    else runs.push({ item, times: 1 });
  }
  return runs;
}

/**
 * Written steps such as `hand-4 23-off` with their places in the reader's language. Records keep the words of the notation.
 * @param {import('./types.js').Say} say
 * @param {string} steps
 */
export const placeWords = (say, steps) =>
  steps.replace(/\bhand(?=-)/g, () => say('board.short.hand')).replace(/(?<=-)off\b/g, () => say('board.short.off'));
