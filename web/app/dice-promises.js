// @ts-check
// What the server promised about the dice of a table, and what this browser then added to them. Both are kept here: if the
// server told another story after the game, it would be noticed.

import { store, stored } from './storage.js';

/** @typedef {{ commitment: string, nonce: string }} DicePromise  Hexadecimal digits. */

const KEY = 'tablen.dice';
/** The oldest are forgotten. */
const MOST = 100;

/** @param {import('./storage.js').Kept} storage */
export function createPromises(storage) {
  /** @type {Map<string, DicePromise>} */
  let kept = new Map();
  /** Another tab may have kept some since; where nothing can be stored, they last as long as the page. */
  const known = () => (kept = new Map([...kept, ...read(stored(storage, KEY))]));
  return {
    /**
     * @param {string} table
     * @param {DicePromise} promise
     */
    keep(table, promise) {
      known().delete(table);
      kept.set(table, promise);
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST) break;
        kept.delete(oldest);
      }
      store(storage, KEY, [...kept]);
    },
    /** @param {string} table */
    of: (table) => known().get(table) ?? null,
  };
}

/** @typedef {ReturnType<typeof createPromises>} Promises */

/**
 * @param {unknown} list
 * @returns {Array<[string, DicePromise]>}
 */
function read(list) {
  if (!Array.isArray(list)) return [];
  return list.filter((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && isPromise(pair[1]));
}

/** @param {any} value */
const isPromise = (value) => typeof value?.commitment === 'string' && typeof value.nonce === 'string';
