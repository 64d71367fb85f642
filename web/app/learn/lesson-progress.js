// @ts-check
// How far somebody has come in the lessons, kept in the browser.

import { browserStorage, store, stored } from '../storage.js';

/** @typedef {{ done: string[], at: string | null, count: number }} Progress  Steps that were done, the one that was open last, and how many there are; none before the first visit. */

export const PROGRESS_KEY = 'tablen-lessons';

/** @type {Progress} */
const NONE = { done: [], at: null, count: 0 };

/** @param {import('../storage.js').Kept} storage */
export function createProgress(storage = browserStorage()) {
  /** Whatever else lies there counts for nothing. @param {string} game @returns {Progress} */
  function of(game) {
    const all = /** @type {Record<string, Partial<Progress>> | null} */ (stored(storage, PROGRESS_KEY));
    const found = (typeof all === 'object' && all?.[game]) || NONE;
    return {
      done: Array.isArray(found.done) ? found.done.filter((id) => typeof id === 'string') : [],
      at: typeof found.at === 'string' ? found.at : null,
      count: typeof found.count === 'number' ? found.count : 0,
    };
  }
  return {
    of,
    /** @param {string} game @param {Partial<Progress>} change */
    keep(game, change) {
      const all = stored(storage, PROGRESS_KEY);
      store(storage, PROGRESS_KEY, { ...(typeof all === 'object' ? all : null), [game]: { ...of(game), ...change } });
    },
  };
}
