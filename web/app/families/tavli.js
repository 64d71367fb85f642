// @ts-check
// What the page around the board knows of tavli.

import { runsOf } from '../../board/runs.js';

/** @typedef {import('../../protocol.js').TavliBoard} TavliBoard */
/** @typedef {import('../texts.js').Say} Say */

/** @param {import('../../protocol.js').View} view */
const boardOf = ({ board }) => /** @type {TavliBoard | null} */ (board);

/**
 * A written turn taken apart: `445: hand-5 hand-4 hand-4` is the throw 445 and the steps `hand-5`, `hand-4 ×2`, in the reader's language.
 * @param {Say} say
 * @param {string} text
 */
function turnParts(say, text) {
  const [roll = '', steps = ''] = text.split(': ');
  if (steps === '-') return { roll, steps: [say('web.moves.none')] };
  const runs = runsOf(placeWords(say, steps).split(' ').filter((part) => part !== ''));
  return { roll, steps: runs.map(({ item, times }) => (times > 1 ? `${item}\u00a0×${times}` : item)) };
}

/**
 * Written steps such as `hand-4 23-off` with their places in the reader's language. Records keep the words of the notation.
 * @param {Say} say
 * @param {string} steps
 */
const placeWords = (say, steps) =>
  steps.replace(/\bhand(?=-)/g, () => say('board.short.hand')).replace(/(?<=-)off\b/g, () => say('board.short.off'));

/** What happens within a turn. */
const TURN_EVENTS = new Set(['rolled', 'stepped', 'step-undone', 'turn-ended']);

/** @type {import('./index.js').Family} */
export const tavli = {
  hasDice: true,
  lineParts: (say, { text }) => turnParts(say, text),
  hintText(say, { turn }) {
    const { roll, steps } = turnParts(say, turn ?? '');
    return say('web.hint.turn', { roll, steps: steps.join(' ') });
  },
  isPassed: (view) => boardOf(view)?.last?.endsWith(': -') === true,
  isPassing: (view) => boardOf(view)?.steps.length === 0,
  forced(view) {
    const [first, ...others] = boardOf(view)?.next ?? [];
    if (first === undefined || !view.may.includes('step')) return null;
    const isOnly = others.every(({ from, die }) => from === first.from && die === first.die);
    return isOnly ? { command: 'step', from: first.from, die: first.die } : null;
  },
  isUndone: (events) => events.findLast(({ event }) => TURN_EVENTS.has(event))?.event === 'step-undone',
  calls: () => '',
};
