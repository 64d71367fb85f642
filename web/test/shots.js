// @ts-check
// Pictures of every screen at three sizes, light and dark: node test/shots.js [FOLDER] [PART OF A NAME…], such as `study` or `phone-dark`.

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBrowser } from '../board/test/browser.js';
import { serveFiles } from '../board/test/files.js';
import { cells, createChance, playByMouse } from './hands.js';
import { LEARNING_SCREENS } from './learning-screens.js';
import { BINARY, PHONE, boardText, startFromHome, startServer, until, visit, waitForTurn } from './support.js';
import { showActions } from './visitor.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Record<string, string>} Records by game */
/** @typedef {{ browser: import('playwright-core').Browser, address: string, gallery: string, theme: string, records: Records }} House */

const SIZES = { desktop: { viewport: { width: 1440, height: 900 } }, tablet: { viewport: { width: 820, height: 1180 } }, phone: PHONE };
const THEMES = /** @type {const} */ (['light', 'dark']);
/** Boards as games seldom bring them. */
const SCENES = ['tavli-stacks', 'tavli-bearing-off', 'tablut-tuichi', 'alea-17-start', 'brandubh-middle'];

/** Games that look played: between computers, the same every time. @returns {Promise<Records>} */
async function makeRecords() {
  const folder = await mkdtemp(join(tmpdir(), 'tablen-shots-'));
  const made = await Promise.all(['tavli', 'tablut', 'alea'].map(async (game) => {
    const file = join(folder, game);
    await promisify(execFile)(BINARY, ['match', '--preset', game, '--players', 'level:2,level:1', '--games', '2', '--seed', '7', '--records', file]);
    // The file has several games; each begins with the same line.
    const [first = ''] = (await readFile(file, 'utf8')).split(/\n(?=Tablen record)/);
    return [game, first];
  }));
  await rm(folder, { recursive: true });
  return Object.fromEntries(made);
}

/** @param {Page} page @param {string} game @param {number} deeds */
async function playFor(page, game, deeds) {
  const chance = createChance(5);
  await startFromHome(page, game);
  await waitForTurn(page);
  for (let deed = 0; deed < deeds; deed++) {
    const before = await boardText(page);
    await playByMouse(page, chance);
    await waitForTurn(page, before);
  }
}

