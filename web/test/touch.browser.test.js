// @ts-check
// A phone: everything by finger, on boards whose cells may be smaller than a finger.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cells, createChance, createFinger, middleOf, playByTouch, playToTheEnd } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, PHONE, boardText, movesOf, nextFrame, sitDownTogether, until, visit, waitForTurn } from './support.js';
import { closeDialog, openSettings, showActions } from './visitor.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, address } = setUp();

/** A visitor with a phone who has tapped on a game. @param {string} game @param {import('playwright-core').BrowserContextOptions} [options] */
async function tapOnGame(game, options) {
  const visitor = await visit(browser(), address(), { ...PHONE, ...options });
  const finger = await createFinger(visitor.page);
  await visitor.page.locator('.import').waitFor();
  await finger.tapOn(visitor.page.locator(`[data-game=${game}] .card-go`));
  await visitor.page.waitForURL(/\/t\//);
  await waitForTurn(visitor.page);
  // The board takes its size with the first frame.
  await nextFrame(visitor.page);
  return { ...visitor, finger };
}

/** How far the page is scrolled and zoomed, and where the board is: nothing of it changes while one plays. @param {Page} page */
const frameOf = (page) =>
  page.evaluate(() => {
    const view = /** @type {VisualViewport} */ (window.visualViewport);
    const { x, y, width } = /** @type {Element} */ (document.querySelector('.tb-stage')).getBoundingClientRect();
    return { scrolled: [scrollX, scrollY, view.pageLeft, view.pageTop], zoom: view.scale, board: [x, y, width], tooWide: document.documentElement.scrollWidth > innerWidth };
  });

describe('on a phone', { concurrency: true }, () => {
  test('a whole game of tablut by taps and drags', async (context) => {
    const { page, faults, finger, close } = await tapOnGame('tablut', CALM);
    const chance = createChance(8);
    const frame = await frameOf(page);
    assert.deepEqual([frame.scrolled, frame.zoom, frame.tooWide], [[0, 0, 0, 0], 1, false]);
    await playToTheEnd(page, async () => {
      await playByTouch(page, finger, chance);
      assert.deepEqual(await frameOf(page), frame, 'the page stands still');
    }, 300);
    context.diagnostic(`${(await movesOf(page)).length} turns. ${await page.locator('.notice').innerText()}`);
    assert.deepEqual(faults, []);
    await close();
  });

  test('turns of tavli, with dice that roll', async () => {
    const { page, faults, finger, close } = await tapOnGame('tavli');
    const chance = createChance(2);
    const frame = await frameOf(page);
    while ((await page.locator('.moves-list [data-seat=host]').count()) < 4) {
      const before = await boardText(page);
      await playByTouch(page, finger, chance);
      assert.deepEqual(await frameOf(page), frame, 'the page stands still');
      await waitForTurn(page, before);
    }
    assert.deepEqual(faults, []);
    await close();
  });

  test('men that can move have a rim there, too, unless somebody does without', async () => {
    const { page, faults, finger, close } = await tapOnGame('tablut', CALM);
    const rims = page.locator('.tb-rim');
    await until(async () => (await rims.count()) === (await cells(page, 'tb-movable')).length, 'a rim for each of them');
    assert.ok(await rims.first().isVisible());
    const [man] = await cells(page, 'tb-movable');
    await finger.tap(man);
    await until(async () => (await rims.count()) === 0, 'with one in hand only its places count');
    await finger.tap(man);
    await openSettings(page);
    await page.locator('label:has(#setting-showMovable)').tap();
    await closeDialog(page);
    await until(async () => (await rims.count()) === 0 && (await cells(page, 'tb-movable')).length > 0, 'no rims');
    assert.deepEqual(faults, []);
    await close();
  });

  test('the first help is read to its end, in every language', async () => {
    for (const game of ['tavli', 'tablut', 'alea']) {
      const { page, close } = await tapOnGame(game, CALM);
      for (const lang of ['en', 'fr', 'it']) {
        await page.locator('.header-lang').selectOption(lang);
        await page.locator(`html[lang=${lang}]`).waitFor();
        const help = page.locator('.notice-more .term').first();
        await help.waitFor();
        const cut = await page.locator('.notice-more').evaluate((text) => ({ hidden: text.scrollHeight - text.clientHeight, outside: text.getBoundingClientRect().bottom - /** @type {Element} */ (text.closest('.notice')).getBoundingClientRect().bottom }));
        assert.ok(cut.hidden <= 1 && cut.outside <= 1, `${game} in ${lang}: ${JSON.stringify(cut)}`);
      }
      await close();
    }
  });

  test('alea through the loupe: what is seen under the finger is what is played', async () => {
    const { page, faults, finger, close } = await tapOnGame('alea', CALM);
    const chance = createChance(3);
    const frame = await frameOf(page);
    for (let turn = 0; turn < 3; turn++) {
      const before = await boardText(page);
      const { length } = await movesOf(page);
      const men = await cells(page, 'tb-movable');
      const from = men[chance(men.length)];
      const { width = 0 } = (await page.locator(`[data-point="${from.point}"]`).boundingBox()) ?? {};
      assert.ok(width > 0 && width < 24, `${width} pixels are too few for a finger`);
      await finger.down(from);
      assert.equal(await page.locator('.tb-loupe').count(), 1, 'the loupe is there at once');
      const targets = await cells(page, 'tb-target');
      // The farthest one, so that the finger slides over others.
      const [to] = targets.sort((a, b) => Math.hypot(b.x - from.x, b.y - from.y) - Math.hypot(a.x - from.x, a.y - from.y));
      await finger.slide(from, to);
      // The loupe marks the cell that is aimed at, in the board's own measure. It follows the finger frame by frame.
      const isAimedAt = (/** @type {import('./hands.js').Spot} */ wanted) => page.evaluate(({ x: wantedX, y: wantedY }) => {
        const mark = /** @type {SVGGraphicsElement | null} */ (document.querySelector('.tb-loupe .tb-cross'));
        if (!mark) return false;
        const live = /** @type {SVGSVGElement} */ (document.querySelector('.tb-live'));
        const { x, y, width: side } = mark.getBBox();
        const spot = new DOMPoint(x + side / 2, y + side / 2).matrixTransform(/** @type {DOMMatrix} */ (live.getScreenCTM()));
        return Math.hypot(spot.x - wantedX, spot.y - wantedY) < 2;
      }, wanted);
      await until(() => isAimedAt(to), `the mark is on ${to.point}`);
      const loupe = /** @type {NonNullable<Awaited<ReturnType<import('playwright-core').Locator['boundingBox']>>>} */ (await page.locator('.tb-loupe').boundingBox());
      assert.ok(to.y < loupe.y || to.y > loupe.y + loupe.height || to.x < loupe.x || to.x > loupe.x + loupe.width, 'the finger does not cover the loupe');
      await finger.up();
      assert.equal(await page.locator('.tb-loupe, .tb-float').count(), 0);
      assert.deepEqual(await frameOf(page), frame, 'the page stands still');
      await waitForTurn(page, before);
      assert.match((await movesOf(page))[length], new RegExp(`^ ?${from.point}-${to.point}\\b`));
    }
    assert.deepEqual(faults, []);
    await close();
  });

  test('a finger that slides off the board plays nothing, and beside the board the page can be used', async () => {
    const { page, faults, finger, close } = await tapOnGame('tablut', CALM);
    const before = await boardText(page);
    const [man] = await cells(page, 'tb-movable');
    await finger.down(man);
    await finger.slide(man, { x: 180, y: 20 });
    await finger.up();
    assert.equal(await boardText(page), before);
    // The sheet with the moves opens and closes over the board, which stands still.
    const handle = page.locator('.sheet-handle');
    for (const [width, height] of [[820, 1180], [360, 740]]) {
      await page.setViewportSize({ width, height });
      await nextFrame(page);
      const frame = await frameOf(page);
      await finger.tapOn(handle);
      await page.locator('.moves-scroll').waitFor({ state: 'visible' });
      await page.locator('.sheet-handle[aria-expanded=true]').waitFor();
      await nextFrame(page);
      assert.deepEqual(await frameOf(page), frame, `the board under the sheet, ${width} × ${height}`);
      await finger.tapOn(handle);
      await page.locator('.sheet-handle[aria-expanded=false]').waitFor();
    }
    await nextFrame(page);
    const [from] = await cells(page, 'tb-movable');
    await finger.tap(from);
    await finger.tap(await middleOf(page, (await cells(page, 'tb-target'))[0].point));
    await waitForTurn(page, before);
    assert.deepEqual(faults, []);
    await close();
  });

  for (const game of ['tavli', 'tablut', 'alea']) {
    test(`the table has room on small screens, in every language: ${game}`, async () => {
      const { host, guest } = await sitDownTogether(browser(), address(), game, { host: { ...PHONE, ...CALM }, guest: { ...PHONE, ...CALM } });
      /** Nothing is below or beside the screen, neither standing nor lying. @param {Page} page @param {string} what */
      const fits = async (page, what) => {
        for (const [width, height] of [[740, 360], [320, 568], [360, 640], [360, 740]]) {
          await page.setViewportSize({ width, height });
          await nextFrame(page);
          const past = await page.evaluate(() => {
            const outside = [...document.querySelectorAll('.player, .tb-stage, .notice-asked, .actions .button, .after .button, #header a, #header button')].filter((part) => {
              const { width: shown, left, top, right, bottom } = part.getBoundingClientRect();
              return shown > 0 && (left < 0 || top < 0 || Math.floor(right) > innerWidth || Math.floor(bottom) > innerHeight);
            });
            const { scrollHeight, scrollWidth } = /** @type {Element} */ (document.scrollingElement);
            return { outside: outside.map((part) => part.outerHTML.slice(0, 80)), isTooHigh: scrollHeight > innerHeight, isTooWide: scrollWidth > innerWidth };
          });
          assert.deepEqual(past, { outside: [], isTooHigh: false, isTooWide: false }, `${what}, ${width} × ${height}`);
          assert.ok((await page.locator('.tb-stage').boundingBox().then((box) => box?.width ?? 0)) > height * 0.4, 'the board is still the largest thing');
        }
      };
      await host.page.locator('.header-lang').waitFor();
      for (const lang of ['en', 'fr', 'it']) {
        await host.page.locator('.header-lang').selectOption(lang);
        await host.page.locator(`html[lang=${lang}]`).waitFor();
        await host.page.locator('.tb-point').first().waitFor();
        await fits(host.page, lang);
      }
      await showActions(guest.page);
      await guest.page.getByRole('button', { name: 'Offer a draw' }).click();
      await guest.page.getByRole('alertdialog').getByRole('button').first().click();
      await host.page.locator('.notice-asked .button').first().waitFor();
      await fits(host.page, 'a question');
      await guest.page.getByRole('button', { name: /^(Resign|Call off)/ }).click();
      await guest.page.getByRole('alertdialog').waitFor();
      await fits(guest.page, 'a second thought');
      assert.deepEqual([...host.faults, ...guest.faults], []);
      await host.close();
      await guest.close();
    });
  }
});
