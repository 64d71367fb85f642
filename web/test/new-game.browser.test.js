// @ts-check
// A new game: three choices first, and everything else where one finds it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './server-and-browser.js';
import { CALM, ask, until, visit, waitForTurn } from './support.js';

const { browser, address } = setUp();

/** @param {string} game */
async function newGame(game) {
  const visitor = await visit(browser(), address(), CALM);
  await visitor.page.goto(`${address()}/?new=${game}`);
  await visitor.page.locator('.new-start button').waitFor();
  return visitor;
}

test('three choices are seen, the rest is folded and says what is chosen', async () => {
  const { page, close } = await newGame('tablut');
  const questions = page.locator('.new-form > fieldset > legend:not(.visually-hidden)');
  assert.deepEqual(await questions.allInnerTexts(), ['Against whom?', 'Which side?']);
  assert.equal(await page.locator('.new-form details[open]').count(), 0);
  assert.equal(await page.locator('#preset-tablut-corners').isVisible(), false);
  assert.match(await page.locator('#rules').innerText(), /Other rules\s+As in the text/);
  assert.match(await page.locator('#time').innerText(), /no clock · one round/);
  // Every opponent has a name, and the chosen one a character.
  assert.equal(await page.locator('.opponent').count(), 8);
  await page.locator('label:has(#level-8)').click();
  assert.match(await page.locator('.opponent-about').innerText(), /^Old Máhtte taught the game/);
  await close();
});

test('Brandubh and Hnefatafl have names, pictures and tables of their own', async () => {
  const { page, faults, close } = await newGame('tavli');
  assert.deepEqual(await page.locator('.game-tile').allInnerTexts(), ['Zeno’s tavli', 'Tablut', 'Alea Evangelii', 'Brandubh', 'Hnefatafl']);
  await until(() => page.locator('.game-tile img').evaluateAll((images) => images.every((image) => /** @type {HTMLImageElement} */ (image).naturalWidth > 50)), 'their pictures');
  await page.getByRole('link', { name: 'Brandubh' }).click();
  await page.getByRole('heading', { name: 'Brandubh', level: 1 }).waitFor();
  await page.locator('.new-start button').click();
  await page.waitForURL(/\/t\//);
  await waitForTurn(page);
  assert.equal(await page.locator('.table-title h1').innerText(), 'Brandubh');
  assert.deepEqual(faults, []);
  await close();
});

test('variants have a name, a diagram of what they change and what is known of their balance', async () => {
  const { page, close } = await newGame('tablut');
  await page.locator('#rules').click();
  const corners = page.locator('.variant', { hasText: 'To the corners' });
  await corners.click();
  await until(async () => /To the corners/.test(await page.locator('#rules').innerText()), 'the variant is chosen');
  const diagrams = await page.locator('.variant img').evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  const pictures = await Promise.all(diagrams.map(async (source) => (await ask(page, `${address()}${source}`)).text()));
  assert.ok(pictures.length > 5 && new Set(pictures).size === pictures.length, 'no two look the same');
  for (const text of await page.locator('.variant .about').allInnerTexts()) assert.match(text, /of [\d,]+ games won|not measured yet/);
  await page.locator('label:has(#option-king_move-step)').click();
  await page.getByText('Balance with these changes: not measured.').waitFor();
  assert.match(await page.locator('#rules').innerText(), /1 changed/);
  assert.match((await page.locator('.new-picture').getAttribute('src')) ?? '', /diagram\.svg.*king_move/);
  await close();
});

test('options are found by their words', async () => {
  const { page, close } = await newGame('alea');
  await page.locator('#rules').click();
  const options = page.locator('.option:visible');
  const all = await options.count();
  await page.getByRole('searchbox', { name: 'Search the rules' }).fill('king captured');
  const found = await options.count();
  assert.ok(found > 0 && found < all, `${found} of ${all}`);
  await page.getByRole('searchbox').fill('chess knight');
  assert.equal(await options.count(), 0);
  await page.getByText('No option has this in its text.').waitFor();
  await page.getByRole('searchbox').fill('');
  assert.equal(await options.count(), all);
  await close();
});

test('Alea proposes two rounds with sides exchanged, as its text does', async () => {
  const { page, close } = await newGame('alea');
  assert.match(await page.locator('#time').innerText(), /two rounds, sides exchanged/);
  await page.locator('#time').click();
  assert.equal(await page.locator('#form-two-rounds').isChecked(), true);
  assert.match((await page.locator('label:has([name=form])').first().innerText()), /^two rounds/i);
  await page.locator('.new-start button').click();
  await page.waitForURL(/\/t\//);
  await page.locator('.score', { hasText: 'Round 1' }).waitFor();
  await close();
});
