// @ts-check
// Where a study comes from: a table whose game is over, a record, an address, or a game's own start.

import { gameOf } from './games.js';
import { occupantName } from './names.js';
import { roundsOf } from './study-record.js';
import { setupOf, textOf } from './study-setup.js';
import { ROOT, emptyTree } from './study-tree.js';
import { rulesetText } from './table-request.js';
import { inRound } from './table-state.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./study-link.js').Study} Study */
/** @typedef {import('./study-record.js').StudyRound} StudyRound */
/** @typedef {import('../protocol.js').View} View */
/** @typedef {{ studies: Study[], view: View }} StudiedTable A study for every round. */

/** A game from its start. @param {string} game @returns {Study} */
export function studyOfGame(game) {
  const name = ['tavli', 'tablut', 'alea'].includes(game) ? game : 'tablut';
  return { ruleset: rulesetText(name, name, {}), start: null, tree: emptyTree(), current: ROOT };
}

/**
 * A round as a study. Who begins may have been drawn by lot; the start then says it.
 * @param {Context} context
 * @param {StudyRound} round
 * @returns {Promise<Study>}
 */
export async function studyOfRound({ api }, { ruleset, start, first, tree }) {
  const { view, position } = await api.look({ ruleset, start, turns: [] });
  const mover = view?.to_act ? view.seats[view.to_act].colour : first;
  const other = view === null || position === null || mover === first ? start : textOf(view, { ...setupOf(view, position), side: first });
  return { ruleset, start: other, tree, current: ROOT };
}

/**
 * @param {Context} context
 * @param {string} id
 * @returns {Promise<StudiedTable>}
 */
export async function studyOfTable(context, id) {
  const [{ view }, record] = await Promise.all([context.api.table(id), context.api.record(id)]);
  return { studies: await Promise.all(roundsOf(record).map((round) => studyOfRound(context, round))), view };
}

/** Who played light and who dark in a round. @param {Context['say']} say @param {View} view @param {number} round */
export function playersText(say, view, round) {
  const { seats } = inRound(view, round);
  const [light, dark] = seats.host.colour === 'light' ? /** @type {const} */ (['host', 'guest']) : /** @type {const} */ (['guest', 'host']);
  return [light, dark].map((seat) => occupantName(say, seats[seat].occupant, seat)).join(' – ');
}

/** @param {Context['say']} say @param {View | null} view */
export const gameTitle = (say, view) => (view === null ? 'Tablen' : say(gameOf(view.game).title));
