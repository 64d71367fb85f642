// @ts-check
// Home, and the page in every language.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { describe, test } from 'node:test';
import ts from 'typescript';
import { setUp } from './server-and-browser.js';
import { CALM, PATIENCE, ask, movesOf, startFromHome, until, visit, visitWithClock, waitForTurn } from './support.js';

const { browser, address } = setUp();

describe('no text is missing', { concurrency: true }, () => {
  const RAW_KEY = /\b(web|board|server|game)\.[a-z-]+\.[a-z-]+/;
  for (const locale of ['en-GB', 'fr-FR', 'it-IT']) {
    test(locale, async () => {
      const { page, faults, close } = await visit(browser(), address(), { ...CALM, locale });
      await page.locator('.card-play').first().waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), locale.slice(0, 2));
      // Texts for the ear count as well: labels, titles and alternatives are attributes.
      const check = async (/** @type {string} */ where) => assert.doesNotMatch(await page.locator('body').evaluate((body) => body.outerHTML), RAW_KEY, where);
      await check('home');
      for (const game of ['tavli', 'tablut', 'alea']) {
        await page.locator(`[data-game=${game}] .card-more`).click();
        await page.locator('.new-start').waitFor();
        await check(`new ${game}`);
        await page.locator('.wordmark').click();
        await startFromHome(page, game);
        await waitForTurn(page);
        await check(`table ${game}`);
        await page.locator('.wordmark').click();
      }
      assert.deepEqual(faults, []);
      await close();
    });
  }
});

test('a game that was left is on Home, and goes on from there', async () => {
  const { page, faults, close } = await visit(browser(), address(), CALM);
  await startFromHome(page, 'tavli');
  await waitForTurn(page);
  const [url, moves] = [page.url(), await movesOf(page)];
  await page.locator('.wordmark').click();
  await page.locator('.panel', { hasText: 'Your games' }).locator('.table-link').click();
  await page.waitForURL(url);
  await waitForTurn(page);
  assert.deepEqual(await movesOf(page), moves);
  assert.deepEqual(faults, []);
  await close();
});

test('a pasted record and what was said of it outlast new lists, and the record another language', async () => {
  const { page, close } = await visitWithClock(browser(), address(), CALM);
  const record = page.locator('#record');
  const error = page.locator('.import .error');
  await page.locator('.import summary').click();
  await record.fill('no record at all');
  await page.locator('.import .button').first().click();
  await until(async () => (await error.innerText()) !== '', 'a reason');
  await Promise.all([page.waitForResponse(/\/api\/v1\/tables\?/), page.clock.runFor(10_500)]);
  // The lists are written when both answers are there.
  await page.waitForLoadState('networkidle');
  assert.equal(await record.inputValue(), 'no record at all');
  assert.notEqual(await error.innerText(), '');
  await page.locator('.header-lang').selectOption('fr');
  await page.locator('.import summary', { hasText: /partie/i }).waitFor();
  assert.equal(await record.inputValue(), 'no record at all');
  await close();
});

test('of two languages the one chosen last is spoken, however late the other comes', async () => {
  const { page, close } = await visit(browser(), address(), CALM);
  const language = page.locator('.header-lang');
  const title = page.locator('.home-head h1');
  await title.waitFor();
  const english = await title.innerText();
  /** @type {Array<() => void>} */
  const held = [];
  await page.route('**/texts/fr.json', async (route) => {
    await new Promise((resolve) => held.push(() => resolve(undefined)));
    await route.continue();
  });
  const frenchComes = async () => {
    await until(async () => held.length > 0, 'the request for French');
    const come = page.waitForResponse('**/texts/fr.json');
    held.shift()?.();
    await come;
    await page.waitForLoadState('networkidle');
  };
  await language.selectOption('fr');
  await language.selectOption('en');
  await frenchComes();
  assert.equal(await title.innerText(), english);
  await language.selectOption('fr');
  await language.selectOption('it');
  await until(async () => (await title.innerText()) !== english, 'Italian');
  const italian = await title.innerText();
  await frenchComes();
  assert.equal(await title.innerText(), italian);
  assert.equal(await page.locator('html').getAttribute('lang'), 'it');
  // What a link leads to is told by the game's own title, in any language.
  await page.getByRole('link', { name: /^Tablut Scegli/ }).waitFor();
  await close();
});

