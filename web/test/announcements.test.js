// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { newsOf } from '../app/announcements.js';
import { tafl } from '../app/families/tafl.js';
import { tavli } from '../app/families/tavli.js';
import { emptyState } from '../app/table-state.js';
import { render } from '../app/texts.js';

const view = JSON.parse(await readFile(new URL('../fixtures/view-tablut-middle.json', import.meta.url), 'utf8'));

/** What the page says in a language. @param {import('../app/texts.js').Lang} lang @returns {Promise<import('../app/texts.js').Say>} */
async function sayer(lang) {
  const files = await Promise.all(['board', 'web'].map((name) => readFile(new URL(`../texts/${lang}/${name}.txt`, import.meta.url), 'utf8')));
  const texts = Object.fromEntries([...files.join('\n').matchAll(/^(\S+) = (.*)$/gm)].map(([, key, text]) => [key, text]));
  return (key, values) => render(texts, lang, key, values);
}

const [say, french, italian] = await Promise.all([sayer('en'), sayer('fr'), sayer('it')]);
const seats = { host: { ...view.seats.host, occupant: { person: 'Ada' } }, guest: { ...view.seats.guest, occupant: { person: 'Bo' } } };
const state = (changes = {}, presence = {}) => /** @type {import('../app/table-state.js').TableState} */ ({ ...emptyState(), view: { ...view, viewer: 'host', seats, ...changes }, presence: { host: true, guest: true, watching: 0, ...presence } });

test('what one has asked for is told once', () => {
  assert.deepEqual(newsOf(say, state(), state({ draw_offer: 'host' })), ['You have offered a draw.']);
  assert.deepEqual(newsOf(say, state({ draw_offer: 'host' }), state({ draw_offer: 'host' })), []);
  assert.deepEqual(newsOf(say, state(), state({ draw_offer: 'guest' })), []);
});

test('the other one goes and comes back', () => {
  const away = state({}, { guest: false });
  assert.deepEqual(newsOf(say, state(), away), ['Bo is away.']);
  assert.deepEqual(newsOf(say, away, state()), ['Bo is back.']);
  assert.deepEqual(newsOf(say, state(), state({}, { host: false })), [], 'nobody hears of themselves');
  assert.deepEqual(newsOf(say, state({ viewer: 'both' }), state({ viewer: 'both' }, { guest: false })), []);
  const left = { ...seats, guest: { ...seats.guest, has_left: true } };
  assert.deepEqual(newsOf(say, state(), state({ seats: left }, { guest: false })), ['Bo has left.']);
  assert.deepEqual(newsOf(say, emptyState(), away), []);
});

test('a hint of many equal steps is short, in the words of its reader', () => {
  const step = (/** @type {string} */ from, /** @type {string} */ to, more = {}) => /** @type {import('../protocol.js').Step} */ ({ from, to, die: '3', hit: null, ...more });
  const turn = { roll: '333', steps: [step('hand', '3'), step('hand', '3'), step('hand', '3'), step('20', 'off')], text: '' };
  const told = (/** @type {import('../app/texts.js').Say} */ speak) => speak('web.hint', { move: tavli.hintText(speak, { type: 'hint', reason: null, ...turn }) });
  assert.equal(told(say), 'The computer would play 333: hand-3\u00a0×3 20-off.');
  assert.equal(told(italian), 'Il computer giocherebbe 333: riserva-3\u00a0×3 20-fuori.');
  assert.equal(tafl.hintText(say, { type: 'hint', reason: null, from: 'E4', to: 'E5', text: 'E4-E5' }), 'E4-E5');
});

test('a turn in the list of moves has its throw, and equal steps once, in the words of its reader', () => {
  const step = (/** @type {string} */ from, /** @type {string} */ to, die = '4', hit = null, more = {}) => ({ from, to, die, hit, ...more });
  const parts = (/** @type {string} */ roll, /** @type {object[]} */ steps, speak = say) => tavli.lineParts(speak, /** @type {any} */ ({ roll, steps }));
  assert.deepEqual(parts('445', [step('hand', '5'), step('hand', '4'), step('hand', '4')]), { roll: '445', steps: ['hand-5', 'hand-4\u00a0×2'] });
  const [enter, hit, off] = [step('hand', '4'), { ...step('m4', '5'), hit: 'm5' }, step('23', 'off', '4', null, { names_die: true })];
  assert.deepEqual(parts('456', [enter, hit, off], french), { roll: '456', steps: ['réserve-4', 'm4-5*', '23-sorti(4)'] });
  assert.deepEqual(parts('345', []), { roll: '345', steps: [say('web.moves.none')] });
});

test('luck is counted in the right form', () => {
  const said = [say, french, italian].map((speak) => speak('web.luck.surplus', { sign: '−', pips: 1, dice: 12 }));
  assert.deepEqual(said, ['−1 pip over 12 dice.', '−1 point sur 12 dés.', '−1 punto su 12 dadi.']);
  assert.equal(say('web.luck.surplus', { sign: '+', pips: 2, dice: 1 }), '+2 pips over 1 die.');
});
