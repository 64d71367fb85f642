// @ts-check
// Everything that is drawn about pieces: what was played, where they can go, what is called out.

import { CELL, MAN, pointOf } from './geometry.js';
import { linesShown } from './history.js';
import { readMove } from './notation.js';
import { layOut } from './stacks.js';
import { svg } from './svg.js';

/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Deed} Deed */
/** @typedef {import('./types.js').Hint} Hint */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./types.js').Colour} Colour */

/** @param {Point} point @param {string} name @param {number} inset */
const box = (point, name, inset) => svg('rect', {
  class: name, x: point.x - point.width / 2 + inset, y: point.y - point.height / 2 + inset,
  width: point.width - 2 * inset, height: point.height - 2 * inset, rx: point.stack === 'none' ? 3 : 9,
});

/** The outermost man of a point, or the place of the first where there is none. @param {Geometry} geometry @param {readonly Piece[]} pieces @param {string} at */
function outermost(geometry, pieces, at) {
  const pile = pieces.filter((piece) => piece.at === at);
  const last = pile[pile.length - 1] ?? { id: 0, at, kind: 'light' };
  return /** @type {import('./stacks.js').Spot} */ (layOut(geometry, pile.length ? pile : [last]).spots.get(last.id));
}

/** Steps of one side, each from beside the man it left to beside the man it made. @param {Geometry} geometry @param {Step[]} steps @param {Colour} colour @param {readonly Piece[]} pieces */
function trail(geometry, steps, colour, pieces) {
  return steps.flatMap((step) => {
    const [from, to] = [step.from, step.to].map((place) => pointOf(place, colour));
    if (!geometry.points.has(from) || !geometry.points.has(to)) return [];
    const [start, goal] = [from, to].map((at) => outermost(geometry, pieces, at));
    const middle = geometry.field.height / 2;
    const bow = Math.min(Math.abs(goal.x - start.x) * 0.2, 34);
    const turn = { x: (start.x + goal.x) / 2, y: (start.y + goal.y) / 2 };
    turn.y += turn.y < middle ? bow : -bow;
    const part = (MAN + 5) / Math.max(Math.hypot(turn.x - goal.x, turn.y - goal.y), MAN + 5);
    const end = { x: goal.x + (turn.x - goal.x) * part, y: goal.y + (turn.y - goal.y) * part };
    return [
      svg('path', { class: 'tb-trail', d: `M${start.x} ${start.y}Q${turn.x} ${turn.y} ${end.x} ${end.y}` }),
      svg('circle', { class: 'tb-trail-end', cx: end.x, cy: end.y, r: 4.5 }),
    ];
  });
}

/** What was played last. @param {Geometry} geometry @param {Scene} scene @param {readonly Piece[]} pieces as they lie now */
export function lastMarks(geometry, scene, pieces) {
  const { view, look } = scene;
  const shown = linesShown(scene);
  const line = shown[shown.length - 1];
  const current = look === null && view.board?.kind === 'tavli' ? view.board.steps : [];
  if (current.length && view.to_act) return trail(geometry, current, view.seats[view.to_act].colour, pieces);
  if (line && 'steps' in line) return trail(geometry, line.steps, view.seats[line.seat].colour, pieces);
  const text = line?.text ?? (look === null && view.board?.kind === 'tafl' ? view.board.last : null);
  const move = text ? readMove(text) : null;
  const from = move && geometry.points.get(move.from);
  const to = move && geometry.points.get(move.to);
  return from && to ? [box(from, 'tb-last-from', 4), box(to, 'tb-last-box', 2)] : [];
}

/** @param {string | null | undefined} text @param {Geometry} geometry */
function ends(text, geometry) {
  const move = text ? readMove(text) : null;
  const [from, to] = [move && geometry.points.get(move.from), move && geometry.points.get(move.to)];
  return from && to ? { from, to } : null;
}

/** A line that begins beside the piece it belongs to. @param {Point} from @param {Point} to */
function clearOf(from, to) {
  const part = (MAN + 6) / Math.hypot(to.x - from.x, to.y - from.y);
  return `M${from.x + (to.x - from.x) * part} ${from.y + (to.y - from.y) * part}L${to.x} ${to.y}`;
}

/** The king's free routes, and the moves that would take him. @param {Geometry} geometry @param {Scene} scene */
export function callMarks(geometry, { view, look }) {
  if (look !== null || view.board?.kind !== 'tafl') return [];
  const routes = view.board.routes.flatMap((text) => {
    const way = ends(text, geometry);
    if (!way) return [];
    const { from, to } = way;
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    return [
      svg('path', { class: 'tb-route', d: clearOf(from, to) }),
      svg('path', { class: 'tb-route-end', d: 'M12 0-8-10-3 0-8 10z', transform: `translate(${to.x} ${to.y}) rotate(${turn})` }),
    ];
  });
  const threats = view.board.threats.flatMap((text) => {
    const way = ends(text, geometry);
    if (!way) return [];
    const { from, to } = way;
    return [
      svg('path', { class: 'tb-threat', d: clearOf(from, to) }),
      svg('path', { class: 'tb-threat-end', d: 'M-8-8 8 8M8-8-8 8', transform: `translate(${to.x} ${to.y})` }),
    ];
  });
  return [...routes, ...threats];
}

/**
 * Where a piece can go: rings, and diamonds for captures. On the slab it is the whole cell.
 * @param {Geometry} geometry
 * @param {Deed[]} deeds
 * @param {string | null} over the target that is aimed at
 */
export function targetMarks(geometry, deeds, over) {
  return deeds.flatMap(({ to, captures, steps }) => {
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

/** The men that would be taken: those of the target aimed at, or of every target on the slab. @param {Geometry} geometry @param {Deed[]} deeds @param {string | null} over */
export function victimMarks(geometry, deeds, over) {
  return deeds.flatMap(({ to, captures }) => captures.flatMap((cell) => {
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

/** The point from which a piece is taken up. @param {Geometry} geometry @param {string} picked */
export function heldMark(geometry, picked) {
  const point = geometry.points.get(picked);
  return point ? [box(point, 'tb-held', 2)] : [];
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

/** @param {Geometry} geometry @param {Hint | null} hint @param {Colour} colour */
export function hintMarks(geometry, hint, colour) {
  const way = ends(hint?.move, geometry);
  if (way) return [arrow(way.from, way.to)];
  return (hint?.steps ?? []).flatMap((step) => {
    const from = geometry.points.get(pointOf(step.from, colour));
    const to = geometry.points.get(pointOf(step.to, colour));
    return from && to ? [arrow(from, to)] : [];
  });
}

/** @param {import('./stacks.js').Badge} badge */
export const badgeMark = ({ x, y, count }) => svg('g', { class: 'tb-badge', transform: `translate(${x} ${y})` },
  svg('circle', { r: 11.5 }), svg('text', { dy: '.35em' }, String(count)));

/** The cell under the finger, seen through the loupe. @param {Geometry} geometry @param {string} aim */
export function aimMark(geometry, aim) {
  const point = geometry.points.get(aim);
  return point ? svg('rect', { class: 'tb-cross', x: point.x - CELL / 2, y: point.y - CELL / 2, width: CELL, height: CELL, rx: 4 }) : null;
}
