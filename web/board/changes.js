// @ts-check
// A round as a list of changes, one after the other. Two scenes are compared by their changes, so that pieces travel forwards and
// backwards along what was really played.

import { familyOf } from './families/index.js';

/** @typedef {import('./types.js').Change} Change */
/** @typedef {import('./types.js').Placement} Placement */
/** @typedef {import('./types.js').Scene} Scene */

/** All that has happened up to what a scene shows. @param {Scene} scene */
export const changesOf = (scene) => familyOf(scene.view).changes(scene);

/** Takes a change back. @param {Placement} placement @param {Change} change */
function takeBack(placement, { moves }) {
  for (const { kind, from, to } of moves.toReversed()) {
    const piece = placement.findLast(([at, what]) => at === to && (!kind || what === kind));
    if (piece) piece[0] = from;
  }
}

/**
 * Where the pieces stand in a scene, captured men included.
 * @param {Scene} scene
 * @returns {Placement}
 */
export function placementOf(scene) {
  const { view, lines, look } = scene;
  const { placement } = familyOf(view);
  const shown = look === null || !lines.length ? view.board : lines[look];
  if (shown) return placement(shown, changesOf(scene), scene);
  // The start is not told: it is the first turn taken back.
  const first = { view, lines, look: 0 };
  const start = placementOf(first);
  for (const change of changesOf(first).toReversed()) takeBack(start, change);
  return start;
}

/** @param {readonly Change[]} changes @param {Change | undefined} sought */
const indexOfKey = (changes, sought) => (sought === undefined || changes[0]?.key === sought.key ? 0 : changes.findIndex(({ key }) => key === sought.key));

/**
 * How to get from one list of changes to another: what to take back, last first, and what to play.
 * @param {readonly Change[]} before
 * @param {readonly Change[]} after
 */
export function difference(before, after) {
  // Of a long round its end is known first: what was played before that, and is known only now, does not happen anew.
  const [skipped, told] = [Math.max(0, indexOfKey(before, after[0])), Math.max(0, indexOfKey(after, before[0]))];
  let same = 0;
  while (skipped + same < before.length && told + same < after.length && before[skipped + same].key === after[told + same].key) same++;
  return { back: before.slice(skipped + same).reverse(), forth: after.slice(told + same) };
}
