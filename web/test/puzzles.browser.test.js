// @ts-check
// Puzzles: one of each game is solved, one is failed, streaks are counted, and the day has its own.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { cells, dragByMouse, walkTo } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, PHONE, axeFaults, until, visit } from './support.js';
import { dailyOf, dateOf, inOrder } from '../app/learn/puzzle-set.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../app/learn/puzzle-set.js').TaflPuzzle} TaflPuzzle */
/** @typedef {import('../app/learn/puzzle-set.js').TavliPuzzle} TavliPuzzle */

const { browser, address } = setUp();
const WIDE = { viewport: { width: 1440, height: 900 } };

/** @param {string} game @returns {Promise<any[]>} */
const puzzlesOf = async (game) => inOrder(JSON.parse(await readFile(new URL(`../learn/puzzles/${game}.json`, import.meta.url), 'utf8')).puzzles);

/** @param {string} path @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(path, options) {
  const visitor = await visit(browser(), address() + path, { ...CALM, ...WIDE, ...options });
  await stage(visitor.page, 'ask');
  return visitor;
}

/** @param {Page} page @param {string} wanted */
const stage = (page, wanted) => until(async () => (await page.locator('.puzzle').getAttribute('data-stage')) === wanted, `the puzzle is at: ${wanted}`);
/** @param {Page} page @param {string} move */
async function move(page, move) {
  const [from, to] = move.split('-');
  await dragByMouse(page, from, to);
}
/** A win in two moves with a single line. @param {TaflPuzzle[]} puzzles */
const short = (puzzles) => /** @type {TaflPuzzle} */ (puzzles.find(({ plies, lines }) => plies === 3 && lines.length === 1));

