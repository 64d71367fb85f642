// @ts-check
// The ground of Alea Evangelii: a leaf of vellum, ruled in ink between prickings, with painted initials.

import { CELL } from '../../geometry.js';
import { CROSS, ring } from '../../piece-shapes.js';

/** @typedef {import('../../types.js').Material} Material */
/** @typedef {import('../../../protocol.js').TaflBoard} TaflBoard */

/** The evangelists hold the corners as the manuscript shares them out, here in the order A1, S1, A19, S19: Mark, Iohannes, Matthew, Luke. */
const EVANGELISTS = ['M', 'I', 'M', 'L'];

/** A painted initial in a penwork square, red on blue or blue on red. @param {number} x @param {number} y @param {string} letter @param {boolean} isRed */
function initial(x, y, letter, isRed) {
  const [own, pen] = isRed ? ['tb-red', 'tb-blue'] : ['tb-blue', 'tb-red'];
  const half = CELL / 2 - 3;
  const curl = `M${-half} ${-half + 12}c0-7 5-12 12-12M${-half + 4} ${-half + 13}c0-5 4-9 9-9`;
  const dots = `<circle cx="${-half + 8}" cy="${-half + 8}" r="1.3"/>`;
  const corners = [0, 90, 180, 270].map((turn) => `<g transform="rotate(${turn})"><path class="tb-pen" d="${curl}"/>${dots}</g>`).join('');
  return `<g transform="translate(${x} ${y})"><rect class="tb-gilt" x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}"/>
    <g class="${pen}"><rect class="tb-pen" x="${-half}" y="${-half}" width="${2 * half}" height="${2 * half}"/>${corners}</g>
    <text class="${own} tb-initial" dy=".36em">${letter}</text></g>`;
}

/** @type {Material['ground']} */
function ground({ geometry, id, view }) {
  const board = /** @type {TaflBoard} */ (view.board);
  const { x, y, width: side } = geometry.field;
  const size = geometry.rows.length;
  const frame = (side - size * CELL) / 2;
  const [left, top, length] = [x + frame, y + frame, size * CELL];
  let lines = '';
  let pricks = '';
  for (let index = 0; index <= size; index++) {
    const step = index * CELL;
    lines += `M${left + step} ${top - 7}v${length + 14}M${left - 7} ${top + step}h${length + 14}`;
    for (const edge of [-9.5, length + 9.5]) {
      pricks += `<circle cx="${left + step}" cy="${top + edge}" r="1.5"/><circle cx="${left + edge}" cy="${top + step}" r="1.5"/>`;
    }
  }
  const special = board.corners.map((cell, index) => {
    const at = geometry.points.get(cell);
    return at ? initial(at.x, at.y, EVANGELISTS[index % 4], index % 3 === 0) : '';
  });
  const throne = geometry.points.get(board.throne);
  if (throne) special.push(initial(throne.x, throne.y, 'R', true));
  const trays = ['taken-light', 'taken-dark'].map((tray) => {
    const at = geometry.points.get(tray);
    return at ? `<rect class="tb-tray" x="${at.x - at.width / 2}" y="${at.y - at.height / 2}" width="${at.width}" height="${at.height}" rx="4"/>` : '';
  }).join('');
  return `<defs>
    <radialGradient id="${id}-skin" r=".8"><stop offset="0" class="tb-ground-a"/><stop offset="1" class="tb-ground-b"/></radialGradient>
    <filter id="${id}-mottle" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">
      <feTurbulence type="fractalNoise" baseFrequency=".006" numOctaves="5" seed="23"/>
      <feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0"/>
      <feComponentTransfer result="band"><feFuncA type="table" tableValues="0 0 0 0 .1 .35 .6 .8 1 1"/></feComponentTransfer>
      <feFlood class="tb-vein"/><feComposite in2="band" operator="in"/></filter></defs>
  ${trays}
  <rect class="tb-slab" x="${x + 1}" y="${y + 1}" width="${side - 2}" height="${side - 2}" rx="4" fill="url(#${id}-skin)"/>
  <rect x="${x + 1}" y="${y + 1}" width="${side - 2}" height="${side - 2}" rx="4" filter="url(#${id}-mottle)"/>
  <path class="tb-line" d="${lines}"/><g class="tb-prick">${pricks}</g>
  <rect class="tb-rubric" x="${left - 4}" y="${top - 4}" width="${length + 8}" height="${length + 8}"/>
  <rect class="tb-border" x="${left}" y="${top}" width="${length}" height="${length}"/>
  ${special.join('')}
  <g class="tb-labels">${geometry.labels.map((label) => `<text class="tb-ink" x="${label.x}" y="${label.y}" dy=".35em">${label.text}</text>`).join('')}</g>`;
}

/** @type {Material} */
export const vellum = {
  name: 'vellum',
  sound: 'skin',
  ground,
  marks: { light: ring(11.5, 'tb-light-ring'), dark: ring(6, 'tb-dark-hole'), king: CROSS },
};
