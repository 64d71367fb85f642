// @ts-check
// What the tests of the whole page share: the real server, pages that are watched for errors, and ways to wait for what they show.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').BrowserContextOptions} ContextOptions */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Awaited<ReturnType<typeof visit>>} Visitor */

export const BINARY = process.env.TABLEN_BIN || fileURLToPath(new URL('../../target/debug/tablen', import.meta.url));
/** The computer may think for a while on a busy machine. */
const PATIENCE = 20_000;
/** A phone in the hand. @type {ContextOptions} */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
/** Men do not travel and dice do not roll. @type {ContextOptions} */
export const CALM = { reducedMotion: 'reduce' };

// The server

/** A server with a fresh file of games; `kill` and `start` again keep its port and file. */
export async function startServer() {
  assert.ok(existsSync(BINARY), `There is no server at ${BINARY}: build it with "cargo build", or say in TABLEN_BIN where it is.`);
  const folder = await mkdtemp(join(tmpdir(), 'tablen-page-'));
  let listen = '127.0.0.1:0';
  let address = '';
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;

  async function start() {
    const started = spawn(BINARY, ['serve', '--listen', listen, '--data', join(folder, 'games')], { stdio: ['ignore', 'pipe', 'ignore'] });
    child = started;
    address = await new Promise((resolve, reject) => {
      started.once('error', reject);
      started.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      createInterface({ input: /** @type {import('node:stream').Readable} */ (started.stdout) }).on('line', (line) => {
        const found = /http:\/\/\S+/.exec(line);
        if (found) resolve(found[0]);
      });
    });
    listen = new URL(address).host;
  }

  /** @param {NodeJS.Signals} signal */
  async function end(signal) {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    await new Promise((resolve) => {
      ending.once('exit', resolve);
      ending.kill(signal);
    });
  }

  await start();
  return {
    address: () => address,
    start,
    kill: () => end('SIGKILL'),
    async close() {
      await end('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// Pages

/**
 * A page of its own visitor, and what went wrong on it.
 * @param {Browser} browser @param {string} address @param {ContextOptions} [options]
 */
export async function visit(browser, address, options) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, locale: 'en-GB', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  /** @type {string[]} */
  const faults = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('requestfailed', (request) => faults.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on('response', (response) => response.status() >= 400 && faults.push(`${response.url()}: ${response.status()}`));
  await page.goto(address);
  return { page, faults, context, close: () => context.close() };
}

/**
 * Opens the screen of a new game, chooses there by the ids of its fields, and starts.
 * @param {Page} page @param {string} address @param {string} game @param {...string} choices such as `side-dark`
 */
export async function startNewGame(page, address, game, ...choices) {
  await page.goto(`${address}/?new=${game}`);
  await page.locator('.new-start button').waitFor();
  // What is chosen seldom is folded away.
  for (const fold of ['#rules', '#time']) await page.locator(fold).click();
  for (const choice of choices) {
    await page.locator(`label:has(#${choice})`).click();
    await page.locator(`#${choice}:checked`).waitFor({ state: 'attached' });
  }
  await page.locator('.new-start button').click();
  await page.waitForURL(/\/t\//);
}

/**
 * Two people at one table: the host opens it by the screen of a new game, the guest follows the link.
 * @param {Browser} browser @param {string} address @param {string} game @param {{ host?: ContextOptions, guest?: ContextOptions }} [options]
 */
export async function sitDownTogether(browser, address, game, options = {}) {
  const host = await visit(browser, address, options.host);
  await startNewGame(host.page, address, game, 'opponent-friend');
  const link = await host.page.locator('.invite input[readonly]').inputValue();
  assert.equal(link, host.page.url(), 'the link leads to the table');
  const guest = await visit(browser, link, options.guest);
  await guest.page.locator('#join-name').fill('Ada');
  await guest.page.locator('.invite button[type=submit]').click();
  await host.page.locator('.player-far .player-name', { hasText: 'Ada' }).waitFor();
  return { host, guest, pages: [host.page, guest.page] };
}

/** @param {Page} page */
const canAct = async (page) => (await page.locator('.tb-movable').count()) > 0;

/** The one of two who has the turn, then the other. @param {Page[]} pages */
export async function inTurn(pages) {
  /** @type {Page[]} */
  let order = [];
  await until(async () => {
    const can = await Promise.all(pages.map(canAct));
    order = can[0] ? pages : [...pages].reverse();
    return can[0] !== can[1];
  }, 'one of the two has the turn');
  return order;
}

/** One click on Home, and the board is there. @param {Page} page @param {string} game */
export async function startFromHome(page, game) {
  await page.locator(`[data-game=${game}] .card-play`).click();
  await page.waitForURL(/\/t\//);
  await page.locator('.tb-point').first().waitFor();
}

/** All that the board says of itself: it changes with every change of the game. @param {Page} page */
export const boardText = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.tb-point')].map((cell) => `${cell.getAttribute('data-point')}: ${cell.ariaLabel}`).sort().join('\n'));

/** Which men stand where, without what the one who looks could do there. @param {Page} page */
export const piecePlaces = async (page) =>
  (await boardText(page)).split('\n').filter((line) => !line.startsWith('dice')).map((line) => line.replace(/, (can|taken up|\d+ moves?\b).*$/, '')).join('\n');

/** Everything that waits for a frame has come: sizes that were observed, animations that begin. @param {Page} page */
export const nextFrame = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Asks until the answer is yes. The page forbids evaluating text, so what waits is here and not in the page.
 * @param {() => Promise<boolean>} isTrue @param {string} what
 */
export async function until(isTrue, what) {
  const end = performance.now() + PATIENCE;
  while (!(await isTrue())) {
    assert.ok(performance.now() < end, `waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Waits until the game is another one than `before` and one can do something, or it is over.
 * The page is read at one moment: between two readings the turn may pass.
 * @param {Page} page
 */
export const waitForTurn = (page, before = '') =>
  until(async () => {
    const [text, canAct, phase, stays] = await page.evaluate(() => /** @type {const} */ ([
      [...document.querySelectorAll('.tb-point')].map((cell) => `${cell.getAttribute('data-point')}: ${cell.ariaLabel}`).sort().join('\n'),
      // A way of several steps is answered step by step.
      document.querySelector('.tb-movable') !== null && document.querySelector('.table[data-busy]') === null,
      document.querySelector('.notice')?.getAttribute('data-phase'),
      document.querySelector('.table[data-busy] .tb-ribbon.tb-lost') !== null,
    ]));
    // What could not be played stays until it was seen.
    if (stays) await page.keyboard.press('Escape');
    return phase === 'over' || (canAct && text !== before);
  }, 'one’s turn');

/** The turns as the list of moves has them, without the words of any language. @param {Page} page */
export const movesOf = (page) => page.locator('.moves-list .move').evaluateAll((moves) =>
  moves.map((move) => [...move.querySelectorAll('.move-roll, .move-text')].map((part) => part.textContent).join(' ').replace(/\p{L}{2,}/gu, '…')));

/** @param {Page} page */
export const isOver = async (page) => (await page.locator('.notice').getAttribute('data-phase')) === 'over';

/** What axe has against the page, by the rules of WCAG 2.2 up to level AA. @param {Page} page @returns {Promise<string[]>} */
export async function axeFaults(page) {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'],
    });
    return violations.flatMap((/** @type {any} */ fault) => fault.nodes.map((/** @type {any} */ node) => `${fault.id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
  });
}
