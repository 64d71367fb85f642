// @ts-check
// Three ivory dice in their ledge: thrown with weight, gone once they are played, barred where they cannot be.

import { drawing, svg } from './svg.js';

/** @typedef {import('../protocol.js').Face} Face */
/** @typedef {readonly [x: number, y: number, z: number]} Vector */

/** Where the pips of each face are, in a three by three pattern. @type {Record<string, number[]>} */
const PIPS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
/** Two faces that lie opposite each other are seven together. */
const OPPOSITE = [['1', '6'], ['2', '5'], ['3', '4']];
/** How long dice roll, in milliseconds. */
export const TUMBLE = 500;
const SIZE = 66;
const HALF = SIZE / 2;
const GAP = 20;
/** Between the dice and the edges of the ledge. */
const MARGIN = 9;
/** How far a die comes rolling, and how high it bounces first. */
const REACH = 210;
const BOUNCE = 34;
/** When a die touches the stone, as parts of its time; each bounce is lower than the one before. */
const CONTACTS = [0.2, 0.45, 0.64, 0.78];
const LOWER = 0.5;

/** The pips of a face. @param {string} face */
function pips(face) {
  const step = SIZE * 0.27;
  return PIPS[face].map((place) => {
    const [x, y] = [((place % 3) - 1) * step, (Math.floor(place / 3) - 1) * step];
    return `<circle class="tb-pip-light" cx="${x}" cy="${y + 1.4}" r="6.3"/><circle class="tb-pip" cx="${x}" cy="${y}" r="6"/>`;
  }).join('');
}

/** Numbers from 0 to 1 that are the same for the same seed. @param {number} seed */
function chanceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A vector turned about an axis that lies in the board. @param {Vector} vector @param {readonly [number, number]} axis of length 1 @param {number} angle @returns {Vector} */
function turned([x, y, z], [kx, ky], angle) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = (kx * x + ky * y) * (1 - cos);
  return [x * cos + ky * z * sin + kx * along, y * cos - kx * z * sin + ky * along, z * cos + (kx * y - ky * x) * sin];
}

/** The sides of a cube: which way each looks, and the two edges along which it is drawn. @type {readonly { normal: Vector, across: Vector, down: Vector }[]} */
const SIDES = [
  { normal: [0, 0, 1], across: [1, 0, 0], down: [0, 1, 0] }, { normal: [0, 0, -1], across: [-1, 0, 0], down: [0, 1, 0] },
  { normal: [1, 0, 0], across: [0, 0, -1], down: [0, 1, 0] }, { normal: [-1, 0, 0], across: [0, 0, 1], down: [0, 1, 0] },
  { normal: [0, 1, 0], across: [1, 0, 0], down: [0, 0, -1] }, { normal: [0, -1, 0], across: [1, 0, 0], down: [0, 0, 1] },
];

/** What the sides of a cube show that has a face on top. @param {string} top */
function facesUnder(top) {
  const [own, ...others] = [...OPPOSITE].sort((one, two) => Number(two.includes(top)) - Number(one.includes(top)));
  return [top, own[0] === top ? own[1] : own[0], ...others.flat()];
}

/**
 * How one die of a throw rolls: the same throw always rolls the same way.
 * @param {string} roll @param {number} index
 */
export function tumbleOf(roll, index) {
  const chance = chanceOf(Number(roll) * 31 + index * 7919);
  chance();
  const angle = (chance() - 0.5) * 0.7;
  const direction = /** @type {const} */ ([Math.cos(angle), Math.sin(angle)]);
  const late = index * 0.04 + chance() * 0.03;
  const contacts = CONTACTS.map((at) => Math.min(at + late + (chance() - 0.5) * 0.06, 0.97));
  const [reach, spin] = [REACH * (0.8 + chance() * 0.4), (chance() - 0.5) * 240];
  return {
    /** When it touches the stone, as parts of the time, and how hard. */
    contacts: contacts.map((at, bounce) => ({ at, loud: 0.8 * LOWER ** bounce })),
    /** Where it is and how it lies when a part of the time is over. @param {number} part */
    at(part) {
      const rest = (1 - part) ** 2;
      const way = reach * rest;
      const next = contacts.findIndex((at) => part < at);
      const [from, to] = next < 0 ? [0, 0] : [next ? contacts[next - 1] : -contacts[0], contacts[next]];
      const flight = next < 0 ? 0 : (part - from) / (to - from);
      const height = next < 0 ? 0 : BOUNCE * LOWER ** next * 4 * flight * (1 - flight);
      return {
        x: -direction[0] * way, y: -direction[1] * way, height, spin: spin * rest,
        // It rolls as far as it comes.
        axis: /** @type {const} */ ([-direction[1], direction[0]]), angle: -way / HALF,
      };
    },
  };
}

