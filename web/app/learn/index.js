// @ts-check
// The library: booklets, lessons, scenes and puzzles of each game.

import { h, setChildren } from '../dom.js';
import { fileAddress } from '../file-address.js';
import { HOME_GAMES, gameOf } from '../games.js';
import { createProgress } from './lesson-progress.js';
import { partLinks } from './nav.js';
import { learnPath } from './route.js';

/**
 * @param {import('../context.js').Context} context
 * @returns {import('../context.js').Page}
 */
export function createPage(context) {
  const element = h('div', { class: 'index' });
  const progress = createProgress();

  /** @param {typeof HOME_GAMES[number]} game */
  function book(game) {
    const { say } = context;
    const { title, about = '', picture } = gameOf(game);
    const { done, count } = progress.of(game);
    return h(
      'li',
      { class: 'shelf-book' },
      h('img', { attrs: { src: fileAddress(`pictures/${picture}.svg`), alt: '', width: 600, height: 500, decoding: 'async' } }),
      h('div', null, h('h2', null, h('a', { attrs: { href: learnPath(game) } }, say(title))), h('p', null, say(about))),
      h('div', { class: 'shelf-parts' }, partLinks(say, game, null), count > 0 && h('span', { class: 'mark' }, say('lessons.progress', { done: done.length, count }))),
    );
  }

  function relabel() {
    const { say } = context;
    setChildren(
      element,
      h('h1', null, say('learn.title')),
      h('p', { class: 'index-lead' }, say('learn.lead')),
      h('ul', { class: 'shelf' }, HOME_GAMES.map(book)),
      h('p', null, h('a', { attrs: { href: '/about' } }, say('learn.about'))),
    );
  }
  relabel();
  return { element, title: () => `${context.say('learn.title')} · Tablen`, relabel, end: () => {} };
}
