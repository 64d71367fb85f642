// @ts-check
// Lessons: whole courses by mouse, keyboard and finger, as their solutions are stored; what is missed, hints, progress, languages.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createFinger, diceAtRest, focused, middleOf, tabTo, walkTo } from './hands.js';
import { setUp } from './server-and-browser.js';
import { CALM, PHONE, axeFaults, until, visit } from './support.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../app/learn/lesson-play.js').Course} Course */
/** @typedef {import('../app/learn/lesson-play.js').Lesson} Lesson */
/** @typedef {{ go: (from: string, to: string) => Promise<unknown>, press: (point: string) => Promise<unknown> }} Hand */

const { browser, address } = setUp();

/** @param {string} game @returns {Promise<Course>} */
const courseOf = async (game) => JSON.parse(await readFile(new URL(`../learn/${game}/lessons.json`, import.meta.url), 'utf8'));

/** @param {string} path @param {import('playwright-core').BrowserContextOptions} [options] */
async function open(path, options) {
  const visitor = await visit(browser(), address() + path, { ...CALM, viewport: { width: 1280, height: 800 }, ...options });
  await visitor.page.locator('.lesson-page[data-status=play] .tb-point').first().waitFor();
  return visitor;
}

/** @param {Page} page */
const verdict = (page) => page.locator('.lesson-verdict').innerText();
/** @param {Page} page */
const heard = (page) => page.locator('#live').innerText();
/** @param {Page} page @param {string} status @param {number} [task] */
const waitFor = (page, status, task) => page.locator(`.lesson-page[data-status=${status}]${task === undefined ? '' : `[data-task="${task}"]`}`).waitFor();
/** @param {Page} page @param {string} id */
const waitForStep = async (page, id) => {
  await until(async () => new URL(page.url()).hash === `#${id}`, `step ${id}`);
  await waitFor(page, 'play', 0);
};

/** Where a place is on the board; white plays. @param {string} place */
const pointOf = (place) => (place === 'hand' || place === 'off' ? `${place}-light` : place);

/** Plays what is stored, until it has been seen. @param {Page} page @param {Hand} hand @param {readonly string[]} played */
async function playAll(page, hand, played) {
  for (const text of played) {
    const [from, to] = text.replace(/\(\d\)$/, '').split('-');
    const before = await page.locator('.lesson-page').getAttribute('data-played');
    await hand.go(pointOf(from), pointOf(to));
    await until(async () => (await page.locator('.lesson-page').getAttribute('data-played')) !== before, `${text} is played`);
  }
}

/** @param {Page} page @param {Hand} hand @param {Lesson} lesson */
async function solve(page, hand, { tasks = [] }) {
  for (const [number, { throws, solution }] of tasks.entries()) {
    await waitFor(page, 'play', number);
    if (throws) {
      await hand.press('dice');
      await until(async () => (await page.locator('.tb-movable:not([data-point=dice])').count()) > 0, 'the dice have fallen');
      await diceAtRest(page);
    }
    await playAll(page, hand, solution);
  }
  await waitFor(page, 'done');
}

/** @param {Page} page @returns {Hand} */
const mouse = (page) => ({
  async go(from, to) {
    for (const point of [from, to]) {
      const { x, y } = await middleOf(page, point);
      await page.mouse.click(x, y);
    }
  },
  async press(point) {
    const { x, y } = await middleOf(page, point);
    await page.mouse.click(x, y);
  },
});

/** @param {Page} page @returns {Hand} */
const keyboard = (page) => ({
  async go(from, to) {
    for (const point of [from, to]) {
      await walkTo(page, point);
      await page.keyboard.press('Enter');
    }
  },
  async press(point) {
    await walkTo(page, point);
    await page.keyboard.press('Enter');
  },
});

/** @param {Page} page @returns {Promise<Hand>} */
async function fingerOf(page) {
  const finger = await createFinger(page);
  const press = async (/** @type {string} */ point) => {
    await page.locator(`[data-point="${point}"]`).scrollIntoViewIfNeeded();
    await finger.tap(await middleOf(page, point));
  };
  return {
    press,
    async go(from, to) {
      await press(from);
      await until(async () => (await page.locator('.tb-target').count()) > 0, 'the man is taken up');
      await press(to);
    },
  };
}

