// @ts-check
// Everything that is drawn about pieces: what was played, where they can go, what is called out.

import { CELL, MAN } from './geometry.js';
import { ghostSpots, outermost } from './stacks.js';
import { svg } from './svg.js';
import { trailMarks } from './trail.js';

/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Target} Target */
/** @typedef {import('./types.js').Arrow} Arrow */

/** @param {Point} point @param {string} name @param {number} inset */
const box = (point, name, inset) => svg('rect', {
  class: name, x: point.x - point.width / 2 + inset, y: point.y - point.height / 2 + inset,
  width: point.width - 2 * inset, height: point.height - 2 * inset, rx: point.stack === 'none' ? 3 : 9,
});

/** What was played last. @param {Geometry} geometry @param {import('./types.js').Marks['last']} last @param {readonly Piece[]} pieces as they lie now @returns {{ under: SVGElement[], over: SVGElement[] }} what lies under the pieces and what lies over them */
export function lastMarks(geometry, last, pieces) {
  if (last.shape === 'trail') return trailMarks(geometry, last.steps, last.kind, pieces);
  return { under: ends(last.arrows, geometry).flatMap(({ from, to }) => [box(from, 'tb-last-from', 4), box(to, 'tb-last-box', 2)]), over: [] };
}

/** Cells on which a number that was thrown cannot be played: a bolt before each. @param {Geometry} geometry @param {readonly string[]} cells */
export function blockedMarks(geometry, cells) {
  return cells.flatMap((cell) => {
    const point = geometry.points.get(cell);
    if (!point) return [];
    const mouth = point.y + (point.stack === 'up' ? -1 : 1) * (point.height / 2 - 14);
    return [box(point, 'tb-blocked', 1.5), svg('path', { class: 'tb-bolt', d: `M${point.x - 15} ${mouth}h30` })];
  });
}

/** The points of arrows that are on this board. @param {readonly Arrow[]} arrows @param {Geometry} geometry */
const ends = (arrows, geometry) => arrows.flatMap((arrow) => {
  const [from, to] = [geometry.points.get(arrow.from), geometry.points.get(arrow.to)];
  return from && to ? [{ from, to }] : [];
});

/** A line that begins beside the piece it belongs to. @param {Point} from @param {Point} to */
function clearOf(from, to) {
  const part = (MAN + 6) / Math.hypot(to.x - from.x, to.y - from.y);
  return `M${from.x + (to.x - from.x) * part} ${from.y + (to.y - from.y) * part}L${to.x} ${to.y}`;
}

/** Free routes, and moves that threaten. @param {Geometry} geometry @param {import('./types.js').Marks} marks */
export function callMarks(geometry, { routes, threats }) {
  return [
    ...ends(routes, geometry).flatMap(({ from, to }) => {
      const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      return [
        svg('path', { class: 'tb-route', d: clearOf(from, to) }),
        svg('path', { class: 'tb-route-end', d: 'M12 0-8-10-3 0-8 10z', transform: `translate(${to.x} ${to.y}) rotate(${turn})` }),
      ];
    }),
    ...ends(threats, geometry).flatMap(({ from, to }) => [
      svg('path', { class: 'tb-threat', d: clearOf(from, to) }),
      svg('path', { class: 'tb-threat-end', d: 'M-8-8 8 8M8-8-8 8', transform: `translate(${to.x} ${to.y})` }),
    ]),
  ];
}

/**
 * Where a piece can go: rings, and diamonds for captures. On the slab it is the whole cell.
 * @param {Geometry} geometry
 * @param {readonly Target[]} targets
 * @param {string | null} over the target that is aimed at
 */
export function targetMarks(geometry, targets, over) {
  return targets.flatMap(({ to, captures, steps }) => {
    const point = geometry.points.get(to);
    if (!point) return [];
    // Men lie on the slab where they are hit, and between cells where they are captured.
    const takes = steps.length ? captures.includes(to) : captures.length > 0;
    const name = `${takes ? 'tb-take' : 'tb-reach'}${steps.length > 1 ? ' tb-far' : ''}${to === over ? ' tb-over' : ''}`;
    if (point.stack !== 'none') return [box(point, name, 1.5)];
    return [captures.length
      ? svg('path', { class: name, d: 'M0-15 15 0 0 15-15 0z', transform: `translate(${point.x} ${point.y})` })
      : svg('circle', { class: name, cx: point.x, cy: point.y, r: 10 })];
  });
}

