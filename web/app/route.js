// @ts-check
// Addresses of the page: `/`, `/?new=GAME`, `/t/ID` for a table and `/r/ID` for a record, with `#ROUND.TURN` for a moment of it;
// `/study` for the study: `?table=ID` of a game that is over, `?game=PRESET` of a new one, `&edit` to set up a position, a whole study behind `#`, and before
// that the position it stands at (`ruleset`, `position`), for those who see no more of an address: the server makes the link's preview of it;
// `/learn`, `/puzzles`, `/about` and `/embed`, whose parts are read in `learn/route.js` once somebody goes there.

/** @typedef {{ page: 'home' } | { page: 'new', game: string } | { page: 'table', id: string, moment: Moment | null } | { page: 'learn' } | StudyRoute} Route */
/** @typedef {{ page: 'study', table: string | null, game: string | null, round: number, place: StudyPlace | null, isEdited: boolean, moment: Moment | null, hash: string }} StudyRoute */
/** @typedef {{ ruleset: string, position: string }} StudyPlace Where a study stands. */
/** @typedef {{ round: number, turn: number }} Moment */

/** Where a game that is over is studied, or a moment of it. @param {string} id @param {Moment} [moment] */
export const studyPath = (id, moment) => `/study?table=${encodeURIComponent(id)}${moment ? hashOf(moment) : ''}`;

/** A study without what stands behind `#`. @param {{ table?: string | null, round?: number, place?: StudyPlace | null }} study */
export function studyAddress({ table = null, round = 1, place = null }) {
  const asked = new URLSearchParams({ ...(table !== null && { table }), ...(round > 1 && { round: String(round) }), ...place });
  return asked.size === 0 ? '/study' : `/study?${asked}`;
}

/** The study of a game from its start, by the name of a preset. @param {string} preset */
export const studyOfGamePath = (preset) => `/study?game=${encodeURIComponent(preset)}`;

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
  if (/^\/(learn|puzzles|about|embed)(\/|$)/.test(pathname)) return { page: 'learn' };
  const asked = new URLSearchParams(search);
  if (pathname === '/study') {
    const moment = momentOf(hash);
    const round = moment?.round ?? (Number(asked.get('round')) || 1);
    const [ruleset, position] = [asked.get('ruleset'), asked.get('position')];
    const place = ruleset !== null && position !== null ? { ruleset, position } : null;
    return { page: 'study', table: asked.get('table'), game: asked.get('game'), round, place, isEdited: asked.has('edit'), moment, hash };
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
