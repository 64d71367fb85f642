// @ts-check
// What tavli shows of throws, hints and turns, from positions in which every throw does what is to be seen.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cells, createFinger } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, PHONE, axeFaults, piecePlaces, runTimeUntil, stopTime, until, visit, visitWithClock } from './support.js';
import { closeDialog, openSettings } from './visitor.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, address } = setUp();

/** Whatever white throws, the hit man finds every cell held. */
const SHUT_OUT = 'white m6:1 20:14 beyond; black 6:2 7:2 8:2 9:2 10:2 11:2 24:3 beyond; white to roll';
/** White's last man has at most six cells before it; with most throws something is left over. */
const CROWDED = 'white 1:1 24:14 beyond; black 8:2 9:2 10:2 11:2 12:2 13:2 22:3 beyond; white to roll';
/** White can play even numbers only. */
const ODD_HELD = 'white 12:15 beyond; black 13:5 15:2 17:2 19:2 21:2 23:2 beyond; white to roll';
/** White bears a man off with every number. */
const HOME = 'white 23:7 24:8 beyond; black 1:15 beyond; white to roll';
/** White can play everything. */
const FREE = 'white 1:2 2:2 3:2 4:2 5:2 6:5 beyond; black 19:8 20:7 beyond; white to roll';

/**
 * A page at a new table that begins with a position.
 * @param {string} start @param {object} [request] @param {import('./support.js').ContextOptions} [options]
 */
async function openAt(start, request = {}, options = {}) {
  const visitor = await visitWithClock(browser(), address(), options);
  const table = { ruleset: 'game:tavli', opponent: { computer: 1 }, side: 'light', start, ...request };
  const path = await visitor.page.evaluate(async (asked) => {
    const answer = await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) });
    const told = await answer.json();
    return told.path ?? JSON.stringify(told);
  }, table);
  await visitor.page.goto(address() + path);
  await visitor.page.locator('.table-board').waitFor();
  return visitor;
}

const dice = (/** @type {Page} */ page) => page.locator('[data-point=dice]');
const diceName = (/** @type {Page} */ page) => dice(page).getAttribute('aria-label').then((name) => name ?? '');
const ribbon = (/** @type {Page} */ page) => page.locator('.tb-ribbon.tb-lost');
const throwDice = async (/** @type {Page} */ page) => {
  await until(async () => (await diceName(page)).includes('Throw'), 'one’s throw');
  await dice(page).click();
};
/** Plays one number with the first man that can move: to the nearest of his places, since others may take the whole throw. @param {Page} page */
async function step(page) {
  const from = page.locator('.tb-movable:not([data-point=dice])').first();
  await from.waitFor();
  const before = await diceName(page);
  const at = Number(await from.getAttribute('data-point'));
  await from.click();
  await page.locator('.tb-target').first().waitFor();
  const places = await page.locator('.tb-target').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-point') ?? ''));
  // Off the board is farther than any cell.
  const far = (/** @type {string} */ place) => Math.abs(Number(place) - at) || Infinity;
  const nearest = places.reduce((best, place) => (far(place) < far(best) ? place : best));
  await page.locator(`.tb-target[data-point="${nearest}"]`).click();
  await until(async () => (await diceName(page)) !== before, 'a step');
}

/** Throws in stopped time and waits until it is said what cannot be played: by itself that is seen for two seconds only. @param {Page} page */
async function throwInVain(page) {
  await stopTime(page);
  await throwDice(page);
  await seeLost(page);
}
/** @param {Page} page */
const seeLost = (page) => runTimeUntil(page, () => ribbon(page).isVisible(), 'what cannot be played');

/** How many dice are gone, and how many are barred. @param {Page} page */
const ledge = async (page) => ({ gone: await page.locator('.tb-die.tb-gone').count(), barred: await page.locator('.tb-die.tb-barred').count() });

