// @ts-check
// What is known of a table: a pure fold over what the server sends.

import { clockAfter } from './clock.js';
import { familyOf } from './families/index.js';
import { isVisitor } from './names.js';

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
 * @property {boolean} stores      Whether what happens can be stored: otherwise the clocks stand still.
 * @property {Line[]} lines        Every turn known, of all rounds, in order; of each round its end, if not all of it.
 * @property {Entry[]} events      The log as far as it is known: its end, if not all of it.
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
    stores: true,
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
      // Whoever comes when nothing can be stored is told so next.
      return { ...state, seat: message.seat, stores: true };
    case 'health':
      return { ...stoodStill(state, now), stores: message.stores };
    case 'state': {
      const events = mergedEvents(state.events, message.events);
      return {
        ...state,
        view: message.view,
        readAt: now,
        lines: mergedLines(state.lines, message.lines, message.view),
        events,
        presence: message.presence ?? state.presence,
        isNextNew: state.isNextNew || (state.view !== null && message.events.some(({ event, sequence }) => sequence >= since(state) && event === 'rematch-agreed')),
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
 * The clocks as they are when they stop or run on.
 * @param {TableState} state
 * @param {number} now
 * @returns {TableState}
 */
function stoodStill(state, now) {
  const { view, readAt, stores } = state;
  if (view === null || view.clock === null) return state;
  return { ...state, view: { ...view, clock: stores ? clockAfter(view.clock, now - readAt) : view.clock }, readAt: now };
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
  return unbroken(all.every((line, index) => index === 0 || isBefore(all[index - 1], line)) ? all : all.toSorted(compare));
}

/**
 * What is known of each round without a gap, up to its end: who was away for long has missed more than is told at once.
 * @param {Line[]} lines
 * @returns {Line[]}
 */
function unbroken(lines) {
  const breaks = lines.findLastIndex((line, index) => index > 0 && line.round === lines[index - 1]?.round && line.turn !== (lines[index - 1]?.turn ?? 0) + 1);
  if (breaks < 0) return lines;
  const { round } = /** @type {Line} */ (lines[breaks]);
  return [...unbroken(lines.slice(0, breaks).filter((line) => line.round !== round)), ...lines.slice(breaks)];
}

/**
 * What was played before what is known.
 * @param {TableState} state
 * @param {Line[]} lines
 * @returns {TableState}
 */
export function recall(state, lines) {
  return state.view === null ? state : { ...state, lines: mergedLines(lines, state.lines, state.view) };
}

/**
 * The first turn that is known of a round; one after the last if none is.
 * @param {TableState} state
 * @param {number} round
 */
export function firstKnown(state, round) {
  return linesOf(state, round)[0]?.turn ?? turnsOf(state, round) + 1;
}

/**
 * How many turns a round has, whether or not all of them are known.
 * @param {TableState} state
 * @param {number} round
 */
export function turnsOf(state, round) {
  const last = state.lines.findLast((line) => line.round === round)?.turn;
  return last ?? (round === state.view?.round ? state.view.turns : (state.view?.rounds[round - 1]?.turns ?? 0));
}

/**
 * A turn as the board knows it: its place among lines of its round, which may not begin with the first.
 * @param {readonly Line[]} lines
 * @param {number} turn
 */
export function placeAmong(lines, turn) {
  return turn - (lines[0]?.turn ?? 1);
}

/**
 * The moment nearest to one that can be shown with what is known; now, if nothing is known of its round.
 * @param {TableState} state
 * @param {{ round: number, turn: number } | null} moment
 */
export function nearestKnown(state, moment) {
  if (moment === null) return null;
  const first = firstKnown(state, moment.round);
  // Of a round in which nothing was played nothing is missing.
  if (first > turnsOf(state, moment.round)) return first === 1 ? moment : null;
  return moment.turn < first - 1 ? { ...moment, turn: first - 1 } : moment;
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
  if (news.length === 0) return known;
  // Who was away for long has missed more than is told at once.
  return news[0]?.sequence === next ? known.concat(news) : news;
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
  const last = turnsOf(state, moment.round);
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

/** Whether the viewer plays against somebody at another screen. @param {View} view */
function isAgainstAVisitor(view) {
  if (view.viewer !== 'host' && view.viewer !== 'guest') return false;
  return isVisitor(view.seats[across(view.viewer)].occupant);
}

/**
 * Whether a move can be chosen while the other one thinks: where time counts, and against people.
 * @param {View} view
 */
export function mayPremove(view) {
  return view.clock !== null && familyOf(view).premoves && isAgainstAVisitor(view);
}

/**
 * Whether a player may ask the computer what to play: against people only if both have agreed to that.
 * @param {View} view
 */
export function mayBeHelped(view) {
  return view.help || !isAgainstAVisitor(view);
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
  /** @param {Seat} seat */
  const then = (seat) => ({ colour: colour(seat), captured: result.captured[seat] });
  return { ...view, ...result.played_by, round, seats: { host: { ...host, ...then('host') }, guest: { ...guest, ...then('guest') } } };
}

/**
 * Whether somebody threw dice. Otherwise the only chance was the lot that decided who begins.
 * @param {View} view
 */
export const hasThrown = ({ dice: { faces } }) => [...faces.host, ...faces.guest].some((count) => count > 0);

/**
 * The dice that an event shows, as text; nothing for events without dice.
 * @param {Entry} entry
 */
export function diceTold(entry) {
  switch (entry.event) {
    case 'lot-drawn':
      return entry.die;
    case 'rolled-off':
      return entry.white + entry.black;
    case 'rolled':
      return entry.roll;
    default:
      return undefined;
  }
}

/** Whether an event is a throw, a lot or a roll-off. @param {Entry} entry */
export const hasDice = (entry) => diceTold(entry) !== undefined;
