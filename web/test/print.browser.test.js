// @ts-check
// What can be printed: offered in the reader's language, beside booklets and sheets.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setUp } from './server-and-browser.js';
import { CALM, axeFaults, visit } from './support.js';

const { browser, address } = setUp();

for (const { locale, path, names, files } of [
  { locale: 'en', path: '/learn/tablut', names: ['Booklet as PDF, A4', 'Booklet as PDF, Letter', 'Board and men as PDF, A4', 'Board and men as PDF, Letter'], files: ['tablut-booklet.en.a4.pdf', 'tablut-booklet.en.letter.pdf', 'tablut-board.en.a4.pdf', 'tablut-board.en.letter.pdf'] },
  { locale: 'fr', path: '/learn/tavli', names: ['Livret en PDF, A4', 'Livret en PDF, Letter', 'Plateau et pions en PDF, A4', 'Plateau et pions en PDF, Letter'], files: ['tavli-booklet.fr.a4.pdf', 'tavli-booklet.fr.letter.pdf', 'tavli-board.fr.a4.pdf', 'tavli-board.fr.letter.pdf'] },
  { locale: 'it', path: '/learn/alea/sheet', names: ['Scheda in PDF, A4', 'Scheda in PDF, Letter', 'Tavola e pedine in PDF, A4', 'Tavola e pedine in PDF, Letter'], files: ['alea-sheet.it.a4.pdf', 'alea-sheet.it.letter.pdf', 'alea-board.it.a4.pdf', 'alea-board.it.letter.pdf'] },
]) {
  test(`${path} offers its files in ${locale}`, async () => {
    const { page, close } = await visit(browser(), `${address()}${path}`, { ...CALM, locale });
    const list = page.locator('.print-files');
    await list.waitFor();
    assert.deepEqual(await list.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('aria-label'))), names);
    assert.deepEqual(await list.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('download'))), files);
    for (const link of await list.getByRole('link').all()) {
      const answer = await fetch(new URL((await link.getAttribute('href')) ?? '', page.url()));
      assert.equal(answer.headers.get('content-type'), 'application/pdf');
      assert.equal((await answer.text()).slice(0, 5), '%PDF-');
    }
    assert.deepEqual(await axeFaults(page), []);
    await close();
  });
}
