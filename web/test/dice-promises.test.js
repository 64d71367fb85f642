// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../app/api.js';
import { openTable } from '../app/open-table.js';
import { createPromises } from '../app/dice-promises.js';
import { DEFAULTS, createSettings } from '../app/settings.js';

/** Like the browser's. */
function createStorage() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
}

const promise = (/** @type {string} */ nonce) => ({ commitment: 'c0', nonce });

test('promises outlast a visit, the newest of them', () => {
  const storage = createStorage();
  const promises = createPromises(storage);
  for (let table = 0; table < 120; table++) promises.keep(String(table), promise('1'));
  promises.keep('30', promise('2'));
  const later = createPromises(storage);
  assert.equal(later.of('0'), null);
  assert.deepEqual(later.of('30'), promise('2'));
  assert.deepEqual(later.of('119'), promise('1'));
});

test('two tabs keep their promises side by side', () => {
  const storage = createStorage();
  const [one, other] = [createPromises(storage), createPromises(storage)];
  one.keep('a', promise('1'));
  other.keep('b', promise('2'));
  one.keep('c', promise('3'));
  for (const promises of [one, other, createPromises(storage)]) {
    assert.deepEqual(['a', 'b', 'c'].map((table) => promises.of(table)?.nonce), ['1', '2', '3']);
  }
});

test('two tabs keep their settings side by side', () => {
  const storage = createStorage();
  const [one, other] = [createSettings(storage), createSettings(storage)];
  one.set({ name: 'Ada' });
  other.set({ sound: false });
  assert.deepEqual(createSettings(storage).get(), { ...DEFAULTS, name: 'Ada', sound: false });
  assert.equal(one.get().sound, true, 'a page does not change under one’s hands');
});

test('what cannot be read or kept is no reason not to play', () => {
  const storage = createStorage();
  for (const nonsense of ['{', '7', '[1, ["a"], ["b", {"nonce": "1"}], ["c", {"commitment": "c0", "nonce": "1"}]]']) {
    storage.setItem('tablen.dice', nonsense);
    assert.equal(createPromises(storage).of('b'), null);
  }
  assert.deepEqual(createPromises(storage).of('c'), promise('1'));
  const forbidden = () => {
    throw new Error('forbidden');
  };
  const promises = createPromises({ getItem: forbidden, setItem: forbidden });
  promises.keep('a', promise('1'));
  assert.deepEqual(promises.of('a'), promise('1'));
});

/** A server that answers as told: a status, or 201. @param {...number} answers */
function createServer(...answers) {
  const promises = createPromises(createStorage());
  /** @type {any[]} */
  const asked = [];
  let seals = 0;
  const api = {
    seal: async () => ({ id: `t${seals}`, commitment: `c${seals++}` }),
    open: async (/** @type {any} */ table) => {
      asked.push({ ...table, promised: promises.of(table.seal.id) });
      const status = answers.shift() ?? 201;
      if (status !== 201) throw new ApiError(status, 'no');
      return { id: table.seal.id, path: `/t/${table.seal.id}` };
    },
  };
  return { context: /** @type {any} */ ({ api, promises }), asked };
}

const table = /** @type {any} */ ({ ruleset: 'game:tavli', opponent: 'friend' });

test('the seal of a new table is known before the browser adds its number, another each time', async () => {
  const { context, asked } = createServer();
  assert.equal(await openTable(context, table), '/t/t0');
  assert.equal(await openTable(context, table), '/t/t1');
  for (const [index, { ruleset, seal, nonce, promised }] of asked.entries()) {
    assert.equal(ruleset, 'game:tavli');
    assert.deepEqual(seal, { id: `t${index}`, commitment: `c${index}` });
    assert.match(nonce, /^[0-9a-f]{32}$/);
    assert.deepEqual(promised, { commitment: `c${index}`, nonce });
  }
  assert.notEqual(asked[0].nonce, asked[1].nonce);
});

test('a request whose answer was lost is made once more, the same', async () => {
  const { context, asked } = createServer(0);
  assert.equal(await openTable(context, table), '/t/t0');
  assert.equal(asked.length, 2);
  assert.deepEqual(asked[1], asked[0]);
  const gone = createServer(0, 0);
  await assert.rejects(openTable(gone.context, table), { status: 0 });
  assert.equal(gone.asked.length, 2, 'who cannot be reached is not asked for ever');
});

test('a server that was started again makes a new seal', async () => {
  const { context, asked } = createServer(409);
  assert.equal(await openTable(context, table), '/t/t1');
  assert.notEqual(asked[1].nonce, asked[0].nonce, 'the number of the first is known');
  const odd = createServer(409, 409);
  await assert.rejects(openTable(odd.context, table), { status: 409 });
  assert.equal(odd.asked.length, 2);
  const full = createServer(429);
  await assert.rejects(openTable(full.context, table), { status: 429 });
  assert.equal(full.asked.length, 1);
});