/** The men that would be taken: those of the target aimed at, or of every target on the slab. @param {Geometry} geometry @param {readonly Target[]} targets @param {string | null} over */
export function victimMarks(geometry, targets, over) {
  return targets.flatMap(({ to, captures }) => captures.flatMap((cell) => {
    const at = geometry.points.get(cell);
    return at && (to === over || at.stack !== 'none') ? [victim(at)] : [];
  }));
}

/** Brackets round a man that would be taken; on the slab they are round the only man of the cell. @param {Point} at */
function victim(at) {
  const lift = at.stack === 'none' ? 0 : (at.height / 2 - MAN - 3) * (at.stack === 'down' ? -1 : 1);
  return svg('path', {
    class: 'tb-victim', transform: `translate(${at.x} ${at.y + lift})`, d: 'M-21-12v-9h9M12-21h9v9M21 12v9h-9M-12 21h-9v-9',
  });
}

/** The uppermost men of points from which one can move. @param {Geometry} geometry @param {readonly Piece[]} pieces @param {Iterable<string>} points */
export const rimMarks = (geometry, pieces, points) => [...points].map((at) => {
  const { x, y } = outermost(geometry, pieces, at);
  return svg('circle', { class: 'tb-rim', cx: x, cy: y, r: MAN + 2.4 });
});

/** Where the game can be won: cells that glow. @param {Geometry} geometry @param {readonly string[]} goals @param {string} id with which the names of the drawing begin */
export const goalMarks = (geometry, goals, id) => goals.flatMap((goal) => {
  const point = geometry.points.get(goal);
  const glow = point && box(point, 'tb-goal', 1.5);
  glow?.setAttribute('fill', `url(#${id}-glow)`);
  return glow ? [glow] : [];
});

/** The point from which a piece is taken up. @param {Geometry} geometry @param {string} picked */
export function heldMark(geometry, picked) {
  const point = geometry.points.get(picked);
  return point ? [box(point, 'tb-held', 2)] : [];
}

/** A move that waits for its turn. @param {Geometry} geometry @param {Arrow} ahead */
export const aheadMarks = (geometry, ahead) => ends([ahead], geometry).flatMap(({ from, to }) => [box(from, 'tb-ahead-from', 4), box(to, 'tb-ahead', 2)]);

/** What is drawn about the one who decided a round: bars across a king who was captured, rays around one who has escaped. */
const END_SHAPES = { captured: 'M-17-17 17 17M17-17-17 17', escaped: 'M0-24v-6M17-17l4-4M24 0h6M17 17l4 4M0 24v6M-17 17l-4 4M-24 0h-6M-17-17l-4-4' };

/** Where a round was decided. @param {Geometry} geometry @param {import('./types.js').Marks['end']} end */
export function endMarks(geometry, end) {
  const point = end && geometry.points.get(end.at);
  if (!end || !point) return [];
  if (end.kind === 'off') return [box(point, 'tb-end tb-end-off', 2)];
  const place = { transform: `translate(${point.x} ${point.y})`, d: END_SHAPES[end.kind] };
  return [svg('path', { class: 'tb-end-edge', ...place }), svg('path', { class: `tb-end tb-end-${end.kind}`, ...place })];
}

/** @param {{ x: number, y: number }} from @param {{ x: number, y: number }} to */
function arrow(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const neck = Math.max(length - 24, 2);
  return svg('path', {
    class: 'tb-hint', transform: `translate(${from.x} ${from.y}) rotate(${turn})`,
    d: `M0-4H${neck}V-13L${length} 0 ${neck} 13V4H0z`,
  });
}

/** What the computer would play: from the man that goes to where it comes to lie. @param {Geometry} geometry @param {readonly Arrow[]} arrows @param {readonly Piece[]} pieces */
export const hintMarks = (geometry, arrows, pieces) => ends(arrows, geometry).map(({ from, to }) =>
  arrow(outermost(geometry, pieces, from.id), to.stack === 'none' ? to : ghostSpots(geometry, pieces, to.id, 'light', 1)[0]));

/** @param {import('./stacks.js').Badge} badge */
export const badgeMark = ({ x, y, count }) => svg('g', { class: 'tb-badge', transform: `translate(${x} ${y})` },
  svg('circle', { r: 11.5 }), svg('text', { dy: '.35em' }, String(count)));

/** The cell under the finger, seen through the loupe. @param {Geometry} geometry @param {string} aim */
export function aimMark(geometry, aim) {
  const point = geometry.points.get(aim);
  return point ? svg('rect', { class: 'tb-cross', x: point.x - CELL / 2, y: point.y - CELL / 2, width: CELL, height: CELL, rx: 4 }) : null;
}
