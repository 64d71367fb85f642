import assert from 'node:assert/strict';
import { readFile, readdir, stat } from 'node:fs/promises';
import { test } from 'node:test';

const root = new URL('../', import.meta.url);
const page = await readFile(new URL('index.html', root), 'utf8');
/** Types only, or there already. */
const NOT_PRELOADED = new Set(['main.js', 'first.js', 'types.js', 'context.js']);

test('every module is asked for at once, not one after the other', async () => {
  const modules = (await readdir(new URL('app/', root))).filter((name) => !NOT_PRELOADED.has(name));
  const missing = modules.filter((name) => !page.includes(`<link rel="modulepreload" href="/app/${name}">`));
  assert.deepEqual(missing, []);
});

test('the page has no scripts or styles of its own', () => {
  assert.doesNotMatch(page, /<style|style=|<script>|\son\w+=/);
});

test('fonts are small', async () => {
  const names = (await readdir(new URL('fonts/', root))).filter((name) => name.endsWith('.woff2'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(new URL(`fonts/${name}`, root))).size));
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 120_000);
});
