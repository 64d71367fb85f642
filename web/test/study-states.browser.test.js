// @ts-check
// The study in all its states: what a turn of tavli is told, tried again, and whether everybody can read it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { middleOf } from './hands.js';
import { setUpStudy } from './study-visitor.js';
import { PHONE, axeFaults, until } from './support.js';
import { closeDialog } from './visitor.js';

/** @typedef {import('playwright-core').Page} Page */

const { address, open } = setUpStudy();

/** Two rounds of Brandubh; what is played in the first is doubtful. */
const MATCH = `Tablen record 1
Rules: preset:brandubh
Form: two-rounds
Clock: none
Host: "Ada"
Guest: "Bo"
Host plays: light

Round 1: host defenders, guest attackers, first attackers
1. guest D2-C2
2. host D3-G3
3. guest C2-B2
guest wins the round: resigned

Round 2: host attackers, guest defenders, first attackers
1. host D2-B2
2. guest D3-A3
host wins the round: resigned
Result: draw
`;

/** White runs past a man that could have been hit. */
const RUN = { ruleset: 'game:tavli', start: 'white 15:2 17:2 19:2 off:9 beyond; black 23:2 24:1 1:3 off:9 beyond; white to roll', turns: [{ text: '156: 19-20 15-20 15-21' }] };

/** @param {string} path @param {string | object} body */
async function post(path, body) {
  const isText = typeof body === 'string';
  const answer = await fetch(`${address()}/api/v1${path}`, { method: 'POST', headers: { 'content-type': isText ? 'text/plain' : 'application/json' }, body: isText ? body : JSON.stringify(body) });
  assert.ok(answer.ok, `${path}: ${answer.status}`);
  return answer;
}
/** @param {string} record */
const keep = async (record) => /** @type {{ id: string }} */ (await (await post('/records', record)).json()).id;

/** @param {Page} page */
const isJudged = (page) => page.locator('.numbers-table').waitFor({ state: 'attached' });

/** Where there is little room one thing is shown at a time. @param {Page} page @param {string} tab */
async function showTab(page, tab) {
  const button = page.locator(`#tab-${tab}`);
  if (await button.isVisible()) await button.click();
}

for (const [locale, better, why] of [
  ['en-GB', 'Better: ', 'The enemy man on cell 24 could have been hit.'],
  ['fr-FR', 'Meilleur : ', 'Le pion adverse de la case 24 pouvait être frappé.'],
  ['it-IT', 'Meglio: ', 'La pedina avversaria sulla casella 24 si poteva colpire.'],
]) {
  test(`a bad turn of tavli is told as such, with what would have been better and why, and is tried again (${locale})`, async () => {
    const record = await (await post('/study/record', RUN)).text();
    const { page, close, faults } = await open(`/study?table=${await keep(`${record}guest wins the round: resigned\nResult: guest wins\n`)}`, { locale });
    await isJudged(page);
    await page.locator('.tree-turn:is([data-mark=blunder], [data-mark=error])').click();
    const verdict = page.locator('.verdict-box:is([data-mark=blunder], [data-mark=error])');
    await verdict.waitFor();
    const told = (await verdict.innerText()).replace(/\s+/g, ' ');
    assert.ok(told.includes(better) && /19-24\*/.test(told), told);
    assert.ok((await verdict.locator('.reasons li').allInnerTexts()).some((reason) => reason.includes(why)), told);
    // The last of its buttons: once more, with the same throw.
    await verdict.getByRole('button').last().click();
    await page.locator('.retry[data-stage=try]').waitFor();
    const dice = () => page.locator('[data-point=dice]').getAttribute('aria-label').then((name) => name ?? '');
    await until(async () => /1.*5.*6/.test(await dice()), 'the throw of the game');
    await until(async () => (await page.locator('.tb-shape').count()) === 0, 'no arrow gives it away');
    for (const [from, to] of [['17', '18'], ['19', '24'], ['18', '24']]) {
      const before = await dice();
      for (const point of [from, to]) {
        await page.locator(`[data-point="${point}"]:is(.tb-movable, .tb-target)`).waitFor();
        const { x, y } = await middleOf(page, point);
        await page.mouse.click(x, y);
      }
      await until(async () => (await dice()) !== before, 'the step is played');
    }
    await page.locator('[data-point=dice].tb-movable').click();
    await page.locator('.retry:is([data-stage=best], [data-stage=better])').waitFor();
    assert.deepEqual(faults, []);
    await close();
  });
}

describe('axe finds nothing against it', () => {
  for (const [device, options] of /** @type {const} */ ([['a desk', { colorScheme: 'dark' }], ['a phone', PHONE]])) {
    test(`on ${device}: rounds, a verdict, a turn tried again, and every dialog`, async () => {
      const { page, close, faults } = await open(`/study?table=${await keep(MATCH)}`, options);
      const check = async (/** @type {string} */ where) => assert.deepEqual(await axeFaults(page), [], where);
      await isJudged(page);
      await page.locator('.moves-rounds .tab').nth(1).click();
      await until(async () => (await page.locator('.moves-rounds .tab').nth(1).getAttribute('aria-pressed')) === 'true', 'the second round');
      await check('rounds');
      await page.locator('.moves-rounds .tab').first().click();
      await showTab(page, 'moves');
      await page.locator('.tree-turn[data-mark]:not([data-mark=good])').first().click();
      await page.locator('.verdict-box').waitFor();
      await check('a verdict');
      await page.locator('.verdict-box').getByRole('button', { name: 'Try it again' }).click();
      await page.locator('.retry[data-stage=try]').waitFor();
      await check('a turn is tried again');
      await page.locator('.retry').getByRole('button', { name: 'Close' }).click();
      for (const [button, field] of [['Share the study', '.copy input'], ['Open a record', '#study-record'], ['Play from here', '#study-level option']]) {
        await page.locator('.study-actions').getByRole('button', { name: button }).click();
        await page.locator(`dialog ${field}`).first().waitFor({ state: 'attached' });
        await check(button);
        await closeDialog(page);
      }
      assert.deepEqual(faults, []);
      await close();
    });
  }
});
