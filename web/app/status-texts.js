// @ts-check
// What is said about the state of a game: whose turn it is, how it ended.

import { familyOf } from './families/index.js';
import { across, inRound, nearSeat } from './table-state.js';
import { occupantName, sideName } from './names.js';

/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').Seat} Seat */
/** @typedef {import('./texts.js').Say} Say */

/** @type {{ [reason: string]: string }} */
const REASONS = {
  escape: 'web.end.escape',
  capture: 'web.end.capture',
  'no-move': 'web.end.no-move',
  repetition: 'web.end.repetition',
  'borne-off': 'web.end.borne-off',
  'turn-limit': 'web.end.turn-limit',
  resigned: 'web.end.resigned',
  'out-of-time': 'web.end.out-of-time',
  agreed: 'web.end.agreed',
};

/**
 * @param {Say} say
 * @param {string} reason
 */
export function reasonText(say, reason) {
  const key = REASONS[reason];
  return key === undefined ? reason : say(key);
}

/**
 * Who sits there, as a sentence calls them.
 * @param {Say} say
 * @param {View} view
 * @param {Seat} seat
 */
export function nameAt(say, view, seat) {
  return occupantName(say, view.seats[seat].occupant, seat, view.game);
}

/**
 * Who has won, from where the viewer sits.
 * @param {Say} say
 * @param {View} view
 * @param {Seat | null} winner
 */
export function winnerText(say, view, winner) {
  if (winner === null) return say('web.result.draw');
  if (view.viewer === winner) return say('web.result.you-win');
  if (view.viewer === across(winner)) return say('web.result.you-lose', { name: nameAt(say, view, winner) });
  return say('web.result.wins', { name: nameAt(say, view, winner), side: sideName(say, view.game, view.seats[winner].colour) });
}

/**
 * How a round ended: who has won it, why, and how the match stands.
 * @param {Say} say
 * @param {View} view
 * @param {number} round
 * @returns {{ head: string, reason: string, more: string }}
 */
export function roundStatus(say, view, round) {
  const result = view.rounds[round - 1];
  if (result === undefined) return { head: '', reason: '', more: '' };
  const { near, far } = scoreOf(view);
  const reason = reasonText(say, result.reason);
  return { head: winnerText(say, inRound(view, round), result.winner), reason, more: `${reason} ${say('web.score', { round, near, far })}` };
}

/**
 * The headline of a table and the line under it.
 * @param {Say} say
 * @param {View} view
 * @returns {{ head: string, more: string }}
 */
export function statusOf(say, view) {
  const last = view.rounds[view.rounds.length - 1];
  if (view.phase === 'aborted') return { head: say('web.result.aborted'), more: say('web.result.aborted.more') };
  if (view.phase === 'over') {
    return { head: winnerText(say, view, view.winner ?? null), more: last ? reasonText(say, last.reason) : '' };
  }
  if (view.phase === 'waiting') return { head: say(view.viewer === 'spectator' && view.may.includes('join') ? 'web.status.seat-free' : 'web.status.waiting'), more: '' };
  if (view.clock?.is_paused) return { head: say('web.status.paused'), more: say('web.status.paused.more') };
  return { head: turnText(say, view), more: waitText(say, view) || passText(say, view) || roundText(say, view) };
}

/**
 * @param {Say} say
 * @param {View} view
 */
function turnText(say, view) {
  const seat = view.to_act;
  if (seat === null) return '';
  const side = sideName(say, view.game, view.seats[seat].colour);
  if (view.viewer === 'both') return say('web.status.side-to-play', { side });
  if (seat !== view.viewer) return say('web.status.their-turn', { name: nameAt(say, view, seat) });
  if (view.may.includes('roll')) return say('web.status.throw');
  if (view.may.includes('confirm')) {
    return say(familyOf(view).isPassing(view) ? 'web.status.pass' : 'web.status.confirm');
  }
  return say('web.status.your-turn', { side });
}

/**
 * A clock that does not run yet, because somebody has not seen how the last round ended.
 * @param {Say} say
 * @param {View} view
 */
function waitText(say, view) {
  const awaits = view.clock?.wait?.awaits;
  const seat = awaits && /** @type {Seat[]} */ (['host', 'guest']).find((one) => awaits[one] && one !== view.viewer);
  return seat && view.viewer !== 'both' ? say('web.status.clock-waits', { name: nameAt(say, view, seat) }) : '';
}

/**
 * A turn in which nothing could be played is over before it is seen.
 * @param {Say} say
 * @param {View} view
 */
function passText(say, view) {
  if (view.to_act === null || !view.may.includes('roll') || !familyOf(view).isPassed(view)) return '';
  return say('web.status.passed', { name: nameAt(say, view, across(view.to_act)) });
}

/**
 * After the first round of a match: how the last one ended.
 * @param {Say} say
 * @param {View} view
 */
function roundText(say, view) {
  const last = view.rounds[view.rounds.length - 1];
  if (last === undefined) return '';
  return say('web.status.last-round', { result: winnerText(say, inRound(view, view.rounds.length), last.winner), reason: reasonText(say, last.reason) });
}

/**
 * The rounds won so far, from the near seat.
 * @param {View} view
 */
export function scoreOf(view) {
  const near = nearSeat(view);
  return { near: view.seats[near].rounds_won, far: view.seats[across(near)].rounds_won };
}
