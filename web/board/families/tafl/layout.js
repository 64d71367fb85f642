// @ts-check
// The points of tafl boards.

import { CELL } from '../../geometry.js';

/** @typedef {import('../../types.js').Geometry} Geometry */
/** @typedef {import('../../types.js').Point} Point */

const TRAY = 44;

/** @param {number} column from 0 @param {number} row from 0 */
export const cellName = (column, row) => String.fromCharCode(65 + column) + (row + 1);

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
