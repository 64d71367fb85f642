// @ts-check
// What the computer thinks, in lines that can be followed, with arrows on the board and a bar beside it.

import { familyOf as boardFamilyOf } from '../../board/families/index.js';
import { h, setAttr, setChildren, setText } from '../dom.js';
import { familyOf } from '../families/index.js';
import { sideName } from '../names.js';
import { chanceOf } from './engine.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./engine.js').Engine} Engine */
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
    ? [say('web.study.win.short', { turns: win.turns }), say('web.study.win', { side, turns: win.turns })]
    : [say('web.study.percent', { percent: percent(best) }), say('web.study.chance', { side, percent: percent(best) })];
  return h('span', { class: 'chance', attrs: { 'data-colour': colour, title: label } }, h('span', { attrs: { 'aria-hidden': 'true' } }, text), h('span', { class: 'visually-hidden' }, label));
}

/** @param {View} view */
const moverOf = (view) => (view.to_act === null ? 'light' : view.seats[view.to_act].colour);

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
    for (const { from, to } of hintArrows(first, moverOf(view))) {
      if (shapes.some((shape) => shape.kind === 'arrow' && shape.from === from && shape.to === to)) continue;
      shapes.push({ kind: 'arrow', from, to, brush: isBest ? 'green' : 'blue', weight: isBest || only !== null ? 1 : Math.max(0.2, 0.6 - index * 0.15) });
    }
  });
  // The best lies on top.
  return shapes.reverse();
}

/**
 * @param {Context} context
 * @param {Engine} engine
 * @param {{ follow: (turns: string[]) => void, point: (line: number | null) => void }} doing
 */
export function createLines(context, engine, { follow, point }) {
  const { say } = context;
  const toggle = h('input', { attrs: { type: 'checkbox', role: 'switch', id: 'study-engine', checked: engine.isOn() }, on: { change: () => engine.turn(toggle.checked) } });
  const about = h('span', { class: 'engine-about', attrs: { role: 'status' } });
  const count = h(
    'select',
    { class: 'engine-count', attrs: { 'aria-label': say('web.study.lines') }, on: { change: () => engine.show(Number(count.value)) } },
    [1, 2, 3, 4, 5].map((number) => h('option', { attrs: { value: number, selected: number === engine.lines() } }, String(number))),
  );
  const best = h('span', { class: 'engine-chance' });
  const list = h('ol', { class: 'engine-lines' });
  const element = h(
    'section',
    { class: 'engine', attrs: { 'aria-label': say('web.study.engine') } },
    h('div', { class: 'engine-head' }, best, h('label', { class: 'toggle engine-switch' }, h('span', { class: 'toggle-name' }, say('web.study.engine')), toggle), about, count),
    list,
  );
  list.addEventListener('pointerleave', () => point(null));
  /** What is written, so that nothing is written twice. */
  let shown = '';

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
          attrs: { type: 'button', title: say('web.study.follow') },
          on: { click: () => follow(turns.slice(0, at + 1).map(({ text }) => text)) },
        }, hintText(say, hint)))),
    );
  }

  /** @param {import('./engine.js').EngineState} state */
  function aboutText({ status, ahead: waiting, thought, text }) {
    if (status === 'failed') return text;
    if (status === 'queued') return waiting > 0 ? say('web.study.queued', { ahead: waiting }) : say('web.study.soon');
    if (status === 'off' || status === 'idle') return '';
    if (thought === null) return say('web.study.soon');
    if (thought.type === 'lines') return say('web.study.depth', { depth: thought.depth });
    return thought.lookahead > 0 ? say('web.study.lookahead', { turns: thought.lookahead }) : '';
  }

  return {
    element,
    /** @param {View | null} view */
    update(view) {
      const state = engine.state();
      const { thought } = state;
      setText(about, aboutText(state));
      setAttr(element, 'data-status', state.status);
      count.disabled = state.status === 'off';
      const lines = view === null || thought === null || thought.type === 'rolls' ? [] : thought.lines;
      const chance = chanceOf(thought);
      const key = JSON.stringify([view?.next, view?.turns, lines, chance]);
      if (key === shown) return;
      shown = key;
      setChildren(best, view !== null && chance !== null && chanceChip(say, view, chance, lines[0]?.win));
      // A line that has the focus keeps it while its figures change.
      const at = [...list.querySelectorAll('button')].findIndex((button) => button === document.activeElement);
      setChildren(list, view !== null && lines.map((line, index) => lineItem(view, line, index)));
      if (at >= 0) list.querySelectorAll('button')[at]?.focus({ preventScroll: true });
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
      element.style.setProperty('--share', String(light));
      setAttr(element, 'data-flipped', isFlipped);
      setAttr(element, 'data-known', chance !== null);
      setAttr(element, 'aria-valuenow', Math.round(light * 100));
      setAttr(element, 'aria-label', say('web.study.bar'));
      const { colour, chance: best } = ahead(light);
      setAttr(element, 'aria-valuetext', chance === null || view === null ? say('web.study.unknown') : say('web.study.chance', { side: sideName(say, view.game, colour), percent: percent(best) }));
    },
  };
}
