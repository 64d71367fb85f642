// @ts-check
// What is said about the tavli slab.

import { runsOf } from '../../runs.js';
import { isCell, isColumn } from './layout.js';

/** @typedef {import('../../types.js').FamilyWords} FamilyWords */
/** @typedef {import('../../types.js').Say} Say */
/** @typedef {import('../../../protocol.js').Face} Face */
/** @typedef {import('../../../protocol.js').Step} Step */
/** @typedef {import('../../../protocol.js').TavliBoard} TavliBoard */
/** @typedef {import('../../../protocol.js').TavliLine} TavliLine */

/** A side alone, and as sentences about its turn and its victory have it: some languages want an article. */
const SIDES = {
  light: { name: 'board.side.white', turn: 'board.side.white.turn', wins: 'board.side.white.wins' },
  dark: { name: 'board.side.black', turn: 'board.side.black.turn', wins: 'board.side.black.wins' },
};
const COUNTS = /** @type {const} */ ([['light', 'board.men.white'], ['dark', 'board.men.black']]);

/** The number of a column of the middle row, as the reader knows it. @param {string} place */
const columnNumber = (place) => place.slice(1);

/** "cell 14", "hit men of column 4". @param {Say} say @param {string} place */
function placeName(say, place) {
  if (place === 'hand') return say('board.place.hand');
  if (place === 'off') return say('board.place.off');
  return isColumn(place) ? say('board.place.middle', { column: columnNumber(place) }) : say('board.place.cell', { cell: place });
}

/** Where a step starts, as a sentence has it. @param {Say} say @param {string} place */
function fromName(say, place) {
  if (place === 'hand') return say('board.from.hand');
  return isColumn(place) ? say('board.from.middle', { column: columnNumber(place) }) : say('board.from.cell', { cell: place });
}

/** Where a step ends. @param {Say} say @param {string} place */
const toName = (say, place) => (isCell(place) ? say('board.to.cell', { cell: place }) : say('board.to.off'));

/** Steps one after the other; equal ones are said once. @param {Say} say @param {readonly Step[]} steps */
function stepsSentence(say, steps) {
  const told = steps.map(({ from, to, hit }) => say(hit ? 'board.step.hit' : 'board.step', { from: fromName(say, from), to: toName(say, to) }));
  return runsOf(told)
    .map(({ item, times }) => (times > 1 ? say('board.step.times', { step: item, count: times }) : item))
    .reduce((before, after) => say('board.step.then', { before, after }));
}

/** Reasons against playing a number, by their names in the protocol. @type {Record<string, string>} */
const AGAINST = {
  blocked: 'board.against.blocked', immune: 'board.against.immune', 'entering-may-not-hit': 'board.against.entering-may-not-hit',
  'hit-men-first': 'board.against.hit-men-first', 'hit-while-bearing-off': 'board.against.hit-men-first',
  'enter-first': 'board.against.enter-first', 'enter-first-this-throw': 'board.against.enter-first',
  'beyond-with-men-in-hand': 'board.against.beyond', 'gate-shut': 'board.against.gate-shut', 'not-all-home': 'board.against.not-all-home',
  'farther-man': 'board.against.farther-man', 'loses-number': 'board.against.loses-number', 'loses-higher': 'board.against.loses-higher',
};
/** Those that are about a cell where nobody may land. */
const HELD = new Set(['blocked', 'immune', 'entering-may-not-hit']);

/** What is against playing numbers, each reason once with all its places. @param {Say} say @param {readonly Face[]} faces */
function reasonsOf(say, faces) {
  /** @type {Map<string, Set<string>>} */
  const places = new Map();
  for (const { reason, at } of faces.flatMap(({ against = [] }) => against)) {
    const key = AGAINST[reason] ?? 'board.against.other';
    const known = places.get(key) ?? new Set();
    if (at !== null) known.add(at);
    places.set(key, known);
  }
  return [...places].map(([key, at]) => say(key, { at: [...at].join(', '), count: at.size })).join('; ');
}

/** "5", "5 ×3". @param {Say} say @param {Face} face */
const timesOf = (say, { die, left }) => (left > 1 ? say('board.dice.times', { die, count: left }) : die);

/** What could not be played of a throw, and why. @param {Say} say @param {string} roll @param {readonly Face[]} lost the faces that were left @param {boolean} isRest whether some of it was played */
export function lostSentence(say, roll, lost, isRest) {
  const thrown = isRest ? lost.map((face) => timesOf(say, face)).join(', ') : [...roll].join('-');
  const isHeld = lost.every(({ against = [] }) => against.length > 0 && against.every(({ reason }) => HELD.has(reason)));
  if (isHeld) return lost.length > 1 ? say('board.lost.all', { roll: thrown }) : say('board.lost.face', { roll: thrown, die: lost[0].die });
  return say('board.lost', { roll: thrown, reasons: reasonsOf(say, lost) });
}

/** @type {FamilyWords} */
export const tavliWords = {
  side: (say, _, colour, role = 'name') => say(SIDES[colour][role]),
  place: placeName,
  target: (say, place) => (place === 'off' ? toName(say, place) : place),
  point(say, _, __, there) {
    const counts = COUNTS.map(([kind, key]) => ({ key, count: there.filter((piece) => piece.kind === kind).length })).filter(({ count }) => count);
    return counts.length ? counts.map(({ key, count }) => say(key, { count })) : [say('board.empty')];
  },
  stage(view) {
    const { roll, next, steps } = /** @type {TavliBoard} */ (view.board);
    // Whether nothing is left but to end the turn.
    if (view.may.includes('confirm') && !next.length) return { kind: steps.length ? 'confirm' : 'pass', roll };
    return { kind: roll ? 'thrown' : 'throw', roll };
  },
  lineSteps: (line) => /** @type {TavliLine} */ (line).steps,
  steps: (view) => /** @type {TavliBoard} */ (view.board).steps,
  stepsSentence,
  line(say, side, line) {
    const { steps } = /** @type {TavliLine} */ (line);
    return steps.length ? say('board.played', { side, moves: stepsSentence(say, steps) }) : say('board.played.nothing', { side });
  },
  calls: () => [],
  face: (say, face) => (face.against?.length ? say('board.dice.why', { die: face.die, reasons: reasonsOf(say, [face]) }) : ''),
  isOut: (at) => at.startsWith('off-'),
};
