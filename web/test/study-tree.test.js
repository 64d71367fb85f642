// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ROOT, added, annotated, beside, emptyTree, endOf, following, grown, isMain, mainLine, nodeAt, outline, pathTo, promoted, readTree, removed, turnsTo, written,
} from '../app/study/tree.js';

/** `a b c d`, instead of b: `x y`, instead of y: `z`, instead of b again: `w`. */
function sample() {
  const main = grown(emptyTree(), ROOT, ['a', 'b', 'c', 'd']);
  const [a] = pathTo(main.tree, main.id);
  const first = grown(main.tree, a, ['x', 'y']);
  const second = added(first.tree, nodeAt(first.tree, first.id).parent ?? 0, 'z');
  const third = added(second.tree, a, 'w');
  const idOf = (/** @type {string} */ turn) => [...third.tree.nodes.values()].find((node) => node.turn === turn)?.id ?? -1;
  return { tree: third.tree, idOf };
}

/** @param {import('../app/study/tree.js').Tree} tree */
const read = (tree) => outline(tree).map(({ depth, ids }) => `${depth}:${ids.map((id) => nodeAt(tree, id).turn).join('')}`);

test('a turn that was played before is found again', () => {
  const { tree, idOf } = sample();
  const again = added(tree, idOf('a'), 'x');
  assert.equal(again.tree, tree);
  assert.equal(again.id, idOf('x'));
});

test('the tree is read as it is written: variations behind the turn they replace', () => {
  assert.deepEqual(read(sample().tree), ['0:ab', '1:xy', '2:z', '1:w', '0:cd']);
  assert.deepEqual(read(emptyTree()), []);
});

test('promoting brings a variation up, and in the end makes it the main line', () => {
  const { tree, idOf } = sample();
  assert.deepEqual(read(promoted(tree, idOf('w'))), ['0:ab', '1:w', '1:xy', '2:z', '0:cd']);
  const made = promoted(promoted(tree, idOf('z')), idOf('z'));
  assert.deepEqual(mainLine(made).map((id) => nodeAt(made, id).turn), ['a', 'x', 'z']);
  assert.ok(isMain(made, idOf('z')) && !isMain(made, idOf('b')));
});

test('a turn goes with all that follows it', () => {
  const { tree, idOf } = sample();
  const left = removed(tree, idOf('x'));
  assert.deepEqual(read(left), ['0:ab', '1:w', '0:cd']);
  assert.equal(left.nodes.has(idOf('z')), false);
  assert.equal(removed(tree, ROOT), tree);
});

test('arrows go along the line and between variations', () => {
  const { tree, idOf } = sample();
  assert.equal(following(tree, idOf('a')), idOf('b'));
  assert.equal(endOf(tree, idOf('a')), idOf('d'));
  assert.equal(beside(tree, idOf('b'), 1), idOf('x'));
  assert.equal(beside(tree, idOf('x'), 1), idOf('w'));
  assert.equal(beside(tree, idOf('x'), -1), idOf('b'));
  assert.equal(beside(tree, idOf('d'), -1), idOf('a'), 'back to where there was a choice');
  assert.equal(beside(tree, idOf('d'), 1), idOf('d'));
  assert.deepEqual(turnsTo(tree, idOf('z')), ['a', 'x', 'z']);
});

test('what is written is read again, whatever else comes with it', () => {
  const { tree, idOf } = sample();
  const said = annotated(annotated(tree, idOf('z'), { comment: 'too slow', glyph: '?' }), ROOT, { comment: 'A study' });
  const items = written(said);
  assert.deepEqual(read(readTree(items)), read(tree));
  assert.deepEqual(written(readTree(items)), items);
  assert.deepEqual(written(readTree([...items, 7, null, { g: '???' }, { t: 5 }])), items);
  assert.deepEqual(written(readTree('nothing')), []);
});

test('however much comes, the tree stays small enough to be shown', () => {
  const many = Array.from({ length: 9000 }, (_, index) => `t${index}`);
  assert.equal(readTree(many).nodes.size, 2000);
  let deep = ['end'];
  for (let depth = 0; depth < 1000; depth++) deep = ['turn', /** @type {any} */ (deep)];
  assert.ok(readTree(deep).nodes.size < 40);
});
