// @ts-check
// The study: what a game that is over is told about, a board for any position, its variations and links, and positions that are set up.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { studiesOfHash } from '../app/study/link.js';
import { keepsUp } from './frames.js';
import { cells, dragByMouse, middleOf } from './hands.js';
import { setUpStudy, turns } from './study-visitor.js';
import { PHONE, ask, axeFaults, boxOf, piecePlaces, until } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { address, open } = setUpStudy();

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

/** The attackers could take the king at once; instead one of them leaves his way. */
const BLUNDER = `Tablen record 1
Rules: preset:tablut
Start: /9/9/3t5/2tKt4/9/9/9/3t5/9/ attackers
Form: single
Clock: none
Host: "Ada"
Guest: "Bo"
Host plays: light

Round 1: host defenders, guest attackers, first attackers
1. guest D8-A8-
2. host D4-D9--
host wins the round: escape
Result: host wins
`;

/** @param {string} text */
async function keepRecord(text) {
  const answer = await fetch(`${address()}/api/v1/records`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: text });
  const body = /** @type {{ id: string }} */ (await answer.json());
  assert.equal(answer.status, 201, JSON.stringify(body));
  return body.id;
}

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

/**
 * From now on the page is told what the computer thinks when the test says so: how soon a server comes to think is its own affair.
 * @param {Page} page
 */
