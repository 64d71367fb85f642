// @ts-check
// Studies that come and go: matches of several rounds with what was tried in each, JSON, links that tell of themselves, strokes for those without a mouse.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { middleOf } from './hands.js';
import { setUpStudy, turns } from './study-visitor.js';
import { CALM, PHONE, axeFaults, startFromHome, until, visit, waitForTurn } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, address, open } = setUpStudy();

/** Two rounds of Brandubh; something else is tried in each. */
const MATCH = `Tablen record 1
Rules: preset:brandubh
Form: two-rounds
Clock: none
Host: "Ada"
Guest: "Bo"
Host plays: light

Round 1: host defenders, guest attackers, first attackers
1. guest D2-C2
    [D2-B2]
2. host D3-G3
guest wins the round: resigned

Round 2: host attackers, guest defenders, first attackers
1. host D2-B2
    {The second round.}
    [D2-A2 !?]
2. guest D3-A3
host wins the round: resigned
Result: draw
`;

/** @param {Page} page */
const sortedTurns = async (page) => (await turns(page)).sort();
/** @param {Page} page @param {string[]} wanted */
const haveTurns = (page, wanted) => until(async () => JSON.stringify(await sortedTurns(page)) === JSON.stringify(wanted), `the turns ${wanted.join(' ')}`);
const FIRST = ['D2-B2', 'D2-C2', 'D3-G3'];
const SECOND = ['D2-A2', 'D2-B2', 'D3-A3'];

/** @param {Page} page @param {string} text */
async function bring(page, text) {
  await page.getByRole('button', { name: 'Open a record' }).click();
  await page.locator('#study-record').fill(text);
  await page.locator('dialog .button-primary').click();
}

/** What a button saves. @param {Page} page @param {string} name */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return readFile(await download.path(), 'utf8');
}

describe('several rounds', () => {
  test('variations of every round of an imported match are shown, and are still there after a reload', async () => {
    const { page, close } = await open('/study?game=tablut');
    await bring(page, MATCH);
    await haveTurns(page, FIRST);
    await page.getByRole('button', { name: 'Round 2' }).click();
    await haveTurns(page, SECOND);
    await page.getByText('The second round.').waitFor();
    await page.getByRole('button', { name: 'Round 1' }).click();
    await haveTurns(page, FIRST);
    await page.reload();
    await haveTurns(page, FIRST);
    await page.getByRole('button', { name: 'Round 2' }).click();
    await haveTurns(page, SECOND);
    await close();
  });

  test('all of it goes out as JSON and comes back', async () => {
    const { page, close } = await open('/study?game=tablut');
    await bring(page, MATCH);
    await haveTurns(page, FIRST);
    await page.getByRole('button', { name: 'Share the study' }).click();
    const file = await saved(page, 'All rounds as JSON');
    const { format, rounds } = JSON.parse(file);
    // In the second round they have exchanged sides.
    assert.deepEqual(rounds.map((/** @type {any} */ { players }) => [players.light.person, players.dark.person]), [['Ada', 'Bo'], ['Bo', 'Ada']]);
    assert.match(await saved(page, 'Round 1 as text'), /Host: "Ada"\nGuest: "Bo"/);
    assert.deepEqual([format, rounds.length, rounds[1].turns[0].variations[0][0].glyph], ['tablen-study', 2, '!?']);
    await page.goto(`${address()}/study?game=tavli`);
    await page.locator('.tb-point').first().waitFor();
    await bring(page, file);
    await haveTurns(page, FIRST);
    assert.equal(await page.locator('.study-players').innerText(), 'Ada – Bo');
    await page.getByRole('button', { name: 'Round 2' }).click();
    await haveTurns(page, SECOND);
    await close();
  });
});

test('the link of a study tells what it is of, and leads there even where its end is cut off', async () => {
  const { page, close } = await open('/study?game=tablut');
  await bring(page, MATCH.replace(/\nRound 2[^]*$/, ''));
  await haveTurns(page, FIRST);
  await page.locator('.tree-turn', { hasText: 'D3-G3' }).click();
  await page.getByRole('button', { name: 'Share the study' }).click();
  const link = new URL(await page.locator('dialog .copy input').inputValue());
  const told = await (await fetch(link)).text();
  const meta = (/** @type {string} */ property) => new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(told)?.[1].replaceAll('&amp;', '&') ?? '';
  assert.match(meta('og:title'), /^Study · .*Brandubh$/);
  const picture = await fetch(meta('og:image'));
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/png']);
  link.hash = '';
  link.searchParams.delete('table');
  await page.goto(link.href);
  await page.locator('[data-point=G3]').waitFor();
  await until(async () => /defender/i.test((await page.locator('[data-point=G3]').getAttribute('aria-label')) ?? ''), 'the man that has moved');
  await close();
});

describe('strokes without a right button', () => {
  test('by finger on a phone', async () => {
    const { page, close, faults } = await open('/study?game=tablut', PHONE);
    await page.getByRole('button', { name: 'Sketch' }).tap();
    await page.getByRole('button', { name: 'Red' }).tap();
    const { x, y } = await middleOf(page, 'E7');
    await page.touchscreen.tap(x, y);
    await page.locator('.tb-shape-ring.tb-brush-red').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await page.getByRole('button', { name: 'Done' }).tap();
    await page.locator('.brushes').waitFor({ state: 'hidden' });
    assert.deepEqual(faults, []);
    await close();
  });

  test('by keys at a table', async () => {
    const { page, close } = await visit(browser(), address(), CALM);
    await startFromHome(page, 'tablut');
    // What is drawn goes with the position: the computer may have to begin.
    await waitForTurn(page);
    await page.locator('[data-point=E5]').focus();
    for (const key of ['d', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await page.locator('.tb-shape.tb-brush-green').waitFor();
    await page.keyboard.press('d');
    assert.equal(await page.locator('.brushes').isVisible(), false);
    await close();
  });
});
