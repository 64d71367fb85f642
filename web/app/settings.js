// @ts-check
// What a visitor has chosen, kept in the browser.

import { store, stored } from './storage.js';

/**
 * @typedef {object} Settings
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {import('./texts.js').Lang | null} lang   Null follows the browser.
 * @property {boolean} sound
 * @property {boolean} animate
 * @property {boolean} showMovable
 * @property {boolean} autoConfirm
 * @property {boolean} autoForced
 * @property {boolean} autoRoll
 * @property {boolean} flip
 * @property {string} name
 * @property {number} level
 * @property {boolean} studyEngine   Whether the computer thinks in the study.
 * @property {number} studyLines   How many lines of it are shown there.
 * @property {boolean} isNew   Whether the one line of help is still of use.
 */

export const STORAGE_KEY = 'tablen';

/** @type {Settings} */
export const DEFAULTS = {
  theme: 'auto',
  lang: null,
  sound: true,
  animate: true,
  showMovable: true,
  autoConfirm: false,
  autoForced: false,
  autoRoll: false,
  flip: false,
  name: '',
  level: 2,
  studyEngine: true,
  studyLines: 3,
  isNew: true,
};

/**
 * The settings as they were kept; whatever is missing or of another type is as by default.
 * @param {unknown} kept
 * @returns {Settings}
 */
export function readSettings(kept) {
  const found = /** @type {Record<string, unknown>} */ (kept ?? {});
  const entries = Object.entries(DEFAULTS).map(([key, usual]) => {
    const value = found[key];
    const fits = usual === null ? value === null || typeof value === 'string' : typeof value === typeof usual;
    return [key, fits && value !== undefined ? value : usual];
  });
  return Object.fromEntries(entries);
}

/** @param {import('./storage.js').Kept} storage */
export function createSettings(storage) {
  /** @type {Set<(settings: Settings, changed: Partial<Settings>) => void>} */
  const listeners = new Set();
  let current = readSettings(stored(storage, STORAGE_KEY));
  return {
    get: () => current,
    /** @param {Partial<Settings>} change */
    set(change) {
      current = { ...current, ...change };
      // What another tab has chosen since stays chosen; only this one goes on with what it had.
      const kept = stored(storage, STORAGE_KEY);
      store(storage, STORAGE_KEY, kept === null ? current : { ...readSettings(kept), ...change });
      for (const listener of listeners) listener(current, change);
    },
    /** @param {(settings: Settings, changed: Partial<Settings>) => void} listener */
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createSettings>} SettingsStore */
