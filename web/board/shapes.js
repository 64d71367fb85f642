// @ts-check
// Arrows and circles upon a position: those that the page gives, and those that somebody draws with the right button.

import { CELL, MAN } from './geometry.js';
import { svg } from './svg.js';

/** @typedef {import('./types.js').Brush} Brush */
/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Shape} Shape */

const SHAFT = 4.5;
const HEAD = { length: 22, width: 13 };

/** The brush of the keys that are held, as players know it from chess pages. @param {{ shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean }} keys @returns {Brush} */
export function brushOf({ shiftKey, ctrlKey, metaKey, altKey }) {
  const isSecond = shiftKey || ctrlKey || metaKey;
  return isSecond && altKey ? 'yellow' : isSecond ? 'red' : altKey ? 'blue' : 'green';
}

/** A stroke from one point to another; one that ends where it began is a circle. @param {string} from @param {string} to @param {Brush} brush @returns {Shape} */
export const stroke = (from, to, brush) => (from === to ? { kind: 'circle', at: from, brush } : { kind: 'arrow', from, to, brush });

/** @param {Shape} shape */
const placesOf = (shape) => (shape.kind === 'circle' ? shape.at : `${shape.from}-${shape.to}`);

/**
 * The shapes with one more; the same again takes it away, and in another colour it changes its colour.
 * @param {readonly Shape[]} shapes
 * @param {Shape} shape
 * @returns {readonly Shape[]}
 */
export function toggled(shapes, shape) {
  const same = shapes.find((one) => placesOf(one) === placesOf(shape));
  const others = shapes.filter((one) => one !== same);
  return same?.brush === shape.brush ? others : [...others, shape];
}

/** @param {Point} from @param {Point} to @param {Brush} brush @param {number} weight */
function arrow(from, to, brush, weight) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  // It begins beside the middle, so that the man it starts from is still seen.
  const start = Math.min(MAN * 0.6, length / 4);
  const shaft = SHAFT * weight;
  const head = { length: Math.min(HEAD.length * (0.55 + 0.45 * weight), length - start), width: HEAD.width * (0.45 + 0.55 * weight) };
  const neck = length - head.length;
  return svg('path', {
    class: `tb-shape tb-brush-${brush}`, transform: `translate(${from.x} ${from.y}) rotate(${turn})`, opacity: 0.45 + 0.35 * weight,
    d: `M${start} ${-shaft}H${neck}V${-head.width}L${length} 0 ${neck} ${head.width}V${shaft}H${start}z`,
  });
}

/** @param {Point} at @param {Brush} brush */
function circle(at, brush) {
  const name = `tb-shape-ring tb-brush-${brush}`;
  if (at.stack === 'none') return svg('circle', { class: name, cx: at.x, cy: at.y, r: CELL / 2 - 2.5 });
  return svg('rect', { class: name, x: at.x - at.width / 2 + 1, y: at.y - at.height / 2 + 1, width: at.width - 2, height: at.height - 2, rx: 10 });
}

/** @param {Geometry} geometry @param {readonly Shape[]} shapes those of unknown points are left out */
export function shapeMarks({ points }, shapes) {
  return shapes.flatMap((shape) => {
    if (shape.kind === 'circle') {
      const at = points.get(shape.at);
      return at ? [circle(at, shape.brush)] : [];
    }
    const [from, to] = [points.get(shape.from), points.get(shape.to)];
    return from && to && from !== to ? [arrow(from, to, shape.brush, shape.weight ?? 1)] : [];
  });
}
