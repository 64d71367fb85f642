// @ts-check
// The whole page with the real server in a real browser: games from the first click to the result.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startBrowser } from '../board/test/browser.js';
import {
  axeFaults, boardText, createChance, focused, isOver, piecePlaces, playByKeyboard, playByMouse, startFromHome, startServer, tabTo, until, visit, waitForTurn,
} from './support.js';

/** @type {import('playwright-core').Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof startServer>>} */
let server;

before(async () => {
  // One after the other: without a server no browser is left running.
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** All the reasons for which a game can end here. */
const REASON = /^(The king has escaped|The king is captured|The player to move had no move|The position has come again|All men are borne off|By resignation)\.$/;

/** @param {import('playwright-core').Page} page */
async function resultOf(page) {
  const [head, reason] = await Promise.all([page.locator('.notice-head').innerText(), page.locator('.notice-more').innerText()]);
  assert.match(head, /^(You win!|The computer wins\.|A draw\.)$/);
  assert.match(reason, REASON);
  return `${head} ${reason}`;
}

describe('a game against the computer by mouse', { concurrency: true }, () => {
  // Games can be long; after enough turns one resigns.
  for (const [game, enough] of /** @type {const} */ ([['tavli', 15], ['tablut', 60], ['alea', 15]])) {
    test(`${game}: from one click on Home to the result`, async (context) => {
      const { page, faults, close } = await visit(browser, server.address());
      const chance = createChance();
      await startFromHome(page, game);
      await waitForTurn(page);
      let turns = 0;
      while (!(await isOver(page))) {
        // A turn of tavli begins with the throw and has several steps.
        const begins = game !== 'tavli' || (await page.locator('.notice-head').innerText()) === 'Your turn: throw the dice';
        if (begins && turns === enough) break;
        if (begins) turns += 1;
        const before = await boardText(page);
        await playByMouse(page, chance);
        await waitForTurn(page, before);
      }
      const hasEnded = await isOver(page);
      if (!hasEnded) {
        await page.getByRole('button', { name: 'Resign' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
        await page.locator('.notice[data-phase=over]').waitFor();
      }
      const result = await resultOf(page);
      assert.equal(result.includes('resignation'), !hasEnded);
      context.diagnostic(`${turns} own turns, ${hasEnded ? 'played to the end' : 'then resigned'}: ${result}`);
      assert.deepEqual(faults, []);
      await close();
    });
  }
});

test('tablut by keyboard alone, from Home to the resignation', async () => {
  const { page, faults, close } = await visit(browser, server.address());
  const chance = createChance(7);
  await page.locator('.card-play').first().waitFor();
  await tabTo(page, ({ name }) => name.startsWith('Tablut') && !name.includes(':'));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/t\//);
  await waitForTurn(page);
  await tabTo(page, ({ point }) => point !== null);
  for (let turn = 0; turn < 4; turn++) {
    const before = await boardText(page);
    await playByKeyboard(page, chance);
    await waitForTurn(page, before);
    assert.ok((await focused(page)).point, 'the focus is still on the board');
    assert.equal(await isOver(page), false, 'these moves do not lose at once');
  }
  await tabTo(page, ({ name }) => name === 'Resign');
  await page.keyboard.press('Enter');
  // The focus is on the harmless answer first.
  assert.doesNotMatch((await focused(page)).name, /Resign/);
  await page.keyboard.press('Shift+Tab');
  assert.equal((await focused(page)).name, 'Resign');
  await page.keyboard.press('Enter');
  await page.locator('.notice[data-phase=over]').waitFor();
  assert.equal(await resultOf(page), 'The computer wins. By resignation.');
  assert.deepEqual(faults, []);
  await close();
});

test('two friends: a link, a reload, and a server that is killed in mid-turn', async () => {
  const own = await startServer();
  try {
    const host = await visit(browser, `${own.address()}/?new=tavli`);
    await host.page.getByRole('radio', { name: 'a friend' }).check();
    await host.page.locator('.new-start button').click();
    await host.page.waitForURL(/\/t\//);
    await host.page.locator('.invite').waitFor();
    const guest = await visit(browser, host.page.url());
    await guest.page.locator('#join-name').fill('Ada');
    await guest.page.locator('.invite button[type=submit]').click();
    await host.page.locator('.player-far .player-name', { hasText: 'Ada' }).waitFor();
    const pages = [host.page, guest.page];

    const chance = createChance(3);
    const canAct = async (/** @type {import('playwright-core').Page} */ page) => (await page.locator('.tb-movable').count()) > 0;
    /** Whoever has the turn, then the other. */
    const inTurn = async () => {
      await until(async () => (await canAct(host.page)) !== (await canAct(guest.page)), 'one of the two has the turn');
      return (await canAct(host.page)) ? pages : [...pages].reverse();
    };
    const seeTheSame = () => until(async () => (await piecePlaces(host.page)) === (await piecePlaces(guest.page)), 'both see the same men');
    /** A throw, a step or the end of the turn. */
    const playOn = async () => {
      const [mover] = await inTurn();
      const before = await boardText(mover);
      await playByMouse(mover, chance);
      await until(async () => (await boardText(mover)) !== before, 'the answer to what was played');
      await seeTheSame();
    };
    const start = await piecePlaces(guest.page);
    const movers = new Set();
    for (let deed = 0; deed < 12 || movers.size < 2; deed++) {
      movers.add((await inTurn())[0]);
      await playOn();
    }
    assert.notEqual(await piecePlaces(guest.page), start, 'moves are seen');

    const before = await boardText(guest.page);
    await guest.page.reload();
    await until(async () => (await boardText(guest.page)) === before, 'the board as before the reload');
    await playOn();
    assert.deepEqual([...host.faults, ...guest.faults], []);

    // In the middle of a turn: the dice are thrown and one man has moved.
    const isThrowNext = async () => (await (await inTurn())[0].locator('.notice-head').innerText()).includes('throw');
    while (!(await isThrowNext())) await playOn();
    await playOn();
    await playOn();
    const [mover] = await inTurn();
    const inMidTurn = await Promise.all(pages.map(boardText));
    await own.kill();
    for (const page of pages) await until(async () => (await page.locator('#banner').innerText()) !== '', 'a banner that says what happened');
    assert.deepEqual(await Promise.all(pages.map(boardText)), inMidTurn);
    // What is played while nobody answers is not lost.
    await playByMouse(mover, chance);
    await own.start();
    for (const page of pages) await until(async () => (await page.locator('#banner').innerText()) === '', 'the way back to the table');
    await until(async () => (await boardText(mover)) !== inMidTurn[pages.indexOf(mover)], 'what was played in the meantime');
    await seeTheSame();
    for (let deed = 0; deed < 8; deed++) await playOn();
    await Promise.all([host.close(), guest.close()]);
  } finally {
    await own.close();
  }
});

describe('no text is missing', { concurrency: true }, () => {
  const RAW_KEY = /\b(web|board|server|game)\.[a-z-]+\.[a-z-]+/;
  for (const locale of ['fr-FR', 'it-IT']) {
    test(locale, async () => {
      const { page, faults, close } = await visit(browser, server.address(), { locale });
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

describe('axe finds nothing against WCAG 2.2 AA', { concurrency: 2 }, () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const viewport of [{ width: 1100, height: 800 }, { width: 360, height: 740 }]) {
      test(`${colorScheme}, ${viewport.width} × ${viewport.height}`, async () => {
        const { page, close } = await visit(browser, server.address(), { colorScheme, viewport, reducedMotion: 'reduce' });
        await page.locator('.card-play').first().waitFor();
        assert.deepEqual(await axeFaults(page), [], 'home');
        await page.goto(`${server.address()}/?new=tablut`);
        await page.locator('.new-start').waitFor();
        assert.deepEqual(await axeFaults(page), [], 'new game');
        await page.goto(server.address());
        await startFromHome(page, 'tavli');
        await waitForTurn(page);
        assert.deepEqual(await axeFaults(page), [], 'table');
        await close();
      });
    }
  }
});

test('a page that is older than the server loads itself again', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  // An updated server has no modules for it, neither this one nor the page's own.
  await page.route('**/app/table.js', (route) => route.fulfill({ status: 404 }));
  await page.route('**/app/main.js', (route) => (route.request().method() === 'HEAD' ? route.fulfill({ status: 404 }) : route.continue()));
  let loads = 0;
  await page.route((url) => url.pathname.startsWith('/t/'), async (route) => {
    loads += 1;
    await page.unroute('**/app/table.js');
    await route.continue();
  });
  await page.goto(server.address());
  await startFromHome(page, 'tablut');
  assert.equal(loads, 1, 'the table came with a page of its own');
  await context.close();
});

test('Home is light', async (context) => {
  // Release builds need less: they compress better.
  const MOST = 270_000;
  const browserContext = await browser.newContext();
  const page = await browserContext.newPage();
  const client = await browserContext.newCDPSession(page);
  /** @type {Map<string, string>} */
  const names = new Map();
  /** What is still to be fetched when the browser is idle. @type {Set<string>} */
  const waited = new Set();
  let [atOnce, later, requests] = [0, 0, 0];
  client.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, new URL(request.url).pathname));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    requests += 1;
    const name = names.get(requestId) ?? '';
    waited.delete(name);
    if (laterNames.has(name)) later += encodedDataLength;
    else atOnce += encodedDataLength;
  });
  const [, waiting = ''] = /<template id="later">(.*?)<\/template>/s.exec(await (await browserContext.request.get(server.address())).text()) ?? [];
  const laterNames = new Set([...waiting.matchAll(/href="([^"]+)"/g)].map(([, name]) => name));
  await browserContext.clearCookies();
  await client.send('Network.enable');

  const load = async (/** @type {() => Promise<unknown>} */ go) => {
    [atOnce, later, requests] = [0, 0, 0];
    laterNames.forEach((name) => waited.add(name));
    const start = performance.now();
    await go();
    await page.locator('.card-play').first().click({ trial: true });
    const shown = performance.now() - start;
    // All that comes when the browser is idle is part of the load, too.
    await until(async () => waited.size === 0, 'what Home can do without');
    await page.waitForLoadState('networkidle');
    const kilobytes = [atOnce + later, atOnce, later].map((bytes) => (bytes / 1000).toFixed(1));
    context.diagnostic(`${kilobytes[0]} kB in ${requests} requests (${kilobytes[1]} kB for Home, ${kilobytes[2]} kB for what comes after it); Home after ${shown.toFixed(0)} ms`);
    return atOnce + later;
  };
  const cold = await load(() => page.goto(server.address(), { waitUntil: 'commit' }));
  assert.ok(laterNames.size > 20 && later > 10_000, 'what comes after Home was counted');
  assert.ok(cold < MOST, `${cold} bytes`);
  const warm = await load(() => page.reload({ waitUntil: 'commit' }));
  assert.ok(warm < cold / 3, `${warm} bytes for a page that is known`);

  const clicked = performance.now();
  await startFromHome(page, 'tablut');
  context.diagnostic(`board ${(performance.now() - clicked).toFixed(0)} ms after the click`);
  await browserContext.close();
});
