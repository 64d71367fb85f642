// @ts-check
// What there is besides moving men: hints, reasons, looking back, settings, sharing, dice, matches.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { cells, createChance, diceAtRest, dragByMouse, isNoKing, playByMouse, undoTo } from './hands.js';
import { setUp } from './stage.js';
import { CALM, boardText, movesOf, piecePlaces, startFromHome, startNewGame, until, visit, waitForTurn } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, address } = setUp();

/** A visitor before a board, with some turns played. @param {string} game @param {number} turns @param {import('playwright-core').BrowserContextOptions} [options] */
async function atTable(game, turns = 0, options) {
  const visitor = await visit(browser(), address(), { ...CALM, ...options });
  await startFromHome(visitor.page, game);
  await waitForTurn(visitor.page);
  await playTurns(visitor.page, turns);
  return visitor;
}

/** @param {Page} page @param {number} turns */
async function playTurns(page, turns) {
  const chance = createChance(11);
  const wanted = (await page.locator('.moves-list [data-seat=host]').count()) + turns;
  while ((await page.locator('.moves-list [data-seat=host]').count()) < wanted) {
    const before = await boardText(page);
    await playByMouse(page, chance, isNoKing);
    await waitForTurn(page, before);
  }
}

/** @param {Page} page */
async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
}

/** @param {Page} page */
const openSettings = (page) => page.locator('#header').getByRole('button').last().click();
/** @param {Page} page */
const closeDialog = async (page) => {
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
};

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
    await reason.waitFor();
    assert.match(await reason.innerText(), /^T\d+\b.+/);
    assert.equal(await page.locator('.tb-note').innerText(), await reason.innerText());
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
    const { page, close } = await visit(browser(), 'about:blank', CALM);
    await page.clock.install();
    await page.goto(address());
    await startFromHome(page, 'tablut');
    await waitForTurn(page);
    const [near, far] = ['near', 'far'].map((place) => page.locator(`.player-${place} .bubble`));
    const flip = page.getByRole('button', { name: 'Turn the board' });
    await page.locator('[popovertarget=phrases]').click();
    await page.locator('#phrases button').first().click();
    await until(async () => (await near.innerText()) !== '', 'what was said');
    await flip.click();
    assert.deepEqual([await near.innerText(), await far.innerText()], ['', 'Hello!']);
    await page.locator('.header-lang').selectOption('fr');
    await until(async () => (await far.innerText()).startsWith('Bonjour'), 'the same in French');
    await page.clock.runFor(6500);
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
    assert.equal(new URL(page.url()).hash, `#1.${turns - 1}`);
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
    assert.equal(page.url(), start);
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
    await page.getByRole('button', { name: 'Turn the board' }).click();
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
    await playByMouse(page, chance);
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
    await waitForTurn(page);
    assert.equal(await near.getAttribute('data-colour'), 'dark');
    assert.match(await page.locator('.notice-more').innerText(), /^Last round: The computer wins\. By resignation\./);
    await playTurns(page, 1);
    await resign(page);
    await page.locator('.notice[data-phase=over]').waitFor();
    assert.equal(await page.locator('.notice-head').innerText(), 'The computer wins.');
    assert.equal(await score.innerText(), 'Round 2 · 0–2');
    const rounds = page.locator('.moves-rounds .tab');
    assert.deepEqual(await rounds.allInnerTexts(), ['Round 1: The computer', 'Round 2: The computer']);
    await rounds.first().click();
    assert.deepEqual(await movesOf(page), first);
    assert.equal(await page.locator('.notice-head').innerText(), `After turn ${first.length}`);
    // Whoever chooses by keyboard can go on choosing.
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
    assert.ok((await sounds()) > 0, 'moves are heard');
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
    assert.ok((await sounds()) > 0, 'moves are heard again');
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

