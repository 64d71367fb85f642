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

/** So many turns are shown one by one; who was away for longer sees how things stand. */
const MOST_TURNS = 3;

/** Whether nothing more can be played of faces some of which are left. @param {readonly import('../../protocol.js').Face[]} faces */
const isLeftOver = (faces) => faces.some(({ left }) => left > 0) && faces.every(({ now }) => !now);

/** Whether steps are the first of others. @param {readonly Step[]} first @param {readonly Step[]} all */
const isPartOf = (first, all) => first.every(({ from, die }, index) => all[index]?.from === from && all[index].die === die);

/** A view in which a throw lies that nobody has seen yet. @param {View} view @param {TavliLine} line @param {View} after @returns {View} */
function thrown(view, { seat, turn, roll, faces = [], steps }, after) {
  const counts = faces.map((face) => ({ ...face, left: face.counts, now: steps.length > 0, against: [] }));
  return {
    ...view, to_act: seat, acts_for: null, may: [], turns: turn - 1, next: view.next + 1, clock: after.clock,
    board: { .../** @type {TavliBoard} */ (view.board), roll, faces: counts, steps: [], next: [], ways: [] },
  };
}

/** A view at the end of a turn of which something is left over. @param {View} view @param {TavliLine} line @returns {View} */
const leftOver = (view, { faces = [] }) => ({
  ...view, acts_for: null, may: [], next: view.next + 1, board: { .../** @type {TavliBoard} */ (view.board), faces, next: [], ways: [] },
});

/** A view after a turn. @param {View} view @param {TavliLine} line @returns {View} */
const afterTurn = (view, { turn, white, black }) => ({
  ...view, turns: turn, next: view.next + 1, board: { .../** @type {TavliBoard} */ (view.board), white, black, roll: null, faces: [], steps: [], next: [], ways: [] },
});

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
    const ended = /** @type {TavliLine[]} */ (lines).filter(({ round, turn }) => round === before.round && turn > before.turns);
    if (boardOf(before) === null || ended.length > MOST_TURNS) return [];
    /** @type {import('./index.js').Between[]} */
    const seen = [];
    let view = before;
    for (const line of ended) {
      const isKnown = boardOf(view)?.roll === line.roll && view.turns === line.turn - 1;
      const isLost = line.faces !== undefined && line.faces.length > 0;
      if (isKnown) {
        if (!isPartOf(boardOf(view)?.steps ?? [], line.steps)) return [];
        for (const step of line.steps.slice(boardOf(view)?.steps.length)) seen.push({ view: (view = withStep(view, step, after)), stays: false });
      } else if (isLost) {
        view = thrown(view, line, after);
        for (const step of line.steps) seen.push({ view: (view = withStep(view, step, after)), stays: false });
      }
      // What could not be played stays until it was seen.
      if (isLost) seen.push({ view: (view = leftOver(seen.pop()?.view ?? view, line)), stays: true });
      view = afterTurn(view, line);
    }
    const now = boardOf(after);
    if (ended.length === 0 && before.turns === after.turns && now && isPartOf(boardOf(view)?.steps ?? [], now.steps)) {
      // The last step of a turn that goes on is what `after` shows.
      for (const step of now.steps.slice(boardOf(view)?.steps.length, -1)) seen.push({ view: (view = withStep(view, step, after)), stays: false });
    }
    return seen;
  },
  isStuck: (view) => isLeftOver(boardOf(view)?.faces ?? []),
  hintCommand(hint) {
    const { steps } = /** @type {TavliHint} */ (hint);
    return steps.length ? { command: 'turn', steps: steps.map(({ from, die }) => ({ from, die })) } : { command: 'confirm' };
  },
  notation(say) {
    const [hand, off] = ['hand', 'off'].map((place) => placeText(say, place));
    return [
      { sign: '2 5 6', meaning: say('web.notation.dice') }, { sign: '7-9', meaning: say('web.notation.step') },
      { sign: `${hand}-4`, meaning: say('web.notation.enter') }, { sign: 'm4-5', meaning: say('web.notation.middle') },
      { sign: `23-${off}`, meaning: say('web.notation.off') }, { sign: `23-${off}(4)`, meaning: say('web.notation.die') },
      { sign: '7-9*', meaning: say('web.notation.hit') }, { sign: '7-9\u00a0×2', meaning: say('web.notation.times') },
      { sign: say('web.moves.none'), meaning: say('web.notation.none') },
    ];
  },
  isUndone: (events) => events.findLast(({ event }) => TURN_EVENTS.has(event))?.event === 'step-undone',
  calls: () => '',
};
