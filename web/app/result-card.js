// @ts-check
// The end of a round or of a match, told beside the board: who has won, why, how the match stands, and what can be done next.

import { h, iconButton, setText } from './dom.js';
import { late } from './late.js';
import { roundStatus, scoreOf, statusOf } from './status-texts.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').View} View */

/** The tables of this page's visit whose turning point was asked for: it is stored by now, and told again unasked. @type {Set<string>} */
const asked = new Set();
/** So many turns before the end it was decided, as a rule: enough to see how. */
const LAST_TURNS = 6;

/**
 * @param {Context} context
 * @param {object} doing
 * @param {() => void} doing.goOn to the next round
 * @param {() => void} doing.close
 * @param {(turn: number) => void} doing.replay the round that is told of, from after a turn on
 * @param {string} id of the table
 * @param {HTMLElement} after what can be done when all is played; it stays when the card is closed
 */
export function createResultCard(context, doing, id, after) {
  const { say } = context;
  const head = h('h2', { class: 'result-head' });
  const reason = h('p', { class: 'result-reason' });
  const score = h('p', { class: 'result-score' });
  const wait = h('p', { class: 'result-wait' });
  const point = h('p', { class: 'result-point', attrs: { role: 'status' } });
  const close = iconButton('close', say('web.close'), () => (next.hidden ? doing.close() : doing.goOn()), { class: 'result-close' });
  const next = iconButton('next', say('web.look.next-round'), doing.goOn, { isLabelShown: true, class: 'button-primary' });
  let last = 0;
  let round = 0;
  /** What decided the round, as far as it has been looked for. @type {import('./study/report.js').ReportSource | null} */
  let report = null;
  const find = iconButton('eye', say('web.result.point.find'), () => void findPoint(), { isLabelShown: true });
  const fromPoint = iconButton('play', say('web.result.point.replay'), () => doing.replay(Number(fromPoint.dataset['turn']) - 1), { isLabelShown: true });
  const replay = iconButton('replay', say('web.result.replay'), () => doing.replay(Math.max(0, last - LAST_TURNS)), { isLabelShown: true });
  const tale = h('section', { class: 'result-tale', attrs: { 'aria-label': say('web.result') } }, close, head, reason, score, wait, point, h('div', { class: 'result-actions' }, next, fromPoint, find, replay));
  const element = h('div', { class: 'result' }, tale, after);

  // The computer looks at every turn, which takes a while; so it does only if somebody wants to know. The card is there from the moment in which a game
  // ends, when nothing can have been found yet; whoever comes back to the game later finds no card, and all of it in the study.
  // Between two rounds it is not offered: the server analyses no table that is still being played, for that would be help in the rounds to come. When the
  // match is over, the study has every round of it.
  async function findPoint() {
    find.hidden = true;
    const found = await late(context, import('./study/report.js'));
    find.hidden = found !== null;
    if (found === null) return;
    const { createReport, turningPoints } = found;
    asked.add(id);
    report?.end();
    report = createReport(context, id, () => report && showPoint(report.get(), turningPoints(report.get(), round)));
    report.start();
  }

  /** @param {import('./study/report.js').Report} found @param {import('./study/types.js').JudgedTurn[]} points */
  function showPoint({ status, done, all, text }, points) {
    const costliest = points.reduce((worst, judged) => (judged.loss > worst.loss ? judged : worst), points[0]);
    const isDone = status === 'done';
    fromPoint.hidden = !isDone || costliest === undefined;
    if (status === 'failed' || status === 'refused') setText(point, text);
    else if (!isDone) setText(point, say('web.study.judged', { done, all }));
    else if (costliest === undefined) setText(point, say('web.result.point.none'));
    else {
      fromPoint.dataset['turn'] = String(costliest.turn);
      setText(point, say('web.result.point', { turn: costliest.turn, text: costliest.text }));
    }
  }

  return {
    element,
    end: () => report?.end(),
    /**
     * @param {View} view
     * @param {number | null} told the round that has ended, if it is told
     * @param {number} turns that it had
     */
    update(view, told, turns) {
      tale.hidden = told === null;
      element.hidden = told === null && after.hidden;
      if (told === null) return;
      last = turns;
      round = told;
      const isMatchOver = view.phase === 'over' && told === view.round;
      const { head: headline } = isMatchOver ? statusOf(say, view) : roundStatus(say, view, told);
      setText(head, headline);
      setText(reason, roundStatus(say, view, told).reason);
      const { near, far } = scoreOf(view);
      setText(score, view.form === 'single' ? '' : say(isMatchOver ? 'web.result.score' : 'web.score', { round: told, near, far }));
      setText(wait, !isMatchOver && view.clock?.wait ? say('web.result.clock-waits') : '');
      next.hidden = isMatchOver;
      replay.hidden = turns === 0;
      find.hidden = !isMatchOver || turns === 0 || report !== null;
      if (!find.hidden && asked.has(id)) void findPoint();
      fromPoint.hidden ||= report === null;
      // What had the focus has gone with the round.
      if (!isMatchOver && document.activeElement?.closest('.actions-turn, .actions-place')) next.focus();
    },
  };
}
