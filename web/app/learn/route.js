// @ts-check
// Addresses of what is read and learned: `/learn`, `/learn/GAME` with `#ANCHOR`, `/learn/GAME/lessons`, `/learn/GAME/scene`, `/learn/GAME/sheet`,
// `/puzzles`, `/puzzles/GAME`, `/about`, and `/embed?…` for boards in other pages.

import { HOME_GAMES } from '../games.js';

/** @typedef {typeof HOME_GAMES[number]} Book  A game that has a booklet. */
/** @typedef {'index' | 'booklet' | 'lessons' | 'scene' | 'sheet' | 'puzzles' | 'about' | 'embed' | 'missing'} LearnName */
/** @typedef {{ name: LearnName, game: Book | null, asked: URLSearchParams, hash: string }} LearnRoute */

/** The pages of a game, by what stands behind its name. @type {{ [part: string]: LearnName }} */
const OF_GAME = { '': 'booklet', lessons: 'lessons', scene: 'scene', sheet: 'sheet' };

/**
 * @param {{ pathname: string, search: string, hash: string }} address
 * @returns {LearnRoute}
 */
export function learnRouteOf({ pathname, search, hash }) {
  const [, first = '', second = '', part = '', ...rest] = pathname.split('/');
  const game = HOME_GAMES.find((name) => name === second) ?? null;
  const found = (/** @type {LearnName} */ name) => ({ name, game, asked: new URLSearchParams(search), hash });
  if (rest.length > 0 || (second !== '' && game === null)) return found('missing');
  if (first === 'learn') return found(game === null ? 'index' : (Object.hasOwn(OF_GAME, part) && OF_GAME[part]) || 'missing');
  if (part !== '') return found('missing');
  if (first === 'puzzles') return found('puzzles');
  return found(game === null && (first === 'about' || first === 'embed') ? first : 'missing');
}

/** @param {Book} game @param {string} [part] */
export const learnPath = (game, part) => `/learn/${game}${part === undefined ? '' : `/${part}`}`;
