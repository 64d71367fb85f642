// @ts-check
// What can be printed of a game, in the reader's language: booklets, sheets for teachers, boards at their real size.

import { h } from '../dom.js';
import { fileAddress } from '../file-address.js';

/** @typedef {'booklet' | 'sheet' | 'board'} PrintKind */

const NAMES = /** @type {const} */ ({ booklet: 'learn.print.booklet', sheet: 'learn.print.sheet', board: 'learn.print.board' });

/** The papers of the world's printers; both are names. */
const PAPERS = /** @type {const} */ ([['a4', 'A4'], ['letter', 'Letter']]);

/**
 * @param {import('../context.js').Context} context
 * @param {import('./route.js').Book} game
 * @param {readonly PrintKind[]} kinds
 */
export function printFiles({ say, lang }, game, kinds) {
  const row = (/** @type {PrintKind} */ kind) => {
    const what = say(NAMES[kind]);
    const link = (/** @type {string} */ paper, /** @type {string} */ name) => {
      const file = `${game}-${kind}.${lang()}.${paper}.pdf`;
      return h('a', { class: 'button button-quiet', attrs: { href: fileAddress(`print/${file}`), download: file, type: 'application/pdf', 'aria-label': say('learn.print.as', { what, paper: name }) } }, name);
    };
    return h('li', null, h('span', null, what), PAPERS.map(([paper, name]) => link(paper, name)));
  };
  return h('ul', { class: 'print-files', attrs: { 'aria-label': say('learn.print.files') } }, kinds.map(row));
}
