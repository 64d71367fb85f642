// @ts-check
// Whole games against the computer, from the first click or key to an end that the rules make.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createChance, focused, isNoKing, playByKeyboard, playByMouse, playToTheEnd, tabTo, undoTo, walkTo } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, boardText, isOver, movesOf, nextFrame, sitDownTogether, startFromHome, startNewGame, until, visit, waitForTurn } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, address } = setUp();

/** From Home to the table with Tab and Enter alone. @param {Page} page */
async function startTavliByKeyboard(page) {
  await page.locator('.card-play').first().waitFor();
  await tabTo(page, ({ name }) => name.startsWith('Zeno') && !name.includes(':'));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/t\//);
  await waitForTurn(page);
}

/** The reasons for which a game ends by itself. */
const REASON = /^(The king has escaped|The king is captured|The player to move had no move|The position has come again|All men are borne off)\.$/;

/** How the game ended, as the page says it. @param {Page} page */
async function resultOf(page) {
  const [head, reason] = await Promise.all([page.locator('.notice-head').innerText(), page.locator('.notice-more').innerText()]);
  assert.match(head, /^(You win!|(Markos|Nils|Eadgyth|Brita|Beorn|Eudokia) wins\.|A draw\.)$/);
  return { head, reason };
}

/** @param {Page} page */
async function naturalResultOf(page) {
  const { head, reason } = await resultOf(page);
  assert.match(reason, REASON);
  // What decided the game is marked on the board.
  if (/escaped|captured|borne off/.test(reason)) assert.equal(await page.locator('.tb-end').count(), 1, reason);
  return `${(await movesOf(page)).length} turns. ${head} ${reason}`;
}

describe('a whole game by dragging', { concurrency: true }, () => {
  test('tavli, and its dice were right', async (context) => {
    const { page, faults, close } = await visit(browser(), address(), CALM);
    const chance = createChance();
    await startFromHome(page, 'tavli');
    await playToTheEnd(page, () => playByMouse(page, chance), 1500);
    const result = await naturalResultOf(page);
    assert.match(result, /All men are borne off/);
    context.diagnostic(result);
    // Every turn has one throw.
    const throws = (await movesOf(page)).length;
    await page.getByRole('button', { name: 'Check the dice' }).click();
    await page.locator('.verdict[data-verdict]').waitFor();
    const [verdict, own] = await page.locator('.verdict p').allInnerTexts();
    assert.equal(verdict, `Yes. Your browser has computed ${throws} throws again: all is as it had to be.`);
    assert.match(own ?? '', /^The seal is the one that your browser was shown before the game/);
    assert.deepEqual(faults, []);
    await close();
  });

  test('tablut, with men that travel', async (context) => {
    const { page, faults, close } = await visit(browser(), address());
    const chance = createChance();
    await startFromHome(page, 'tablut');
    await playToTheEnd(page, () => playByMouse(page, chance), 300);
    context.diagnostic(await naturalResultOf(page));
    assert.deepEqual(faults, []);
    await close();
  });

  test('alea, as the attackers', async (context) => {
    const { page, faults, close } = await visit(browser(), address(), CALM);
    const chance = createChance();
    await startNewGame(page, address(), 'alea', 'level-3', 'side-dark', 'form-single');
    await playToTheEnd(page, () => playByMouse(page, chance), 300);
    context.diagnostic(await naturalResultOf(page));
    assert.deepEqual(faults, []);
    await close();
  });
});

