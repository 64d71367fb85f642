// @ts-check
// Men and kings, seen from above. Each kind has its own turned rings, so that they differ without colour.

import { MAN } from './geometry.js';

/** @typedef {'marble' | 'birch' | 'vellum'} Material */

const KING = MAN + 3;

/** @param {string} id @param {string} kind */
const shine = (id, kind) => `<radialGradient id="${id}-${kind}-shine" cx=".36" cy=".3" r=".8">
  <stop offset="0" class="tb-${kind}-a"/><stop offset=".55" class="tb-${kind}-b"/><stop offset="1" class="tb-${kind}-c"/></radialGradient>`;

/** @param {string} id @param {string} kind @param {number} radius @param {string} marks */
const man = (id, kind, radius, marks) => `<g id="${id}-${kind}">
  <ellipse class="tb-shadow" cx="1.5" cy="3.5" rx="${radius}" ry="${radius - 0.5}"/>
  <circle class="tb-${kind}-rim" r="${radius - 0.8}" fill="url(#${id}-${kind}-shine)"/>${marks}</g>`;

const ring = (/** @type {number} */ radius, /** @type {string} */ name) => `<circle class="${name}" r="${radius}"/>`;

const CROWN = '<path class="tb-king-mark" d="M-11.5 7.5-13.5-6l7 5L0-11l6.5 10 7-5-2 13.500z"/><path class="tb-king-line" d="M-11 10.500h22"/>';
// A cross pattée: its arms widen outwards, so that it stays a cross at 18 pixels.
const CROSS = [0, 90, 180, 270].map((turn) => `<path class="tb-king-mark" transform="rotate(${turn})" d="M0 0-2.5-4-7-15.500Q0-13 7-15.500L2.5-4z"/>`).join('');

/** @type {Record<Material, Record<'light' | 'dark' | 'king', string>>} */
const MARKS = {
  marble: {
    light: ring(13.5, 'tb-light-ring') + ring(8, 'tb-light-ring') + ring(2.2, 'tb-light-dot'),
    dark: ring(12, 'tb-dark-ring') + '<path class="tb-dark-glint" d="M-12.5-6.500A14 14 0 0 1-2-14"/>',
    king: '',
  },
  birch: {
    light: ring(14, 'tb-light-ring') + ring(9.5, 'tb-light-ring') + ring(2, 'tb-light-dot'),
    dark: ring(12.5, 'tb-dark-ring') + ring(5, 'tb-dark-hole'),
    king: ring(18, 'tb-king-ring') + CROWN,
  },
  vellum: {
    light: ring(11.5, 'tb-light-ring'),
    dark: ring(6, 'tb-dark-hole'),
    king: CROSS,
  },
};

/** The definitions of all men of a material, under names that begin with `id`. @param {Material} material @param {string} id */
export function menDefinitions(material, id) {
  const marks = MARKS[material];
  return ['light', 'dark', 'king'].map((kind) => shine(id, kind)).join('')
    + man(id, 'light', MAN, marks.light) + man(id, 'dark', MAN, marks.dark) + man(id, 'king', KING, marks.king);
}
