// @ts-check
// Hands that play by what the page shows: with a mouse, with a keyboard, with a finger. They know no rules.

import assert from 'node:assert/strict';
import { boardText, boxOf, isOver, nextFrame, until, waitForTurn } from './support.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ x: number, y: number }} Spot */
/** @typedef {{ point: string, name: string } & Spot} Cell */
/** @typedef {(end: number) => number} Chance */

/** A number from 0 on, below `end`, that looks like chance and is the same every time. @returns {Chance} */
export function createChance(seed = 1) {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

/** Cells with a mark of the board, and where they are pressed: in their middle; beside the dice, because a barred one says why. @param {Page} page @param {'tb-movable' | 'tb-target'} mark @returns {Promise<Cell[]>} */
export const cells = (page, mark) =>
  page.evaluate((name) => [...document.querySelectorAll(`.tb-point.${name}`)].map((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    const point = cell.getAttribute('data-point') ?? '';
    return { point, name: cell.ariaLabel ?? '', x: left + width * (point === 'dice' ? 0.84 : 0.5), y: top + height / 2 };
  }), mark);

/** The middle of a point of the board. @param {Page} page @param {string} point @returns {Promise<Spot>} */
export async function middleOf(page, point) {
  const { x, y, width, height } = await boxOf(page.locator(`[data-point="${point}"]`));
  return { x: x + width / 2, y: y + height / 2 };
}

/** What can be taken up, and the dice if they can be thrown or the turn can be ended by them. @param {Page} page */
async function choices(page) {
  const movable = await cells(page, 'tb-movable');
  const men = movable.filter(({ point }) => point !== 'dice');
  const dice = movable.find(({ point }) => point === 'dice');
  if (men.length === 0 && !dice) assert.fail(`nothing can be done: ${await page.locator('.notice').innerText()}`);
  return { men, dice };
}

/** Whether dice roll: a click on them then only brings them to rest. They begin with the next frame. @param {Page} page */
export async function diceAtRest(page) {
  await nextFrame(page);
  await until(async () => (await page.locator('.tb-rolling').count()) === 0, 'dice at rest');
}

/** One of several. @template T @param {T[]} things @param {Chance} chance @returns {T} */
const oneOf = (things, chance) => things[chance(things.length)];

/**
 * Plays one thing after the other until the game is over by its own rules; more than `most` of them are a failure.
 * @param {Page} page @param {() => Promise<unknown>} play @param {number} most
 */
export async function playToTheEnd(page, play, most) {
  let deeds = 0;
  await waitForTurn(page);
  while (!(await isOver(page))) {
    assert.ok(deeds < most, `the game is not over after ${most} throws, steps and moves`);
    const before = await boardText(page);
    await play();
    await waitForTurn(page, before);
    deeds += 1;
  }
  return deeds;
}

// The mouse

/** Takes a man from one point to another, whether it may go there or not. @param {Page} page @param {string} from @param {string} to */
export async function dragByMouse(page, from, to) {
  const start = await middleOf(page, from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await dropByMouse(page, start, await middleOf(page, to));
}

/** @param {Page} page @param {Spot} from @param {Spot} to */
async function dropByMouse(page, from, to) {
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 2 });
  await page.mouse.move(to.x, to.y);
  assert.equal(await page.locator('.tb-float').count(), 1, 'the man is in the hand');
  await page.mouse.up();
}

/** In every language of the page. @param {Cell} man */
export const isKing = ({ name }) => /\b(king|roi|re)\b/i.test(name);

/** For those who want to go on playing: the king stays, because he might walk into his end. @param {Cell} man */
export const isNoKing = (man) => !isKing(man);

/**
 * Drags a man that can move to where the board says it can go; without one, clicks the dice.
 * @param {Page} page @param {Chance} chance @param {(man: Cell) => boolean} [isWanted] which men are taken if there are any
 */
export async function playByMouse(page, chance, isWanted = () => true) {
  const { men: all, dice } = await choices(page);
  const men = all.some(isWanted) ? all.filter(isWanted) : all;
  if (men.length === 0 && dice) {
    await diceAtRest(page);
    return page.mouse.click(dice.x, dice.y);
  }
  const from = oneOf(men, chance);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const targets = await cells(page, 'tb-target');
  assert.ok(targets.length > 0, `${from.point} can move, so it has targets`);
  await dropByMouse(page, from, oneOf(targets, chance));
}

// The keyboard

/** What a keyboard has its focus on. @param {Page} page */
export const focused = (page) =>
  page.evaluate(() => {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const labels = active?.getAttribute('aria-labelledby')?.split(' ').map((id) => document.getElementById(id)?.textContent) ?? [];
    return { id: active?.id ?? '', point: active?.dataset.point ?? null, name: labels.join(' ') || active?.ariaLabel || active?.textContent?.trim() || '' };
  });

