// @ts-check
// What is known of a table: a pure fold over what the server sends.

import { familyOf } from './families/index.js';

/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('../protocol.js').Entry} Entry */
/** @typedef {import('../protocol.js').Presence} Presence */
/** @typedef {import('../protocol.js').Seat} Seat */
/** @typedef {import('../protocol.js').ServerMessage} ServerMessage */

/**
 * @typedef {object} TableState
 * @property {Seat | 'both' | null} seat
 * @property {View | null} view
 * @property {number} readAt       When the view came in, on the page's own clock.
 * @property {Line[]} lines        Every turn known, of all rounds, in order.
 * @property {Entry[]} events      The log as far as it is known.
 * @property {Presence} presence
 * @property {{ seat: Seat, phrase: string, at: number } | null} said  The last phrase.
 * @property {string | null} next  The table of the rematch.
 * @property {boolean} isNextNew   Whether both wanted to play again while this page was at the table.
 */

/** @returns {TableState} */
export function emptyState() {
  return {
    seat: null,
    view: null,
    readAt: 0,
    lines: [],
    events: [],
    presence: { host: true, guest: true, watching: 0 },
    said: null,
    next: null,
    isNextNew: false,
  };
}

/**
 * @param {TableState} state
 * @param {ServerMessage} message
 * @param {number} now
 * @returns {TableState}
 */
export function receive(state, message, now) {
  switch (message.type) {
    case 'hello':
      return { ...state, seat: message.seat };
    case 'state': {
      const events = mergedEvents(state.events, message.events);
      return {
        ...state,
        view: message.view,
        readAt: now,
        lines: mergedLines(state.lines, message.lines, message.view),
        events,
        presence: message.presence ?? state.presence,
        isNextNew: state.isNextNew || (state.view !== null && events.slice(state.events.length).some(({ event }) => event === 'rematch-agreed')),
      };
    }
    case 'presence':
      return { ...state, presence: message.presence };
    case 'said':
      return { ...state, said: { seat: message.seat, phrase: message.phrase, at: now } };
    case 'next':
      return { ...state, next: message.path };
    default:
      return state;
  }
}

/**
 * New lines replace old ones of the same place; turns of the current round that were taken back go.
 * @param {Line[]} known
 * @param {Line[]} fresh
 * @param {View} view
 */
function mergedLines(known, fresh, view) {
  const replaced = new Set(fresh.map(placeOf));
  const holds = (/** @type {Line} */ line) => line.round !== view.round || line.turn <= view.turns;
  const kept = known.filter((line) => holds(line) && !replaced.has(placeOf(line)));
  // Taken-back turns are common and long games are too: sort only when something was put in between.
  const all = kept.concat(fresh.filter(holds));
  return all.every((line, index) => index === 0 || isBefore(all[index - 1], line)) ? all : all.toSorted(compare);
}

/** @param {Line} line */
function placeOf(line) {
  return `${line.round}.${line.turn}`;
}

/**
 * @param {Line} a
 * @param {Line} b
 */
function compare(a, b) {
  return a.round - b.round || a.turn - b.turn;
}

/**
 * @param {Line | undefined} a
 * @param {Line} b
 */
function isBefore(a, b) {
  return a !== undefined && compare(a, b) < 0;
}

/**
 * @param {Entry[]} known
 * @param {Entry[]} fresh
 */
function mergedEvents(known, fresh) {
  const next = known.length === 0 ? 0 : (known[known.length - 1]?.sequence ?? -1) + 1;
  const news = fresh.filter((entry) => entry.sequence >= next);
  return news.length === 0 ? known : known.concat(news);
}

/**
 * Whether a message tells what somebody else has played, to one who was there before.
 * @param {TableState} state
 * @param {ServerMessage} message
 */
export function isOfOthers(state, message) {
  if (message.type !== 'state' || state.view === null || message.view.viewer === 'both') return false;
  return message.events.some((entry) => 'seat' in entry && entry.seat !== message.view.viewer);
}

/** @typedef {ServerMessage & { stays?: boolean }} Shown A message, and whether what it tells stays until it was seen. */

