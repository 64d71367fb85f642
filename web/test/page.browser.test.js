// @ts-check
// The whole page with the real server in a real browser: games from the first click to the result.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startBrowser } from '../board/test/browser.js';
import { boardText, createChance, isOver, playByMouse, startFromHome, startServer, visit, waitForTurn } from './support.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;

before(async () => {
  [browser, server] = await Promise.all([startBrowser(), startServer()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** All the reasons for which a game can end here. */
const REASON = /^(The king has escaped|The king is captured|The player to move had no move|The position has come again|All men are borne off|By resignation)\.$/;

/** @param {import('playwright-core').Page} page */
async function resultOf(page) {
  const [head, reason] = await Promise.all([page.locator('.notice-head').innerText(), page.locator('.notice-more').innerText()]);
  assert.match(head, /^(You win!|The computer wins\.|A draw\.)$/);
  assert.match(reason, REASON);
  return `${head} ${reason}`;
}

describe('a game against the computer by mouse', () => {
  // Games can be long; after enough turns one resigns.
  for (const [game, enough] of /** @type {const} */ ([['tavli', 15], ['tablut', 60], ['alea', 15]])) {
    test(`${game}: from one click on Home to the result`, async (context) => {
      const { page, faults, close } = await visit(browser, server.address());
      const chance = createChance();
      await startFromHome(page, game);
      await waitForTurn(page);
      let turns = 0;
      while (!(await isOver(page))) {
        // A turn of tavli begins with the throw and has several steps.
        const begins = game !== 'tavli' || (await page.locator('.notice-head').innerText()) === 'Your turn: throw the dice';
        if (begins && turns === enough) break;
        if (begins) turns += 1;
        const before = await boardText(page);
        await playByMouse(page, chance);
        await waitForTurn(page, before);
      }
      const hasEnded = await isOver(page);
      if (!hasEnded) {
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
        await page.locator('.notice[data-phase=over]').waitFor();
      }
      const result = await resultOf(page);
      assert.equal(result.includes('resignation'), !hasEnded);
      context.diagnostic(`${turns} own turns, ${hasEnded ? 'played to the end' : 'then resigned'}: ${result}`);
      assert.deepEqual(faults, []);
      await close();
    });
  }
});