describe('nothing passes unseen', { concurrency: true }, () => {
  test('a throw with which nothing can be played stays until somebody has seen why', async () => {
    const { page, faults, close } = await openAt(SHUT_OUT, {}, CALM);
    await throwInVain(page);
    assert.match(await ribbon(page).innerText(), /^\d-\d-\d: every (number|\d) is blocked$/);
    assert.deepEqual(await ledge(page), { gone: 0, barred: 3 });
    assert.ok((await page.locator('.tb-blocked').count()) > 0, 'the cells are marked');
    assert.match(await diceName(page), /\d cannot be played, \d+ left, \d: cells? [\d, ]+ (is|are) held/, 'it is said to those who listen');
    assert.match(await page.locator('#live').innerText(), /is blocked\./);
    await page.clock.runFor(700);
    assert.equal(await ribbon(page).isVisible(), true, 'it stays');
    await page.locator('[data-point="15"]').click();
    await until(async () => !(await ribbon(page).isVisible()), 'a click goes on');
    await page.clock.resume();
    // Whoever looks back sees it again.
    await page.locator('.moves-list li:nth-child(2)').waitFor();
    await page.locator('.moves-list .move').first().click();
    await ribbon(page).waitFor();
    assert.deepEqual(await ledge(page), { gone: 0, barred: 3 });
    assert.deepEqual(await axeFaults(page), []);
    assert.deepEqual(faults, []);
    await close();
  });

  test('it goes by itself, and it goes by a key', async () => {
    const [waiting, typing] = await Promise.all([openAt(SHUT_OUT, {}, CALM), openAt(SHUT_OUT, {}, CALM)]);
    await Promise.all([waiting, typing].map(({ page }) => throwInVain(page)));
    await typing.page.keyboard.press('Enter');
    await until(async () => !(await ribbon(typing.page).isVisible()), 'a key goes on, and no time has passed');
    await waiting.page.clock.runFor(1500);
    assert.equal(await ribbon(waiting.page).isVisible(), true, 'by itself it takes longer');
    await runTimeUntil(waiting.page, async () => !(await ribbon(waiting.page).isVisible()), 'it goes by itself');
    assert.deepEqual([...waiting.faults, ...typing.faults], []);
    await Promise.all([waiting.close(), typing.close()]);
  });

  test('the other one’s pass is seen too', async () => {
    const host = await openAt(SHUT_OUT, { opponent: 'friend' }, CALM);
    // A friend sits down by the address.
    const guest = await visitWithClock(browser(), host.page.url(), CALM);
    await guest.page.locator('#join-name').fill('Ada');
    await guest.page.locator('.invite button[type=submit]').click();
    await guest.page.locator('.board-overlay').waitFor({ state: 'hidden' });
    await stopTime(guest.page);
    await throwInVain(host.page);
    await seeLost(guest.page);
    for (const { page } of [host, guest]) {
      assert.match(await ribbon(page).innerText(), /is blocked$/);
      await page.clock.resume();
    }
    await until(async () => (await diceName(guest.page)).includes('Throw'), 'then it is the other one’s turn');
    assert.deepEqual([...host.faults, ...guest.faults], []);
    await Promise.all([host.close(), guest.close()]);
  });

  test('what is left over of a throw is barred, and says why', async () => {
    // With 1-2-3 and 1-1-2 all can be played: then another table is opened.
    for (let tries = 0; tries < 5; tries++) {
      const { page, faults, close } = await openAt(CROWDED, { opponent: 'same-screen', side: null }, CALM);
      await stopTime(page);
      await throwDice(page);
      // While a step is on its way to the server nothing can be moved, either.
      let men = 0;
      let isLost = false;
      const isKnown = async () => {
        men = await page.locator('.tb-movable:not([data-point=dice])').count();
        isLost = await ribbon(page).isVisible();
        return men > 0 || isLost || (await ledge(page)).gone === 3;
      };
      const waitForMore = () => runTimeUntil(page, isKnown, 'how the throw goes on');
      for (await waitForMore(); men > 0; await waitForMore()) await step(page);
      const isAll = !isLost;
      if (!isAll) {
        const { gone, barred } = await ledge(page);
        assert.match(await ribbon(page).innerText(), /(is blocked|cannot be played: .+)$/);
        assert.ok(gone + barred === 3, 'what is played has left, the rest is barred');
        await page.locator('.tb-die.tb-barred').first().hover({ force: true });
        await page.locator('.tb-tip', { hasText: /^\d: .*held/ }).waitFor();
        // Axe itself needs a little time.
        let isLookedAt = false;
        const looking = axeFaults(page).finally(() => (isLookedAt = true));
        await runTimeUntil(page, async () => isLookedAt, 'what axe says');
        assert.deepEqual(await looking, []);
      }
      assert.deepEqual(faults, []);
      await close();
      if (!isAll) return;
    }
    assert.fail('five throws that can be played to the end');
  });
});

