// @ts-check
// The families of games that can be shown, by the kind of their boards.

import { tafl } from './tafl/index.js';
import { tavli } from './tavli/index.js';

const FAMILIES = { tafl, tavli };

/** @param {import('../types.js').View} view one with a board @returns {import('../types.js').Family} */
export function familyOf({ board }) {
  if (board === null) throw new TypeError('a view without a board cannot be shown: wait until the round has begun');
  return FAMILIES[board.kind];
}
