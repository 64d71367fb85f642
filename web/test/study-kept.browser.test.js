// @ts-check
// What the study remembers: how the computer was left, what was drawn at a turn, and what was studied last.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { studiesOfHash } from '../app/study/link.js';
import { middleOf } from './hands.js';
import { setUpStudy, turns } from './study-visitor.js';
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

test('arrows and circles stay with the turn at which they were drawn, and go with the link', async () => {
  const { page, close, faults } = await open('/study?game=tablut');
  await page.locator('#study-engine').uncheck();
  const rings = page.locator('.tb-shape-ring');
  const arrows = page.locator('.tb-shape:not(.tb-shape-ring)');
  const seen = async () => [await rings.count(), await arrows.count()].join();
  const press = async (/** @type {string} */ from, /** @type {string} */ to, /** @type {'left' | 'right'} */ button = 'left') => {
    const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down({ button });
    await page.mouse.move(end.x, end.y, { steps: 3 });
    await page.mouse.up({ button });
  };
  await until(async () => (await seen()) === '0,0', 'nothing is drawn');
  await press('E5', 'E5', 'right');
  const ring = await seen();
  assert.notEqual(ring, '0,0');
  // A man is taken up and played: what was drawn before stays where it was.
  await press('D1', 'D2');
  await until(async () => (await turns(page)).length === 1 && (await seen()) === '0,0', 'a turn without strokes');
  await press('E4', 'G4', 'right');
  await until(async () => (await seen()) !== '0,0', 'an arrow');
  const arrow = await seen();
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await seen()) === ring, 'the circle of the start');
  await page.keyboard.press('ArrowRight');
  await until(async () => (await seen()) === arrow, 'the arrow of the turn');
  await until(async () => [...((await studiesOfHash(new URL(page.url()).hash))?.study.tree.nodes.values() ?? [])].map(({ strokes }) => strokes).join() === 'gE5,gE4>G4', 'the address has them');
  const other = await open(page.url().slice(address().length));
  await until(async () => (await other.page.locator('.tb-shape').count()) > 0, 'who follows the link sees it');
  await other.close();
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Wipe everything away' }).click();
  await until(async () => (await seen()) === '0,0', 'wiped away');
  assert.deepEqual(faults, []);
  await close();
});
