// @ts-check
// Where a study comes from: a table whose game is over, a record, an address, or a game's own start.

import { gameOf } from '../games.js';
import { occupantName } from '../names.js';
import { studyOf } from './record.js';
import { ROOT, emptyTree } from './tree.js';
import { rulesetText } from '../table-request.js';
import { inRound } from '../table-state.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./link.js').Study} Study */
/** @typedef {import('../../protocol.js').View} View */
/** @typedef {{ studies: Study[], view: View }} StudiedTable A study for every round. */

/** A game from its start. @param {string} game @returns {Study} */
export function studyOfGame(game) {
  const name = ['tavli', 'tablut', 'alea'].includes(game) ? game : 'tablut';
  return { ruleset: rulesetText(name, name, {}), start: null, first: null, tree: emptyTree(), current: ROOT };
}

/**
 * @param {Context} context
 * @param {string} id
 * @returns {Promise<StudiedTable>}
 */
export async function studyOfTable({ api }, id) {
  const [{ view }, { rounds }] = await Promise.all([api.table(id), api.recordText(id).then(api.readRecord)]);
  return { studies: rounds.map(studyOf), view };
}

/** Who played light and who dark in a round. @param {Context['say']} say @param {View} view @param {number} round */
export function playersText(say, view, round) {
  const { seats } = inRound(view, round);
  const [light, dark] = seats.host.colour === 'light' ? /** @type {const} */ (['host', 'guest']) : /** @type {const} */ (['guest', 'host']);
  return [light, dark].map((seat) => occupantName(say, seats[seat].occupant, seat, view.game)).join(' – ');
}

/** @param {Context['say']} say @param {View | null} view */
export const gameTitle = (say, view) => (view === null ? 'Tablen' : say(gameOf(view.game).title));

/** The side that the one who looks has played in a round; nothing for those who watch, and for those who played both. @param {View} view @param {number} round */
export function ownColour(view, round) {
  const { viewer } = view;
  return viewer === 'host' || viewer === 'guest' ? inRound(view, round).seats[viewer].colour : null;
}