describe('by keyboard alone', { concurrency: true }, () => {
  test('a whole game of tablut, as the attackers', async (context) => {
    const { page, faults, close } = await visit(browser(), address(), CALM);
    const chance = createChance(7);
    await page.locator('.card-play').first().waitFor();
    await tabTo(page, ({ name }) => name === 'Tablut Choose opponent and rules');
    await page.keyboard.press('Enter');
    await page.locator('.new-start').waitFor();
    await tabTo(page, ({ id }) => id === 'level-2');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, ({ id }) => id === 'side-light');
    await page.keyboard.press('ArrowRight');
    assert.equal((await focused(page)).id, 'side-dark', 'choosing keeps the focus');
    assert.deepEqual(await page.locator('#level-3, #side-dark').evaluateAll((inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).checked)), [true, true]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/t\//);
    await waitForTurn(page);
    await tabTo(page, ({ point }) => point !== null);
    await playToTheEnd(page, async () => {
      assert.ok((await focused(page)).point, 'the focus is still on the board');
      await playByKeyboard(page, chance);
    }, 200);
    context.diagnostic(await naturalResultOf(page));
    await tabTo(page, ({ name }) => name === 'Rematch');
    await page.keyboard.press('Enter');
    await until(async () => !(await isOver(page)), 'the next game');
    await waitForTurn(page);
    assert.match(await page.locator('.player-near').innerText(), /Swedes/, 'sides are exchanged');
    assert.deepEqual(faults, []);
    await close();
  });

  test('turns of tavli: throwing, stepping, undoing, confirming', async () => {
    const { page, faults, close } = await visit(browser(), address(), CALM);
    const chance = createChance(5);
    await startTavliByKeyboard(page);
    await tabTo(page, ({ point }) => point !== null);
    let undone = 0;
    const ownTurns = async () => page.locator('.moves-list [data-seat=host]').count();
    while ((await ownTurns()) < 5) {
      const before = await boardText(page);
      const isStep = (await page.locator('.tb-movable:not([data-point=dice])').count()) > 0;
      await playByKeyboard(page, chance);
      await waitForTurn(page, before);
      assert.ok((await focused(page)).point, 'the focus is still on the board');
      if (!isStep || undone >= 3) continue;
      await undoTo(page, before, () => page.keyboard.press('u'));
      undone += 1;
    }
    assert.equal(undone, 3);
    // The turn is ended on the dice themselves.
    await walkTo(page, 'dice');
    assert.match((await focused(page)).name, /^dice/);
    assert.deepEqual(faults, []);
    await close();
  });

  test('giving up is asked twice', async () => {
    const { page, faults, close } = await visit(browser(), address(), CALM);
    await startFromHome(page, 'tablut');
    await waitForTurn(page);
    const chance = createChance(2);
    for (let turn = 0; turn < 2; turn++) {
      const before = await boardText(page);
      await playByMouse(page, chance, isNoKing);
      await waitForTurn(page, before);
    }
    await tabTo(page, ({ name }) => name === 'Resign');
    await page.keyboard.press('Enter');
    // The focus is on the harmless answer first.
    assert.equal((await focused(page)).name, 'Keep playing');
    await page.keyboard.press('Shift+Tab');
    assert.equal((await focused(page)).name, 'Resign');
    await page.keyboard.press('Enter');
    await page.locator('.notice[data-phase=over]').waitFor();
    assert.deepEqual(await resultOf(page), { head: 'Nils wins.', reason: 'By resignation.' });
    assert.deepEqual(faults, []);
    await close();
  });

  /** The focus is on something: a button that has gone, or is of no use any more, has not taken it along. @param {Page} page @param {string} after */
  async function keepsFocus(page, after) {
    await nextFrame(page);
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY', `the focus is lost after ${after}`);
  }

  test('the buttons of a turn keep the focus', async () => {
    const { page, faults, close } = await visit(browser(), address(), CALM);
    const chance = createChance(5);
    await startTavliByKeyboard(page);
    await keepsFocus(page, 'a change of the page');
    const done = new Set();
    while (done.size < 3) {
      const before = await boardText(page);
      const name = (await page.locator('.actions-turn .button-primary').innerText()).trim();
      if ((await page.locator('.actions-turn .button-primary').isEnabled())) {
        await tabTo(page, (focus) => focus.name === name);
        await page.keyboard.press('Enter');
        await waitForTurn(page, before);
        await keepsFocus(page, name);
        assert.match((await focused(page)).name, /^(Throw|Confirm)$/, 'the same button is the next one');
        done.add(name);
        continue;
      }
      await tabTo(page, ({ point }) => point !== null);
      await playByKeyboard(page, chance);
      await waitForTurn(page, before);
      if (done.has('Undo') || !(await page.locator('.actions-turn .button').first().isEnabled())) continue;
      await tabTo(page, (focus) => focus.name === 'Undo');
      await undoTo(page, before, () => page.keyboard.press('Enter'));
      await keepsFocus(page, 'undoing');
      done.add('Undo');
    }
    // A button that can do nothing now does nothing.
    if (await page.locator('.actions-turn .button').first().isDisabled()) {
      const before = await boardText(page);
      await tabTo(page, (focus) => focus.name === 'Undo');
      await page.keyboard.press('Enter');
      await nextFrame(page);
      assert.equal(await boardText(page), before);
    }
    await page.locator('.header-lang').focus();
    await page.locator('.header-lang').selectOption('it');
    await page.locator('html[lang=it] .tb-point').first().waitFor();
    await keepsFocus(page, 'another language');
    await page.goBack();
    await page.locator('.card-play').first().waitFor();
    await keepsFocus(page, 'going back');
    assert.deepEqual(faults, []);
    await close();
  });

  test('answers and the end of a game leave the focus on the table', async () => {
    const { host, guest } = await sitDownTogether(browser(), address(), 'tablut', { host: CALM, guest: CALM });
    await guest.page.locator('.board-overlay').waitFor({ state: 'hidden' });
    assert.ok((await focused(guest.page)).point, 'sitting down leads to the board');
    const offer = async () => {
      await tabTo(host.page, ({ name }) => name === 'Offer a draw');
      await host.page.keyboard.press('Enter');
      await host.page.keyboard.press('Shift+Tab');
      await host.page.keyboard.press('Enter');
      await guest.page.locator('.notice-asked .button').first().waitFor();
      await keepsFocus(host.page, 'offering a draw');
    };
    await host.page.locator('.tb-point').first().waitFor();
    await offer();
    await tabTo(guest.page, ({ name }) => name === 'No');
    await guest.page.keyboard.press('Enter');
    await guest.page.locator('.notice:not([data-asks])').waitFor();
    await keepsFocus(guest.page, 'saying no');
    assert.ok((await focused(guest.page)).point, 'the focus is on the board');
    // Who has done nothing hears of the end once, while the focus is on something that goes with the game.
    await tabTo(guest.page, ({ name }) => name === 'Offer a draw');
    await tabTo(host.page, ({ name }) => /^(Resign|Call off)/.test(name));
    await host.page.keyboard.press('Enter');
    await host.page.keyboard.press('Shift+Tab');
    await host.page.keyboard.press('Enter');
    for (const { page } of [host, guest]) {
      await page.locator('.after').waitFor();
      await keepsFocus(page, 'giving up');
      assert.equal(await page.evaluate(() => document.activeElement?.closest('.after') !== null), true, 'the focus is on what can be done next');
    }
    assert.deepEqual([...host.faults, ...guest.faults], []);
    await host.close();
    await guest.close();
  });
});
