// @ts-check
// A man in the air, and the loupe over a finger. Both are elements of their own that only ever change their transform, so nothing
// else is painted while they move.

import { html, svg } from './svg.js';
import { aimMark } from './marks.js';

/** @typedef {import('./elements.js').Elements} Elements */
/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Kind} Kind */

const AIR = 30;
const LOUPE = 148;
const ENLARGES = 2.5;
/** How far the loupe keeps from the finger: a fingertip above it, the width of a finger beside it. */
const ABOVE = 34;
const BESIDE = 44;
const MARGIN = 4;

/** @param {Elements} elements @param {Kind} kind */
export function createFloat(elements, kind) {
  const size = 2 * AIR * elements.scale;
  const node = svg('svg', { class: 'tb-float', viewBox: `${-AIR} ${-AIR} ${2 * AIR} ${2 * AIR}`, width: size, height: size }, svg('use', { href: `#${elements.id}-${kind}` }));
  node.style.width = node.style.height = `${size}px`;
  elements.root.append(node);
  const { left, top } = elements.root.getBoundingClientRect();
  return {
    /** @param {number} clientX @param {number} clientY */
    move(clientX, clientY) {
      node.style.transform = `translate3d(${clientX - left - size / 2}px, ${clientY - top - size / 2}px, 0)`;
    },
    remove: () => node.remove(),
  };
}

/** @param {Elements} elements @param {Geometry} geometry @param {Kind | null} kind the man that is carried */
export function createLoupe(elements, geometry, kind) {
  const node = html('div', 'tb-loupe');
  const ground = /** @type {SVGSVGElement} */ (elements.ground.cloneNode(true));
  // The texture is too dear to be painted again for every movement of the finger; gradients are found in the ground itself.
  ground.querySelectorAll('[filter], defs').forEach((texture) => texture.remove());
  const uses = ['goals', 'under', 'rims', 'pieces', 'over', 'shapes'].map((layer) => svg('use', { href: `#${elements.id}-${layer}` }));
  const aimed = svg('g');
  const carried = svg('g', { class: 'tb-carried' }, ...(kind ? [svg('use', { href: `#${elements.id}-${kind}` })] : []));
  const picture = svg('svg', {}, ...ground.childNodes, ...uses, carried, aimed);
  node.append(picture);
  elements.root.append(node);
  const { left, top } = elements.root.getBoundingClientRect();
  const half = LOUPE / (2 * ENLARGES * elements.scale);
  let lastAim = '';
  return {
    /** @param {number} clientX @param {number} clientY @param {{ x: number, y: number }} at @param {string | null} aim */
    move(clientX, clientY, at, aim) {
      const { x, y } = loupeSpot(clientX, clientY, innerWidth, innerHeight);
      node.style.transform = `translate3d(${x - left}px, ${y - top}px, 0)`;
      picture.setAttribute('viewBox', `${at.x - half} ${at.y - half} ${2 * half} ${2 * half}`);
      carried.setAttribute('transform', `translate(${at.x} ${at.y})`);
      if (aim === lastAim) return;
      lastAim = aim ?? '';
      const mark = aim && aimMark(geometry, aim);
      aimed.replaceChildren(...(mark ? [mark] : []));
    },
    remove: () => node.remove(),
  };
}

/**
 * Where the loupe is seen whole: above the finger, or beside it where above there is no room. Below it would be under the hand.
 * @param {number} fingerX @param {number} fingerY @param {number} width @param {number} height of the window
 */
export function loupeSpot(fingerX, fingerY, width, height) {
  const within = (/** @type {number} */ at, /** @type {number} */ end) => Math.min(Math.max(at, MARGIN), end - LOUPE - MARGIN);
  const y = fingerY - LOUPE - ABOVE;
  if (y >= MARGIN) return { x: within(fingerX - LOUPE / 2, width), y };
  const beside = fingerX < width / 2 ? fingerX + BESIDE : fingerX - BESIDE - LOUPE;
  return { x: within(beside, width), y: within(fingerY - LOUPE / 2, height) };
}
