// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPacing } from '../app/message-pacing.js';

/** A pacing whose time is moved by hand. */
function withClock(split = (/** @type {string} */ message) => [message]) {
  /** @type {string[]} */
  const handled = [];
  /** @type {{ act: () => void, at: number }[]} */
  const timers = [];
  let [now, stillAt] = [0, 0];
  const pace = createPacing({
    handle(/** @type {string} */ message, at) {
      handled.push(`${message}@${at}`);
      if (message.startsWith('step')) stillAt = now + 200;
    },
    split,
    staysFor: (message) => (message === 'pass' ? 2000 : 0),
    isToBeSeen: (message) => message.startsWith('step') || ['end', 'turn', 'pass'].includes(message),
    stillIn: () => Math.max(0, stillAt - now),
    later: (act, wait) => timers.push({ act, at: now + wait }),
    forget: () => timers.splice(0),
  });
  const until = (/** @type {number} */ time) => {
    for (let next = timers[0]; next !== undefined && next.at <= time; next = timers[0]) {
      timers.shift();
      now = next.at;
      next.act();
    }
    now = time;
  };
  return { pace, handled, until };
}

test('what others do is shown one after the other, in the order in which it came', () => {
  const { pace, handled, until } = withClock();
  for (const message of ['step1', 'step2', 'said', 'end']) pace.push(message, 0);
  assert.deepEqual(handled, ['step1@0']);
  until(200);
  assert.deepEqual(handled, ['step1@0', 'step2@0', 'said@0']);
  until(400);
  assert.deepEqual(handled, ['step1@0', 'step2@0', 'said@0', 'end@0']);
  pace.push('said', 400);
  assert.equal(handled.at(-1), 'said@400', 'nothing waits any more');
});

test('a message with several steps is shown as several, once those before it are over', () => {
  const { pace, handled, until } = withClock((message) => (message === 'turn' ? ['step2', 'step3', 'end'] : [message]));
  pace.push('step1', 0);
  pace.push('turn', 0);
  assert.deepEqual(handled, ['step1@0']);
  until(200);
  assert.deepEqual(handled, ['step1@0', 'step2@0']);
  until(400);
  assert.deepEqual(handled, ['step1@0', 'step2@0', 'step3@0']);
  until(600);
  assert.deepEqual(handled.at(-1), 'end@0');
});

test('a long turn is shown faster', () => {
  const { pace, handled, until } = withClock();
  for (let step = 0; step < 40; step++) pace.push(`step${step}`, 0);
  until(800);
  assert.ok(handled.length > 15 && handled.length < 25, `${handled.length} of 40 after half of the time`);
  until(1800);
  assert.equal(handled.length, 40);
});

test('what nobody must miss stays for a while, or until it was seen', () => {
  const { pace, handled, until } = withClock();
  for (const message of ['step1', 'pass', 'said', 'pass', 'said']) pace.push(message, 0);
  assert.equal(pace.isStaying(), false, 'a step does not stay');
  until(200);
  assert.deepEqual(handled, ['step1@0', 'pass@0']);
  until(2100);
  assert.equal(handled.length, 2, 'it stays once the board is still');
  until(2300);
  assert.deepEqual(handled.slice(2), ['said@0', 'pass@0']);
  assert.equal(pace.isStaying(), true);
  pace.goOn();
  assert.deepEqual(handled.slice(4), ['said@0'], 'who has seen it goes on');
  assert.equal(pace.isStaying(), false);
});

test('who looks into what stays is given as much time again', () => {
  const { pace, handled, until } = withClock();
  for (const message of ['step1', 'pass', 'said']) pace.push(message, 0);
  until(2100);
  pace.linger();
  until(4000);
  assert.deepEqual(handled, ['step1@0', 'pass@0']);
  until(4150);
  assert.deepEqual(handled.slice(2), ['said@0']);
});

test('after the end nothing comes any more', () => {
  const { pace, handled, until } = withClock();
  pace.push('step1', 0);
  pace.push('step2', 0);
  pace.end();
  until(1000);
  assert.deepEqual(handled, ['step1@0']);
});
