// @ts-check
// What the study remembers: how the computer was left, what was drawn at a turn, and what was studied last.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { studiesOfHash } from '../app/study/link.js';
import { middleOf } from './hands.js';
import { setUpStudy, turns } from './study-visitor.js';
import { axeFaults, until } from './support.js';

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

test('the last studies are listed where nothing is studied yet, go on where they were left, and can be removed', async () => {
  const { page, close, faults } = await open('/study?game=tablut');
  const play = async (/** @type {string} */ from, /** @type {string} */ to, /** @type {number} */ count) => {
    for (const cell of [from, to]) {
      const { x, y } = await middleOf(page, cell);
      await page.mouse.click(x, y);
    }
    await until(async () => (await turns(page)).length === count, `${from}-${to}`);
    await until(async () => ((await studiesOfHash(new URL(page.url()).hash))?.study.tree.nodes.size ?? 0) === count + 1, 'the address has it');
  };
  const studies = page.locator('.kept-studies li');
  assert.equal(await studies.count(), 0);
  await play('D1', 'D2', 1);
  for (const count of [1, 2]) {
    await page.goto(`${address()}/study`);
    await studies.first().waitFor();
    assert.equal(await studies.count(), 1, 'what goes on is the same one');
    assert.match(await studies.first().innerText(), new RegExp(`Tablut\\s+${count} turns?\\b`));
    assert.deepEqual(await axeFaults(page), []);
    await studies.locator('a').first().click();
    await until(async () => (await turns(page)).length === count, 'it is there again');
    if (count === 1) await play('E4', 'D4', 2);
  }
  await page.goto(`${address()}/study`);
  await studies.getByRole('button', { name: /^Remove Tablut/ }).click();
  await until(async () => (await studies.count()) === 0, 'it is gone');
  await page.reload();
  await page.locator('.tb-point').first().waitFor();
  assert.equal(await page.locator('.kept-studies').isVisible(), false);
  assert.deepEqual(faults, []);
  await close();
});