/** @typedef {'ready' | 'gone' | 'barred'} DieState */

/**
 * What the dice of a throw have come to. Equal dice share their count: one goes whenever its part is played, those whose part cannot be played
 * are barred. `count` stands on the last die of a kind that has more to it than one step.
 * @param {string} roll
 * @param {readonly Face[]} faces
 * @returns {{ state: DieState, count: number | null }[]}
 */
export function dieStates(roll, faces) {
  return [...roll].map((value, index) => {
    const face = faces.find(({ die }) => die === value);
    if (!face) return { state: 'ready', count: null };
    const first = roll.indexOf(value);
    const alike = roll.lastIndexOf(value) - first + 1;
    const each = face.counts / alike;
    // What cannot be played as the next step may become playable by another number.
    const open = face.now || face.playable > 0 ? Math.ceil(face.playable / each) : 0;
    const left = Math.ceil(face.left / each);
    const place = index - first;
    const [gone, barred] = [alike - left, alike - left + open];
    if (place < gone) return { state: 'gone', count: null };
    if (place < barred) return { state: 'ready', count: place === barred - 1 && face.counts > 1 ? face.playable : null };
    return { state: 'barred', count: place === alike - 1 && face.counts > 1 ? face.left - face.playable : null };
  });
}

/**
 * @typedef {object} Dice
 * @property {SVGGElement} node
 * @property {(state: { roll: string | null, faces: readonly Face[], fitting: Set<string> | null, isAtRest: boolean, invites: boolean, prompt: string }) => void} show
 * @property {(ledge: import('./types.js').Box) => void} place
 * @property {(onContact: (loud: number) => void) => void} tumble
 * @property {() => boolean} stop ends a tumble; false if there was none
 * @property {(x: number, y: number) => string | null} dieAt the number that lies there
 */