async function thinkByHand(page) {
  await page.addInitScript(() => {
    const real = window.fetch;
    /** @type {{ body: string, tell: (news: string) => void }[]} */
    const asked = [];
    Object.assign(window, { asked });
    window.fetch = async (input, init) => {
      if (!String(input).includes('/study/analysis')) return real(input, init);
      const body = new ReadableStream({
        start(out) {
          asked.push({ body: String(init?.body), tell: (news) => out.enqueue(new TextEncoder().encode(`${news}\n`)) });
          init?.signal?.addEventListener('abort', () => out.error(new DOMException('', 'AbortError')));
        },
      });
      return new Response(body);
    };
  });
  await page.reload();
  let heard = 0;
  /** What was found about the position that was asked about last. */
  let found = { type: 'lines', depth: 0, lines: [] };
  const lastAsked = () => page.evaluate(() => ({ count: /** @type {any} */ (window).asked.length, body: /** @type {any} */ (window).asked.at(-1)?.body }));
  return {
    /** Tells the page what the server has found about the position that is looked at, as of some depth, perhaps in the other order. @param {number} depth @param {boolean} isTurned */
    async think(depth, isTurned) {
      let last = await lastAsked();
      if (depth <= found.depth || heard === 0) {
        await until(async () => (last = await lastAsked()).count > heard, 'another position is thought about');
        heard = last.count;
        found = { type: 'lines', depth: 0, lines: [] };
        for (let seconds = 1; ; seconds = Math.min(4 * seconds, 30)) {
          const answer = await ask(page, `${address()}/api/v1/study/analysis`, { method: 'POST', data: { ...JSON.parse(last.body), seconds } });
          const news = (await answer.text()).split('\n').filter(Boolean).map((line) => JSON.parse(line));
          found = news.findLast(({ type, lines }) => type === 'lines' && lines.length > 1) ?? found;
          if (found.lines.length > 1) break;
        }
      }
      found.depth = depth;
      const news = { ...found, lines: isTurned ? [...found.lines].reverse() : found.lines };
      await page.evaluate((text) => /** @type {any} */ (window).asked.at(-1).tell(text), JSON.stringify(news));
    },
  };
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
    // The address follows when the hand rests.
    await until(async () => {
      const nodes = (await studiesOfHash(new URL(page.url()).hash))?.study.tree.nodes.values() ?? [];
      return [...nodes].some(({ comment, glyph }) => comment === 'Better so' && glyph === '!?');
    }, 'the address has the study');
    const [tree, place] = [await page.locator('.tree').innerText(), await piecePlaces(page)];
    assert.match(tree, /!\?[\s\S]*Better so/);
    const other = await open(page.url().slice(address().length));
    await until(async () => (await other.page.locator('.tree').innerText()) === tree, 'who follows the link sees the same');
    await until(async () => (await piecePlaces(other.page)) === place, 'at the same place');
    await other.page.getByRole('button', { name: 'Delete from here on' }).click();
    await until(async () => (await turns(other.page)).length === 1, 'one variation less');
    await other.close();
    assert.deepEqual(faults, []);
    await close();
  });

  test('the computer thinks aloud: lines with arrows, depth and a bar, and nothing when it is switched off', async () => {
    const { page, close } = await open('/study?game=tablut');
    await page.locator('.engine-lines li').nth(2).waitFor();
    await until(async () => /depth \d+/.test(await page.locator('.engine-about').innerText()), 'how far it looks');
    await until(async () => (await page.locator('.tb-shape').count()) >= 1, 'arrows on the board');
    await until(async () => /\d+.% to win/.test((await page.locator('.bar').getAttribute('aria-valuetext')) ?? ''), 'the bar');
    // While it thinks its lines change: what is pressed is read in the same moment, as soon as the first line has two turns.
    /** @type {string[]} */
    let line = [];
    await until(async () => {
      line = await page.locator('.engine-lines').evaluate((list) => {
        const [first, second] = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('li:first-child .engine-turn'));
        if (!second) return [];
        second.click();
        return [first.innerText, second.innerText];
      });
      return line.length > 0;
    }, 'a line of two turns');
    await until(async () => {
      const played = await turns(page);
      return played.length === line.length && played.every((turn, index) => turn.startsWith(line[index]));
    }, `the line is played: ${line.join(' ')}`);
    await page.locator('#study-engine').uncheck();
    await until(async () => (await page.locator('.engine-lines li').count()) === 0 && (await page.locator('.tb-shape').count()) === 0, 'silence');
    await close();
  });

  test('lines stand still while somebody points at them, and a click plays what was read', async () => {
    const { page, close } = await open('/study?game=tablut');
    const { think } = await thinkByHand(page);
    const about = page.locator('.engine-about');
    const deeper = async (/** @type {number} */ depth, /** @type {boolean} */ isTurned = false) => {
      await think(depth, isTurned);
      await until(async () => new RegExp(`^depth ${depth}\\b`).test(await about.innerText()), `depth ${depth}`);
    };
    const read = () => page.locator('.engine-lines').innerText();
    const written = page.locator('.engine-lines .engine-turn').first();
    await deeper(3);
    await written.hover();
    const lines = await read();
    await deeper(4, true);
    await deeper(5, true);
    assert.equal(await read(), lines, 'under a pointer');
    assert.match(await about.innerText(), /lines held at 3$/);
    await page.locator('h1').hover();
    await until(async () => (await read()) !== lines, 'then they are told as they are now');
    await until(async () => /^depth 5$/.test(await about.innerText()), 'and nothing is held');

    // What is read under the pointer stays what it is until it is pressed.
    await written.hover();
    const turn = await written.innerText();
    await page.mouse.down();
    await deeper(6);
    await page.mouse.up();
    await until(async () => (await turns(page)).length === 1, 'a turn is played');
    assert.ok((await turns(page))[0].startsWith(turn), 'the one under the pointer when it went down');
    // The pointer is still there, but nobody has read what is written now.
    await deeper(2);
    const shallow = await read();
    await deeper(3, true);
    await until(async () => (await read()) !== shallow, 'lines of another position are not held');

    await page.locator('#study-engine').focus();
    for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Tab');
    assert.ok(await written.evaluate((button) => button === document.activeElement), 'the keyboard is in the lines');
    const focused = await read();
    await deeper(4);
    assert.equal(await read(), focused, 'under the keyboard’s focus');
    await close();
  });

  test('the wheel over the board goes through the turns, and a key shows all keys', async () => {
    const { page, close, faults } = await open('/study?game=tablut');
    const start = await piecePlaces(page);
    await play(page, 0);
    await until(async () => (await turns(page)).length === 1, 'a turn');
    const after = await piecePlaces(page);
    const { x, y } = await middleOf(page, 'C3');
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -120);
    await until(async () => (await piecePlaces(page)) === start, 'back');
    await page.mouse.wheel(0, 120);
    await until(async () => (await piecePlaces(page)) === after, 'and on');
    await page.locator('h1').click();
    await page.keyboard.press('?');
    const dialog = page.locator('dialog[open]');
    await dialog.getByText('to the variation above or below').waitFor();
    assert.equal(await dialog.getByText('write a move').count(), 0, 'what is of the table only');
    assert.deepEqual(await axeFaults(page), []);
    assert.deepEqual(faults, []);
    await close();
  });

  test('on a phone, too, another game can be chosen', async () => {
    const { page, close } = await open('/study?game=tablut', PHONE);
    await page.locator('.study-games').getByText('Alea Evangelii').tap();
    await page.locator('.tb[data-size="19"]').waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await close();
  });

  test('every game there is can be studied and set up, by each of its rules; what a link shows of it agrees', async () => {
    const { page, close, faults } = await open('/study?game=brandubh&edit');
    await page.locator('.tb[data-size="7"]').waitFor();
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await page.locator('.tool[data-tool=king]').click();
    const king = await middleOf(page, 'D4');
    await page.mouse.click(king.x, king.y);
    await until(async () => (await page.locator('.editor-text').inputValue()).startsWith('/7/7/7/3K3/7/7/7/'), 'a king on a board of seven by seven');
    await page.getByRole('button', { name: 'Start position' }).click();
    await until(async () => (await page.locator('.faults li').count()) === 0, 'the start is sound');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.locator('.engine-lines li').first().waitFor();
    assert.equal(await page.title(), 'Study – Brandubh');
    const preview = await (await fetch(`${address()}/study?game=brandubh`, { headers: { 'accept-language': 'en' } })).text();
    assert.match(preview, /<title>Study · Brandubh – Tablen</);
    assert.deepEqual(await page.locator('.study-games a').allInnerTexts(), ['Zeno’s tavli', 'Tablut', 'Alea Evangelii', 'Brandubh', 'Hnefatafl']);
    await page.locator('.study-games').getByText('Hnefatafl').click();
    await page.locator('.tb[data-size="11"]').waitFor();
    // A variant has an address of its own, and is still the chosen one when that is opened.
    await page.locator('.study-games').getByText('Tablut').click();
    await page.locator('.tb[data-size="9"]').waitFor();
    const variant = (await page.locator('.study-variants option').evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value)))[1];
    await page.locator('.study-variants').selectOption(variant);
    await page.waitForURL(`**/study?game=${variant}`);
    await until(async () => (await page.locator('.study-variants').inputValue()) === variant, 'the variant');
    await page.reload();
    await page.locator('.tb[data-size="9"]').waitFor();
    await until(async () => (await page.locator('.study-variants').inputValue()) === variant, 'the variant, opened by its address');
    assert.equal(await page.locator('.study-games [aria-current]').innerText(), 'Tablut');
    assert.deepEqual(faults, []);
    await close();
  });

  test('a man follows the hand while the computer thinks', async (context) => {
    const { page, close } = await open('/study?game=alea');
    await page.locator('.engine-lines li').first().waitFor();
    const [man] = await cells(page, 'tb-movable');
    await page.mouse.move(man.x, man.y);
    await page.mouse.down();
    await page.mouse.move(man.x + 20, man.y + 20);
    const round = [{ x: man.x + 300, y: man.y + 200 }, man];
    await keepsUp(page, context, Array(4).fill(round).flat(), 15);
    assert.equal(await page.locator('.tb-float').count(), 1, 'the man was in the hand all the time');
    await page.mouse.up();
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
    assert.equal(await page.locator('.rolls-about:visible').count(), 0, 'nobody is asked to choose what is chosen');
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
  /** Three men: a king and two who hunt him. */
  const POSITION = '/t8/9/9/2t6/4K4/9/9/9/9/ defenders';
  /** @param {Page} page */
  const isPosition = (page) => until(async () => (await piecePlaces(page)).split('\n').filter((line) => /king|Muscovite/i.test(line)).length === 3, 'this position');
  const openEditor = () => open(`/study?${new URLSearchParams({ ruleset: 'preset:tablut', position: POSITION, edit: '' })}`);

  test('a position is shared as a link that others open, and saved as a picture', async () => {
    const { page, close, faults } = await openEditor();
    await page.locator('.editor').getByRole('button', { name: 'Share' }).click();
    const link = await page.locator('dialog input[readonly]').inputValue();
    assert.equal(await page.locator('dialog textarea').inputValue(), POSITION);
    const saved = page.waitForEvent('download');
    await page.evaluate(() => {
      const { fillText } = CanvasRenderingContext2D.prototype;
      /** @type {any} */ (window).written = [];
      CanvasRenderingContext2D.prototype.fillText = function (/** @type {Parameters<typeof fillText>} */ ...given) {
        /** @type {any} */ (window).written.push(given[0]);
        fillText.apply(this, given);
      };
    });
    await page.getByRole('button', { name: 'Save picture' }).click();
    const download = await saved;
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).written), ['Tablut', 'Study'], 'what stands below the picture');
    assert.equal(download.suggestedFilename(), 'tablen-study.png');
    const bytes = Buffer.concat(await (await download.createReadStream()).toArray());
    assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
    assert.ok(bytes.readUInt32BE(16) >= 600, `${bytes.readUInt32BE(16)} pixels wide`);
    const other = await open(link.slice(address().length));
    await isPosition(other.page);
    await other.page.locator('.engine-lines li').first().waitFor();
    await other.close();
    assert.deepEqual(faults, []);
    await close();
  });

  for (const [button, waits] of /** @type {const} */ ([['Against the computer', '.table-board .tb-movable'], ['With a friend', '.invite input[readonly]']])) {
    test(`a position is played from the editor: ${button.toLowerCase()}`, async () => {
      const { page, close, faults } = await openEditor();
      await page.locator('.editor').getByRole('button', { name: 'Play from here' }).click();
      await page.locator('#host-name').fill('Ada');
      await page.getByRole('button', { name: button }).click();
      await page.waitForURL(/\/t\//);
      await page.locator(waits).first().waitFor();
      const table = await (await fetch(`${address()}/api/v1/tables/${page.url().split('/t/')[1]}/record`)).text();
      assert.match(table, /host joins as "Ada"/);
      assert.match(table, /Start: \/t8\/9\/9\/2t6\/4K4\/9\/9\/9\/9\/ defenders/);
      assert.deepEqual(faults, []);
      await close();
    });
  }

  test('men are placed, every fault is told at once, and the position is analysed and played', async () => {
    const { page, close } = await open('/study?game=tablut&edit');
    await page.getByRole('button', { name: 'Clear the board' }).click();
    await until(async () => /king/i.test(await page.locator('.faults').innerText()), 'there is no king');
    await page.locator('.tool[data-tool=dark]').click();
    for (const cell of ['E5', 'A1']) {
      const { x, y } = await middleOf(page, cell);
      await page.mouse.click(x, y);
    }
    await until(async () => (await page.locator('.faults li').count()) >= 2, 'two faults at once');
    await until(async () => (await page.locator('.tb-shape-ring').count()) >= 1, 'their places are marked');
    await until(() => page.getByRole('button', { name: 'Analyse' }).isDisabled(), 'nothing that is wrong is analysed');
    await dragByMouse(page, 'E5', 'C4');
    await page.locator('.tool[data-tool=king]').click();
    const king = await middleOf(page, 'E5');
    await page.mouse.click(king.x, king.y);
    await page.locator('#study-side-light').check({ force: true });
    await until(async () => (await page.locator('.faults li').count()) === 0, 'all is well');
    await until(async () => (await page.locator('.editor-text').inputValue()) === POSITION, 'the position in letters');
    await page.getByRole('button', { name: 'Analyse' }).click();
    await page.waitForURL(/#1/);
    await page.locator('.engine-lines li').first().waitFor();
    await page.getByRole('button', { name: 'Play from here' }).click();
    await page.getByRole('button', { name: 'Both sides here' }).click();
    await page.waitForURL(/\/t\//);
    await isPosition(page);
    await close();
  });

  test('on a phone nothing lies over its title', async () => {
    const { page, close } = await open('/study?game=tavli&edit', PHONE);
    const title = await page.locator('.editor h2').boundingBox();
    const tiles = await page.locator('.study-actions .button:visible').evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().bottom));
    assert.equal(tiles.length, 1, 'the board can still be turned');
    assert.ok(title && tiles[0] <= title.y, `${tiles[0]}, ${title?.y}`);
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
  for (const [locale, better, why] of /** @type {const} */ ([
    ['en-GB', 'Better: D8-D5.', 'The king’s way to D9 is open: the man on D8 barred it.'],
    ['it-IT', 'Meglio: D8-D5.', 'La via del re verso D9 è libera: la pedina in D8 la sbarrava.'],
  ])) {
    test(`a blunder is a turning point, with what would have been better and why (${locale})`, async () => {
      const { page, close, faults } = await open(`/study?table=${await keepRecord(BLUNDER)}`, { locale });
      await page.locator('.numbers-table').waitFor();
      assert.equal(await page.locator('.point').count(), 1);
      const point = page.locator('.points [data-mark=blunder] .point');
      assert.match(await point.innerText(), /D8-A8.*\?\?\s*99.% → 1.%/s);
      await point.click();
      await until(async () => /D8-A8/.test(await current(page)), 'it leads to its turn');
      const verdict = page.locator('.verdict-box[data-mark=blunder]');
      await verdict.waitFor();
      assert.ok((await verdict.innerText()).includes(better), await verdict.innerText());
      assert.ok((await verdict.locator('.reasons li').allInnerTexts()).includes(why), await verdict.innerText());
      assert.equal(await page.locator('[data-figure=blunders] td').last().innerText(), '1');
      assert.equal(await page.locator('.report-progress:visible').count(), 0, 'nothing is under way any more');
      await verdict.getByRole('button').first().click();
      await until(async () => /D8-D5/.test(await current(page)), 'the better turn is shown');
      assert.deepEqual(faults, []);
      await close();
    });
  }

  test('how far the analysis is can be seen; one that breaks off can be begun again', async () => {
    const id = await keepRecord(RECORD);
    const { page, close } = await open('/study?game=tablut');
    const lines = (/** @type {object[]} */ ...news) => ({ contentType: 'application/x-ndjson', body: news.map((one) => `${JSON.stringify(one)}\n`).join('') });
    /** @type {import('playwright-core').Route[]} */
    const held = [];
    await page.route('**/tables/*/analysis*', (route) => void held.push(route));
    const asked = (/** @type {number} */ count) => until(async () => held.length === count, 'the server is asked');
    await page.goto(`${address()}/study?table=${id}`);
    await asked(1);
    const progress = page.locator('.report-progress');
    await progress.locator('progress').waitFor();
    assert.match(await progress.innerText(), /Thinking…/);
    await held[0].fulfill(lines({ type: 'queued', ahead: 3 }, { type: 'progress', done: 1, all: 3 }));
    await progress.getByRole('button', { name: 'Analyse once more' }).click();
    await asked(2);
    await held[1].continue();
    await page.locator('.numbers-table').waitFor();
    await progress.waitFor({ state: 'hidden' });
    await close();
  });

  test('it is judged turn by turn: a graph, marks, and numbers of both sides', async () => {
    const { page, close, faults } = await open(`/r/${await keepRecord(RECORD)}`);
    await page.getByRole('link', { name: 'Study this game' }).click();
    await page.waitForURL(/\/study\?table=/);
    await page.locator('.numbers-table').waitFor();
    await until(async () => (await page.locator('.graph-line').count()) === 1, 'the graph');
    for (const figure of ['accuracy', 'turns', 'captured']) assert.equal(await page.locator(`[data-figure=${figure}] td`).count(), 2, figure);
    await page.locator('.graph-area').focus();
    await page.keyboard.press('ArrowRight');
    await until(async () => /D2-C2/.test(await current(page)), 'the graph follows the keys');
    await until(async () => /^Turn 1: .* \d+.%$/.test((await page.locator('.graph-area').getAttribute('aria-valuetext')) ?? ''), 'the graph says it');
    const reading = page.locator('.graph-reading');
    assert.equal(await reading.isVisible(), false);
    // What is told beside it may still push the graph to its place.
    let plot = await boxOf(page.locator('.graph-plot'));
    await until(async () => {
      plot = await boxOf(page.locator('.graph-plot'));
      await page.mouse.move(plot.x + plot.width - 2, plot.y + plot.height / 2);
      return /^Turn 3: .* \d+.%$/.test(await reading.innerText());
    }, 'what the curve says there');
    const shown = await boxOf(reading);
    assert.ok(shown.x >= plot.x && shown.x + shown.width <= plot.x + plot.width + 1, 'within the graph');
    assert.match(await current(page), /D2-C2/, 'to point is not to go');
    await page.mouse.move(5, 5);
    await until(async () => !(await reading.isVisible()), 'it goes with the pointer');
    const marked = page.locator('.tree-turn[data-mark]').first();
    await marked.waitFor();
    await marked.click();
    await page.locator('.verdict-box').waitFor();
    assert.match(await page.locator('.verdict-box').innerText(), /\d+.% → \d+.%/);
    assert.deepEqual(faults, []);
    await close();
  });

  test('a moment is tried again, and one is told whether it is better', async () => {
    const { page, close } = await open(`/study?table=${await keepRecord(RECORD)}`);
    await page.locator('.numbers-table').waitFor();
    await page.locator('.tree-turn:is([data-mark=error], [data-mark=blunder], [data-mark=doubtful])').first().click();
    await page.locator('.verdict-box').getByRole('button', { name: 'Try it again' }).click();
    await page.locator('.retry[data-stage=try]').waitFor();
    await until(async () => (await page.locator('.tb-shape').count()) === 0, 'no arrow gives it away');
    await play(page, 1);
    await page.locator('.retry:is([data-stage=best], [data-stage=better], [data-stage=no-better])').waitFor();
    await page.getByRole('button', { name: 'Show the best' }).click();
    await until(async () => (await page.locator('.tree-block').count()) > 2, 'the better turn is a variation');
    await close();
  });

  test('what was tried instead can be played on against the computer, as the side that tried it', async () => {
    const { page, close, faults } = await open(`/study?table=${await keepRecord(BLUNDER)}`);
    await page.locator('.verdict-box, .points').last().waitFor();
    await page.getByRole('button', { name: 'Try turn 1 again' }).click();
    await page.locator('.retry[data-stage=try]').getByRole('button', { name: 'Play it against the computer' }).waitFor();
    // Not the capture: the game goes on.
    const { x, y } = await middleOf(page, 'D8');
    await page.mouse.click(x, y);
    const to = await middleOf(page, 'D6');
    await page.mouse.click(to.x, to.y);
    const verdict = page.locator('.retry:is([data-stage=best], [data-stage=better], [data-stage=no-better])');
    await verdict.getByRole('button', { name: 'Play it against the computer' }).click();
    assert.equal(await page.locator('#study-own').inputValue(), 'dark');
    assert.match(await page.locator('#study-level').innerText(), /Nils/, 'opponents have names');
    await page.getByRole('button', { name: 'Against the computer', exact: true }).click();
    await page.waitForURL(/\/t\//);
    const record = await (await fetch(`${address()}/api/v1/tables/${page.url().split('/t/')[1]}/record`)).text();
    assert.match(record, /Start: \/9\/9\/3t5\/2tKt4\/9\/3t5\/9\/9\/9\/ defenders/);
    assert.match(record, /Host plays: dark/);
    assert.deepEqual(faults, []);
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
    assert.deepEqual(await page.locator('[data-figure=pips] td').allInnerTexts(), ['10', '3']);
    for (const figure of ['hits', 'luck']) assert.equal(await page.locator(`[data-figure=${figure}] td`).count(), 2, figure);
    await until(async () => /even luck/.test(await page.locator('.numbers-result').innerText()), 'what even luck would have brought');
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
