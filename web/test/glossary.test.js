// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleText } from '../app/glossary.js';

test('what rules say is asked for once in each language, and again after a failure', async () => {
  /** @type {string[]} */
  const asked = [];
  const server = { isThere: false };
  const context = (/** @type {string} */ lang) => /** @type {any} */ ({
    lang: () => lang,
    api: {
      async rules(/** @type {string} */ code) {
        asked.push(code);
        if (!server.isThere) throw new Error('the server is not there');
        return { T5: `T5 in ${code}`, Z1: `Z1 in ${code}` };
      },
    },
  });
  assert.deepEqual(await Promise.all([ruleText(context('fr'), 'T5'), ruleText(context('fr'), 'Z1')]), [null, null]);
  assert.deepEqual(asked, ['fr']);
  server.isThere = true;
  assert.deepEqual(await Promise.all([ruleText(context('fr'), 'T5'), ruleText(context('fr'), 'Z1')]), ['T5 in fr', 'Z1 in fr']);
  assert.equal(await ruleText(context('fr'), 'T5'), 'T5 in fr');
  assert.equal(await ruleText(context('it'), 'T5'), 'T5 in it');
  assert.equal(await ruleText(context('it'), 'T99'), null);
  assert.deepEqual(asked, ['fr', 'fr', 'it']);
});
