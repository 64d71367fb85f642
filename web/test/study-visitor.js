// @ts-check
// Somebody who has opened the study, and what is read there.

import { setUp } from './server-and-browser.js';
import { CALM, visit } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

/** Call it once at the top of a test file: the server and the browser, and how the study is opened. */
export function setUpStudy() {
  const { browser, address } = setUp();
  return {
    browser,
    address,
    /** @param {string} path @param {import('playwright-core').BrowserContextOptions} [options] */
    async open(path, options) {
      const visitor = await visit(browser(), address() + path, { ...CALM, viewport: { width: 1440, height: 900 }, ...options });
      await visitor.page.locator('.tb-point').first().waitFor();
      return visitor;
    },
  };
}

/** The turns of the tree, in their order. @param {Page} page */
export const turns = (page) => page.locator('.tree-turn > span:nth-child(3)').allTextContents();
