// @ts-check
// Addresses of the page: `/`, `/new/GAME`, and `/…/ID` for a table, with `#ROUND.TURN` for a moment of it.

/** @typedef {{ page: 'home' } | { page: 'new', game: string } | { page: 'table', id: string, moment: Moment | null }} Route */
/** @typedef {{ round: number, turn: number }} Moment */

/**
 * @param {{ pathname: string, hash: string }} address
 * @returns {Route}
 */
export function routeOf({ pathname, hash }) {
  const parts = pathname.split('/').filter((part) => part !== '');
  if (parts[0] === 'new' && parts[1] !== undefined) return { page: 'new', game: decodeURIComponent(parts[1]) };
  const id = parts.length === 2 ? parts[1] : undefined;
  return id === undefined ? { page: 'home' } : { page: 'table', id: decodeURIComponent(id), moment: momentOf(hash) };
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
