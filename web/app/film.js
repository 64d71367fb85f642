// @ts-check
// A round as a moving picture: each turn is drawn by a board that nobody sees.

import { Board } from '../board/index.js';
import { h } from './dom.js';
import { createGif, paletteOf } from './gif.js';
import { drawnOn } from './png.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../board/types.js').Scene} Scene */
/** @typedef {import('./png.js').Caption} Caption */

/** Wide enough to see it, narrow enough to send it. */
const WIDTH = 480;
/** Of a longer game only every second or third turn is shown. */
const MOST_PICTURES = 240;
/** In hundredths of a second: a turn; the first and the last picture. */
const TURN = 90;
const ENDS = 250;

/**
 * @param {Context} context
 * @param {object} film
 * @param {Scene} film.scene   The round as it is now; all its turns are shown.
 * @param {boolean} film.isFlipped
 * @param {(turn: number) => Caption} film.caption
 * @param {(done: number, all: number) => void} progress
 * @param {AbortSignal} signal  Stops it.
 * @returns {Promise<Blob | null>} nothing if it was stopped
 */
export async function filmOf(context, { scene, isFlipped, caption }, progress, signal) {
  const turns = pictured(scene.lines.length);
  const place = h('div', { class: 'film', attrs: { 'aria-hidden': 'true', inert: true } });
  document.body.append(place);
  try {
    const draw = async (/** @type {number} */ turn) => {
      // A board that is new shows its position at once; one that goes on would still be on the way.
      const board = Board(place, { say: context.say, isFlipped, animate: false, scene: { ...scene, look: turn === scene.lines.length ? null : turn - 1 } });
      const svg = board.picture();
      board.destroy();
      const canvas = await drawnOn(svg, WIDTH, caption(turn));
      const pixels = canvas.getContext('2d', { willReadFrequently: true })?.getImageData(0, 0, canvas.width, canvas.height);
      if (!pixels) throw new Error('the browser draws no pictures');
      return pixels;
    };
    // Colours are those of the beginning, the middle and the end.
    const samples = [];
    for (const share of [0, 0.5, 1]) samples.push(await draw(turns[Math.round(share * (turns.length - 1))] ?? 0));
    const { width, height } = samples[0];
    const gif = createGif(width, height, paletteOf(samples));
    for (const [index, turn] of turns.entries()) {
      if (signal.aborted) return null;
      gif.add(await draw(turn), index === 0 || index === turns.length - 1 ? ENDS : TURN);
      progress(index + 1, turns.length);
    }
    return gif.end();
  } finally {
    place.remove();
  }
}

/** The turns that have a picture, the start (0) and the last one always. @param {number} turns */
export function pictured(turns) {
  const every = Math.ceil((turns + 1) / MOST_PICTURES);
  const all = Array.from({ length: turns + 1 }, (_, turn) => turn);
  return all.filter((turn) => turn % every === 0 || turn === turns);
}
