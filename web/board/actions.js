// @ts-check
// What can be done, as the view tells it. No rule is known here.

import { pointOf } from './geometry.js';

/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Deed} Deed */
/** @typedef {import('./types.js').Intent} Intent */
/** @typedef {import('./types.js').Colour} Colour */

/**
 * @typedef {object} Actions
 * @property {Map<string, Deed[]>} deeds by the point from which they start
 * @property {Colour | null} colour whose men the viewer may take up
 * @property {boolean} mayRoll
 * @property {boolean} mayConfirm
 * @property {boolean} mayUndo
 */

/**
 * @param {Scene} scene
 * @returns {Actions}
 */
export function actionsOf({ view, look }) {
  /** @type {Map<string, Deed[]>} */
  const deeds = new Map();
  const { board, acts_for: seat } = view;
  if (look !== null || !board || !seat) return { deeds, colour: null, mayRoll: false, mayConfirm: false, mayUndo: false };
  const { colour } = view.seats[seat];
  if (board.kind === 'tafl') {
    for (const [from, targets] of Object.entries(board.targets)) {
      deeds.set(from, targets.map(({ to, captures = [] }) => ({ to, die: null, captures })));
    }
  } else {
    for (const step of board.next) {
      const from = pointOf(step.from, colour);
      const to = pointOf(step.to, colour);
      deeds.set(from, [...(deeds.get(from) ?? []), { to, die: step.die, captures: step.hits ? [to] : [] }]);
    }
  }
  const may = new Set(view.may);
  const isMoving = may.has('move') || may.has('step');
  return {
    deeds, colour: isMoving ? colour : null,
    mayRoll: may.has('roll'), mayConfirm: may.has('confirm'), mayUndo: may.has('undo-step'),
  };
}

/**
 * The deed that goes from a point to another; of several dice the smallest, unless one is asked for.
 * @param {Actions} actions
 * @param {string} from
 * @param {{ to?: string, die?: string }} wish
 */
export function deedFor(actions, from, { to, die }) {
  return (actions.deeds.get(from) ?? [])
    .filter((deed) => (!to || deed.to === to) && (!die || deed.die === die))
    .sort((a, b) => Number(a.die) - Number(b.die))[0] ?? null;
}

/** @param {string} from a place @param {Deed} deed @returns {Intent} */
export const intentOf = (from, deed) =>
  deed.die ? { type: 'step', from, die: deed.die } : { type: 'move', from, to: deed.to };
