// @ts-check
// What a booklet says, as elements.

import { h } from '../dom.js';
import { gameOfRule } from '../games.js';

/** @typedef {import('../../openapi.js').BookletInline} Inline */
/** @typedef {import('../../openapi.js').BookletBlock} Block */
/** @typedef {import('./route.js').Book} Book */

/** Where a rule is told. @param {string} rule @param {Book} here the booklet in which somebody reads */
export function ruleAddress(rule, here) {
  const game = gameOfRule(rule)?.opponents ?? here;
  return game === here ? `#${rule}` : `/learn/${game}#${rule}`;
}

/**
 * @param {readonly Inline[]} parts
 * @param {Book} game
 * @returns {Node[]}
 */
export function inlines(parts, game) {
  return parts.map((part) => {
    if (part.kind === 'text') return document.createTextNode(part.text);
    if (part.kind === 'em') return h('em', null, inlines(part.content, game));
    if (part.kind === 'strong') return h('strong', null, inlines(part.content, game));
    if (part.kind === 'link') {
      const [, studied = null] = /^study:(.+)$/.exec(part.to) ?? [];
      return h('a', { attrs: { href: studied === null ? part.to : '/study', 'data-study': studied } }, inlines(part.content, game));
    }
    return h('a', { class: 'rule-chip', attrs: { id: part.is_anchor ? part.id : null, href: ruleAddress(part.id, game) } }, part.id);
  });
}

/**
 * @param {Block} block
 * @param {Book} game
 * @param {(id: string, caption: Node[]) => HTMLElement} figure
 * @returns {HTMLElement}
 */
export function blockElement(block, game, figure) {
  const words = (/** @type {readonly Inline[]} */ parts) => inlines(parts, game);
  switch (block.block) {
    case 'heading': {
      const sign = h('a', { class: 'heading-link', attrs: { href: `#${block.id}`, 'aria-hidden': 'true', tabindex: -1 } }, '#');
      return h(block.level === 2 ? 'h2' : 'h3', { attrs: { id: block.id } }, words(block.content), ' ', sign);
    }
    case 'paragraph': return h('p', null, words(block.content));
    case 'list': return h(block.is_ordered ? 'ol' : 'ul', null, block.items.map((item) => h('li', null, words(item))));
    case 'note': return h('blockquote', null, block.paragraphs.map((paragraph) => h('p', null, words(paragraph))));
    case 'diagram': return figure(block.id, words(block.caption));
    case 'table': {
      const head = h('thead', null, h('tr', null, block.head.map((cell) => h('th', { attrs: { scope: 'col' } }, words(cell)))));
      const rows = block.rows.map((row) => h('tr', null, row.map((cell) => h('td', null, words(cell)))));
      // Wide tables are pushed sideways on phones, by keys too.
      return h('div', { class: 'table-scroll', attrs: { tabindex: 0, role: 'group' } }, h('table', null, head, h('tbody', null, rows)));
    }
  }
}
