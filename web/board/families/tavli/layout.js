// @ts-check
// The points of the tavli slab.

/** @typedef {import('../../types.js').Geometry} Geometry */
/** @typedef {import('../../types.js').Point} Point */
/** @typedef {import('../../types.js').Colour} Colour */

/** The measures of the tavli slab; the ground is drawn by them. Its ledge, where the dice lie, is in the geometry. */
export const SLAB = {
  width: 750, pitch: 50, niche: 44, left: 16, divider: 30,
  top: { y: 36, height: 194 }, middle: { y: 244, height: 82 }, bottom: { y: 340, height: 194 },
  tray: { x: 658, width: 80, hand: { y: 36, height: 242 }, off: { y: 292, height: 242 } },
};

/**
 * The points of the tavli slab. Flipped, it is seen from its other side; the dice stay in front, larger where there is room below.
 * @param {readonly number[]} columns for each cell the column of the middle row that it belongs to, from the right; of its two cells the first is above it
 * @param {boolean} isFlipped
 * @param {boolean} isWide
 * @returns {Geometry}
 */
export function tavliGeometry(columns, isFlipped, isWide) {
  const count = Math.max(...columns);
  const { width, pitch, niche, left, divider, tray } = SLAB;
  const slabHeight = SLAB.top.y + SLAB.bottom.y + SLAB.bottom.height;
  const ledge = { x: left, y: slabHeight, width: width - left - 12, height: isWide ? 92 : 128 };
  const height = ledge.y + ledge.height + 14;
  const turn = (/** @type {number} */ x, /** @type {number} */ y) => (isFlipped ? { x: width - x, y: slabHeight - y } : { x, y });
  const columnX = (/** @type {number} */ column) => left + (count - column + 0.5) * pitch + (column <= count / 2 ? divider : 0);
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
  for (const [index, column] of columns.entries()) {
    const cell = String(index + 1);
    const isTop = columns.indexOf(column) === index;
    const x = columnX(column);
    add(cell, cell, x, isTop ? SLAB.top : SLAB.bottom, niche, isTop ? 'down' : 'up');
    labels.push({ ...turn(x, isTop ? 22 : slabHeight - 22), text: cell });
  }
  const across = Array.from({ length: count }, (_, index) => count - index);
  for (const column of across) add(`m${column}`, `m${column}`, columnX(column), SLAB.middle, niche, 'down');
  for (const [index, kind] of ['light', 'dark'].entries()) {
    const x = tray.x + tray.width * (index ? 0.75 : 0.25);
    add(`hand-${kind}`, 'hand', x, tray.hand, tray.width / 2, 'down');
    add(`off-${kind}`, 'off', x, tray.off, tray.width / 2, 'up');
  }
  points.set('dice', {
    id: 'dice', place: 'dice', x: ledge.x + ledge.width / 2, y: ledge.y + ledge.height / 2, width: ledge.width, height: ledge.height, stack: 'none',
  });
  const rows = [
    [...across.map((column) => String(columns.indexOf(column) + 1)), 'hand-light', 'hand-dark'],
    across.map((column) => `m${column}`),
    [...across.map((column) => String(columns.lastIndexOf(column) + 1)), 'off-light', 'off-dark'],
  ];
  if (isFlipped) rows.reverse().forEach((row) => row.reverse());
  rows.push(['dice']);
  return { width, height, points, rows, labels, field: { x: 0, y: 0, width, height: slabHeight }, ledge };
}

/** The point of a place of the protocol, for the men of one side. @param {string} place @param {Colour} colour */
export const pointOf = (place, colour) => (place === 'hand' || place === 'off' ? `${place}-${colour}` : place);

/** Whether a place is one of the numbered cells. @param {string} place */
export const isCell = (place) => Number(place) > 0;

/** Whether a place is a column of the middle row. @param {string} place */
export const isColumn = (place) => place.startsWith('m');
