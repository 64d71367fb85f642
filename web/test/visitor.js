// @ts-check
// A visitor at a table, and what they do there besides moving men.

import { createChance, isNoKing, playByMouse } from './hands.js';
import { CALM, boardText, startFromHome, visit, waitForTurn } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

/** Brings visitors before boards of one server. @param {ReturnType<typeof import('./server-and-browser.js').setUp>} stage */
export const tables = ({ browser, address }) =>
  /** @param {string} game @param {number} turns that are played first @param {import('playwright-core').BrowserContextOptions} [options] */
  async (game, turns = 0, options) => {
    const visitor = await visit(browser(), address(), { ...CALM, ...options });
    await startFromHome(visitor.page, game);
    await waitForTurn(visitor.page);
    await playTurns(visitor.page, turns);
    return visitor;
  };

/** @param {Page} page @param {number} turns */
export async function playTurns(page, turns) {
  const chance = createChance(11);
  const wanted = (await page.locator('.moves-list [data-seat=host]').count()) + turns;
  while ((await page.locator('.moves-list [data-seat=host]').count()) < wanted) {
    const before = await boardText(page);
    await playByMouse(page, chance, isNoKing);
    await waitForTurn(page, before);
  }
}

/** On an upright screen what is asked for seldom waits in a sheet. @param {Page} page */
export async function showActions(page) {
  const handle = page.locator('.sheet-handle');
  if ((await handle.isVisible()) && (await handle.getAttribute('aria-expanded')) === 'false') await handle.click();
}

/** @param {Page} page */
export async function resign(page) {
  await showActions(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
}

/** @param {Page} page */
export const openSettings = (page) => page.locator('#header').getByRole('button').last().click();
/** @param {Page} page */
export const closeDialog = async (page) => {
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
};
