// @ts-check
// The games' own words, explained where they stand: a tap or a focus opens a small note.

import { h, setText } from './dom.js';
import { gameOfRule } from './games.js';

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
 * A rule's number, with what the rule says.
 * @param {Context} context
 * @param {string} rule
 */
export function ruleTerm(context, rule) {
  const book = gameOfRule(rule)?.title;
  if (book === undefined) return term(rule, () => rule);
  return noted(rule, (button) => {
    const game = context.say(book);
    const text = h('p', { attrs: { 'aria-live': 'polite' } }, context.say('web.term.rule', { number: rule.slice(1), game }));
    const link = h('a', { attrs: { href: `/learn/${gameOfRule(rule)?.opponents}#${rule}`, target: '_blank' } }, context.say('web.term.booklet'));
    const place = openNote(button, h('p', { class: 'note-head' }, h('b', null, rule), ' · ', game), text, link);
    void ruleText(context, rule).then((said) => {
      if (said === null) return;
      setText(text, said);
      place();
    });
  });
}

/**
 * A reason, which begins with the number of its rule: that can be tapped.
 * @param {Context} context
 * @param {string} text
 * @param {string | null | undefined} rule
 * @returns {Node[]}
 */
export function cited(context, text, rule) {
  if (!rule || !text.startsWith(rule)) return rich(context, text);
  return [ruleTerm(context, rule), ...rich(context, text.slice(rule.length))];
}

/** What rules say, by language: asked for when the first one is looked up. @type {Map<string, Promise<{ [rule: string]: string }>>} */
const ruleTexts = new Map();

/**
 * What a rule says in the visitor's language; nothing while the server cannot tell.
 * @param {Pick<Context, 'lang' | 'api'>} context
 * @param {string} rule
 * @returns {Promise<string | null>}
 */
export async function ruleText({ lang, api }, rule) {
  const language = lang();
  const asked = ruleTexts.get(language) ?? api.rules(language);
  ruleTexts.set(language, asked);
  try {
    return (await asked)[rule] ?? null;
  } catch {
    // The next look asks again.
    ruleTexts.delete(language);
    return null;
  }
}

/**
 * @param {string} words
 * @param {() => string} explain
 */
function term(words, explain) {
  return noted(words, (button) => openNote(button, explain()));
}

/**
 * Words that open a note.
 * @param {string} words
 * @param {(button: HTMLElement) => void} open
 */
function noted(words, open) {
  const button = h('button', { class: 'term', attrs: { type: 'button', 'aria-haspopup': 'dialog' } }, words);
  button.addEventListener('click', () => open(button));
  return button;
}

/**
 * @param {HTMLElement} near
 * @param {...(Node | string)} content
 * @returns {() => void} To be called when the content has changed: finds the place again.
 */
function openNote(near, ...content) {
  const note = h('div', { class: 'note', attrs: { popover: 'auto', role: 'note' } }, ...content);
  note.addEventListener('toggle', (event) => {
    if (/** @type {ToggleEvent} */ (event).newState === 'closed') note.remove();
  });
  // Inside an open dialog the note must be part of it, or it would be inert.
  (near.closest('dialog') ?? document.body).append(note);
  note.showPopover();
  function place() {
    // A note far to the right would be measured too narrow.
    note.style.setProperty('left', '8px');
    const anchor = near.getBoundingClientRect();
    const size = note.getBoundingClientRect();
    const left = Math.min(Math.max(8, anchor.left), innerWidth - size.width - 8);
    const below = anchor.bottom + 6;
    const top = below + size.height > innerHeight - 8 ? anchor.top - size.height - 6 : below;
    note.style.setProperty('left', `${left}px`);
    note.style.setProperty('top', `${Math.max(8, top)}px`);
  }
  place();
  return place;
}
