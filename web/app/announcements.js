// @ts-check
// What screen readers are told besides what happens on the board: who asks, who comes and goes, whether the clocks stand still.

import { isVisitor } from './names.js';
import { nameAt } from './status-texts.js';

/** @typedef {import('./texts.js').Say} Say */
/** @typedef {import('../protocol.js').Seat} Seat */
/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('./table-state.js').TableState} TableState */

/** What the viewer has asked and is waiting for. @param {Say} say @param {View} view */
export function waitingFor(say, view) {
  const isOwn = (/** @type {string | null} */ seat) => seat !== null && seat === view.viewer;
  if (isOwn(view.draw_offer)) return say('web.ask.draw.sent');
  if (isOwn(view.takeback)) return say('web.ask.takeback.sent');
  if (isOwn(view.rematch_offer)) return say('web.ask.rematch.sent');
  return '';
}

/**
 * @param {Say} say
 * @param {TableState} before
 * @param {TableState} after
 * @returns {string[]}
 */
export function newsOf(say, before, after) {
  const [was, view] = [before.view, after.view];
  if (was === null || view === null) return [];
  const news = [];
  const waiting = waitingFor(say, view);
  if (waiting !== '' && waiting !== waitingFor(say, was)) news.push(waiting);
  const isPaused = view.clock?.is_paused === true;
  if (isPaused !== (was.clock?.is_paused === true)) news.push(say(isPaused ? 'web.status.paused' : 'web.status.resumed'));
  if (view.viewer === 'both') return news;
  for (const seat of /** @type {Seat[]} */ (['host', 'guest'])) {
    const { occupant, has_left: hasLeft } = view.seats[seat];
    // Who has just sat down is told by the game that begins.
    const isKnown = isVisitor(occupant) && was.seats[seat].occupant !== 'open';
    if (!isKnown || seat === view.viewer) continue;
    const name = nameAt(say, view, seat);
    if (hasLeft && !was.seats[seat].has_left) news.push(say('web.player.has-left', { name }));
    else if (!hasLeft && before.presence[seat] !== after.presence[seat]) news.push(say(after.presence[seat] ? 'web.player.is-back' : 'web.player.is-away', { name }));
  }
  return news;
}
