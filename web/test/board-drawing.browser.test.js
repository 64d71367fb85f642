// @ts-check
// What is drawn upon a board, and positions that are set up, in a real browser.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cell, drag, errors, middle, open, spots, told } from './gallery.js';

/** @typedef {import('playwright-core').Page} Page */

describe('drawing with the right button', () => {
  /** @param {Page} page @param {string} from @param {string} to */
  async function sketch(page, from, to) {
    const [start, end] = [await middle(page, from), await middle(page, to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down({ button: 'right' });
    await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
    await page.mouse.move(end.x, end.y);
    await page.mouse.up({ button: 'right' });
  }

  test('a drag is an arrow, a click a circle, keys choose colours, the same again and the left button wipe', async () => {
    const page = await open('tablut-middle');
    const last = async () => (await told(page)).at(-1);
    await sketch(page, 'C5', 'C2');
    assert.deepEqual(await last(), { draw: [{ kind: 'arrow', from: 'C5', to: 'C2', brush: 'green' }] });
    await page.keyboard.down('Shift');
    await cell(page, 'E5').click({ button: 'right' });
    await page.keyboard.down('Alt');
    await sketch(page, 'A1', 'B3');
    await page.keyboard.up('Shift');
    await cell(page, 'G7').click({ button: 'right' });
    await page.keyboard.up('Alt');
    assert.deepEqual((await last()).draw.slice(1), [
      { kind: 'circle', at: 'E5', brush: 'red' }, { kind: 'arrow', from: 'A1', to: 'B3', brush: 'yellow' }, { kind: 'circle', at: 'G7', brush: 'blue' },
    ]);
    assert.deepEqual([await page.locator('.tb-shape').count(), await page.locator('.tb-shape-ring').count()], [2, 2]);
    await sketch(page, 'C5', 'C2');
    assert.equal(await page.locator('.tb-shape').count(), 1, 'the same again');
    await cell(page, 'I9').click();
    assert.deepEqual(await last(), { draw: [] });
    assert.equal(await page.locator('.tb-shape, .tb-shape-ring').count(), 0);
    assert.ok(!(await told(page)).some((one) => one.command), 'nothing was played');
  });

  test('it goes with the position; what the page draws stays', async () => {
    const page = await open('tablut-middle');
    await page.evaluate(() => {
      const { boards } = /** @type {any} */ (window).gallery;
      boards['tablut-middle'].set({ shapes: [{ kind: 'arrow', from: 'C5', to: 'C4', brush: 'blue', weight: 0.4 }, { kind: 'circle', at: 'nowhere', brush: 'red' }] });
    });
    await cell(page, 'A1').click({ button: 'right' });
    assert.equal(await page.locator('.tb-shape, .tb-shape-ring').count(), 2);
    await cell(page, 'I9').click();
    await page.evaluate("window.gallery.boards['tablut-middle'].set({ scene: { ...window.gallery.scenes['tablut-middle'], look: 3 } })");
    assert.deepEqual([await page.locator('.tb-shape').count(), await page.locator('.tb-shape-ring').count()], [1, 0]);
  });

  test('it lets go of a man in hand, and takes a step back where there is one', async () => {
    const page = await open('tavli-stacks');
    await cell(page, 'm3').click();
    await cell(page, 'm3').click({ button: 'right' });
    assert.equal(await page.locator('[aria-selected=true]').count(), 0);
    assert.deepEqual(await told(page), []);
    await sketch(page, 'm3', '6');
    await cell(page, '5').click({ button: 'right' });
    assert.deepEqual(await told(page), [{ draw: [{ kind: 'arrow', from: 'm3', to: '6', brush: 'green' }] }, { command: 'undo-step' }]);
  });
});

describe('drawing with a chosen brush', () => {
  /** @param {Page} page @param {string | null} brush */
  const choose = (page, brush) => page.evaluate((chosen) => /** @type {any} */ (window).gallery.boards['tablut-middle'].set({ brush: chosen }), brush);

  test('a finger draws instead of playing, and plays again when it has ended', async () => {
    const page = await open('tablut-middle', { hasTouch: true, isMobile: true, viewport: { width: 400, height: 700 } });
    await choose(page, 'red');
    const client = await page.context().newCDPSession(page);
    const [start, end] = [await middle(page, 'C5'), await middle(page, 'C2')];
    const touch = (/** @type {string} */ type, /** @type {{ x: number, y: number }[]} */ ...touchPoints) => client.send('Input.dispatchTouchEvent', /** @type {any} */ ({ type, touchPoints }));
    await touch('touchStart', start);
    await touch('touchMove', { x: start.x, y: (start.y + end.y) / 2 });
    await touch('touchMove', end);
    await touch('touchEnd');
    await cell(page, 'G7').tap();
    assert.deepEqual((await told(page)).at(-1), { draw: [{ kind: 'arrow', from: 'C5', to: 'C2', brush: 'red' }, { kind: 'circle', at: 'G7', brush: 'red' }] });
    assert.ok(!(await told(page)).some((one) => one.command), 'nothing was played');
    await choose(page, null);
    await cell(page, 'C5').tap();
    await cell(page, 'C4').tap();
    assert.deepEqual((await told(page)).at(-1), { command: 'move', from: 'C5', to: 'C4' });
    assert.deepEqual(errors, []);
  });

  test('by keys Enter begins and ends an arrow, twice at a cell it is a circle, Escape drops it', async () => {
    const page = await open('tablut-middle');
    await choose(page, 'blue');
    await cell(page, 'C5').focus();
    const press = async (/** @type {string[]} */ ...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await press('Enter', 'ArrowDown', 'ArrowDown');
    assert.equal(await page.locator('.tb-shape').count(), 1, 'the arrow is seen while it is drawn');
    await press('Enter', 'ArrowUp', 'Enter', 'Enter');
    assert.deepEqual((await told(page)).at(-1), { draw: [{ kind: 'arrow', from: 'C5', to: 'C3', brush: 'blue' }, { kind: 'circle', at: 'C4', brush: 'blue' }] });
    await press('Enter', 'ArrowUp', 'Escape');
    assert.equal(await page.locator('.tb-shape, .tb-shape-ring').count(), 2);
    assert.ok(!(await told(page)).some((one) => one.command), 'nothing was played');
    assert.deepEqual(errors, []);
  });
});

describe('setting up', () => {
  test('every man can be dragged anywhere and off the board; clicks name cells; nothing is played', async () => {
    const page = await open('tablut-middle', { query: '&edit' });
    await drag(page, 'A5', 'B1');
    await cell(page, 'C3').click();
    await cell(page, 'E4').click({ button: 'right' });
    const start = await middle(page, 'C5');
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(5, 5, { steps: 4 });
    await page.mouse.up();
    await cell(page, 'E9').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    const found = await told(page);
    assert.deepEqual(found.map((one) => Object.keys(one)[0]), ['drop', 'cell', 'drop', 'drop', 'cell', 'drop']);
    assert.deepEqual(found[0], { drop: { from: 'A5', to: 'B1', kind: 'dark' } });
    assert.deepEqual(found[1], { cell: 'C3' });
    assert.deepEqual([found[2].drop, found[3].drop], [{ from: 'E4', to: null, kind: 'king' }, { from: 'C5', to: null, kind: 'light' }]);
    assert.deepEqual(errors, []);
  });

  test('a man stays where the page says it is set', async () => {
    const page = await open('tablut-middle', { query: '&edit&still' });
    const before = await spots(page);
    await drag(page, 'C5', 'A1');
    assert.deepEqual(await spots(page), before, 'the page wanted nothing changed');
    await page.evaluate(() => {
      const { boards, scenes } = /** @type {any} */ (window).gallery;
      const { board } = scenes['tablut-middle'].view;
      Object.assign(board, { pieces: '/K8/9/9/9/9/9/9/9/9/' });
      boards['tablut-middle'].set({ scene: { ...scenes['tablut-middle'], lines: [] } });
    });
    assert.equal((await spots(page)).length, 1);
    const at = await middle(page, 'A1');
    assert.equal(await page.evaluate(({ x, y }) => /** @type {any} */ (window).gallery.boards['tablut-middle'].pointAt(x, y), at), 'A1');
    assert.equal(await page.evaluate("window.gallery.boards['tablut-middle'].pointAt(1, 1)"), null);
  });
});
