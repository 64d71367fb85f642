// @ts-check
// What the page says over a board, and what of a game can be shared, taken away and brought back.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { cells, diceAtRest } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, movesOf, piecePlaces, startFromHome, stopTime, until, visit, visitWithClock } from './support.js';
import { closeDialog, resign, tables } from './visitor.js';

const stage = setUp();
const { browser, address } = stage;
const atTable = tables(stage);

test('what the page says is seen and heard over an open dialog', async () => {
  const { page, close } = await visitWithClock(browser(), address(), { ...CALM, permissions: ['clipboard-write'] });
  await startFromHome(page, 'tablut');
  // A word is seen for a while only.
  await stopTime(page);
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
  // The lot may have let the computer begin.
  const turns = (await movesOf(page)).length;
  await page.getByRole('button', { name: 'One turn back' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = page.locator('dialog input[readonly]');
  const { pathname, hash } = new URL(page.url());
  await until(async () => (await link.inputValue()) === `http://192.0.2.7:8080${pathname}${hash}`, 'the useful address');
  assert.equal(hash, `#1.${turns - 1}`);
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
      const module = [...document.querySelectorAll('link')].find(({ href }) => href.endsWith('/app/png.js'))?.href ?? '/app/png.js';
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
    await page.locator('.import summary').click();
    await page.locator('#record').fill('no record at all');
    const count = faults.length;
    await page.getByRole('button', { name: 'Show it' }).click();
    await until(async () => (await page.locator('.import .error').innerText()) !== '', 'a reason');
    // The browser itself notes the refusal, twice; nothing else went wrong.
    assert.equal(count, 0, faults.join('\n'));
    assert.ok(faults.every((fault) => /422/.test(fault)), faults.join('\n'));
    await close();
  });

  test('where only who begins was drawn, the lot is checked', async () => {
    const { page, faults, close } = await atTable('tablut', 2);
    await resign(page);
    await page.locator('.notice[data-phase=over]').waitFor();
    await page.getByRole('button', { name: 'Check the lot' }).click();
    await page.locator('.verdict[data-verdict=right]').waitFor();
    assert.equal(await page.locator('dialog h2').innerText(), 'Was the lot fair?');
    assert.match(await page.locator('.verdict').innerText(), /^Yes\. Your browser has drawn the lot again/);
    assert.equal(await page.locator('.luck').count(), 0);
    await closeDialog(page);
    assert.deepEqual(faults, []);
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
