// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST_LINK, hashOfStudy, studiesOfHash } from '../app/study/link.js';
import { shapesOf, strokesText } from '../app/study/strokes.js';
import { ROOT, added, annotated, emptyTree, grown, pathTo, turnsTo, written } from '../app/study/tree.js';

const studyOfHash = async (/** @type {string} */ hash) => (await studiesOfHash(hash))?.study ?? null;
const ruleset = 'book:tablut board:9 first:attackers';

/** Forty turns of tafl with a variation and a comment. */
function study() {
  const main = grown(emptyTree(), ROOT, Array.from({ length: 40 }, (_, index) => `${'ABCDEFGHI'[index % 9]}${(index % 7) + 1}-${'ABCDEFGHI'[(index * 5) % 9]}${(index % 5) + 1}`));
  const branch = added(main.tree, pathTo(main.tree, main.id)[20], 'C3-C7');
  return { ruleset, start: null, first: /** @type {const} */ ('light'), tree: annotated(branch.tree, branch.id, { comment: 'Così – plus rapide ?', glyph: '!?' }), current: branch.id };
}

test('a study goes into an address and comes back', async () => {
  const made = study();
  const hash = (await hashOfStudy(made)) ?? '';
  assert.match(hash, /^#[\w-]+$/);
  assert.ok(hash.length < 700, `${hash.length} signs`);
  const found = await studyOfHash(hash);
  assert.ok(found);
  assert.equal(found.ruleset, ruleset);
  assert.equal(found.start, null);
  assert.equal(found.first, 'light');
  assert.deepEqual(written(found.tree), written(made.tree));
  assert.deepEqual(turnsTo(found.tree, found.current), turnsTo(made.tree, made.current));
});

test('a start of one’s own goes with it', async () => {
  const start = '/9/9/9/9/4K4/9/9/9/3t5/ defenders';
  const found = await studyOfHash((await hashOfStudy({ ruleset, start, first: null, tree: emptyTree(), current: ROOT })) ?? '');
  assert.equal(found?.start, start);
});

test('who played it goes with it, and nothing that is nobody', async () => {
  const players = /** @type {const} */ ({ light: { person: 'Ada' }, dark: { computer: 3 } });
  const made = { ruleset, start: null, first: null, players, tree: emptyTree(), current: ROOT };
  assert.deepEqual((await studyOfHash((await hashOfStudy(made)) ?? ''))?.players, players);
  const odd = /** @type {any} */ ({ light: { person: 7 }, dark: {} });
  assert.equal((await studyOfHash((await hashOfStudy({ ...made, players: odd })) ?? ''))?.players, null);
});

test('arrows and circles go with the turns at which they were drawn', async () => {
  /** @type {import('../board/types.js').Shape[]} */
  const shapes = [{ kind: 'circle', at: 'E5', brush: 'red' }, { kind: 'arrow', from: 'hand-light', to: 'm4', brush: 'yellow' }];
  assert.deepEqual(shapesOf(strokesText(shapes)), shapes);
  assert.deepEqual(shapesOf('gE5 xE6 g> rA1>B2>C3 <b>'), [{ kind: 'circle', at: 'E5', brush: 'green' }], 'what is no stroke is none');
  const { tree, id } = grown(emptyTree(), ROOT, ['A1-A2']);
  const both = annotated(annotated(tree, ROOT, { strokes: 'gE5' }), id, { strokes: strokesText(shapes) });
  const found = await studyOfHash((await hashOfStudy({ ruleset, start: null, first: null, tree: both, current: id })) ?? '');
  assert.deepEqual([...(found?.tree.nodes.values() ?? [])].map(({ strokes }) => strokes), ['gE5', 'rE5 yhand-light>m4']);
  assert.equal(annotated(both, id, { strokes: 'gE5 '.repeat(300) }).nodes.get(id)?.strokes, 'rE5 yhand-light>m4', 'too many are not kept');
});

test('what is too long has no link', async () => {
  let { tree } = grown(emptyTree(), ROOT, ['A1-A2']);
  for (let index = 0; index < 60; index++) tree = annotated(added(tree, ROOT, `A1-A${index}`).tree, index + 1, { comment: Array.from({ length: 500 }, (_, at) => String.fromCharCode(33 + ((at * at * 31 + index * 17) % 900))).join('') });
  assert.equal(await hashOfStudy({ ruleset, start: null, first: null, tree, current: ROOT }), null);
});

test('what is no study is none', async () => {
  const whole = (await hashOfStudy(study())) ?? '';
  for (const hash of ['', '#', '#1', '#1!!', '#3.14', whole.slice(0, -9), `#1${'A'.repeat(LONGEST_LINK)}`]) assert.equal(await studyOfHash(hash), null, hash.slice(0, 20));
});

test('an address that unfolds without end is refused', async () => {
  const bytes = new Blob([JSON.stringify({ r: 'x'.repeat(3_000_000), l: [] })]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const packed = Buffer.from(await new Response(bytes).arrayBuffer()).toString('base64url');
  assert.ok(packed.length < LONGEST_LINK);
  assert.equal(await studyOfHash(`#1${packed}`), null);
});

test('what was tried in other rounds goes with it', async () => {
  const made = study();
  const other = { ...made, tree: grown(emptyTree(), ROOT, ['A1-A2', 'B1-B2']).tree, current: ROOT };
  const found = await studiesOfHash((await hashOfStudy(made, [[3, other]])) ?? '');
  assert.deepEqual(found?.others.map(([round, { tree }]) => [round, written(tree)]), [[3, ['A1-A2', 'B1-B2']]]);
  assert.deepEqual(found && written(found.study.tree), written(made.tree));
  assert.deepEqual((await studiesOfHash((await hashOfStudy(made)) ?? ''))?.others, []);
});
