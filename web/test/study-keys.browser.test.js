// @ts-check
// The study by keys: whose the arrows are, after a click on the board and after Tab.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { focused, middleOf } from './hands.js';
import { setUpStudy, turns } from './study-visitor.js';
import { PHONE, until } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { open } = setUpStudy();

/** @param {Page} page */
const current = (page) => page.locator('.tree-turn[aria-current] > span:nth-child(3)').allInnerTexts().then((texts) => texts.join());

/** A man goes from one cell to another. @param {Page} page @param {string} from @param {string} to */
async function play(page, from, to) {
  for (const cell of [from, to]) {
    const { x, y } = await middleOf(page, cell);
    await page.mouse.click(x, y);
  }
  await until(async () => (await current(page)) === `${from}-${to}`, `${from}-${to} is played`);
}

/** Two ways to begin, and one answer to the second, at which one stands. @param {Page} page */
async function tryTwo(page) {
  await play(page, 'D1', 'D2');
  await page.keyboard.press('ArrowLeft');
  await until(async () => (await current(page)) === '', 'at the start');
  await play(page, 'D1', 'B1');
  await play(page, 'E4', 'D4');
}

describe('the arrows', () => {
  test('go through the turns and variations after a click on the board, and nowhere else', async () => {
    const { page, close, faults } = await open('/study?game=tablut');
    await tryTwo(page);
    const { point } = await focused(page);
    assert.equal(point, 'D4', 'the last click was on the board');
    await page.keyboard.press('ArrowLeft');
    await until(async () => (await current(page)) === 'D1-B1', 'one turn back');
    await page.keyboard.press('ArrowUp');
    await until(async () => (await current(page)) === 'D1-D2', 'the other variation');
    await page.keyboard.press('ArrowDown');
    await until(async () => (await current(page)) === 'D1-B1', 'and back');
    assert.equal((await focused(page)).point, point, 'the keyboard has not gone from its cell');
    assert.deepEqual(faults, []);
    await close();
  });

  test('walk over the board after Tab, and leave turns and strokes alone; with Shift they step', async () => {
    const { page, close, faults } = await open('/study?game=tablut');
    await tryTwo(page);
    await page.locator('#study-engine').uncheck();
    await page.keyboard.press('Shift+Tab');
    // By keys to the board: it is one stop of Tab.
    await until(async () => {
      if ((await focused(page)).point !== null) return true;
      await page.keyboard.press('Shift+Tab');
      return false;
    }, 'the keyboard is on the board');
    await page.keyboard.press('d');
    await page.locator('.brushes').waitFor();
    for (const key of ['Enter', 'Enter', 'd']) await page.keyboard.press(key);
    await page.locator('.tb-shape-ring').waitFor();
    const seen = [(await focused(page)).point];
    for (const key of ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown']) {
      await page.keyboard.press(key);
      seen.push((await focused(page)).point);
      assert.equal(await current(page), 'E4-D4', `${key} is the board's`);
    }
    assert.equal(new Set(seen).size, 4, `once around a corner: ${seen.join(' ')}`);
    assert.equal(await page.locator('.tb-shape-ring').count(), 1, 'what was drawn is still there');
    await page.keyboard.press('Shift+ArrowLeft');
    await until(async () => (await current(page)) === 'D1-B1', 'one turn back');
    assert.deepEqual(faults, []);
    await close();
  });
});

test('letters work from everywhere: f, ?, d with the keyboard on the board, n and p from outside', async () => {
  const { page, close, faults } = await open('/study?game=tablut');
  await page.locator('h1').click();
  await page.keyboard.press('n');
  const first = (await focused(page)).point;
  assert.ok(first, 'the keyboard is on a man that can move');
  await page.keyboard.press('p');
  assert.notEqual((await focused(page)).point, first);
  const before = await middleOf(page, 'A1');
  await page.keyboard.press('f');
  await until(async () => (await middleOf(page, 'A1')).y !== before.y, 'the board is turned');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('d');
  await page.locator('.brushes').waitFor();
  assert.deepEqual(await turns(page), []);
  assert.deepEqual(faults, []);
  await close();
});

test('on a phone the tabs are gone through by arrows, and name their panels', async () => {
  const { page, close, faults } = await open('/study?game=tablut', PHONE);
  const [moves, engine] = [page.getByRole('tab', { name: 'Moves' }), page.getByRole('tab', { name: 'Computer' })];
  await page.getByRole('tabpanel', { name: 'Moves' }).waitFor();
  await play(page, 'D1', 'D2');
  await moves.focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tabpanel', { name: 'Computer' }).waitFor();
  assert.deepEqual([await engine.getAttribute('aria-selected'), await moves.getAttribute('tabindex'), (await focused(page)).id], ['true', '-1', 'tab-engine']);
  // There is nothing in numbers yet: the next one is the first.
  await page.keyboard.press('ArrowRight');
  assert.equal((await focused(page)).id, 'tab-moves');
  assert.equal(await current(page), 'D1-D2', 'and no turn is gone back');
  await page.setViewportSize({ width: 1440, height: 900 });
  await until(async () => (await page.getByRole('tabpanel').count()) === 0, 'side by side they are no panels of tabs');
  assert.deepEqual(faults, []);
  await close();
});
