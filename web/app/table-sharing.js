// @ts-check
// A table to be shown to others, at the moment that one looks at.

import { gameOf } from './games.js';
import { hashOf } from './route.js';
import { openShareDialog } from './share-dialog.js';
import { nameAt } from './status-texts.js';
import { inRound, linesOf, turnsOf } from './table-state.js';

/** @typedef {import('./context.js').Context} Context */

/**
 * @param {Context} context
 * @param {string} id
 * @param {object} shown
 * @param {import('./table-state.js').TableState} shown.state
 * @param {import('./move-list.js').Look} shown.look
 * @param {boolean} shown.isFlipped
 * @param {() => string} shown.picture
 */
export function shareTable(context, id, { state, look, isFlipped, picture }) {
  const { view } = state;
  if (view === null) return;
  const { say } = context;
  const at = look ?? (view.phase === 'over' && view.turns > 0 ? { round: view.round, turn: view.turns } : null);
  const round = at?.round ?? view.round;
  const lines = linesOf(state, round);
  const names = `${nameAt(say, view, 'host')} – ${nameAt(say, view, 'guest')}`;
  const caption = (/** @type {number} */ turn) => ({ names, about: say('web.share.caption', { game: say(gameOf(view.game).title), turn }) });
  openShareDialog(context, {
    id,
    path: location.pathname + (at === null ? '' : hashOf(at)),
    picture,
    caption: caption(at?.turn ?? turnsOf(state, round)),
    film: view.board === null || lines[0]?.turn !== 1 ? null : { scene: { view: inRound(view, round), lines, look: null }, isFlipped, caption },
  });
}
