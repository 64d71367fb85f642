// @ts-check
import assert from 'node:assert/strict';
import { readFile, readdir, stat } from 'node:fs/promises';
import { test } from 'node:test';

const root = new URL('../', import.meta.url);
const page = await readFile(new URL('index.html', root), 'utf8');
const [, deferred = ''] = /<template id="deferred">(.*?)<\/template>/s.exec(page) ?? [];
const atOnce = page.replace(deferred, '');

/** A module and all that it imports. @param {string} name @param {Set<string>} found */
async function withImports(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const source = await readFile(new URL(name, root), 'utf8');
  for (const [, path] of source.matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)';/gm)) {
    await withImports(new URL(path, `page:/${name}`).pathname.slice(1), found);
  }
  return found;
}

/** @param {string} html */
const preloaded = (html) => [...html.matchAll(/<link rel="modulepreload" href="\/([^"]+)">/g)].map(([, name]) => name);

test('every module that Home needs is asked for at once, not one after the other', async () => {
  const needed = await withImports('app/main.js');
  needed.delete('app/main.js');
  assert.deepEqual(preloaded(atOnce), [...needed].sort());
});

test('every module of a table is asked for once Home is shown: one click leads there; other pages bring their own', async () => {
  const main = await readFile(new URL('app/main.js', root), 'utf8');
  const others = [...main.matchAll(/(?<!\{)import\('\.\/([^']+)'\)/g)].map(([, name]) => `app/${name}`);
  assert.ok(others.length > 2, 'main.js imports other pages when they are wanted');
  const needed = new Set();
  for (const name of others.filter((name) => name === 'app/table-page.js')) await withImports(name, needed);
  for (const name of await withImports('app/main.js')) needed.delete(name);
  assert.deepEqual(preloaded(deferred), [...needed].sort());
});

test('files are named so that they are found in every version of the page', async () => {
  for (const folder of ['app/', 'board/', 'style/']) {
    for (const name of (await readdir(new URL(folder, root), { recursive: true })).filter((name) => /\.(js|css)$/.test(name) && !name.startsWith('test'))) {
      const source = await readFile(new URL(folder + name, root), 'utf8');
      assert.doesNotMatch(source, /['"`(]\/(app|board|fonts|pictures|style|texts)\//, folder + name);
    }
  }
});

test('the page has no scripts or styles of its own', () => {
  assert.doesNotMatch(page, /<style|style=|<script>|\son\w+=/);
});

test('fonts are small', async () => {
  const names = (await readdir(new URL('fonts/', root))).filter((name) => name.endsWith('.woff2'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(new URL(`fonts/${name}`, root))).size));
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 120_000);
});
