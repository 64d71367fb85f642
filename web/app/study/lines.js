// @ts-check
// What the computer thinks, in lines that can be followed, with arrows on the board and a bar beside it.

import { familyOf as boardFamilyOf } from '../../board/families/index.js';
import { h, setAttr, setChildren, setText } from '../dom.js';
import { familyOf } from '../families/index.js';
import { sideName } from '../names.js';
import { MOST_LINES, chanceOf } from './engine.js';
import { heightOf } from './heights.js';
import { createHold } from './hold.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Thought} Thought */
/** @typedef {import('./types.js').EngineLine} EngineLine */
/** @typedef {import('../../board/types.js').Shape} Shape */
/** @typedef {import('../../protocol.js').View} View */
/** @typedef {import('../../protocol.js').Colour} Colour */

/** So many turns of a line are written. */
const LINE_SHOWS = 8;

/** A chance as people say it; never certain unless it is. @param {number} chance */
export const percent = (chance) => Math.round(Math.min(0.99, Math.max(0.01, chance)) * 100);

/** The side that is ahead, and how far. @param {number} chance the light side's @returns {{ colour: Colour, chance: number }} */
export const ahead = (chance) => (chance >= 0.5 ? { colour: 'light', chance } : { colour: 'dark', chance: 1 - chance });

/** A chance as a chip of the colour that is ahead. @param {Context['say']} say @param {View} view @param {number} chance @param {EngineLine['win']} [win] */
export function chanceChip(say, view, chance, win = null) {
  const { colour, chance: best } = win ? { colour: win.winner, chance: 1 } : ahead(chance);
  const side = sideName(say, view.game, colour);
  const [text, label] = win
    ? [say('studies.win.short', { turns: win.turns }), say('studies.win', { side, turns: win.turns })]
    : [say('web.study.percent', { percent: percent(best) }), say('studies.chance', { side, percent: percent(best) })];
  return h('span', { class: 'chance', attrs: { 'data-colour': colour, title: label } }, h('span', { attrs: { 'aria-hidden': 'true' } }, text), h('span', { class: 'visually-hidden' }, label));
}

/** @param {View} view */
const moverOf = (view) => (view.to_act === null ? 'light' : view.seats[view.to_act].colour);

/** A thought's lines; what is thought about all throws has none. @param {Thought | null} thought @returns {readonly EngineLine[]} */
const linesOf = (thought) => (thought === null || thought.type === 'rolls' ? [] : thought.lines);

/** Arrows for the first turns of lines: the first one green, the others blue and paler. @param {View} view @param {readonly EngineLine[]} lines @param {number | null} only @returns {Shape[]} */
export function arrowsFor(view, lines, only) {
  const { hintArrows } = boardFamilyOf(view);
  const isTurnOfSteps = familyOf(view).hasDice;
  /** @type {Shape[]} */
  const shapes = [];
  lines.forEach(({ turns: [first] }, index) => {
    // A turn of several steps is as much as the eye can follow.
    if (!first || (only === null ? isTurnOfSteps && index > 0 : index !== only)) return;
    const isBest = index === 0;
    for (const { from, to } of hintArrows(stillToPlay(view, first), moverOf(view))) {
      if (shapes.some((shape) => shape.kind === 'arrow' && shape.from === from && shape.to === to)) continue;
      shapes.push({ kind: 'arrow', from, to, brush: isBest ? 'green' : 'blue', weight: isBest || only !== null ? 1 : Math.max(0.2, 0.6 - index * 0.15) });
    }
  });
  // The best lies on top.
  return shapes.reverse();
}

/** Of a turn with steps that has been begun only what is left of it. @template T @param {import('../../protocol.js').View} view @param {T} turn @returns {T} */
function stillToPlay({ board }, turn) {
  const { steps } = /** @type {{ steps?: unknown[] }} */ (turn);
  if (!steps || board?.kind !== 'tavli') return turn;
  return { ...turn, steps: steps.slice(board.steps.length) };
}

/**
 * @param {Context} context
 * @param {Engine} engine
 * @param {{ follow: (turns: string[]) => void, point: (line: number | null) => void, update: () => void }} doing
 */
