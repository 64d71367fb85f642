// @ts-check
// What things are called: sides, players, opponents, levels, clocks.

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

/** The computer's name at each level of a game. @type {{ [opponents: string]: string[] }} */
const OPPONENTS = {
  tavli: [
    'web.opponent.tavli.1', 'web.opponent.tavli.2', 'web.opponent.tavli.3', 'web.opponent.tavli.4',
    'web.opponent.tavli.5', 'web.opponent.tavli.6', 'web.opponent.tavli.7', 'web.opponent.tavli.8',
  ],
  tablut: [
    'web.opponent.tablut.1', 'web.opponent.tablut.2', 'web.opponent.tablut.3', 'web.opponent.tablut.4',
    'web.opponent.tablut.5', 'web.opponent.tablut.6', 'web.opponent.tablut.7', 'web.opponent.tablut.8',
  ],
  alea: [
    'web.opponent.alea.1', 'web.opponent.alea.2', 'web.opponent.alea.3', 'web.opponent.alea.4',
    'web.opponent.alea.5', 'web.opponent.alea.6', 'web.opponent.alea.7', 'web.opponent.alea.8',
  ],
};

/** Who they are. @type {{ [name: string]: string }} */
const CHARACTERS = {
  'web.opponent.tavli.1': 'web.opponent.tavli.1.about',
  'web.opponent.tavli.2': 'web.opponent.tavli.2.about',
  'web.opponent.tavli.3': 'web.opponent.tavli.3.about',
  'web.opponent.tavli.4': 'web.opponent.tavli.4.about',
  'web.opponent.tavli.5': 'web.opponent.tavli.5.about',
  'web.opponent.tavli.6': 'web.opponent.tavli.6.about',
  'web.opponent.tavli.7': 'web.opponent.tavli.7.about',
  'web.opponent.tavli.8': 'web.opponent.tavli.8.about',
  'web.opponent.tablut.1': 'web.opponent.tablut.1.about',
  'web.opponent.tablut.2': 'web.opponent.tablut.2.about',
  'web.opponent.tablut.3': 'web.opponent.tablut.3.about',
  'web.opponent.tablut.4': 'web.opponent.tablut.4.about',
  'web.opponent.tablut.5': 'web.opponent.tablut.5.about',
  'web.opponent.tablut.6': 'web.opponent.tablut.6.about',
  'web.opponent.tablut.7': 'web.opponent.tablut.7.about',
  'web.opponent.tablut.8': 'web.opponent.tablut.8.about',
  'web.opponent.alea.1': 'web.opponent.alea.1.about',
  'web.opponent.alea.2': 'web.opponent.alea.2.about',
  'web.opponent.alea.3': 'web.opponent.alea.3.about',
  'web.opponent.alea.4': 'web.opponent.alea.4.about',
  'web.opponent.alea.5': 'web.opponent.alea.5.about',
  'web.opponent.alea.6': 'web.opponent.alea.6.about',
  'web.opponent.alea.7': 'web.opponent.alea.7.about',
  'web.opponent.alea.8': 'web.opponent.alea.8.about',
};

/** @param {string} game @param {number} level @returns {string | undefined} */
const opponentKey = (game, level) => OPPONENTS[gameOf(game).opponents]?.[level - 1];

/**
 * What the computer is called at a level of a game.
 * @param {Say} say
 * @param {string} game
 * @param {number} level
 */
export function opponentName(say, game, level) {
  const key = opponentKey(game, level);
  return key === undefined ? levelName(say, level) : say(key);
}

/**
 * Who that is, in a few words.
 * @param {Say} say
 * @param {string} game
 * @param {number} level
 */
export function opponentCharacter(say, game, level) {
  const key = CHARACTERS[opponentKey(game, level) ?? ''];
  return key === undefined ? '' : say(key);
}

/** Whether somebody sits there who comes and goes: a person or a bot, not the computer. @param {Occupant} occupant */
export const isVisitor = (occupant) => typeof occupant === 'object' && ('person' in occupant || 'bot' in occupant);

/**
 * @param {Say} say
 * @param {Occupant} occupant
 * @param {import('../protocol.js').Seat} seat   Two who gave no name must not be called the same.
 * @param {string} game
 */
export function occupantName(say, occupant, seat, game) {
  if (occupant === 'open') return say('web.player.open');
  const chosen = (/** @type {string} */ name) => name || say(seat === 'host' ? 'web.player.guest' : 'web.player.second');
  if ('person' in occupant) return chosen(occupant.person);
  if ('bot' in occupant) return say('web.player.bot', { name: chosen(occupant.bot) });
  return opponentName(say, game, occupant.computer);
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
  const agreed = [formName(say, view.form), controlName(say, view.clock?.control ?? 'none')];
  return (view.help ? [...agreed, say('web.help.allowed')] : agreed).join(' · ');
}
