// @ts-check
// Home as a place that lives: games that are kept, boards in lists, a game that plays itself; and links that show what they lead to.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createChance, isNoKing, playByMouse } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, PATIENCE, ask, axeFaults, inTurn, movesOf, runTimeUntil, sitDownTogether, startFromHome, startNewGame, stopTime, until, visit, visitWithClock, waitForTurn } from './support.js';
import { playTurns, resign, tables } from './visitor.js';

const stage = setUp();
const { browser, address } = stage;
const atTable = tables(stage);

/** Waits in stopped time for the board that plays by itself. What comes before it may still push it out of sight. @param {import('playwright-core').Page} page */
const lookAtTheShow = (page) =>
  until(async () => (await page.locator('.show-place').scrollIntoViewIfNeeded(), await page.clock.runFor(100), (await page.locator('.show-turn').count()) > 0), 'the board');

/** A short game of Brandubh. */
const RECORD = `Tablen record 1
Rules: preset:brandubh
Form: single
Clock: none
Host: "Ada"
Guest: "Bo"
Host plays: light

Round 1: host defenders, guest attackers, first attackers
1. guest D2-C2
guest wins the round: resigned
Result: guest wins
`;

/** Whether a picture has come and shows something. @param {import('playwright-core').Locator} image */
const isDrawn = (image) => image.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 50);

