// @ts-check
// The table around the board: what to do now, actions, keys, the end of a round, moves chosen ahead, sizes.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cells, createChance, dragByMouse, focused, isNoKing, middleOf, playByMouse } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, PHONE, ask, axeFaults, boardText, boxOf, inTurn, movesOf, nextFrame, piecePlaces, startFromHome, until, visit, waitForTurn } from './support.js';
import { closeDialog, openSettings, resign, tables } from './visitor.js';

/** @typedef {import('playwright-core').Page} Page */

const stage = setUp();
const { browser, address } = stage;
const atTable = tables(stage);

/** Where something begins and ends. @param {Page} page @param {string} selector */
async function edgesOf(page, selector) {
  const box = await boxOf(page.locator(selector));
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** What stands at the edge of the board as soon as a button is pressed: a replay goes on by itself. @param {import('playwright-core').Locator} button */
async function headAfter(button) {
  await button.click({ trial: true });
  return button.evaluate((element) => {
    /** @type {HTMLElement} */ (element).click();
    return /** @type {HTMLElement} */ (document.querySelector('.notice-head')).innerText;
  });
}

/** Two people at a table of which the host has agreed on more than the form of a new game asks first. @param {object} agreed */
async function twoAtTable(agreed) {
  const [host, guest] = [await visit(browser(), address(), CALM), await visit(browser(), address(), CALM)];
  const opened = await ask(host.page, `${address()}/api/v1/tables`, { method: 'POST', data: { ruleset: 'preset:tablut', side: 'light', opponent: 'friend', name: 'Ada', ...agreed } });
  const { path } = await opened.json();
  await host.page.goto(address() + path);
  await guest.page.goto(address() + path);
  await guest.page.locator('#join-name').fill('Bo');
  await guest.page.locator('.invite button[type=submit]').click();
  const pages = [host.page, guest.page];
  for (const page of pages) await page.locator('.tb-point').first().waitFor();
  return { pages, faults: () => [...host.faults, ...guest.faults], close: () => Promise.all([host.close(), guest.close()]) };
}

describe('what to do now', { concurrency: true }, () => {
  test('stands at the edge of the board and never moves it', async () => {
    const { page, faults, close } = await atTable('tablut');
    for (const [width, height] of [[1440, 900], [2560, 1440], [820, 1180], [360, 740]]) {
      await page.setViewportSize({ width, height });
      await nextFrame(page);
      const [board, notice] = [await edgesOf(page, '.tb-stage'), await edgesOf(page, '.notice')];
      assert.ok(notice.y >= board.bottom - 1 && notice.y - board.bottom < 16, `at ${width} × ${height} the board ends at ${board.bottom}, the notice begins at ${notice.y}`);
      assert.ok(notice.x < board.right && notice.right > board.x, 'below the board itself');
      // A reason of two lines takes the place that is there.
      await dragByMouse(page, 'E6', 'A1');
      await page.locator('.notice-more[data-error]').waitFor();
      assert.deepEqual([await edgesOf(page, '.tb-stage'), await edgesOf(page, '.notice')], [board, notice]);
    }
    assert.deepEqual(faults, []);
    await close();
  });

  test('every action has its word and an icon of its own', async () => {
    for (const game of ['tablut', 'tavli']) {
      const { page, faults, close } = await atTable(game);
      for (const lang of ['en', 'fr', 'it']) {
        await page.locator('.header-lang').selectOption(lang);
        await page.locator(`html[lang=${lang}] .tb-point`).first().waitFor();
        const actions = await page.locator('.hand .button:visible, .actions-place .button:visible').evaluateAll((buttons) => buttons.map((button) => {
          const [word, box] = [button.querySelector('span')?.getBoundingClientRect(), button.getBoundingClientRect()];
          return { name: button.textContent, icon: button.querySelector('path')?.getAttribute('d'), fits: word !== undefined && word.width > 0 && word.left >= box.left && word.right <= box.right && word.bottom <= box.bottom };
        }));
        assert.ok(actions.length >= 7, `${actions.length} actions`);
        assert.deepEqual(actions.filter(({ name, fits }) => !name || !fits), [], `${game}, ${lang}`);
        assert.equal(new Set(actions.map(({ icon }) => icon)).size, actions.length, 'no two icons are alike');
      }
      assert.deepEqual(faults, []);
      await close();
    }
  });

  test('on a phone hint, undo and throw are at hand below the board, the rest is in a sheet', async () => {
    const { page, faults, close } = await atTable('tavli', 0, PHONE);
    const board = await edgesOf(page, '.tb-stage');
    for (const name of ['Undo', 'Hint', 'Throw']) {
      const box = await page.getByRole('button', { name, exact: true }).boundingBox();
      assert.ok(box && box.y > board.bottom && box.y + box.height <= 740 && box.height >= 40, name);
    }
    const share = page.getByRole('button', { name: 'Share' });
    assert.equal(await share.isVisible(), false);
    await page.getByRole('button', { name: 'More' }).click();
    assert.equal(await share.isVisible(), true);
    assert.deepEqual(await axeFaults(page), []);
    await page.locator('.sheet-handle', { hasText: 'Close' }).click();
    assert.equal(await share.isVisible(), false);
    assert.deepEqual(faults, []);
    await close();
  });
});

describe('the end of a round', { concurrency: true }, () => {
  for (const [device, options] of /** @type {const} */ ([['a desk', {}], ['a phone', PHONE]])) {
    test(`is told by a card that leaves the board in sight, on ${device}`, async () => {
      const { page, faults, close } = await atTable('tablut', 2, options);
      await resign(page);
      const tale = page.locator('.result-tale');
      await tale.waitFor();
      assert.deepEqual(await tale.locator(':is(h2, p:not(:empty))').allInnerTexts(), ['Nils wins.', 'By resignation.']);
      assert.equal(await page.locator('.table[data-sheet]').count(), 0, 'no sheet lies over it');
      const [board, card] = [await edgesOf(page, '.tb-stage'), await edgesOf(page, '.result-tale')];
      assert.ok(card.x >= board.right || card.y >= board.bottom - 30, 'it lies beside the position');
      assert.deepEqual(await axeFaults(page), []);
      // The last turns are seen again, and the end of them is the end.
      const turns = (await movesOf(page)).length;
      assert.equal(await headAfter(page.getByRole('button', { name: 'Replay the last turns' })), turns > 6 ? `After turn ${turns - 6}` : 'The start');
      assert.equal(await tale.isVisible(), false);
      assert.deepEqual(faults, []);
      await close();
    });
  }

  test('names the turning point to those who ask for it, and replays from there', async () => {
    const { page, faults, close } = await atTable('tablut', 2);
    await resign(page);
    const tale = page.locator('.result-tale');
    await tale.getByRole('button', { name: 'Find the turning point' }).click();
    const point = tale.locator('.result-point');
    await until(async () => /^(Turning point: turn \d+, .|No single turn decided it)/.test(await point.innerText()), 'what decided the game');
    const turn = Number(/turn (\d+)/.exec(await point.innerText())?.[1] ?? 0);
    const replay = tale.getByRole('button', { name: 'Replay from here' });
    assert.equal(await replay.isVisible(), turn > 0);
    // What is known by now is told unasked.
    await page.locator('#header select').selectOption('it');
    await until(async () => /^(Svolta: turno \d+, .|Nessun turno)/.test(await point.innerText()), 'the same in another language');
    await page.locator('#header select').selectOption('en');
    await until(async () => /^(Turning point|No single turn)/.test(await point.innerText()), 'and back');
    assert.deepEqual(await axeFaults(page), []);
    if (turn > 0) {
      assert.equal(await headAfter(replay), turn > 1 ? `After turn ${turn - 1}` : 'The start');
    }
    assert.deepEqual(faults, []);
    await close();
  });

  test('says that what it needs has not come, and can be asked again', async () => {
    const { page, close } = await atTable('tablut', 2);
    await resign(page);
    await page.route('**/study/report.js', (route) => route.abort());
    const find = page.locator('.result-tale').getByRole('button', { name: 'Find the turning point' });
    await find.click();
    await page.locator('#toast', { hasText: 'The server does not answer' }).waitFor();
    await find.waitFor();
    await page.unroute('**/study/report.js');
    await find.click();
    await until(async () => /^(Turning point|No single turn)/.test(await page.locator('.result-point').innerText()), 'what decided the game');
    await close();
  });

  test('can be put aside, and another game is still a click away', async () => {
    const { page, faults, close } = await atTable('tablut', 1);
    await resign(page);
    await page.locator('.result-close').click();
    assert.equal(await page.locator('.result-tale').isVisible(), false);
    assert.ok((await focused(page)).point, 'the focus is on the board');
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.locator('.table[data-phase=playing]').waitFor();
    assert.equal(await page.locator('.result-tale').isVisible(), false, 'the next game has not ended');
    assert.deepEqual(faults, []);
    await close();
  });

  test('stops the clock of the next round until both have seen it', async () => {
    const { pages: [host, guest], faults, close } = await twoAtTable({ form: 'two-rounds', control: '5m+0' });
    const running = (/** @type {Page} */ page) => page.locator('.clock[data-runs]').count();
    await until(async () => (await running(host)) === 1, 'the first round’s clock runs at once');
    const [mover] = await inTurn([host, guest]);
    await playByMouse(mover, createChance(4), isNoKing);
    await until(async () => (await movesOf(guest)).length === 1, 'a move');
    await resign(guest);
    for (const page of [host, guest]) {
      await page.locator('.result-tale').waitFor();
      assert.match(await page.locator('.result-wait').innerText(), /^The clock waits/);
      assert.equal(await running(page), 0);
    }
    assert.deepEqual(await axeFaults(host), []);
    await guest.locator('.result-tale').getByRole('button', { name: 'Next round' }).click();
    await guest.locator('.notice-more', { hasText: 'until Ada has seen the result' }).waitFor();
    assert.deepEqual([await running(host), await running(guest)], [0, 0]);
    await host.locator('.result-close').click();
    for (const page of [host, guest]) await until(async () => (await running(page)) === 1, 'both have seen it');
    await until(async () => !(await guest.locator('.notice-more').innerText()).includes('waits'), 'nobody is waited for any more');
    assert.deepEqual(faults(), []);
    await close();
  });
});

describe('by keys and wheel', { concurrency: true }, () => {
  test('the arrows look back after a click on the board, without a line around a cell; up and down walk over it', async () => {
    const { page, faults, close } = await atTable('tablut', 2);
    const head = page.locator('.notice-head');
    const turns = (await movesOf(page)).length;
    const [man] = (await cells(page, 'tb-movable')).filter(isNoKing);
    await page.mouse.click(man.x, man.y);
    assert.equal((await focused(page)).point, man.point, 'a click takes the focus to the board');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await head.innerText(), `After turn ${turns - 1}`);
    const outlined = () => page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.activeElement)).outlineStyle);
    assert.equal(await outlined(), 'none', 'no stray line');
    await page.keyboard.press('ArrowRight');
    assert.notEqual(await head.innerText(), `After turn ${turns - 1}`);
    await page.keyboard.press('ArrowDown');
    assert.notEqual((await focused(page)).point, man.point);
    assert.equal(await outlined(), 'solid', 'who walks sees where');
    const walked = (await focused(page)).point;
    await page.keyboard.press('ArrowLeft');
    assert.notEqual((await focused(page)).point, walked, 'now the arrows walk');
    assert.deepEqual(faults, []);
    await close();
  });

  test('the wheel over the board steps through the turns, and enlarges nothing', async () => {
    const { page, faults, close } = await atTable('tablut', 2);
    const head = page.locator('.notice-head');
    const turns = (await movesOf(page)).length;
    const { x, y } = await middleOf(page, 'E5');
    await page.mouse.move(x, y);
    await page.mouse.wheel(0, -100);
    await page.locator('.notice-head', { hasText: `After turn ${turns - 1}` }).waitFor();
    // A trackpad tells of many small ways, one soon after the other: with a rest between them they would be gestures of their own.
    const heads = await page.evaluate(({ x: clientX, y: clientY }) => [-20, -20, -30].map((deltaY) => {
      document.elementFromPoint(clientX, clientY)?.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX, clientY, bubbles: true, cancelable: true }));
      return /** @type {HTMLElement} */ (document.querySelector('.notice-head')).innerText;
    }), { x, y });
    assert.deepEqual(heads, [`After turn ${turns - 1}`, `After turn ${turns - 1}`, `After turn ${turns - 2}`]);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, 100);
    await page.keyboard.up('Control');
    await nextFrame(page);
    assert.equal(await head.innerText(), `After turn ${turns - 2}`, 'with Ctrl it is the browser’s');
    assert.deepEqual(faults, []);
    await close();
  });

  test('f turns this board only, ? shows every key', async () => {
    const { page, faults, close } = await atTable('tablut');
    const corner = () => page.locator('.tb-row').first().locator('.tb-point').first().getAttribute('data-point');
    const before = await corner();
    await page.keyboard.press('f');
    await until(async () => (await corner()) !== before, 'the board is turned');
    await openSettings(page);
    assert.equal(await page.getByRole('switch', { name: 'Turn the board' }).isChecked(), false, 'the setting for all boards is as it was');
    await closeDialog(page);
    await page.keyboard.press('?');
    await page.locator('dialog kbd', { hasText: /^f$/ }).waitFor();
    assert.deepEqual(await axeFaults(page), []);
    await closeDialog(page);
    await page.reload();
    await page.locator('.tb-point').first().waitFor();
    assert.equal(await corner(), before);
    assert.deepEqual(faults, []);
    await close();
  });

  test('moves are written, and a wrong one is told what would be right', async () => {
    const { page, faults, close } = await atTable('tablut');
    const help = page.locator('.typed-help');
    await page.locator('.typed').waitFor({ state: 'attached' });
    // The attackers may have begun, so the way of a man is not known before.
    const [man] = (await cells(page, 'tb-movable')).filter(({ point, name }) => isNoKing({ point, name, x: 0, y: 0 }) && !/[FNU]/.test(point));
    await page.keyboard.type(man.point.toLowerCase());
    const [, to] = new RegExp(`^${man.point} can go to ([A-I]\\d)`).exec(await help.innerText()) ?? [];
    assert.ok(to, await help.innerText());
    await page.keyboard.type('e5');
    await page.keyboard.press('Enter');
    assert.ok((await help.innerText()).startsWith(`${man.point} can go to ${to}`), 'the throne is for the king alone');
    assert.equal(await page.locator('.typed[data-error]').count(), 1);
    assert.deepEqual(await axeFaults(page), []);
    await page.keyboard.press('Escape');
    await page.locator('.typed').waitFor({ state: 'hidden' });
    const before = await boardText(page);
    await page.keyboard.type(`${man.point}-${to}`);
    await page.keyboard.press('Enter');
    await waitForTurn(page, before);
    assert.ok((await movesOf(page)).some((move) => move.trim().startsWith(`${man.point}-${to}`)));
    // With a capital a move can begin with the letter of a key.
    await page.keyboard.press('Shift+F');
    await page.locator('.typed').waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test('what is written before its field has come is not lost', async () => {
    const { page, faults, close } = await atTable('tavli');
    let come = () => {};
    const mayCome = new Promise((resolve) => (come = () => resolve(undefined)));
    await page.route(/typed-move/, async (route) => {
      await mayCome;
      await route.continue();
    });
    await page.reload();
    const before = await boardText(page);
    await page.getByRole('button', { name: 'Throw' }).click();
    await waitForTurn(page, before);
    // Some of these letters are keys by themselves.
    await page.keyboard.type('hanx');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('d-');
    assert.equal(await page.locator('.typed').count(), 0, 'nowhere to write yet');
    come();
    await until(async () => /^hand can go to \d+/.test(await page.locator('.typed-help').innerText()), 'what was written is there');
    assert.equal(await page.locator('#typed-move').inputValue(), 'hand-');
    assert.deepEqual(faults, []);
    await close();
  });

  test('steps of tavli are written by their places', async () => {
    const { page, faults, close } = await atTable('tavli');
    const before = await boardText(page);
    await page.getByRole('button', { name: 'Throw' }).click();
    await waitForTurn(page, before);
    const thrown = await boardText(page);
    await page.locator('.typed').waitFor({ state: 'attached' });
    await page.keyboard.type('hand-');
    const [, place] = /^hand can go to (\d+)/.exec(await page.locator('.typed-help').innerText()) ?? [];
    assert.ok(place, 'men in hand can enter');
    await page.keyboard.type(place);
    await page.keyboard.press('Enter');
    await until(async () => (await boardText(page)) !== thrown, 'the man has entered');
    assert.deepEqual(faults, []);
    await close();
  });

  test('a turn that is pointed at in the list is seen on the board, and only as long', async () => {
    const { page, faults, close } = await atTable('tablut', 2);
    const [now, url] = [await piecePlaces(page), page.url()];
    await page.locator('.moves-list .move').first().hover();
    await until(async () => (await piecePlaces(page)) !== now, 'the position after the first turn');
    assert.equal(page.url(), url);
    assert.equal(await page.locator('.notice-head').innerText(), 'Your turn');
    await page.mouse.move(5, 5);
    await until(async () => (await piecePlaces(page)) === now, 'the present again');
    assert.deepEqual(faults, []);
    await close();
  });
});

