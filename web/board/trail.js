// @ts-check
// The way of a turn of several steps: arcs along the lanes with the numbers of the steps, ghosts where men came from, and those who were hit.

import { MAN } from './geometry.js';
import { ghostSpots, outermost } from './stacks.js';
import { svg } from './svg.js';

/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').TrailStep} TrailStep */

/** How far an arc swings out of its row at least, and for each unit of its way. */
const BOW = { least: 14, each: 0.14, most: 58 };
/** How far from the board's edge the handles of an arc stay that goes round its end. */
const RIM = 8;
/** Two numbers nearer than this would hide each other. */
const NEAR = 21;

/** Steps that lead from the same place to the same place are one arc. @param {readonly TrailStep[]} steps */
function arcsOf(steps) {
  /** @type {Map<string, { from: string, to: string, numbers: number[], hit: string | null }>} */
  const arcs = new Map();
  steps.forEach(({ from, to, hit }, index) => {
    const key = `${from}>${to}`;
    const arc = arcs.get(key) ?? { from, to, numbers: [], hit: null };
    arc.numbers.push(index + 1);
    arc.hit ??= hit;
    arcs.set(key, arc);
  });
  return [...arcs.values()];
}

/** "3", "1–4", "2, 5". @param {readonly number[]} numbers in ascending order */
export function numbersText(numbers) {
  const isRun = numbers.length > 2 && numbers[numbers.length - 1] - numbers[0] === numbers.length - 1;
  return isRun ? `${numbers[0]}–${numbers[numbers.length - 1]}` : numbers.join(', ');
}

/** How many men left each place and did not come there in the same turn. @param {readonly TrailStep[]} steps */
function departures(steps) {
  /** @type {Map<string, number>} */
  const left = new Map();
  /** @type {Map<string, number>} */
  const passing = new Map();
  for (const { from, to } of steps) {
    const arrived = passing.get(from) ?? 0;
    if (arrived > 0) passing.set(from, arrived - 1);
    else left.set(from, (left.get(from) ?? 0) + 1);
    passing.set(to, (passing.get(to) ?? 0) + 1);
  }
  return left;
}

/**
 * The way of an arc: over the men of its row towards the middle of the board, and round the end where the rows meet.
 * @param {Geometry} geometry @param {Point} from @param {Point} to @param {Spot} start @param {Spot} goal
 * @returns {[Spot, Spot, Spot, Spot]} a cubic curve
 */
function curveOf({ field }, from, to, start, goal) {
  const middle = field.y + field.height / 2;
  const inwards = (/** @type {Point} */ point) => (point.y < middle ? 1 : -1);
  const isLane = from.stack !== 'none' && to.stack !== 'none' && from.height > from.width && to.height > to.width;
  const swing = Math.min(BOW.least + Math.abs(goal.x - start.x) * BOW.each, BOW.most);
  if (isLane && inwards(from) !== inwards(to)) {
    // Round the bend: beyond the nearer of the two, away from the middle of the board.
    const isLeft = (start.x + goal.x) / 2 < field.x + field.width / 2;
    const edge = isLeft ? Math.min(start.x, goal.x) - 62 : Math.max(start.x, goal.x) + 62;
    const x = Math.min(Math.max(edge, field.x + RIM), field.x + field.width - RIM);
    return [start, { x, y: start.y + inwards(from) * 30 }, { x, y: goal.y + inwards(to) * 30 }, goal];
  }
  const side = inwards(to);
  // From the trays men come in over the men of the row.
  const y = (/** @type {Spot} */ spot) => spot.y + side * swing * 1.33;
  const ys = isLane ? (side > 0 ? Math.max(y(start), y(goal)) : Math.min(y(start), y(goal))) : null;
  const [near, far] = [0.22, 0.78].map((part) => ({ x: start.x + (goal.x - start.x) * part, y: ys ?? start.y + (goal.y - start.y) * part + side * swing }));
  return [start, near, far, goal];
}

/** @param {readonly [Spot, Spot, Spot, Spot]} curve @param {number} t @returns {Spot} */
function along([a, b, c, d], t) {
  const s = 1 - t;
  const mix = (/** @type {'x' | 'y'} */ axis) => s ** 3 * a[axis] + 3 * s * s * t * b[axis] + 3 * s * t * t * c[axis] + t ** 3 * d[axis];
  return { x: mix('x'), y: mix('y') };
}

