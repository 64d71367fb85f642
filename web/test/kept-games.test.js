// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeptGames, resultOf, talliesOf } from '../app/kept-games.js';

/** A browser's storage. */
function storage() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value) };
}

/** @param {Record<string, unknown>} change @returns {any} */
const view = (change = {}) => ({
  viewer: 'host', game: 'tablut', phase: 'playing', seats: { host: { occupant: { person: 'Ada' } }, guest: { occupant: { computer: 3 } } }, ...change,
});

test('a game is kept when it is over, once', () => {
  const kept = createKeptGames(storage());
  kept.see('a', view());
  assert.deepEqual([kept.running(), kept.list()], [['a'], []]);
  kept.see('a', view({ phase: 'over', winner: 'host' }));
  kept.see('a', view({ phase: 'over', winner: 'host', viewer: 'spectator' }));
  assert.deepEqual(kept.running(), []);
  assert.deepEqual(kept.list().map((game) => [game.id, resultOf(game)]), [['a', 'won']]);
});

test('games of others are not kept, records only if they were brought in', () => {
  const kept = createKeptGames(storage());
  const watched = view({ viewer: 'spectator', phase: 'over', winner: 'guest' });
  kept.see('theirs', watched);
  assert.deepEqual(kept.list(), []);
  kept.bring('record');
  kept.see('record', watched);
  assert.deepEqual(kept.list().map((game) => [game.id, resultOf(game)]), [['record', 'record']]);
});

test('a game that was called off before it began is nothing to look back on', () => {
  const kept = createKeptGames(storage());
  kept.see('a', view());
  kept.see('a', view({ phase: 'aborted' }));
  assert.deepEqual([kept.running(), kept.list()], [[], []]);
});

test('what is removed can come back to its place', () => {
  const kept = createKeptGames(storage());
  for (const id of ['a', 'b', 'c']) kept.see(id, view({ phase: 'over', winner: null }));
  const order = kept.list().map(({ id }) => id);
  const [, middle] = kept.list();
  assert.ok(middle);
  kept.remove(middle.id);
  assert.equal(kept.list().length, 2);
  kept.restore(middle);
  assert.deepEqual(new Set(kept.list().map(({ id }) => id)), new Set(order));
});

test('results are counted by game and level', () => {
  const kept = createKeptGames(storage());
  const people = { host: { occupant: { person: 'Ada' } }, guest: { occupant: { person: 'Bo' } } };
  for (const [id, change] of Object.entries({
    1: { winner: 'host' }, 2: { winner: 'guest' }, 3: { winner: null }, 4: { winner: 'guest', viewer: 'guest', seats: people }, 5: { viewer: 'both', winner: 'host' }, 6: { game: 'tavli', winner: 'host' }, 7: { winner: 'host', seats: { ...people, guest: { occupant: { bot: 'Random bot' } } } },
  })) kept.see(id, view({ phase: 'over', ...change }));
  assert.deepEqual(Object.fromEntries(talliesOf(kept.list())), {
    tablut: [{ games: 1, won: 1, drawn: 0, lost: 0, level: null }, { games: 3, won: 1, drawn: 1, lost: 1, level: 3 }],
    tavli: [{ games: 1, won: 1, drawn: 0, lost: 0, level: 3 }],
  });
});

test('what cannot be read is nothing', () => {
  const broken = storage();
  broken.setItem('tablen-games', '{"games":[{"id":1},null,"x"],"running":"y"}');
  const kept = createKeptGames(broken);
  assert.deepEqual([kept.list(), kept.running()], [[], []]);
});
