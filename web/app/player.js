// @ts-check
// A player: name, side, presence, what they said, clock.

import { clockAfter, SHORT, untilChange, writeTime } from './clock.js';
import { h, setAttr, setText } from './dom.js';
import { isVisitor, levelName, occupantName, sideName } from './names.js';

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

/** What the computer says at a level: when the game begins, when it has won, when it has lost. */
const WORDS = [
  { start: 'web.word.1.start', won: 'web.word.1.won', lost: 'web.word.1.lost' },
  { start: 'web.word.2.start', won: 'web.word.2.won', lost: 'web.word.2.lost' },
  { start: 'web.word.3.start', won: 'web.word.3.won', lost: 'web.word.3.lost' },
  { start: 'web.word.4.start', won: 'web.word.4.won', lost: 'web.word.4.lost' },
  { start: 'web.word.5.start', won: 'web.word.5.won', lost: 'web.word.5.lost' },
  { start: 'web.word.6.start', won: 'web.word.6.won', lost: 'web.word.6.lost' },
  { start: 'web.word.7.start', won: 'web.word.7.won', lost: 'web.word.7.lost' },
  { start: 'web.word.8.start', won: 'web.word.8.won', lost: 'web.word.8.lost' },
];

/** How long a phrase stays. */
const BUBBLE_STAYS = 6000;

/**
 * For which of its words it is the moment, in a game that is played with somebody who is here.
 * @param {import('../protocol.js').View} view
 * @param {Seat} seat
 * @returns {'start' | 'won' | 'lost' | null}
 */
function momentOfWord(view, seat) {
  if (view.viewer === 'spectator') return null;
  if (view.phase === 'over' && view.winner !== null) return view.winner === seat ? 'won' : 'lost';
  return view.phase === 'playing' && view.round === 1 && view.turns <= 1 ? 'start' : null;
}

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

  /** What the computer has said last by itself, and the phase in which the game was seen before. */
  const word = { key: /** @type {string | null} */ (null), seat: /** @type {Seat | null} */ (null), at: 0, phase: '' };

  /** The computer has a word to say at the beginning, and at an end that somebody has seen coming. @param {import('../protocol.js').View} view @param {Seat} seat */
  function hearWord(view, seat) {
    const { occupant } = view.seats[seat];
    const words = typeof occupant === 'object' && 'computer' in occupant ? WORDS[occupant.computer - 1] : undefined;
    const moment = momentOfWord(view, seat);
    const isSeenComing = moment === 'start' ? word.phase === '' : word.phase === 'playing';
    word.phase = view.phase;
    if (words === undefined || moment === null || !isSeenComing) return;
    Object.assign(word, { key: words[moment], seat, at: performance.now() });
  }

  /** What was said is seen for a while, wherever its speaker comes to sit meanwhile. @param {TableState['said']} phrase @param {Seat} seat */
  function showSaid(phrase, seat) {
    const own = word.key !== null && word.seat !== null ? { seat: word.seat, phrase: word.key, at: word.at } : null;
    const said = phrase?.seat === seat ? phrase : own;
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
      const called = occupantName(say, player.occupant, seat, view.game);
      setText(name, called);
      setAttr(name, 'title', called);
      setAttr(element, 'aria-label', called);
      setAttr(token, 'data-colour', player.colour);
      setAttr(element, 'data-turn', view.to_act === seat && view.phase === 'playing');
      setAttr(element, 'data-won', view.phase === 'over' && view.winner === seat);
      // A record is read; nobody sits at it.
      const isRecord = location.pathname.startsWith('/r/');
      const isAway = isVisitor(player.occupant) && !isRecord && view.viewer !== 'both' && view.viewer !== seat && !presence[seat];
      setAttr(element, 'data-away', isAway);
      const parts = [sideName(say, view.game, player.colour)];
      if (typeof player.occupant === 'object' && 'computer' in player.occupant) parts.push(levelName(say, player.occupant.computer));
      if (player.captured > 0) parts.push(say('web.player.captured', { count: player.captured }));
      if (player.hints > 0) parts.push(say('web.player.hints', { count: player.hints }));
      if (player.has_left) parts.push(say('web.player.left'));
      else if (isAway) parts.push(say('web.player.away'));
      setText(about, parts.join(' · '));
      hearWord(view, seat);
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
      // While nothing can be stored, nobody's time runs.
      const isNext = reading.running === seat && !reading.is_paused && state.stores;
      const { wait: waiting, left: times } = state.stores ? clockAfter(reading, now - state.readAt) : reading;
      const [wait, left] = [waiting?.left ?? 0, times[seat]];
      const runs = isNext && wait === 0;
      setText(time, writeTime(context.say, left.time));
      setText(periods, left.periods > 0 ? `+${left.periods}` : '');
      setAttr(clock, 'data-runs', runs);
      setAttr(clock, 'data-short', left.time < SHORT);
      setAttr(clock, 'aria-label', context.say('web.clock.of', { name: name.textContent ?? '' }));
      return runs ? untilChange(left.time) : isNext ? wait + 5 : Infinity;
    },
  };
}
