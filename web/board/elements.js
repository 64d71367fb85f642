// @ts-check
// The elements of the board: a painted ground, the pieces and marks above it, and the words at its edge.

import { MAN } from './geometry.js';
import { pieceDefinitions } from './piece-shapes.js';
import { drawing, html, svg } from './svg.js';

/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Material} Material */
/** @typedef {import('./types.js').View} View */

/** The outer part of the frame, in which no letter stands. */
const RIM = 6;

/** How long the mark takes to come that shows how a round was decided. */
const END_COMES = 700;
/** How long the piece that has decided it, or was decided upon, draws the eye. */
const END_LASTS = 1100;

/** How long a man takes to go in one place and come in another where less motion is wanted. */
export const FADE = 180;
/** How long a shake takes, and a tint in its place. */
const SHAKE = { time: 280, calm: 700 };

/** @param {HTMLElement} host @param {string} id */
export function createElements(host, id) {
  const root = html('div', 'tb tb-palette');
  const stage = html('div', 'tb-stage');
  const ground = svg('svg', { class: 'tb-ground', 'aria-hidden': 'true' });
  const layer = (/** @type {string} */ name) => svg('g', { id: `${id}-${name}` });
  const layers = { goals: layer('goals'), under: layer('under'), rims: layer('rims'), pieces: layer('pieces'), over: layer('over'), shapes: layer('shapes') };
  const definitions = svg('defs');
  const glow = svg('defs', {}, svg('radialGradient', { id: `${id}-glow`, r: 0.72 },
    ...[0, 0.5, 1].map((offset) => svg('stop', { class: 'tb-goal-stop', offset, 'stop-opacity': [0.9, 0.5, 0.12][offset * 2] }))));
  const live = svg('svg', { class: 'tb-live', 'aria-hidden': 'true' }, definitions, glow, layers.goals, layers.under, layers.rims, layers.pieces, layers.over, layers.shapes);
  const ribbon = html('div', 'tb-ribbon');
  const note = html('div', 'tb-note');
  const tip = html('div', 'tb-tip');
  ribbon.ariaHidden = note.ariaHidden = tip.ariaHidden = 'true';
  stage.append(ground, live, ribbon, note, tip);
  root.append(stage);
  host.append(root);
  /** @type {Map<number, SVGGElement>} */
  const nodes = new Map();
  /** @type {Geometry | null} */
  let geometry = null;
  let noteTimer = 0;

  return {
    id, root, stage, ground, live, layers, nodes, ribbon,

    /** Pixels in a board unit. */
    scale: 1,

    /** @param {Geometry} next @param {Material} material @param {View} view @param {boolean} isFlipped */
    setGround(next, material, view, isFlipped) {
      geometry = next;
      root.dataset.material = material.name;
      root.dataset.size = String(next.rows.length);
      for (const picture of [ground, live]) picture.setAttribute('viewBox', `0 0 ${next.width} ${next.height}`);
      ground.replaceChildren(drawing(material.ground({ geometry: next, id, view, isFlipped })));
      definitions.innerHTML = pieceDefinitions(material, id);
      this.fit();
    },

    /** How large a board would be here. @param {Geometry} one */
    scaleFor: (one) => Math.min(root.clientWidth / one.width, root.clientHeight / one.height),

    /** Makes the board as large as the host allows. */
    fit() {
      if (!geometry) return;
      this.scale = this.scaleFor(geometry);
      stage.style.width = `${geometry.width * this.scale}px`;
      stage.style.height = `${geometry.height * this.scale}px`;
      // The words at the edge end above the letters of the frame; those on the slab lie between its rows, not on the dice.
      stage.style.setProperty('--tb-rim', `${(geometry.field.y + RIM) * this.scale}px`);
      if (geometry.ledge) stage.style.setProperty('--tb-ledge', `${(geometry.height - geometry.ledge.y) * this.scale}px`);
      stage.style.setProperty('--tb-middle', `${(geometry.field.y + geometry.field.height / 2) * this.scale}px`);
    },

    /** Makes the nodes agree with the pieces, in their order. @param {readonly Piece[]} pieces @returns {number[]} the ids of those that went */
    setPieces(pieces) {
      const ids = new Set(pieces.map((piece) => piece.id));
      const gone = [...nodes.keys()].filter((one) => !ids.has(one));
      for (const one of gone) {
        nodes.get(one)?.remove();
        nodes.delete(one);
      }
      pieces.forEach((piece, index) => {
        let node = nodes.get(piece.id);
        if (!node) {
          node = svg('g', { class: 'tb-piece' }, svg('use', { href: `#${id}-${piece.kind}` }));
          nodes.set(piece.id, node);
        }
        if (layers.pieces.children[index] !== node) layers.pieces.insertBefore(node, layers.pieces.children[index] ?? null);
      });
      return gone;
    },

    /** @param {number} piece @param {{ x: number, y: number }} spot */
    placePiece(piece, { x, y }) {
      nodes.get(piece)?.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
    },

    /** Fades a copy out where a piece was, and the piece in where it is. @param {number} piece */
    crossFade(piece) {
      const node = nodes.get(piece);
      if (!node) return;
      const copy = /** @type {SVGGElement} */ (node.cloneNode(true));
      copy.setAttribute('class', 'tb-gone');
      layers.pieces.append(copy);
      copy.animate({ opacity: [1, 0] }, FADE).finished.then(() => copy.remove(), () => copy.remove());
      node.animate({ opacity: [0, 1] }, FADE);
    },

    /** What decided a round comes into sight once the piece is there. */
    revealEnd() {
      for (const mark of layers.over.querySelectorAll('.tb-end, .tb-end-edge')) mark.animate({ opacity: [0, 0, 1] }, END_COMES);
    },

    /** The piece that has decided a round rises, or sinks if it was captured; a ring goes out from it. @param {number} piece @param {import('./types.js').Spot} at @param {boolean} isFall */
    celebrate(piece, at, isFall) {
      const frames = isFall ? ['none', 'none', 'rotate(-16deg) scale(0.8)', 'rotate(-9deg) scale(0.9)', 'none'] : ['none', 'none', 'scale(1.28)', 'scale(0.97)', 'none'];
      nodes.get(piece)?.firstElementChild?.animate({ transform: frames }, { duration: END_LASTS, easing: 'ease-in-out' });
      const ring = svg('circle', { class: `tb-end-ring ${isFall ? 'tb-end-captured' : 'tb-end-escaped'}`, r: MAN });
      // What is drawn anew meanwhile leaves it alone.
      live.append(ring);
      const place = `translate(${at.x}px, ${at.y}px)`;
      const goes = ring.animate({ transform: [0.6, 0.6, 2.6].map((scale) => `${place} scale(${scale})`), opacity: [0, 0.9, 0] }, { duration: END_LASTS, easing: 'ease-out' });
      goes.finished.then(() => ring.remove(), () => ring.remove());
    },

    /** A piece shakes its head; where less motion is wanted it is tinted for a moment. @param {number} piece @param {boolean} isCalm */
    shake(piece, isCalm) {
      const node = nodes.get(piece);
      if (!node) return;
      if (isCalm) {
        const tint = svg('circle', { class: 'tb-tint', r: MAN });
        node.append(tint);
        tint.animate({ opacity: [0, 0.6, 0.6, 0] }, SHAKE.calm).finished.then(() => tint.remove(), () => tint.remove());
      } else {
        node.firstElementChild?.animate({ transform: [0, -5, 4, -3, 2, 0].map((x) => `translateX(${x}px)`) }, { duration: SHAKE.time, easing: 'ease-out' });
      }
    },

    /** Something calls the eye. @param {Element} node @param {boolean} isCalm */
    pulse(node, isCalm) {
      const frames = isCalm ? { opacity: [1, 0.4, 1] } : { transform: ['scale(1)', 'scale(1.07)', 'scale(1)'] };
      for (const animation of node.getAnimations()) animation.cancel();
      node.animate(frames, { duration: isCalm ? 900 : 420, iterations: isCalm ? 1 : 3, easing: 'ease-in-out' });
    },

    /** A word for those who tried something: it goes away by itself. @param {string} text */
    say(text) {
      clearTimeout(noteTimer);
      note.textContent = text;
      noteTimer = window.setTimeout(() => (note.textContent = ''), 2200 + text.length * 45);
    },

    /** A word about what is pointed at on the ledge; an empty one takes it away. @param {string} text */
    tip(text) {
      if (tip.textContent !== text) tip.textContent = text;
    },

    /** Where on the board a position on the screen is; remembers the bounds so that a drag measures once. */
    measure() {
      const { left, top } = stage.getBoundingClientRect();
      const { scale } = this;
      return (/** @type {number} */ clientX, /** @type {number} */ clientY) => ({ x: (clientX - left) / scale, y: (clientY - top) / scale });
    },

    destroy() {
      clearTimeout(noteTimer);
      root.remove();
    },
  };
}

/** @typedef {ReturnType<typeof createElements>} Elements */
