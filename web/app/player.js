// @ts-check
// A player: name, side, presence, what they said, clock.

import { leftAfter, SHORT, untilChange, writeTime } from './clock.js';
import { h, setAttr, setText } from './dom.js';
import { occupantName, sideName } from './names.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./table-state.js').TableState} TableState */
/** @typedef {import('../protocol.js').Seat} Seat */

/** @type {{ [phrase: string]: string }} */
export const PHRASES = {
  hello: 'web.phrase.hello',
  'good-luck': 'web.phrase.good-luck',
  'well-played': 'web.phrase.well-played',
  thanks: 'web.phrase.thanks',
  sorry: 'web.phrase.sorry',
  'one-moment': 'web.phrase.one-moment',
  oops: 'web.phrase.oops',
  again: 'web.phrase.again',
};

/** How long a phrase stays. */
const BUBBLE_STAYS = 6000;

/**
 * @param {Context} context
 * @param {'near' | 'far'} place
 */
export function createPlayer(context, place) {
  const token = h('span', { class: 'token', attrs: { 'aria-hidden': 'true' } });
  const name = h('span', { class: 'player-name' });
  const about = h('span', { class: 'player-about' });
  const bubble = h('span', { class: 'bubble', attrs: { 'aria-live': 'polite' } });
  const time = h('span', { class: 'clock-time' });
  const periods = h('span', { class: 'clock-periods' });
  const clock = h('div', { class: 'clock', attrs: { role: 'timer', 'aria-live': 'off' } }, time, periods);
  const element = h(
    'section',
    { class: `player player-${place}` },
    token,
    h('div', { class: 'player-who' }, name, about),
    bubble,
    clock,
  );
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let bubbleTimer;

  /** What was said is seen for a while, wherever its speaker comes to sit meanwhile. @param {TableState['said']} said @param {Seat} seat */
  function showSaid(said, seat) {
    const left = said?.seat === seat ? said.at + BUBBLE_STAYS - performance.now() : 0;
    clearTimeout(bubbleTimer);
    setText(bubble, said !== null && left > 0 ? context.say(PHRASES[said.phrase] ?? said.phrase) : '');
    if (left > 0) bubbleTimer = setTimeout(() => setText(bubble, ''), left);
  }

  return {
    element,
    /**
     * @param {TableState} state
     * @param {Seat} seat
     */
    update(state, seat) {
      const { view, presence } = state;
      if (view === null) return;
      const { say } = context;
      const player = view.seats[seat];
      const called = occupantName(say, player.occupant, seat);
      setText(name, called);
      setAttr(name, 'title', called);
      setAttr(element, 'aria-label', called);
      setAttr(token, 'data-colour', player.colour);
      setAttr(element, 'data-turn', view.to_act === seat && view.phase === 'playing');
      setAttr(element, 'data-won', view.phase === 'over' && view.winner === seat);
      const isPerson = typeof player.occupant === 'object' && 'person' in player.occupant;
      // A record is read; nobody sits at it.
      const isRecord = location.pathname.startsWith('/r/');
      const isAway = isPerson && !isRecord && view.viewer !== 'both' && view.viewer !== seat && !presence[seat];
      setAttr(element, 'data-away', isAway);
      const parts = [sideName(say, view.game, player.colour)];
      if (player.captured > 0) parts.push(say('web.player.captured', { count: player.captured }));
      if (player.has_left) parts.push(say('web.player.left'));
      else if (isAway) parts.push(say('web.player.away'));
      setText(about, parts.join(' · '));
      showSaid(state.said, seat);
    },
    /**
     * Writes the clock and tells when it changes next.
     * @param {TableState} state
     * @param {Seat} seat
     * @param {number} now
     */
    tick(state, seat, now) {
      const reading = state.view?.clock ?? null;
      clock.hidden = reading === null;
      if (reading === null) return Infinity;
      const isNext = reading.running === seat && !reading.is_paused;
      // Nobody's time runs before both have seen how the last round ended.
      const wait = Math.max(0, (reading.wait?.left ?? 0) - (now - state.readAt));
      const runs = isNext && wait === 0;
      const left = leftAfter(reading.left[seat], runs ? Math.max(0, now - state.readAt - (reading.wait?.left ?? 0)) : 0, reading.period);
      setText(time, writeTime(context.say, left.time));
      setText(periods, left.periods > 0 ? `+${left.periods}` : '');
      setAttr(clock, 'data-runs', runs);
      setAttr(clock, 'data-short', left.time < SHORT);
      setAttr(clock, 'aria-label', context.say('web.clock.of', { name: name.textContent ?? '' }));
      return runs ? untilChange(left.time) : isNext ? wait + 5 : Infinity;
    },
  };
}
