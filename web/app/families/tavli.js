// @ts-check
// What the page around the board knows of tavli.

import { isColumn } from '../../board/families/tavli/layout.js';
import { runsOf } from '../../board/runs.js';

/** @typedef {import('../../protocol.js').Step} Step */
/** @typedef {import('../../protocol.js').TavliBoard} TavliBoard */
/** @typedef {import('../../protocol.js').TavliHint} TavliHint */
/** @typedef {import('../../protocol.js').TavliLine} TavliLine */
/** @typedef {import('../../protocol.js').Men} Men */
/** @typedef {import('../../protocol.js').View} View */
/** @typedef {import('../texts.js').Say} Say */

/** @param {import('../../protocol.js').View} view */
const boardOf = ({ board }) => /** @type {TavliBoard | null} */ (board);

/** A place in the notation of the reader's language; records keep the words of their own. @param {Say} say @param {string} place */
const placeText = (say, place) => (place === 'hand' ? say('board.short.hand') : place === 'off' ? say('board.short.off') : place);

/** A step as it is written: `hand-4`, `m4-5*`, `23-off(4)`. @param {Say} say @param {Step} step */
const stepText = (say, { from, to, die, hit, names_die: namesDie }) =>
  `${placeText(say, from)}-${placeText(say, to)}${namesDie ? `(${die})` : ''}${hit ? '*' : ''}`;

/** The steps of a turn, equal ones once: `hand-5`, `hand-4 ×2`. @param {Say} say @param {readonly Step[]} steps */
function stepTexts(say, steps) {
  if (!steps.length) return [say('web.moves.none')];
  return runsOf(steps.map((step) => stepText(say, step))).map(({ item, times }) => (times > 1 ? `${item}\u00a0×${times}` : item));
}

/** @typedef {{ white: Men, black: Men }} Position */

/** The men of a side with one more or one less at a place. @param {Men} men @param {string} place @param {1 | -1} change @returns {Men} */
function changed(men, place, change) {
  const at = (/** @type {number[]} */ counts, /** @type {number} */ index) => counts.map((count, one) => (one === index ? count + change : count));
  if (place === 'hand' || place === 'off') return { ...men, [place]: men[place] + change };
  if (isColumn(place)) return { ...men, middle: at(men.middle, Number(place.slice(1)) - 1) };
  return { ...men, cells: at(men.cells, Number(place) - 1) };
}

/** The men after a step. @param {Position} position @param {Step} step @param {'white' | 'black'} mover @returns {Position} */
export function afterStep(position, { from, to, hit }, mover) {
  const other = mover === 'white' ? 'black' : 'white';
  const moved = { ...position, [mover]: changed(changed(position[mover], from, -1), to, 1) };
  return hit === null ? moved : { ...moved, [other]: changed(changed(moved[other], to, -1), hit, 1) };
}

/** A view after one more step, on its way to `after`. @param {View} view @param {Step} step @param {View} after @returns {View} */
function withStep(view, step, after) {
  const board = /** @type {TavliBoard} */ (view.board);
  const mover = view.to_act && view.seats[view.to_act].colour === 'light' ? 'white' : 'black';
  const faces = board.faces.map((face) => (face.die === step.die ? { ...face, left: face.left - 1, now: face.left > 1 } : face));
  return {
    ...view, clock: after.clock, next: view.next + 1,
    board: { ...board, ...afterStep(board, step, mover), faces, steps: [...board.steps, step], next: [], ways: [] },
  };
}

/** What happens within a turn. */
const TURN_EVENTS = new Set(['rolled', 'stepped', 'step-undone', 'turn-ended']);

/** @type {import('./index.js').Family} */
export const tavli = {
  hasDice: true,
  premoves: false,
  placeText,
  helpValues: () => ({}),
  lineParts(say, line) {
    const { roll, steps } = /** @type {TavliLine} */ (line);
    return { roll, steps: stepTexts(say, steps) };
  },
  hintText(say, hint) {
    const { roll, steps } = /** @type {TavliHint} */ (hint);
    return say('web.hint.turn', { roll, steps: stepTexts(say, steps).join(' ') });
  },
  isPassed: (view) => boardOf(view)?.last?.steps.length === 0,
  isPassing: (view) => boardOf(view)?.steps.length === 0,
  forced(view) {
    const [first, ...others] = boardOf(view)?.next ?? [];
    if (first === undefined || !view.may.includes('step')) return null;
    const isOnly = others.every(({ from, die }) => from === first.from && die === first.die);
    return isOnly ? { command: 'turn', steps: [{ from: first.from, die: first.die }] } : null;
  },
  between(before, after, lines) {
    const { roll, steps: made } = boardOf(before) ?? { roll: null, steps: [] };
    if (roll === null || before.round !== after.round) return [];
    // The turn has been ended meanwhile, or it goes on.
    const line = /** @type {TavliLine | undefined} */ (lines.find(({ round, turn }) => round === before.round && turn === before.turns + 1));
    const steps = (line ?? (before.turns === after.turns ? boardOf(after) : null))?.steps ?? [];
    const more = steps.slice(made.length);
    if (made.some(({ from, die }, index) => steps[index]?.from !== from || steps[index].die !== die)) return [];
    const views = [before];
    // The last step of a turn that goes on is what `after` shows.
    for (const step of line ? more : more.slice(0, -1)) views.push(withStep(views[views.length - 1], step, after));
    return views.slice(1);
  },
  isUndone: (events) => events.findLast(({ event }) => TURN_EVENTS.has(event))?.event === 'step-undone',
  calls: () => '',
};
