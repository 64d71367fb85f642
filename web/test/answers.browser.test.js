// @ts-check
// What the page answers to those who try what cannot be done, and what it shows them instead.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dragByMouse, middleOf } from './hands.js';
import { setUp } from './server-and-browser.js';
import { axeFaults, CALM, inTurn, sitDownTogether, startFromHome, startNewGame, until, visit, waitForTurn } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, address } = setUp();
const note = (/** @type {Page} */ page) => page.locator('.tb-note').innerText();
const error = (/** @type {Page} */ page) => page.locator('.notice-more[data-error]');
/** Clicks a point by the mouse, whatever is said of it. @param {Page} page @param {string} point */
async function press(page, point) {
  const { x, y } = await middleOf(page, point);
  await page.mouse.click(x, y);
}

describe('silence never', () => {
  test('before the throw; and the error goes with the throw', async () => {
    const { page, faults } = await visit(browser(), address(), CALM);
    await startFromHome(page, 'tavli');
    await waitForTurn(page);
    await press(page, 'hand-light');
    await until(async () => (await note(page)) === 'Throw the dice first.', 'the reason on the board');
    assert.equal(await error(page).innerText(), 'Throw the dice first.');
    assert.deepEqual(await axeFaults(page), []);
    await press(page, 'dice');
    await page.locator('.tb-movable:not([data-point=dice])').first().waitFor();
    assert.equal(await note(page), '', 'what was said goes');
    assert.equal(await error(page).count(), 0);
    assert.deepEqual(faults, []);
  });

  test('in the other’s turn, at a man that cannot move, and after that the next try', async () => {
    const { pages: [host, guest] } = await sitDownTogether(browser(), address(), 'tablut', { host: CALM, guest: CALM });
    const [mover, waiter] = await inTurn([host, guest]);
    const own = (await mover.locator('.tb-point', { hasText: '' }).evaluateAll((cells) => cells.filter((cell) => /Swede|Muscovite/.test(cell.ariaLabel ?? ''))
      .map((cell) => cell.getAttribute('data-point') ?? '')))[0];
    await press(waiter, own);
    await until(async () => (await note(waiter)) === 'It is your opponent’s turn.', 'whose turn it is');
    // The Muscovite in the middle of its base is shut in by its own.
    const stuck = await mover.locator('.tb-point[aria-disabled=true]').first().getAttribute('data-point');
    assert.ok(stuck, 'somebody cannot move');
    await press(mover, stuck);
    await until(async () => /has no move/.test(await note(mover)), 'the rule that says so');
    assert.equal(await error(mover).count(), 1);
    const free = await mover.locator('.tb-movable').first().getAttribute('data-point');
    await press(mover, free ?? '');
    assert.deepEqual([await error(mover).count(), await note(mover)], [0, ''], 'the old error does not stay');
    await mover.keyboard.press('Escape');
    await dragByMouse(mover, free ?? '', stuck);
    await until(async () => (await note(mover)) !== '', 'why it cannot go there');
  });
});

describe('what can be done is seen', () => {
  test('men who can move have a rim, unless the settings say no', async () => {
    const { page } = await visit(browser(), address(), CALM);
    await startFromHome(page, 'tablut');
    await page.locator('.tb-movable').first().waitFor();
    assert.ok((await page.locator('.tb-rim').count()) > 0);
    await page.evaluate(() => localStorage.setItem('tablen', JSON.stringify({ ...JSON.parse(localStorage.getItem('tablen') ?? '{}'), showMovable: false })));
    await page.reload();
    await page.locator('.tb-movable').first().waitFor();
    assert.equal(await page.locator('.tb-rim').count(), 0);
  });

  test('the help names the king’s goals as they are in this game', async () => {
    const { page } = await visit(browser(), address(), CALM);
    await startFromHome(page, 'tablut');
    await page.locator('.tb-movable').first().waitFor();
    await until(async () => /king from the konakis to any cell of the edge/.test(await page.locator('.notice-more').innerText()), 'the edge');
    await startNewGame(page, address(), 'alea', 'side-dark');
    await until(async () => /before he reaches a corner/.test(await page.locator('.notice-more').innerText()), 'the corners');
  });

  test('the men beside the players are those of the board', async () => {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const { page, close } = await visit(browser(), address(), { ...CALM, colorScheme });
      await startFromHome(page, 'tablut');
      await page.locator('.tb-movable').first().waitFor();
      const [beside, onBoard] = await page.evaluate(() => {
        const token = /** @type {Element} */ (document.querySelector('.player .token[data-colour=dark]'));
        const stop = /** @type {Element} */ (document.querySelector('.tb-live .tb-dark-b'));
        return [getComputedStyle(token).backgroundColor, getComputedStyle(stop).stopColor];
      });
      assert.equal(beside, onBoard, colorScheme);
      await close();
    }
  });

  test('each round of a handicap match is drawn on its own board', async () => {
    const { page } = await visit(browser(), address(), CALM);
    const path = await page.evaluate(async () => {
      const ask = async (/** @type {string} */ to, /** @type {object} */ body) => (await fetch(`/api/v1${to}`, {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
      })).json();
      return (await ask('/tables', {
        ruleset: 'preset:tablut', handicap: 'preset:brandubh', form: 'two-rounds', control: 'none', side: 'light', opponent: 'same-screen', name: null, public: false,
        seal: await ask('/seals', {}), nonce: '0123456789abcdef0123456789abcdef',
      })).path;
    });
    await page.goto(address() + path);
    await page.locator('.tb[data-size="9"]').waitFor();
    // The first round is given up by a connection of the same person.
    await page.evaluate((table) => new Promise((resolve) => {
      const socket = new WebSocket(`ws://${location.host}/api/v1/tables/${table.split('/').at(-1)}/socket?lang=en`);
      socket.onopen = () => socket.send(JSON.stringify({ type: 'do', command: 'resign', key: 1, seat: 'host' }));
      socket.onmessage = ({ data }) => JSON.parse(data).type === 'done' && resolve(socket.close());
    }), path);
    await page.locator('.result-head').waitFor();
    assert.equal(await page.locator('.tb[data-size]').getAttribute('data-size'), '9', 'the end of the first round is shown on its own board');
    await page.goto(`${address()}${path}`);
    await page.locator('.tb[data-size="7"]').waitFor();
    await page.evaluate(() => (location.hash = '#1.0'));
    await page.reload();
    await page.locator('.tb[data-size="9"]').waitFor();
  });
});
