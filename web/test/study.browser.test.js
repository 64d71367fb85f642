// @ts-check
// The study: what a game that is over is told about, a board for any position, its variations and links, and positions that are set up.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cells, dragByMouse, middleOf } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, PHONE, axeFaults, piecePlaces, until, visit } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, address } = setUp();

/** A short game of Brandubh: the attackers leave a way open, and the king takes it. */
const RECORD = `Tablen record 1
Rules: preset:brandubh
Form: single
Clock: none
Host: "Ada"
Guest: "Bo"
Host plays: light

Round 1: host defenders, guest attackers, first attackers
1. guest D2-C2
2. host D3-G3
    {? A man too far.}
    [D3-A3; C2-D2 [C2-B2]]
3. guest C2-B2
guest wins the round: resigned
Result: guest wins
`;

/** @param {string} text */
async function keepRecord(text) {
  const answer = await fetch(`${address()}/api/v1/records`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text });
  const body = /** @type {{ id: string }} */ (await answer.json());
  assert.equal(answer.status, 201, JSON.stringify(body));
  return body.id;
}

/** @param {string} path @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(path, options) {
  const visitor = await visit(browser(), address() + path, { ...CALM, viewport: { width: 1440, height: 900 }, ...options });
  await visitor.page.locator('.tb-point').first().waitFor();
  return visitor;
}

/** What is no longer wanted is not waited for. @param {string} fault */
const isReal = (fault) => !/analysis.*ERR_ABORTED/.test(fault);
/** @param {Page} page */
const turns = (page) => page.locator('.tree-turn > span:nth-child(3)').allTextContents();
/** @param {Page} page */
const current = (page) => page.locator('.tree-turn[aria-current]').innerText().catch(() => '');

/** A man that can move goes to the first place it can. @param {Page} page @param {number} [which] */
async function play(page, which = 0) {
  await until(async () => (await page.locator('.tb-movable:not([data-point=dice])').count()) > 0, 'a man that can move');
  const men = (await cells(page, 'tb-movable')).filter(({ point }) => point !== 'dice');
  const man = men[which % men.length];
  const before = await piecePlaces(page);
  await page.mouse.click(man.x, man.y);
  const [to] = await cells(page, 'tb-target');
  await page.mouse.click(to.x, to.y);
  await until(async () => (await piecePlaces(page)) !== before, 'the man has moved');
}

