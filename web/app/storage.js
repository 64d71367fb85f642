// @ts-check
// What the browser keeps between visits. Storage may be forbidden; then everything lasts as long as the page.

/** @typedef {Pick<Storage, 'getItem' | 'setItem'>} Kept */

/**
 * What was stored, or nothing if it cannot be read.
 * @param {Kept} storage
 * @param {string} key
 * @returns {unknown}
 */
export function stored(storage, key) {
  return attempt(() => JSON.parse(storage.getItem(key) ?? 'null')) ?? null;
}

/**
 * @param {Kept} storage
 * @param {string} key
 * @param {unknown} value
 */
export function store(storage, key, value) {
  attempt(() => storage.setItem(key, JSON.stringify(value)));
}

/** The browser's storage; in its place something that forgets, where even asking for it is forbidden. @returns {Kept} */
export function browserStorage() {
  return attempt(() => localStorage) ?? { getItem: () => null, setItem() {} };
}

/**
 * @template T
 * @param {() => T} act
 */
function attempt(act) {
  try {
    return act();
  } catch {
    return undefined;
  }
}
