// @ts-check
// The page that demonstrates the boards, without a server of Tablen and with one.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startBrowser } from '../board/test/browser.js';
import { serveFiles } from '../board/test/files.js';
import { createChance, playByMouse } from './hands.js';
import { startServer, until, visit } from './support.js';

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser?.close());

/** Plays a little on every board. @param {string} address */
async function playAll(address) {
  for (const game of ['tavli', 'tablut', 'alea']) {
    const { page, faults, close } = await visit(browser, `${address}?game=${game}`);
    await page.locator('.tb-movable').first().waitFor();
    const told = () => page.locator('#told li', { hasText: 'command' }).count();
    const chance = createChance(3);
    for (let played = 0; played < 5; played++) {
      await until(async () => (await page.locator('.tb-movable').count()) > 0, 'one’s turn');
      const before = await told();
      await playByMouse(page, chance);
      await until(async () => (await told()) > before, 'a command');
    }
    await page.locator('#theme').selectOption('dark');
    // The script has answered: nothing comes between.
    await until(async () => (await page.locator('.tb-movable').count()) > 0, 'one’s turn');
    await page.locator('#back').click();
    assert.equal(await page.locator('.tb-movable').count(), 0, 'the past cannot be played');
    // Where Tablen does not serve the texts, the page has asked for them in vain.
    assert.deepEqual(faults.filter((fault) => !/texts|404/.test(fault)), [], game);
    await close();
  }
}

test('the boards play against their scripts without a server of Tablen', async (context) => {
  const files = await serveFiles();
  context.after(() => files.close());
  await playAll(files.address.replace('test/gallery.html', 'demo/index.html'));
});

test('and where Tablen runs', async (context) => {
  const server = await startServer();
  context.after(() => server.close());
  await playAll(`${server.address()}/board/demo/index.html`);
});
