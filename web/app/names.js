// @ts-check
// What things are called: sides, players, levels, clocks.

import { gameOf } from './games.js';

/** @typedef {import('./texts.js').Say} Say */
/** @typedef {import('../protocol.js').Colour} Colour */
/** @typedef {import('../protocol.js').Occupant} Occupant */
/** @typedef {import('../protocol.js').View} View */

/**
 * @param {Say} say
 * @param {string} game
 * @param {Colour} colour
 */
export function sideName(say, game, colour) {
  return say(gameOf(game).sides[colour]);
}

/** Levels with a word each; a server with more levels shows their numbers. */
const LEVELS = [
  'web.level.1',
  'web.level.2',
  'web.level.3',
  'web.level.4',
  'web.level.5',
  'web.level.6',
  'web.level.7',
  'web.level.8',
];

/**
 * @param {Say} say
 * @param {number} level
 */
export function levelName(say, level) {
  const key = LEVELS[level - 1];
  return key === undefined ? String(level) : say(key);
}

/**
 * @param {Say} say
 * @param {Occupant} occupant
 * @param {import('../protocol.js').Seat} seat   Two who gave no name must not be called the same.
 */
export function occupantName(say, occupant, seat) {
  if (occupant === 'open') return say('web.player.open');
  if ('person' in occupant) return occupant.person || say(seat === 'host' ? 'web.player.guest' : 'web.player.second');
  return say('web.player.computer', { level: levelName(say, occupant.computer) });
}

/**
 * A time control in words.
 * @param {Say} say
 * @param {string} control
 */
export function controlName(say, control) {
  if (control === 'none') return say('web.clock.none');
  const perTurn = /^(\d+)d\/turn$/.exec(control);
  if (perTurn) return say('web.clock.days', { days: Number(perTurn[1]) });
  const fischer = /^(\d+)m\+(\d+)$/.exec(control);
  if (fischer) return say('web.clock.fischer', { minutes: Number(fischer[1]), seconds: Number(fischer[2]) });
  return control;
}

/**
 * @param {Say} say
 * @param {string} form
 */
export function formName(say, form) {
  if (form === 'single') return say('web.form.single');
  if (form === 'two-rounds') return say('web.form.two-rounds');
  return say('web.form.best-of', { rounds: Number(form.replace('best-of-', '')) });
}

/**
 * What is agreed besides the rules, in a line.
 * @param {Say} say
 * @param {View} view
 */
export function agreedText(say, view) {
  return `${formName(say, view.form)} · ${controlName(say, view.clock?.control ?? 'none')}`;
}
