// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render, write } from '../app/texts.js';

const MEN = {
  en: { 'unit.men': '{count} {count:man|men}', list: '{items}' },
  fr: { 'unit.men': '{count} {count:pion|pions}', list: '{items}' },
  it: { 'unit.men': '{count} {count:pedina|pedine}', list: '{items}' },
};
const men = (/** @type {import('../app/texts.js').Lang} */ lang, /** @type {number} */ count) => render(MEN[lang], lang, 'unit.men', { count });

test('a count chooses its form', () => {
  assert.equal(men('en', 3), '3 men');
  assert.equal(men('fr', 3), '3 pions');
  assert.equal(men('en', 1), '1 man');
  assert.equal(men('it', -1), '-1 pedina');
});

test('French counts zero as one', () => {
  assert.equal(men('fr', 0), '0 pion');
  assert.equal(men('it', 0), '0 pedine');
  assert.equal(men('en', 0), '0 men');
});

test('numbers are written as each language does', () => {
  const said = (/** @type {import('../app/texts.js').Lang} */ lang) => `${write({}, lang, -1_234_567)} ${write({}, lang, { decimal: 0.25, places: 2 })}`;
  assert.equal(said('en'), '-1,234,567 0.25');
  assert.equal(said('fr'), '-1\u202f234\u202f567 0,25');
  assert.equal(said('it'), '-1.234.567 0,25');
  assert.equal(write({}, 'en', 2000), '2000');
});

test('an unknown key or value stays visible', () => {
  assert.equal(render({}, 'en', 'no.such.key'), 'no.such.key');
  assert.equal(render({}, 'en', 'constructor'), 'constructor');
  assert.equal(render(MEN.en, 'en', 'unit.men'), '{count} {count:man|men}');
});

test('messages and lists go into the same language', () => {
  const items = [1, 2].map((count) => ({ key: 'unit.men', values: { count } }));
  assert.equal(render(MEN.fr, 'fr', 'list', { items }), '1 pion 2 pions');
});

test('a text that is no number does not choose a form', () => {
  assert.equal(render(MEN.en, 'en', 'unit.men', { count: 'no' }), 'no no');
});
