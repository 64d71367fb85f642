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
  const may = new Set(view.may);
  const isMoving = may.has('move') || may.has('step');
  if (isMoving && board.kind === 'tafl') {
    for (const [from, targets] of Object.entries(board.targets)) {
      deeds.set(from, targets.map(({ to, captures = [] }) => ({ to, steps: [], captures })));
    }
  }
  if (isMoving && board.kind === 'tavli') {
    for (const way of [...board.next.map((step) => [step]), ...board.ways]) {
      const from = pointOf(way[0].from, colour);
      const to = pointOf(way[way.length - 1].to, colour);
      const captures = way.filter(({ hits }) => hits).map((step) => step.to);
      deeds.set(from, [...(deeds.get(from) ?? []), { to, steps: way.map(({ from: place, die }) => ({ from: place, die })), captures }]);
    }
  }
  return {
    deeds, colour: isMoving ? colour : null,
    mayRoll: may.has('roll'), mayConfirm: may.has('confirm'), mayUndo: may.has('undo-step'),
  };
}

/** The dice that play a deed. @param {Deed} deed */
export const diceOf = ({ steps }) => steps.map(({ die }) => die);

/**
 * The deed that goes from a point to another; of several dice the smallest, unless one is asked for: then one that it plays alone.
 * @param {Actions} actions
 * @param {string} from
 * @param {{ to?: string, die?: string }} wish
 */
export function deedFor(actions, from, { to, die }) {
  return (actions.deeds.get(from) ?? [])
    .filter((deed) => (!to || deed.to === to) && (!die || diceOf(deed).join() === die))
    .sort((a, b) => Number(diceOf(a)[0]) - Number(diceOf(b)[0]))[0] ?? null;
}

/** @param {string} from a place @param {Deed} deed @returns {Intent} */
export const intentOf = (from, deed) =>
  deed.steps.length ? { type: 'steps', steps: deed.steps } : { type: 'move', from, to: deed.to };