/** @param {string} id @returns {Dice} */
export function createDice(id) {
  const xs = [-1, 0, 1].map((place) => place * (SIZE + GAP));
  const square = (/** @type {string} */ name, fill = '', round = 12) =>
    `<rect class="${name}" x="${-HALF}" y="${-HALF}" width="${SIZE}" height="${SIZE}" rx="${round}"${fill && ` fill="${fill}"`}/>`;
  const dice = xs.map((x) => {
    const face = drawing('');
    const shadow = drawing(`<rect class="tb-shadow" x="${-HALF + 2}" y="${-HALF + 5}" width="${SIZE}" height="${SIZE}" rx="12"/>`);
    const flat = svg('g', {}, drawing(square('tb-die-body', `url(#${id}-ivory)`)), face);
    const sides = SIDES.map(() => svg('g', { class: 'tb-die-side' }));
    const cube = svg('g', { visibility: 'hidden' }, ...sides);
    const count = svg('text', { dy: '.36em' });
    const badge = svg('g', { class: 'tb-die-count', transform: `translate(${HALF - 7} ${-HALF + 9})` }, svg('rect', { x: -21, y: -13, width: 42, height: 26, rx: 13 }), count);
    // A bolt before it, below its pips.
    const bar = drawing(['tb-die-bar-edge', 'tb-die-bar'].map((name) => `<path class="${name}" d="M${-HALF - 1} ${HALF - 3}H${HALF + 1}"/>`).join(''));
    const body = svg('g', { class: 'tb-die-lift' }, shadow, flat, cube, svg('g', { class: 'tb-die-barring' }, bar), badge);
    const node = svg('g', { class: 'tb-die', transform: `translate(${x} 0)` }, body);
    return { node, face, shadow, flat, sides, cube, badge, count, x };
  });
  const prompt = svg('text', { class: 'tb-prompt', dy: '.35em' });
  const hollows = xs.map((x) => svg('g', { transform: `translate(${x} 0)` }, drawing(square('tb-die-hollow'))));
  const table = svg('g', {}, ...hollows, ...dice.map((one) => one.node));
  const node = svg('g', { class: 'tb-dice' },
    drawing(`<defs><linearGradient id="${id}-ivory" x2=".5" y2="1"><stop offset="0" class="tb-die-a"/><stop offset="1" class="tb-die-b"/></linearGradient></defs>`),
    table, prompt);
  let values = '123';
  let frame = 0;
  /** @type {(x: number, y: number) => { x: number, y: number }} */
  let onTable = (x, y) => ({ x, y });

  const settle = () => dice.forEach((one, index) => {
    one.face.innerHTML = pips(values[index]);
    one.flat.removeAttribute('visibility');
    one.cube.setAttribute('visibility', 'hidden');
    one.shadow.removeAttribute('transform');
  });
  const stop = () => {
    if (!frame) return false;
    cancelAnimationFrame(frame);
    frame = 0;
    node.classList.remove('tb-rolling');
    settle();
    return true;
  };
  settle();

  /** @typedef {{ cube: SVGGElement, shadow: SVGGElement, sides: SVGGElement[] }} Body */
  /** Draws a die as a cube in the air. @param {Body} one @param {ReturnType<ReturnType<typeof tumbleOf>['at']>} pose */
  function pose(one, { x, y, height, spin, axis, angle }) {
    const size = 1 + height / 160;
    one.cube.setAttribute('transform', `translate(${x.toFixed(1)} ${(y - height * 0.5).toFixed(1)}) rotate(${spin.toFixed(1)}) scale(${size.toFixed(3)})`);
    one.shadow.setAttribute('transform', `translate(${(x + height * 0.4).toFixed(1)} ${(y + height * 0.5).toFixed(1)}) rotate(${spin.toFixed(1)})`);
    SIDES.forEach(({ normal, across, down }, side) => {
      const [n, a, d] = [normal, across, down].map((vector) => turned(vector, axis, angle));
      const isSeen = n[2] > 0.01;
      one.sides[side].setAttribute('visibility', isSeen ? 'inherit' : 'hidden');
      if (!isSeen) return;
      one.sides[side].setAttribute('transform', `matrix(${[a[0], a[1], d[0], d[1], n[0] * HALF, n[1] * HALF].map((part) => part.toFixed(3)).join(' ')})`);
      // What looks away from the lamp is darker.
      one.sides[side].lastElementChild?.setAttribute('opacity', ((1 - n[2]) * 0.34).toFixed(2));
    });
  }

  return {
    node,
    place(ledge) {
      const scale = (ledge.height - 2 * MARGIN) / SIZE;
      const isLarge = (SIZE * 3 + GAP * 2) * scale > ledge.width * 0.45;
      // Large dice leave the room beside them to the words.
      const middle = { x: ledge.x + ledge.width * (isLarge ? 0.37 : 0.5), y: ledge.y + ledge.height / 2 };
      table.setAttribute('transform', `translate(${middle.x} ${middle.y}) scale(${scale})`);
      prompt.setAttribute('x', String(ledge.x + ledge.width * 0.835));
      prompt.setAttribute('y', String(middle.y));
      onTable = (x, y) => ({ x: (x - middle.x) / scale, y: (y - middle.y) / scale });
    },
    show({ roll, faces, fitting, isAtRest, invites, prompt: words }) {
      if (roll) values = roll;
      if (!frame) settle();
      node.classList.toggle('tb-inviting', invites);
      prompt.textContent = words;
      const states = dieStates(values, faces);
      dice.forEach((one, index) => {
        const { state, count } = states[index];
        const face = faces.find(({ die }) => die === values[index]);
        const isPlain = face ? state !== 'ready' || (face.now && (!fitting || fitting.has(face.die))) : invites || !isAtRest;
        one.node.classList.toggle('tb-dim', !isPlain);
        one.node.classList.toggle('tb-gone', state === 'gone');
        one.node.classList.toggle('tb-barred', state === 'barred');
        one.badge.setAttribute('visibility', count === null ? 'hidden' : 'inherit');
        one.count.textContent = count === null ? '' : `×${count}`;
      });
    },
    tumble(onContact) {
      stop();
      node.classList.add('tb-rolling');
      const rolling = dice.map((one, index) => {
        facesUnder(values[index]).forEach((face, side) => {
          one.sides[side].innerHTML = square('tb-die-body', `url(#${id}-ivory)`, 7) + pips(face) + square('tb-die-shade', '', 7);
        });
        one.flat.setAttribute('visibility', 'hidden');
        one.cube.removeAttribute('visibility');
        const { at, contacts } = tumbleOf(values, index);
        return { one, at, contacts: [...contacts] };
      });
      const start = performance.now();
      const turn = (/** @type {number} */ now) => {
        const part = Math.min(Math.max(now - start, 0) / TUMBLE, 1);
        for (const { one, at, contacts } of rolling) {
          while (contacts.length && contacts[0].at <= part) onContact(/** @type {{ loud: number }} */ (contacts.shift()).loud);
          pose(one, at(part));
        }
        if (part === 1) return void stop();
        frame = requestAnimationFrame(turn);
      };
      frame = requestAnimationFrame(turn);
      for (const { one, at } of rolling) pose(one, at(0));
    },
    stop,
    dieAt(x, y) {
      const at = onTable(x, y);
      const index = xs.findIndex((centre) => Math.abs(at.x - centre) <= HALF + GAP / 2 && Math.abs(at.y) <= HALF + MARGIN);
      return index < 0 ? null : values[index];
    },
  };
}
