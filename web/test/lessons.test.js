// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReached } from '../app/learn/lesson-goals.js';
import { createLessonPlay } from '../app/learn/lesson-play.js';
import { PROGRESS_KEY, createProgress } from '../app/learn/lesson-progress.js';

/** A browser's storage. @param {Record<string, string>} [kept] */
const storageOf = (kept = {}) => ({ getItem: (/** @type {string} */ key) => kept[key] ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void (kept[key] = value) });

const seats = { host: { colour: 'light' }, guest: { colour: 'dark' } };
/** @param {object} view @param {object[]} [lines] */
const answerOf = (view, lines = []) => /** @type {any} */ ({ view: { seats, phase: 'playing', winner: null, rounds: [], board: {}, ...view }, lines });

test('a goal asks for all that it names, and for nothing else', () => {
  const taken = answerOf({}, [{ from: 'E4', to: 'E7', captures: ['E8', 'D7'], calls: ['raichi'] }]);
  assert.ok(isReached({ captures: ['D7', 'E8'], from: 'E4' }, taken, 'host', 0));
  assert.ok(!isReached({ captures: ['D7'] }, taken, 'host', 0), 'one man too many');
  assert.ok(!isReached({ captures: ['D7', 'E8'], to: 'E6' }, taken, 'host', 0));
  assert.ok(!isReached({ calls: ['raichi'] }, taken, 'host', 1), 'that was before');
  const won = answerOf({ phase: 'over', winner: 'host', rounds: [{ reason: 'escape' }] });
  assert.ok(isReached({ end: 'escape' }, won, 'host', 0));
  assert.ok(!isReached({ end: 'escape' }, won, 'guest', 0), 'the other one has won');
  const men = { hand: 2, off: 1, cells: [0, 3, ...Array(22).fill(0)], middle: [0, 1, ...Array(10).fill(0)] };
  const thrown = answerOf({ board: { white: men, black: men, steps: [{ from: '8', to: '14', die: '6', hit: 'm11' }] } });
  assert.ok(isReached({ men: { 2: 3, m2: 1, hand: 2 }, hits: ['m11'], steps: ['8-14'], played: 1 }, thrown, 'host', 0));
  assert.ok(!isReached({ men: { off: 2 } }, thrown, 'host', 0));
});

test('what was done in the lessons is kept by game, and what cannot be read counts for nothing', () => {
  const storage = storageOf();
  const progress = createProgress(storage);
  assert.deepEqual(progress.of('tavli'), { done: [], at: null, count: 0 });
  progress.keep('tavli', { at: 'hit', count: 12 });
  progress.keep('alea', { at: 'move', count: 12 });
  progress.keep('tavli', { done: ['enter', 'block'] });
  assert.deepEqual(createProgress(storage).of('tavli'), { done: ['enter', 'block'], at: 'hit', count: 12 });
  for (const broken of ['nonsense', '7', '{"tavli":3}', '{"tavli":{"done":"all","at":1}}']) {
    assert.deepEqual(createProgress(storageOf({ [PROGRESS_KEY]: broken })).of('tavli'), { done: [], at: null, count: 0 }, broken);
  }
});

test('a task that is missed begins anew; after the last one the other side has answered', async () => {
  /** @type {string[]} */
  const log = [];
  const lesson = { id: 'two', start: 'position', tasks: [
    { goal: { to: 'B1' }, solution: ['A1-B1'], wrong: ['A1-A2'], reply: 'H8-H7' },
    { goal: { to: 'C1' }, solution: ['B1-C1'], wrong: ['B1-B2'] },
  ] };
  const play = createLessonPlay({
    ruleset: 'rules', lesson, replyAfter: 0,
    api: /** @type {any} */ ({
      async look(/** @type {{ turns: string[] }} */ { turns }) {
        if (turns.includes('X')) throw new Error('not so');
        const lines = turns.map((text) => ({ text, from: text.slice(0, 2), to: text.slice(3) }));
        return answerOf({ to_act: turns.length % 2 ? 'guest' : 'host' }, lines);
      },
    }),
    onChange: () => log.push(`${play.number()} ${play.status()} ${play.played()}`),
    onRefused: (error) => log.push(String(error)),
  });
  await play.begin();
  await play.play({ command: 'move', from: 'A1', to: 'A2' });
  await play.play({ command: 'move', from: 'A1', to: 'B1' });
  assert.equal(play.status(), 'miss', 'nothing is played after that');
  await play.again();
  await play.why('X');
  await play.play({ command: 'move', from: 'A1', to: 'B1' });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await play.play({ command: 'move', from: 'B1', to: 'C1' });
  assert.deepEqual(log, [
    '0 play ', '0 miss A1-A2', '0 play ', 'Error: not so', '0 reply A1-B1', '1 play A1-B1 H8-H7', '1 done A1-B1 H8-H7 B1-C1',
  ]);
});
