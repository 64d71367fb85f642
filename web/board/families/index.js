// @ts-check
// The families of games that can be shown, by the kind of their boards.

import { tafl } from './tafl/index.js';
import { tavli } from './tavli/index.js';

const FAMILIES = { tafl, tavli };

/** What the boards of a game are made of, as the style sheet calls it. @param {keyof typeof FAMILIES} kind the kind of its boards @param {string} game */
export const materialOf = (kind, game) => FAMILIES[kind].material({ game }).name;

/** @param {import('../types.js').View} view one with a board @returns {import('../types.js').Family} */
export function familyOf({ board }) {
  if (board === null) throw new TypeError('a view without a board cannot be shown: wait until the round has begun');
  return FAMILIES[board.kind];
}
