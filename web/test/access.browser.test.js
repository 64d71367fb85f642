// @ts-check
// Every screen by the rules of WCAG 2.2 AA: in light and dark, on a desk and on a phone.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createChance, isNoKing, playByMouse } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, PHONE, axeFaults, boardText, startFromHome, startNewGame, visit, waitForTurn } from './support.js';
import { showActions } from './visitor.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, address } = setUp();

/** @param {Page} page */
async function closeDialog(page) {
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
}

/** A table that waits for a friend. */
async function openTable() {
  const answer = await fetch(`${address()}/api/v1/tables`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ruleset: 'preset:tablut', opponent: 'friend', name: 'Ada' }),
  });
  return /** @type {{ path: string }} */ (await answer.json()).path;
}

describe('axe finds nothing against WCAG 2.2 AA', { concurrency: 2 }, () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const [device, options] of /** @type {const} */ ([['desk', {}], ['phone', PHONE]])) {
      test(`${colorScheme}, on a ${device}`, async () => {
        const { page, faults, close } = await visit(browser(), address(), { ...CALM, ...options, colorScheme });
        const width = /** @type {{ width: number }} */ (page.viewportSize()).width;
        const check = async (/** @type {string} */ where) => {
          assert.deepEqual(await axeFaults(page), [], where);
          assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `nothing is wider than the screen: ${where}`);
        };
        await page.locator('.card-play').first().waitFor();
        await check('home');

        for (const game of ['tavli', 'tablut', 'alea']) {
          await page.goto(`${address()}/?new=${game}`);
          await page.locator('.new-start').waitFor();
          // A match of several rounds has a choice more.
          for (const fold of ['#rules', '#time']) await page.locator(fold).click();
          await page.locator('label:has(#form-two-rounds)').click();
          await page.locator('.option').first().waitFor();
          await check(`new game with every option: ${game}`);
        }

        await startNewGame(page, address(), 'tablut', 'opponent-friend');
        await page.locator('.invite .qr').waitFor();
        await check('invitation');
        await page.goto(address() + (await openTable()));
        await page.locator('#join-name').waitFor();
        await check('a free seat');

        for (const game of ['alea', 'tablut', 'tavli']) {
          await page.goto(address());
          await startFromHome(page, game);
          await waitForTurn(page);
          const before = await boardText(page);
          await playByMouse(page, createChance(), isNoKing);
          await waitForTurn(page, before);
          await check(`table: ${game}`);
        }
        await page.locator('#header').getByRole('button').last().click();
        await page.locator('dialog').waitFor();
        await check('settings');
        await closeDialog(page);
        await showActions(page);
        await page.getByRole('button', { name: 'Share' }).click();
        await page.locator('dialog').waitFor();
        await check('share');
        await closeDialog(page);

        await page.keyboard.press('?');
        await page.locator('dialog').waitFor();
        await check('keys');
        await closeDialog(page);
        await page.getByRole('button', { name: /^(Resign|Call off)$/ }).click();
        await page.getByRole('alertdialog').waitFor();
        await check('a question');
        await page.getByRole('alertdialog').getByRole('button', { name: /^(Resign|Call off)$/ }).click();
        await page.locator('.after').waitFor();
        await check('a game that is over');
        await page.getByRole('button', { name: /^Check the (dice|lot)$/ }).click();
        await page.locator('.verdict[data-verdict]').waitFor();
        await page.locator('dialog summary').click();
        await check('dice');
        await closeDialog(page);
        await page.goto(`${address()}/t/${'0'.repeat(32)}`);
        await page.locator('.missing').waitFor();
        await check('no such table');
        // Only the missing table may be complained about.
        assert.deepEqual(faults.filter((fault) => !/404/.test(fault)), []);
        await close();
      });
    }
  }
});
