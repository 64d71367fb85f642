// @ts-check
// The tavli slab: what the view says of it, as the board wants it. No rule is known here.

import { isCell, pointOf, tavliGeometry } from './layout.js';
import { marble } from './marble.js';
import { lostSentence, tavliWords } from './words.js';

/** @typedef {import('../../types.js').Family} Family */
/** @typedef {import('../../types.js').Change} Change */
/** @typedef {import('../../types.js').Colour} Colour */
/** @typedef {import('../../types.js').Placement} Placement */
/** @typedef {import('../../types.js').Target} Target */
/** @typedef {import('../../../protocol.js').Men} Men */
/** @typedef {import('../../types.js').Scene} Scene */
/** @typedef {import('../../../protocol.js').Step} Step */
/** @typedef {import('../../../protocol.js').TavliBoard} TavliBoard */
/** @typedef {import('../../../protocol.js').TavliLine} TavliLine */

/** @param {import('../../types.js').View} view */
const boardOf = (view) => /** @type {TavliBoard} */ (view.board);

/** @param {Colour} colour @returns {Colour} */
const other = (colour) => (colour === 'light' ? 'dark' : 'light');

/** @param {Step} step @param {Colour} colour @param {string} turn @param {number} index @returns {Change} */
function changeOf(step, colour, turn, index) {
  const to = pointOf(step.to, colour);
  /** @type {Change['moves']} */
  const moves = [{ kind: colour, from: pointOf(step.from, colour), to }];
  // The hit man leaves before the other one arrives.
  if (step.hit) moves.unshift({ kind: other(colour), from: to, to: step.hit, isTaken: true });
  return { key: `${turn}.${index} ${step.from}-${step.to}(${step.die})`, turn, moves, sound: step.hit ? 'hit' : 'move' };
}

/** @param {readonly Step[]} steps @param {Colour} colour @param {string} turn */
const changesOf = (steps, colour, turn) => steps.map((step, index) => changeOf(step, colour, turn, index));

/** @param {Men} men @param {Colour} colour @returns {Placement} */
function menPlacement(men, colour) {
  /** @type {Placement} */
  const placed = [];
  const put = (/** @type {string} */ place, /** @type {number} */ count) => {
    for (let man = 0; man < count; man++) placed.push([pointOf(place, colour), colour]);
  };
  put('hand', men.hand);
  men.cells.forEach((count, index) => put(String(index + 1), count));
  men.middle.forEach((count, index) => put(`m${index + 1}`, count));
  put('off', men.off);
  return placed;
}

/** @param {readonly Step[]} steps @param {Colour} colour */
const arrowsOf = (steps, colour) => steps.map(({ from, to }) => ({ from: pointOf(from, colour), to: pointOf(to, colour) }));

/** @param {readonly Step[]} steps @param {Colour} colour @returns {import('../../types.js').Marks['last']} */
const trailOf = (steps, colour) => ({
  shape: 'trail', kind: colour, steps: steps.map(({ from, to, hit }) => ({ from: pointOf(from, colour), to: pointOf(to, colour), hit })),
});

/** The turn whose dice lie on the ledge: the one under way, the one looked at, or the last. @param {Scene} scene */
function turnShown({ view, lines, look }) {
  const { roll, faces, steps } = boardOf(view);
  if (look === null && view.phase === 'playing' && roll) return { roll, faces, steps, isUnderWay: true };
  const line = /** @type {TavliLine | undefined} */ (look === null ? lines[lines.length - 1] : lines[look]);
  // What was left of the last throw has been seen before the next one, and before the end of the game.
  return line ? { roll: line.roll, faces: look === null ? [] : line.faces ?? [], steps: line.steps, isUnderWay: false } : null;
}

/** What could not be played, once nothing can be any more. @param {Scene} scene */
function lostOf(scene) {
  const turn = turnShown(scene);
  const lost = turn && turn.faces.every(({ now }) => !now) ? turn.faces.filter(({ left }) => left > 0) : [];
  return turn && lost.length ? { ...turn, lost } : null;
}