/**
 * Several steps of somebody else in one message, as a message for each; the last is the one that came. What could not be played is shown whoever
 * threw it: the turn has ended by itself.
 * @param {TableState} state
 * @param {ServerMessage} message
 * @returns {Shown[]}
 */
export function stepByStep(state, message) {
  const known = state.view;
  if (message.type !== 'state' || known === null) return [message];
  const { view, lines, presence } = message;
  const family = familyOf(view);
  const isFollowed = isOfOthers(state, message);
  // Whoever has ended a turn has seen what was left of it.
  const isSeen = (/** @type {View} */ between) => between.turns === known.turns && family.isStuck(known);
  const steps = family.between(known, view, lines)
    .filter(({ view: between, stays }) => (stays ? !isSeen(between) : isFollowed && between.to_act !== view.viewer))
    .map(({ view: between, stays }) => ({ type: /** @type {const} */ ('state'), events: [], view: between, lines: [], presence, stays }));
  return [...steps, message];
}

/**
 * Where the log has to go on: what to ask for after a broken connection.
 * @param {TableState} state
 */
export function since(state) {
  const last = state.events[state.events.length - 1];
  return last === undefined ? 0 : last.sequence + 1;
}

/**
 * The lines of one round.
 * @param {TableState} state
 * @param {number} round
 */
export function linesOf(state, round) {
  return state.lines.filter((line) => line.round === round);
}

/**
 * A moment that can be looked at: an address may name one that this game never came to. Now is no moment of the past.
 * @param {TableState} state
 * @param {{ round: number, turn: number } | null} moment
 */
export function momentIn(state, moment) {
  const round = state.view?.round ?? 1;
  if (moment === null || moment.round < 1 || moment.round > round) return null;
  const last = linesOf(state, moment.round).length;
  if (moment.turn < last) return moment;
  return moment.round === round ? null : { round: moment.round, turn: last };
}

/** @param {Seat} seat */
export function across(seat) {
  return seat === 'host' ? 'guest' : 'host';
}

/**
 * Who sits at the near side of the board.
 * @param {View} view
 * @returns {Seat}
 */
export function nearSeat(view) {
  return view.viewer === 'guest' ? 'guest' : 'host';
}

/**
 * Whether a move can be chosen while the other one thinks: where time counts, and against people.
 * @param {View} view
 */
export function mayPremove(view) {
  if (view.viewer !== 'host' && view.viewer !== 'guest') return false;
  const { occupant } = view.seats[across(view.viewer)];
  return view.clock !== null && familyOf(view).premoves && typeof occupant === 'object' && 'person' in occupant;
}

/** Answers, and the offer that each is to. @type {{ [command: string]: 'draw_offer' | 'takeback' | 'rematch_offer' }} */
const OFFERS = {
  'accept-draw': 'draw_offer', 'decline-draw': 'draw_offer', 'grant-takeback': 'takeback', 'refuse-takeback': 'takeback',
  'accept-rematch': 'rematch_offer', 'decline-rematch': 'rematch_offer',
};

/**
 * For which seat a command is given; only two people at one screen have a choice.
 * @param {View} view
 * @param {string} command
 * @returns {Seat | undefined}
 */
export function seatFor(view, command) {
  if (view.viewer !== 'both') return undefined;
  const offer = OFFERS[command];
  const by = offer === undefined ? null : view[offer];
  if (by !== null) return across(by);
  return view.acts_for ?? 'host';
}

/**
 * A view as it was in an earlier round: with the sides of that round and, where that was another, its board.
 * @param {View} view
 * @param {number} round
 * @returns {View}
 */
export function inRound(view, round) {
  const result = view.rounds[round - 1];
  if (round === view.round) return view;
  if (result === undefined) return { ...view, round };
  const { host, guest } = view.seats;
  /** @param {Seat} seat @returns {import('../protocol.js').Colour} */
  const colour = (seat) => (seat === result.light ? 'light' : 'dark');
  return { ...view, ...result.played_by, round, seats: { host: { ...host, colour: colour('host') }, guest: { ...guest, colour: colour('guest') } } };
}
