// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { DEFAULTS } from '../app/settings.js';
import { createTableStore } from '../app/table-store.js';

const fixture = async (/** @type {string} */ name) => JSON.parse(await readFile(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
const tavli = await fixture('view-tavli-middle');
const presence = { host: true, guest: true, watching: 0 };

/** The sockets that were opened, the newest last. @type {any[]} */
const sockets = [];

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  sockets.length = 0;
  const listening = { addEventListener() {}, removeEventListener() {} };
  Object.assign(globalThis, listening, {
    document: { body: { dataset: {} }, visibilityState: 'visible', ...listening },
    WebSocket: class {
      /** @type {any[]} */
      sent = [];
      constructor() {
        sockets.push(this);
      }
      /** @param {string} text */
      send(text) {
        this.sent.push(JSON.parse(text));
      }
      close() {}
    },
  });
});
afterEach(() => mock.timers.reset());

/** A store with its line to a server that does what the test says. @param {Partial<import('../app/settings.js').Settings>} settings */
function atTable(settings = {}) {
  const kept = new Map();
  /** @type {string[]} */
  const takenBack = [];
  const context = /** @type {any} */ ({
    say: (/** @type {string} */ key) => key,
    lang: () => 'en',
    settings: { get: () => ({ ...DEFAULTS, ...settings }) },
    api: { socketAddress: () => 'ws://host' },
    promises: { keep: (/** @type {string} */ id, /** @type {unknown} */ promise) => kept.set(id, promise) },
    announce() {},
    setBanner() {},
  });
  const store = createTableStore(context, 'x', { stillIn: () => 0, onChange() {}, onWhy() {}, onRefused: (text) => takenBack.push(text), onHint() {} });
  const [socket] = sockets;
  socket.onopen();
  const hear = (/** @type {object} */ message) => socket.onmessage({ data: JSON.stringify(message) });
  let next = 0;
  /** @param {object} [changes] @param {string[]} names of what has happened */
  const tell = (changes, ...names) => {
    const events = names.map((event) => ({ sequence: next++, at: 0, event }));
    hear({ type: 'state', events, view: { ...tavli, next, ...changes }, lines: [], presence });
  };
  return { store, kept, takenBack, sent: socket.sent, hear, tell };
}

test('one number is added to the dice, and the promise counts for whoever has the seat', () => {
  const dice = { ...tavli.dice, commitment: 'c0' };
  const { store, kept, sent, tell } = atTable();
  tell({ viewer: 'spectator', dice });
  store.join('Ada');
  store.join('Ada');
  assert.equal(sent.length, 2);
  assert.equal(sent[0].nonce, sent[1].nonce);
  assert.equal(kept.size, 0, 'the server has not agreed yet');
  tell({ viewer: 'guest', dice }, 'joined');
  assert.deepEqual(kept.get('x'), { commitment: 'c0', nonce: sent[0].nonce });
  store.end();
});

test('who loses the race for a seat was promised nothing', () => {
  const { store, kept, tell } = atTable();
  tell({ viewer: 'spectator', dice: { ...tavli.dice, commitment: 'c0' } });
  store.join('Ada');
  tell({ viewer: 'spectator', dice: { ...tavli.dice, commitment: 'c0' } }, 'joined');
  assert.equal(kept.size, 0);
  store.end();
});

test('a step that was undone is not played by itself again', () => {
  const only = { viewer: 'host', acts_for: 'host', may: ['step', 'undo-step'], board: { ...tavli.board, next: [tavli.board.next[0]], ways: [] } };
  const { store, sent, tell } = atTable({ autoForced: true });
  const played = () => {
    mock.timers.tick(1000);
    return sent.splice(0).map((/** @type {any} */ message) => message.command);
  };
  tell(only, 'rolled');
  assert.deepEqual(played(), ['step']);
  tell(only, 'stepped');
  assert.deepEqual(played(), ['step']);
  tell(only, 'step-undone');
  assert.deepEqual(played(), []);
  tell(only, 'draw-offered');
  assert.deepEqual(played(), [], 'what others ask changes nothing');
  tell(only, 'stepped');
  assert.deepEqual(played(), ['step'], 'the player has gone on');
  store.end();
});

test('a move that is refused is taken back, with the reason', () => {
  const { store, takenBack, sent, hear, tell } = atTable();
  tell({ viewer: 'host' });
  store.intend({ type: 'steps', steps: [{ from: '1', die: '2' }] });
  const { key } = sent[0];
  hear({ type: 'refused', key: null, code: 'server.refusal.thinking', text: 'No hint.' });
  assert.deepEqual(takenBack, [], 'that was something else');
  hear({ type: 'refused', key, code: 'table.refusal.paused', text: 'The clocks stand still.' });
  hear({ type: 'refused', key, code: 'table.refusal.stale', text: 'Too late.' });
  assert.deepEqual(takenBack, ['The clocks stand still.', ''], 'who was too late sees what the other has played');
  store.end();
});

test('an answer in the old language is not kept', () => {
  const { store, hear, tell } = atTable();
  tell({ viewer: 'host' });
  hear({ type: 'why', from: '1', to: '2', text: 'Z4: no.', rule: 'Z4' });
  assert.equal(store.answer()?.text, 'Z4: no.');
  store.speakLanguage();
  assert.equal(store.answer(), null);
  store.end();
});
