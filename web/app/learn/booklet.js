// @ts-check
// A game's booklet: the text with its diagrams, a table of contents beside it, and an anchor for every section and rule.

import { h, setChildren } from '../dom.js';
import { createArticle } from './article.js';
import { gameNav } from './nav.js';
import { fetchPaper } from './paper.js';
import { printFiles } from './print-files.js';
import { inlines } from './prose.js';
import { learnRouteOf } from './route.js';

/** @typedef {import('../../openapi.js').WholeBooklet} WholeBooklet */
/** @typedef {import('./route.js').Book} Book */

/**
 * @param {import('../context.js').Context} context
 * @param {import('./route.js').LearnRoute} route
 * @returns {import('../context.js').Page}
 */
export function createPage(context, route) {
  const game = /** @type {Book} */ (route.game);
  const element = h('div', { class: 'booklet', attrs: { 'data-game': game } });
  /** @type {ReturnType<typeof createArticle> | null} */
  let article = null;
  /** @type {WholeBooklet | null} */
  let booklet = null;
  let hash = route.hash;
  let isEnded = false;
  const wide = matchMedia('(min-width: 64rem)');

  async function load() {
    const { say } = context;
    const lang = context.lang();
    try {
      const found = await fetchPaper(game, 'booklet', lang);
      if (isEnded || lang !== context.lang()) return;
      booklet = found;
    } catch {
      setChildren(element, gameNav(say, game, 'booklet'), h('p', { attrs: { role: 'alert' } }, say('web.error.server')));
      return;
    }
    show(booklet);
    document.title = title();
    scrollToAnchor();
  }

  /** @param {WholeBooklet} shown */
  function show(shown) {
    const { say } = context;
    article?.end();
    article = createArticle(context, shown, game);
    const print = h('button', { class: 'button button-quiet booklet-print', attrs: { type: 'button' }, on: { click: () => window.print() } }, say('learn.print'));
    const contents = h('details', { class: 'toc', attrs: { open: wide.matches } }, h('summary', null, say('learn.contents')), h('nav', { attrs: { 'aria-label': say('learn.contents') } }, tocList(shown.blocks)), print, printFiles(context, game, ['booklet', 'board']));
    // On a phone it is out of the way once somebody has chosen.
    contents.addEventListener('click', (event) => {
      if (!wide.matches && /** @type {Element} */ (event.target).closest('a')) contents.open = false;
    });
    setChildren(element, gameNav(say, game, 'booklet'), contents, article.element);
  }

  /** Sections, and what is in each. @param {WholeBooklet['blocks']} blocks */
  function tocList(blocks) {
    const list = h('ol');
    for (const block of blocks) {
      if (block.block !== 'heading') continue;
      const entry = h('li', null, h('a', { attrs: { href: `#${block.id}` } }, inlines(block.content.filter(({ kind }) => kind !== 'rule'), game)));
      const last = list.lastElementChild;
      if (block.level === 2 || last === null) list.append(entry);
      else {
        if (last.lastElementChild?.tagName !== 'OL') last.append(h('ol'));
        last.lastElementChild?.append(entry);
      }
    }
    return list;
  }

  function scrollToAnchor() {
    const id = decodeURIComponent(hash.slice(1));
    const target = id === '' ? null : document.getElementById(id);
    if (target === null) return;
    target.scrollIntoView();
    // Where the next Tab goes on from.
    target.setAttribute('tabindex', target.getAttribute('tabindex') ?? '-1');
    target.focus({ preventScroll: true });
  }

  const title = () => `${booklet?.title ?? context.say('learn.booklet')} · Tablen`;
  setChildren(element, gameNav(context.say, game, 'booklet'), h('p', { class: 'about' }, context.say('learn.loading')));
  void load();
  return {
    element,
    title,
    relabel() {
      hash = '';
      void load();
    },
    follow(address) {
      const next = learnRouteOf(address);
      if (!/^\/learn\//.test(address.pathname) || next.name !== 'booklet' || next.game !== game) return false;
      hash = next.hash;
      if (hash === '') scrollTo(0, 0);
      else scrollToAnchor();
      return true;
    },
    end() {
      isEnded = true;
      article?.end();
    },
  };
}
