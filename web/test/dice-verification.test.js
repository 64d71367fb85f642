// @ts-check
import assert from 'node:assert/strict';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { bytesOfHex, hexOfBytes } from '../app/bytes.js';
import { commitmentOf, diceOf, verify } from '../app/dice-verification.js';
import { hmacSha256, sha256 } from '../app/sha256.js';

const SEED = '07'.repeat(32);
const hexOf = (/** @type {string} */ text) => hexOfBytes(new TextEncoder().encode(text));
const fixture = async (/** @type {string} */ name) => JSON.parse(await readFile(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));

test('hashes are those of another implementation, whatever the length', () => {
  for (let length = 0; length < 200; length++) {
    const [message, key] = [randomBytes(length), randomBytes(length)];
    assert.equal(hexOfBytes(sha256(message)), createHash('sha256').update(message).digest('hex'));
    assert.equal(hexOfBytes(hmacSha256(key, message)), createHmac('sha256', key).update(message).digest('hex'));
  }
});

test('throws are those of the definition', () => {
  const nonces = { host: hexOf('ab'), guest: hexOf('c') };
  const throws = [0, 1, 2, 3, 4, 5].map((number) => diceOf(SEED, nonces, number, 3));
  assert.deepEqual(throws.map((dice) => dice.join('')), ['226', '222', '646', '151', '446', '223']);
  assert.equal(commitmentOf(SEED), '4bb06f8e4e3a7715d201d573d0aa423762e55dabd61a2c02278fa56cc6d294e0');
});

test('a throw may need more than one block', () => {
  assert.equal(diceOf(SEED, { host: '', guest: '' }, 0, 100).length, 100);
});

test('hexadecimal digits are read back', () => {
  assert.equal(hexOfBytes(bytesOfHex('00ff10')), '00ff10');
});

for (const game of ['tavli', 'tablut', 'alea', 'alea-17', 'brandubh']) {
  test(`the throws of the ${game} fixture are right`, async () => {
    const log = await fixture(`log-${game}`);
    const verdict = verify(log, null);
    const throws = log.filter((/** @type {any} */ { event }) => ['lot-drawn', 'rolled', 'rolled-off'].includes(event)).length;
    assert.deepEqual(verdict, throws === 0 ? { verdict: 'no-throws' } : { verdict: 'right', throws, isOwn: false });
  });
}

test('a changed throw is found', async () => {
  const log = await fixture('log-tavli');
  const changed = log.map((/** @type {any} */ entry) => (entry.sequence === 2 ? { ...entry, roll: '666' } : entry));
  assert.deepEqual(verify(changed, null), { verdict: 'wrong', throws: [{ sequence: 2, number: 0, told: '666', made: '145' }] });
});

test('a seed that does not fit is found', async () => {
  const log = await fixture('log-tavli');
  const changed = log.map((/** @type {any} */ entry) => (entry.event === 'seed-revealed' ? { ...entry, seed: '08'.repeat(32) } : entry));
  assert.equal(verify(changed, null).verdict, 'wrong-seed');
});

test('before the end there is nothing to check yet', async () => {
  const log = await fixture('log-tavli');
  assert.equal(verify(log.slice(0, 50), null).verdict, 'not-revealed');
  assert.equal(verify([], null).verdict, 'no-throws');
});

test('the server must keep what it promised this browser', () => {
  const nonces = { host: hexOf('ab'), guest: hexOf('c') };
  const commitment = commitmentOf(SEED);
  const roll = diceOf(SEED, nonces, 0, 3).sort().join('');
  const events = [
    { event: 'opened', commitment },
    { event: 'joined', seat: 'host', nonce: nonces.host },
    { event: 'joined', seat: 'guest', nonce: nonces.guest },
    { event: 'rolled', roll },
    { event: 'seed-revealed', seed: SEED },
  ];
  const log = /** @type {any} */ (events.map((event, sequence) => ({ sequence, ...event })));
  for (const nonce of Object.values(nonces)) {
    assert.deepEqual(verify(log, { commitment, nonce }), { verdict: 'right', throws: 1, isOwn: true });
  }
  assert.equal(verify(log, { commitment: '00'.repeat(32), nonce: nonces.host }).verdict, 'other-seal');
  assert.equal(verify(log, { commitment, nonce: '00'.repeat(16) }).verdict, 'other-nonce');
  const unsealed = log.map((/** @type {any} */ entry) => (entry.event === 'opened' ? { ...entry, commitment: undefined } : entry));
  assert.equal(verify(unsealed, { commitment, nonce: nonces.host }).verdict, 'other-seal', 'a seal that is gone is no seal');
  assert.equal(verify(unsealed, null).verdict, 'not-verifiable');
});

test('nobody adds a number for the computer', () => {
  const host = hexOf('ab');
  const commitment = commitmentOf(SEED);
  const play = (/** @type {string | undefined} */ nonce) => /** @type {any} */ ([
    { event: 'opened', commitment },
    { event: 'joined', seat: 'host', occupant: { person: 'Ada' }, nonce: host },
    { event: 'joined', seat: 'guest', occupant: { computer: 3 }, nonce },
    { event: 'rolled', roll: diceOf(SEED, { host, guest: nonce ?? '' }, 0, 3).sort().join('') },
    { event: 'seed-revealed', seed: SEED },
  ].map((event, sequence) => ({ sequence, ...event })));
  const promise = { commitment, nonce: host };
  for (const none of [undefined, '']) assert.equal(verify(play(none), promise).verdict, 'right');
  assert.equal(verify(play(hexOf('c')), promise).verdict, 'added-nonce');
  assert.equal(verify(play(hexOf('c')), null).verdict, 'right', 'who was promised nothing knows nothing of it');
});
