// @ts-check
// A game as a curve: the light side's chances turn by turn, and in games of dice who had the luck.

import { h, setAttr, setChildren, setText } from '../dom.js';
import { familyOf } from '../families/index.js';
import { LINES_AT, heightOf } from './heights.js';
import { ahead, percent } from './lines.js';
import { sideName } from '../names.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./types.js').JudgedTurn} JudgedTurn */
/** @typedef {[x: number, y: number]} Spot Both from 0 to 1, y upwards. */

const SVG = 'http://www.w3.org/2000/svg';
/** The least luck that fills the strip from its middle to its edge. */
const MUCH_LUCK = 0.25;

/** The light side's chances: before the first turn, and after each. @param {readonly JudgedTurn[]} turns */
export const chances = (turns) => (turns.length === 0 ? [] : [turns[0].chance_before_roll ?? turns[0].chance_before, ...turns.map((turn) => turn.chance_after)]);

/** How much more luck the light side has had up to each turn. @param {readonly JudgedTurn[]} turns */
export function lucks(turns) {
  let sum = 0;
  return turns.map(({ luck, colour }) => (sum += (luck ?? 0) * (colour === 'light' ? 1 : -1)));
}

/** @param {readonly number[]} values @param {number} last the number of the last turn of the game @returns {Spot[]} */
const spots = (values, last) => values.map((value, index) => [index / Math.max(1, last), value]);

/** @param {readonly Spot[]} line */
const pathOf = (line) => line.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${(x * 1000).toFixed(1)} ${((1 - y) * 100).toFixed(2)}`).join('');

/** @param {Record<string, string>} attrs */
function path(attrs) {
  const made = document.createElementNS(SVG, 'path');
  for (const [name, value] of Object.entries({ 'vector-effect': 'non-scaling-stroke', ...attrs })) made.setAttribute(name, value);
  return made;
}

/** @param {...SVGElement} parts */
function picture(...parts) {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ viewBox: '0 0 1000 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' })) svg.setAttribute(name, value);
  svg.append(...parts);
  return svg;
}

/**
 * @param {Context} context
 * @param {(turn: number) => void} go to the position after a turn; 0 is the start
 */
export function createGraph(context, go) {
  const plot = h('div', { class: 'graph-plot' });
  const luck = h('div', { class: 'graph-luck' });
  const cursor = h('span', { class: 'graph-cursor' });
  const mark = h('span', { class: 'graph-cursor graph-pointed', attrs: { hidden: true } });
  const reading = h('span', { class: 'graph-reading', attrs: { 'aria-hidden': 'true', hidden: true } });
  const area = h('div', { class: 'graph-area', attrs: { role: 'slider', tabindex: 0, 'aria-orientation': 'horizontal', 'aria-valuemin': 0 } }, plot, luck, cursor, mark, reading);
  const luckKey = h('p', { class: 'graph-key' });
  const linesKey = h('p', { class: 'graph-key' });
  const element = h('div', { class: 'graph' }, area, linesKey, luckKey);
  let last = 1;
  let drawn = '';
  /** What is known of a turn, in words; nothing if that is nothing. @type {(turn: number) => string} */
  let textAt = () => '';

  const turnAt = (/** @type {PointerEvent} */ event) => {
    const { left, width } = area.getBoundingClientRect();
    return Math.round(Math.min(1, Math.max(0, (event.clientX - left) / width)) * last);
  };
  area.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    area.setPointerCapture(event.pointerId);
    go(turnAt(event));
  });
  area.addEventListener('pointermove', (event) => {
    if (area.hasPointerCapture(event.pointerId)) go(turnAt(event));
    else if (event.pointerType === 'mouse') read(turnAt(event));
  });
  for (const event of ['pointerleave', 'pointerdown']) area.addEventListener(event, () => read(null));

  /** What the curve says above the pointer. @param {number | null} turn */
  function read(turn) {
    reading.hidden = mark.hidden = turn === null || textAt(turn) === '';
    if (turn === null) return;
    setText(reading, textAt(turn));
    const at = turn / last;
    mark.style.left = `${at * 100}%`;
    // It stays within the graph, at whichever edge it is read.
    reading.style.left = `${at * 100}%`;
    reading.style.translate = `${-at * 100}% 0`;
  }

  /** @param {readonly JudgedTurn[]} turns @param {boolean} hasDice */
  function draw(turns, hasDice) {
    const height = (/** @type {number} */ chance) => heightOf(chance, hasDice);
    const curve = spots(chances(turns).map(height), last);
    const lines = (hasDice ? [0.5] : LINES_AT).map((chance) => path({ class: chance === 0.5 ? 'graph-even' : 'graph-far', d: `M0 ${((1 - height(chance)) * 100).toFixed(2)}H1000` }));
    const end = curve[curve.length - 1]?.[0] ?? 0;
    setChildren(
      plot,
      curve.length > 1 && picture(
        path({ class: 'graph-light', d: `${pathOf(curve)}L${end * 1000} 100L0 100z` }),
        ...lines,
        path({ class: 'graph-line', d: pathOf(curve) }),
      ),
      turns.map(({ mark, turn, chance_after: chance }) => {
        if (mark === null) return null;
        const dot = h('span', { class: 'graph-mark', attrs: { 'data-mark': mark } });
        dot.style.left = `${(turn / last) * 100}%`;
        dot.style.top = `${(1 - height(chance)) * 100}%`;
        return dot;
      }),
    );
    const hasLuck = turns.some((turn) => turn.luck !== null && turn.luck !== undefined);
    luck.hidden = luckKey.hidden = !hasLuck;
    if (!hasLuck) return;
    const sums = lucks(turns);
    const most = Math.max(MUCH_LUCK, ...sums.map(Math.abs));
    const line = spots([0, ...sums].map((sum) => 0.5 + sum / most / 2), last);
    setChildren(luck, picture(path({ class: 'graph-even', d: 'M0 50H1000' }), path({ class: 'graph-luck-area', d: `${pathOf(line)}L${line[line.length - 1][0] * 1000} 50L0 50z` })));
  }

  return {
    element,
    /**
     * @param {readonly JudgedTurn[]} turns as far as they are known
     * @param {number} all how many turns the round had
     * @param {number | null} current the turn looked at; nothing in a variation
     * @param {string} game
     */
    update(turns, all, current, game) {
      const { say } = context;
      const key = JSON.stringify([all, turns.map(({ chance_after: chance, mark }) => [chance, mark])]);
      last = Math.max(1, all);
      const { hasDice } = familyOf({ game });
      if (key !== drawn) draw(turns, hasDice);
      drawn = key;
      cursor.hidden = current === null;
      cursor.style.left = `${((current ?? 0) / last) * 100}%`;
      const known = chances(turns);
      textAt = (turn) => {
        if (known[turn] === undefined) return '';
        const { colour, chance } = ahead(known[turn]);
        return say('studies.graph.at', { turn, side: sideName(say, game, colour), percent: percent(chance) });
      };
      setAttr(area, 'aria-label', say('studies.graph'));
      setAttr(area, 'aria-valuemax', last);
      setAttr(area, 'aria-valuenow', current ?? 0);
      setAttr(area, 'aria-valuetext', textAt(current ?? 0) || say('studies.turn', { turn: current ?? 0 }));
      linesKey.hidden = hasDice;
      setChildren(linesKey, say('studies.graph.lines'));
      setChildren(luckKey, say('studies.luck-strip', { side: sideName(say, game, 'light') }));
    },
  };
}
