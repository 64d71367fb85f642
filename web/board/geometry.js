// @ts-check
// Boards as points with positions: which point is meant, and which is the next one.

/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Point} Point */

/** Half the width of a man, on every board. */
export const MAN = 19;
/** The distance from one cell to the next on boards of rows and columns. */
export const CELL = 48;

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

/**
 * The next point that counts, in the order of reading, round and round; the same one where there is none.
 * @param {Geometry} geometry
 * @param {string} id
 * @param {1 | -1} step
 * @param {(id: string) => boolean} counts
 */
export function nextPoint({ rows }, id, step, counts) {
  const ids = rows.flat();
  const start = Math.max(ids.indexOf(id), 0);
  for (let away = 1; away <= ids.length; away++) {
    const next = ids[(start + step * away + ids.length * 2) % ids.length];
    if (counts(next)) return next;
  }
  return id;
}
