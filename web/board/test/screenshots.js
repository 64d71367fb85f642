// @ts-check
// Pictures of the gallery: node board/test/screenshots.js FOLDER [SCENE…]

import { mkdir } from 'node:fs/promises';
import { startBrowser } from './browser.js';
import { serveFiles } from './files.js';

const [folder = 'screenshots', ...wanted] = process.argv.slice(2);
const SIZES = [{ width: 1440, height: 900 }, { width: 820, height: 1180 }, { width: 360, height: 740 }];
const SCENES = ['tavli-start', 'tavli-middle', 'tavli-stacks', 'tavli-bearing-off', 'tablut-middle', 'tablut-tuichi', 'alea-middle', 'alea-17-start', 'brandubh-middle'];

await mkdir(folder, { recursive: true });
const files = await serveFiles();
const browser = await startBrowser();
for (const size of SIZES) {
  const page = await browser.newPage({ viewport: size, deviceScaleFactor: size.width < 400 ? 2 : 1 });
  page.on('pageerror', (error) => console.error(error));
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
  for (const scene of wanted.length ? wanted : SCENES) {
    for (const theme of ['light', 'dark']) {
      await page.goto(`${files.address}?scene=${scene}&theme=${theme}&still`);
      await page.waitForFunction('window.gallery');
      await page.screenshot({ path: `${folder}/${scene}-${size.width}-${theme}.png` });
    }
  }
  await page.close();
}
await browser.close();
files.close();
