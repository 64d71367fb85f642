// @ts-check
// The study on screens of every size: enlarged four times, on a phone that lies on its side, on a very wide screen.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUpStudy } from './study-visitor.js';
import { boxOf, nextFrame, until } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { open } = setUpStudy();

/** @param {Page} page @param {string} selector */
async function edgesOf(page, selector) {
  const box = await boxOf(page.locator(selector).first());
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** @param {Page} page */
const wholePage = (page) => page.evaluate(() => ({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight }));

for (const game of ['tablut', 'tavli']) {
  test(`enlarged four times the board comes first and the page scrolls (${game})`, async () => {
    const { page, close, faults } = await open(`/study?game=${game}`, { viewport: { width: 320, height: 256 } });
    for (const [width, height] of [[320, 256], [360, 225]]) {
      await page.setViewportSize({ width, height });
      await nextFrame(page);
      const board = await edgesOf(page, '.tb-stage');
      assert.ok(board.width > width * 0.85, `at ${width} × ${height} the board is ${board.width} wide`);
      for (const part of ['.bar', '.study-actions', '.study-tabs', '.tree-nav', '.tree']) {
        const { y, x, right } = await edgesOf(page, part);
        assert.ok(y >= board.bottom - 1, `${part} is below the board`);
        assert.ok(x >= 0 && right <= width, `${part} is as wide as the window`);
      }
      const whole = await wholePage(page);
      assert.ok(whole.height > height && whole.width <= width, JSON.stringify(whole));
      // The wheel is the page's then.
      await page.mouse.move(width / 2, height / 2);
      await page.mouse.wheel(0, 120);
      await until(() => page.evaluate(() => scrollY > 0), 'the page scrolls');
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const last = await edgesOf(page, '.tree-comment');
      assert.ok(last.bottom <= height, 'its end can be seen');
      await page.evaluate(() => scrollTo(0, 0));
    }
    assert.deepEqual(faults, []);
    await close();
  });
}

test('on a phone that lies on its side the board has the whole height, and all the rest is beside it', async () => {
  for (const [width, height] of [[667, 375], [844, 390]]) {
    const { page, close } = await open('/study?game=tablut', { viewport: { width, height } });
    await nextFrame(page);
    const [board, bar, side] = [await edgesOf(page, '.tb-stage'), await edgesOf(page, '.bar'), await edgesOf(page, '.study-side')];
    assert.ok(board.height > height * 0.8, `the board is ${board.height} high`);
    assert.ok(board.width > width * 0.4, `the board is ${board.width} wide`);
    assert.ok(bar.right <= board.x && board.x - bar.right < 24 && side.x >= board.right, 'bar, board and column stand beside each other');
    assert.deepEqual(await wholePage(page), { width, height }, 'nothing is beyond the window');
    for (const part of ['.study-actions', '.study-choice', '.study-tabs', '.tree-nav']) {
      const { x, right, bottom } = await edgesOf(page, part);
      assert.ok(x >= side.x && right <= width && bottom <= height, `${part} is in sight`);
    }
    const tree = await edgesOf(page, '.tree');
    assert.ok(tree.y < height - 24, 'so is the list of turns');
    await page.locator('#tab-engine').click();
    await page.locator('.engine-lines li').first().waitFor();
    assert.ok((await edgesOf(page, '.engine-lines')).y < height - 24);
    await close();
  }
});

test('on a very wide screen bar and column stand beside the board and all in the middle', async () => {
  for (const game of ['tablut', 'tavli', 'alea']) {
    const { page, close } = await open(`/study?game=${game}`, { viewport: { width: 2560, height: 1440 } });
    await nextFrame(page);
    const [bar, board, side] = [await edgesOf(page, '.bar'), await edgesOf(page, '.tb-stage'), await edgesOf(page, '.study-side')];
    assert.ok(board.x - bar.right >= 0 && board.x - bar.right < 48, `${board.x - bar.right} pixels between bar and board`);
    assert.ok(side.x - board.right > 0 && side.x - board.right < 48, `${side.x - board.right} pixels between board and column`);
    assert.ok(Math.abs(bar.x - (2560 - side.right)) < 4, `${bar.x} pixels at the left, ${2560 - side.right} at the right`);
    assert.ok(Math.abs(bar.height - board.height) < 4, `the bar is ${bar.height} high, the board ${board.height}`);
    await close();
  }
});
