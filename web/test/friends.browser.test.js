// @ts-check
// Two people in two browsers: a whole game, what they see and hear of each other, and another game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChance, isKing, isNoKing, playByMouse } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, inTurn, isOver, movesOf, sitDownTogether, startNewGame, until, visit } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, address } = setUp();

/** The men as they are drawn: the same for both, whatever language they read. @param {Page} page */
const drawnMen = (page) =>
  page.locator('.tb-piece').evaluateAll((men) =>
    men.map((man) => `${man.querySelector('use')?.getAttribute('href')?.split('-').pop()} ${man.getAttribute('transform')}`).sort().join('\n'));

/** @param {Page[]} pages */
const seeTheSame = ([one, other]) =>
  until(async () => (await drawnMen(one)) === (await drawnMen(other)) && (await movesOf(one)).join() === (await movesOf(other)).join(), 'both see the same game');

/**
 * The one who has the turn plays; both have seen it when this is done.
 * @param {Page[]} pages @param {import('./hands.js').Chance} chance @param {(man: import('./hands.js').Cell) => boolean} [isWanted]
 */
async function playOn(pages, chance, isWanted) {
  const [mover] = await inTurn(pages);
  const { length } = await movesOf(mover);
  await playByMouse(mover, chance, isWanted);
  await until(async () => (await movesOf(mover)).length > length, 'the answer to what was played');
  await seeTheSame(pages);
}

test('a whole game of tablut between a French and an Italian page, and a rematch', async (context) => {
  const { host, guest, pages } = await sitDownTogether(browser(), address(), 'tablut', { host: { ...CALM, locale: 'fr-FR' }, guest: { ...CALM, locale: 'it-IT' } });
  const chance = createChance(4);
  const far = (/** @type {Page} */ page) => page.locator('.player-far');
  assert.deepEqual(await Promise.all(pages.map((page) => page.locator('html').getAttribute('lang'))), ['fr', 'it']);
  const colours = () => Promise.all(pages.map((page) => page.locator('.player-near .token').getAttribute('data-colour')));
  assert.deepEqual(await colours(), ['light', 'dark']);

  // What one says, the other reads in their own language.
  await host.page.locator('[popovertarget=phrases]').click();
  await host.page.locator('#phrases button', { hasText: 'Bonne chance' }).click();
  await Promise.all([
    far(guest.page).locator('.bubble', { hasText: 'Buona fortuna' }).waitFor(),
    host.page.locator('.player-near .bubble', { hasText: 'Bonne chance' }).waitFor(),
  ]);

  for (let turn = 0; turn < 6; turn++) await playOn(pages, chance, isNoKing);
  const before = [await drawnMen(guest.page), await movesOf(guest.page)];
  await guest.page.reload();
  await until(async () => (await movesOf(guest.page)).length === before[1].length, 'the moves as before the reload');
  assert.deepEqual([await drawnMen(guest.page), await movesOf(guest.page)], before);
  await playOn(pages, chance, isNoKing);

  // Who closes the page is away; who comes back to the address has the seat again.
  await guest.page.goto('about:blank');
  await until(async () => (await far(host.page).getAttribute('data-away')) !== null, 'the other one is away');
  assert.match(await far(host.page).innerText(), /n’est pas là/);
  await guest.page.goto(host.page.url());
  await until(async () => (await far(host.page).getAttribute('data-away')) === null, 'the other one is back');
  await guest.page.locator('.tb-point').first().waitFor();

  // A king who walks whenever he can is soon out, or caught.
  for (let turn = 0; !(await isOver(host.page)); turn++) {
    assert.ok(turn < 400, 'the game comes to its end');
    await playOn(pages, chance, isKing);
    await until(async () => (await isOver(host.page)) === (await isOver(guest.page)), 'both know whether the game is over');
  }
  const heads = await Promise.all(pages.map((page) => page.locator('.notice-head').innerText()));
  context.diagnostic(`${(await movesOf(host.page)).length} turns: ${heads.join(' / ')}`);
  const reason = await host.page.locator('.notice-more').innerText();
  assert.match(reason, /roi|jouer|position/, reason);

  // One offers, the other accepts: the same two, sides exchanged.
  const old = host.page.url();
  await host.page.locator('.after button.button-primary').click();
  await guest.page.locator('.notice-asked .button-primary').click();
  for (const page of pages) await page.waitForURL((url) => url.href !== old && url.pathname.startsWith('/t/'));
  assert.equal(host.page.url(), guest.page.url());
  await inTurn(pages);
  // Each page shows the new table in its own time.
  await until(async () => (await colours()).join() === 'dark,light', 'the sides are exchanged');
  for (let turn = 0; turn < 2; turn++) await playOn(pages, chance, isNoKing);

  // The game before can still be looked at, and leads on to the rematch.
  const rematch = host.page.url();
  await guest.page.goBack();
  await guest.page.waitForURL(old);
  await guest.page.locator('.notice[data-phase=over]').waitFor();
  const onwards = guest.page.locator('.after a.button-primary[href]');
  await onwards.waitFor();
  assert.equal(guest.page.url(), old);
  assert.equal(await guest.page.locator('.after button.button-primary').isVisible(), false);
  await onwards.click();
  await guest.page.waitForURL(rematch);
  await inTurn(pages);
  assert.deepEqual([...host.faults, ...guest.faults], []);
  await Promise.all([host.close(), guest.close()]);
});

