// @ts-check
// The ground of tavli: a marble slab with three rows of twelve shallow cells.

import { ring } from '../../piece-shapes.js';
import { SLAB, isCell, isColumn } from './layout.js';

/** @typedef {import('../../types.js').Material} Material */

/** Something cut into stone: its lower edge catches the light. @param {string} shape @param {string} [name] */
const cut = (shape, name = 'tb-cut') => `<g class="tb-cut-light" transform="translate(0 1.3)">${shape}</g><g class="${name}">${shape}</g>`;

// Where it hangs on the vine is its origin; it points downwards.
const LEAF = 'M0 0C-4-4-9.5-2.5-9 2-8.5 6.5-2 9 0 13 2 9 8.5 6.5 9 2 9.5-2.5 4-4 0 0z';

const petals = (/** @type {number} */ count, /** @type {number} */ length) => Array.from({ length: count }, (_, index) =>
  `<path d="M0 0C${length * 0.36}-${length * 0.36} ${length * 0.36}-${length * 0.78} 0-${length} ${-length * 0.36}-${length * 0.78} ${-length * 0.36}-${length * 0.36} 0 0z" transform="rotate(${(index * 360) / count})"/>`).join('');

/** Six petals drawn with a compass, in a ring. @param {number} radius */
const rosette = (radius) => `${petals(6, radius * 0.86)}<circle class="tb-ring" r="${radius}"/>`;

/** A vine of ivy, as long as a row is high. @param {number} length */
function vine(length) {
  const half = length / 2;
  const bows = 4;
  const bow = length / bows;
  let stem = `M0 ${-half}`;
  let leaves = '';
  for (let index = 0; index < bows; index++) {
    const side = index % 2 ? 1 : -1;
    const y = -half + index * bow;
    stem += `q${side * 12} ${bow / 2} 0 ${bow}`;
    leaves += `<path class="tb-ring" d="M${side * 5.5} ${y + bow * 0.36}q${-side * 3} 1 ${-side * 4} 5"/>`
      + `<path d="${LEAF}" transform="translate(${side * 1.5} ${y + bow * 0.36 + 6}) rotate(${side * 38}) scale(1.05)"/>`;
  }
  return `<path class="tb-ring" d="${stem}"/>${leaves}`;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} radius @param {string} id */
const hollow = (x, y, width, height, radius, id) => {
  const shape = (/** @type {string} */ name, /** @type {number} */ dy, fill = '') =>
    `<rect class="${name}" x="${x}" y="${y + dy}" width="${width}" height="${height}" rx="${radius}"${fill}/>`;
  return shape('tb-lip', 1.4) + shape('tb-hollow', 0, ` fill="url(#${id}-hollow)"`);
};

/** A small cut arrow: men come in, men go out. @param {number} direction */
const arrow = (direction) => `<path class="tb-ring" d="M${-13 * direction} 0h${25 * direction}m${-7 * direction}-6l${7 * direction} 6l${-7 * direction} 6"/>`;

/** @type {Material['ground']} */
function ground({ geometry, id, isFlipped }) {
  const { width, divider, left, pitch, tray } = SLAB;
  const { height, ledge, field: { height: tall } } = geometry;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => `translate(${isFlipped ? width - x : x} ${isFlipped ? tall - y : y})`;
  const cells = [...geometry.points.values()].filter(({ id: point }) => isCell(point) || isColumn(point))
    .map((point) => hollow(point.x - point.width / 2, point.y - point.height / 2, point.width, point.height, isColumn(point.id) ? 22 : 8, id)).join('');
  const trayX = isFlipped ? width - tray.x - tray.width : tray.x;
  const trays = [tray.hand, tray.off].map((band) =>
    hollow(trayX, isFlipped ? tall - band.y - band.height : band.y, tray.width, band.height, 10, id)).join('');
  const middle = left + 6 * pitch + divider / 2;
  const ornaments = [SLAB.top, SLAB.bottom].map((band) => `<g transform="${at(middle, band.y + band.height / 2)}">${cut(vine(band.height - 16))}</g>`).join('')
    + `<g transform="${at(middle, SLAB.middle.y + SLAB.middle.height / 2)}">${cut(rosette(13))}</g>`
    + `<g transform="${at(tray.x + tray.width / 2, 22)}">${cut(arrow(isFlipped ? 1 : -1), 'tb-sign')}</g>`
    + `<g transform="${at(tray.x + tray.width / 2, tall - 22)}">${cut(arrow(isFlipped ? -1 : 1), 'tb-sign')}</g>`;
  const labels = geometry.labels.map(({ x, y, text }) => cut(`<text x="${x}" y="${y}" dy=".35em">${text}</text>`, 'tb-sign')).join('');
  return `<defs>
    <linearGradient id="${id}-stone" x2=".4" y2="1"><stop offset="0" class="tb-ground-a"/><stop offset="1" class="tb-ground-b"/></linearGradient>
    <linearGradient id="${id}-hollow" x2="0" y2="1"><stop offset="0" class="tb-hollow-a"/><stop offset=".2" class="tb-hollow-b"/><stop offset="1" class="tb-hollow-c"/></linearGradient>
    <filter id="${id}-vein" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
      <feTurbulence type="fractalNoise" baseFrequency=".0042 .0085" numOctaves="6" seed="5"/>
      <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0"/>
      <feComponentTransfer result="band"><feFuncA type="table" tableValues="0 0 0 0 0 0 .06 .16 .3 .75 1 .4 .2 .08 0 0 0 0 0 0 0"/></feComponentTransfer>
      <feFlood class="tb-vein"/><feComposite in2="band" operator="in"/></filter></defs>
  <rect class="tb-slab" x="1" y="1" width="${width - 2}" height="${height - 2}" rx="12" fill="url(#${id}-stone)"/>
  <rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="12" filter="url(#${id}-vein)"/>
  <rect class="tb-edge" x="2.5" y="2.5" width="${width - 5}" height="${height - 5}" rx="10.5"/>
  ${cells}${trays}${ledge ? hollow(ledge.x, ledge.y, ledge.width, ledge.height, 16, id) : ''}${ornaments}<g class="tb-labels">${labels}</g>`;
}

/** @type {Material} */
export const marble = {
  name: 'marble',
  sound: 'stone',
  ground,
  marks: {
    light: ring(13.5, 'tb-light-ring') + ring(8, 'tb-light-ring') + ring(2.2, 'tb-light-dot'),
    dark: ring(12, 'tb-dark-ring') + '<path class="tb-dark-glint" d="M-12.5-6.500A14 14 0 0 1-2-14"/>',
    king: '',
  },
};
