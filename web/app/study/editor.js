// @ts-check
// A position is set up: men from a palette, whose turn it is, all that is wrong with it at once; then it is played, analysed or shared.

import { h, iconButton, setChildren } from '../dom.js';
import { failureText } from '../failure-text.js';
import { sideName } from '../names.js';
import { cleared, put, setupFamily, setupOf, shifted, taken, textOf, viewOf } from './setup.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./types.js').Fault} Fault */
/** @typedef {import('../../board/types.js').Api} BoardApi */
/** @typedef {import('../../board/types.js').Kind} Kind */
/** @typedef {import('../../board/types.js').Shape} Shape */
/** @typedef {import('../../protocol.js').Colour} Colour */
/** @typedef {import('../../protocol.js').View} View */
/** @typedef {Kind | 'remove'} Tool */

/** Faults are asked for when the hand rests. */
const SETTLE = 150;
const COLOURS = /** @type {const} */ (['light', 'dark']);

/**
 * @param {Context} context
 * @param {{ board: () => BoardApi, analyse: (start: string) => void, play: (start: string, side: Colour) => void, share: (start: string) => void, close: () => void }} doing
 */
export function createEditor(context, { board, analyse, play, share, close }) {
  const { say } = context;
  const element = h('section', { class: 'editor', attrs: { hidden: true, 'aria-label': say('studies.editor') } });
  const palette = h('div', { class: 'palette', attrs: { role: 'radiogroup', 'aria-label': say('studies.palette') } });
  const sides = h('fieldset', { class: 'field editor-side' });
  const beyond = h('div', { class: 'editor-beyond' });
  const text = h('textarea', { class: 'editor-text', attrs: { rows: 2, spellcheck: 'false', 'aria-label': say('studies.position') } });
  const faultList = h('div', { class: 'faults', attrs: { role: 'status' } });
  const action = (/** @type {import('../dom.js').Icon} */ name, /** @type {string} */ label, /** @type {() => void} */ act, isFirst = false) =>
    iconButton(name, label, act, { isLabelShown: true, class: isFirst ? 'button-primary' : '' });
  const needSound = [
    action('study', say('studies.analyse-position'), () => analyse(current()), true),
    action('play', say('studies.play'), () => play(current(), setup.side)),
    action('share', say('web.act.share'), () => share(current())),
  ];
  setChildren(
    element,
    h('h2', null, say('studies.editor')),
    palette,
    h('p', { class: 'about' }, say('studies.editor.about')),
    h('div', { class: 'row' }, action('again', say('studies.start'), () => void toStart()), action('close', say('studies.clear'), () => set(cleared(setup)))),
    sides,
    beyond,
    faultList,
    text,
    h('div', { class: 'row' }, needSound, action('back', say('studies.editor.close'), close)),
  );

  /** The view whose board is set up; without one nothing is edited. @type {View | null} */
  let view = null;
  let ruleset = '';
  /** @type {import('./setup.js').Setup} */
  let setup = { pieces: [], side: 'light', beyond: [] };
  /** @type {Fault[]} */
  let faults = [];
  /** @type {Tool} */
  let tool = 'light';
  /** Every position that is shown has a number of its own, so that the board takes it for news. */
  let shownCount = 1_000_000;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asked = 0;

  const current = () => (view === null ? '' : textOf(view, setup));

  /** @param {import('./setup.js').Setup} next */
  function set(next) {
    setup = next;
    show();
    clearTimeout(timer);
    timer = setTimeout(() => void check(), SETTLE);
  }

  /** Asks what is wrong with the position. */
  async function check() {
    const mine = ++asked;
    try {
      const answer = await context.api.look({ ruleset, start: current(), turns: [] });
      if (mine !== asked || view === null) return;
      faults = answer.faults;
    } catch (error) {
      if (mine !== asked || view === null) return;
      faults = [{ text: failureText(context, error), places: [], rule: null, colour: null }];
    }
    show();
  }

  async function toStart() {
    try {
      const answer = await context.api.look({ ruleset, start: null, turns: [] });
      if (view !== null && answer.view) set(setupOf(answer.view, answer.position ?? ''));
    } catch (error) {
      context.toast(failureText(context, error));
    }
  }

  /** A position that somebody has written or pasted. */
  async function read() {
    const written = text.value.trim();
    if (view === null || written === current()) return;
    try {
      const answer = await context.api.look({ ruleset, start: written, turns: [] });
      faults = answer.faults;
      if (answer.view) set(setupOf(answer.view, answer.position ?? ''));
      else showFaults();
    } catch (error) {
      faults = [{ text: failureText(context, error), places: [], rule: null, colour: null }];
      showFaults();
    }
  }
  text.addEventListener('change', () => void read());

  /** The points of the board that a fault is about. @param {Fault} fault */
  const pointsOf = ({ places, colour }) =>
    places.flatMap((place) => (place === 'hand' || place === 'off' ? (colour ? [colour] : COLOURS).map((one) => `${place}-${one}`) : [place]));

  function show() {
    if (view === null) return;
    /** @type {Shape[]} */
    const shapes = faults.flatMap(pointsOf).map((at) => ({ kind: 'circle', at, brush: 'red' }));
    board().set({ scene: { view: viewOf(view, setup, ++shownCount), lines: [], look: null }, shapes });
    if (document.activeElement !== text) text.value = current();
    for (const input of element.querySelectorAll('input')) {
      if (input.name === 'study-side') input.checked = input.value === setup.side;
      if (input.name === 'study-beyond') input.checked = setup.beyond.some((colour) => colour === input.value);
    }
    showFaults();
  }

  function showFaults() {
    for (const button of needSound) button.toggleAttribute('disabled', faults.length > 0);
    setChildren(
      faultList,
      faults.length === 0 ? h('p', { class: 'about' }, say('studies.no-faults')) : h('ul', null, faults.map((fault) => h('li', { class: 'error' }, fault.text))),
    );
  }

  /** @param {Tool} one @param {string} game */
  function toolButton(one, game) {
    const label = one === 'remove' ? say('studies.remove') : one === 'king' ? say('studies.king') : sideName(say, game, one);
    const input = h('input', { attrs: { type: 'radio', name: 'study-tool', id: `tool-${one}`, value: one, checked: one === tool }, on: { change: () => (tool = one) } });
    const made = h('label', { class: 'tool', attrs: { 'data-tool': one } }, input, h('span', { class: 'tool-man token', attrs: { 'aria-hidden': 'true', 'data-colour': one === 'dark' ? 'dark' : 'light' } }), h('span', null, label));
    // A man can be dragged from here to the board as well.
    made.addEventListener('pointerdown', (event) => {
      const drop = (/** @type {PointerEvent} */ end) => {
        const at = board().pointAt(end.clientX, end.clientY);
        if (at !== null && view !== null && one !== 'remove' && Math.hypot(end.clientX - event.clientX, end.clientY - event.clientY) > 8) set(put(view, setup, at, one));
      };
      if (event.button === 0) addEventListener('pointerup', drop, { once: true });
    });
    return made;
  }

  /** @param {View} shown */
  function build(shown) {
    const { kinds, hasBeyond } = setupFamily(shown);
    const name = (/** @type {Colour} */ colour) => sideName(say, shown.game, colour);
    tool = kinds[0];
    setChildren(palette, [...kinds, /** @type {Tool} */ ('remove')].map((one) => toolButton(one, shown.game)));
    setChildren(
      sides,
      h('legend', null, say('studies.side-to-move')),
      h('div', { class: 'segments' }, COLOURS.map((colour) => h('label', { class: 'segment' },
        h('input', { attrs: { type: 'radio', name: 'study-side', value: colour, id: `study-side-${colour}` }, on: { change: () => set({ ...setup, side: colour }) } }), h('span', null, name(colour))))),
    );
    setChildren(beyond, hasBeyond && COLOURS.map((colour) => h('label', { class: 'row' },
      h('input', {
        attrs: { type: 'checkbox', name: 'study-beyond', value: colour },
        on: { change: (event) => set({ ...setup, beyond: event.target.checked ? [...setup.beyond, colour] : setup.beyond.filter((one) => one !== colour) }) },
      }), h('span', null, say('studies.beyond', { side: name(colour) })))));
  }

  return {
    element,
    isOpen: () => view !== null,
    /** @param {View} shown @param {string} position @param {string} rules */
    open(shown, position, rules) {
      view = shown;
      ruleset = rules;
      faults = [];
      setup = setupOf(shown, position);
      build(shown);
      element.hidden = false;
      set(setup);
    },
    close() {
      view = null;
      clearTimeout(timer);
      element.hidden = true;
    },
    /** A point was clicked. @param {string} at */
    cell(at) {
      if (view === null) return;
      const there = setup.pieces.findLast(([place]) => place === at)?.[1];
      // On a board of single men a second click takes the man away again.
      const isAgain = there === tool && setupFamily(view).kinds.includes('king');
      set(tool === 'remove' || isAgain ? taken(setup, at) : put(view, setup, at, tool));
    },
    /** A man was dragged. @param {string} from @param {string | null} to @param {Kind} kind */
    drop(from, to, kind) {
      if (view !== null) set(shifted(view, setup, from, to, kind));
    },
  };
}

/** @typedef {ReturnType<typeof createEditor>} Editor */
