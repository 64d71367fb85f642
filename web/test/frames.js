// @ts-check
// Whether a page keeps up with the screen, told by what the browser computes and not by the clock: on a busy machine others have the processor in between.

import assert from 'node:assert/strict';

/** @typedef {import('playwright-core').Page} Page */

/** What a screen with sixty frames in a second leaves for one, in milliseconds. */
const FRAME = 1000 / 60;

/** What all processes of the browser have computed so far, in milliseconds of the processor. @param {import('playwright-core').CDPSession} client */
async function computed(client) {
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  return 1000 * processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** So often it is tried: whatever else the machine does only makes one worse. */
const ROUNDS = 3;

/**
 * Moves the mouse to and fro: a single processor would have done all that the browser does for it, pictures included, within the frames of a screen.
 * @param {Page} page
 * @param {import('node:test').TestContext} context is told the figures
 * @param {{ x: number, y: number }[]} places where the mouse goes, one after the other
 * @param {number} steps of each way
 */
export async function keepsUp(page, context, places, steps) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS && best >= FRAME; round++) best = Math.min(best, await shareOf(page, context, places, steps));
  assert.ok(best < FRAME, `${best.toFixed(1)} ms of the processor for a frame`);
}

/** What the processor does for a frame, in milliseconds. @param {Page} page @param {import('node:test').TestContext} context @param {{ x: number, y: number }[]} places @param {number} steps */
async function shareOf(page, context, places, steps) {
  const browser = page.context().browser();
  assert.ok(browser);
  const client = await browser.newBrowserCDPSession();
  await page.evaluate(() => {
    /** @type {number[]} */
    const frames = [];
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      frames.push(now - last);
      last = now;
      if ('frames' in window) requestAnimationFrame(tick);
    };
    Object.assign(window, { frames });
    requestAnimationFrame(tick);
  });
  const before = await computed(client);
  for (const { x, y } of places) await page.mouse.move(x, y, { steps });
  const work = (await computed(client)) - before;
  const frames = await page.evaluate(() => {
    const { frames: seen } = /** @type {any} */ (window);
    delete (/** @type {any} */ (window).frames);
    return /** @type {number[]} */ (seen).sort((one, other) => one - other);
  });
  await client.detach();
  // A machine that shows fewer frames than there are movements has as much to do for each movement.
  const share = work / Math.max(frames.length, places.length * steps);
  const at = (/** @type {number} */ part) => frames[Math.floor(frames.length * part)]?.toFixed(1);
  context.diagnostic(`${share.toFixed(1)} ms of the processor for a frame; ${frames.length} frames, median ${at(0.5)} ms, 95 % ${at(0.95)} ms`);
  assert.ok(frames.length > 0 && work > 0, 'something was measured');
  return share;
}
