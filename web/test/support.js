// @ts-check
// What the tests of the whole page share: the real server, pages that are watched for errors, and hands that play by what the page shows.

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
/** @typedef {{ x: number, y: number }} Spot */
/** @typedef {{ point: string, name: string } & Spot} Cell */

export const BINARY = process.env.TABLEN_BIN || fileURLToPath(new URL('../../target/debug/tablen', import.meta.url));
/** The computer may think for a while on a busy machine. */
const PATIENCE = 20_000;

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
  return { page, faults, close: () => context.close() };
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

/** Which men stand where, whoever looks: without what the one who looks could do there. @param {Page} page */
export const piecePlaces = async (page) =>
  (await boardText(page)).split('\n').filter((line) => !line.startsWith('dice')).map((line) => line.replace(/, (can|taken up|\d+ moves?\b).*$/, '')).join('\n');

/** Cells with a mark of the board, and their middles. @param {Page} page @param {'tb-movable' | 'tb-target'} mark @returns {Promise<Cell[]>} */
const cells = (page, mark) =>
  page.evaluate((name) => [...document.querySelectorAll(`.tb-point.${name}`)].map((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return { point: cell.getAttribute('data-point') ?? '', name: cell.ariaLabel ?? '', x: left + width / 2, y: top + height / 2 };
  }), mark);

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
    const [text, canAct, phase] = await page.evaluate(() => /** @type {const} */ ([
      [...document.querySelectorAll('.tb-point')].map((cell) => `${cell.getAttribute('data-point')}: ${cell.ariaLabel}`).sort().join('\n'),
      // A way of several steps is answered step by step.
      document.querySelector('.tb-movable') !== null && document.querySelector('.table[data-busy]') === null,
      document.querySelector('.notice')?.getAttribute('data-phase'),
    ]));
    return phase === 'over' || (canAct && text !== before);
  }, 'one’s turn');

/** @param {Page} page */
export const isOver = async (page) => (await page.locator('.notice').getAttribute('data-phase')) === 'over';

/** A number from 0 on, below `end`, that looks like chance and is the same every time. */
export function createChance(seed = 1) {
  let state = seed;
  return (/** @type {number} */ end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

/**
 * Drags a man that can move to where the board says it can go; without one, clicks the dice.
 * @param {Page} page @param {(end: number) => number} chance
 */
export async function playByMouse(page, chance) {
  const movable = await cells(page, 'tb-movable');
  const men = movable.filter(({ point }) => point !== 'dice');
  const [dice] = movable.filter(({ point }) => point === 'dice');
  if (men.length === 0) {
    assert.ok(dice, 'something can be done');
    // A click on dice that still roll only brings them to rest; they begin with the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await until(async () => (await page.locator('.tb-die > g[transform]').count()) === 0, 'dice at rest');
    return page.mouse.click(dice.x, dice.y);
  }
  const from = men[chance(men.length)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const targets = await cells(page, 'tb-target');
  assert.ok(targets.length > 0, `${from.point} can move, so it has targets`);
  const to = targets[chance(targets.length)];
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 2 });
  await page.mouse.move(to.x, to.y);
  assert.equal(await page.locator('.tb-float').count(), 1, 'the man is in the hand');
  await page.mouse.up();
}

/** What a keyboard has its focus on. @param {Page} page */
export const focused = (page) =>
  page.evaluate(() => {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    return { point: active?.dataset.point ?? null, name: active?.ariaLabel || active?.textContent?.trim() || '' };
  });

/** Presses Tab until the focus is where it is wanted. @param {Page} page @param {(focus: { point: string | null, name: string }) => boolean} isThere */
export async function tabTo(page, isThere) {
  for (let press = 0; press < 60; press++) {
    if (isThere(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('Tab never gets there');
}

/** Walks over a board of rows and columns. @param {Page} page @param {string} to */
async function walkTo(page, to) {
  for (let press = 0; press < 60; press++) {
    const { point } = await focused(page);
    assert.ok(point, 'the focus stays on the board');
    if (point === to) return;
    const [columns, rows] = [to.charCodeAt(0) - point.charCodeAt(0), Number(to.slice(1)) - Number(point.slice(1))];
    await page.keyboard.press(columns > 0 ? 'ArrowRight' : columns < 0 ? 'ArrowLeft' : rows > 0 ? 'ArrowUp' : 'ArrowDown');
  }
  assert.fail(`the arrows never get to ${to}`);
}

/** Moves any man but the king, who might walk into his end. @param {Page} page @param {(end: number) => number} chance */
export async function playByKeyboard(page, chance) {
  const men = (await cells(page, 'tb-movable')).filter(({ name }) => !/king/i.test(name));
  await walkTo(page, men[chance(men.length)].point);
  await page.keyboard.press('Enter');
  const targets = await cells(page, 'tb-target');
  await walkTo(page, targets[chance(targets.length)].point);
  await page.keyboard.press('Enter');
}

/** What axe has against the page, by the rules of WCAG 2.2 up to level AA. @param {Page} page @returns {Promise<string[]>} */
export async function axeFaults(page) {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'],
    });
    return violations.flatMap((/** @type {any} */ fault) => fault.nodes.map((/** @type {any} */ node) => `${fault.id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
  });
}
