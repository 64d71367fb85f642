// @ts-check
// A game longer than is told at once: its end is there, and what was before it comes when somebody looks back.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setUp } from './server-and-browser.js';
import { CALM, ask, until, visit } from './support.js';

const { browser, address } = setUp();

const TURNS = 700;
const SHUTTLE = ['host E4-H4', 'guest D1-D3', 'host H4-E4', 'guest D3-D1'];

/** A record in which two men go back and forth. */
function longRecord() {
  const head = ['Tablen record 1', 'Game: tablut', 'Rules: preset:tablut first:defenders repetition:none', 'Form: single', 'Clock: none', 'Host: "Ada"', 'Guest: "Bo"', 'Host plays: light', ''];
  const turns = Array.from({ length: TURNS }, (_, index) => `${index + 1}. ${SHUTTLE[index % SHUTTLE.length]}  @0:01.000`);
  return [...head, 'Round 1: host defenders, guest attackers, first defenders', ...turns, ''].join('\n');
}

describe('a long game', () => {
  test('is looked at from its end to its beginning', async () => {
    const { page, faults, close } = await visit(browser(), address(), CALM);
    const taken = await ask(page, `${address()}/api/v1/records`, { method: 'POST', data: longRecord(), headers: { 'content-type': 'text/plain' } });
    const answer = await taken.json();
    assert.equal(taken.status(), 201, JSON.stringify(answer));
    await page.goto(address() + answer.path);
    await page.locator('.moves-list .move').first().waitFor();
    const known = () => page.locator('.moves-list .move').count();
    const firstKnown = () => page.locator('.moves-list .move').first().getAttribute('data-turn');
    assert.equal(await known(), 300, 'as much as is told at once');
    assert.equal(await firstKnown(), String(TURNS - 299));
    // Who scrolls up sees more, and what was seen stays where it was.
    await page.locator('.moves-scroll').evaluate((list) => (list.scrollTop = 0));
    await until(async () => (await known()) === 600, 'the page before');
    await until(async () => (await page.locator('.moves-scroll').evaluate((list) => list.scrollTop)) > 1_000, 'what was seen, where it was');
    // The start is there for whoever asks for it, and every turn after it.
    await page.keyboard.press('Home');
    await until(async () => (await known()) === TURNS, 'the first turn');
    await until(async () => /#1\.0$/.test(page.url()), 'the address of the start');
    assert.equal(await page.locator('[aria-current=step]').count(), 0);
    await page.keyboard.press('ArrowRight');
    await until(async () => (await page.locator('[aria-current=step]').getAttribute('data-turn')) === '1', 'the turn after the start');
    assert.deepEqual(faults, []);
    await close();
  });
});