/** One man's steps as a target. @param {Step[]} way @param {Colour} colour @returns {Target} */
function targetOf(way, colour) {
  const steps = way.map(({ from, die }) => ({ from, die }));
  return {
    to: pointOf(way[way.length - 1].to, colour),
    steps,
    captures: way.filter(({ hit }) => hit).map(({ to }) => to),
    command: { command: 'turn', steps },
  };
}

/** Where the last man went off, when the end of the round is shown. @param {import('../../types.js').Scene} scene @returns {import('../../types.js').Marks['end']} */
function endOf({ view, lines, look }) {
  const result = view.rounds[view.round - 1];
  if (result?.reason !== 'borne-off' || !result.winner || (look !== null && look < lines.length - 1)) return null;
  return { kind: 'off', at: pointOf('off', view.seats[result.winner].colour) };
}

/** @type {Family} */
export const tavli = {
  material: () => marble,
  layout: (view, isFlipped, isWide) => tavliGeometry(boardOf(view).columns, isFlipped, isWide),
  layoutKey: (view) => [view.game, boardOf(view).columns].join(),
  placement(shown) {
    const { white, black } = /** @type {TavliBoard | TavliLine} */ (shown);
    return [...menPlacement(white, 'light'), ...menPlacement(black, 'dark')];
  },
  changes({ view, lines, look }) {
    const played = /** @type {TavliLine[]} */ (look === null ? lines : lines.slice(0, look + 1))
      .flatMap((line) => changesOf(line.steps, view.seats[line.seat].colour, `${line.round}/${line.turn}`));
    if (look !== null || !view.to_act) return played;
    return [...played, ...changesOf(boardOf(view).steps, view.seats[view.to_act].colour, `${view.round}/${view.turns + 1}`)];
  },
  targets(view) {
    const { next, ways } = boardOf(view);
    /** @type {Map<string, Target[]>} */
    const targets = new Map();
    if (!view.acts_for) return targets;
    const { colour } = view.seats[view.acts_for];
    // Of several numbers that lead to the same place the smallest is played.
    const found = [...next.map((step) => [step]), ...ways].sort((one, two) => Number(one[0].die) - Number(two[0].die));
    for (const way of found) {
      const from = pointOf(way[0].from, colour);
      targets.set(from, [...(targets.get(from) ?? []), targetOf(way, colour)]);
    }
    return targets;
  },
  isOwn: (kind, colour) => kind === colour,
  marks({ view, lines, look }) {
    const line = /** @type {TavliLine | undefined} */ (look === null ? lines[lines.length - 1] : lines[look]);
    const { steps } = boardOf(view);
    const isUnderWay = look === null && steps.length > 0 && view.to_act;
    const last = isUnderWay ? trailOf(steps, view.seats[isUnderWay].colour) : line ? trailOf(line.steps, view.seats[line.seat].colour) : trailOf([], 'light');
    const blocked = lostOf({ view, lines, look })?.lost.flatMap(({ against = [] }) => against.flatMap(({ at }) => (at !== null && isCell(at) ? [at] : []))) ?? [];
    return { last, blocked: [...new Set(blocked)], routes: [], threats: [], calls: [], end: endOf({ view, lines, look }) };
  },
  lost(say, scene) {
    const turn = lostOf(scene);
    return turn ? lostSentence(say, turn.roll, turn.lost, turn.steps.length > 0) : '';
  },
  hintArrows: (hint, colour) => arrowsOf(/** @type {import('../../../protocol.js').TavliHint} */ (hint).steps, colour),
  dice(scene) {
    const turn = turnShown(scene);
    return { roll: turn?.roll ?? null, faces: turn?.faces ?? [], isAtRest: scene.look === null && !turn?.isUnderWay };
  },
  words: tavliWords,
};