describe('a board for any position', () => {
  test('turns that are tried become variations, which the arrows lead through and the address keeps', async () => {
    const { page, close, faults } = await open('/study?game=tablut');
    await page.locator('.study-actions').getByText('Set up a position').waitFor();
    const start = await piecePlaces(page);
    await play(page, 0);
    await until(async () => (await turns(page)).length === 1, 'the first turn');
    const first = await piecePlaces(page);
    await page.locator('h1').click();
    await page.keyboard.press('ArrowLeft');
    await until(async () => (await piecePlaces(page)) === start, 'back at the start');
    await play(page, 3);
    await until(async () => (await turns(page)).length === 2, 'another first turn');
    assert.equal(await page.locator('.tree-block').count(), 2, 'the second is set in below the first');
    await page.locator('h1').click();
    await page.keyboard.press('ArrowUp');
    await until(async () => (await piecePlaces(page)) === first, 'the other variation');
    await page.keyboard.press('ArrowDown');
    await until(async () => (await piecePlaces(page)) !== first, 'and back');
    await page.getByRole('button', { name: 'Move this variation up' }).click();
    await page.locator('.tree-comment').fill('Better so');
    await page.locator('.tree-glyph').selectOption('!?');
    await until(async () => page.url().includes('#1'), 'the address has the study');
    await page.waitForTimeout(800);
    const [tree, place] = [await page.locator('.tree').innerText(), await piecePlaces(page)];
    assert.match(tree, /!\?[\s\S]*Better so/);
    const other = await open(page.url().slice(address().length));
    assert.equal(await other.page.locator('.tree').innerText(), tree, 'who follows the link sees the same');
    await until(async () => (await piecePlaces(other.page)) === place, 'at the same place');
    await other.page.getByRole('button', { name: 'Delete from here on' }).click();
    await until(async () => (await turns(other.page)).length === 1, 'one variation less');
    await other.close();
    assert.deepEqual(faults.filter(isReal), []);
    await close();
  });

  test('the computer thinks aloud: lines with arrows, depth and a bar, and nothing when it is switched off', async () => {
    const { page, close } = await open('/study?game=tablut');
    await page.locator('.engine-lines li').nth(2).waitFor();
    assert.match(await page.locator('.engine-about').innerText(), /depth \d+/);
    assert.ok((await page.locator('.tb-shape').count()) >= 1, 'arrows on the board');
    assert.match((await page.locator('.bar').getAttribute('aria-valuetext')) ?? '', /\d+.% to win/);
    const line = await page.locator('.engine-lines li').first().locator('.engine-turn').nth(1).innerText();
    await page.locator('.engine-lines li').first().locator('.engine-turn').nth(1).click();
    await until(async () => (await turns(page)).at(-1)?.startsWith(line) === true, 'the line is played');
    assert.equal((await turns(page)).length, 2);
    await page.locator('#study-engine').uncheck();
    await until(async () => (await page.locator('.engine-lines li').count()) === 0 && (await page.locator('.tb-shape').count()) === 0, 'silence');
    await close();
  });

  test('a man follows the hand while the computer thinks', async (context) => {
    const { page, close } = await open('/study?game=alea');
    await page.locator('.engine-lines li').first().waitFor();
    const [man] = await cells(page, 'tb-movable');
    await page.mouse.move(man.x, man.y);
    await page.mouse.down();
    await page.mouse.move(man.x + 20, man.y + 20);
    const measured = page.evaluate(() => new Promise((/** @type {(frames: number[]) => void} */ resolve) => {
      /** @type {number[]} */
      const frames = [];
      let last = performance.now();
      const tick = (/** @type {number} */ now) => {
        frames.push(now - last);
        last = now;
        if (frames.length < 60) requestAnimationFrame(tick);
        else resolve(frames.sort((a, b) => a - b));
      };
      requestAnimationFrame(tick);
    }));
    for (let round = 0; round < 4; round++) await page.mouse.move(man.x + (round % 2) * 300, man.y + (round % 2) * 200, { steps: 15 });
    const frames = await measured;
    await page.mouse.up();
    const median = frames[30];
    context.diagnostic(`median ${median.toFixed(1)} ms, 95 % ${frames[57].toFixed(1)} ms`);
    assert.ok(median < 20, `${median} ms`);
    await close();
  });

  test('a throw is chosen among the 56, each with what it would bring; then the best turns are told', async () => {
    const { page, close } = await open('/study?game=tavli');
    await page.locator('.roll[data-known]').nth(55).waitFor();
    assert.equal(await page.locator('.roll').count(), 56);
    assert.match((await page.locator('.roll').first().getAttribute('aria-label')) ?? '', /^1-1-1: \d+.%, 1 of 216/);
    await page.getByRole('button', { name: /^2-5-6/ }).click();
    await page.locator('.engine-lines li').first().waitFor();
    assert.match(await page.locator('.engine-lines').innerText(), /256/);
    await page.locator('.engine-lines .engine-turn').first().click();
    await until(async () => (await turns(page)).length === 1, 'the turn is played');
    assert.match((await turns(page))[0], /^256: hand-/);
    await page.locator('.roll[data-known]').first().waitFor();
    await close();
  });

  test('a record comes in with its variations, and goes out with them', async () => {
    const { page, close } = await open('/study?game=tablut');
    await page.getByRole('button', { name: 'Open a record' }).click();
    await page.locator('#study-record').fill(RECORD);
    await page.locator('dialog .button-primary').click();
    await page.waitForURL(/table=/);
    await until(async () => (await turns(page)).length === 6, 'main line and variations');
    assert.match(await page.locator('.tree').innerText(), /A man too far\./);
    await page.getByRole('button', { name: 'Share the study' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'As text' }).click();
    const stream = await (await saved).createReadStream();
    const text = (await stream.toArray()).join('');
    assert.match(text, /2\. host D3-G3\n {4}\{\? A man too far\.\}\n {4}\[D3-A3; C2-D2 \[C2-B2\]\]/);
    await close();
  });
});