describe('a move chosen ahead', { concurrency: true }, () => {
  test('waits in its own colour and is played when the turn comes; it can be dropped', async () => {
    const { pages, faults, close } = await twoAtTable({ control: '5m+0' });
    const [mover, other] = await inTurn(pages);
    const moverIsLight = (await mover.locator('.player-near .token').getAttribute('data-colour')) === 'light';
    const [from, to] = moverIsLight ? ['D1', 'B1'] : ['E4', 'H4'];
    const ahead = other.locator('.tb-ahead');
    for (const drop of [() => other.keyboard.press('Escape'), async () => {
      const { x, y } = await middleOf(other, 'E5');
      await other.mouse.click(x, y, { button: 'right' });
    }]) {
      await dragByMouse(other, from, to);
      assert.equal(await ahead.count(), 1);
      await drop();
      assert.equal(await ahead.count(), 0, 'it is dropped');
    }
    await dragByMouse(other, from, to);
    assert.match(await other.locator('#live').innerText(), new RegExp(`Prepared: ${from} to ${to}`));
    assert.deepEqual(await axeFaults(other), []);
    await playByMouse(mover, createChance(4), isNoKing);
    await until(async () => (await movesOf(mover)).length === 2, 'it is played');
    assert.match((await movesOf(mover))[1], new RegExp(`${from}-${to}`));
    assert.equal(await ahead.count(), 0);
    assert.deepEqual(faults(), []);
    await close();
  });

  test('is not offered without a clock', async () => {
    const { pages, close } = await twoAtTable({});
    const [mover, other] = await inTurn(pages);
    const moverIsLight = (await mover.locator('.player-near .token').getAttribute('data-colour')) === 'light';
    const { x, y } = await middleOf(other, moverIsLight ? 'D1' : 'E4');
    await other.mouse.click(x, y);
    assert.equal(await other.locator('.tb-held').count(), 0);
    await close();
  });
});

