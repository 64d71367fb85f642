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
/** Where all goes well nobody waits that long: a busy machine is to be slow, not wrong. */
export const PATIENCE = 60_000;
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

  /** The port of a server that was killed may not be free at once. */
  async function start() {
    for (const began = Date.now(); ; ) {
      try {
        return await startOnce();
      } catch (error) {
        if (address === '' || Date.now() - began > PATIENCE) throw error;
        await new Promise((resolve) => void setTimeout(resolve, 100));
      }
    }
  }

  async function startOnce() {
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

/** What the page itself no longer wanted when it went on: a request that it gave up, a socket that it closed. Nobody else ends them in this way. */
const GIVEN_UP = /net::ERR_ABORTED$|WebSocket is closed before the connection is established/;

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
  const note = (/** @type {string} */ fault) => void (GIVEN_UP.test(fault) || faults.push(fault));
  page.on('pageerror', (error) => note(String(error)));
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('requestfailed', (request) => note(`${request.url()}: ${request.failure()?.errorText}`));
  page.on('response', (response) => response.status() >= 400 && note(`${response.url()}: ${response.status()}`));
  await page.goto(address);
  return { page, faults, context, close: () => context.close() };
}

/** A visitor whose time can be stopped: what is seen only for a while does not wait for a busy machine. @param {Browser} browser @param {string} address @param {ContextOptions} [options] */
export async function visitWithClock(browser, address, options) {
  const visitor = await visit(browser, 'about:blank', options);
  await visitor.page.clock.install();
  await visitor.page.goto(address);
  return visitor;
}

/** From now on time stands still for the page, and goes on only by `page.clock.runFor`. @param {Page} page */
export async function stopTime(page) {
  const now = await page.evaluate(() => Date.now());
  // It can only be stopped at a moment that is still to come.
  await page.clock.pauseAt(now + PATIENCE);
}

/** Lets time go on until something is so, and no further. @param {Page} page @param {() => Promise<boolean>} isTrue @param {string} what */
export const runTimeUntil = (page, isTrue, what) =>
  until(async () => {
    if (await isTrue()) return true;
    await page.clock.runFor(20);
    return false;
  }, what);

/**
 * Asks the server beside the page, as its visitor. A connection that rests may be closed just when it is used again: then it is asked once more, as browsers do.
 * @param {{ request: import('playwright-core').APIRequestContext }} visitor a page or its context
 * @param {string} address @param {Parameters<import('playwright-core').APIRequestContext['fetch']>[1]} [options]
 */
export const ask = ({ request }, address, options) => request.fetch(address, { maxRetries: 3, ...options });

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
  // The guest may learn of it later than the host.
  await guest.page.locator('.board-overlay').waitFor({ state: 'hidden' });
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

/** Where something is seen, once it is: a page may be built anew after its first words. @param {import('playwright-core').Locator} what */
export async function boxOf(what) {
  /** @type {{ x: number, y: number, width: number, height: number }[]} */
  const boxes = [];
  await until(async () => {
    const box = await what.boundingBox();
    if (box) boxes.push(box);
    return box !== null;
  }, `${what} is seen`);
  return boxes[0];
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

/** Waits until what fades in or slides is where it belongs: half faded text has no contrast yet. What never ends is not waited for. @param {Page} page */
const standsStill = (page) => until(() => page.evaluate(() => document.getAnimations().every((animation) =>
  animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity)), 'the page stands still');

/** What axe has against the page as it is in this moment, by the rules of WCAG 2.2 up to level AA. @param {Page} page @returns {Promise<string[]>} */
const lookByAxe = (page) => page.evaluate(async () => {
  const { violations } = await /** @type {any} */ (window).axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'],
  });
  return violations.flatMap((/** @type {any} */ fault) => fault.nodes.map((/** @type {any} */ node) => `${fault.id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
});

/** What axe has against the page once it stands still. @param {Page} page */
export async function axeFaults(page) {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  // Something may begin to fade while axe is looking: what is wrong with the page is still wrong at a second look.
  await standsStill(page);
  const faults = await lookByAxe(page);
  if (faults.length === 0) return faults;
  await standsStill(page);
  return lookByAxe(page);
}
