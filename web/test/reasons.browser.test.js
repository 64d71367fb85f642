// @ts-check
// Nothing is refused without a word: in the study, in puzzles and on boards of other pages the reason is told, and its rule can be looked up.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dragByMouse, middleOf } from './hands.js';
import { setUpStudy } from './study-visitor.js';
import { axeFaults, until, visit } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { address, browser, open } = setUpStudy();

/** @param {Page} page @param {string} point */
async function click(page, point) {
  const { x, y } = await middleOf(page, point);
  await page.mouse.click(x, y);
}

/** @param {Page} page @param {string} text */
const isTold = (page, text) => until(async () => (await page.locator('.reason').innerText()).includes(text), `the reason: ${text}`);

/** What the rule of the reason says, and where the booklet has it. @param {Page} page */
async function openRule(page) {
  await page.locator('.reason .term').click();
  const link = page.locator('.note a');
  await link.waitFor();
  return new URL((await link.getAttribute('href')) ?? '', address());
}

/** A round of Tablut in which the king can be taken, and one of tavli with a man on cell 5. */
const CAPTURE = new URLSearchParams({ ruleset: 'preset:tablut', position: '/9/9/3t5/2tKt4/9/3t5/9/9/9/ attackers' });
const TAVLI = new URLSearchParams({ ruleset: 'game:tavli', position: 'white hand:14 5:1; black hand:15; white to roll' });

describe('in the study', () => {
  for (const [locale, stuck, over] of [
    ['en-GB', 'the piece on E1 has no move', 'The game is over.'],
    ['fr-FR', 'la pièce en E1 ne peut pas bouger', 'La partie est terminée.'],
    ['it-IT', 'il pezzo in E1 non può muoversi', 'La partita è finita.'],
  ]) {
    test(`a man that cannot move, and one that is touched after the end, have a reason (${locale})`, async () => {
      const { page, close, faults } = await open('/study?game=tablut', { locale });
      await click(page, 'E1');
      await isTold(page, stuck);
      const rule = await openRule(page);
      assert.deepEqual([rule.pathname, rule.hash], ['/learn/tablut', '#T4']);
      assert.deepEqual(await axeFaults(page), []);
      await page.keyboard.press('Escape');
      // Something else is done: it is over.
      await click(page, 'D1');
      await until(async () => (await page.locator('.reason').innerText()) === '', 'nothing is held against it any more');
      await page.goto(`${address()}/study?${CAPTURE}`);
      await page.locator('.tb-movable').first().waitFor();
      await click(page, 'D6');
      await click(page, 'D5');
      await until(async () => (await page.locator('.tree-turn').count()) === 1 && (await page.locator('.tb-movable').count()) === 0, 'the king is taken');
      await click(page, 'C4');
      await isTold(page, over);
      assert.deepEqual(faults, []);
      await close();
    });
  }

  test('a man of tavli that is moved before the throw, or where no number leads', async () => {
    const { page, close, faults } = await open(`/study?${TAVLI}`);
    await click(page, '5');
    await isTold(page, 'Throw the dice first.');
    await page.locator('.roll', { hasText: /1\s*·?2\s*·?3/ }).first().click();
    await page.locator('[data-point=hand-light].tb-movable').waitFor();
    await until(async () => (await page.locator('.reason').innerText()) === '', 'the dice are thrown');
    await dragByMouse(page, 'hand-light', '17');
    await isTold(page, 'Z5: no number of this throw leads there');
    const rule = await openRule(page);
    assert.deepEqual([rule.pathname, rule.hash], ['/learn/tavli', '#Z5']);
    assert.deepEqual(faults, []);
    await close();
  });
});

test('a position that is none says what is wrong with it', async () => {
  const position = new URLSearchParams({ ruleset: 'game:tavli', position: 'white hand:15; black hand:14 20:1; white to roll' });
  const { page, close } = await visit(browser(), `${address()}/study?${position}`);
  await page.locator('.study-wait', { hasText: 'Black has a man on cell 20' }).waitFor();
  await close();
});

test('in a puzzle', async () => {
  const { page, close, faults } = await open('/puzzles/tablut');
  await until(async () => (await page.locator('.puzzle').getAttribute('data-stage')) === 'ask', 'the puzzle');
  const { from, to } = await page.evaluate(() => {
    const points = [...document.querySelectorAll('.tb-point')].map((cell) => /** @type {HTMLElement} */ (cell).dataset['point'] ?? '');
    const man = /** @type {HTMLElement} */ (document.querySelector('.tb-movable')).dataset['point'] ?? '';
    // Men go straight: a cell that is neither in its row nor in its column cannot be reached.
    return { from: man, to: points.find((point) => /^[A-I]\d$/.test(point) && point[0] !== man[0] && point[1] !== man[1]) ?? '' };
  });
  await dragByMouse(page, from, to);
  await isTold(page, 'T4: ');
  const rule = await openRule(page);
  assert.deepEqual([rule.pathname, rule.hash], ['/learn/tablut', '#T4']);
  assert.deepEqual(faults, []);
  await close();
});

test('on a board of another page', async () => {
  const { page, close, faults } = await open('/embed?game=tablut', { viewport: { width: 480, height: 560 } });
  await page.locator('.tb-movable').first().waitFor();
  await dragByMouse(page, 'D1', 'G4');
  await isTold(page, 'T4: ');
  const rule = await openRule(page);
  assert.deepEqual([rule.pathname, rule.hash], ['/learn/tablut', '#T4']);
  assert.deepEqual(faults, []);
  await close();
});
