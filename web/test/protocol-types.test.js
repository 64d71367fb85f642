// @ts-check
// The types of what travels between server and page are those of the description that the server makes of its own.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('openapi.d.ts is what docs/openapi.json makes', () => {
  const { types } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).scripts;
  const [, ...options] = types.split(' ');
  const tool = new URL('../node_modules/openapi-typescript/bin/cli.js', import.meta.url).pathname;
  const cwd = new URL('..', import.meta.url).pathname;
  assert.doesNotThrow(
    () => execFileSync(process.execPath, [tool, ...options, '--check'], { cwd, stdio: 'pipe' }),
    'run `npm run types` in web/ if the change is meant',
  );
});
