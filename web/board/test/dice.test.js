// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dieStates, tumbleOf } from '../dice.js';
import { lostSentence } from '../families/tavli/words.js';
import { numbersText } from '../trail.js';

/** @param {'1' | '2' | '3' | '4' | '5' | '6'} die @param {number} counts @param {number} left @param {number} playable @param {boolean} [now] */
const face = (die, counts, left, playable, now = playable > 0) => ({ die, counts, left, playable, now });
/** @param {string} roll @param {ReturnType<typeof face>[]} faces */
const states = (roll, ...faces) => dieStates(roll, faces).map(({ state, count }) => (count === null ? state : `${state} ×${count}`));

test('a die leaves when it is played, and is barred where it cannot be', () => {
  assert.deepEqual(states('256', face('2', 1, 1, 1), face('5', 1, 0, 0), face('6', 1, 1, 0)), ['ready', 'gone', 'barred']);
  // What waits for another number is not lost.
  assert.deepEqual(states('256', face('2', 1, 1, 1), face('5', 1, 1, 1), face('6', 1, 1, 1, false)), ['ready', 'ready', 'ready']);
});

test('equal dice share their count: two of a pair, four of three alike', () => {
  assert.deepEqual(states('144', face('1', 1, 1, 1), face('4', 4, 4, 4)), ['ready', 'ready', 'ready ×4']);
  assert.deepEqual(states('144', face('1', 1, 1, 1), face('4', 4, 2, 2)), ['ready', 'gone', 'ready ×2']);
  assert.deepEqual(states('144', face('1', 1, 0, 0), face('4', 4, 3, 1)), ['gone', 'ready ×1', 'barred ×2']);
  assert.deepEqual(states('555', face('5', 12, 12, 0)), ['barred', 'barred', 'barred ×12']);
  assert.deepEqual(states('555', face('5', 12, 5, 0)), ['gone', 'barred', 'barred ×5']);
});

test('why a throw is lost is said once, however many numbers it keeps from being played', () => {
  const say = (/** @type {string} */ key, /** @type {Record<string, unknown>} */ values = {}) => `${key}(${Object.values(values).join(' ')})`;
  const shut = (/** @type {'2' | '5' | '6'} */ die, /** @type {string} */ at) => ({ ...face(die, 1, 1, 0), against: [{ reason: 'blocked', at }, { reason: 'not-all-home', at: null }] });
  const told = lostSentence(/** @type {any} */ (say), '256', /** @type {any} */ ([shut('2', '9'), shut('5', '12'), shut('6', '9')]), false);
  assert.equal(told, 'board.lost(2-5-6 board.against.blocked(9, 12 2); board.against.not-all-home( 0))');
});

test('without faces dice only lie there', () => {
  assert.deepEqual(states('256'), ['ready', 'ready', 'ready']);
});

test('the same throw rolls the same way, and comes to lie flat in its place', () => {
  for (const roll of ['123', '555', '266']) {
    for (const index of [0, 1, 2]) {
      const [one, two] = [tumbleOf(roll, index), tumbleOf(roll, index)];
      assert.deepEqual(one.at(0.3), two.at(0.3));
      const { x, y, height, spin, angle } = one.at(1);
      assert.ok([x, y, height, spin, angle].every((value) => Math.abs(value) < 1e-9));
      assert.ok(one.at(0).x < -100, 'it comes from afar');
      const { contacts } = one;
      assert.ok(contacts.every(({ at, loud }, bounce) => at > 0 && at < 1 && (bounce === 0 || (at > contacts[bounce - 1].at && loud < contacts[bounce - 1].loud))));
      for (const { at } of contacts) assert.ok(one.at(at - 1e-6).height < 0.01, 'where it is heard it touches the stone');
    }
  }
  assert.notDeepEqual(tumbleOf('123', 0).at(0), tumbleOf('456', 0).at(0));
});

test('steps that are one arc share its number', () => {
  assert.deepEqual([[3], [1, 2], [1, 2, 3, 4], [2, 5, 6]].map(numbersText), ['3', '1, 2', '1–4', '2, 5, 6']);
});
