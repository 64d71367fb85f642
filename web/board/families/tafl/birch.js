// @ts-check
// The ground of Tablut and its smaller and larger kin: a birch board with burnt lines.

import { CELL } from '../../geometry.js';
import { CROWN, ring } from '../../piece-shapes.js';

/** @typedef {import('../../types.js').Material} Material */
/** @typedef {import('../../../protocol.js').TaflBoard} TaflBoard */

// A looped square, carved all over the north: one band that runs over itself where a side begins and under itself where it ends.
const SIDE = 7;
const LOOP = 17.5;
const QUARTER = `M${-SIDE} ${-SIDE}H${SIDE}C${LOOP} ${-SIDE} ${LOOP} ${-LOOP} ${SIDE + 5} ${-LOOP}C${SIDE} ${-LOOP} ${SIDE} ${-SIDE - 4} ${SIDE} ${-SIDE}`;
const OVER = `M${-SIDE - 4} ${-SIDE}h8`;

const band = (/** @type {string} */ path) => [0, 90, 180, 270]
  .map((turn) => `<path class="tb-band-edge" transform="rotate(${turn})" d="${path}"/>`).join('')
  + [0, 90, 180, 270].map((turn) => `<path class="tb-band" transform="rotate(${turn})" d="${path}"/>`).join('');

const KNOT = band(QUARTER) + [0, 90, 180, 270]
  .map((turn) => `<g transform="rotate(${turn})"><path class="tb-band-edge tb-butt" d="${OVER}"/><path class="tb-band tb-butt" d="M${-SIDE - 5} ${-SIDE}h10"/></g>`).join('');

/** @type {Material['ground']} */
function ground({ geometry, id, view }) {
  const board = /** @type {TaflBoard} */ (view.board);
  const { x, y, width: side } = geometry.field;
  const size = geometry.rows.length;
  const frame = (side - size * CELL) / 2;
  const inner = { x: x + frame, y: y + frame, side: size * CELL };
  const point = (/** @type {string} */ cell) => geometry.points.get(cell);
  const square = (/** @type {string} */ cell, /** @type {string} */ name) => {
    const at = point(cell);
    return at ? `<rect class="${name}" x="${at.x - CELL / 2}" y="${at.y - CELL / 2}" width="${CELL}" height="${CELL}"/>` : '';
  };
  const knot = (/** @type {string} */ cell, scale = 1) => {
    const at = point(cell);
    return at ? `<g transform="translate(${at.x} ${at.y}) scale(${scale})">${KNOT}</g>` : '';
  };
  let lines = '';
  for (let index = 0; index <= size; index++) {
    lines += `M${inner.x + index * CELL} ${inner.y}v${inner.side}M${inner.x} ${inner.y + index * CELL}h${inner.side}`;
  }
  // Four short strokes in the corners of a base: the tint alone would say it by colour only.
  const ticks = (/** @type {string} */ cell) => {
    const at = point(cell);
    return at ? `<path class="tb-tick" transform="translate(${at.x} ${at.y})" d="M-19-13v-6h6M13-19h6v6M19 13v6h-6M-13 19h-6v-6"/>` : '';
  };
  const { bases, throne } = board;
  const corners = board.corners.filter((cell) => board.goals.includes(cell) && board.goals.length === board.corners.length);
  const trays = ['taken-light', 'taken-dark'].map((tray) => {
    const at = point(tray);
    return at ? `<rect class="tb-tray" x="${at.x - at.width / 2}" y="${at.y - at.height / 2}" width="${at.width}" height="${at.height}" rx="${Math.min(at.width, at.height) / 2}"/>` : '';
  }).join('');
  return `<defs>
    <linearGradient id="${id}-wood" x2="1" y2=".3"><stop offset="0" class="tb-ground-a"/><stop offset=".5" class="tb-ground-b"/><stop offset="1" class="tb-ground-a"/></linearGradient>
    <filter id="${id}-grain" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
      <feTurbulence type="fractalNoise" baseFrequency=".0025 .055" numOctaves="4" seed="4"/>
      <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0"/>
      <feComponentTransfer result="band"><feFuncA type="table" tableValues="0 0 0 .1 .5 .1 .3 .7 .2 .6 .15 0 0 0"/></feComponentTransfer>
      <feFlood class="tb-vein"/><feComposite in2="band" operator="in"/></filter></defs>
  ${trays}
  <rect class="tb-slab" x="${x + 1}" y="${y + 1}" width="${side - 2}" height="${side - 2}" rx="9" fill="url(#${id}-wood)"/>
  <rect x="${x + 1}" y="${y + 1}" width="${side - 2}" height="${side - 2}" rx="9" filter="url(#${id}-grain)"/>
  <rect class="tb-edge" x="${x + 2.5}" y="${y + 2.5}" width="${side - 5}" height="${side - 5}" rx="7.5"/>
  <rect class="tb-field" x="${inner.x}" y="${inner.y}" width="${inner.side}" height="${inner.side}"/>
  ${bases.map((cell) => square(cell, 'tb-base')).join('')}${square(throne, 'tb-throne')}
  <path class="tb-scorch" d="${lines}"/><path class="tb-line" d="${lines}"/>
  <rect class="tb-border" x="${inner.x - 4}" y="${inner.y - 4}" width="${inner.side + 8}" height="${inner.side + 8}"/>
  ${bases.map(ticks).join('')}${knot(throne)}${corners.map((cell) => knot(cell, 0.8)).join('')}
  <g class="tb-labels">${geometry.labels.map((label) => `<text class="tb-burnt" x="${label.x}" y="${label.y}" dy=".35em">${label.text}</text>`).join('')}</g>`;
}

/** @type {Material} */
export const birch = {
  name: 'birch',
  sound: 'wood',
  ground,
  marks: {
    light: ring(14, 'tb-light-ring') + ring(9.5, 'tb-light-ring') + ring(2, 'tb-light-dot'),
    dark: ring(12.5, 'tb-dark-ring') + ring(5, 'tb-dark-hole'),
    king: ring(18, 'tb-king-ring') + CROWN,
  },
};
