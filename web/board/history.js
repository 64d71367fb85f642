// @ts-check
// A round as a list of beats: what has moved, one thing after the other. Two scenes are compared by their beats, so that pieces
// travel forwards and backwards along what was really played.

import { pointOf } from './geometry.js';
import { columnOf, readArrangement, readMove } from './notation.js';

/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Beat} Beat */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {import('./types.js').Colour} Colour */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('../protocol.js').Step} Step */
/** @typedef {import('../protocol.js').Men} Men */
/** @typedef {[string, Kind][]} Placement Every piece: where it is and what it is. */

/** @param {Colour} colour @returns {Colour} */
export const other = (colour) => (colour === 'light' ? 'dark' : 'light');

/** @param {Step} step @param {Colour} colour @param {string} key @returns {Beat} */
function stepBeat(step, colour, key) {
  const to = pointOf(step.to, colour);
  const motions = [{ kind: colour, from: pointOf(step.from, colour), to }];
  // The hit man leaves before the other one arrives.
  if (step.hits) motions.unshift({ kind: other(colour), from: to, to: `m${columnOf(Number(step.to))}` });
  return { key: `${key} ${step.from}-${step.to}(${step.die})`, motions, sound: step.hits ? 'hit' : 'move' };
}

/** @param {string} text @param {string[]} captured @param {Colour} colour @param {string} key @returns {Beat} */
function moveBeat(text, captured, colour, key) {
  const move = readMove(text);
  /** @type {Beat['motions']} */
  const motions = captured.map((cell) => ({ kind: null, from: cell, to: `taken-${other(colour)}` }));
  if (move) motions.unshift({ kind: null, ...move });
  return { key: `${key} ${text}`, motions, sound: captured.length ? 'capture' : 'move' };
}

/** The lines that a scene shows. @param {Scene} scene */
export const linesShown = ({ lines, look }) => (look === null ? lines : lines.slice(0, look + 1));

/**
 * All that has happened up to what a scene shows.
 * @param {Scene} scene
 * @returns {Beat[]}
 */
export function beatsOf(scene) {
  const { view, look } = scene;
  const beats = linesShown(scene).flatMap((line) => {
    const key = `${line.round}/${line.turn}`;
    const colour = view.seats[line.seat].colour;
    return 'steps' in line
      ? line.steps.map((step, index) => stepBeat(step, colour, `${key}.${index}`))
      : [moveBeat(line.text, line.captured, colour, key)];
  });
  if (look === null && view.board?.kind === 'tavli' && view.to_act) {
    const colour = view.seats[view.to_act].colour;
    const key = `${view.round}/${view.turns + 1}`;
    beats.push(...view.board.steps.map((step, index) => stepBeat(step, colour, `${key}.${index}`)));
  }
  return beats;
}

/** @param {Men} men @param {Colour} colour @returns {Placement} */
function menPlacement(men, colour) {
  /** @type {Placement} */
  const placed = [];
  const put = (/** @type {string} */ place, /** @type {number} */ count) => {
    for (let man = 0; man < count; man++) placed.push([pointOf(place, colour), colour]);
  };
  put('hand', men.hand);
  men.cells.forEach((count, index) => put(String(index + 1), count));
  men.middle.forEach((count, index) => put(`m${index + 1}`, count));
  put('off', men.off);
  return placed;
}

/** Where the pieces of the protocol stand. @param {{ pieces: string } | { white: Men, black: Men }} board @returns {Placement} */
function boardPlacement(board) {
  return 'pieces' in board
    ? [...readArrangement(board.pieces)]
    : [...menPlacement(board.white, 'light'), ...menPlacement(board.black, 'dark')];
}

/** Plays a beat on a placement, forwards or backwards. @param {Placement} placement @param {Beat} beat @param {boolean} isBack */
function replay(placement, beat, isBack) {
  for (const { kind, from, to } of isBack ? beat.motions.toReversed() : beat.motions) {
    const piece = placement.findLast(([at, what]) => at === (isBack ? to : from) && (!kind || what === kind));
    if (piece) piece[0] = isBack ? from : to;
  }
}

/**
 * Where the pieces stand in a scene, captured men included.
 * @param {Scene} scene
 * @returns {Placement}
 */
export function placementOf(scene) {
  const { view, lines, look } = scene;
  const beats = beatsOf(scene);
  const board = look === null ? view.board : lines[look];
  /** @type {Placement} */
  let placement;
  if (board) {
    placement = boardPlacement(board);
  } else {
    // The start is not told: it is the first turn taken back.
    const first = { view, lines: lines.slice(0, 1), look: 0 };
    placement = lines.length ? placementOf(first) : view.board ? boardPlacement(view.board) : emptyPlacement(view.game);
    for (const beat of lines.length ? beatsOf(first).toReversed() : []) replay(placement, beat, true);
    return placement;
  }
  for (const { to } of beats.flatMap((beat) => beat.motions)) {
    if (to.startsWith('taken-')) placement.push([to, to === 'taken-light' ? 'light' : 'dark']);
  }
  return placement;
}

/** Before a round has begun nobody says where the men are; in tavli they wait beside the board. @param {string} game @returns {Placement} */
function emptyPlacement(game) {
  const waiting = { hand: 15, cells: [], middle: [], off: 0 };
  return game === 'tavli' ? boardPlacement({ white: waiting, black: waiting }) : [];
}

/**
 * How to get from one list of beats to another: what to take back, last first, and what to play.
 * @param {Beat[]} before
 * @param {Beat[]} after
 */
export function difference(before, after) {
  let same = 0;
  while (same < before.length && same < after.length && before[same].key === after[same].key) same++;
  return { back: before.slice(same).reverse(), forth: after.slice(same) };
}
