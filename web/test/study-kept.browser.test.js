// @ts-check
// What the study remembers: how the computer was left.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpStudy } from './study-visitor.js';
import { until } from './support.js';

const { address, open } = setUpStudy();

test('the computer’s switch and the number of its lines are as they were left', async () => {
  const { page, close, faults } = await open('/study?game=tablut');
  await page.locator('.engine-lines li').nth(2).waitFor();
  await page.locator('.engine-count').selectOption('2');
  await until(async () => (await page.locator('.engine-lines li').count()) === 2, 'two lines');
  await page.goto(`${address()}/study?game=alea`);
  await page.locator('.engine-lines li').nth(1).waitFor();
  assert.equal(await page.locator('.engine-lines li').count(), 2);
  assert.equal(await page.locator('.engine-count').inputValue(), '2');
  await page.locator('#study-engine').uncheck();
  await page.reload();
  await page.locator('.tb-point').first().waitFor();
  assert.equal(await page.locator('#study-engine').isChecked(), false);
  await until(async () => (await page.locator('.engine').getAttribute('data-status')) === 'off', 'it does not think');
  assert.deepEqual(faults, []);
  await close();
});
