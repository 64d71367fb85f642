// @ts-check
// Men and kings, seen from above. Each kind has its own turned rings, so that they differ without colour.

import { MAN } from './geometry.js';

/** @typedef {import('./types.js').Material} Material */

const KING = MAN + 3;

/** @param {string} id @param {string} kind */
const shine = (id, kind) => `<radialGradient id="${id}-${kind}-shine" cx=".36" cy=".3" r=".8">
  <stop offset="0" class="tb-${kind}-a"/><stop offset=".55" class="tb-${kind}-b"/><stop offset="1" class="tb-${kind}-c"/></radialGradient>`;

/** @param {string} id @param {string} kind @param {number} radius @param {string} marks */
const man = (id, kind, radius, marks) => `<g id="${id}-${kind}">
  <ellipse class="tb-shadow" cx="1.5" cy="3.5" rx="${radius}" ry="${radius - 0.5}"/>
  <circle class="tb-${kind}-rim" r="${radius - 0.8}" fill="url(#${id}-${kind}-shine)"/>${marks}</g>`;

/** A turned ring. @param {number} radius @param {string} name */
export const ring = (radius, name) => `<circle class="${name}" r="${radius}"/>`;

export const CROWN = '<path class="tb-king-mark" d="M-11.5 7.5-13.5-6l7 5L0-11l6.5 10 7-5-2 13.500z"/><path class="tb-king-line" d="M-11 10.500h22"/>';
// A cross pattée: its arms widen outwards, so that it stays a cross at 18 pixels.
export const CROSS = [0, 90, 180, 270].map((turn) => `<path class="tb-king-mark" transform="rotate(${turn})" d="M0 0-2.5-4-7-15.500Q0-13 7-15.500L2.5-4z"/>`).join('');

/** The definitions of all pieces of a material, under names that begin with `id`. @param {Material} material @param {string} id */
export function pieceDefinitions({ marks }, id) {
  return ['light', 'dark', 'king'].map((kind) => shine(id, kind)).join('')
    + man(id, 'light', MAN, marks.light) + man(id, 'dark', MAN, marks.dark) + man(id, 'king', KING, marks.king);
}