test('what the page says is seen and heard over an open dialog', async () => {
  const { page, close } = await atTable('tablut', 0, { permissions: ['clipboard-write'] });
  await page.getByRole('button', { name: 'Share' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Copy', exact: true }).click();
  const toast = page.locator('#toast');
  await until(async () => (await toast.innerText()) !== '', 'a word');
  const isOnTop = await toast.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
  assert.ok(isOnTop, 'nothing lies over it');
  // What is inert has no role.
  assert.equal(await page.getByRole('status').filter({ hasText: await toast.innerText() }).count(), 1);
  assert.equal(await page.locator('#live').evaluate((element) => element.closest('dialog[open]') !== null), true);
  await closeDialog(page);
  assert.deepEqual(await page.locator('#live, #toast').evaluateAll((voices) => voices.map((voice) => voice.parentElement?.tagName)), ['BODY', 'BODY']);
  await close();
});

test('the link to share is one that others can follow, to the moment that is shown', async () => {
  const { page, close } = await atTable('tablut', 1);
  await page.route('**/invitation', (route) => route.fulfill({ json: { address: 'http://192.0.2.7:8080/t/x', is_only_here: false } }));
  await page.getByRole('button', { name: 'One turn back' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.locator('dialog input[readonly]');
  const { pathname, hash } = new URL(page.url());
  await until(async () => (await link.inputValue()) === `http://192.0.2.7:8080${pathname}${hash}`, 'the useful address');
  assert.equal(hash, '#1.1');
  // A browser may allow the clipboard only while the click is being handled.
  const isAtOnce = await page.locator('dialog').getByRole('button', { name: 'Copy picture' }).evaluate((button) => {
    let isWritten = false;
    navigator.clipboard.write = async () => void (isWritten = true);
    /** @type {HTMLElement} */ (button).click();
    return isWritten;
  });
  assert.ok(isAtOnce);
  await close();
});

test('a dialog goes with the page that it was opened on', async () => {
  const { page, faults, close } = await atTable('tablut');
  await page.getByRole('button', { name: 'Share' }).click();
  await page.locator('dialog[open]').waitFor();
  await page.goBack();
  await page.locator('.card-play').first().waitFor();
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  assert.equal(await page.locator('#toast, #live').count(), 2);
  assert.deepEqual(faults, []);
  await close();
});

describe('what can be taken away and brought back', { concurrency: true }, () => {
  test('a picture, and a record that shows the same game again', async () => {
    const { page, faults, close } = await atTable('alea', 2);
    const moves = await movesOf(page);
    const id = new URL(page.url()).pathname.split('/').pop() ?? '';
    await page.getByRole('button', { name: 'Share' }).click();
    assert.equal(await page.locator('dialog input[readonly]').inputValue(), page.url());
    const saved = async (/** @type {string} */ name) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('dialog').getByText(name, { exact: true }).click()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const picture = await saved('Save picture');
    assert.equal(picture.name, `tablen-${id}.png`);
    assert.deepEqual([...picture.bytes.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    assert.ok(picture.bytes.length > 1000);
    // Its letters are the page's own, wherever it is looked at.
    const own = await page.evaluate(async () => {
      const module = [...document.querySelectorAll('link')].find(({ href }) => href.endsWith('/app/picture.js'))?.href ?? '/app/picture.js';
      const { pngOf } = await import(module);
      const write = (/** @type {string} */ font) =>
        pngOf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><text y="25" font-size="28" font-family="${font}, serif">Raichi</text></svg>`);
      const [one, other] = await Promise.all(['Cormorant', 'No such letters'].map(async (font) => (await write(font)).text()));
      return one !== other;
    });
    assert.ok(own);
    // Width and height stand at the beginning of a PNG.
    assert.equal(picture.bytes.readUInt32BE(16), 1600);
    const records = { text: await saved('As text'), json: await saved('As JSON') };
    const told = async (/** @type {string} */ name) => (await fetch(`${address()}/api/v1/tables/${id}/${name}`)).text();
    assert.equal(records.text.bytes.toString(), await told('record'));
    assert.equal(records.json.bytes.toString(), await told('record.json'));
    await closeDialog(page);
    const board = await piecePlaces(page);

    for (const record of Object.values(records)) {
      await page.locator('.wordmark').click();
      await page.locator('#record-file').setInputFiles({ name: record.name, mimeType: 'text/plain', buffer: record.bytes });
      await page.waitForURL(/\/r\//);
      await until(async () => (await movesOf(page)).length === moves.length, 'the moves of the record');
      assert.deepEqual(await movesOf(page), moves);
      assert.equal(await piecePlaces(page), board);
      assert.equal((await cells(page, 'tb-movable')).length, 0, 'a record is looked at, not played');
    }
    // Pasted nonsense is refused with a reason.
    await page.locator('.wordmark').click();
    await page.locator('#record').fill('no record at all');
    const count = faults.length;
    await page.getByRole('button', { name: 'Show it' }).click();
    await until(async () => (await page.locator('.import .error').innerText()) !== '', 'a reason');
    // The browser itself notes the refusal, twice; nothing else went wrong.
    assert.equal(count, 0, faults.join('\n'));
    assert.ok(faults.every((fault) => /422/.test(fault)), faults.join('\n'));
    await close();
  });

  test('the page computes every throw again once the secret is known', async () => {
    const { page, faults, close } = await atTable('tavli', 2);
    await diceAtRest(page);
    await resign(page);
    await page.locator('.notice[data-phase=over]').waitFor();
    const throws = (await movesOf(page)).length;
    await page.getByRole('button', { name: 'Check the dice' }).click();
    await page.locator('.verdict[data-verdict=right]').waitFor();
    assert.match(await page.locator('.verdict').innerText(), new RegExp(`^Yes\\. Your browser has computed ${throws} throws`));
    await page.locator('dialog summary').click();
    assert.match(await page.locator('.secrets').innerText(), /[0-9a-f]{64}/);
    assert.equal(await page.locator('.luck').count(), 2);
    await closeDialog(page);
    assert.deepEqual(faults, []);
    await close();
  });

  test('a table that does not exist says so, and leads to the games', async () => {
    const { page, close } = await visit(browser(), `${address()}/t/${'0'.repeat(32)}`);
    await page.locator('.missing').waitFor();
    assert.equal(await page.locator('h1').innerText(), 'There is no such table');
    assert.equal(await page.locator('#banner').innerText(), '');
    await page.getByRole('link', { name: 'To the games' }).click();
    await page.locator('.card-play').first().waitFor();
    assert.equal(new URL(page.url()).pathname, '/');
    await close();
  });
});