describe('sizes', { concurrency: true }, () => {
  test('enlarged four times the board comes first and the page scrolls', async () => {
    const { page, faults, close } = await atTable('tablut', 1);
    for (const [width, height] of [[320, 256], [360, 225]]) {
      await page.setViewportSize({ width, height });
      await nextFrame(page);
      const board = await edgesOf(page, '.tb-stage');
      assert.ok(board.width > width * 0.85, `the board is ${board.width} wide`);
      const others = await page.locator('.player, .notice, .hand, .moves').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
      assert.ok(others.every((top) => top >= board.bottom - 1), 'everything else is below it');
      const { scrollHeight, scrollWidth } = await page.evaluate(() => ({ scrollHeight: document.documentElement.scrollHeight, scrollWidth: document.documentElement.scrollWidth }));
      assert.ok(scrollHeight > height && scrollWidth <= width);
      // The wheel is the page's then.
      await page.mouse.move(width / 2, height / 2);
      await page.mouse.wheel(0, 120);
      await until(() => page.evaluate(() => scrollY > 0), 'the page scrolls');
      await page.evaluate(() => scrollTo(0, 0));
    }
    assert.deepEqual(faults, []);
    await close();
  });

  test('on a very wide screen the column stands beside the board and both in the middle', async () => {
    for (const game of ['tablut', 'tavli', 'alea']) {
      const { page, close } = await atTable(game, 0, { viewport: { width: 2560, height: 1440 } });
      await nextFrame(page);
      const [board, column] = [await edgesOf(page, '.tb-stage'), await edgesOf(page, '.player-far')];
      assert.ok(column.x - board.right > 0 && column.x - board.right < 48, `${column.x - board.right} pixels between board and column`);
      assert.ok(Math.abs(board.x - (2560 - column.right)) < 4, `${board.x} pixels at the left, ${2560 - column.right} at the right`);
      await close();
    }
  });

  test('in a narrow column the ways through the game and the key to its notation are whole', async () => {
    const { page, close } = await atTable('tavli', 0, { viewport: { width: 1000, height: 760 } });
    const nav = await page.locator('.moves-nav').evaluate((row) => ({ room: row.clientWidth, needed: row.scrollWidth, last: row.getBoundingClientRect().right - /** @type {Element} */ (row.lastElementChild).getBoundingClientRect().right }));
    assert.ok(nav.needed <= nav.room && nav.last >= 0, JSON.stringify(nav));
    await close();
  });

  test('a long name ends in an ellipsis and pushes nothing aside', async () => {
    const { pages: [page], close } = await twoAtTable({ name: 'Wolfeschlegelsteinhausenbergerdorff-Nebu' });
    for (const [width, height] of [[1440, 900], [360, 740]]) {
      await page.setViewportSize({ width, height });
      await nextFrame(page);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      const style = await page.locator('.player-near .player-name').evaluate((name) => [getComputedStyle(name).textOverflow, getComputedStyle(name).whiteSpace]);
      assert.deepEqual(style, ['ellipsis', 'nowrap']);
    }
    await close();
  });
});

test('where moves are written, what has not come is told, and comes with the next letter', async () => {
  const { page, close } = await visit(browser(), address(), CALM);
  await page.route('**/app/typed-move.js', (route) => route.abort());
  await startFromHome(page, 'tablut');
  await waitForTurn(page);
  await page.keyboard.press('E');
  await page.locator('#toast', { hasText: 'The server does not answer' }).waitFor();
  await page.unroute('**/app/typed-move.js');
  await page.keyboard.press('E');
  await until(async () => (await page.locator('.typed input').inputValue().catch(() => '')) === 'E', 'the move is being written');
  await close();
});
