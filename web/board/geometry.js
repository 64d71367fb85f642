// @ts-check
// Boards as points with positions. Which points exist is decided here; what they look like is not.

import { cellName, columnOf } from './notation.js';

/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Box} Box */
/** @typedef {import('../protocol.js').View} View */

/** Half the width of a man, on every board. */
export const MAN = 19;
/** The distance from one tafl cell to the next. */
export const CELL = 48;

const TRAY = 44;

/** The measures of the tavli slab; the ground is drawn by them. Its ledge, where the dice lie, is in the geometry. */
export const SLAB = {
  width: 750, pitch: 50, niche: 44, left: 16, divider: 30,
  top: { y: 36, height: 194 }, middle: { y: 244, height: 82 }, bottom: { y: 340, height: 194 },
  tray: { x: 658, width: 80, hand: { y: 36, height: 242 }, off: { y: 292, height: 242 } },
};

/**
 * The points of a tafl board: cells, and a tray for the captured men of each side.
 * @param {number} size
 * @param {boolean} isFlipped
 * @param {boolean} isWide whether the trays stand left and right, not above and below
 * @returns {Geometry}
 */
export function taflGeometry(size, isFlipped, isWide) {
  const frame = size > 11 ? 36 : 30;
  const side = size * CELL + 2 * frame;
  const left = isWide ? TRAY + 8 : 0;
  const top = isWide ? 0 : TRAY + 8;
  const width = side + 2 * left;
  const height = side + 2 * top;
  const x = (/** @type {number} */ column) => left + frame + (column + 0.5) * CELL;
  const y = (/** @type {number} */ line) => top + frame + (line + 0.5) * CELL;
  /** @type {Map<string, Point>} */
  const points = new Map();
  const rows = [];
  const labels = [];
  for (let line = 0; line < size; line++) {
    const row = isFlipped ? line : size - 1 - line;
    const ids = [];
    for (let place = 0; place < size; place++) {
      const id = cellName(isFlipped ? size - 1 - place : place, row);
      points.set(id, { id, place: id, x: x(place), y: y(line), width: CELL, height: CELL, stack: 'none' });
      ids.push(id);
    }
    rows.push(ids);
    const letter = { x: x(line), text: String.fromCharCode(65 + (isFlipped ? size - 1 - line : line)) };
    const number = { y: y(line), text: String(row + 1) };
    labels.push(
      { ...letter, y: top + frame / 2 }, { ...letter, y: height - top - frame / 2 },
      { ...number, x: left + frame / 2 }, { ...number, x: width - left - frame / 2 },
    );
  }
  const tray = (/** @type {'light' | 'dark'} */ kind, /** @type {boolean} */ isFirst) => {
    const id = `taken-${kind}`;
    /** @type {Point} */
    const point = isWide
      ? { id, place: id, x: isFirst ? TRAY / 2 : width - TRAY / 2, y: height / 2, width: TRAY, height: side - 8, stack: isFirst ? 'down' : 'up' }
      : { id, place: id, x: width / 2, y: isFirst ? TRAY / 2 : height - TRAY / 2, width: side - 8, height: TRAY, stack: isFirst ? 'right' : 'left' };
    points.set(id, point);
  };
  // The near player's prisoners lie near that player.
  tray('light', !isFlipped);
  tray('dark', isFlipped);
  return { width, height, points, rows, labels, field: { x: left, y: top, width: side, height: side }, ledge: null };
}

/**
 * The points of the tavli slab. Flipped, it is seen from its other side; the dice stay in front, larger where there is room below.
 * @param {boolean} isFlipped
 * @param {boolean} isWide
 * @returns {Geometry}
 */
