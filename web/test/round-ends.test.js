// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRoundEnds } from '../app/round-ends.js';
import { emptyState } from '../app/table-state.js';

/** @param {'playing' | 'over'} phase @param {number} round @param {number} ended */
const at = (phase, round, ended) => {
  const lines = [1, 2, 3].map((turn) => /** @type {any} */ ({ round: 1, turn }));
  return { ...emptyState(), lines, view: /** @type {any} */ ({ phase, round, rounds: Array.from({ length: ended }, () => ({})) }) };
};

test('the end of a round stays until one goes on', () => {
  const ends = createRoundEnds();
  assert.equal(ends.see(at('playing', 1, 0), null), null);
  assert.deepEqual(ends.see(at('playing', 2, 1), null), { round: 1, turn: 3 });
  assert.deepEqual([ends.told(), ends.held()], [1, 1]);
  ends.putAside();
  assert.deepEqual([ends.told(), ends.held()], [null, 1], 'what is read may still be looked at');
  assert.deepEqual(ends.see(at('playing', 2, 1), { round: 1, turn: 2 }), { round: 1, turn: 2 });
  ends.goOn();
  assert.equal(ends.see(at('playing', 2, 1), null), null);
  assert.deepEqual([ends.told(), ends.held()], [null, null]);
});

test('the end of all leaves the board as it is, and what was over before is no news', () => {
  const ends = createRoundEnds();
  ends.see(at('playing', 2, 1), null);
  assert.equal(ends.see(at('over', 2, 2), null), null);
  assert.deepEqual([ends.told(), ends.held()], [2, null]);
  const late = createRoundEnds();
  late.see(at('over', 2, 2), null);
  assert.equal(late.told(), null);
});

test('who looks back when a round ends goes on looking', () => {
  const ends = createRoundEnds();
  ends.see(at('playing', 1, 0), { round: 1, turn: 1 });
  assert.deepEqual(ends.see(at('playing', 2, 1), { round: 1, turn: 1 }), { round: 1, turn: 1 });
  assert.equal(ends.told(), 1);
});