describe('puzzles', () => {
  test('a right move is answered and the next one wins; one after another they make a streak', async () => {
    const puzzles = await puzzlesOf('tablut');
    const puzzle = short(puzzles);
    const { page, close, faults } = await open(`/puzzles/tablut?id=${puzzle.id}`);
    assert.match(await page.locator('.puzzle-task').innerText(), /in 2 moves/);
    const [first, , last] = puzzle.lines[0].split(' ');
    await move(page, first);
    await until(async () => /now\?/.test(await page.locator('.puzzle-verdict').innerText()), 'the reply');
    await stage(page, 'ask');
    await move(page, last);
    await stage(page, 'solved');
    assert.match(await page.locator('.puzzle-streak').innerText(), /Streak: 1/);
    assert.match(await page.locator('.puzzle-count').innerText(), /^1 of \d+ solved$/);
    assert.deepEqual(await axeFaults(page), []);
    // The keyboard is on what comes next.
    await page.keyboard.press('Enter');
    await stage(page, 'ask');
    assert.ok(!page.url().includes(puzzle.id), 'another puzzle');
    assert.deepEqual(faults, []);
    await close();
  });

  for (const [locale, words] of Object.entries({
    fr: { task: /en 2 coups/, now: /\?/, streak: /1/, count: /^1 .* \d+/ },
    it: { task: /in 2 mosse/, now: /\?/, streak: /1/, count: /^1 .* \d+/ },
  })) {
    test(`a puzzle is solved: ${locale}`, async () => {
      const puzzle = short(await puzzlesOf('tablut'));
      const { page, close, faults } = await open(`/puzzles/tablut?id=${puzzle.id}`, { locale });
      assert.match(await page.locator('.puzzle-task').innerText(), words.task);
      const [first, , last] = puzzle.lines[0].split(' ');
      await move(page, first);
      await until(async () => words.now.test(await page.locator('.puzzle-verdict').innerText()), 'the reply');
      await stage(page, 'ask');
      await move(page, last);
      await stage(page, 'solved');
      assert.match(await page.locator('.puzzle-streak').innerText(), words.streak);
      assert.match(await page.locator('.puzzle-count').innerText(), words.count);
      // Nothing is left that is only known by its key.
      assert.doesNotMatch(await page.locator('.puzzle').innerText(), /puzzles?\.\w|learn\.\w/);
      assert.deepEqual(faults, []);
      await close();
    });
  }

  test('a wrong move is said to be wrong, ends the streak and can be tried again; the solution can be seen', async () => {
    const puzzle = short(await puzzlesOf('alea'));
    const { page, close } = await open(`/puzzles/alea?id=${puzzle.id}`);
    const [first] = puzzle.lines[0].split(' ');
    const wrong = (await cells(page, 'tb-movable')).find(({ point }) => point !== first.split('-')[0]);
    assert.ok(wrong);
    await page.mouse.click(wrong.x, wrong.y);
    const [to] = await cells(page, 'tb-target');
    await page.mouse.click(to.x, to.y);
    await stage(page, 'wrong');
    assert.match(await page.locator('.puzzle-verdict').innerText(), /not it/);
    assert.equal(await page.locator('.tb-movable').count(), 0, 'nobody is invited to play on where that would be refused');
    await page.getByRole('button', { name: 'Try again' }).click();
    await stage(page, 'ask');
    await move(page, first);
    await until(async () => /now\?/.test(await page.locator('.puzzle-verdict').innerText()), 'the reply');
    await page.getByRole('button', { name: 'Solution' }).click();
    await stage(page, 'shown');
    await until(async () => (await page.locator('.puzzle-verdict').innerText()).includes(first), 'the line');
    assert.match(await page.locator('.puzzle-streak').innerText(), /Streak: 0/);
    await close();
  });

  test('a throw of tavli is played by the keyboard, and compared by where it leads', async () => {
    // A turn of plain steps from cell to cell.
    const puzzle = /** @type {TavliPuzzle} */ ((await puzzlesOf('tavli')).find(({ best }) => /^\d{3}:( \d+-\d+\*?){1,3}$/.test(best)));
    const { page, close } = await open(`/puzzles/tavli?id=${puzzle.id}`);
    await page.getByRole('button', { name: 'Hint' }).click();
    await until(async () => (await page.locator('.puzzle-verdict').innerText()) !== '', 'the hint');
    const dice = () => page.locator('[data-point=dice]').getAttribute('aria-label');
    for (const step of puzzle.best.replaceAll('*', '').split(' ').slice(1)) {
      const [from, to] = step.split('-');
      const before = await dice();
      await page.locator('.board-host [tabindex="0"]').focus();
      await walkTo(page, from);
      await page.keyboard.press('Enter');
      await walkTo(page, to);
      await page.keyboard.press('Enter');
      await until(async () => (await dice()) !== before, 'a step is played');
    }
    await page.getByRole('button', { name: 'Play this turn' }).click();
    await stage(page, 'solved');
    assert.match(await page.locator('.puzzle-verdict').innerText(), /of 100 games/);
    assert.match(await page.locator('.puzzle-streak').innerText(), /Streak: 0/, 'a hint is help');
    await close();
  });

  test('the puzzle of the day is the same for everybody, and its choice counts what was solved', async () => {
    const today = dateOf(new Date());
    const daily = dailyOf(await puzzlesOf('tablut'), today);
    assert.ok(daily);
    const [one, other] = [await open('/puzzles/tablut?daily=1'), await open('/puzzles/tablut?daily=1', PHONE)];
    const pieces = (/** @type {Page} */ page) => page.locator('.tb-point[aria-label]').evaluateAll((points) => points.map((point) => point.getAttribute('aria-label')).sort().join());
    assert.equal(await pieces(one.page), await pieces(other.page));
    assert.match(await one.page.locator('.puzzle-count').innerText(), new RegExp(today));
    assert.deepEqual(await axeFaults(other.page), []);
    await other.close();
    await one.page.goto(`${address()}/puzzles?lang=fr`);
    await one.page.locator('.puzzle-chip').first().waitFor();
    assert.equal(await one.page.locator('.puzzle-card').count(), 3);
    assert.deepEqual(await axeFaults(one.page), []);
    await one.close();
  });
});
