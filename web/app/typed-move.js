// @ts-check
// A move written by keyboard: `e4h4`, `E4-H4`, `13-7`, `hand-4`. What is written is held against what the board offers, so no rule is known here.

import { focusBoard, h, setText } from './dom.js';
import { familyOf } from './families/index.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../board/types.js').Command} Command */
/** @typedef {{ from: string[], to: string[], command: Command }} Choice A move by the names of its places: the first is the one to be shown, any is understood. */

/** So many places are named; more are only hinted at. */
const MOST_NAMED = 10;

/**
 * What can be played now, by the names of its places.
 * @param {import('./texts.js').Say} say
 * @param {Pick<import('../board/state.js').State, 'actions' | 'config'>} board
 * @returns {Choice[]}
 */
export function typedChoices(say, { actions, config: { scene } }) {
  if (!scene) return [];
  const { placeText } = familyOf(scene.view);
  const names = (/** @type {string} */ point) => {
    const place = point.replace(/-(light|dark)$/, '');
    return [placeText(say, place), place];
  };
  return [...actions.targets].flatMap(([from, targets]) => targets.map(({ to, command }) => ({ from: names(from), to: names(to), command })));
}

/** @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a text: `13-7` has two, `e4h4` one. @param {string} text */
const wordsOf = (text) => plain(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Whether places are meant by words, in their order; without a gap between them they may be one word. @param {string[]} words @param {string[][]} places @param {boolean} isWhole or only the beginning of it */
function isMeant(words, places, isWhole) {
  const typed = words.join('');
  const spelt = (/** @type {string[][]} */ rest) => rest.reduce((all, names) => all.flatMap((start) => names.map((name) => [...start, plain(name)])), /** @type {string[][]} */ ([[]]));
  return spelt(places).some((names) => {
    if (words.length > 1) return words.every((word, index) => (index < words.length - 1 || isWhole ? names[index] === word : names[index]?.startsWith(word))) && (!isWhole || names.length === words.length);
    return isWhole ? names.join('') === typed : names.join('').startsWith(typed);
  });
}

/**
 * The moves that a text may mean: exactly, and as far as it is written.
 * @param {readonly Choice[]} choices
 * @param {string} text
 */
export function meant(choices, text) {
  const words = wordsOf(text);
  const by = (/** @type {boolean} */ isWhole) => (words.length === 0 ? [] : choices.filter(({ from, to }) => isMeant(words, [from, to], isWhole)));
  return { exact: by(true), begun: by(false) };
}

/** The moves from the place that a text begins with. @param {readonly Choice[]} choices @param {string} text */
function fromPlace(choices, text) {
  const [first = ''] = wordsOf(text);
  return choices.filter(({ from }) => from.some((name) => first.startsWith(plain(name)) && !/^\d/.test(first.slice(plain(name).length))));
}

/** @param {Choice} choice */
const textOf = ({ from, to }) => `${from[0]}-${to[0]}`;

/** A list that does not go on for ever. @param {string[]} names */
const named = (names) => [...new Set(names)].slice(0, MOST_NAMED).join(', ') + (new Set(names).size > MOST_NAMED ? ' …' : '');

/**
 * @param {Context} context
 * @param {{ choices: () => Choice[], play: (command: Command) => void }} doing
 */
export function createTypedMove({ say }, { choices, play }) {
  const input = h('input', { attrs: { type: 'text', id: 'typed-move', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 24, 'aria-describedby': 'typed-help' } });
  const help = h('p', { class: 'typed-help', attrs: { id: 'typed-help', 'aria-live': 'polite' } });
  const element = h('form', { class: 'typed', on: { submit } }, h('label', { attrs: { for: 'typed-move' } }, say('web.typed')), input, help);
  element.hidden = true;

  /** What could be meant, or what would be right. @param {boolean} isDone whether it was meant to be all */
  function advise(isDone) {
    const all = choices();
    const { exact, begun } = meant(all, input.value);
    element.toggleAttribute('data-error', isDone || begun.length === 0);
    const shown = begun.length > 0 ? begun : fromPlace(all, input.value);
    if (shown.length > 0 && new Set(shown.map(({ from }) => from[0])).size === 1) {
      setText(help, say('web.typed.places', { from: shown[0].from[0], places: named(shown.map(({ to }) => to[0])) }));
    } else if (exact.length > 0) setText(help, named(exact.map(textOf)));
    else if (shown.length > 0) setText(help, named(shown.map(({ from }) => from[0])));
    else setText(help, all.length > 0 ? say('web.typed.men', { places: named(all.map(({ from }) => from[0])) }) : say('web.typed.none'));
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const { exact, begun } = meant(choices(), input.value);
    const all = exact.length > 0 ? exact : begun;
    const [found] = all;
    // Several dice may lead to the same place; the first is preferred. Different moves are not guessed at.
    if (!found || new Set(all.map(textOf)).size > 1) return advise(true);
    close();
    play(found.command);
  }

  function close() {
    if (element.hidden) return;
    const hadFocus = element.contains(document.activeElement);
    element.hidden = true;
    input.value = '';
    if (hadFocus) focusBoard(element);
  }

  input.addEventListener('input', () => (input.value === '' ? close() : advise(false)));
  input.addEventListener('keydown', (event) => event.key === 'Escape' && close());
  element.addEventListener('focusout', (event) => !element.contains(/** @type {Node | null} */ (event.relatedTarget)) && close());

  return {
    element,
    close,
    /** @param {string} text what has been typed already; with the end of a line it is all */
    open(text) {
      const [line, ...rest] = text.split('\n');
      element.hidden = false;
      input.value = line;
      input.focus();
      if (rest.length > 0) element.requestSubmit();
      else advise(false);
    },
  };
}
