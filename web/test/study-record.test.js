// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { notesOf, roundsOf } from '../app/study-record.js';
import { ROOT, added, annotated, mainLine, nodeAt, pathTo, turnsTo, endOf, written } from '../app/study-tree.js';

/** @param {string} name */
const fixture = async (name) => JSON.parse(await readFile(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));

for (const game of ['tablut', 'alea', 'tavli', 'brandubh']) {
  test(`a record of ${game} is the main line of its first round`, async () => {
    const lines = (await fixture(`lines-${game}`)).filter((/** @type {any} */ { round }) => round === 1);
    const [round] = roundsOf({ log: await fixture(`log-${game}`) });
    const text = (/** @type {string} */ turn) => turn.replace(/[x+*#].*$/, '');
    const texts = turnsTo(round.tree, endOf(round.tree, ROOT));
    assert.deepEqual(texts.map(text), lines.slice(0, texts.length).map((/** @type {any} */ line) => text(line.text)));
    assert.equal(texts.length, lines.length);
  });
}

/** @param {object[]} events */
const logOf = (events) => /** @type {any} */ (events.map((event, sequence) => ({ at: 0, sequence, ...event })));

test('comments and variations hang on the turns that they follow, and go back as they came', () => {
  const log = logOf([
    { event: 'opened', spec: { ruleset: 'rules', start: 'a start' } }, { event: 'round-began', first: 'dark', colours: { host: 'light', guest: 'dark' } },
    { event: 'moved', seat: 'guest', move: 'F4-F5' }, { event: 'moved', seat: 'host', move: 'E4-E3' }, { event: 'moved', seat: 'guest', move: 'B5-C5xD5' },
  ]);
  const note = { comment: '?! The first man falls.', variations: [[{ turn: 'B5-B4', comment: 'too slow' }, { turn: 'E3-E4', variations: [[{ turn: 'E3-F3' }]] }, { turn: 'B4-B5' }]] };
  const [{ tree, start, first }] = roundsOf({ log, notes: { 4: note } });
  assert.equal(start, 'a start');
  assert.equal(first, 'dark');
  assert.deepEqual(written(tree), ['F4-F5', 'E4-E3', { t: 'B5-C5xD5', c: 'The first man falls.', g: '?!' }, [{ t: 'B5-B4', c: 'too slow' }, 'E3-E4', ['E3-F3'], 'B4-B5']]);
  assert.deepEqual(notesOf(tree), [null, null, note]);
});

test('what was taken back is not studied; the second round may have other rules', () => {
  const rounds = roundsOf({ log: logOf([
    { event: 'opened', spec: { ruleset: 'one', handicap: 'two' } }, { event: 'round-began', first: 'light' },
    { event: 'moved', move: 'A1-A2' }, { event: 'moved', move: 'B1-B2' }, { event: 'taken-back', turns: 1 }, { event: 'moved', move: 'C1-C2' },
    { event: 'round-began', first: 'dark' },
    { event: 'rolled', roll: '256' }, { event: 'stepped', step: 'hand-2' }, { event: 'step-undone' }, { event: 'stepped', step: 'hand-5' }, { event: 'turn-ended' },
    { event: 'rolled', roll: '111' }, { event: 'turn-ended' },
  ]) });
  assert.deepEqual(rounds.map(({ ruleset, tree }) => [ruleset, ...written(tree)]), [['one', 'A1-A2', 'C1-C2'], ['two', '256: hand-5', '111: -']]);
});

test('a glyph alone is a comment too, and comes back as a glyph', () => {
  const log = logOf([{ event: 'opened', spec: { ruleset: 'rules' } }, { event: 'round-began', first: 'dark' }, { event: 'moved', move: 'A1-A2' }]);
  const [{ tree }] = roundsOf({ log });
  const [id] = mainLine(tree);
  const said = annotated(added(tree, ROOT, 'B1-B2').tree, id, { glyph: '??' });
  const notes = notesOf(said);
  assert.deepEqual(notes, [{ comment: '??', variations: [[{ turn: 'B1-B2' }]] }]);
  const again = roundsOf({ log, notes: { 2: /** @type {any} */ (notes[0]) } })[0].tree;
  assert.equal(nodeAt(again, pathTo(again, endOf(again, ROOT))[0]).glyph, '??');
});