test('dice roll as they fall: a click lets them lie, and less motion leaves them still', async () => {
  const { page, faults, close } = await openAt(FREE);
  const rolling = () => page.locator('.tb-rolling').count();
  await stopTime(page);
  await throwDice(page);
  await runTimeUntil(page, async () => (await rolling()) > 0, 'the dice roll');
  await dice(page).click();
  await until(async () => (await rolling()) === 0, 'they lie, and no time has passed');
  const calm = await openAt(FREE, {}, CALM);
  await throwDice(calm.page);
  await until(async () => !(await diceName(calm.page)).includes('Throw'), 'thrown');
  assert.equal(await calm.page.locator('.tb-rolling').count(), 0);
  assert.deepEqual([...faults, ...calm.faults], []);
  await Promise.all([close(), calm.close()]);
});

test('a hint is for the rest of the turn, says why, and is played by one click', async () => {
  const { page, faults, close } = await openAt(HOME, {}, CALM);
  await throwDice(page);
  await step(page);
  await page.getByRole('button', { name: 'Hint' }).first().click();
  const offer = page.getByRole('button', { name: 'Play it' });
  await offer.waitFor();
  assert.match(await page.locator('.notice').innerText(), /The computer would play .+\. .+\./, 'with a reason');
  assert.ok((await page.locator('.tb-hint').count()) > 0);
  assert.deepEqual(await axeFaults(page), []);
  await offer.click();
  await until(async () => (await diceName(page)).includes('End the turn'), 'the rest is played');
  assert.deepEqual(await ledge(page), { gone: 3, barred: 0 }, 'every number was played once');
  assert.equal(await page.locator('.tb-hint').count(), 0);
  await page.getByRole('button', { name: 'Hint' }).first().click();
  await page.locator('.notice-more', { hasText: 'All is played: the turn can be ended.' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('who wants it so has the dice thrown when the turn comes; the first throw is made by hand', async () => {
  const { page, faults, close } = await openAt(FREE, {}, CALM);
  await openSettings(page);
  for (const setting of ['autoRoll', 'autoConfirm']) await page.locator(`label:has(#setting-${setting})`).click();
  await closeDialog(page);
  await throwDice(page);
  const own = page.locator('.moves-list [data-seat=host]');
  while ((await own.count()) === 0) {
    await until(async () => (await own.count()) > 0 || (await page.locator('.tb-movable:not([data-point=dice])').count()) > 0, 'a man that can move, or the end of the turn');
    if ((await own.count()) === 0) await step(page);
  }
  await page.locator('.moves-list [data-seat=guest]').waitFor();
  await until(async () => (await page.locator('.tb-movable:not([data-point=dice])').count()) > 0, 'men can be moved, and nobody has touched the dice');
  assert.doesNotMatch(await diceName(page), /Throw/);
  assert.deepEqual(faults, []);
  await close();
});

test('a turn of tavli that is pointed at in the list is seen on the board, and only as long', async () => {
  const { page, faults, close } = await openAt(FREE, { opponent: 'same-screen', side: null }, CALM);
  for (const turn of [1, 2]) {
    await throwDice(page);
    await until(async () => {
      if ((await diceName(page)).includes('End the turn')) return true;
      if ((await page.locator('.tb-movable:not([data-point=dice])').count()) > 0) await step(page);
      return false;
    }, 'all is played');
    await dice(page).click();
    await until(async () => (await page.locator('.moves-list .move').count()) === turn && (await diceName(page)).includes('Throw'), 'the other side’s turn');
  }
  const now = await piecePlaces(page);
  await page.locator('.moves-list .move').first().hover();
  await until(async () => (await piecePlaces(page)) !== now, 'the position after the first turn');
  await page.locator('.table-title h1').hover();
  await until(async () => (await piecePlaces(page)) === now, 'the game as it is');
  assert.deepEqual(faults, []);
  await close();
});

test('a turn leaves arcs with the numbers of its steps, and ghosts where men stood', async () => {
  const { page, faults, close } = await openAt(FREE, {}, CALM);
  await throwDice(page);
  await step(page);
  await step(page);
  assert.ok((await page.locator('.tb-trail').count()) > 0);
  assert.ok((await page.locator('.tb-ghost').count()) > 0);
  const numbers = (await page.locator('.tb-trail-number').allTextContents()).flatMap((text) => text.split(/, |–/).map(Number));
  assert.deepEqual([Math.min(...numbers), Math.max(...numbers) > 1], [1, true]);
  assert.deepEqual(faults, []);
  await close();
});

test('in tafl a hint says why and is played by one click', async () => {
  const start = '/9/4t4/9/9/1t2K2t1/9/9/4t4/9/ defenders';
  const { page, faults, close } = await visit(browser(), address(), CALM);
  const path = await page.evaluate(async (asked) => {
    const answer = await fetch('/api/v1/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(asked) });
    return (await answer.json()).path;
  }, { ruleset: 'preset:tablut', opponent: 'same-screen', start });
  await page.goto(address() + path);
  await page.locator('.tb-movable').first().waitFor();
  await page.getByRole('button', { name: 'Hint' }).first().click();
  await page.getByRole('button', { name: 'Play it' }).waitFor();
  assert.match(await page.locator('.notice').innerText(), /would play E5-\w\d\. .+\./);
  await page.getByRole('button', { name: 'Play it' }).click();
  await until(async () => (await page.locator('.moves-list .move').count()) === 1, 'it is played');
  assert.deepEqual(faults, []);
  await close();
});

test('a key to the notation is beside the moves, in the reader’s words', async () => {
  const { page, faults, close } = await openAt(FREE, {}, { ...CALM, locale: 'fr-FR' });
  await page.getByRole('button', { name: 'La notation des coups' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /réserve-4/);
  assert.match(await dialog.innerText(), /un pion adverse y est frappé/);
  assert.deepEqual(await axeFaults(page), []);
  assert.deepEqual(faults, []);
  await close();
});

/** Taps the first die that is barred. @param {Page} page */
async function tapBarred(page) {
  const finger = await createFinger(page);
  await finger.tapOn(page.locator('.tb-die.tb-barred .tb-die-body').first());
}
const tip = (/** @type {Page} */ page) => page.locator('.tb-tip', { hasText: /^\d: .*held/ });

test('on a phone a barred die says why when it is tapped, and a pass goes on by a tap elsewhere', async () => {
  const { page, faults, close } = await openAt(SHUT_OUT, {}, { ...PHONE, ...CALM });
  await throwInVain(page);
  await tapBarred(page);
  await tip(page).waitFor();
  assert.equal(await ribbon(page).isVisible(), true, 'it is still the pass that is seen');
  await page.clock.runFor(1900);
  await tapBarred(page);
  await page.clock.runFor(1900);
  assert.equal(await ribbon(page).isVisible(), true, 'who asks has time to read');
  const [board, words] = await Promise.all([page.locator('.tb-stage').boundingBox(), ribbon(page).boundingBox()]);
  assert.ok(board && words && words.x >= board.x && words.x + words.width <= board.x + board.width, 'the words are on the board');
  await (await createFinger(page)).tapOn(page.locator('[data-point="15"]'));
  await until(async () => !(await ribbon(page).isVisible()), 'a tap elsewhere goes on');
  assert.deepEqual(faults, []);
  await close();
});

test('a barred die says why in the middle of a turn and at its end; beside it the turn is ended', async () => {
  // All odd or all even, nothing is barred or nothing is played: then another table is opened.
  for (let tries = 0; tries < 12; tries++) {
    const { page, faults, close } = await openAt(ODD_HELD, { opponent: 'same-screen', side: null }, { ...PHONE, ...CALM });
    await throwDice(page);
    await until(async () => !(await diceName(page)).includes('Throw'), 'thrown');
    const { barred } = await ledge(page);
    if (barred === 0 || barred === 3) {
      await close();
      continue;
    }
    assert.ok((await page.locator('.tb-movable:not([data-point=dice])').count()) > 0, 'in the middle of a turn');
    await tapBarred(page);
    await tip(page).waitFor();
    while (!(await diceName(page)).includes('End the turn')) await step(page);
    await until(async () => (await page.locator('.tb-tip').innerText()) === '', 'what was said belongs to what was there');
    const name = await diceName(page);
    await tapBarred(page);
    await tip(page).waitFor();
    assert.equal(await diceName(page), name, 'the turn is not ended by the question');
    assert.equal(await page.locator('.moves-list .move').count(), 0);
    const ends = (await cells(page, 'tb-movable')).find(({ point }) => point === 'dice');
    assert.ok(ends);
    await (await createFinger(page)).tap(ends);
    await until(async () => (await diceName(page)).includes('Throw'), 'beside it the turn is ended');
    assert.deepEqual(faults, []);
    return close();
  }
  assert.fail('twelve throws that are all odd or all even');
});
