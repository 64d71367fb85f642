// @ts-check
// Pages that are loaded again and a server that is killed: nothing that was played is lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChance, isNoKing, playByMouse } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, boardText, inTurn, isOver, movesOf, piecePlaces, sitDownTogether, startFromHome, until, visit, waitForTurn } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, server, address } = setUp();

/** @param {Page} page */
const banner = (page) => page.locator('#banner').innerText();

for (const game of ['tavli', 'tablut', 'alea']) {
  test(`${game} against the computer: a reload, and a server that is killed while one moves`, async () => {
    const { page, close } = await visit(browser(), address(), CALM);
    const chance = createChance(6);
    const playOn = async () => {
      const before = await boardText(page);
      await playByMouse(page, chance, isNoKing);
      await waitForTurn(page, before);
    };
    await startFromHome(page, game);
    await waitForTurn(page);
    // So few that nobody can have won yet.
    for (let deed = 0; deed < 2; deed++) await playOn();
    const before = await boardText(page);
    await page.reload();
    await until(async () => (await boardText(page)) === before, 'the board as before the reload');
    await playOn();

    const [board, moves] = [await boardText(page), await movesOf(page)];
    await server().kill();
    await until(async () => (await banner(page)) !== '', 'a banner that says what happened');
    assert.equal(await boardText(page), board, 'the board stays as it was');
    // What is played while nobody answers is not lost.
    await playByMouse(page, chance, isNoKing);
    await server().start();
    await until(async () => (await banner(page)) === '', 'the way back to the table');
    await waitForTurn(page, board);
    assert.deepEqual((await movesOf(page)).slice(0, moves.length), moves);
    if (!(await isOver(page))) await playOn();
    await close();
  });
}

test('two friends: a reload, and a server that is killed in the middle of a turn', async () => {
  const { host, guest, pages } = await sitDownTogether(browser(), address(), 'tavli');
  const chance = createChance(3);
  const seeTheSame = () => until(async () => {
    // What others play is shown step by step.
    for (const page of pages) if ((await page.locator('.table[data-busy]').count()) > 0) return false;
    return (await piecePlaces(host.page)) === (await piecePlaces(guest.page));
  }, 'both see the same men');
  /** A throw, a step or the end of the turn. */
  const playOn = async () => {
    const [mover] = await inTurn(pages);
    const before = await boardText(mover);
    await playByMouse(mover, chance);
    await until(async () => (await boardText(mover)) !== before, 'the answer to what was played');
    await seeTheSame();
  };
  const start = await piecePlaces(guest.page);
  const movers = new Set();
  for (let deed = 0; deed < 12 || movers.size < 2; deed++) {
    movers.add((await inTurn(pages))[0]);
    await playOn();
  }
  assert.notEqual(await piecePlaces(guest.page), start, 'moves are seen');

  const before = await boardText(guest.page);
  await guest.page.reload();
  await until(async () => (await boardText(guest.page)) === before, 'the board as before the reload');
  await playOn();
  assert.deepEqual([...host.faults, ...guest.faults], []);

  // In the middle of a turn: the dice are thrown and one man has moved.
  const isThrowNext = async () => (await (await inTurn(pages))[0].locator('.notice-head').innerText()).includes('throw');
  while (!(await isThrowNext())) await playOn();
  await playOn();
  await playOn();
  const [mover] = await inTurn(pages);
  const inMidTurn = await Promise.all(pages.map(boardText));
  await server().kill();
  for (const page of pages) await until(async () => (await banner(page)) !== '', 'a banner that says what happened');
  assert.deepEqual(await Promise.all(pages.map(boardText)), inMidTurn);
  await playByMouse(mover, chance);
  await server().start();
  for (const page of pages) await until(async () => (await banner(page)) === '', 'the way back to the table');
  await until(async () => (await boardText(mover)) !== inMidTurn[pages.indexOf(mover)], 'what was played in the meantime');
  await seeTheSame();
  for (let deed = 0; deed < 8; deed++) await playOn();
  await Promise.all([host.close(), guest.close()]);
});

test('a page to which one comes back asks whether the server is still there, and says nothing of it', async () => {
  const { page, faults, close } = await visit(browser(), address(), CALM);
  /** @type {any[]} */
  const heard = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(String(payload)))));
  await startFromHome(page, 'tablut');
  await waitForTurn(page);
  const said = await page.locator('.notice').innerText();
  const before = heard.length;
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  // Something else may come behind it.
  await until(async () => heard.slice(before).some(({ type }) => type === 'pong'), 'the answer of the server');
  assert.equal(await page.locator('.notice').innerText(), said);
  assert.equal(await page.locator('body').getAttribute('data-link'), 'open');
  assert.deepEqual(faults, []);
  await close();
});
