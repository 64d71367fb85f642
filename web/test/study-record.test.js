// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { studyOf, writtenStudy } from '../app/study/record.js';
import { ROOT, emptyTree, written } from '../app/study/tree.js';

test('comments, signs and variations hang on the turns that they are about, and go back as they came', () => {
  /** @type {import('../openapi.js').Study} */
  const kept = {
    ruleset: 'rules', start: 'a start', first: 'dark', players: { light: { person: 'Ada' }, dark: { computer: 3 } }, comment: 'A study',
    turns: [
      { text: 'F4-F5' }, { text: 'E4-E3' },
      {
        text: 'B5-C5xD5', comment: 'The first man falls.', glyph: '?!',
        variations: [[{ text: 'B5-B4', comment: 'too slow' }, { text: 'E3-E4', variations: [[{ text: 'E3-F3' }]] }, { text: 'B4-B5' }], [{ text: 'A1-A2', glyph: '!' }]],
      },
    ],
  };
  const study = studyOf(kept);
  assert.deepEqual(written(study.tree), [
    { c: 'A study' }, 'F4-F5', 'E4-E3', { t: 'B5-C5xD5', c: 'The first man falls.', g: '?!' },
    [{ t: 'B5-B4', c: 'too slow' }, 'E3-E4', ['E3-F3'], 'B4-B5'], [{ t: 'A1-A2', g: '!' }],
  ]);
  assert.deepEqual([study.start, study.first, study.current], ['a start', 'dark', ROOT]);
  assert.deepEqual(writtenStudy(study), kept);
});

test('what is not said is nothing', () => {
  assert.deepEqual(writtenStudy(studyOf({ ruleset: 'rules', turns: [] })), { ruleset: 'rules', start: null, first: null, turns: [] });
  assert.deepEqual(writtenStudy({ ruleset: 'rules', start: null, first: null, tree: emptyTree(), current: ROOT }).turns, []);
});