test('the whole course of Tablut by mouse, with something missed, a refusal and a hint, and a first own game at its end', async () => {
  const { page, close, faults } = await open('/learn/tablut/lessons');
  const hand = mouse(page);
  const { steps } = await courseOf('tablut');
  for (const [index, lesson] of steps.entries()) {
    if (lesson.level !== undefined) break;
    await waitForStep(page, lesson.id);
    const [first] = lesson.tasks ?? [];
    if (lesson.id === 'konakis') {
      await hand.go('D5', 'E5');
      await until(async () => (await page.locator('.lesson-note').innerText()).includes('T5'), 'the rule that forbids it');
    }
    await playAll(page, hand, first.wrong);
    await waitFor(page, 'miss');
    assert.match(await verdict(page), /\w/, `${lesson.id} says what was missed`);
    assert.equal(await page.locator('.tb-movable').count(), 0, 'nobody is to move any more');
    await page.getByRole('button', { name: 'Try again' }).click();
    await waitFor(page, 'play', 0);
    await page.getByRole('button', { name: 'Show me' }).click();
    await until(async () => /Go from \w\d to \w\d/.test(await page.locator('.lesson-note').innerText()), 'the hint');
    await solve(page, hand, lesson);
    assert.equal(await page.locator('.lesson-dot[data-done]').count(), index + 1);
    await page.getByRole('button', { name: 'Next step' }).click();
  }
  await page.getByRole('button', { name: 'Play your first game' }).click();
  await page.waitForURL(/\/t\//);
  await page.locator('.tb-point').first().waitFor();
  await page.goto(`${address()}/learn/tablut/lessons`);
  await until(async () => (await page.locator('.lesson-dot[data-done]').count()) === steps.length, 'every step is done');
  await page.goto(`${address()}/learn`);
  await page.getByText(`${steps.length} of ${steps.length} steps done`).waitFor();
  // A refused move is no fault of the page.
  assert.deepEqual(faults.filter((fault) => !/422/.test(fault)), []);
  await close();
});

test('the whole course of tavli by keyboard, heard', async () => {
  const { page, close, faults } = await open('/learn/tavli/lessons');
  const hand = keyboard(page);
  const { steps } = await courseOf('tavli');
  assert.match(await heard(page), /Come in![\s\S]*Throw the three dice/, 'title and task are told');
  await tabTo(page, ({ point }) => point !== null);
  for (const lesson of steps) {
    if (lesson.level !== undefined) break;
    await waitForStep(page, lesson.id);
    await solve(page, hand, lesson);
    const word = await verdict(page);
    assert.ok((await heard(page)).includes(word.trim()), `${lesson.id}: what came of it is told`);
    await until(async () => (await focused(page)).name === 'Next step', 'the keyboard is where it goes on');
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: 'Play your first game' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('on a phone what is to be done is in sight, above what goes on', async () => {
  for (const [game, locale] of [['tavli', 'en-GB'], ['tablut', 'fr-FR'], ['alea', 'it-IT']]) {
    const { page, close } = await open(`/learn/${game}/lessons`, { ...PHONE, locale });
    for (const [index, { id, level }] of (await courseOf(game)).steps.entries()) {
      if (level !== undefined) break;
      await page.locator('.lesson-dot').nth(index).tap();
      await waitForStep(page, id);
      const [task, actions] = await Promise.all(['.lesson-task', '.lesson-actions'].map((part) => page.locator(part).boundingBox()));
      assert.ok(task && actions && task.y + task.height <= actions.y, `${game}, ${id}: ${task?.y} + ${task?.height}, ${actions?.y}`);
    }
    await close();
  }
});

test('the whole course of Alea by finger; after a reload one is where one was', async () => {
  const { page, close, faults } = await open('/learn/alea/lessons', PHONE);
  const hand = await fingerOf(page);
  const { steps } = await courseOf('alea');
  for (const [index, lesson] of steps.entries()) {
    if (lesson.level !== undefined) break;
    await waitForStep(page, lesson.id);
    if (index === 2) {
      await page.goto(`${address()}/learn/alea/lessons`);
      await waitForStep(page, lesson.id);
      assert.equal(await page.locator('.lesson-dot[data-done]').count(), 2);
    }
    await solve(page, hand, lesson);
    await page.getByRole('button', { name: 'Next step' }).tap();
  }
  await page.getByRole('button', { name: 'Play your first game' }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test('steps of a throw are taken back one by one, and what misses the goal is told and can be undone', async () => {
  const { page, close } = await open('/learn/tavli/lessons#exit');
  const hand = mouse(page);
  const [{ wrong, solution }] = (await courseOf('tavli')).steps.find(({ id }) => id === 'exit')?.tasks ?? [];
  await playAll(page, hand, wrong);
  await waitFor(page, 'miss');
  assert.match(await verdict(page), /Play the 6 first/);
  for (const _ of wrong) {
    const before = await page.locator('.lesson-page').getAttribute('data-played');
    await page.getByRole('button', { name: 'Take back' }).click();
    await until(async () => (await page.locator('.lesson-page').getAttribute('data-played')) !== before, 'a step is taken back');
  }
  await until(async () => (await page.getByRole('button', { name: 'Take back' }).isVisible()) === false, 'nothing is left to take back');
  await page.getByRole('button', { name: 'Show me' }).click();
  await until(async () => /20/.test(await page.locator('.lesson-note').innerText()), 'the hint');
  await playAll(page, hand, solution);
  await waitFor(page, 'done');
  await close();
});

test('a step in each language, and nothing that axe has against it', async () => {
  const goals = { en: /Capture the dark man on D7/, fr: /Prenez le pion sombre de D7/, it: /Cattura la pedina scura in D7/ };
  for (const [locale, goal] of Object.entries(goals)) {
    const { page, close } = await open('/learn/tablut/lessons#capture', { locale, colorScheme: locale === 'fr' ? 'dark' : 'light', ...(locale === 'it' ? PHONE : {}) });
    assert.match(await page.locator('.lesson-goal').innerText(), goal);
    assert.deepEqual(await axeFaults(page), []);
    await solve(page, mouse(page), { id: 'capture', tasks: [{ goal: {}, wrong: [], solution: ['H7-E7'] }] });
    assert.deepEqual(await axeFaults(page), []);
    if (locale === 'en') {
      await page.locator('.header-lang').selectOption('fr');
      await page.locator('.lesson-goal', { hasText: 'Prenez' }).waitFor();
      assert.match(await verdict(page), /Pris entre deux/, 'what was done stays done in another language');
    }
    await close();
  }
});
