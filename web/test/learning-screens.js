// @ts-check
// What is read and learned, as screens for pictures: see shots.js.

import { readFile } from 'node:fs/promises';
import { dragByMouse } from './hands.js';
import { until } from './support.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{ address: string }} House */
/** @typedef {(page: Page, house: House) => Promise<unknown>} Screen */

const GAMES = ['tavli', 'tablut', 'alea'];

/** @param {string} path @param {string} shown what is there once the page is @returns {Screen} */
const opened = (path, shown) => async (page, { address }) => {
  await page.goto(address + path);
  await page.locator(shown).first().waitFor();
};

/** A screen of each game. @param {string} name @param {(game: string) => Screen} screen @returns {[string, Screen][]} */
const ofEachGame = (name, screen) => GAMES.map((game) => [`learn-${name}-${game}`, screen(game)]);

/** The diagram of that number is in the middle of the screen and drawn. @param {Page} page @param {number} number */
async function showFigure(page, number) {
  const figure = page.locator('.figure').nth(number);
  await figure.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await figure.locator('.tb-point').first().waitFor({ state: 'attached' });
  // Diagrams above it take their room when they are drawn.
  await figure.evaluate((element) => element.scrollIntoView({ block: 'center' }));
}

/** @param {string} game @returns {Screen} */
const lastStepOfScene = (game) => async (page, house) => {
  await opened(`/learn/${game}/scene`, '.scene-words h2:not(:empty)')(page, house);
  const next = page.getByRole('button', { name: 'Next' });
  while ((await next.getAttribute('aria-disabled')) !== 'true') await next.click();
};

/** The first step of the course whose first task has one move for a solution: it is played. @param {string} game @returns {Screen} */
const lessonDone = (game) => async (page, house) => {
  /** @type {import('../app/learn/lesson-play.js').Course} */
  const { steps } = JSON.parse(await readFile(new URL(`../learn/${game}/lessons.json`, import.meta.url), 'utf8'));
  const step = steps.find(({ tasks = [] }) => tasks.length === 1 && !tasks[0].throws && tasks[0].solution.length === 1);
  if (step === undefined) throw new Error(`No lesson of ${game} is done by one move.`);
  await opened(`/learn/${game}/lessons#${step.id}`, '.lesson-page[data-status=play] .tb-point')(page, house);
  const [from, to] = (step.tasks ?? [])[0].solution[0].replace(/\(\d\)$/, '').split('-');
  await dragByMouse(page, from, to);
  await page.locator('.lesson-page[data-status=done]').waitFor();
};

/** @param {string} game @returns {Screen} */
const puzzle = (game) => opened(`/puzzles/${game}`, '.puzzle[data-stage=ask] .tb-point');

/** @param {string} game @returns {Screen} */
const puzzleShown = (game) => async (page, house) => {
  await puzzle(game)(page, house);
  await page.getByRole('button', { name: 'Solution' }).click();
  await until(async () => (await page.locator('.puzzle').getAttribute('data-stage')) === 'shown', 'the solution');
};

/** @type {Record<string, Screen>} */
export const LEARNING_SCREENS = Object.fromEntries(/** @type {[string, Screen][]} */ ([
  ['learn-index', opened('/learn', '.shelf-book')],
  ...ofEachGame('booklet', (game) => opened(`/learn/${game}`, '.booklet h1')),
  ...ofEachGame('figure', (game) => async (page, house) => {
    await opened(`/learn/${game}`, '.booklet h1')(page, house);
    await showFigure(page, 4);
  }),
  ['learn-print', async (page, house) => {
    await opened('/learn/tablut', '.booklet h1')(page, house);
    await showFigure(page, 2);
    await page.emulateMedia({ media: 'print' });
    await showFigure(page, 2);
  }],
  ...ofEachGame('scene', (game) => opened(`/learn/${game}/scene`, '.scene-words h2:not(:empty)')),
  ['learn-scene-end-tavli', lastStepOfScene('tavli')],
  ...ofEachGame('lesson', (game) => opened(`/learn/${game}/lessons`, '.lesson-page[data-status=play] .tb-point')),
  ['learn-lesson-done-tablut', lessonDone('tablut')],
  ['learn-lesson-done-tavli', lessonDone('tavli')],
  ['learn-puzzles', opened('/puzzles', '.puzzle-chip')],
  ...ofEachGame('puzzle', puzzle),
  ...ofEachGame('puzzle-shown', puzzleShown),
  ...ofEachGame('sheet', (game) => opened(`/learn/${game}/sheet`, '.sheet-page h1')),
  ['learn-about', opened('/about', '.about-page h1')],
  ['learn-about-embed', async (page, house) => {
    await opened('/about', '.embed-maker')(page, house);
    await page.locator('.embed-maker').scrollIntoViewIfNeeded();
    await page.frameLocator('.embed-frame').locator('.tb-point').first().waitFor();
  }],
  ['learn-embed-tavli', opened('/embed?game=tavli&roll=256', '.tb-point')],
  ['learn-embed-tablut', opened('/embed?game=tablut&moves=E3-C3,D1-D3', '.tb-point')],
  ['learn-missing', opened('/learn/chess', '.nowhere h1')],
]));