/** Presses Tab until the focus is where it is wanted. @param {Page} page @param {(focus: { id: string, point: string | null, name: string }) => boolean} isThere */
export async function tabTo(page, isThere) {
  const passed = [];
  for (let press = 0; press < 60; press++) {
    const focus = await focused(page);
    if (isThere(focus)) return;
    passed.push(focus.name || focus.id);
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never gets there; it passed ${passed.join(', ')}`);
}

/** Walks over the board with the arrows: first to the row, then along it. @param {Page} page @param {string} to */
export async function walkTo(page, to) {
  for (let press = 0; press < 80; press++) {
    const key = await page.evaluate((point) => {
      const rows = [...document.querySelectorAll('.tb-row')];
      const placeOf = (/** @type {Element | null} */ cell) => {
        const row = rows.findIndex((one) => one.contains(cell));
        return { row, column: row < 0 || !cell ? -1 : [...rows[row].children].indexOf(cell) };
      };
      const [here, there] = [placeOf(document.activeElement), placeOf(document.querySelector(`[data-point="${point}"]`))];
      if (here.row < 0) return 'lost';
      if (here.row !== there.row) return here.row < there.row ? 'ArrowDown' : 'ArrowUp';
      return here.column === there.column ? '' : here.column < there.column ? 'ArrowRight' : 'ArrowLeft';
    }, to);
    assert.notEqual(key, 'lost', 'the focus stays on the board');
    if (key === '') return;
    await page.keyboard.press(key);
  }
  assert.fail(`the arrows never get to ${to}`);
}

/** Takes a man up and puts it down; on the slab the number of a die does as well. @param {Page} page @param {Chance} chance */
export async function playByKeyboard(page, chance) {
  const { men, dice } = await choices(page);
  if (men.length === 0 && dice) {
    await walkTo(page, dice.point);
    await diceAtRest(page);
    return page.keyboard.press('Enter');
  }
  const from = oneOf(men, chance);
  await walkTo(page, from.point);
  const numbers = /can move with ([\d, ]+)$/.exec(from.name)?.[1].split(', ') ?? [];
  if (numbers.length > 0 && chance(2) === 0) return page.keyboard.press(oneOf(numbers, chance));
  await page.keyboard.press('Enter');
  const targets = await cells(page, 'tb-target');
  assert.ok(targets.length > 0, `${from.point} can move, so it has targets`);
  await walkTo(page, oneOf(targets, chance).point);
  await page.keyboard.press(chance(2) === 0 ? 'Enter' : 'Space');
}

/** Undoes what was put down last, however many steps it was. @param {Page} page @param {string} before what the board said @param {() => Promise<unknown>} undo */
export const undoTo = (page, before, undo) =>
  until(async () => {
    if ((await page.locator('.table[data-busy]').count()) > 0) return false;
    if ((await boardText(page)) === before) return true;
    await undo();
    return false;
  }, 'the board as before');

// The finger

/** A finger on the screen, as the browser gets it from the device. @param {Page} page */
export async function createFinger(page) {
  const client = await page.context().newCDPSession(page);
  const send = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {Spot[]} */ ...touchPoints) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  const finger = {
    down: (/** @type {Spot} */ at) => send('touchStart', at),
    up: () => send('touchEnd'),
    /** @param {Spot} from @param {Spot} to */
    async slide(from, to) {
      for (const part of [0.3, 0.6, 0.9, 1]) await send('touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
      // It comes to rest before it lifts: otherwise it flings, and the next tap is taken for the end of that.
      for (const pause of [60, 60]) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        await send('touchMove', to);
      }
    },
    /** Both events are on their way at once: a finger that stays for as long as a busy page takes to answer would be a long press. @param {Spot} at */
    tap: (at) => Promise.all([finger.down(at), finger.up()]),
    /** @param {import('playwright-core').Locator} what */
    async tapOn(what) {
      await what.scrollIntoViewIfNeeded();
      const { x, y, width, height } = await boxOf(what);
      await finger.tap({ x: x + width / 2, y: y + height / 2 });
    },
  };
  return finger;
}

/** Two taps or a drag, as it comes. @param {Page} page @param {Awaited<ReturnType<typeof createFinger>>} finger @param {Chance} chance */
export async function playByTouch(page, finger, chance) {
  const { men, dice } = await choices(page);
  if (men.length === 0 && dice) {
    await diceAtRest(page);
    return finger.tap(dice);
  }
  const isDrag = chance(2) === 0;
  const from = oneOf(men, chance);
  await (isDrag ? finger.down(from) : finger.tap(from));
  const targets = await cells(page, 'tb-target');
  assert.ok(targets.length > 0, `${from.point} can move, so it has targets`);
  const to = oneOf(targets, chance);
  if (!isDrag) return finger.tap(to);
  await finger.slide(from, to);
  assert.equal(await page.locator('.tb-float').count(), 1, 'the man is under the finger');
  await finger.up();
}
