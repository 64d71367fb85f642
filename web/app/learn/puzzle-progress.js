// @ts-check
// What somebody has solved, kept in the browser.

import { browserStorage, store, stored } from '../storage.js';

/**
 * @typedef {object} Progress
 * @property {{ [id: string]: true }} solved
 * @property {number} streak solved one after the other without help or mistake
 * @property {number} best the longest of them
 * @property {{ date: string, days: number, games: string[] }} daily the last day on which a daily one was solved, how many days in a row, and of which games
 */

const KEY = 'tablen-puzzles';
/** @type {Progress} */
const NOTHING = { solved: {}, streak: 0, best: 0, daily: { date: '', days: 0, games: [] } };

/** @param {import('../storage.js').Kept} [storage] */
export function createProgress(storage = browserStorage()) {
  /** What is there may be older, or somebody else's. @returns {Progress} */
  function read() {
    const kept = stored(storage, KEY);
    return kept !== null && typeof kept === 'object' ? { ...NOTHING, ...kept } : NOTHING;
  }
  let progress = read();
  /** @param {Partial<Progress>} change */
  function set(change) {
    progress = { ...progress, ...change };
    store(storage, KEY, progress);
  }
  return {
    get: () => progress,
    /** @param {string} id */
    isSolved: (id) => Object.hasOwn(progress.solved, id),
    /** @param {string} id @param {boolean} isClean found without help or mistake */
    solve(id, isClean) {
      const streak = isClean ? progress.streak + 1 : progress.streak;
      set({ solved: { ...progress.solved, [id]: true }, streak, best: Math.max(progress.best, streak) });
    },
    /** A mistake, or help. */
    fail: () => progress.streak > 0 && set({ streak: 0 }),
    /** @param {string} date @param {string} game */
    solveDaily(date, game) {
      const { daily } = progress;
      const dayBefore = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
      const days = daily.date === date ? daily.days : daily.date === dayBefore ? daily.days + 1 : 1;
      const games = daily.date === date ? [...new Set([...daily.games, game])] : [game];
      set({ daily: { date, days, games } });
    },
    /** @param {string} date @param {string} game */
    isDailySolved: (date, game) => progress.daily.date === date && progress.daily.games.includes(game),
  };
}

/** @typedef {ReturnType<typeof createProgress>} ProgressKeeper */
