// @ts-check
// Were the dice fair? Every throw is computed again here, and what each player got is set against what was to be expected.

import { openDialog } from './dialog.js';
import { verify } from './dice-verification.js';
import { h, icon, setChildren } from './dom.js';
import { FAIR_MEAN, luckOf, toldSurplus } from './dice-statistics.js';
import { hasThrown } from './table-state.js';
import { occupantName } from './names.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./table-state.js').TableState} TableState */
/** @typedef {import('./dice-verification.js').Verdict} Verdict */
/** @typedef {import('../protocol.js').Seat} Seat */

/** @type {Set<Verdict['verdict']>} */
const WRONG = new Set(['wrong', 'wrong-seed', 'other-seal', 'other-nonce', 'added-nonce']);

/**
 * @param {Context} context
 * @param {TableState} state
 * @param {import('./dice-promises.js').DicePromise | null} promise   What this browser was told and added before the game.
 */
export function openDiceDialog(context, state, promise) {
  const { say } = context;
  const verdict = h('div', { class: 'verdict', attrs: { role: 'status' } });
  const view = state.view;
  const seats = /** @type {Seat[]} */ (['host', 'guest']);
  const isLotOnly = view !== null && !hasThrown(view);
  openDialog(
    context,
    say(isLotOnly ? 'web.lot' : 'web.dice'),
    verdict,
    h(
      'details',
      { class: 'more' },
      h('summary', null, say('web.dice.how')),
      h('ol', { class: 'how' }, h('li', null, say('web.dice.how.1')), h('li', null, say('web.dice.how.2')), h('li', null, say('web.dice.how.3')), h('li', null, say('web.dice.how.4'))),
      h(
        'dl',
        { class: 'secrets' },
        h('dt', null, say('web.dice.commitment')),
        h('dd', null, view?.dice.commitment ?? '–'),
        h('dt', null, say('web.dice.seed')),
        h('dd', null, view?.dice.seed ?? say('web.dice.seed.later')),
      ),
    ),
    !isLotOnly && h('h3', null, say('web.luck')),
    !isLotOnly && h('p', { class: 'about' }, say('web.luck.about')),
    !isLotOnly && view && h('div', { class: 'lucks' }, seats.map((seat) => luckFigure(context, occupantName(say, view.seats[seat].occupant, seat, view.game), view.dice.faces[seat]))),
  );
  showVerdict(context, verdict, verify(state.events, promise), isLotOnly);
}

/**
 * @param {Context} context
 * @param {HTMLElement} place
 * @param {Verdict} result
 * @param {boolean} isLotOnly
 */
function showVerdict({ say }, place, result, isLotOnly) {
  const isRight = result.verdict === 'right';
  const isWrong = WRONG.has(result.verdict);
  place.dataset['verdict'] = isRight ? 'right' : isWrong ? 'wrong' : 'open';
  setChildren(
    place,
    icon(isRight ? 'check' : isWrong ? 'close' : 'clock'),
    h(
      'div',
      null,
      h('p', null, verdictText(say, result, isLotOnly)),
      result.verdict === 'right' && result.isOwn && h('p', null, say('web.dice.own')),
      result.verdict === 'wrong' &&
        h('ul', null, result.throws.slice(0, 5).map(({ number, told, made }) => h('li', null, say('web.dice.wrong.throw', { number: number + 1, told, made })))),
    ),
  );
}

/**
 * @param {import('./texts.js').Say} say
 * @param {Verdict} result
 * @param {boolean} isLotOnly
 */
function verdictText(say, result, isLotOnly) {
  switch (result.verdict) {
    case 'right':
      return isLotOnly ? say('web.lot.right') : say('web.dice.right', { throws: result.throws });
    case 'wrong':
      return say('web.dice.wrong', { throws: result.throws.length });
    case 'wrong-seed':
      return say('web.dice.wrong-seed');
    case 'other-seal':
      return say('web.dice.other-seal');
    case 'other-nonce':
      return say('web.dice.other-nonce');
    case 'added-nonce':
      return say('web.dice.added-nonce');
    case 'not-revealed':
      return say('web.dice.not-revealed');
    case 'not-verifiable':
      return say('web.dice.not-verifiable');
    case 'no-throws':
      return say('web.dice.no-throws');
  }
}

/**
 * Bars with their numbers; a line marks what was to be expected.
 * @param {Context} context
 * @param {string} name
 * @param {number[]} faces
 */
function luckFigure({ say }, name, faces) {
  const luck = luckOf(faces);
  const most = Math.max(luck.expected, ...faces, 1);
  const chart = h('div', { class: 'chart', attrs: { 'aria-hidden': 'true' } });
  chart.style.setProperty('--expected', String(luck.expected / most));
  for (const [index, count] of faces.entries()) {
    const bar = h('span', { class: 'chart-bar' });
    bar.style.setProperty('--share', String(count / most));
    chart.append(h('span', { class: 'chart-face' }, h('span', { class: 'chart-room' }, bar), h('b', null, String(count)), h('span', null, String(index + 1))));
  }
  return h(
    'figure',
    { class: 'luck' },
    h('figcaption', null, name),
    chart,
    h('p', { class: 'visually-hidden' }, faces.map((count, index) => say('web.luck.face', { face: index + 1, count })).join(' ')),
    h('p', null, say('web.luck.mean', { mean: { decimal: luck.mean, places: 2 }, fair: { decimal: FAIR_MEAN, places: 1 } })),
    h('p', null, say('web.luck.surplus', { ...toldSurplus(luck.surplus), dice: luck.dice }), ' ', luckWord(say, luck.deviation)),
  );
}

/**
 * @param {import('./texts.js').Say} say
 * @param {number} deviation
 */
function luckWord(say, deviation) {
  if (Math.abs(deviation) < 1) return say('web.luck.usual');
  if (Math.abs(deviation) < 2) return say(deviation > 0 ? 'web.luck.good' : 'web.luck.bad');
  return say(deviation > 0 ? 'web.luck.great' : 'web.luck.awful');
}
