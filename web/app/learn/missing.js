// @ts-check
// Nothing is at this address.

import { h, setChildren } from '../dom.js';
import { learnPath } from './route.js';

/**
 * @param {import('../context.js').Context} context
 * @param {import('./route.js').LearnRoute} route
 * @returns {import('../context.js').Page}
 */
export function createPage(context, route) {
  const element = h('article', { class: 'nowhere' });
  const title = () => context.say('learn.missing');
  function relabel() {
    const { say } = context;
    const booklet = route.game !== null && h('a', { class: 'button', attrs: { href: learnPath(route.game) } }, say('learn.booklet'));
    setChildren(element, h('h1', null, title()), h('p', { class: 'figure-acts' }, h('a', { class: 'button button-primary', attrs: { href: '/learn' } }, say('learn.title')), booklet, h('a', { class: 'button', attrs: { href: '/' } }, say('web.missing.home'))));
  }
  relabel();
  return { element, title: () => `${title()} · Tablen`, relabel, end: () => {} };
}
