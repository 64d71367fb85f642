// @ts-check
// Three ivory dice in their ledge.

import { drawing, svg } from './svg.js';

/** @typedef {import('../protocol.js').Face} Face */

/** Where the pips of each face are, in a three by three pattern. @type {Record<string, number[]>} */
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
export const TUMBLE = 480;
const SIZE = 54;
const GAP = 18;

/** The pips of a face, on a die that is 54 wide. @param {string} face */
function pips(face) {
  const step = SIZE * 0.27;
  return PIPS[face].map((place) => {
    const [x, y] = [((place % 3) - 1) * step, (Math.floor(place / 3) - 1) * step];
    return `<circle class="tb-pip-light" cx="${x}" cy="${y + 1.2}" r="5.2"/><circle class="tb-pip" cx="${x}" cy="${y}" r="5"/>`;
  }).join('');
}

/**
 * @typedef {object} Dice
 * @property {SVGGElement} node
 * @property {(state: { roll: string | null, faces: readonly Face[], fitting: Set<string> | null, invites: boolean, prompt: string }) => void} show
 * @property {(ledge: import('./types.js').Box) => void} place
 * @property {() => void} tumble
 * @property {() => boolean} stop ends a tumble; false if there was none
 * @property {(x: number, y: number) => string | null} dieAt
 */

/** @param {string} id @returns {Dice} */
export function createDice(id) {
  const half = SIZE / 2;
  const xs = [-1, 0, 1].map((place) => place * (SIZE + GAP));
  // A little above the middle: the tally stands below.
  const dieY = -7;
  const dice = xs.map((x) => {
    const face = drawing('');
    const body = drawing(`<rect class="tb-shadow" x="${-half + 2}" y="${-half + 4}" width="${SIZE}" height="${SIZE}" rx="11"/>
      <rect class="tb-die-body" x="${-half}" y="${-half}" width="${SIZE}" height="${SIZE}" rx="11" fill="url(#${id}-ivory)"/>`);
    const node = svg('g', { class: 'tb-die', transform: `translate(${x} ${dieY})` }, svg('g', {}, body, face));
    return { node, inner: /** @type {SVGGElement} */ (node.firstChild), face, x };
  });
  const tallies = svg('g');
  const prompt = svg('text', { class: 'tb-prompt', dy: '.35em' });
  const table = svg('g', {}, ...dice.map((one) => one.node), tallies);
  const node = svg('g', { class: 'tb-dice' },
    drawing(`<defs><linearGradient id="${id}-ivory" x2=".5" y2="1"><stop offset="0" class="tb-die-a"/><stop offset="1" class="tb-die-b"/></linearGradient></defs>`),
    table, prompt);
  let values = '123';
  let frame = 0;
  /** @type {(x: number, y: number) => { x: number, y: number }} */
  let onTable = (x, y) => ({ x, y });

  const settle = () => dice.forEach((one, index) => {
    one.face.innerHTML = pips(values[index]);
    one.inner.removeAttribute('transform');
  });
  const stop = () => {
    if (!frame) return false;
    cancelAnimationFrame(frame);
    frame = 0;
    settle();
    tallies.removeAttribute('visibility');
    return true;
  };
  settle();

  return {
    node,
    place(ledge) {
      const scale = (ledge.height - 14) / 74;
      const middle = { x: ledge.x + ledge.width / 2, y: ledge.y + ledge.height / 2 };
      table.setAttribute('transform', `translate(${middle.x} ${middle.y}) scale(${scale})`);
      prompt.setAttribute('x', String(ledge.x + ledge.width * 0.835));
      prompt.setAttribute('y', String(middle.y));
      onTable = (x, y) => ({ x: (x - middle.x) / scale, y: (y - middle.y) / scale });
    },
    show({ roll, faces, fitting, invites, prompt: words }) {
      if (roll) values = roll;
      if (!frame) settle();
      node.classList.toggle('tb-inviting', invites);
      prompt.textContent = words;
      tallies.replaceChildren();
      dice.forEach((one, index) => {
        const face = faces.find(({ die }) => die === values[index]);
        const isBright = faces.length ? face?.now && (!fitting || fitting.has(values[index])) : invites || !roll;
        one.node.classList.toggle('tb-dim', !isBright);
        const first = values.indexOf(values[index]);
        const last = values.lastIndexOf(values[index]);
        // Equal dice share their count: one line under all of them.
        if (!face || index !== first) return;
        const [from, to] = [xs[first] - half + 6, xs[last] + half - 6];
        const y = dieY + half + 11;
        const centre = (from + to) / 2;
        if (last > first) tallies.append(svg('path', { class: 'tb-tally-line', d: `M${from} ${y}H${centre - 20}M${centre + 20} ${y}H${to}` }));
        tallies.append(svg('text', { class: 'tb-tally', x: centre, y, dy: '.35em' }, face.left ? `×${face.left}` : '✓'));
      });
    },
    tumble() {
      stop();
      // What is under the dice would tell what they are going to show.
      tallies.setAttribute('visibility', 'hidden');
      const start = performance.now();
      const spins = dice.map(() => (Math.random() < 0.5 ? -1 : 1) * (300 + Math.random() * 240));
      let lastChange = 0;
      const turn = (/** @type {number} */ now) => {
        const part = Math.min((now - start) / TUMBLE, 1);
        if (part === 1) return void stop();
        const rest = (1 - part) ** 2;
        const isChange = now - lastChange > 60;
        if (isChange) lastChange = now;
        dice.forEach((one, index) => {
          if (isChange) one.face.innerHTML = pips(part > 0.75 ? values[index] : String(1 + Math.floor(Math.random() * 6)));
          one.inner.setAttribute('transform', `translate(${-rest * 150} ${-Math.abs(Math.sin(part * 9)) * 22 * rest}) rotate(${spins[index] * rest})`);
        });
        frame = requestAnimationFrame(turn);
      };
      frame = requestAnimationFrame(turn);
    },
    stop,
    dieAt(x, y) {
      const at = onTable(x, y);
      const index = xs.findIndex((centre) => Math.abs(at.x - centre) <= half + GAP / 2 && Math.abs(at.y - dieY) <= half + 12);
      return index < 0 ? null : values[index];
    },
  };
}
