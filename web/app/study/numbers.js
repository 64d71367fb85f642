// @ts-check
// A round in numbers: both sides beside each other, and what the result would have been with even luck.

import { writeTime } from '../clock.js';
import { h, setChildren } from '../dom.js';
import { sideName } from '../names.js';
import { percent } from './lines.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./types.js').RoundNumbers} RoundNumbers */
/** @typedef {import('../texts.js').Say} Say */

/** A share of a game in points of a hundred, with its sign where it has a direction. @param {Say} say @param {number} share @param {boolean} isSigned */
function points(say, share, isSigned) {
  const value = { decimal: Math.abs(share) * 100, places: 1 };
  const sign = !isSigned ? '' : share < -0.0005 ? '−' : '+';
  return say('studies.points', { sign, points: value });
}

/** What is told of each side, in this order: the key of its text, and how it is written. @type {[figure: keyof import('./types.js').SideNumbers, key: string, write: (say: Say, value: number) => string][]} */
const FIGURES = [
  ['accuracy', 'studies.number.accuracy', (say, value) => say('web.study.percent', { percent: Math.round(value) })],
  ['turns', 'studies.number.turns', (_, value) => String(value)],
  ['mean_loss', 'studies.number.mean-loss', (say, value) => points(say, value, false)],
  ['good', 'studies.number.good', (_, value) => String(value)],
  ['doubtful', 'studies.number.doubtful', (_, value) => String(value)],
  ['errors', 'studies.number.errors', (_, value) => String(value)],
  ['blunders', 'studies.number.blunders', (_, value) => String(value)],
  ['captured', 'studies.number.captured', (_, value) => String(value)],
  ['hits', 'studies.number.hits', (_, value) => String(value)],
  ['pips', 'studies.number.pips', (_, value) => String(value)],
  ['pips_wasted', 'studies.number.pips-wasted', (_, value) => String(value)],
  ['luck', 'studies.number.luck', (say, value) => points(say, value, true)],
  ['milliseconds', 'studies.number.time', writeTime],
];

/** @param {Context} context */
export function createNumbers(context) {
  const element = h('section', { class: 'numbers' });
  let shown = '';
  return {
    element,
    /** @param {RoundNumbers | null} numbers @param {string} game @param {string} players who played light and dark, in a line */
    update(numbers, game, players) {
      const { say } = context;
      const key = JSON.stringify([numbers, game, players]);
      if (key === shown) return;
      shown = key;
      element.hidden = numbers === null;
      if (numbers === null) return;
      const { light, dark } = numbers.sides;
      const colours = /** @type {const} */ (['light', 'dark']);
      const rows = FIGURES.filter(([figure]) => [light, dark].some((side) => side[figure] !== null && side[figure] !== undefined));
      setChildren(
        element,
        h('h2', null, say('studies.numbers')),
        players !== '' && h('p', { class: 'about' }, players),
        h(
          'table',
          { class: 'numbers-table' },
          h('thead', null, h('tr', null, h('td'), colours.map((colour) => h('th', { attrs: { scope: 'col' } },
            h('span', { class: 'token token-small', attrs: { 'data-colour': colour, 'aria-hidden': 'true' } }), sideName(say, game, colour))))),
          h('tbody', null, rows.map(([figure, name, write]) => h('tr', { attrs: { 'data-figure': figure } }, h('th', { attrs: { scope: 'row' } }, say(name)), colours.map((colour) => {
            const value = numbers.sides[colour][figure];
            return h('td', null, value === null || value === undefined ? '–' : write(say, value));
          })))),
        ),
        resultText(say, numbers, game),
      );
    },
  };
}

/** @param {Say} say @param {RoundNumbers} numbers @param {string} game */
function resultText(say, { winner, luck_adjusted: adjusted }, game) {
  const result = winner === null ? say('web.result.draw') : say('studies.won', { side: sideName(say, game, winner) });
  if (adjusted === null || adjusted === undefined) return h('p', { class: 'numbers-result' }, result);
  const side = sideName(say, game, 'light');
  return h('p', { class: 'numbers-result' }, result, ' ', say('studies.luck-adjusted', { side, percent: percent(adjusted) }));
}
