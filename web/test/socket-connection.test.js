// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSocketConnection } from '../app/socket-connection.js';

function setUp() {
  /** @type {any[]} */
  const sockets = [];
  /** @type {string[]} */
  const statuses = [];
  /** @type {object[]} */
  const messages = [];
  /** @type {{ act: () => void, wait: number }[]} */
  let timers = [];
  let since = 0;
  /** @type {boolean[]} */
  const restored = [];
  let now = 1_000;
  const link = createSocketConnection({
    address: (first, generation) => `wss://host/?since=${first}${generation === null ? '' : `&generation=${generation}`}`,
    open: (address) => {
      // Closing takes until the other side has agreed: on a dead line nothing is heard of it for long.
      /** @type {any} */
      const socket = { address, sent: [], isClosing: false, send: (/** @type {string} */ text) => socket.sent.push(JSON.parse(text)), close: () => (socket.isClosing = true) };
      sockets.push(socket);
      return socket;
    },
    later: (act, wait) => {
      const timer = { act, wait };
      timers.push(timer);
      return timer;
    },
    forget: (timer) => {
      timers = timers.filter((other) => other !== timer);
    },
    now: () => now,
  }, {
    since: () => since,
    onMessage: (message) => messages.push(message),
    onStatus: (status) => statuses.push(status),
    onRestored: () => {
      since = 0;
      restored.push(true);
    },
  });
  const say = (/** @type {object} */ message) => sockets.at(-1).onmessage({ data: JSON.stringify(message) });
  const runTimers = () => timers.splice(0).forEach(({ act }) => act());
  const waits = () => timers.map(({ wait }) => wait);
  return { link, restored, sockets, statuses, messages, say, runTimers, waits, setSince: (/** @type {number} */ number) => (since = number), pass: (/** @type {number} */ time) => (now += time) };
}

const HELLO = { type: 'hello', version: 1, table: 'x', seat: 'host', generation: 7, is_ahead: false };

test('after the server was restored from a backup nothing is asked that was meant for something else', () => {
  const { link, sockets, say, runTimers, setSince, restored, messages } = setUp();
  sockets[0].onopen();
  say(HELLO);
  link.command({ command: 'roll', expected: 4 });
  setSince(4);
  sockets[0].onclose();
  runTimers();
  assert.equal(sockets[1].address, 'wss://host/?since=4&generation=7');
  sockets[1].onopen();
  say({ ...HELLO, generation: 8, is_ahead: true });
  assert.deepEqual([restored, link.isBusy(), sockets[1].isClosing], [[true], false, true]);
  assert.equal(sockets[2].address, 'wss://host/?since=0&generation=8');
  sockets[2].onopen();
  say({ ...HELLO, generation: 8 });
  assert.deepEqual(sockets[2].sent, []);
  assert.deepEqual(messages, [HELLO, { ...HELLO, generation: 8 }]);
});

test('what was not answered is sent again under the same key', () => {
  const { link, sockets, say, runTimers, setSince, statuses } = setUp();
  sockets[0].onopen();
  say(HELLO);
  const key = link.command({ command: 'roll', expected: 4 });
  assert.deepEqual(sockets[0].sent, [{ type: 'do', command: 'roll', expected: 4, key }]);
  sockets[0].onclose();
  setSince(4);
  runTimers();
  assert.equal(sockets[1].address, 'wss://host/?since=4&generation=7');
  sockets[1].onopen();
  assert.deepEqual(sockets[1].sent, sockets[0].sent);
  assert.ok(link.isBusy());
  say({ type: 'done', key });
  assert.ok(!link.isBusy());
  assert.deepEqual(statuses, ['connecting', 'open', 'lost', 'connecting']);
});

test('a command given while away is sent on coming back', () => {
  const { link, sockets } = setUp();
  const key = link.command({ command: 'resign' });
  assert.ok(Number.isSafeInteger(key));
  sockets[0].onopen();
  assert.equal(sockets[0].sent[0].key, key);
});

test('a connection that does not answer is given up', () => {
  const { link, sockets, statuses, say, runTimers } = setUp();
  sockets[0].onopen();
  say(HELLO);
  link.command({ command: 'roll' });
  runTimers();
  assert.equal(statuses.at(-1), 'lost');
  assert.ok(sockets[0].isClosing);
  runTimers();
  assert.equal(sockets.length, 2);
  // What the old one still has to say is over.
  sockets[1].onopen();
  say(HELLO);
  sockets[0].onmessage({ data: JSON.stringify({ type: 'closing' }) });
  sockets[0].onclose();
  assert.equal(statuses.at(-1), 'open');
});

test('a connection that only seems to be there is found out when one comes back to it', () => {
  const { link, sockets, statuses, say, runTimers, waits } = setUp();
  sockets[0].onopen();
  say(HELLO);
  link.hurry();
  link.hurry();
  assert.deepEqual(sockets[0].sent, [{ type: 'ping' }], 'once is enough');
  assert.ok(!link.isBusy(), 'nobody waits for it');
  assert.ok(Math.max(...waits()) < 10_000);
  runTimers();
  assert.equal(statuses.at(-1), 'lost');
  runTimers();
  assert.equal(sockets.length, 2);
});

test('the answer to the question whether the server is there is nobody else’s business', () => {
  const { link, sockets, statuses, messages, say, runTimers, waits } = setUp();
  sockets[0].onopen();
  say(HELLO);
  link.hurry();
  say({ type: 'pong' });
  assert.deepEqual(messages, [HELLO]);
  assert.deepEqual(waits(), []);
  runTimers();
  assert.equal(statuses.at(-1), 'open');
  link.hurry();
  assert.equal(sockets[0].sent.length, 2, 'next time it is asked again');
});

test('a table that was left is not connected to again', () => {
  const { link, sockets, runTimers } = setUp();
  sockets[0].onopen();
  link.end();
  runTimers();
  assert.equal(sockets.length, 1);
});

test('a server that stops says so', () => {
  const { sockets, say, statuses } = setUp();
  sockets[0].onopen();
  say({ type: 'closing' });
  assert.equal(statuses.at(-1), 'stopping');
});

test('a command says how long the table has been known here, so that the line costs nothing', () => {
  const { link, sockets, say, pass } = setUp();
  sockets[0].onopen();
  say(HELLO);
  say({ type: 'state', events: [], view: {}, lines: [], presence: {} });
  pass(1_234.4);
  const key = link.command({ command: 'roll', expected: 4 });
  assert.deepEqual(sockets[0].sent, [{ type: 'do', command: 'roll', expected: 4, spent: 1234, key }]);
});
