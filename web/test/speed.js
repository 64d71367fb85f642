// @ts-check
// How soon the page answers: Home until it can be used, a board after the click on it, the study's first line after a move.
// node test/speed.js [TIMES]; TABLEN_BIN names another server than the one for tests, such as a release build. Figures mean something on a quiet machine only.

import { startBrowser } from '../board/test/browser.js';
import { createChance, playByMouse } from './hands.js';
import { startFromHome, startServer, until } from './support.js';

/** What is asked for, in milliseconds. */
const AIMS = { home: 1000, lines: 300 };
const TIMES = Number(process.argv[2]) || 7;
const GAMES = ['tavli', 'tablut', 'alea'];

/** @param {number[]} times */
function told(times) {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0);
  return `median ${at(0.5)} ms, longest ${at(1)} ms of ${times.length}`;
}

const server = await startServer();
const browser = await startBrowser();
/** @type {Map<string, number[]>} */
const found = new Map();
const note = (/** @type {string} */ what, /** @type {number} */ time) => void found.set(what, [...(found.get(what) ?? []), time]);

/** A browser that has never been here. */
async function stranger() {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  return { page: await context.newPage(), close: () => context.close() };
}

for (let time = 0; time < TIMES; time++) {
  const { page, close } = await stranger();
  const start = performance.now();
  await page.goto(server.address(), { waitUntil: 'commit' });
  await page.locator('.card-play').first().click({ trial: true });
  note('Home can be used', performance.now() - start);
  await page.waitForLoadState('networkidle');
  const clicked = performance.now();
  await startFromHome(page, 'tablut');
  note('a board after the click', performance.now() - clicked);
  await close();
}

/** Notes in the page how long it takes from the moment a man is let go, or the dice are, to the first line about what that led to. */
function watchLines() {
  const speed = { times: /** @type {number[]} */ ([]) };
  Object.assign(window, { speed });
  let moved = 0;
  let isCleared = false;
  addEventListener('pointerup', () => {
    moved = performance.now();
    isCleared = false;
  }, true);
  new MutationObserver(() => {
    if (moved === 0) return;
    const isShown = document.querySelector('.engine-chance .chance') !== null;
    // What was said of the position before goes first.
    if (!isShown) isCleared = true;
    else if (isCleared) {
      speed.times.push(performance.now() - moved);
      moved = 0;
    }
  }).observe(document, { childList: true, subtree: true });
}

for (const game of GAMES) {
  const { page, close } = await stranger();
  const chance = createChance(3);
  await page.addInitScript(watchLines);
  await page.goto(`${server.address()}/study?game=${game}`);
  await page.locator('.engine-chance .chance').waitFor();
  const times = () => page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (window).speed.times));
  for (let time = 0; time < TIMES; time++) {
    await playByMouse(page, chance);
    await until(async () => (await times()).length > time, 'the first line');
  }
  for (const time of await times()) note(`first line after a move, ${game}`, time);
  await close();
}

for (const [what, times] of found) console.log(`${what}: ${told(times)}`);
const over = [...found].filter(([what, times]) => {
  const aim = what.startsWith('Home') ? AIMS.home : what.startsWith('first line') ? AIMS.lines : Infinity;
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] > aim;
});
if (over.length > 0) {
  console.log(`above what is asked for (${AIMS.home} ms for Home, ${AIMS.lines} ms for a line): ${over.map(([what]) => what).join(', ')}`);
  process.exitCode = 1;
}
await browser.close();
await server.close();
