// @ts-check
// What is read: booklets with their diagrams, scenes in each language, sheets, the page about it all, boards in other pages.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { cells, diceAtRest, dragByMouse, middleOf, tabTo, walkTo } from './hands.js';
import { setUp } from './server-and-browser.js';
import { turns } from './study-visitor.js';
import { CALM, PATIENCE, PHONE, ask, axeFaults, boxOf, piecePlaces, startFromHome, until, visit } from './support.js';

/** @typedef {import('playwright-core').Page} Page */

const { browser, address } = setUp();

/** Browsers tell of every answer that says no; here it is asked for. @param {string} fault */
const isNoRefusal = (fault) => !/422/.test(fault);
/** What stands on a cell of a tafl board, as its name says it; nothing if it is empty. @param {Page} page @param {string} cell */
const pieceOn = async (page, cell) => /(muscovite|swede|king)/i.exec((await page.locator(`[data-point="${cell}"]`).getAttribute('aria-label')) ?? '')?.[0] ?? '';
/** From where a man can be taken up. @param {Page} page */
const movable = async (page) => (await cells(page, 'tb-movable')).map(({ point }) => point).filter((point) => point !== 'dice').sort((one, two) => Number(one) - Number(two)).join(' ');

test('a booklet: contents, anchors, a diagram that is played, the way to the study and back', async () => {
  const { page, faults, close } = await visit(browser(), `${address()}/learn/tavli#Z12`, { ...CALM, locale: 'en' });
  await page.locator('#Z12').waitFor();
  await until(async () => (await page.locator('#Z12').boundingBox().then((box) => box !== null && box.y > -5 && box.y < 200)), 'the rule is in sight');
  assert.equal(await page.title(), 'Zeno’s tavli · Tablen');

  await page.locator('.toc a[href="#zeno"]').click();
  await until(async () => new URL(page.url()).hash === '#zeno', 'the address of the chapter');
  assert.equal(await page.locator('.booklet').count(), 1, 'the page was not built anew');
  const figure = page.locator('.figure').filter({ has: page.getByText('The only way: 10 to 16') });
  await figure.scrollIntoViewIfNeeded();
  await figure.locator('.tb-point').first().waitFor({ state: 'attached' });
  // Only its own men: other diagrams are drawn when they come near.
  const men = () => figure.locator('.tb-point').evaluateAll((cells) => cells.map((cell) => `${cell.getAttribute('data-point')}: ${cell.ariaLabel}`).sort().join('\n'));
  const before = await men();
  await figure.getByRole('button', { name: 'Show the move' }).click();
  await until(async () => (await men()) !== before, 'the men have moved');
  await figure.getByRole('button', { name: 'Back' }).click();

  await figure.getByRole('link', { name: 'Open on the board' }).click();
  await page.locator('.study .tb-point').first().waitFor();
  await until(async () => (await page.locator('.tree-turn').count()) === 1, 'the turn is in the study');
  await page.goBack();
  await page.locator('.booklet h1').waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('every page of a game keeps its margins, whatever was opened before; where nothing is, ways lead on', async () => {
  const { page, close } = await visit(browser(), address(), { ...CALM, locale: 'en' });
  await startFromHome(page, 'tavli');
  for (const part of ['', '/scene', '/sheet']) {
    await page.goto(`${address()}/learn/tavli${part}`);
    await page.locator('.learn-nav').waitFor();
    const nav = await boxOf(page.locator('.learn-nav'));
    assert.ok(nav.x >= 16 && nav.x + nav.width <= 1100 - 16, `${part}: ${JSON.stringify(nav)}`);
  }
  await page.goto(`${address()}/learn/tavli/nothing`);
  await page.locator('.nowhere').getByRole('link', { name: 'Booklet' }).click();
  await page.locator('.booklet h1').waitFor();
  await close();
});

test('a claim leads to its analysis: the position, the right move and the wrong one beside it', async () => {
  const { page, faults, close } = await visit(browser(), `${address()}/learn/tablut#mistakes`, { ...CALM, locale: 'fr' });
  const claim = page.getByRole('link', { name: 'G9-H9 tient, H2-H6 prend et perd' });
  await until(async () => /^\/study#1/.test((await claim.getAttribute('href')) ?? ''), 'the link has its study');
  await until(async () => (await page.locator('a[data-study][href="/study"]').count()) === 0, 'so has every other');
  await claim.click();
  await page.locator('.study .tb-point').first().waitFor();
  await until(async () => (await turns(page)).map((turn) => turn.slice(0, 5)).sort().join(' ') === 'G9-H9 H2-H6', 'both moves are in the study');
  assert.deepEqual(faults, []);
  await close();
});

test('diagrams far below are drawn when they come near', async () => {
  const { page, close } = await visit(browser(), `${address()}/learn/alea`, { ...CALM, locale: 'fr' });
  await page.locator('.booklet h1').waitFor();
  const drawn = () => page.locator('.figure-board .tb').count();
  const all = await page.locator('.figure').count();
  assert.ok(all > 20 && (await drawn()) < all / 2, `${await drawn()} of ${all}`);
  await page.locator('.figure').last().scrollIntoViewIfNeeded();
  await page.locator('.figure').last().locator('.tb').waitFor({ state: 'attached' });
  await close();
});

describe('scenes in each language', () => {
  const WORDS = {
    en: { title: 'Zeno’s throw', next: 'Next', roll: 'Throw the dice', play: 'Show the move', undo: 'Take back', closed: /Z9: 2 enemy men block cell 8/, home: /Z16/, only: /the only way/ },
    fr: { title: 'Le coup de Zénon', next: 'Suite', roll: 'Lancer les dés', play: 'Montrer le coup', undo: 'Annuler', closed: /Z9\s: 2 pions adverses bloquent la case 8/, home: /Z16/, only: /la seule manière/ },
    it: { title: 'Il lancio di Zenone', next: 'Avanti', roll: 'Lancia i dadi', play: 'Mostra la mossa', undo: 'Annulla', closed: /Z9: 2 pedine avversarie bloccano la casella 8/, home: /Z16/, only: /l’unico modo/ },
  };
  for (const [locale, words] of Object.entries(WORDS)) {
    test(locale, async () => {
      const { page, faults, close } = await visit(browser(), `${address()}/learn/tavli/scene`, { ...CALM, viewport: { width: 1280, height: 800 }, locale });
      const note = () => page.locator('.scene-note').innerText();
      const press = async (/** @type {string[]} */ ...points) => {
        for (const point of points) {
          const { x, y } = await middleOf(page, point);
          await page.mouse.click(x, y);
        }
      };
      await page.getByRole('heading', { level: 1, name: words.title }).waitFor();
      assert.equal(await page.locator('.throws').isVisible(), false);
      assert.equal(await page.locator('.scene-board[inert]').count(), 1, 'before the throw there is nothing to do');

      await page.getByRole('button', { name: words.next }).click();
      await page.locator('.tb-movable[data-point=dice]').waitFor();
      await page.getByRole('button', { name: words.roll }).click();
      await until(async () => (await movable(page)) === '10 19 20', 'three men can move');
      await diceAtRest(page);
      // A man who cannot go anywhere says why not, number by number; one who can, why not there.
      await press('6');
      await until(async () => (await page.locator('.scene-note li').count()) === 3 && words.closed.test(await note()), 'every number is answered');
      await press('10', '18');
      await until(async () => /12.*15/s.test(await note()) && (await page.locator('.scene-note li').count()) === 2, 'what keeps it from going elsewhere');
      await press('23');
      await until(async () => words.home.test(await note()) && (await page.locator('.scene-note li').count()) === 1, 'nobody leaves before all are home');
      await page.locator('.scene-note .term').click();
      assert.equal(await page.locator('.note a').getAttribute('href'), '/learn/tavli#Z16');
      await page.keyboard.press('Escape');

      const thrown = await piecePlaces(page);
      await press('20', '22');
      await until(async () => (await movable(page)) === '10 19', 'one number is played');
      await page.getByRole('button', { name: words.undo }).click();
      await until(async () => (await piecePlaces(page)) === thrown, 'and taken back');
      // Each number is answered before the next is played.
      await press('20', '22');
      await until(async () => (await movable(page)) === '10 19', 'the first number is played');
      await press('19', '24');
      await until(async () => (await movable(page)) === '10', 'the second');
      await press('10', '16');
      await until(async () => words.only.test(await note()), 'the only way is found');
      assert.equal(await page.locator('.tb-movable').count(), 0, 'the story ends the turn');

      // What was played stays while the story goes on; it can be shown, too.
      for (const step of ['doors', 'way']) {
        await page.getByRole('button', { name: words.next }).click();
        assert.notEqual(await piecePlaces(page), thrown, step);
      }
      for (let step = 0; step < 3; step += 1) {
        const before = await piecePlaces(page);
        await page.getByRole('button', { name: words.undo }).click();
        await until(async () => (await piecePlaces(page)) !== before, 'taken back');
      }
      await page.getByRole('button', { name: words.play }).click();
      await until(async () => words.only.test(await note()), 'the only way is shown');

      await page.locator('.scene-words h2').press('ArrowRight');
      await until(async () => (await page.locator('.throw').count()) === 56 && /\d/.test(await page.locator('.throw[data-thrown] > span:nth-child(2)').innerText()), 'what every throw brings');
      assert.equal(await page.locator('.scene-board[inert]').count(), 1, 'it is history again');

      // Another throw: its best turn stands on the board as arrows, is shown, and can be studied.
      const told = await piecePlaces(page);
      const caption = () => page.locator('.scene-caption').innerText();
      const story = await caption();
      await page.locator('.throw', { hasText: '6-6-6' }).click();
      await until(async () => (await caption()) !== story && /666/.test(await caption()), 'the best turn of the throw');
      assert.equal(await page.locator('.throw[aria-pressed=true]').innerText().then((text) => text.slice(0, 5)), '6-6-6');
      await until(async () => (await piecePlaces(page)) !== told, 'the emperor’s board as it was');
      const before = await piecePlaces(page);
      await page.getByRole('button', { name: words.play }).click();
      await until(async () => (await piecePlaces(page)) !== before, 'the best turn is played');
      await until(async () => /^\/study#1/.test((await page.locator('.scene-acts a').getAttribute('href')) ?? ''), 'it can be studied');
      await page.locator('.scene-words h2').press('ArrowLeft');
      assert.equal(await page.locator('.throw[aria-pressed=true]').count(), 0, 'the story goes on');
      assert.deepEqual(faults.filter(isNoRefusal), []);
      await close();
    });
  }
});

test('every one of the 56 throws shows its best turn, by keys, and keeps the focus', async () => {
  const { page, faults, close } = await visit(browser(), `${address()}/learn/tavli/scene`, { ...CALM, viewport: { width: 1280, height: 800 }, locale: 'en' });
  const heading = page.locator('.scene-words h2:not(:empty)');
  await heading.waitFor();
  const count = () => page.locator('.scene-count').innerText();
  while (!/^(\d+) of \1$/.test(await count())) {
    const before = await count();
    await page.keyboard.press('ArrowRight');
    await until(async () => (await count()) !== before, 'the next step');
  }
  // Until the computer has looked as far as it will, throws change places.
  await until(async () => (await page.locator('.throw[aria-disabled]').count()) === 0, 'every throw is known');
  const rolls = await page.locator('.throw').evaluateAll((all) => all.map((one) => one.querySelector('.throw-dice')?.textContent ?? ''));
  assert.equal(new Set(rolls).size, 56);
  for (const roll of rolls) {
    await page.locator('.throw', { hasText: roll }).focus();
    await page.keyboard.press('Enter');
    await until(async () => (await page.locator('.scene-caption').innerText()).includes(roll.replaceAll('-', '')), `the best turn of ${roll}`);
    assert.equal(await page.evaluate(() => document.activeElement?.querySelector('.throw-dice')?.textContent), roll);
  }
  assert.deepEqual(faults, []);
  await close();
});

test('the emperor’s throw by keys alone: thrown, refused, played to its end', async () => {
  const { page, faults, close } = await visit(browser(), `${address()}/learn/tavli/scene`, { ...CALM, locale: 'en' });
  const heard = () => page.locator('#live').innerText();
  await page.locator('.scene-words h2:not(:empty)').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.locator('.tb-movable[data-point=dice]').waitFor();
  await tabTo(page, ({ point }) => point !== null);
  await walkTo(page, 'dice');
  await page.keyboard.press('Enter');
  await until(async () => (await movable(page)) === '10 19 20', 'the dice have fallen');
  await diceAtRest(page);
  await walkTo(page, '9');
  await page.keyboard.press('Enter');
  await until(async () => /Z9: 2 enemy men block cell 11.*cell 14.*cell 15/s.test(await heard()), 'why the man on 9 stays is heard');
  for (const [from, to] of [['10', '16'], ['19', '24'], ['20', '22']]) {
    await walkTo(page, from);
    await page.keyboard.press('Enter');
    await walkTo(page, to);
    await page.keyboard.press('Enter');
    await until(async () => !(await movable(page)).split(' ').includes(from), `${from} to ${to}`);
  }
  await until(async () => /the only way/.test(await heard()), 'that it was the only way is heard');
  assert.match(await page.locator('.scene-count').innerText(), /^2/, 'arrows on the board turn no page');
  assert.deepEqual(faults.filter(isNoRefusal), []);
  await close();
});

describe('a scene of tafl is stepped through to its end', () => {
  const WORDS = { en: ['Next', 'Back one step', 'Show the move'], fr: ['Suite', 'Étape précédente', 'Montrer le coup'], it: ['Avanti', 'Passo precedente', 'Mostra la mossa'] };
  const all = ['tablut', 'alea'].flatMap((game) => Object.entries(WORDS).map(([locale, words]) => /** @type {const} */ ([game, locale, words])));
  for (const [game, locale, [next, back, show]] of all) {
    test(`${game}, ${locale}`, async () => {
      const { page, faults, close } = await visit(browser(), `${address()}/learn/${game}/scene`, { ...CALM, locale });
      const count = page.locator('.scene-count');
      await page.locator('.scene-words h2:not(:empty)').waitFor();
      const steps = Number((await count.innerText()).match(/\d+/g)?.[1]);
      assert.ok(steps > 2, `${steps} steps`);
      const told = new Set();
      for (let step = 1; step <= steps; step += 1) {
        assert.match(await count.innerText(), new RegExp(`^${step} `));
        told.add(await page.locator('.scene-words h2').innerText());
        assert.ok((await page.locator('.scene-caption').innerText()) !== '' && (await page.locator('.scene-board .tb-point').count()) > 80);
        const play = page.getByRole('button', { name: show });
        if (await play.isVisible()) {
          const before = await piecePlaces(page);
          await play.click();
          await until(async () => (await piecePlaces(page)) !== before, 'the move is shown');
        }
        if (step < steps) await page.getByRole('button', { name: next }).click();
      }
      assert.equal(told.size, steps, 'every step has its own words');
      assert.equal(await page.getByRole('button', { name: next }).getAttribute('aria-disabled'), 'true');
      await page.getByRole('button', { name: back }).click();
      assert.match(await count.innerText(), new RegExp(`^${steps - 1} `));
      assert.deepEqual(faults, []);
      await close();
    });
  }
});

test('the language of a booklet is changed where one reads', async () => {
  const { page, close } = await visit(browser(), `${address()}/learn/tablut`, { ...CALM, locale: 'en' });
  await page.locator('.booklet h1').waitFor();
  await page.locator('.header-lang').selectOption('it');
  await page.locator('.toc summary', { hasText: 'Indice' }).waitFor();
  await until(async () => (await page.title()).includes('Tablut') && (await page.locator('html').getAttribute('lang')) === 'it', 'Italian');
  await close();
});

test('Home, a card and a table lead to the booklets', async () => {
  const { page, close } = await visit(browser(), address(), { ...CALM, locale: 'en' });
  await page.getByRole('link', { name: 'Zeno’s throw' }).click();
  await page.getByRole('heading', { level: 1, name: 'Zeno’s throw' }).waitFor();
  await page.goBack();
  await page.locator('#rules-tablut').click();
  await page.locator('.booklet h1').waitFor();
  await until(async () => new URL(page.url()).pathname === '/learn/tablut', 'the address of the booklet');
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.locator('.shelf-book').first().waitFor();
  const links = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  for (const link of links) assert.equal((await ask(page, address() + link)).status(), 200, link);
  await page.goto(address());
  await startFromHome(page, 'alea');
  assert.equal(await page.locator('.moves a.moves-key').getAttribute('href'), '/learn/alea');
  await close();
});

test('a board in another page plays by the rules', async () => {
  const context = await browser().newContext(CALM);
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  // Another origin on the same machine: browsers keep pages of the wide world from it.
  const museum = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(`<iframe src="${address()}/embed?game=tavli&position=white%20hand:15;%20black%20hand:15;%20white%20to%20roll&roll=235" width="480" height="520"></iframe>`);
  });
  await new Promise((resolve) => museum.listen(0, 'localhost', () => resolve(null)));
  await page.goto(`http://localhost:${/** @type {import('node:net').AddressInfo} */ (museum.address()).port}/`);
  const frame = page.frameLocator('iframe');
  await frame.locator('.tb-movable').first().waitFor();
  assert.equal(await frame.locator('#header').isVisible(), false);
  const home = await page.evaluate((src) => new Promise((resolve) => {
    const refused = document.createElement('iframe');
    refused.addEventListener('load', () => resolve(refused.contentDocument === null ? 'closed' : 'open'));
    refused.src = src;
    document.body.append(refused);
  }), address());
  assert.equal(home, 'closed');
  await until(async () => page.frames().some((one) => one.url().startsWith('chrome-error')), 'no other page is shown in a frame');
  await context.close();
  museum.close();
});

test('a board in another page begins with the moves it was given, and takes another', async () => {
  const { page, faults, close } = await visit(browser(), `${address()}/embed?game=tablut&moves=D1-D3,E3-H3`, { ...CALM, viewport: { width: 480, height: 560 }, locale: 'en' });
  await page.locator('.tb-movable').first().waitFor();
  const start = await piecePlaces(page);
  const moved = async (/** @type {string} */ from, /** @type {string} */ to) => (await pieceOn(page, from)) === '' && (await pieceOn(page, to)) !== '';
  const next = page.getByRole('button', { name: 'Next' });
  await next.click();
  await until(() => moved('D1', 'D3'), 'the first of its moves');
  await next.click();
  await until(() => moved('E3', 'H3'), 'the second');
  assert.equal(await next.count(), 0, 'there are no more');
  await dragByMouse(page, 'F1', 'F3');
  await until(() => moved('F1', 'F3'), 'a move of one’s own');
  for (let move = 0; move < 3; move += 1) {
    const before = await piecePlaces(page);
    await page.getByRole('button', { name: 'Back one step' }).click();
    await until(async () => (await piecePlaces(page)) !== before, 'back');
  }
  assert.equal(await piecePlaces(page), start);
  assert.deepEqual(faults, []);
  await close();
});

test('a board for another page has the rules and the language that were chosen for it', async () => {
  const { page, faults, close } = await visit(browser(), `${address()}/about`, { ...CALM, locale: 'en' });
  const frame = page.frameLocator('.embed-frame');
  await page.locator('#embed-game').selectOption('tablut');
  await until(async () => (await page.locator('#embed-presets option[value="preset:ashton"]').count()) === 1, 'rules with a name are offered');
  await page.locator('#embed-rules').fill('preset:ashton');
  await page.locator('#embed-lang').selectOption('it');
  await until(async () => /rules=preset%3Aashton&lang=it/.test(await page.locator('#embed-code').inputValue()), 'both are in what is copied');
  await frame.getByRole('link', { name: 'Apri sulla tavola' }).waitFor();
  assert.equal(await frame.locator('html').getAttribute('lang'), 'it');
  assert.equal(await page.locator('html').getAttribute('lang'), 'en', 'the page keeps its own');
  // The Swedes begin by these rules.
  await until(async () => (await frame.locator('.tb-movable').evaluateAll((all) => all.map((one) => one.getAttribute('data-point')))).includes('E3'), 'the rules of Bologna');
  await page.locator('#embed-game').selectOption('alea');
  assert.equal(await page.locator('#embed-rules').inputValue(), '', 'rules of another game are none of this one');
  assert.deepEqual(faults, []);
  await close();
});

test('a reason leads to its rule in the booklet', async () => {
  const { page, close } = await visit(browser(), address(), { ...CALM, viewport: { width: 1280, height: 800 }, locale: 'en' });
  await startFromHome(page, 'tablut');
  await page.locator('.tb-movable').first().waitFor();
  const [man] = await cells(page, 'tb-movable');
  await dragByMouse(page, man.point, 'E5');
  // The help for beginners has terms too; the reason takes its place once the server has answered.
  const rule = page.locator('.notice-more .term', { hasText: /^T\d+$/ });
  await rule.click();
  const said = await rule.innerText();
  const [booklet] = await Promise.all([page.context().waitForEvent('page'), page.locator('.note a').click()]);
  await booklet.waitForURL(`**/learn/tablut#${said}`);
  await until(async () => (await booklet.locator(`#${said}`).boundingBox().then((box) => box !== null && box.y > -5 && box.y < 250)), 'the rule is in sight');
  await close();
});

describe('axe finds nothing against WCAG 2.2 AA', { concurrency: 2 }, () => {
  for (const [device, options] of /** @type {const} */ ([['desk, light', { colorScheme: 'light' }], ['phone, dark', { ...PHONE, colorScheme: 'dark' }]])) {
    test(device, async () => {
      const { page, close } = await visit(browser(), `${address()}/learn`, { ...CALM, ...options });
      const width = /** @type {{ width: number }} */ (page.viewportSize()).width;
      const ofGames = ['tavli', 'tablut', 'alea'].flatMap((game) => /** @type {const} */ ([[`/learn/${game}`, '.booklet h1'], [`/learn/${game}/scene`, '.scene-words h2:not(:empty)'], [`/learn/${game}/lessons`, '.lesson-page[data-status=play] .tb-point'], [`/learn/${game}/sheet`, '.sheet-page h1']]));
      for (const [path, ready] of /** @type {[string, string][]} */ ([['/learn', '.shelf-book'], ...ofGames, ['/about', '.embed-maker'], ['/embed?game=alea', '.tb-point'], ['/learn/chess', '.nowhere h1']])) {
        await page.goto(address() + path);
        await page.locator(ready).first().waitFor();
        assert.deepEqual(await axeFaults(page), [], path);
        assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `nothing is wider than the screen: ${path}`);
      }
      // The end of the story has 56 throws.
      await page.goto(`${address()}/learn/tavli/scene`);
      await page.locator('.scene-words h2:not(:empty)').waitFor();
      for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
      await until(async () => (await page.locator('.throw:not([aria-disabled])').count()) === 56, 'every throw is known');
      await page.locator('.throw').first().click();
      await page.locator('.throw[aria-pressed=true]').waitFor();
      assert.deepEqual(await axeFaults(page), [], 'the throws');
      await close();
    });
  }
});
