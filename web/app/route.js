// @ts-check
// Addresses of the page: `/`, `/?new=GAME`, `/t/ID` for a table and `/r/ID` for a record, with `#ROUND.TURN` for a moment of it;
// `/study` for the study: `?table=ID` of a game that is over, `?game=GAME` of a new one, `&edit` to set up a position, a whole study behind `#`.

/** @typedef {{ page: 'home' } | { page: 'new', game: string } | { page: 'table', id: string, moment: Moment | null } | StudyRoute} Route */
/** @typedef {{ page: 'study', table: string | null, game: string | null, round: number, isEdited: boolean, moment: Moment | null, hash: string }} StudyRoute */
/** @typedef {{ round: number, turn: number }} Moment */

/** Where a game that is over is studied, or a moment of it. @param {string} id @param {Moment} [moment] */
export const studyPath = (id, moment) => `/study?table=${encodeURIComponent(id)}${moment ? hashOf(moment) : ''}`;

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
  const asked = new URLSearchParams(search);
  if (pathname === '/study') {
    const moment = momentOf(hash);
    const round = moment?.round ?? (Number(asked.get('round')) || 1);
    return { page: 'study', table: asked.get('table'), game: asked.get('game'), round, isEdited: asked.has('edit'), moment, hash };
  }
  const game = asked.get('new');
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
