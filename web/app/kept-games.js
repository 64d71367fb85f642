// @ts-check
// The games that were played or brought in on this browser: kept here, because nobody has an account, and for nobody else to see.

import { store, stored } from './storage.js';

/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').Occupant} Occupant */
/** @typedef {import('../protocol.js').Seat} Seat */
/**
 * @typedef {object} KeptGame
 * @property {string} id
 * @property {boolean} isRecord   Brought in from elsewhere, not played here.
 * @property {string} game
 * @property {{ host: Occupant, guest: Occupant }} seats
 * @property {View['viewer']} viewer   From where it was played.
 * @property {'over' | 'aborted' | 'unfinished'} end
 * @property {Seat | null} winner
 * @property {number} at   When it was first seen to be over, in milliseconds since 1970.
 */
/** @typedef {{ games: number, won: number, drawn: number, lost: number, level: number | null }} Tally  Level null: against people. */

export const STORAGE_KEY = 'tablen-games';

/** So many are kept; the oldest go first. With pictures asked for only when they are seen, a long list costs nothing. */
const MOST = 300;

/** @param {unknown} kept @returns {{ games: KeptGame[], running: string[], brought: string[] }} */
function readKept(kept) {
  const found = /** @type {Record<string, unknown>} */ (kept ?? {});
  const list = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : []);
  const isGame = (/** @type {any} */ game) => typeof game?.id === 'string' && typeof game.game === 'string' && typeof game.at === 'number' && typeof game.seats === 'object';
  const isText = (/** @type {unknown} */ id) => typeof id === 'string';
  return { games: list(found['games']).filter(isGame), running: list(found['running']).filter(isText), brought: list(found['brought']).filter(isText) };
}

/** @param {import('./storage.js').Kept} storage */
export function createKeptGames(storage) {
  // Read each time: another tab may have played on.
  const read = () => readKept(stored(storage, STORAGE_KEY));
  const write = (/** @type {ReturnType<typeof read>} */ kept) => store(storage, STORAGE_KEY, kept);
  /** What was seen last: most of what comes from a table changes nothing here. */
  let last = '';
  return {
    /** The last ended first. */
    list: () => read().games,
    /** Tables at which one sat and whose end was not seen yet. */
    running: () => read().running,
    /**
     * A table as it is seen now. One's own are remembered while they are played and kept when they are over; records, if they were brought in here.
     * @param {string} id
     * @param {Pick<View, 'viewer' | 'game' | 'phase' | 'seats'> & { winner?: Seat | null }} view
     */
    see(id, view) {
      const seen = `${id} ${view.phase} ${view.viewer}`;
      if (seen === last) return;
      last = seen;
      const kept = read();
      const isRecord = kept.brought.includes(id);
      if (kept.games.some((game) => game.id === id) || (view.viewer === 'spectator' && !isRecord)) return;
      const end = view.phase === 'over' || view.phase === 'aborted' ? view.phase : 'unfinished';
      if (end === 'unfinished' && !isRecord) {
        if (!kept.running.includes(id)) write({ ...kept, running: [id, ...kept.running].slice(0, MOST) });
        return;
      }
      const { host, guest } = view.seats;
      /** @type {KeptGame} */
      const game = {
        id, isRecord, game: view.game, viewer: view.viewer, end, winner: view.winner ?? null, at: Date.now(),
        seats: { host: host.occupant, guest: guest.occupant },
      };
      const other = (/** @type {string} */ known) => known !== id;
      // A game that was called off before it began is nothing to look back on.
      const games = end === 'aborted' && !isRecord ? kept.games : [game, ...kept.games].slice(0, MOST);
      write({ games, running: kept.running.filter(other), brought: kept.brought.filter(other) });
    },
    /** A record that somebody brings in: to be kept as soon as it is seen. @param {string} id */
    bring(id) {
      last = '';
      const kept = read();
      write({ ...kept, brought: [id, ...kept.brought.filter((known) => known !== id)].slice(0, MOST) });
    },
    /** A table that is no longer there. @param {string} id */
    lose(id) {
      const kept = read();
      write({ ...kept, running: kept.running.filter((known) => known !== id) });
    },
    /** @param {string} id */
    remove(id) {
      last = '';
      const kept = read();
      write({ ...kept, games: kept.games.filter((game) => game.id !== id) });
    },
    /** What was removed by mistake comes back to its place. @param {KeptGame} game */
    restore(game) {
      const kept = read();
      const games = [game, ...kept.games.filter(({ id }) => id !== game.id)].toSorted((a, b) => b.at - a.at);
      write({ ...kept, games });
    },
  };
}

/** @typedef {ReturnType<typeof createKeptGames>} KeptGames */

/**
 * What came of it for the one who keeps it.
 * @param {KeptGame} game
 * @returns {'won' | 'lost' | 'draw' | 'aborted' | 'both' | 'record'}
 */
export function resultOf(game) {
  if (game.isRecord || game.viewer === 'spectator') return 'record';
  if (game.end !== 'over') return 'aborted';
  if (game.viewer === 'both') return 'both';
  if (game.winner === null) return 'draw';
  return game.winner === game.viewer ? 'won' : 'lost';
}

/**
 * How one has fared: of each game, against each level of the computer and against people. Games at one screen, against bots and records count for nobody.
 * @param {readonly KeptGame[]} games
 * @returns {Map<string, Tally[]>}
 */
export function talliesOf(games) {
  /** @type {Map<string, Tally[]>} */
  const tallies = new Map();
  for (const game of games) {
    const result = resultOf(game);
    if (result !== 'won' && result !== 'lost' && result !== 'draw') continue;
    const opponent = game.seats[game.viewer === 'host' ? 'guest' : 'host'];
    if (typeof opponent === 'object' && 'bot' in opponent) continue;
    const level = typeof opponent === 'object' && 'computer' in opponent ? opponent.computer : null;
    const of = tallies.get(game.game) ?? [];
    let tally = of.find((known) => known.level === level);
    if (tally === undefined) of.push((tally = { games: 0, won: 0, drawn: 0, lost: 0, level }));
    tally.games += 1;
    tally[result === 'draw' ? 'drawn' : result] += 1;
    tallies.set(game.game, of);
  }
  for (const of of tallies.values()) of.sort((a, b) => (b.level ?? 99) - (a.level ?? 99));
  return tallies;
}