test('one game is started, however often one clicks', async () => {
  const { page, close } = await visit(browser(), address(), CALM);
  let opened = 0;
  page.on('request', (request) => void (opened += Number(request.method() === 'POST' && /\/tables\b/.test(request.url()))));
  await page.goto(`${address()}/?new=tablut`);
  await page.locator('.new-start button').dblclick();
  await page.waitForURL(/\/t\//);
  await waitForTurn(page);
  assert.equal(opened, 1);
  await close();
});

test('the link to the content leaves everything as it is', async () => {
  const { page, faults, close } = await visit(browser(), address(), CALM);
  await page.locator('.import summary').click();
  await page.locator('#record').fill('half a record');
  await page.locator('#skip').focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  assert.equal(new URL(page.url()).hash, '');
  assert.equal(await page.locator('#record').inputValue(), 'half a record');
  assert.deepEqual(faults, []);
  await close();
});

test('going on while a page is still fetched leads to where one went last', async () => {
  const { page, close } = await visit(browser(), 'about:blank', CALM);
  let release = () => {};
  const released = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route('**/app/new-game-page.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address());
  await page.locator('.card-play').first().waitFor();
  await page.evaluate(() => {
    history.pushState(null, '', '/?new=tavli');
    history.pushState(null, '', '/');
  });
  await page.goBack({ waitUntil: 'commit' });
  await page.goForward({ waitUntil: 'commit' });
  const fetched = page.waitForResponse('**/app/new-game-page.js');
  release();
  await fetched;
  await page.waitForLoadState('networkidle');
  assert.deepEqual(await page.locator('main > *').evaluateAll((pages) => pages.map(({ className }) => className)), ['home']);
  await close();
});

test('a page that is older than the server loads itself again', async () => {
  const context = await browser().newContext();
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  // An updated server has no modules for it, neither this one nor the page's own.
  await page.route('**/app/table-page.js', (route) => route.fulfill({ status: 404 }));
  await page.route('**/app/main.js', (route) => (route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.continue()));
  let loads = 0;
  await page.route((url) => url.pathname.startsWith('/t/'), async (route) => {
    loads += 1;
    await page.unroute('**/app/table-page.js');
    await route.continue();
  });
  await page.goto(address());
  await startFromHome(page, 'tablut');
  assert.equal(loads, 1, 'the table came with a page of its own');
  await context.close();
});

test('Home is light', async (context) => {
  // Release builds need less: they compress better.
  const MOST = 255_000;
  const browserContext = await browser().newContext();
  browserContext.setDefaultTimeout(PATIENCE);
  const page = await browserContext.newPage();
  const client = await browserContext.newCDPSession(page);
  /** @type {Map<string, string>} */
  const names = new Map();
  /** What is still to be fetched when the browser is idle. @type {Set<string>} */
  const waited = new Set();
  let [atOnce, deferred, requests] = [0, 0, 0];
  client.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, new URL(request.url).pathname));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    requests += 1;
    const name = names.get(requestId) ?? '';
    waited.delete(name);
    if (deferredNames.has(name)) deferred += encodedDataLength;
    else atOnce += encodedDataLength;
  });
  const [, waiting = ''] = /<template id="deferred">(.*?)<\/template>/s.exec(await (await ask(browserContext, address())).text()) ?? [];
  const deferredNames = new Set([...waiting.matchAll(/href="([^"]+)"/g)].map(([, name]) => name));
  await browserContext.clearCookies();
  await client.send('Network.enable');

  const load = async (/** @type {() => Promise<unknown>} */ go) => {
    [atOnce, deferred, requests] = [0, 0, 0];
    deferredNames.forEach((name) => waited.add(name));
    const start = performance.now();
    await go();
    await page.locator('.card-play').first().click({ trial: true });
    const shown = performance.now() - start;
    // All that comes when the browser is idle is part of the load, too.
    await until(async () => waited.size === 0, 'what Home can do without');
    await page.waitForLoadState('networkidle');
    const kilobytes = [atOnce + deferred, atOnce, deferred].map((bytes) => (bytes / 1000).toFixed(1));
    context.diagnostic(`${kilobytes[0]} kB in ${requests} requests (${kilobytes[1]} kB for Home, ${kilobytes[2]} kB for what comes after it); Home after ${shown.toFixed(0)} ms`);
    return atOnce + deferred;
  };
  const cold = await load(() => page.goto(address(), { waitUntil: 'commit' }));
  assert.ok(deferredNames.size > 20 && deferred > 10_000, 'what comes after Home was counted');
  assert.ok(cold < MOST, `${cold} bytes`);
  const warm = await load(() => page.reload({ waitUntil: 'commit' }));
  assert.ok(warm < cold / 3, `${warm} bytes for a page that is known`);

  const clicked = performance.now();
  await startFromHome(page, 'tablut');
  context.diagnostic(`board ${(performance.now() - clicked).toFixed(0)} ms after the click`);
  await browserContext.close();
});

test('modules are sent without their comments, and otherwise as they are', async () => {
  const { page, close } = await visit(browser(), address());
  const printed = (/** @type {string} */ source) => ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, removeComments: true } }).outputText;
  const modules = (await readFile(new URL('../index.html', import.meta.url), 'utf8')).matchAll(/href="\/([^"]+\.js)"/g);
  for (const [, name] of modules) {
    const source = await readFile(new URL(`../${name}`, import.meta.url), 'utf8');
    const sent = await (await ask(page, `${address()}/${name}`)).text();
    assert.equal(printed(sent), printed(source), name);
    assert.ok(sent.length < source.length, name);
  }
  await close();
});

test('style sheets are sent without their comments, and hold as they are written', async () => {
  const { page, close } = await visit(browser(), address());
  const rules = (/** @type {string} */ source) => page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText);
  }, source);
  for (const name of [...(await readdir(new URL('../style/', import.meta.url))).map((file) => `style/${file}`), 'board/board.css']) {
    const source = await readFile(new URL(`../${name}`, import.meta.url), 'utf8');
    const sent = await (await page.request.get(`${address()}/${name}`)).text();
    assert.deepEqual(await rules(sent), await rules(source), name);
    assert.doesNotMatch(sent, /\/\*/, name);
  }
  await close();
});
