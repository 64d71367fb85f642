// @ts-check
// The games' own words, explained where they stand: a tap or a focus opens a small note.

import { h } from './dom.js';

/** @typedef {import('./context.js').Context} Context */

/** @type {{ [term: string]: string }} */
const TERMS = {
  raichi: 'web.term.raichi',
  tuichi: 'web.term.tuichi',
  'gare-au-roi': 'web.term.gare-au-roi',
  konakis: 'web.term.konakis',
  muscovites: 'web.term.muscovites',
  swedes: 'web.term.swedes',
  base: 'web.term.base',
  capture: 'web.term.capture',
  hand: 'web.term.hand',
  middle: 'web.term.middle',
  off: 'web.term.off',
};

/** Which book a rule id such as `T5` is from. @type {{ [letter: string]: string }} */
const BOOKS = { Z: 'game.tavli', T: 'game.tablut', A: 'game.alea' };

const RULE = /^[ZTA]\d{1,2}$/;

/**
 * A text whose `[term|words]` can be tapped.
 * @param {Context} context
 * @param {string} text
 * @returns {Node[]}
 */
export function rich(context, text) {
  return text.split(/(\[[^\]|]+\|[^\]]+\])/).map((part) => {
    const match = /^\[([^\]|]+)\|([^\]]+)\]$/.exec(part);
    const key = TERMS[match?.[1] ?? ''];
    if (!match || key === undefined) return document.createTextNode(match?.[2] ?? part);
    return term(match[2] ?? '', () => context.say(key));
  });
}

/**
 * A rule's number, with its short text where there is one.
 * @param {Context} context
 * @param {string} rule
 */
export function ruleTerm(context, rule) {
  return term(rule, () => {
    const short = `rule.${rule}`;
    if (context.has(short)) return context.say(short);
    const book = BOOKS[rule[0] ?? ''];
    return book !== undefined && RULE.test(rule)
      ? context.say('web.term.rule', { number: rule.slice(1), game: context.say(book) })
      : rule;
  });
}

/**
 * @param {string} words
 * @param {() => string} explain
 */
function term(words, explain) {
  const button = h('button', { class: 'term', attrs: { type: 'button', 'aria-haspopup': 'dialog' } }, words);
  button.addEventListener('click', () => openNote(button, explain()));
  return button;
}

/**
 * @param {HTMLElement} near
 * @param {string} text
 */
function openNote(near, text) {
  const note = h('div', { class: 'note', attrs: { popover: 'auto', role: 'note' } }, text);
  note.addEventListener('toggle', (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === 'closed') note.remove();
  });
  // Inside an open dialog the note must be part of it, or it would be inert.
  (near.closest('dialog') ?? document.body).append(note);
  note.showPopover();
  const anchor = near.getBoundingClientRect();
  const size = note.getBoundingClientRect();
  const left = Math.min(Math.max(8, anchor.left), innerWidth - size.width - 8);
  const below = anchor.bottom + 6;
  const top = below + size.height > innerHeight - 8 ? anchor.top - size.height - 6 : below;
  note.style.setProperty('left', `${left}px`);
  note.style.setProperty('top', `${Math.max(8, top)}px`);
}
