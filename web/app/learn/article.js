// @ts-check
// A paper to be read: its title, its words and its diagrams, with links into the study.

import { h } from '../dom.js';
import { createFigure, studyAddress } from './figure.js';
import { blockElement } from './prose.js';

/** @typedef {import('./paper.js').Paper} Paper */

/**
 * @param {import('../context.js').Context} context
 * @param {Paper} paper
 * @param {import('./route.js').Book} game in whose booklet rules are looked for
 * @param {{ before?: Node[], after?: Node[] }} [around] what stands below the title and at the end
 */
export function createArticle(context, { title, blocks, diagrams, studies }, game, { before = [], after = [] } = {}) {
  const drawn = new Map(diagrams.map((diagram) => [diagram.id, diagram]));
  /** @type {{ end: () => void }[]} */
  const figures = [];
  const figure = (/** @type {string} */ id, /** @type {Node[]} */ caption) => {
    const diagram = drawn.get(id);
    if (diagram === undefined) return h('p', null, caption);
    const made = createFigure(context, diagram, caption);
    figures.push(made);
    return made.element;
  };
  const element = h('article', { class: 'prose' }, h('h1', null, title), before, blocks.map((block) => blockElement(block, game, figure)), after);
  for (const studied of studies) {
    void studyAddress(studied).then((address) => {
      for (const link of element.querySelectorAll(`[data-study="${studied.id}"]`)) link.setAttribute('href', address);
    });
  }
  return { element, end: () => figures.forEach((made) => made.end()) };
}
