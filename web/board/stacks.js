// @ts-check
// Where each piece is drawn: men that share a point pile up along it, closer together the more they are.

import { MAN } from './geometry.js';

/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {{ at: string, kind: string, count: number, x: number, y: number }} Badge */

const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0], none: [0, 0] };
/** From this many men on a number tells them more quickly than the eye does. */
const COUNTED = 6;

/**
 * @param {Geometry} geometry
 * @param {readonly Piece[]} pieces
 * @returns {{ spots: Map<number, Spot>, badges: Badge[] }}
 */
export function layOut(geometry, pieces) {
  /** @type {Map<string, Piece[]>} */
  const piles = new Map();
  for (const piece of pieces) piles.set(piece.at, [...(piles.get(piece.at) ?? []), piece]);
  /** @type {Map<number, Spot>} */
  const spots = new Map();
  /** @type {Badge[]} */
  const badges = [];
  for (const [at, pile] of piles) {
    const point = geometry.points.get(at);
    if (!point) continue;
    const [dx, dy] = STEPS[point.stack];
    const length = (dx ? point.width : point.height) - 2 * MAN - 6;
    const gap = Math.min(2 * MAN, length / Math.max(pile.length - 1, 1));
    const start = dx || dy ? -length / 2 : 0;
    pile.forEach((piece, index) => {
      spots.set(piece.id, { x: point.x + dx * (start + index * gap), y: point.y + dy * (start + index * gap) });
    });
    if (point.stack === 'none') continue;
    for (const kind of new Set(pile.map((piece) => piece.kind))) {
      const same = pile.filter((piece) => piece.kind === kind);
      const spot = spots.get(same[same.length - 1].id);
      // Two colours can share a short column of the middle row, where fewer men already hide each other.
      const isCrowded = same.length >= COUNTED || (gap < MAN && same.length > 1);
      if (spot && isCrowded) badges.push({ at, kind, count: same.length, ...spot });
    }
  }
  return { spots, badges };
}

/** The outermost man of a point, or the place of the first where there is none. @param {Geometry} geometry @param {readonly Piece[]} pieces @param {string} at @returns {Spot} */
export function outermost(geometry, pieces, at) {
  const pile = pieces.filter((piece) => piece.at === at);
  const last = pile[pile.length - 1] ?? { id: 0, at, kind: 'light' };
  return /** @type {Spot} */ (layOut(geometry, pile.length ? pile : [last]).spots.get(last.id));
}

/** Where men would lie on top of those who are there. @param {Geometry} geometry @param {readonly Piece[]} pieces @param {string} at @param {Piece['kind']} kind @param {number} count */
export function ghostSpots(geometry, pieces, at, kind, count) {
  const ghosts = Array.from({ length: count }, (_, index) => ({ id: -1 - index, at, kind }));
  const { spots } = layOut(geometry, [...pieces.filter((piece) => piece.at === at), ...ghosts]);
  return ghosts.flatMap(({ id }) => spots.get(id) ?? []);
}
