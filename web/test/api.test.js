import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../app/api.js';

test('whoever opens a table adds a number of their own to the dice, another each time', async (context) => {
  /** @type {string[]} */
  const nonces = [];
  globalThis.document = /** @type {any} */ ({ documentElement: { lang: 'en' } });
  context.mock.method(globalThis, 'fetch', async (/** @type {string} */ _, /** @type {RequestInit} */ { body }) => {
    nonces.push(JSON.parse(String(body)).nonce);
    return new Response('{}', { status: 201 });
  });
  const table = { ruleset: 'game:tavli', handicap: null, form: 'single', control: 'none', side: null, opponent: 'friend', name: null, public: false };
  await api.open(table);
  await api.open(table);
  for (const nonce of nonces) assert.match(nonce, /^[0-9a-f]{32}$/);
  assert.notEqual(nonces[0], nonces[1]);
});
