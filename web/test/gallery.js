// @ts-check
// Boards of the gallery in a real browser, for tests of the board alone: one browser and one server of files for all tests of a file.

import assert from 'node:assert/strict';
import { after, before, beforeEach } from 'node:test';
import { startBrowser } from '../board/test/browser.js';
import { serveFiles } from '../board/test/files.js';
import { PATIENCE, nextFrame, until } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serveFiles>>} */
let files;
/** @type {string[]} */
export const errors = [];

before(async () => {
  [browser, files] = await Promise.all([startBrowser(), serveFiles()]);
});
after(async () => {
  await browser?.close();
  files?.close();
});
beforeEach(() => void errors.splice(0));

/** @param {string} scene @param {import('playwright-core').BrowserContextOptions & { query?: string }} [options] */
export async function open(scene, { query = '', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`${files.address}?scene=${scene}${query}`);
  await page.waitForFunction('window.gallery');
  // The board takes its size with the first frame.
  await nextFrame(page);
  return page;
}

/** What the board has told: commands, and questions why. @param {Page} page @returns {Promise<any[]>} */
export const told = (page) => page.evaluate('window.gallery.told');
export const cell = (/** @type {Page} */ page, /** @type {string} */ id) => page.locator(`[data-point="${id}"]`);

/** The middle of a point on the screen. @param {Page} page @param {string} id */
export async function middle(page, id) {
  const box = await cell(page, id).boundingBox();
  assert.ok(box, id);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page @param {string} from @param {string} to */
export async function drag(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  assert.equal(await page.locator('.tb-float').count(), 1);
  await page.mouse.up();
}

/** Where the pieces are seen, once they rest. @param {Page} page */
export async function spots(page) {
  await until(() => page.evaluate('Object.values(window.gallery.boards).every((board) => board.stillIn() === 0)'), 'the men at rest');
  // They come to rest with a frame.
  await nextFrame(page);
  return page.locator('.tb-piece').evaluateAll((nodes) => nodes.map((node) => node.getAttribute('transform')));
}
