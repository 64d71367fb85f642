// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerTo, bandOf, chosen, dailyOf, inOrder, nextOf, themesOf } from '../app/learn/puzzle-set.js';
import { createProgress } from '../app/learn/puzzle-progress.js';

/** @param {string} id @param {number} grade @param {string} [theme] */
const puzzle = (id, grade, theme = 'escape') => ({ id, grade, theme, position: '' });
const LINES = { ...puzzle('x', 3), rules: 'tablut', plies: 5, lines: ['A1-A2 B1-B2 A2-A3 B2-B3 A3-A9', 'A1-A2 B1-B2 C1-C2'] };

test('lines answer right moves, end, and know nothing of others', () => {
  assert.equal(answerTo(LINES, []), 'A1-A2');
  assert.equal(answerTo(LINES, ['A1-A2']), 'B1-B2');
  assert.equal(answerTo(LINES, ['A1-A2', 'B1-B2', 'A2-A3']), 'B2-B3');
  assert.equal(answerTo(LINES, ['A1-A2', 'B1-B2', 'C1-C2']), null);
  assert.equal(answerTo(LINES, ['A1-A4']), false);
});

test('the next one is not solved yet, and all come before one comes again', () => {
  const puzzles = inOrder([puzzle('c', 5), puzzle('a', 5), puzzle('b', 1, 'hit')]);
  assert.deepEqual(puzzles.map(({ id }) => id), ['b', 'a', 'c']);
  assert.equal(nextOf(puzzles, 'b', () => false)?.id, 'a');
  assert.equal(nextOf(puzzles, 'b', (id) => id === 'a')?.id, 'c');
  assert.equal(nextOf(puzzles, 'c', (id) => id !== 'a')?.id, 'a');
  assert.equal(nextOf(puzzles, 'c', () => true)?.id, 'b');
  assert.equal(nextOf([], null, () => false), null);
  assert.deepEqual(chosen(puzzles, { theme: 'hit', band: null }).map(({ id }) => id), ['b']);
  assert.deepEqual(chosen(puzzles, { theme: null, band: 'hard' }).map(({ id }) => id), ['a', 'c']);
  assert.deepEqual(themesOf(puzzles), ['escape', 'hit']);
  assert.deepEqual([1, 3, 9].map((grade) => bandOf({ grade })), ['easy', 'medium', 'hard']);
});

test('a day has one puzzle, whatever order they are in, and all come before one comes again', () => {
  const puzzles = Array.from({ length: 100 }, (_, index) => puzzle(`p${index}`, index % 9));
  const days = Array.from({ length: 250 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10));
  const daily = days.map((day) => dailyOf(puzzles, day)?.id);
  assert.deepEqual(days.map((day) => dailyOf([...puzzles].reverse(), day)?.id), daily);
  assert.deepEqual(days.map((day) => dailyOf(puzzles.map((one) => ({ ...one, grade: 1 })), day)?.id), daily, 'grades change nothing');
  for (let from = 0; from + puzzles.length <= days.length; from += 1) assert.equal(new Set(daily.slice(from, from + puzzles.length)).size, puzzles.length);
  const neighbours = daily.filter((id, day) => Number(id?.slice(1)) === Number(daily[day + 1]?.slice(1)) - 1);
  assert.ok(neighbours.length < 25, 'mixed, not one after the other');
  assert.equal(dailyOf([], '2026-01-01'), null);
});

test('a streak grows without help and ends with a mistake; days in a row are counted', () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = { getItem: (/** @type {string} */ key) => kept.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value) };
  const progress = createProgress(storage);
  progress.solve('a', true);
  progress.solve('b', true);
  progress.solve('c', false);
  assert.deepEqual([progress.get().streak, progress.get().best, progress.isSolved('c')], [2, 2, true]);
  progress.fail();
  assert.deepEqual([createProgress(storage).get().streak, createProgress(storage).get().best], [0, 2]);
  progress.solveDaily('2026-02-28', 'tablut');
  progress.solveDaily('2026-03-01', 'tavli');
  progress.solveDaily('2026-03-01', 'alea');
  assert.equal(progress.get().daily.days, 2);
  assert.ok(progress.isDailySolved('2026-03-01', 'alea') && !progress.isDailySolved('2026-03-01', 'tablut'));
  progress.solveDaily('2026-03-05', 'alea');
  assert.equal(progress.get().daily.days, 1);
  kept.set('tablen-puzzles', '7');
  assert.equal(createProgress(storage).get().best, 0);
});