/** @param {Page} page */
async function resign(page) {
  await showActions(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.notice[data-phase=over]').waitFor();
}

/** @param {Page} page @param {string} record @param {number} turn to look at, of the first round */
async function showRecord(page, record, turn) {
  await page.locator('.import summary').click();
  await page.locator('#record').fill(record);
  await page.locator('.import .button').first().click();
  await page.waitForURL(/\/r\//);
  await page.goto(`${page.url()}#1.${turn}`);
  await page.reload();
  await page.locator('.tb-point').first().waitFor();
}

/** A table for a friend, opened by this page. @param {Page} page @param {string} address @param {string} game */
async function inviteFriend(page, address, game) {
  await page.goto(`${address}/?new=${game}`);
  await page.getByRole('radio', { name: 'a friend' }).check();
  await page.locator('#time').click();
  await page.locator('#public').check();
  await page.locator('.new-start button').click();
  await page.waitForURL(/\/t\//);
  await page.locator('.invite img').waitFor();
}

/** A game in the study, once all of it has been looked at. @param {Page} page @param {string} record */
async function studyGame(page, record) {
  await showRecord(page, record, 1);
  await page.goto(page.url().replace(/\/r\/([0-9a-f]+).*/, '/study?table=$1'));
  await page.locator('.numbers:not([hidden])').waitFor({ state: 'attached', timeout: 300_000 });
  await page.locator('.point').first().click({ timeout: 2_000 }).catch(() => {});
}

/** The first man that can move is taken up. @param {Page} page */
async function takeUp(page) {
  const man = page.locator('.tb-movable:not([data-point=dice])').first();
  await man.focus();
  await page.keyboard.press('Enter');
}

/** @type {Record<string, (page: Page, house: House) => Promise<unknown>>} */
const SCREENS = {
  'home': async (page) => page.locator('.card-play').first().waitFor(),
  'home-busy': async (page, house) => {
    await playFor(page, 'tablut', 1);
    await inviteFriend(page, house.address, 'alea');
    const other = await visit(house.browser, house.address);
    await inviteFriend(other.page, house.address, 'tavli');
    await other.close();
    await page.goto(house.address);
    await page.locator('.table-link').nth(2).waitFor();
  },
  'new-tavli': async (page, { address }) => {
    await page.goto(`${address}/?new=tavli`);
    await page.locator('.new-start').waitFor();
  },
  'new-alea': async (page, { address }) => {
    await page.goto(`${address}/?new=alea`);
    await page.locator('.new-start').waitFor();
  },
  'new-tablut-options': async (page, { address }) => {
    await page.goto(`${address}/?new=tablut`);
    await page.locator('#rules').click();
    await page.locator('#rules').scrollIntoViewIfNeeded();
  },
  'invite': (page, { address }) => inviteFriend(page, address, 'tavli'),
  'join': async (page, house) => {
    const host = await visit(house.browser, house.address);
    await inviteFriend(host.page, house.address, 'tablut');
    await page.goto(host.page.url());
    await page.locator('#join-name').waitFor();
    await host.close();
  },
  'tavli-start': async (page) => {
    await startFromHome(page, 'tavli');
    await waitForTurn(page);
  },
  'tavli-held': async (page) => {
    await playFor(page, 'tavli', 9);
    await until(async () => {
      const movable = await cells(page, 'tb-movable');
      if (movable.some(({ point }) => point !== 'dice')) return true;
      // Thrown, or the end of a turn that cannot be played.
      for (const { x, y } of movable) await page.mouse.click(x, y);
      return false;
    }, 'a man that can move');
    await takeUp(page);
  },
  'tavli-keys': async (page) => {
    await startFromHome(page, 'tavli');
    await waitForTurn(page);
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
  },
  'tavli-replay': (page, { records }) => showRecord(page, records['tavli'], 40),
  'tavli-over': async (page) => {
    await playFor(page, 'tavli', 8);
    await resign(page);
  },
  'tavli-dice': async (page) => {
    await playFor(page, 'tavli', 12);
    await resign(page);
    await page.getByRole('button', { name: 'dice' }).last().click();
    await page.locator('.verdict[data-verdict]').waitFor();
  },
  'tablut-start': async (page) => {
    await startFromHome(page, 'tablut');
    await waitForTurn(page);
  },
  'tablut-held': async (page) => {
    await playFor(page, 'tablut', 3);
    await takeUp(page);
  },
  'tablut-hint': async (page) => {
    await playFor(page, 'tablut', 3);
    await page.getByRole('button', { name: 'Hint', exact: true }).first().click();
    await page.getByRole('button', { name: 'Play it' }).waitFor();
  },
  'tablut-replay': (page, { records }) => showRecord(page, records['tablut'], 6),
  'tablut-over': (page, { records }) => showRecord(page, records['tablut'], Infinity),
  'tablut-sure': async (page) => {
    await playFor(page, 'tablut', 2);
    await showActions(page);
    await page.getByRole('button', { name: 'Resign' }).click();
  },
  'alea-start': async (page) => {
    await startFromHome(page, 'alea');
    await waitForTurn(page);
  },
  'alea-held': async (page) => {
    await playFor(page, 'alea', 2);
    await takeUp(page);
  },
  'alea-replay': (page, { records }) => showRecord(page, records['alea'], 30),
  'study-game-tavli': (page, { records }) => studyGame(page, records['tavli']),
  'study-game-tablut': (page, { records }) => studyGame(page, records['tablut']),
  'study-board': async (page, { address }) => {
    await page.goto(`${address}/study?game=tablut`);
    await page.locator('.tb-point').first().waitFor();
    await page.waitForTimeout(3_000);
  },
  'study-rolls': async (page, { address }) => {
    await page.goto(`${address}/study?game=tavli`);
    await page.locator('.tb-point').first().waitFor();
    await page.waitForTimeout(3_000);
  },
  'study-editor': async (page, { address }) => {
    await page.goto(`${address}/study?game=tavli&edit`);
    await page.locator('.tb-point').first().waitFor();
  },
  'share': async (page) => {
    await playFor(page, 'tablut', 1);
    await showActions(page);
    await page.getByRole('button', { name: 'Share' }).first().click();
    await page.locator('dialog[open]').waitFor();
  },
  'home-kept': async (page, { address, records }) => {
    for (const game of ['tavli', 'tablut', 'alea']) {
      await page.goto(address);
      await showRecord(page, records[game], 1);
    }
    await page.goto(address);
    await page.locator('.kept-games').scrollIntoViewIfNeeded();
  },
  'settings': async (page) => {
    await page.locator('.header nav button').last().click();
    await page.locator('dialog[open]').waitFor();
  },
  'missing': async (page, { address }) => {
    await page.goto(`${address}/t/00000000000000000000000000000000`);
    await page.locator('.missing').waitFor();
  },
  'sheet': async (page) => {
    await playFor(page, 'tablut', 3);
    if (await page.locator('.sheet-handle').isVisible()) await page.locator('.sheet-handle').click();
  },
  ...LEARNING_SCREENS,
  ...Object.fromEntries(SCENES.map((scene) => [`board-${scene}`, async (/** @type {Page} */ page, /** @type {House} */ { gallery, theme }) => {
    await page.goto(`${gallery}?scene=${scene}&theme=${theme}&still`);
    await page.waitForFunction('window.gallery');
  }])),
};

const [folder = 'screenshots', ...wanted] = process.argv.slice(2);
/** Every picture by its name. @type {Map<string, { name: string, size: keyof typeof SIZES, colorScheme: typeof THEMES[number] }>} */
const pictures = new Map();
for (const size of /** @type {(keyof typeof SIZES)[]} */ (Object.keys(SIZES))) {
  for (const colorScheme of THEMES) {
    for (const name of Object.keys(SCREENS)) pictures.set(`${name}-${size}-${colorScheme}`, { name, size, colorScheme });
  }
}
const chosen = [...pictures].filter(([picture]) => wanted.length === 0 || wanted.some((wish) => picture.includes(wish)));
if (chosen.length === 0) throw new Error(`No such picture; there are ${Object.keys(SCREENS).join(', ')}, each as ${Object.keys(SIZES).join(', ')} and ${THEMES.join(', ')}.`);
await mkdir(folder, { recursive: true });
const records = await makeRecords();
const browser = await startBrowser();
const files = await serveFiles();
let done = 0;
/** @type {Awaited<ReturnType<typeof startServer>> | null} */
let server = null;
let room = '';
for (const [picture, { name, size, colorScheme }] of chosen) {
  // A house of its own for each size: what one picture leaves behind is not on the next size's Home.
  if (server === null || room !== size + colorScheme) {
    await server?.close();
    server = await startServer();
    room = size + colorScheme;
  }
  const { page, close } = await visit(browser, server.address(), { ...SIZES[size], colorScheme });
  await SCREENS[name](page, { browser, address: server.address(), gallery: files.address, theme: colorScheme, records });
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(folder, `${picture}.png`) });
  await close();
  done += 1;
  process.stdout.write(`\r${done} of ${chosen.length}: ${picture}\x1b[K`);
}
await server?.close();
await browser.close();
files.close();
console.log(`\n${done} pictures in ${folder}`);
