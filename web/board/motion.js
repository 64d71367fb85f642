// @ts-check
// Brings pieces to their places and lets dice roll, and knows when all is still again.

import { TUMBLE } from './dice.js';
import { FADE } from './elements.js';
import { layOut } from './stacks.js';
import { seenPieces } from './state.js';
import { createTweens } from './tween.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Spot} Spot */

const GLIDE = 190;
/** A turn of many steps is shown step by step, but not for longer than this. */
const LONGEST = 1000;
/** Of the time of a change: who is taken or hit leaves when the other one arrives. */
const LATE = 0.6;

/**
 * The way of a piece: where it comes by, and when.
 * @param {readonly import('./pieces.js').Stop[]} stops
 * @param {Geometry} geometry
 * @param {Spot} spot its place at the end
 * @param {number} pace milliseconds of one change
 */
export function waypointsOf(stops, geometry, spot, pace) {
  if (!stops.length) return { waypoints: [{ to: spot, delay: 0, time: GLIDE }], time: GLIDE };
  let before = 0;
  const waypoints = stops.map(({ at, change, isTaken }, index) => {
    const late = isTaken ? pace * LATE : 0;
    const delay = change * pace + late - before;
    before = (change + 1) * pace + late;
    return { to: index === stops.length - 1 ? spot : geometry.points.get(at) ?? spot, delay, time: pace };
  });
  return { waypoints, time: Math.max(before, GLIDE) };
}

/** @param {import('./elements.js').Elements} elements @param {import('./dice.js').Dice} dice */
export function createMotion(elements, dice) {
  const tweens = createTweens((piece, spot) => elements.placePiece(piece, spot));
  const reduced = matchMedia('(prefers-reduced-motion: reduce)');
  /** Whether pieces fade instead of travelling, and dice lie still. @param {State} state */
  const isCalm = ({ config: { animate } }) => !animate || reduced.matches;
  let stillAt = 0;
  const movesFor = (/** @type {number} */ time) => (stillAt = Math.max(stillAt, performance.now() + time));

  return {
    isCalm,

    /** A piece that cannot do what is wanted of it. @param {State} state @param {number} piece */
    shake: (state, piece) => elements.shake(piece, isCalm(state)),

    /** Makes the elements agree with the pieces; where they are is left as it is. @param {State} state */
    setPieces({ pieces }) {
      for (const gone of elements.setPieces(pieces)) tweens.forget(gone);
    },

    /** Every piece that is seen comes to its place at once. @param {State} state @param {Geometry} geometry */
    jumpAll(state, geometry) {
      for (const [piece, spot] of layOut(geometry, seenPieces(state)).spots) if (tweens.spot(piece)) tweens.jump(piece, spot);
    },

    /** A piece is where it was let go, and glides on from there. @param {number} piece @param {Spot} spot */
    jump: (piece, spot) => tweens.jump(piece, spot),

    /**
     * Brings every piece to its place.
     * @param {State} state
     * @param {Geometry} geometry
     * @param {import('./state.js').Journeys} [journeys]
     * @param {number} [count] of changes
     */
    travel(state, geometry, journeys = new Map(), count = 1) {
      const pace = Math.min(GLIDE, LONGEST / Math.max(count, 1));
      for (const [piece, spot] of layOut(geometry, seenPieces(state)).spots) {
        const old = tweens.spot(piece);
        if (!old || (old.x === spot.x && old.y === spot.y)) tweens.jump(piece, spot);
        else if (isCalm(state)) {
          elements.crossFade(piece);
          movesFor(FADE);
          tweens.jump(piece, spot);
        } else {
          const { waypoints, time } = waypointsOf(journeys.get(piece) ?? [], geometry, spot, pace);
          movesFor(time);
          tweens.send(piece, waypoints);
        }
      }
    },

    /** Dice roll; tells whether they do. @param {State} state @param {(loud: number) => void} onContact a die touches the board */
    tumble(state, onContact) {
      if (isCalm(state)) return false;
      dice.tumble(onContact);
      movesFor(TUMBLE);
      return true;
    },

    /** Dice that roll lie still at once; tells whether some did. */
    stopDice() {
      const wereRolling = dice.stop();
      if (wereRolling) stillAt = performance.now();
      return wereRolling;
    },

    /** For how many milliseconds something still moves. */
    stillIn: () => Math.max(0, stillAt - performance.now()),

    stop() {
      tweens.stop();
      dice.stop();
    },
  };
}

/** @typedef {ReturnType<typeof createMotion>} Motion */