export function createLines(context, engine, { follow, point, update }) {
  const { say } = context;
  const toggle = h('input', { attrs: { type: 'checkbox', role: 'switch', id: 'study-engine', checked: engine.isOn() }, on: { change: () => engine.turn(toggle.checked) } });
  const about = h('span', { class: 'engine-about', attrs: { role: 'status' } });
  const count = h(
    'select',
    { class: 'engine-count', attrs: { 'aria-label': say('studies.lines') }, on: { change: () => engine.show(Number(count.value)) } },
    Array.from({ length: MOST_LINES }, (_, index) => index + 1).map((number) => h('option', { attrs: { value: number, selected: number === engine.lines() } }, String(number))),
  );
  const best = h('span', { class: 'engine-chance' });
  const list = h('ol', { class: 'engine-lines' });
  const element = h(
    'section',
    { class: 'engine', attrs: { 'aria-label': say('studies.engine') } },
    h('div', { class: 'engine-head' }, best, h('label', { class: 'toggle engine-switch' }, h('span', { class: 'toggle-name' }, say('studies.engine')), toggle), about, count),
    list,
  );
  list.addEventListener('pointerleave', () => point(null));
  // Who clicks a line plays what they read, whatever is found meanwhile.
  const hold = createHold(list, update);
  /** What the lines are written from. @type {Thought | null} */
  let read = null;
  /** What that is about. */
  let subject = '';
  /** What is written, so that nothing is written twice. */
  let [shownBest, shownLines] = ['', ''];

  /** @param {View} view @param {EngineLine} line @param {number} index */
  function lineItem(view, { chance, win, turns }, index) {
    const { hintText } = familyOf(view);
    return h(
      'li',
      { on: { pointerenter: () => point(index), focusin: () => point(index), focusout: () => point(null) } },
      chanceChip(say, view, chance, win),
      h('span', { class: 'engine-turns' }, turns.slice(0, LINE_SHOWS).map((hint, at) =>
        h('button', {
          class: 'engine-turn',
          attrs: { type: 'button', title: say('studies.follow') },
          on: { click: () => follow(turns.slice(0, at + 1).map(({ text }) => text)) },
        }, hintText(say, hint)))),
    );
  }

  /** @param {import('./engine.js').EngineState} state */
  function aboutText({ status, ahead: waiting, thought, text }) {
    if (status === 'failed') return text;
    if (status === 'queued') return waiting > 0 ? say('studies.queued', { ahead: waiting }) : say('studies.soon');
    if (status === 'off' || status === 'idle') return '';
    if (thought === null) return say('studies.soon');
    if (thought.type === 'lines') {
      return read?.type === 'lines' && read !== thought ? say('studies.held', { depth: thought.depth, read: read.depth }) : say('studies.depth', { depth: thought.depth });
    }
    return thought.lookahead > 0 ? say('studies.lookahead', { turns: thought.lookahead }) : '';
  }

  /** @param {View | null} view */
  function writeLines(view) {
    // A line that has the focus keeps it while its figures change.
    const at = [...list.querySelectorAll('button')].findIndex((button) => button === document.activeElement);
    setChildren(list, view !== null && linesOf(read).map((line, index) => lineItem(view, line, index)));
    if (at >= 0) list.querySelectorAll('button')[at]?.focus({ preventScroll: true });
  }

  return {
    element,
    /** The lines that are read. */
    lines: () => linesOf(read),
    /** @param {View | null} view */
    update(view) {
      const state = engine.state();
      const { thought } = state;
      if (subject !== engine.subject()) hold.reset();
      subject = engine.subject();
      if (view === null || !hold.isHeld() || linesOf(read).length === 0 || linesOf(thought).length === 0) read = view && thought;
      setText(about, aboutText(state));
      setAttr(element, 'data-status', state.status);
      count.disabled = state.status === 'off';
      const chance = chanceOf(thought);
      const bestKey = JSON.stringify([view?.next, view?.turns, linesOf(thought)[0]?.win, chance]);
      if (bestKey !== shownBest) setChildren(best, view !== null && chance !== null && chanceChip(say, view, chance, linesOf(thought)[0]?.win));
      shownBest = bestKey;
      const linesKey = JSON.stringify([view?.next, view?.turns, linesOf(read)]);
      if (linesKey !== shownLines) hold.rewrite(() => writeLines(view));
      shownLines = linesKey;
    },
  };
}

/** The bar beside the board: how much of it is the light side's. @param {Context} context */
export function createBar(context) {
  const share = h('span', { class: 'bar-share' });
  const element = h('div', { class: 'bar', attrs: { role: 'meter', 'aria-valuemin': 0, 'aria-valuemax': 100 } }, share);
  return {
    element,
    /** @param {View | null} view @param {number | null} chance @param {boolean} isFlipped */
    update(view, chance, isFlipped) {
      const { say } = context;
      const light = chance ?? 0.5;
      element.style.setProperty('--share', String(heightOf(light, view === null || familyOf(view).hasDice)));
      setAttr(element, 'data-flipped', isFlipped);
      setAttr(element, 'data-known', chance !== null);
      setAttr(element, 'aria-valuenow', Math.round(light * 100));
      setAttr(element, 'aria-label', say('studies.bar'));
      const { colour, chance: best } = ahead(light);
      setAttr(element, 'aria-valuetext', chance === null || view === null ? say('studies.unknown') : say('studies.chance', { side: sideName(say, view.game, colour), percent: percent(best) }));
    },
  };
}
