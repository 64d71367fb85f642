// @ts-check
// Addresses of the page: `/`, `/?new=GAME`, `/t/ID` for a table and `/r/ID` for a record, with `#ROUND.TURN` for a moment of it.

/** @typedef {{ page: 'home' } | { page: 'new', game: string } | { page: 'table', id: string, moment: Moment | null }} Route */
/** @typedef {{ round: number, turn: number }} Moment */

/** @param {string} game */
export function newGamePath(game) {
  return `/?new=${encodeURIComponent(game)}`;
}

/**
 * @param {{ pathname: string, search: string, hash: string }} address
 * @returns {Route}
 */
export function routeOf({ pathname, search, hash }) {
  const id = /^\/[tr]\/([^/]+)$/.exec(pathname)?.[1];
  if (id !== undefined) return { page: 'table', id: decodeURIComponent(id), moment: momentOf(hash) };
  const game = new URLSearchParams(search).get('new');
  return game === null ? { page: 'home' } : { page: 'new', game };
}

/**
 * @param {string} hash
 * @returns {Moment | null}
 */
function momentOf(hash) {
  const match = /^#(\d+)\.(\d+)$/.exec(hash);
  return match ? { round: Number(match[1]), turn: Number(match[2]) } : null;
}

/** @param {Moment} moment */
export function hashOf({ round, turn }) {
  return `#${round}.${turn}`;
}
