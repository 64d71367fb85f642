// @ts-check
// What the server is asked for to open a table: the game that one click starts, and the text of the rules that were chosen.

import { gameOf } from './games.js';

/** @typedef {import('../protocol.js').GameInfo} GameInfo */

/**
 * Against the computer, white, without a clock, by the rules as the text has them.
 * @param {import('./settings.js').Settings} settings
 * @param {string} game
 * @returns {import('./api.js').NewTable}
 */
export function quickTable(settings, game) {
  return {
    ruleset: rulesetText(game, game, {}),
    handicap: null,
    form: 'single',
    control: 'none',
    side: 'light',
    opponent: { computer: settings.level },
    name: settings.name || null,
    public: false,
  };
}

/**
 * Rules as text: a preset, then what differs from it.
 * @param {string} game
 * @param {string} preset
 * @param {{ [key: string]: string }} changes
 */
export function rulesetText(game, preset, changes) {
  return [gameOf(game).rules(preset), ...Object.entries(changes).map(([key, value]) => `${key}:${value}`)].join(' ');
}

/**
 * The choices that are not those of the preset.
 * @param {GameInfo} game
 * @param {string} preset
 * @param {{ [key: string]: string }} choices
 */
export function changesTo(game, preset, choices) {
  const usual = game.presets.find(({ name }) => name === preset)?.choices ?? {};
  return Object.fromEntries(Object.entries(choices).filter(([key, value]) => usual[key] !== value));
}