export function tavliGeometry(isFlipped, isWide) {
  const { width, pitch, niche, left, divider, tray } = SLAB;
  const slabHeight = SLAB.top.y + SLAB.bottom.y + SLAB.bottom.height;
  const ledge = { x: left, y: slabHeight, width: width - left - 12, height: isWide ? 88 : 128 };
  const height = ledge.y + ledge.height + 14;
  const turn = (/** @type {number} */ x, /** @type {number} */ y) => (isFlipped ? { x: width - x, y: slabHeight - y } : { x, y });
  const columnX = (/** @type {number} */ column) => left + (12 - column + 0.5) * pitch + (column <= 6 ? divider : 0);
  /** @type {Map<string, Point>} */
  const points = new Map();
  const labels = [];
  const add = (
    /** @type {string} */ id, /** @type {string} */ place, /** @type {number} */ x, /** @type {{ y: number, height: number }} */ band,
    /** @type {number} */ wide, /** @type {'up' | 'down'} */ stack,
  ) => {
    const turned = isFlipped ? (stack === 'up' ? 'down' : 'up') : stack;
    points.set(id, { id, place, ...turn(x, band.y + band.height / 2), width: wide, height: band.height, stack: turned });
  };
  for (let cell = 1; cell <= 24; cell++) {
    const isTop = cell <= 12;
    const x = columnX(columnOf(cell));
    add(String(cell), String(cell), x, isTop ? SLAB.top : SLAB.bottom, niche, isTop ? 'down' : 'up');
    labels.push({ ...turn(x, isTop ? 22 : slabHeight - 22), text: String(cell) });
  }
  for (let column = 1; column <= 12; column++) add(`m${column}`, `m${column}`, columnX(column), SLAB.middle, niche, 'down');
  for (const [index, kind] of ['light', 'dark'].entries()) {
    const x = tray.x + tray.width * (index ? 0.75 : 0.25);
    add(`hand-${kind}`, 'hand', x, tray.hand, tray.width / 2, 'down');
    add(`off-${kind}`, 'off', x, tray.off, tray.width / 2, 'up');
  }
  points.set('dice', {
    id: 'dice', place: 'dice', x: ledge.x + ledge.width / 2, y: ledge.y + ledge.height / 2, width: ledge.width, height: ledge.height, stack: 'none',
  });
  const range = (/** @type {number} */ first) => Array.from({ length: 12 }, (_, index) => first + index);
  const rows = [
    [...range(1).reverse().map(String), 'hand-light', 'hand-dark'],
    range(1).reverse().map((column) => `m${column}`),
    [...range(13).map(String), 'off-light', 'off-dark'],
  ];
  if (isFlipped) rows.reverse().forEach((row) => row.reverse());
  rows.push(['dice']);
  return { width, height, points, rows, labels, field: { x: 0, y: 0, width, height: slabHeight }, ledge };
}

/**
 * The point whose area is nearest to a position, among those that count.
 * @param {Geometry} geometry
 * @param {number} x
 * @param {number} y
 * @param {number} reach how far from its area a point can still be meant
 * @param {(id: string) => boolean} [counts]
 */
export function nearestPoint(geometry, x, y, reach, counts = () => true) {
  let best = null;
  let least = reach;
  for (const row of geometry.rows) {
    for (const id of row) {
      const point = /** @type {Point} */ (geometry.points.get(id));
      const dx = Math.max(Math.abs(x - point.x) - point.width / 2, 0);
      const dy = Math.max(Math.abs(y - point.y) - point.height / 2, 0);
      const distance = Math.hypot(dx, dy);
      if (distance <= least && counts(id)) {
        if (distance === 0) return id;
        [best, least] = [id, distance];
      }
    }
  }
  return best;
}

/**
 * The next point in a direction; the same one at the edge. Rows of different lengths are crossed at the nearest column.
 * @param {Geometry} geometry
 * @param {string} id
 * @param {'left' | 'right' | 'up' | 'down' | 'first' | 'last'} direction
 */
export function neighbour(geometry, id, direction) {
  const line = geometry.rows.findIndex((row) => row.includes(id));
  if (line < 0) return geometry.rows[0][0];
  const row = geometry.rows[line];
  const at = row.indexOf(id);
  if (direction === 'first') return row[0];
  if (direction === 'last') return row[row.length - 1];
  if (direction === 'left') return row[Math.max(at - 1, 0)];
  if (direction === 'right') return row[Math.min(at + 1, row.length - 1)];
  const next = geometry.rows[line + (direction === 'up' ? -1 : 1)];
  if (!next) return id;
  const x = /** @type {Point} */ (geometry.points.get(id)).x;
  const away = (/** @type {string} */ other) => Math.abs(/** @type {Point} */ (geometry.points.get(other)).x - x);
  return next.reduce((best, other) => (away(other) < away(best) ? other : best));
}

/** The point of a place of the protocol, for the men of one side. @param {string} place @param {'light' | 'dark'} colour */
export const pointOf = (place, colour) => (place === 'hand' || place === 'off' ? `${place}-${colour}` : place);
