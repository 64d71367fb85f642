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
  if (shown) return placement(shown, changesOf(scene));
  // The start is not told: it is the first turn taken back.
  const first = { view, lines: lines.slice(0, 1), look: 0 };
  const start = placementOf(first);
  for (const change of changesOf(first).toReversed()) takeBack(start, change);
  return start;
}

/**
 * How to get from one list of changes to another: what to take back, last first, and what to play.
 * @param {readonly Change[]} before
 * @param {readonly Change[]} after
 */
export function difference(before, after) {
  let same = 0;
  while (same < before.length && same < after.length && before[same].key === after[same].key) same++;
  return { back: before.slice(same).reverse(), forth: after.slice(same) };
}