test('a finished game is kept with its board and result, can be opened, removed and brought back, and is counted', async () => {
  const { page, faults, close } = await atTable('tablut', 1);
  const url = page.url();
  await resign(page);
  await page.locator('.notice[data-phase=over]').waitFor();
  await page.locator('.wordmark').click();
  const games = page.locator('.kept-games li');
  await games.first().waitFor();
  assert.match(await games.first().innerText(), /Tablut\s+Guest – Nils[^]*lost/);
  await until(() => isDrawn(games.locator('img').first()), 'its board');
  assert.match(await page.locator('.stats summary').innerText(), /Tablut: 1 game, 0 won/);
  assert.deepEqual(await page.locator('.stats tbody tr').allInnerTexts(), ['Nils\t1\t0\t0\t1']);
  assert.deepEqual(await axeFaults(page), []);
  await games.locator('a').first().click();
  await page.waitForURL(url);
  await page.goBack();
  await games.getByRole('button', { name: /^Remove Tablut/ }).click();
  await until(async () => (await games.count()) === 0, 'it is removed');
  await page.getByRole('button', { name: 'Undo' }).click();
  await until(async () => (await games.count()) === 1, 'it is back');
  // It is kept by the browser, not by the page.
  await page.reload();
  await games.first().waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('a game that ended while one was elsewhere is found and kept; so is a record that was brought in', async () => {
  const { host, guest } = await sitDownTogether(browser(), address(), 'brandubh', { host: CALM, guest: CALM });
  const [mover] = await inTurn([host.page, guest.page]);
  await playByMouse(mover, createChance(3), isNoKing);
  await until(async () => (await movesOf(guest.page)).length === 1, 'a move');
  await host.page.goto(address());
  await host.page.locator('.card-play').first().waitFor();
  assert.equal(await host.page.locator('.kept-games li').count(), 0);
  const record = await (await ask(guest.page, `${address()}/api/v1/tables/${new URL(guest.page.url()).pathname.split('/').pop()}/record`)).text();
  await resign(guest.page);
  await guest.page.locator('.notice[data-phase=over]').waitFor();
  await host.page.reload();
  const games = host.page.locator('.kept-games li');
  await until(async () => (await games.count()) === 1, 'the game');
  assert.match(await games.first().innerText(), /Brandubh\s+Guest – Ada[^]*won/);
  await host.page.locator('.import summary').click();
  await host.page.locator('#record').fill(record);
  await host.page.locator('.import .button').first().click();
  await host.page.waitForURL(/\/r\//);
  await host.page.locator('.tb-point').first().waitFor();
  await host.page.locator('.wordmark').click();
  await until(async () => (await games.count()) === 2, 'the record');
  assert.match(await games.first().innerText(), /record/);
  for (const visitor of [host, guest]) await visitor.close();
});

test('a record that was opened in the study is kept, too', async () => {
  const { page, faults, close } = await visit(browser(), `${address()}/study?game=tablut`, CALM);
  await page.locator('.tb-point').first().waitFor();
  await page.getByRole('button', { name: 'Open a record' }).click();
  await page.locator('#study-record').fill(RECORD);
  await page.locator('dialog .button-primary').click();
  await page.waitForURL(/\/study\?table=/);
  await page.locator('.study-players', { hasText: 'Ada – Bo' }).waitFor();
  await page.locator('.wordmark').click();
  const games = page.locator('.kept-games li');
  await games.first().waitFor();
  assert.match(await games.first().innerText(), /Brandubh\s+Ada – Bo[^]*record/);
  assert.deepEqual(faults, []);
  await close();
});

test('a bot is shown as one in lists and at its table', async () => {
  const { page, faults, close } = await visit(browser(), address(), CALM);
  const wish = { ruleset: 'preset:brandubh', opponent: 'friend', name: 'Zoe', bot: true, public: true };
  const { path } = await (await page.request.post(`${address()}/api/v1/tables`, { data: wish })).json();
  await page.goto(address());
  const table = page.locator(`.table-link[href="${path}"]`).first();
  await table.waitFor();
  assert.match(await table.innerText(), /Zoe \(bot\)/);
  const other = await visit(browser(), `${address()}${path}?lang=fr`, { ...CALM, locale: 'fr' });
  await other.page.getByText('Zoe (robot)').first().waitFor();
  assert.deepEqual([...faults, ...other.faults], []);
  await other.close();
  await close();
});

test('lists show boards and how many watch', async () => {
  const player = await visit(browser(), address(), CALM);
  await startNewGame(player.page, address(), 'tablut', 'public');
  await waitForTurn(player.page);
  const watching = await visit(browser(), player.page.url(), CALM);
  await watching.page.locator('.tb-point').first().waitFor();
  const home = await visit(browser(), address(), CALM);
  const table = home.page.locator('.table-link').first();
  await until(async () => {
    await home.page.reload();
    await table.waitFor();
    return /1 watching/.test(await table.innerText());
  }, 'somebody who watches');
  await until(() => isDrawn(table.locator('img')), 'a board');
  // The picture is of the game as it is now, and changes with it.
  const source = await table.locator('img').getAttribute('src');
  const before = await (await ask(home.page, `${address()}${source}`)).text();
  await playTurns(player.page, 1);
  await home.page.reload();
  await table.waitFor();
  const now = await table.locator('img').getAttribute('src');
  assert.notEqual(now, source);
  assert.notEqual(await (await ask(home.page, `${address()}${now}`)).text(), before);
  assert.deepEqual(home.faults, []);
  for (const visitor of [player, watching, home]) await visitor.close();
});

test('a board plays by itself while it is seen, stops when asked, and rests where less motion is wanted', async () => {
  const { page, faults, close } = await visitWithClock(browser(), address(), { viewport: { width: 1100, height: 500 } });
  const turn = page.locator('.show-turn');
  await page.locator('.card-play').first().waitFor();
  const told = () => turn.innerText();
  await page.clock.runFor(8000);
  assert.equal(await turn.count(), 0, 'it does not even come before it is seen');
  await lookAtTheShow(page);
  await until(async () => (await page.clock.runFor(500), !/^Before the throw/.test(await told())), 'the throw');
  await page.getByRole('button', { name: 'Stop' }).click();
  const stopped = await told();
  await page.clock.runFor(10_000);
  assert.equal(await told(), stopped);
  assert.deepEqual(await axeFaults(page), []);
  assert.deepEqual(faults, []);
  await close();
  const calm = await visitWithClock(browser(), address(), CALM);
  await lookAtTheShow(calm.page);
  await calm.page.clock.runFor(10_000);
  assert.equal(await calm.page.locator('.show-turn').innerText(), 'Before the throw');
  await calm.page.getByRole('button', { name: 'Let it play' }).waitFor();
  await calm.close();
});

test('the emperor’s throw is shown as the booklet has it, with his name; then a game of our own', async () => {
  const { page, faults, close } = await visitWithClock(browser(), address(), { locale: 'fr-FR' });
  const title = page.locator('.show h2');
  await lookAtTheShow(page);
  assert.equal(await title.innerText(), 'Le coup de dés de l’empereur');
  assert.match(await page.locator('.show .about').first().innerText(), /Zénon[^]*Agathias de Myrina/);
  assert.equal(await page.locator('.show a').getAttribute('href'), '/learn/tavli/scene');
  await until(async () => (await page.clock.runFor(300), /huit pions/.test(await page.locator('.show-turn').innerText())), 'the turn is played');
  await until(async () => (await page.clock.runFor(300), (await title.innerText()) === 'Une partie qui se joue seule'), 'another game');
  await page.locator('.show .tb[data-size="9"]').waitFor();
  assert.equal(await page.locator('.show a:visible').count(), 0);
  // What is shown is what the server makes of the booklet's diagram.
  const { diagrams } = JSON.parse(await readFile(new URL('../learn/tavli/diagrams.json', import.meta.url), 'utf8'));
  const { ruleset, position, turn } = diagrams.find((/** @type {{ id: string }} */ { id }) => id === 'zeno');
  const shown = JSON.parse(await readFile(new URL('../shown/zeno.json', import.meta.url), 'utf8'));
  for (const [turns, view] of [[[], shown.views[0]], [[turn], shown.views.at(-1)]]) {
    const answer = await ask(page, `${address()}/api/v1/study/look`, { method: 'POST', data: { ruleset, start: position, turns } });
    const { board } = (await answer.json()).view;
    assert.deepEqual([view.board.white, view.board.black], [board.white, board.black]);
  }
  assert.deepEqual(faults, []);
  await close();
});

test('who waits for a friend sees the board of the game that was chosen', async () => {
  const { page, faults, close } = await visit(browser(), address(), CALM);
  for (const [game, source] of /** @type {const} */ ([['brandubh', /diagram\.svg\?ruleset=.*board%3A7/], ['tablut', /pictures\/tablut\.svg$/]])) {
    await startNewGame(page, address(), game, 'opponent-friend');
    const board = page.locator('.waiting-board');
    assert.match((await board.getAttribute('src')) ?? '', source);
    await until(() => isDrawn(board), 'its board');
  }
  assert.deepEqual(faults, []);
  await close();
});

test('whoever invites is asked for a name, and need not wait for ever', async () => {
  const { page, faults, close } = await visit(browser(), address(), CALM);
  await page.goto(`${address()}/?new=tavli`);
  await page.locator('label:has(#opponent-friend)').click();
  await page.getByRole('textbox', { name: 'Your name' }).fill('Grace');
  await page.locator('.new-start button').click();
  await page.waitForURL(/\/t\//);
  const friend = await visit(browser(), page.url(), CALM);
  await friend.page.getByRole('heading', { name: 'Grace invites you to play' }).waitFor();
  await friend.close();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await page.locator('.card-play').first().waitFor();
  await page.reload();
  await page.locator('.card-play').first().waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(await page.locator('.panel', { hasText: 'Your games' }).count(), 0, 'nothing waits any more');
  assert.deepEqual(faults, []);
  await close();
});

test('the opponent has a name, a character and a word at the beginning and at the end', async () => {
  const { page, faults, close } = await visitWithClock(browser(), address(), CALM);
  // What is said is seen for a while only.
  await stopTime(page);
  await startFromHome(page, 'tavli');
  const bubble = page.locator('.player-far .bubble');
  await runTimeUntil(page, async () => (await bubble.innerText()) !== '', 'a word of welcome');
  assert.equal(await bubble.innerText(), 'No hurry. Take your time.');
  // Nothing lies over it, and it lies over nothing that is of use.
  await page.setViewportSize({ width: 1440, height: 900 });
  const isOnTop = () => bubble.evaluate((said) => {
    const { left, right, bottom } = said.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, bottom - 4) === said && bottom < (document.querySelector('.moves')?.getBoundingClientRect().top ?? 0);
  });
  await until(isOnTop, 'the word stands beside the name, above the list of moves');
  const covers = () => bubble.evaluate((said) => said.getBoundingClientRect().left < (said.parentElement?.querySelector('.player-who')?.getBoundingClientRect().right ?? Infinity));
  assert.equal(await covers(), false, 'who plays gives way to what is said');
  assert.equal(await page.locator('.player-far .player-name').innerText(), 'Markos');
  assert.match(await page.locator('.player-far .player-about').innerText(), /Black · Beginner/);
  await page.clock.resume();
  await waitForTurn(page);
  await playTurns(page, 1);
  await stopTime(page);
  await resign(page);
  await runTimeUntil(page, async () => (await bubble.innerText()) === 'Well, well. Luck was with me.', 'a word after the game');
  // Somebody who comes to a game that is over was not there.
  await page.reload();
  await page.locator('.notice[data-phase=over]').waitFor();
  assert.equal(await bubble.innerText(), '');
  assert.deepEqual(faults, []);
  await close();
});

test('a link to a table tells what it leads to', async () => {
  const { page, close } = await atTable('tablut', 1);
  const html = await (await ask(page, page.url())).text();
  const meta = (/** @type {string} */ property) => new RegExp(`<meta property="${property}" content="([^"]*)">`).exec(html)?.[1] ?? '';
  assert.equal(meta('og:title'), 'Somebody – Nils · Tablut');
  assert.match(meta('og:description'), /under way/);
  assert.match(html, /<title>Somebody – Nils · Tablut – Tablen<\/title>/);
  const image = await ask(page, meta('og:image'));
  assert.equal(image.headers()['content-type'], 'image/png');
  const bytes = await image.body();
  assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
  assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
  assert.ok(bytes.length < 150_000, `${bytes.length} bytes`);
  for (const [path, told] of [['/learn/tablut', 'Tablut'], ['/puzzles/alea', 'Puzzles · Alea Evangelii'], ['/about', 'About Tablen'], ['/study', 'Study']]) {
    const other = await (await ask(page, address() + path, { headers: { 'accept-language': 'en' } })).text();
    assert.ok(other.includes(`<meta property="og:title" content="${told}">`), path);
  }
  // In another language, too; and a table that is not there leaves the page as it is.
  const french = await (await ask(page, page.url(), { headers: { 'accept-language': 'fr' } })).text();
  assert.match(french, /Quelqu’un – Nils/);
  assert.match(await (await ask(page, `${address()}/t/${'0'.repeat(32)}`)).text(), /<title>Tablen<\/title>/);
  await close();
});

test('a script that does not come leaves a sentence, and so does a browser without scripts', async () => {
  const context = await browser().newContext({ locale: 'it-IT' });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.route('**/app/dom.js', (route) => route.abort());
  await page.goto(address());
  await page.getByText('Una parte di questa pagina non è arrivata').waitFor();
  await page.getByText('Une partie de cette page').waitFor();
  await context.close();
  const without = await browser().newContext({ javaScriptEnabled: false });
  without.setDefaultTimeout(PATIENCE);
  const plain = await without.newPage();
  await plain.goto(address());
  await plain.locator('.without-scripts').waitFor();
  assert.equal(await plain.locator('.failed').isVisible(), false);
  await without.close();
});

test('a shared picture has a line with the names, and a round can be saved as a moving picture', async () => {
  const { page, faults, close } = await atTable('tablut', 2);
  await page.getByRole('button', { name: 'Share' }).click();
  const saved = async (/** @type {string} */ name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('dialog').getByRole('button', { name, exact: true }).click()]);
    return readFile(await download.path());
  };
  const picture = await saved('Save picture');
  const [, , wide, high] = (await page.locator('.tb svg').first().getAttribute('viewBox'))?.split(' ').map(Number) ?? [];
  const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  assert.equal(height, Math.round((width * high) / wide) + Math.round(width * 0.075), 'below the board there is a line');
  const film = await saved('Make and save');
  assert.equal(film.subarray(0, 6).toString(), 'GIF89a');
  assert.equal(film.readUInt16LE(6), 480);
  assert.ok(film.length < 600_000, `${film.length} bytes`);
  await page.getByText(/^Saved: \d+ kB\.$/).waitFor();
  assert.equal(await page.locator('.film').count(), 0, 'nothing is left of it');
  assert.deepEqual(await axeFaults(page), []);
  assert.deepEqual(faults, []);
  await close();
});
