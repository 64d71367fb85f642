// @ts-check
// What there is besides moving men: hints, reasons, looking back, settings, matches.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cells, createChance, dragByMouse, isNoKing, playByMouse, undoTo } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, boardText, movesOf, piecePlaces, runTimeUntil, startFromHome, startNewGame, stopTime, until, visit, visitWithClock, waitForTurn } from './support.js';
import { closeDialog, openSettings, playTurns, resign, tables } from './visitor.js';

const stage = setUp();
const { browser, address } = stage;
const atTable = tables(stage);

describe('at the board', { concurrency: true }, () => {
  test('a hint is drawn on the board and said in words, until something is played', async () => {
    for (const game of ['tablut', 'tavli']) {
      const { page, faults, close } = await atTable(game);
      if (game === 'tavli') {
        const before = await boardText(page);
        await page.getByRole('button', { name: 'Throw' }).click();
        await waitForTurn(page, before);
      }
      await page.getByRole('button', { name: 'Hint' }).click();
      await page.locator('.tb-hint').first().waitFor();
      assert.match(await page.locator('.notice-more').innerText(), game === 'tablut' ? /^The computer would play [A-I]\d-[A-I]\d\b/ : /^The computer would play [1-6]{3}: \w+/);
      assert.match(await page.locator('#live').innerText(), /The computer would play/);
      const before = await boardText(page);
      await playByMouse(page, createChance(), isNoKing);
      await waitForTurn(page, before);
      assert.equal(await page.locator('.tb-hint').count(), 0);
      assert.deepEqual(faults, []);
      await close();
    }
  });

  test('a move that is not allowed is explained, and its rule opens a note', async () => {
    const { page, faults, close } = await atTable('tablut');
    const before = await boardText(page);
    await dragByMouse(page, 'E6', 'A1');
    const reason = page.locator('.notice-more[data-error]');
    // The board says it for a while only, so both are read in the same moment.
    await until(() => page.evaluate(() => {
      const [said, written] = ['.tb-note', '.notice-more[data-error]'].map((name) => /** @type {HTMLElement | null} */ (document.querySelector(name))?.innerText ?? '');
      return said !== '' && said === written;
    }), 'the reason on the board and below it');
    assert.match(await reason.innerText(), /^T\d+\b.+/);
    const chip = reason.locator('.term').first();
    assert.match(await chip.innerText(), /^T\d+$/);
    await chip.click();
    await page.locator('.note').waitFor();
    assert.ok((await page.locator('.note').innerText()).length > 10);
    await page.keyboard.press('Escape');
    await page.locator('.note').waitFor({ state: 'detached' });
    assert.equal(await boardText(page), before, 'the man is back');
    assert.deepEqual(faults, []);
    await close();
  });

  test('where less motion is wanted men fade', async () => {
    const { page, close } = await atTable('tablut', 1);
    const fading = await page.evaluate(async () => {
      await Promise.all(document.getAnimations().map(({ finished }) => finished));
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
      return document.getAnimations().filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.matches('.tb-piece, .tb-gone')).length;
    });
    // With whomever it had taken.
    assert.ok(fading >= 2, 'a man goes, and comes where it was before');
    await close();
  });

  test('what was said goes with its speaker, and is gone after a while', async () => {
    const { page, close } = await visitWithClock(browser(), address(), CALM);
    await startFromHome(page, 'tablut');
    await waitForTurn(page);
    await stopTime(page);
    const [near, far] = ['near', 'far'].map((place) => page.locator(`.player-${place} .bubble`));
    const flip = page.getByRole('button', { name: 'Turn the board' });
    await page.locator('[popovertarget=phrases]').click();
    await page.locator('#phrases button').first().click();
    await runTimeUntil(page, async () => (await near.innerText()) !== '', 'what was said');
    await flip.click();
    assert.deepEqual([await near.innerText(), await far.innerText()], ['', 'Hello!']);
    await page.locator('.header-lang').selectOption('fr');
    await until(async () => (await far.innerText()).startsWith('Bonjour'), 'the same in French');
    await page.clock.runFor(5000);
    assert.notEqual(await far.innerText(), '', 'for a while');
    await page.clock.runFor(1500);
    assert.equal(await far.innerText(), '');
    await page.locator('.header-lang').selectOption('en');
    await page.getByRole('button', { name: 'Turn the board' }).click();
    assert.deepEqual([await near.innerText(), await far.innerText()], ['', ''], 'it is not said again');
    await close();
  });

  test('looking back by keys and by clicks, and back to now', async () => {
    const { page, faults, close } = await atTable('tablut', 2);
    const head = page.locator('.notice-head');
    const now = await boardText(page);
    const turns = (await movesOf(page)).length;
    await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
    const start = page.url();
    const idle = () => page.locator('.moves-nav [aria-disabled]').evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
    assert.deepEqual(await idle(), ['One turn on', 'To the end'], 'there is nothing after now');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await head.innerText(), `After turn ${turns - 1}`);
    await until(async () => new URL(page.url()).hash === `#1.${turns - 1}`, 'the address of the moment');
    assert.equal((await cells(page, 'tb-movable')).length, 0, 'the past is not played');
    await page.keyboard.press('Home');
    assert.equal(await head.innerText(), 'The start');
    assert.deepEqual(await idle(), ['To the start', 'One turn back'], 'there is nothing before the start');
    await page.keyboard.press('ArrowRight');
    assert.equal(await head.innerText(), 'After turn 1');
    const afterFirst = await piecePlaces(page);
    // On the board the keys go from cell to cell; with Shift they look back there, too, and the cell stays.
    await page.locator('.tb-point[tabindex="0"]').focus();
    const cell = () => page.evaluate(() => document.activeElement?.getAttribute('data-point'));
    const focused = await cell();
    await page.keyboard.press('Shift+ArrowRight');
    assert.equal(await head.innerText(), 'After turn 2');
    assert.equal(await cell(), focused);
    await page.evaluate(() => /** @type {HTMLElement | null} */ (document.activeElement)?.blur());
    await page.keyboard.press('End');
    assert.equal(await boardText(page), now);
    await until(async () => page.url() === start, 'the address of the table');
    await page.locator('.moves-list .move').first().click();
    assert.equal(await head.innerText(), 'After turn 1');
    assert.equal(await page.locator('.move[aria-current]').count(), 1);
    assert.equal(await piecePlaces(page), afterFirst);
    // The address of a moment leads to it.
    await page.reload();
    await until(async () => (await page.locator('.tb-point').count()) > 0 && (await piecePlaces(page)) === afterFirst, 'the moment of the address');
    await page.getByRole('button', { name: 'One turn on' }).click();
    assert.equal(await head.innerText(), 'After turn 2');
    await page.getByRole('button', { name: 'Back to now' }).click();
    await until(async () => (await boardText(page)) === now, 'the board of now');
    await playTurns(page, 1);
    assert.deepEqual(faults, []);
    await close();
  });

  test('a list of moves that was scrolled stays there until another turn is shown', async () => {
    // So small a window that a few turns do not fit.
    const { page, close } = await atTable('alea', 6, { viewport: { width: 1000, height: 460 } });
    const scroller = page.locator('.moves-scroll');
    await scroller.evaluate((element) => (element.scrollTop = 0));
    await page.keyboard.press('f');
    await page.locator('.tb-point').first().waitFor();
    assert.equal(await scroller.evaluate((element) => element.scrollTop), 0);
    await page.locator('.moves-list .move').first().click();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await until(async () => (await scroller.evaluate((element) => element.scrollTop)) > 0, 'the last turn');
    await close();
  });

  test('a step of tavli is undone, and turns end by themselves if one wants that', async () => {
    const { page, faults, close } = await atTable('tavli');
    const chance = createChance(3);
    const undo = page.getByRole('button', { name: 'Undo' });
    const confirm = page.getByRole('button', { name: 'Confirm' });
    assert.equal(await undo.isDisabled(), true, 'nothing to undo yet');
    const start = await boardText(page);
    const { length } = await movesOf(page);
    await page.getByRole('button', { name: 'Throw' }).click();
    await waitForTurn(page, start);
    const thrown = await boardText(page);
    await playByMouse(page, chance);
    await waitForTurn(page, thrown);
    await undoTo(page, thrown, () => undo.click());
    // All steps, then the last one back: the turn is still one's own.
    /** @type {string[]} */
    const boards = [];
    while (!(await confirm.isVisible())) {
      boards.push(await boardText(page));
      await playByMouse(page, chance);
      await waitForTurn(page, boards[boards.length - 1]);
    }
    await undoTo(page, boards[boards.length - 1], () => undo.click());
    assert.equal((await movesOf(page)).length, length);

    await openSettings(page);
    await page.getByRole('switch', { name: /^Confirm turns by themselves/ }).click();
    await closeDialog(page);
    // One drop may have been several steps, which are now played one by one.
    do {
      const before = await boardText(page);
      await playByMouse(page, chance);
      await waitForTurn(page, before);
    } while ((await page.locator('.tb-movable:not([data-point=dice])').count()) > 0);
    await until(async () => (await movesOf(page)).length > length, 'the turn ends without a word');
    await waitForTurn(page);
    assert.equal((await movesOf(page)).length, length + 2, 'and the computer has answered');
    assert.deepEqual(faults, []);
    await close();
  });

  test('a match of two rounds: sides are exchanged, both rounds stay to be seen', async () => {
    const { page, faults, close } = await visit(browser(), address(), CALM);
    await startNewGame(page, address(), 'tablut', 'form-two-rounds');
    await waitForTurn(page);
    const score = page.locator('.score');
    const near = page.locator('.player-near .token');
    assert.equal(await score.innerText(), 'Round 1 · 0–0');
    assert.equal(await near.getAttribute('data-colour'), 'light');
    await playTurns(page, 1);
    const first = await movesOf(page);
    await resign(page);
    await page.locator('.score', { hasText: 'Round 2 · 0–1' }).waitFor();
    // The end of the first is seen until one goes on.
    assert.deepEqual(await page.locator('.result-tale :is(h2, p:not(:empty))').allInnerTexts(), ['Nils wins.', 'By resignation.', 'Round 1 · 0–1']);
    assert.deepEqual(await movesOf(page), first);
    await page.getByRole('button', { name: 'Next round' }).first().click();
    await waitForTurn(page);
    assert.equal(await near.getAttribute('data-colour'), 'dark');
    assert.match(await page.locator('.notice-more').innerText(), /^Last round: Nils wins\. By resignation\./);
    await playTurns(page, 1);
    await resign(page);
    await page.locator('.notice[data-phase=over]').waitFor();
    assert.equal(await page.locator('.notice-head').innerText(), 'Nils wins.');
    assert.equal(await score.innerText(), 'Round 2 · 0–2');
    const rounds = page.locator('.moves-rounds .tab');
    assert.deepEqual(await rounds.allInnerTexts(), ['Round 1: Nils', 'Round 2: Nils']);
    await rounds.first().click();
    assert.deepEqual(await movesOf(page), first);
    assert.equal(await page.locator('.notice-head').innerText(), `After turn ${first.length}`);
    // A keyboard can go on choosing.
    await rounds.first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.equal(await rounds.last().evaluate((button) => button === document.activeElement), true);
    assert.deepEqual(faults, []);
    await close();
  });
});

