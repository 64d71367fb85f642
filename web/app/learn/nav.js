// @ts-check
// The pages of a game, side by side.

import { h } from '../dom.js';
import { gameOf } from '../games.js';
import { learnPath } from './route.js';

/** @typedef {import('./route.js').Book} Book */
/** @typedef {import('./route.js').LearnName} LearnName */

/** @type {readonly { name: LearnName, key: string, path: (game: Book) => string }[]} */
const PARTS = [
  { name: 'booklet', key: 'learn.booklet', path: (game) => learnPath(game) },
  { name: 'lessons', key: 'lessons.title', path: (game) => learnPath(game, 'lessons') },
  { name: 'puzzles', key: 'puzzles.title', path: (game) => `/puzzles/${game}` },
  { name: 'scene', key: 'learn.scene', path: (game) => learnPath(game, 'scene') },
  { name: 'sheet', key: 'learn.sheet', path: (game) => learnPath(game, 'sheet') },
];

/** @param {import('../texts.js').Say} say @param {Book} game @param {LearnName | null} current */
export function partLinks(say, game, current) {
  return PARTS.map(({ name, key, path }) => h('a', { attrs: { href: path(game), 'aria-current': name === current ? 'page' : null } }, say(key)));
}

/** What stands on top of every page of a game. @param {import('../texts.js').Say} say @param {Book} game @param {LearnName} current */
export function gameNav(say, game, current) {
  return h(
    'nav',
    { class: 'learn-nav', attrs: { 'aria-label': say(gameOf(game).title) } },
    h('a', { attrs: { href: '/learn' } }, say('learn.title')),
    h('b', null, say(gameOf(game).title)),
    partLinks(say, game, current),
  );
}
