// @ts-check
// Why something cannot be played: it stays at the foot of the board until something else is done, and its rule can be looked up.

import { h, setChildren } from './dom.js';
import { cited } from './glossary.js';

/** @param {import('./context.js').Context} context */
export function createReason(context) {
  const element = h('p', { class: 'toast reason' });
  return {
    element,
    /** @param {string} text @param {string | null} rule the one that says so */
    tell(text, rule) {
      setChildren(element, cited(context, text, rule));
      context.announce(text);
    },
    clear: () => setChildren(element),
  };
}