describe('settings', { concurrency: true }, () => {
  test('colours and sounds are as chosen, and stay so', async () => {
    const visitor = await visit(browser(), 'about:blank', CALM);
    const { page, faults, close } = visitor;
    // Every sound has a source that is started.
    await page.addInitScript(() => {
      const sounds = { count: 0 };
      Object.assign(window, { sounds });
      for (const source of [AudioBufferSourceNode, OscillatorNode]) {
        const { start } = source.prototype;
        source.prototype.start = function (/** @type {any[]} */ ...args) {
          sounds.count += 1;
          return start.apply(this, /** @type {any} */ (args));
        };
      }
    });
    const sounds = () => page.evaluate(() => /** @type {any} */ (window).sounds.count);
    await page.goto(address());
    await startFromHome(page, 'alea');
    await waitForTurn(page);
    await playTurns(page, 1);
    await until(async () => (await sounds()) > 0, 'moves are heard');
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await openSettings(page);
    await page.locator('label:has(#theme-dark)').click();
    await until(async () => (await background()) !== light, 'a dark page');
    await page.getByRole('switch', { name: 'Sound' }).click();
    await closeDialog(page);
    const heard = await sounds();
    await playTurns(page, 1);
    assert.equal(await sounds(), heard, 'nothing is heard any more');
    await page.reload();
    await waitForTurn(page);
    assert.notEqual(await background(), light);
    await playTurns(page, 1);
    assert.equal(await sounds(), 0);
    // The button in the header is the same switch, one click away.
    const button = page.locator('#header').getByRole('button', { name: 'Sound' });
    assert.equal(await button.getAttribute('aria-pressed'), 'false');
    await button.click();
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await playTurns(page, 1);
    await until(async () => (await sounds()) > 0, 'moves are heard again');
    await openSettings(page);
    assert.equal(await page.getByRole('switch', { name: 'Sound' }).isChecked(), true);
    await page.locator('label:has(#theme-auto)').click();
    await closeDialog(page);
    await until(async () => (await background()) === light, 'a light page again');
    assert.deepEqual(faults, []);
    await close();
  });

  test('another language in the middle of a turn keeps the game', async () => {
    const { page, faults, close } = await atTable('tavli', 1);
    const chance = createChance();
    const playOn = async () => {
      const before = await boardText(page);
      await playByMouse(page, chance);
      await waitForTurn(page, before);
    };
    // Few throws cannot be played at all.
    while ((await page.locator('.tb-movable:not([data-point=dice])').count()) === 0) await playOn();
    const thrown = await boardText(page);
    await playOn();
    const before = { moves: await movesOf(page), url: page.url() };
    await openSettings(page);
    for (const [lang, title] of [['it', 'Impostazioni'], ['fr', 'Réglages']]) {
      await page.locator('#setting-lang').selectOption(lang);
      await page.locator('dialog h2', { hasText: title }).waitFor();
      assert.equal(await page.locator('dialog').getAttribute('aria-label'), title);
      assert.match((await page.locator('.dialog-head button').getAttribute('aria-label')) ?? '', lang === 'it' ? /^Chiudi/ : /^Fermer/);
      assert.equal(await page.locator('html').getAttribute('lang'), lang);
      await until(async () => (await page.locator('.tb-movable').count()) > 0, 'the turn is still one’s own');
      assert.deepEqual(await movesOf(page), before.moves);
    }
    await closeDialog(page);
    assert.match(await page.locator('.tb-grid').getAttribute('aria-label') ?? '', /Plateau/);
    // Undone in French, it is undone in English. One drop may have been several steps.
    const undo = page.locator('.actions-turn button').first();
    await until(async () => {
      if ((await page.locator('.table[data-busy]').count()) > 0) return false;
      if (await undo.isDisabled()) return true;
      await undo.click();
      return false;
    }, 'the steps are undone');
    await page.locator('.header-lang').selectOption('en');
    await until(async () => (await boardText(page)) === thrown, 'the board as after the throw');
    await playOn();
    assert.equal(page.url(), before.url);
    assert.deepEqual(faults, []);
    await close();
  });
});
