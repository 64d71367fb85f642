// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STUDIES_KEY, createKeptStudies } from '../app/study/kept-studies.js';

/** A storage of its own. */
function storage() {
  const kept = new Map();
  return { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value) };
}
/** @param {string} id */
const study = (id, turns = 1) => ({ id, address: `/study#1${id}`, game: 'tablut', names: '', turns, at: 0 });

test('the last ones are kept, each once', () => {
  const kept = createKeptStudies(storage());
  for (let number = 0; number < 25; number++) kept.keep(study(String(number)));
  assert.deepEqual([kept.list().length, kept.list()[0].id, kept.list()[19].id], [20, '24', '5']);
  kept.keep(study('7', 9));
  assert.deepEqual([kept.list().length, kept.list()[0]], [20, study('7', 9)]);
  assert.equal(kept.idAt('/study#17'), '7');
  kept.remove('7');
  assert.deepEqual([kept.list().length, kept.idAt('/study#17')], [19, null]);
});

test('what is no study, or leads elsewhere, is not listed', () => {
  const broken = storage();
  for (const text of ['nonsense', '{}', JSON.stringify([null, 1, { id: 'x' }, { ...study('y'), address: 'https://example.com/study#1' }, { ...study('z'), address: '/studying' }])]) {
    broken.setItem(STUDIES_KEY, text);
    assert.deepEqual(createKeptStudies(broken).list(), []);
  }
});
