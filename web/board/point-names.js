// @ts-check
// What the points of the board are called, for those who listen to it.

import { placementOf } from './changes.js';
import { familyOf } from './families/index.js';
import { diceOf } from './state.js';

/** @typedef {import('./types.js').Say} Say */
/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./state.js').Actions} Actions */

/** @param {Say} say @param {Scene} scene @param {Actions} actions */
function diceName(say, scene, actions) {
  const { dice, words } = familyOf(scene.view);
  const { roll, faces } = dice?.(scene) ?? { roll: null, faces: [] };
  const parts = [faces.length && roll ? say('board.dice.thrown', { roll: [...roll].join(', ') }) : say('board.dice')];
  for (const face of faces) {
    const { die, left, playable, now } = face;
    parts.push(say(now ? 'board.dice.playable' : !left ? 'board.dice.played' : playable ? 'board.dice.waiting' : 'board.dice.lost', { die, count: left }));
    const why = words.face?.(say, face);
    if (why) parts.push(why);
  }
  if (actions.mayRoll) parts.push(say('board.dice.throw'));
  else if (actions.mayConfirm) parts.push(say('board.dice.confirm'));
  return parts.join(', ');
}

/**
 * The name of a point with what stands on it and what can be done with it.
 * @param {Say} say
 * @param {Scene} scene
 * @param {Point} point
 * @param {readonly Piece[]} there the pieces on it
 * @param {Actions} actions
 * @param {string | null} picked the point from which a piece is taken up
 */
export function pointName(say, scene, point, there, actions, picked) {
  const { view } = scene;
  if (point.id === 'dice') return diceName(say, scene, actions);
  const { words } = familyOf(view);
  const parts = [words.place(say, point.place), ...words.point(say, view, point, there)];
  const target = picked && actions.targets.get(picked)?.find(({ to }) => to === point.id);
  const targets = actions.targets.get(point.id) ?? [];
  if (point.id === picked) parts.push(say('board.picked'));
  else if (target) parts.push(target.captures.length ? say('board.target.takes', { count: target.captures.length }) : say('board.target'));
  else if (!picked && targets.length && targets[0].steps.length) {
    const dice = [...new Set(targets.filter(({ steps }) => steps.length === 1).flatMap(diceOf))].join(', ');
    parts.push(say('board.moves.dice', { dice }));
  } else if (!picked && targets.length) parts.push(say('board.moves', { count: targets.length }));
  return parts.join(', ');
}

/** How many pieces of each kind a scene has on the board, for its description. @param {Scene} scene */
export function countPieces(scene) {
  const { isOut } = familyOf(scene.view).words;
  const counts = { light: 0, dark: 0, king: 0 };
  for (const [at, kind] of placementOf(scene)) if (!isOut(at)) counts[kind]++;
  return counts;
}
