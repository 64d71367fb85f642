// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { DEFAULTS } from '../app/settings.js';
import { createTableStore } from '../app/table-store.js';

const fixture = async (/** @type {string} */ name) => JSON.parse(await readFile(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
const tavli = await fixture('view-tavli-middle');
const presence = { host: true, guest: true, watching: 0 };

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

/** A connection to a server that does what the test says. */
function createFakeConnection() {
  /** @type {any[]} */
  const sent = [];
  /** @type {import('../app/connection.js').Listener | null} */
  let listener = null;
  let isEnded = false;
  let keys = 0;
  /** @type {import('../app/connection.js').Connect} */
  const connect = (given) => {
    listener = given;
    return {
      send: (message) => void sent.push(message),
      command(request) {
        keys += 1;
        sent.push({ type: 'do', ...request, key: keys });
        return keys;
      },
      isBusy: () => false,
      hurry() {},
      end: () => void (isEnded = true),
    };
  };
  return {
    connect,
    sent,
    hear: (/** @type {any} */ message) => listener?.onMessage(message),
    turn: (/** @type {import('../app/connection.js').Status} */ status) => listener?.onStatus(status),
    since: () => listener?.since(),
    restore: () => listener?.onRestored(),
    isEnded: () => isEnded,
  };
}

/** A store with a connection that the test holds. @param {Partial<import('../app/settings.js').Settings>} settings */
function atTable(settings = {}) {
  const kept = new Map();
  /** @type {string[]} */
  const takenBack = [];
  /** @type {string[]} */
  const announced = [];
  /** @type {string[]} */
  const statuses = [];
  const context = /** @type {any} */ ({
    say: (/** @type {string} */ key) => key,
    lang: () => 'en',
    settings: { get: () => ({ ...DEFAULTS, ...settings }) },
    api: { table: async () => Promise.reject({ status: 404 }) },
    promises: { keep: (/** @type {string} */ id, /** @type {unknown} */ promise) => kept.set(id, promise) },
    announce: (/** @type {string} */ text) => announced.push(text),
  });
  const connection = createFakeConnection();
  const { sent, hear } = connection;
  const store = createTableStore(context, 'x', connection.connect, {
    stillIn: () => 0, onChange() {}, onStatus: (status) => statuses.push(status), onWhy() {}, onRefused: (text) => takenBack.push(text), onHint() {},
  });
  let next = 0;
  /** @param {object} [changes] @param {string[]} names of what has happened */
  const tell = (changes, ...names) => {
    const events = names.map((event) => ({ sequence: next++, at: 0, event }));
    hear({ type: 'state', events, view: { ...tavli, next, ...changes }, lines: [], presence });
  };
  return { store, kept, takenBack, announced, statuses, sent, hear, tell, connection };
}

test('one number is added to the dice, and the promise counts for the one who has the seat', () => {
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
  assert.deepEqual(played(), ['turn']);
  tell(only, 'stepped');
  assert.deepEqual(played(), ['turn']);
  tell(only, 'step-undone');
  assert.deepEqual(played(), []);
  tell(only, 'draw-offered');
  assert.deepEqual(played(), [], 'what others ask changes nothing');
  tell(only, 'stepped');
  assert.deepEqual(played(), ['turn'], 'the player has gone on');
  store.end();
});

test('the dice are thrown by themselves for those who want it so, when their turn comes', () => {
  const turn = { viewer: 'host', acts_for: 'host', may: ['roll'], turns: 3 };
  const thrown = (/** @type {Partial<import('../app/settings.js').Settings>} */ settings, /** @type {object} */ view) => {
    const { store, sent, tell } = atTable(settings);
    tell(view, 'turn-ended');
    mock.timers.tick(1000);
    store.end();
    return sent.map((/** @type {any} */ { command }) => command);
  };
  assert.deepEqual(thrown({ autoRoll: true }, turn), ['roll']);
  assert.deepEqual(thrown({}, turn), []);
  assert.deepEqual(thrown({ autoRoll: true }, { ...turn, acts_for: null }), [], 'not for the other one');
  assert.deepEqual(thrown({ autoRoll: true }, { ...turn, turns: 0 }), [], 'a round is begun by hand');
});

test('a move that is refused is taken back, with the reason', () => {
  const { store, takenBack, sent, hear, tell } = atTable();
  tell({ viewer: 'host' });
  store.play({ command: 'turn', steps: [{ from: '1', die: '2' }] });
  const { key } = sent[0];
  hear({ type: 'refused', key: null, code: 'server.refusal.thinking', text: 'No hint.' });
  assert.deepEqual(takenBack, [], 'that was something else');
  hear({ type: 'refused', key, code: 'table.refusal.paused', text: 'The clocks stand still.' });
  hear({ type: 'refused', key, code: 'table.refusal.stale', text: 'Too late.' });
  assert.deepEqual(takenBack, ['The clocks stand still.', ''], 'who was too late sees what the other has played');
  store.end();
});

test('a drag over several dice is one command, meant for the state that is seen', () => {
  const { store, sent, tell } = atTable();
  tell({ viewer: 'host' }, 'rolled');
  /** @type {import('../protocol.js').StepChoice[]} */
  const steps = [{ from: 'm12', die: '1' }, { from: '12', die: '3' }];
  store.play({ command: 'turn', steps });
  assert.deepEqual(sent, [{ type: 'do', command: 'turn', steps, expected: 1, key: 1 }]);
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

test('after a restore the table is known anew', () => {
  const { store, announced, tell, connection } = atTable();
  tell({ viewer: 'host' }, 'rolled', 'stepped');
  connection.restore();
  assert.deepEqual([connection.since(), store.state().view, store.answer()?.text], [0, null, 'web.link.restored']);
  assert.deepEqual(announced, ['web.link.restored']);
  tell({ viewer: 'host' }, 'rolled');
  assert.deepEqual(store.state().events.map(({ event }) => event), ['rolled']);
  store.end();
});

test('a connection that comes back goes on after what is known, and those who listen hear of it', () => {
  const { store, announced, statuses, tell, connection } = atTable();
  assert.equal(connection.since(), 0);
  tell({ viewer: 'host' }, 'rolled', 'stepped');
  assert.equal(connection.since(), 2);
  for (const status of /** @type {const} */ (['lost', 'connecting', 'open'])) connection.turn(status);
  assert.deepEqual(statuses, ['lost', 'connecting', 'open']);
  assert.deepEqual(announced, ['web.link.back']);
  store.end();
  assert.ok(connection.isEnded());
});

test('a table that is not there is not asked for again', async () => {
  const { store, connection } = atTable();
  connection.turn('lost');
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(store.isMissing());
  assert.ok(connection.isEnded());
});

test('questions and phrases go over the same connection', () => {
  const { store, sent } = atTable();
  store.askHint();
  store.askWhy('1', '2');
  store.speak('hello');
  assert.deepEqual(sent, [{ type: 'hint' }, { type: 'why', from: '1', to: '2' }, { type: 'say', phrase: 'hello' }]);
  store.end();
});

test('a seat that is kept for a rematch is taken at once, and adds to the dice', () => {
  const dice = { ...tavli.dice, commitment: 'c0' };
  const { store, kept, sent, tell } = atTable({ name: 'Ada' });
  tell({ viewer: 'guest', phase: 'waiting', may: ['join', 'abort'], dice }, 'opened');
  tell({ viewer: 'guest', phase: 'waiting', may: ['join', 'abort'], dice });
  assert.equal(sent.length, 1, 'once is enough');
  assert.deepEqual({ ...sent[0], nonce: '', key: 0 }, { type: 'do', command: 'join', occupant: { person: 'Ada' }, nonce: '', key: 0 });
  tell({ viewer: 'guest', phase: 'waiting', may: [], dice }, 'joined');
  assert.deepEqual(kept.get('x'), { commitment: 'c0', nonce: sent[0].nonce });
  const both = atTable();
  both.tell({ viewer: 'both', phase: 'waiting', may: ['join'], dice }, 'opened');
  assert.deepEqual(both.sent.map(({ seat }) => seat), ['host', 'guest']);
  both.store.end();
  store.end();
});

test('while nothing can be stored that is said, and the clocks stand still', () => {
  const clock = { control: '1m+0', period: 0, running: 'host', is_paused: false, wait: null, left: { host: { time: 60_000, periods: 0, is_in_period: false }, guest: { time: 60_000, periods: 0, is_in_period: false } } };
  const { store, announced, hear, tell } = atTable();
  tell({ clock }, 'rolled');
  mock.timers.tick(5_000);
  hear({ type: 'health', stores: false });
  assert.equal(store.state().stores, false);
  assert.match(store.answer()?.text ?? '', /web.status.not-stored|cannot store/);
  const stood = store.state().view?.clock?.left.host.time;
  hear({ type: 'health', stores: true });
  assert.equal(store.answer(), null);
  assert.equal(store.state().view?.clock?.left.host.time, stood, 'what passed meanwhile is not counted');
  assert.equal(announced.length, 1);
  store.end();
});
