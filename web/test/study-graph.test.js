// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heightOf } from '../app/study/heights.js';

test('where dice decide a chance stands as high as it is', () => {
  for (const chance of [0, 0.2, 0.5, 0.97, 1]) assert.equal(heightOf(chance, true), chance);
});

test('without dice a swing can be seen however far one side is ahead', () => {
  const height = (/** @type {number} */ chance) => heightOf(chance, false);
  assert.equal(height(0.5), 0.5);
  assert.ok(height(0.99) - height(0.9) > 0.08, 'as much as from 50 to 65 %');
  assert.ok(height(0.999) - height(0.99) > 0.04);
  assert.ok(height(0.9999) < 0.9 && height(1) === 1, 'the edge is for what is certain');
  for (const chance of [0.0001, 0.03, 0.4]) assert.ok(Math.abs(height(chance) + height(1 - chance) - 1) < 1e-12, 'the same for both sides');
});

test('a better chance never stands lower', () => {
  const heights = Array.from({ length: 10_001 }, (_, index) => heightOf(index / 10_000, false));
  assert.deepEqual([...heights].sort((one, other) => one - other), heights);
});