describe('a position is set up', () => {
  test('men are placed, every fault is told at once, and the position is analysed, played and shared', async () => {
    const { page, close } = await open('/study?game=tablut&edit');
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await until(async () => /king/i.test(await page.locator('.faults').innerText()), 'there is no king');
    await page.locator('.tool[data-tool=dark]').click();
    for (const cell of ['E5', 'A1']) {
      const { x, y } = await middleOf(page, cell);
      await page.mouse.click(x, y);
    }
    await until(async () => (await page.locator('.faults li').count()) >= 2, 'two faults at once');
    assert.ok((await page.locator('.tb-shape-ring').count()) >= 1, 'their places are marked');
    assert.ok(await page.getByRole('button', { name: 'Analyse' }).isDisabled());
    await dragByMouse(page, 'E5', 'C4');
    await page.locator('.tool[data-tool=king]').click();
    const king = await middleOf(page, 'E5');
    await page.mouse.click(king.x, king.y);
    await page.locator('#study-side-light').check({ force: true });
    await until(async () => (await page.locator('.faults li').count()) === 0, 'all is well');
    assert.equal(await page.locator('.editor-text').inputValue(), '/t8/9/9/2t6/4K4/9/9/9/9/ defenders');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.waitForURL(/#1/);
    await page.locator('.engine-lines li').first().waitFor();
    await page.getByRole('button', { name: 'Play from here' }).click();
    await page.getByRole('button', { name: 'Both sides here' }).click();
    await page.waitForURL(/\/t\//);
    await page.locator('.tb-point').first().waitFor();
    assert.equal((await piecePlaces(page)).split('\n').filter((line) => /king|Muscovite/i.test(line)).length, 3, 'a table with this position');
    await close();
  });

  test('the slab is set up too', async () => {
    const { page, close } = await open('/study?game=tavli&edit');
    await page.getByRole('button', { name: 'Clear the board' }).click();
    const { x, y } = await middleOf(page, '14');
    await page.mouse.click(x, y);
    await page.mouse.click(x, y);
    await until(async () => (await page.locator('.editor-text').inputValue()) === 'white 14:2 beyond; black; white to roll', 'two men on 14');
    await until(async () => (await page.locator('.faults li').count()) > 0, 'men are missing');
    await page.getByRole('button', { name: 'Start position' }).click();
    await until(async () => (await page.locator('.faults li').count()) === 0, 'the start is sound');
    await close();
  });
});

describe('after a game', () => {
  test('it is judged turn by turn: a graph, marks, why, turning points, and numbers of both sides', async () => {
    const { page, close, faults } = await open(`/r/${await keepRecord(RECORD)}`);
    await page.getByRole('link', { name: 'Study this game' }).click();
    await page.waitForURL(/\/study\?table=/);
    await page.locator('.numbers-table').waitFor();
    assert.ok((await page.locator('.graph-line').count()) === 1);
    for (const figure of ['accuracy', 'turns', 'captured']) assert.equal(await page.locator(`[data-figure=${figure}] td`).count(), 2, figure);
    await page.locator('.graph-area').focus();
    await page.keyboard.press('ArrowRight');
    await until(async () => /D2-C2/.test(await current(page)), 'the graph follows the keys');
    assert.match((await page.locator('.graph-area').getAttribute('aria-valuetext')) ?? '', /^Turn 1: .* \d+.%$/);
    const marked = page.locator('.tree-turn[data-mark]').first();
    await marked.waitFor();
    await marked.click();
    await page.locator('.verdict-box').waitFor();
    assert.match(await page.locator('.verdict-box').innerText(), /\d+.% → \d+.%/);
    assert.deepEqual(faults.filter(isReal), []);
    await close();
  });

  test('a moment is tried again, and one is told whether it is better', async () => {
    const { page, close } = await open(`/study?table=${await keepRecord(RECORD)}`);
    await page.locator('.numbers-table').waitFor();
    await page.locator('.tree-turn:is([data-mark=error], [data-mark=blunder], [data-mark=doubtful])').first().click();
    await page.locator('.verdict-box').getByRole('button', { name: 'Try it again' }).click();
    await page.locator('.retry[data-stage=try]').waitFor();
    assert.equal(await page.locator('.tb-shape').count(), 0, 'no arrow gives it away');
    await play(page, 1);
    await page.locator('.retry:is([data-stage=best], [data-stage=better], [data-stage=no-better])').waitFor();
    await page.getByRole('button', { name: 'Show the best' }).click();
    await until(async () => (await page.locator('.tree-block').count()) > 2, 'the better turn is a variation');
    await close();
  });

  test('a game of dice tells who had the luck', async () => {
    const answer = await fetch(`${address()}/api/v1/study/record`, {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ruleset: 'game:tavli', turns: [{ text: '145: hand-1 hand-4 hand-5' }, { text: '345: hand-3' }] }),
    });
    const { page, close } = await open(`/study?table=${await keepRecord(`${await answer.text()}guest wins the round: resigned\nResult: guest wins\n`)}`);
    await page.locator('.numbers-table').waitFor();
    await page.locator('.graph-luck:visible').waitFor();
    for (const figure of ['hits', 'luck']) assert.equal(await page.locator(`[data-figure=${figure}] td`).count(), 2, figure);
    assert.match(await page.locator('.numbers-result').innerText(), /even luck/);
    await close();
  });
});

for (const [device, options] of /** @type {const} */ ([['a desk', { colorScheme: 'dark' }], ['a phone', PHONE]])) {
  test(`axe finds nothing against the study on ${device}`, async () => {
    const { page, close } = await open(`/study?table=${await keepRecord(RECORD)}`, options);
    await page.locator('.numbers-table').waitFor({ state: 'attached' });
    const check = async (/** @type {string} */ where) => assert.deepEqual(await axeFaults(page), [], where);
    await check('a game');
    for (const tab of ['engine', 'numbers']) {
      const button = page.locator(`#tab-${tab}`);
      if (!(await button.isVisible())) continue;
      await button.click();
      await check(tab);
    }
    await page.getByRole('button', { name: 'Set up a position' }).click();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await page.locator('.faults li').first().waitFor();
    await check('a position with faults');
    await page.goto(`${address()}/study?game=tavli`);
    await page.locator('.tb-point').first().waitFor();
    if (await page.locator('#tab-engine').isVisible()) await page.locator('#tab-engine').click();
    await page.locator('.roll[data-known]').first().waitFor();
    await check('throws');
    await close();
  });
}
