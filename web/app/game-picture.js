// @ts-check
// What a game looks like before it has begun.

import { fileAddress } from './file-address.js';
import { gameOf } from './games.js';

/**
 * A game's own picture for its usual rules, where it has one; otherwise the board of its rules.
 * @param {Pick<import('./context.js').Context, 'api'>} context
 * @param {string} game
 * @param {string} ruleset
 * @param {boolean} isUsual
 */
export function gamePicture({ api }, game, ruleset, isUsual) {
  const { picture, alt } = gameOf(game);
  return isUsual && alt !== undefined ? fileAddress(`pictures/${picture}.svg`) : api.diagramAddress(ruleset);
}
