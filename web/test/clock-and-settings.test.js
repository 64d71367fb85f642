// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitBefore } from '../app/backoff.js';
import { clockAfter, leftAfter, untilChange, writeTime } from '../app/clock.js';
import { luckOf, toldSurplus } from '../app/dice-statistics.js';
import { hashOf, newGamePath, routeOf } from '../app/route.js';
import { isVisitor, occupantName } from '../app/names.js';
import { DEFAULTS, readSettings } from '../app/settings.js';

test('times are written as clocks show them', () => {
  const say = (/** @type {string} */ key, /** @type {unknown} */ values) => `${key} ${JSON.stringify(values)}`;
  const written = (/** @type {number} */ millis) => writeTime(say, millis);
  assert.equal(written(300_000), '5:00');
  assert.equal(written(299_999), '5:00');
  assert.equal(written(61_000), '1:01');
  assert.equal(written(3_729_000), '1:02:09');
  assert.equal(written(7_340), 'web.clock.short {"seconds":"07","tenth":3}');
  assert.equal(written(0), 'web.clock.short {"seconds":"00","tenth":0}');
  assert.equal(written(2 * 86_400_000 + 4 * 3_600_000), 'web.clock.left {"days":2,"hours":4}');
});

test('periods begin by themselves', () => {
  const left = { time: 1000, periods: 2, is_in_period: false };
  assert.deepEqual(leftAfter(left, 400, 30_000), { time: 600, periods: 2, is_in_period: false });
  assert.deepEqual(leftAfter(left, 1500, 30_000), { time: 29_500, periods: 1, is_in_period: true });
  assert.deepEqual(leftAfter(left, 99_000, 30_000), { time: 0, periods: 0, is_in_period: true });
  assert.equal(leftAfter(left, 5000, 0).time, 0);
});

test('a clock is written again only when it changes', () => {
  assert.equal(untilChange(61_250), 255);
  assert.equal(untilChange(5_030), 35);
  assert.equal(untilChange(0), Infinity);
});

test('waits grow to a limit and are never nothing', () => {
  const waits = [0, 1, 2, 3, 10, 1000].map((attempt) => waitBefore(attempt, () => 1));
  assert.deepEqual(waits, [400, 800, 1600, 3200, 15_000, 15_000]);
  assert.equal(waitBefore(0, () => 0), 200);
});

test('luck is measured against fair dice', () => {
  assert.equal(luckOf([1, 1, 1, 1, 1, 1]).surplus, 0);
  assert.equal(luckOf([0, 0, 0, 0, 0, 2]).surplus, 5);
  assert.ok(luckOf([0, 0, 0, 0, 0, 2]).deviation > 1);
  assert.equal(luckOf([0, 0, 0, 0, 0, 0]).mean, 0);
});

test('a surplus is told in whole pips, alike on both sides', () => {
  assert.deepEqual(toldSurplus(1.5), { sign: '+', pips: 2 });
  assert.deepEqual(toldSurplus(-1.5), { sign: '−', pips: 2 });
  assert.deepEqual(toldSurplus(-0.4), { sign: '±', pips: 0 });
});

test('addresses are pages', () => {
  const at = (/** @type {string} */ pathname, /** @type {object} */ rest = {}) => routeOf({ pathname, search: '', hash: '', ...rest });
  assert.deepEqual(at('/'), { page: 'home' });
  assert.deepEqual(at('/', { search: '?new=alea' }), { page: 'new', game: 'alea' });
  assert.equal(newGamePath('alea'), '/?new=alea');
  assert.deepEqual(at('/t/abc', { hash: '#2.14' }), { page: 'table', id: 'abc', moment: { round: 2, turn: 14 } });
  assert.deepEqual(at('/r/abc', { hash: '#x' }), { page: 'table', id: 'abc', moment: null });
  assert.equal(hashOf({ round: 2, turn: 14 }), '#2.14');
});

test('settings that cannot be read are as by default', () => {
  assert.deepEqual(readSettings(null), DEFAULTS);
  assert.deepEqual(readSettings('nonsense'), DEFAULTS);
  assert.deepEqual(readSettings({ sound: 'loud', level: 4, lang: 'fr' }), { ...DEFAULTS, level: 4, lang: 'fr' });
});

test('two people without a name are not called the same', () => {
  const say = (/** @type {string} */ key) => key;
  assert.equal(occupantName(say, { person: 'Ada' }, 'host', 'tavli'), 'Ada');
  assert.equal(occupantName(say, { person: '' }, 'host', 'tavli'), 'web.player.guest');
  assert.equal(occupantName(say, { person: '' }, 'guest', 'tavli'), 'web.player.second');
});

test('a bot is told from a person wherever it is named', () => {
  const say = (/** @type {string} */ key, /** @type {Record<string, unknown> | undefined} */ values) => (values ? `${key} ${values['name']}` : key);
  assert.equal(occupantName(say, { bot: 'Random bot' }, 'guest', 'tavli'), 'web.player.bot Random bot');
  assert.equal(occupantName(say, { bot: '' }, 'guest', 'tavli'), 'web.player.bot web.player.second');
  assert.deepEqual([{ bot: '' }, { person: 'Ada' }, { computer: 3 }, 'open'].map((occupant) => isVisitor(/** @type {any} */ (occupant))), [true, true, false, false]);
});

test('the computer has a name at every level of every game', () => {
  const say = (/** @type {string} */ key) => key;
  assert.equal(occupantName(say, { computer: 8 }, 'guest', 'tavli'), 'web.opponent.tavli.8');
  assert.equal(occupantName(say, { computer: 1 }, 'guest', 'hnefatafl'), 'web.opponent.tablut.1');
  assert.equal(occupantName(say, { computer: 9 }, 'guest', 'alea'), '9');
});

test('a clock that runs is read on, one that stands still or waits is not', () => {
  const full = { time: 60_000, periods: 0, is_in_period: false };
  const clock = /** @type {any} */ ({ control: '1m+0', period: 0, running: 'guest', is_paused: false, wait: null, left: { host: full, guest: full } });
  assert.deepEqual(clockAfter(clock, 5_000).left, { host: full, guest: { ...full, time: 55_000 } });
  assert.equal(clockAfter({ ...clock, is_paused: true }, 5_000).left.guest.time, 60_000);
  const waits = { ...clock, wait: { left: 3_000, awaits: { host: true, guest: false } } };
  assert.equal(clockAfter(waits, 2_000).wait?.left, 1_000);
  assert.equal(clockAfter(waits, 5_000).left.guest.time, 58_000);
});
