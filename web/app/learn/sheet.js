// @ts-check
// A sheet for teachers, or the page about it all: one paper with its diagrams.

import { h, setChildren } from '../dom.js';
import { createArticle } from './article.js';
import { gameNav } from './nav.js';
import { fetchPaper } from './paper.js';
import { printFiles } from './print-files.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./route.js').Book} Book */

/**
 * @param {Context} context
 * @param {import('./route.js').LearnRoute} route
 * @returns {import('../context.js').Page}
 */
export const createPage = (context, { game, hash }) => createPaperPage(context, { folder: game ?? 'tavli', name: 'sheet', game, hash, before: () => [printButton(context), ...(game === null ? [] : [printFiles(context, game, ['sheet', 'board'])])], after: () => [] });

/** @param {Context} context */
const printButton = ({ say }) => h('p', { class: 'figure-acts sheet-acts' }, h('button', { class: 'button', attrs: { type: 'button' }, on: { click: () => window.print() } }, say('learn.print')));

/**
 * @param {Context} context
 * @param {{ folder: string, name: 'sheet' | 'about', game: Book | null, hash: string, before: () => Node[], after: () => Node[] }} paper
 * @returns {import('../context.js').Page}
 */
export function createPaperPage(context, { folder, name, game, hash, before, after }) {
  const element = h('div', { class: name === 'sheet' ? 'sheet-page' : 'about-page' });
  /** @type {ReturnType<typeof createArticle> | null} */
  let article = null;
  let title = '';
  let isEnded = false;

  async function load() {
    const { say } = context;
    const lang = context.lang();
    const paper = await fetchPaper(folder, name, lang).catch(() => null);
    if (isEnded || lang !== context.lang()) return;
    article?.end();
    const nav = game === null ? null : gameNav(say, game, 'sheet');
    if (paper === null) {
      setChildren(element, nav, h('p', { attrs: { role: 'alert' } }, say('web.error.server')));
      return;
    }
    title = paper.title;
    article = createArticle(context, paper, game ?? 'tavli', { before: before(), after: after() });
    setChildren(element, nav, article.element);
    document.title = pageTitle();
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }

  const pageTitle = () => (title === '' ? 'Tablen' : `${title} · Tablen`);
  void load();
  return {
    element,
    title: pageTitle,
    relabel: () => void load(),
    end() {
      isEnded = true;
      article?.end();
    },
  };
}