/** The number of a step, on the board and not beside it: on a phone there is nothing beside. @param {Geometry} geometry @param {Spot} at @param {string} text */
function numberMark({ field }, { x, y }, text) {
  const half = 9 + text.length * 3;
  const inside = Math.min(Math.max(x, field.x + half + 1), field.x + field.width - half - 1);
  return svg('g', { class: 'tb-trail-number', transform: `translate(${inside.toFixed(1)} ${y.toFixed(1)})` },
    svg('rect', { x: -half, y: -10.5, width: 2 * half, height: 21, rx: 10.5 }), svg('text', { dy: '.36em' }, text));
}

/** @param {Spot} at */
const hitMark = ({ x, y }) => svg('path', { class: 'tb-trail-hit', transform: `translate(${x} ${y})`, d: 'M-23-15v-8h8M15-23h8v8M23 15v8h-8M-15 23h-8v-8' });

/**
 * @param {Geometry} geometry
 * @param {readonly TrailStep[]} steps
 * @param {Kind} kind of the men that moved
 * @param {readonly Piece[]} pieces as they lie now
 * @returns {{ under: SVGElement[], over: SVGElement[] }} what lies under the men and what lies over them
 */
export function trailMarks(geometry, steps, kind, pieces) {
  const known = steps.filter(({ from, to }) => geometry.points.has(from) && geometry.points.has(to));
  const point = (/** @type {string} */ at) => /** @type {Point} */ (geometry.points.get(at));
  /** @type {SVGElement[]} */
  const under = [];
  /** @type {SVGElement[]} */
  const over = [];
  /** @type {Spot[]} */
  const numbered = [];
  /** @type {Map<string, Spot>} */
  const left = new Map();
  for (const [at, count] of departures(known)) {
    // In a tray it is only a matter of numbers.
    if (point(at).place === 'hand') continue;
    const spots = ghostSpots(geometry, pieces, at, kind, count);
    left.set(at, spots[spots.length - 1]);
    under.push(...spots.map(({ x, y }) => svg('circle', { class: `tb-ghost tb-ghost-${kind}`, cx: x, cy: y, r: MAN - 1 })));
  }
  for (const { from, to, numbers, hit } of arcsOf(known)) {
    const [start, goal] = [left.get(from) ?? outermost(geometry, pieces, from), outermost(geometry, pieces, to)];
    const curve = curveOf(geometry, point(from), point(to), start, goal);
    const [, near, far] = curve;
    const end = along(curve, 0.97);
    const turn = (Math.atan2(goal.y - far.y, goal.x - far.x) * 180) / Math.PI;
    const d = `M${start.x} ${start.y}C${near.x} ${near.y} ${far.x} ${far.y} ${end.x} ${end.y}`;
    under.push(svg('path', { class: 'tb-trail-edge', d }), svg('path', { class: 'tb-trail', d }));
    over.push(svg('path', { class: 'tb-trail-end', d: 'M0 0-13-8-9 0-13 8z', transform: `translate(${(goal.x - Math.cos((turn * Math.PI) / 180) * MAN).toFixed(1)} ${(goal.y - Math.sin((turn * Math.PI) / 180) * MAN).toFixed(1)}) rotate(${turn.toFixed(1)})` }));
    const home = hit && geometry.points.get(hit);
    if (home) {
      const taken = outermost(geometry, pieces, hit);
      under.push(svg('path', { class: 'tb-trail-taken', d: `M${goal.x} ${goal.y}L${taken.x} ${taken.y}` }));
      over.push(hitMark(goal));
    }
    if (known.length < 2) continue;
    const isFree = (/** @type {Spot} */ spot) => numbered.every(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) >= NEAR);
    const spots = [0.5, 0.36, 0.64, 0.24, 0.76].map((part) => along(curve, part));
    const spot = spots.find(isFree) ?? spots[0];
    numbered.push(spot);
    over.push(numberMark(geometry, spot, numbersText(numbers)));
  }
  return { under, over };
}
