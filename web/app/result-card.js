// @ts-check
// The end of a round or of a match, told beside the board: who has won, why, how the match stands, and what can be done next.

import { h, iconButton, setText } from './dom.js';
import { roundStatus, scoreOf, statusOf } from './status-texts.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').View} View */

/** So many turns before the end it was decided, as a rule: enough to see how. */
const LAST_TURNS = 6;

/**
 * @param {Context} context
 * @param {object} doing
 * @param {() => void} doing.goOn to the next round
 * @param {() => void} doing.close
 * @param {(turn: number) => void} doing.replay the round that is told of, from after a turn on
 * @param {HTMLElement} after what can be done when all is played; it stays when the card is closed
 */
export function createResultCard(context, doing, after) {
  const { say } = context;
  const head = h('h2', { class: 'result-head' });
  const reason = h('p', { class: 'result-reason' });
  const score = h('p', { class: 'result-score' });
  const wait = h('p', { class: 'result-wait' });
  const close = iconButton('close', say('web.close'), () => (next.hidden ? doing.close() : doing.goOn()), { class: 'result-close' });
  const next = iconButton('next', say('web.look.next-round'), doing.goOn, { isLabelShown: true, class: 'button-primary' });
  let last = 0;
  const replay = iconButton('replay', say('web.result.replay'), () => doing.replay(Math.max(0, last - LAST_TURNS)), { isLabelShown: true });
  const tale = h('section', { class: 'result-tale', attrs: { 'aria-label': say('web.result') } }, close, head, reason, score, wait, h('div', { class: 'result-actions' }, next, replay));
  const element = h('div', { class: 'result' }, tale, after);

  return {
    element,
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
      const isMatchOver = view.phase === 'over' && told === view.round;
      const { head: headline } = isMatchOver ? statusOf(say, view) : roundStatus(say, view, told);
      setText(head, headline);
      setText(reason, roundStatus(say, view, told).reason);
      const { near, far } = scoreOf(view);
      setText(score, view.form === 'single' ? '' : say(isMatchOver ? 'web.result.score' : 'web.score', { round: told, near, far }));
      setText(wait, !isMatchOver && view.clock?.wait ? say('web.result.clock-waits') : '');
      next.hidden = isMatchOver;
      replay.hidden = turns === 0;
      // What had the focus has gone with the round.
      if (!isMatchOver && document.activeElement?.closest('.actions-turn, .actions-place')) next.focus();
    },
  };
}
