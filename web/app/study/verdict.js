// @ts-check
// What the analysis of a game says: how the turn looked at was judged and why, the turning points, and how far the analysis is.

import { h, iconButton, setAttr, setChildren, setText } from '../dom.js';
import { familyOf } from '../families/index.js';
import { turnLabel } from './moves.js';
import { percent } from './lines.js';
import { MARK_GLYPHS } from './report.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./types.js').JudgedTurn} JudgedTurn */
/** @typedef {import('./types.js').Mark} Mark */
/** @typedef {import('./report.js').Report} Report */
/** @typedef {import('../texts.js').Say} Say */

/** @type {Record<Mark, string>} */
const MARK_NAMES = { good: 'studies.mark.good', doubtful: 'studies.mark.doubtful', error: 'studies.mark.error', blunder: 'studies.mark.blunder' };

/** The mover's chances before and after a turn. @param {JudgedTurn} judged */
export function ownChances({ colour, chance_before: before, chance_after: after }) {
  return colour === 'light' ? [before, after] : [1 - before, 1 - after];
}

/** @param {Say} say @param {JudgedTurn} judged */
function changeText(say, judged) {
  const [before, after] = ownChances(judged).map(percent);
  return say('studies.change', { before, after });
}

/** What would have been better, where there was something. @param {Say} say @param {JudgedTurn} judged @param {string} game */
export function betterText(say, { mark, best, text }, game) {
  if (best === null || mark === null || mark === 'good' || best.text === text) return '';
  return say('studies.better', { move: familyOf({ game }).hintText(say, best) });
}

/**
 * @param {Context} context
 * @param {{ showBetter: (judged: JudgedTurn) => void, retry: (judged: JudgedTurn) => void }} doing
 */
export function createVerdict(context, { showBetter, retry }) {
  const { say } = context;
  const element = h('section', { class: 'verdict-box', attrs: { 'aria-live': 'polite' } });
  let shown = '';
  return {
    element,
    /** @param {JudgedTurn | null} node how the turn looked at was judged @param {string} game */
    update(node, game) {
      // Of a turn like any other nothing is to be said.
      const judged = node !== null && (node.mark !== null || node.turning_point) ? node : null;
      const key = JSON.stringify(judged);
      if (key === shown) return;
      shown = key;
      element.hidden = judged === null;
      setAttr(element, 'data-mark', judged?.mark);
      if (judged === null) return;
      const better = betterText(say, judged, game);
      setChildren(
        element,
        h('p', null, judged.mark !== null && h('b', null, `${MARK_GLYPHS[judged.mark]} ${say(MARK_NAMES[judged.mark])}`), judged.mark !== null && ' · ', changeText(say, judged), better !== '' && ' · ', better),
        judged.reasons.length > 0 && h('ul', { class: 'reasons' }, judged.reasons.map((reason) => h('li', null, reason))),
        better !== '' && h(
          'div',
          { class: 'row' },
          h('button', { class: 'button button-small', attrs: { type: 'button' }, on: { click: () => showBetter(judged) } }, say('studies.show-better')),
          h('button', { class: 'button button-small', attrs: { type: 'button' }, on: { click: () => retry(judged) } }, say('studies.retry')),
        ),
      );
    },
  };
}

/**
 * @param {Context} context
 * @param {{ start: () => void, go: (turn: number) => void, retry: (judged: JudgedTurn) => void }} doing
 */
export function createTurningPoints(context, { start, go, retry }) {
  const { say } = context;
  const bar = h('progress', { attrs: { 'aria-label': say('studies.progress') } });
  const text = h('span', { attrs: { role: 'status' } });
  const again = iconButton('again', say('studies.analyse'), start, { isLabelShown: true });
  const progress = h('div', { class: 'report-progress' }, bar, text, again);
  const list = h('ol', { class: 'points' });
  const heading = h('h2');
  const points = h('section', { class: 'turning-points' }, heading, list);
  let shown = '';

  /** @param {Report} report */
  function progressText({ status, ahead, done, all, text: why }) {
    if (status === 'failed') return why;
    if (status === 'queued') return ahead > 0 ? say('studies.queued', { ahead }) : say('studies.soon');
    return status === 'running' ? say('web.study.judged', { done, all }) : '';
  }

  return {
    progress,
    element: points,
    /** @param {Report} report @param {readonly JudgedTurn[]} all of both sides @param {string} game @param {import('../../protocol.js').Colour | null} own the side of the one who looks, if they have played */
    update(report, all, game, own) {
      const turning = own === null ? all : all.filter(({ colour }) => colour === own);
      setText(heading, say(own === null ? 'studies.points-title' : 'studies.points-own'));
      const { status, done, all: count } = report;
      setText(text, progressText(report));
      bar.hidden = status !== 'queued' && status !== 'running';
      again.hidden = status !== 'failed';
      progress.hidden = status === 'done' || status === 'none';
      if (status === 'running' && count > 0) {
        bar.max = count;
        bar.value = done;
      } else bar.removeAttribute('value');
      points.hidden = turning.length === 0 && status !== 'done';
      const key = JSON.stringify([status === 'done', turning]);
      if (key === shown) return;
      shown = key;
      setChildren(
        list,
        turning.map((judged) => h(
          'li',
          { attrs: { 'data-mark': judged.mark } },
          h(
            'button',
            { class: 'point', attrs: { type: 'button' }, on: { click: () => go(judged.turn) } },
            h('span', { class: 'move-number' }, String(judged.turn)),
            h('span', { class: 'token token-small', attrs: { 'data-colour': judged.colour, 'aria-hidden': 'true' } }),
            h('span', { class: 'point-turn' }, turnLabel(say, judged.text), judged.mark !== null && h('b', { class: 'tree-sign' }, MARK_GLYPHS[judged.mark])),
            h('span', { class: 'point-change' }, changeText(say, judged)),
          ),
          betterText(say, judged, game) !== '' && iconButton('again', say('studies.retry.turn', { turn: judged.turn }), () => retry(judged)),
        )),
        turning.length === 0 && status === 'done' && h('li', { class: 'about' }, say(own === null ? 'studies.no-points' : 'studies.no-points-own')),
      );
    },
  };
}