test('the computer helps nobody against a person, unless both have agreed to that and see it', async () => {
  const alone = await sitDownTogether(browser(), address(), 'tablut', { host: CALM, guest: CALM });
  const hint = (/** @type {Page} */ page) => page.locator('.actions-turn button', { hasText: 'Hint' });
  const [mover] = await inTurn(alone.pages);
  assert.equal(await hint(mover).isVisible(), false);
  await Promise.all([alone.host.close(), alone.guest.close()]);

  const host = await visit(browser(), address(), CALM);
  await startNewGame(host.page, address(), 'tablut', 'opponent-friend', 'help');
  const guest = await visit(browser(), host.page.url(), CALM);
  await guest.page.locator('.invite', { hasText: 'Help allowed' }).waitFor();
  await guest.page.locator('.invite button[type=submit]').click();
  const [first, second] = await inTurn([host.page, guest.page]);
  await hint(first).click();
  await first.locator('.tb-hint').first().waitFor();
  await second.locator('.notice', { hasText: 'was given a hint' }).waitFor();
  await second.locator('.player-far', { hasText: '1 hint' }).waitFor();
  assert.deepEqual([...host.faults, ...guest.faults], []);
  await Promise.all([host.close(), guest.close()]);
});

test('a name that is being typed outlasts another language', async () => {
  const host = await visit(browser(), address(), CALM);
  await startNewGame(host.page, address(), 'tablut', 'opponent-friend');
  const guest = await visit(browser(), host.page.url(), CALM);
  const name = guest.page.locator('#join-name');
  await name.fill('Ada');
  await guest.page.locator('.header-lang').selectOption('it');
  await until(async () => (await guest.page.locator('html').getAttribute('lang')) === 'it', 'Italian');
  assert.equal(await name.inputValue(), 'Ada');
  await Promise.all([host.close(), guest.close()]);
});

test('a draw that is declined and a turn that is given back', async () => {
  const { host, guest, pages } = await sitDownTogether(browser(), address(), 'tablut', { host: CALM, guest: CALM });
  const chance = createChance(9);
  for (let turn = 0; turn < 2; turn++) await playOn(pages, chance, isNoKing);
  const [mover, other] = await inTurn(pages);
  await mover.getByRole('button', { name: 'Offer a draw' }).click();
  await mover.getByRole('alertdialog').getByRole('button', { name: 'Offer a draw' }).click();
  await mover.locator('.notice-more', { hasText: 'You have offered a draw.' }).waitFor();
  await other.locator('.notice-asked').getByRole('button', { name: 'No' }).click();
  await mover.locator('.notice-more', { hasText: 'plays on' }).waitFor();
  await playOn(pages, chance, isNoKing);
  await mover.getByRole('button', { name: 'Take back' }).click();
  await other.locator('.notice-asked').getByRole('button', { name: 'Yes' }).click();
  await until(async () => (await movesOf(mover)).length === 2, 'the turn is taken back');
  await seeTheSame(pages);
  assert.deepEqual([...host.faults, ...guest.faults], []);
  await Promise.all([host.close(), guest.close()]);
});
