// @ts-check
// What the points of the board are called, for those who listen to it.

import { diceOf } from './actions.js';
import { linesShown, placementOf } from './history.js';

/** @typedef {import('./types.js').Say} Say */
/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Point} Point */
/** @typedef {import('./types.js').Colour} Colour */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./actions.js').Actions} Actions */
/** @typedef {import('../protocol.js').View} View */

/** A side alone, and as sentences about its turn and its victory have it: some languages want an article. */
const WHITE = { name: 'board.side.white', turn: 'board.side.white.turn', wins: 'board.side.white.wins' };
const BLACK = { name: 'board.side.black', turn: 'board.side.black.turn', wins: 'board.side.black.wins' };
const SWEDES = { name: 'board.side.swedes', turn: 'board.side.swedes.turn', wins: 'board.side.swedes.wins' };
const MUSCOVITES = { name: 'board.side.muscovites', turn: 'board.side.muscovites.turn', wins: 'board.side.muscovites.wins' };
const DEFENDERS = { name: 'board.side.defenders', turn: 'board.side.defenders.turn', wins: 'board.side.defenders.wins' };
const ATTACKERS = { name: 'board.side.attackers', turn: 'board.side.attackers.turn', wins: 'board.side.attackers.wins' };

/** @type {Record<string, Record<Colour, typeof WHITE>>} */
const SIDES = {
  tablut: { light: SWEDES, dark: MUSCOVITES },
  tavli: { light: WHITE, dark: BLACK },
  other: { light: DEFENDERS, dark: ATTACKERS },
};

/** @type {Record<string, Record<string, string>>} */
const MEN = {
  tablut: { light: 'board.man.swede', dark: 'board.man.muscovite', king: 'board.man.king' },
  other: { light: 'board.man.defender', dark: 'board.man.attacker', king: 'board.man.king' },
};

const COUNTS = { light: 'board.men.white', dark: 'board.men.black' };

/** The name of a side in a game. @param {Say} say @param {View} view @param {Colour} colour @param {keyof typeof WHITE} [role] */
export const sideName = (say, view, colour, role = 'name') => say((SIDES[view.game] ?? SIDES.other)[colour][role]);

/** A place in words: `E5`, "cell 14", "hit men of column 4". @param {Say} say @param {string} place */
export function placeName(say, place) {
  if (place === 'hand') return say('board.place.hand');
  if (place === 'off') return say('board.place.off');
  if (/^m\d+$/.test(place)) return say('board.place.middle', { column: place.slice(1) });
  return /^\d+$/.test(place) ? say('board.place.cell', { cell: place }) : place;
}

/** Where a step starts, as a sentence has it. @param {Say} say @param {string} place */
export function fromName(say, place) {
  if (place === 'hand') return say('board.from.hand');
  if (/^m\d+$/.test(place)) return say('board.from.middle', { column: place.slice(1) });
  return say(/^\d+$/.test(place) ? 'board.from.cell' : 'board.from.point', { cell: place });
}

/** Where a step ends. @param {Say} say @param {string} place */
export function toName(say, place) {
  if (place === 'off') return say('board.to.off');
  return say(/^\d+$/.test(place) ? 'board.to.cell' : 'board.to.point', { cell: place });
}

/** @param {Say} say @param {Scene} scene */
function diceName(say, { view, look }, /** @type {Actions} */ actions) {
  const board = view.board;
  const parts = [say('board.dice')];
  if (board?.kind === 'tavli' && board.roll && look === null) {
    parts[0] = say('board.dice.thrown', { roll: [...board.roll].join(', ') });
    for (const { die, left, now } of board.faces) {
      parts.push(say(now ? 'board.dice.playable' : left ? 'board.dice.waiting' : 'board.dice.played', { die, count: left }));
    }
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
 * @param {Piece[]} there the pieces on it
 * @param {Actions} actions
 * @param {string | null} picked the point from which a piece is taken up
 */
export function pointName(say, scene, point, there, actions, picked) {
  const { view } = scene;
  const board = view.board;
  if (point.id === 'dice') return diceName(say, scene, actions);
  const parts = [placeName(say, point.place)];
  if (board?.kind === 'tafl') {
    if (point.id === board.throne) parts.push(say('board.throne'));
    else if (board.corners.includes(point.id) && board.goals.includes(point.id)) parts.push(say('board.corner'));
    else if (board.bases.includes(point.id) && view.game !== 'alea') parts.push(say('board.base'));
    parts.push(there.length ? say((MEN[view.game] ?? MEN.other)[there[0].kind]) : say('board.empty'));
  } else {
    const kinds = /** @type {Colour[]} */ (['light', 'dark']);
    const counts = kinds.map((kind) => [kind, there.filter((piece) => piece.kind === kind).length]);
    const told = counts.filter(([, count]) => count).map(([kind, count]) => say(COUNTS[/** @type {Colour} */ (kind)], { count }));
    parts.push(...(told.length ? told : [say('board.empty')]));
  }
  const target = picked && actions.deeds.get(picked)?.find((deed) => deed.to === point.id);
  const deeds = actions.deeds.get(point.id) ?? [];
  if (point.id === picked) parts.push(say('board.picked'));
  else if (target) parts.push(target.captures.length ? say('board.target.takes', { count: target.captures.length }) : say('board.target'));
  else if (!picked && deeds.length && deeds[0].steps.length) {
    const dice = [...new Set(deeds.filter((deed) => deed.steps.length === 1).flatMap(diceOf))].join(', ');
    parts.push(say('board.moves.dice', { dice }));
  } else if (!picked && deeds.length) parts.push(say('board.moves', { count: deeds.length }));
  return parts.join(', ');
}

/** How many pieces of each kind a scene has on the board, for its description. @param {Scene} scene */
export function countPieces(scene) {
  const counts = { light: 0, dark: 0, king: 0 };
  for (const [at, kind] of placementOf(scene)) if (!/^(taken|off)/.test(at)) counts[kind]++;
  return { ...counts, turns: linesShown(scene).length };
}
