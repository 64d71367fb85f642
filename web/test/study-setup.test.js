// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { cleared, put, setupOf, shifted, taken, textOf, viewOf } from '../app/study/setup.js';

/** @param {string} name */
const view = async (name) => JSON.parse(await readFile(new URL(`../fixtures/view-${name}.json`, import.meta.url), 'utf8'));

test('a position of tafl is written as it was read', async () => {
  const tablut = await view('tablut-middle');
  const text = `${tablut.board.pieces} defenders`;
  assert.equal(textOf(tablut, setupOf(tablut, text)), text);
  const alea = await view('alea-start');
  assert.equal(textOf(alea, setupOf(alea, `${alea.board.pieces} attackers`)), `${alea.board.pieces} attackers`);
});

test('one man to a cell, one king on the board', async () => {
  const tablut = await view('tablut-middle');
  let setup = cleared(setupOf(tablut, '… defenders'));
  assert.equal(textOf(tablut, setup), '/9/9/9/9/9/9/9/9/9/ defenders');
  for (const [at, kind] of /** @type {const} */ ([['A1', 'dark'], ['A1', 'light'], ['E5', 'king'], ['C3', 'king'], ['taken-dark', 'dark']])) setup = put(tablut, setup, at, kind);
  assert.equal(textOf(tablut, setup), '/T8/9/2K6/9/9/9/9/9/9/ defenders');
  setup = shifted(tablut, setup, 'A1', 'I9', 'light');
  assert.equal(textOf(tablut, shifted(tablut, setup, 'C3', null, 'king')), '/9/9/9/9/9/9/9/9/8T/ defenders');
});

test('a position of tavli is written as it was read', async () => {
  const tavli = await view('tavli-middle');
  const text = 'white 7:1 22:3 23:5 24:5 m12:1 beyond; black 1:1 6:1 10:1 12:1 13:4 16:2 17:1 18:3 21:1 beyond; white to roll';
  const setup = setupOf(tavli, text);
  assert.equal(textOf(tavli, setup), text);
  assert.equal(textOf(tavli, { ...setup, side: 'dark' }).endsWith('black to roll'), true);
});

test('men pile up on the slab, and each goes to the hand of its own side', async () => {
  const tavli = await view('tavli-start');
  let setup = cleared(setupOf(tavli, 'white to roll'));
  for (const [at, kind] of /** @type {const} */ ([['hand-light', 'dark'], ['4', 'light'], ['4', 'light'], ['13', 'dark'], ['dice', 'dark']])) setup = put(tavli, setup, at, kind);
  assert.equal(textOf(tavli, setup), 'white 4:2; black hand:1 13:1 beyond; white to roll');
  assert.equal(textOf(tavli, taken(setup, '4')), 'white 4:1; black hand:1 13:1 beyond; white to roll');
  assert.equal(textOf(tavli, shifted(tavli, setup, '4', 'm4', 'light')), 'white 4:1 m4:1; black hand:1 13:1 beyond; white to roll');
});

test('what is shown is what was set up, and nothing can be played on it', async () => {
  for (const name of ['tablut-middle', 'tavli-middle']) {
    const shown = await view(name);
    const seen = viewOf(shown, cleared(setupOf(shown, '')), 7);
    assert.deepEqual(setupOf(seen, '').pieces, []);
    assert.deepEqual([seen.may, seen.acts_for, seen.next], [[], null, 7]);
  }
});
