// @ts-check
// Where a study comes from: a table whose game is over, a record, an address, or a game's own start.

import { gameOf } from '../games.js';
import { occupantName } from '../names.js';
import { takeOver } from './brought.js';
import { presetNamed } from './game-choice.js';
import { studiesOfHash } from './link.js';
import { studyOf } from './record.js';
import { ROOT, emptyTree, mainLine } from './tree.js';
import { rulesetText } from '../table-request.js';
import { inRound } from '../table-state.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./link.js').Study} Study */
/** @typedef {import('../../protocol.js').View} View */
/** @typedef {{ studies: Study[], view: View }} StudiedTable A study for every round. */

/** A position without a past; the game's own start where there is no other. @param {string} ruleset @param {string | null} start @returns {Study} */
export const studyFrom = (ruleset, start) => ({ ruleset, start, first: null, tree: emptyTree(), current: ROOT });

/** The game of those who have not said which. */
const USUAL = 'tablut';

/** A game from its start, by the name of any preset. @param {Context} context @param {string | null} name @returns {Promise<Study>} */
async function studyOfGame({ api }, name) {
  const found = name === null || name === USUAL ? null : presetNamed((await api.games()).games, name);
  return studyFrom(found === null ? rulesetText(USUAL, USUAL, {}) : rulesetText(found.game.name, found.preset.name, {}), null);
}


/**
 * @param {Context} context
 * @param {string} id
 * @returns {Promise<StudiedTable>}
 */
async function studyOfTable({ api }, id) {
  const [{ view }, { rounds }] = await Promise.all([api.table(id), api.recordText(id).then(api.readRecord)]);
  return { studies: rounds.map(studyOf), view };
}

/**
 * What an address asks for: studies that were brought along, the rounds of a table, with what a link tried in them, a position, or a game from its start.
 * @param {Context} context
 * @param {import('../route.js').StudyRoute} route
 * @returns {Promise<{ table: StudiedTable | null, studies: Study[], standing: (study: Study) => number }>} `standing` says where one stands at first
 */
export async function studiesAt(context, route) {
  const brought = takeOver();
  const linked = brought === null ? await studiesOfHash(route.hash) : null;
  const table = route.table === null ? null : await studyOfTable(context, route.table);
  const studies = [...(brought ?? table?.studies ?? [])];
  for (const [number, study] of linked?.others ?? []) studies[number - 1] = study;
  if (linked !== null) studies[route.round - 1] = linked.study;
  if (studies.length === 0) studies.push(route.place === null ? await studyOfGame(context, route.game) : studyFrom(route.place.ruleset, route.place.position));
  const turn = linked === null ? (route.moment?.turn ?? 0) : 0;
  return {
    table,
    // A link may name a later round only.
    studies: Array.from(studies, (study) => study ?? studyFrom(rulesetText(USUAL, USUAL, {}), null)),
    standing: ({ tree, current }) => (turn === 0 ? current : (mainLine(tree)[turn - 1] ?? ROOT)),
  };
}

/** Who played light and who dark in a round. @param {Context['say']} say @param {View} view @param {number} round */
export function playersText(say, view, round) {
  const { seats } = inRound(view, round);
  const [light, dark] = seats.host.colour === 'light' ? /** @type {const} */ (['host', 'guest']) : /** @type {const} */ (['guest', 'host']);
  return [light, dark].map((seat) => occupantName(say, seats[seat].occupant, seat, view.game)).join(' – ');
}

/** Who played what is studied, where it says so itself; nothing where nobody has a name. @param {Context['say']} say @param {Study} study @param {string} game */
export function namesIn(say, { players }, game) {
  const both = players ? [players.light, players.dark] : [];
  if (both.every((one) => one === 'open' || ('person' in one && one.person === ''))) return '';
  return both.map((one, index) => occupantName(say, one, index === 0 ? 'host' : 'guest', game)).join(' – ');
}

/** @param {Context['say']} say @param {View | null} view */
export const gameTitle = (say, view) => (view === null ? 'Tablen' : say(gameOf(view.game).title));

/** The side that the one who looks has played in a round; nothing for those who watch, and for those who played both. @param {View} view @param {number} round */
export function ownColour(view, round) {
  const { viewer } = view;
  return viewer === 'host' || viewer === 'guest' ? inRound(view, round).seats[viewer].colour : null;
}
