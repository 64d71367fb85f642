// @ts-check
// Home, and the page in every language.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setUp } from './stage.js';
import { CALM, movesOf, startFromHome, visit, waitForTurn } from './support.js';

const { browser, address } = setUp();

describe('no text is missing', { concurrency: true }, () => {
  const RAW_KEY = /\b(web|board|server|game)\.[a-z-]+\.[a-z-]+/;
  for (const locale of ['en-GB', 'fr-FR', 'it-IT']) {
    test(locale, async () => {
      const { page, faults, close } = await visit(browser(), address(), { ...CALM, locale });
      await page.locator('.card-play').first().waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2));
      // Texts for the ear count as well: labels, titles and alternatives are attributes.
      const check = async (/** @type {string} */ where) => assert.doesNotMatch(await page.locator('body').evaluate((body) => body.outerHTML), RAW_KEY, where);
      await check('home');
      for (const game of ['tavli', 'tablut', 'alea']) {
        await page.locator(`[data-game=${game}] .card-more`).click();
        await page.locator('.new-start').waitFor();
        await check(`new ${game}`);
        await page.locator('.wordmark').click();
        await startFromHome(page, game);
        await waitForTurn(page);
        await check(`table ${game}`);
        await page.locator('.wordmark').click();
      }
      assert.deepEqual(faults, []);
      await close();
    });
  }
});

test('a game that was left is on Home, and goes on from there', async () => {
  const { page, faults, close } = await visit(browser(), address(), CALM);
  await startFromHome(page, 'tavli');
  await waitForTurn(page);
  const [url, moves] = [page.url(), await movesOf(page)];
  await page.locator('.wordmark').click();
  await page.locator('.panel', { hasText: 'Your games' }).locator('.table-link').click();
  await page.waitForURL(url);
  await waitForTurn(page);
  assert.deepEqual(await movesOf(page), moves);
  assert.deepEqual(faults, []);
  await close();
});

test('Home is light', async (context) => {
  const MOST = 300_000;
  const browserContext = await browser().newContext();
  const page = await browserContext.newPage();
  const client = await browserContext.newCDPSession(page);
  let bytes = 0;
  let requests = 0;
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await client.send('Network.enable');
  const start = performance.now();
  await page.goto(address(), { waitUntil: 'networkidle' });
  const shown = performance.now();
  await startFromHome(page, 'tablut');
  const drawn = performance.now();
  context.diagnostic(`${(bytes / 1000).toFixed(1)} kB in ${requests} requests; Home idle after ${(shown - start).toFixed(0)} ms, board ${(drawn - shown).toFixed(0)} ms after the click`);
  assert.ok(bytes > 10_000, 'something was measured');
  assert.ok(bytes < MOST, `${bytes} bytes`);
  await browserContext.close();
});
