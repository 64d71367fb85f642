// @ts-check
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { meant } from '../app/typed-move.js';

/** @param {string} from @param {string} to @param {string[]} [more] other names of the place it starts from */
const choice = (from, to, more = []) => ({ from: [from, ...more], to: [to], command: /** @type {const} */ ({ command: 'move', from, to }) });
/** What is found, as it is written. @param {import('../app/typed-move.js').Choice[]} found */
const written = (found) => found.map(({ from, to }) => `${from[0]}-${to[0]}`);

describe('what is meant by a text', () => {
  const tafl = [choice('E4', 'E5'), choice('E4', 'H4'), choice('E1', 'E2'), choice('E1', 'E12')];

  test('with or without anything between the places, in any case', () => {
    for (const text of ['e4h4', 'E4-H4', ' e4 h4', 'E4–h4']) assert.deepEqual(written(meant(tafl, text).exact), ['E4-H4'], text);
  });

  test('as far as it is written', () => {
    assert.deepEqual(written(meant(tafl, 'e4').begun), ['E4-E5', 'E4-H4']);
    assert.deepEqual(written(meant(tafl, 'e4-h').begun), ['E4-H4']);
    assert.deepEqual(meant(tafl, 'e4').exact, []);
    // A longer place may begin as a shorter one: the shorter is what was written.
    assert.deepEqual([written(meant(tafl, 'e1e2').exact), written(meant(tafl, 'e1e12').exact)], [['E1-E2'], ['E1-E12']]);
  });

  test('numbers are told apart by what stands between them', () => {
    const tavli = [choice('12', '3'), choice('1', '23')];
    assert.deepEqual(written(meant(tavli, '12-3').exact), ['12-3']);
    assert.deepEqual(written(meant(tavli, '1-23').exact), ['1-23']);
    assert.deepEqual(written(meant(tavli, '123').exact), ['12-3', '1-23'], 'without it they are not');
  });

  test('places have names in the reader’s language and in the records’', () => {
    const entering = [choice('réserve', '4', ['hand'])];
    for (const text of ['hand-4', 'réserve-4', 'reserve 4', 'Hand4']) assert.equal(meant(entering, text).exact.length, 1, text);
    assert.deepEqual(meant(entering, ''), { exact: [], begun: [] });
  });
});
