// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { changesTo, quickTable, rulesetText } from '../app/table-request.js';
import { DEFAULTS } from '../app/settings.js';
import { roundStatus, scoreOf, statusOf, winnerText } from '../app/status-texts.js';

const fixture = async (/** @type {string} */ name) => JSON.parse(await readFile(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'));
/** The key itself, and the values behind it. */
const say = (/** @type {string} */ key, /** @type {object | undefined} */ values) => [key, ...Object.values(values ?? {})].join(' ');

test('the turn is told from where one sits', async () => {
  const view = await fixture('view-tablut-middle');
  assert.equal(statusOf(say, view).head, 'web.status.your-turn web.side.swedes');
  assert.equal(statusOf(say, { ...view, viewer: 'both' }).head, 'web.status.side-to-play web.side.swedes');
  assert.equal(statusOf(say, { ...view, viewer: 'guest' }).head, 'web.status.their-turn Ada');
  assert.equal(statusOf(say, await fixture('view-tavli-start')).head, 'web.status.throw');
});

test('before the game there is an opponent to wait for, or a seat to take', async () => {
  const view = { ...(await fixture('view-tablut-start')), phase: 'waiting' };
  assert.equal(statusOf(say, { ...view, may: [] }).head, 'web.status.waiting');
  assert.equal(statusOf(say, { ...view, viewer: 'spectator', may: ['join'] }).head, 'web.status.seat-free');
  assert.equal(statusOf(say, { ...view, viewer: 'host', may: ['join'] }).head, 'web.status.waiting', 'a seat that is kept is about to be taken');
});

test('so is the end', async () => {
  const view = await fixture('view-tavli-over');
  assert.deepEqual(statusOf(say, view), { head: 'web.result.you-lose web.opponent.tavli.1', more: 'web.end.resigned' });
  assert.equal(winnerText(say, { ...view, viewer: 'guest' }, 'guest'), 'web.result.you-win');
  assert.equal(winnerText(say, view, null), 'web.result.draw');
  assert.deepEqual(scoreOf(view), { near: 0, far: 2 });
});

test('a round that has ended tells who has won it, on the side they then had', async () => {
  const view = { ...(await fixture('view-tablut-over')), viewer: 'spectator', round: 3, phase: 'playing' };
  const [first, second] = [1, 2].map((round) => roundStatus(say, view, round));
  assert.match(first.head, /^web\.result\.wins /);
  assert.match(first.more, /^web\.end\.resigned web\.score 1/);
  assert.notEqual(first.head, second.head, 'the same winner played the other side');
});

test('a turn without a step is told', async () => {
  const view = await fixture('view-tavli-start');
  assert.equal(statusOf(say, view).more, '');
  const passed = { ...view, board: { ...view.board, last: { roll: '345', steps: [], text: '345: -' } } };
  assert.match(statusOf(say, passed).more, /^web\.status\.passed /);
});

test('one click plays against the computer by the rules as they are told', () => {
  assert.deepEqual(quickTable(DEFAULTS, 'tavli').ruleset, 'game:tavli');
  assert.deepEqual(quickTable({ ...DEFAULTS, level: 3 }, 'alea').opponent, { computer: 3 });
});

test('rules are a preset and what differs from it', () => {
  const game = /** @type {any} */ ({ presets: [{ name: 'tablut', choices: { goal: 'edge', bases: 'open' } }] });
  const changes = changesTo(game, 'tablut', { goal: 'corners', bases: 'open' });
  assert.equal(rulesetText('tablut', 'tablut', changes), 'preset:tablut goal:corners');
  assert.equal(rulesetText('tavli', 'tavli', { gate: 'both' }), 'game:tavli gate:both');
});
