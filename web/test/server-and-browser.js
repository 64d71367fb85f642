// @ts-check
// What every file of tests of the whole page begins with: one server and one browser for all of its tests.

import { after, before } from 'node:test';
import { startBrowser } from '../board/test/browser.js';
import { startServer } from './support.js';

/** To be called once, at the top of a file. */
export function setUp() {
  /** @type {import('playwright-core').Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof startServer>>} */
  let server;
  before(async () => {
    // One after the other: without a server no browser is left running.
    server = await startServer();
    browser = await startBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
  });
  return { browser: () => browser, server: () => server, address: () => server.address() };
}
