// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { learnRouteOf } from '../app/learn/route.js';
import { routeOf } from '../app/route.js';

/** @param {string} path */
const at = (path) => new URL(path, 'http://tablen.test');
/** @param {string} path */
const found = (path) => {
  const { name, game } = learnRouteOf(at(path));
  return [name, game];
};

test('what is read and learned has addresses', () => {
  assert.deepEqual(found('/learn'), ['index', null]);
  assert.deepEqual(found('/learn/'), ['index', null]);
  assert.deepEqual(found('/learn/tavli#Z5'), ['booklet', 'tavli']);
  assert.equal(learnRouteOf(at('/learn/tavli#Z5')).hash, '#Z5');
  assert.deepEqual(['lessons', 'scene', 'sheet'].map((part) => found(`/learn/alea/${part}`)[0]), ['lessons', 'scene', 'sheet']);
  assert.deepEqual(found('/puzzles'), ['puzzles', null]);
  assert.deepEqual(found('/puzzles/tablut'), ['puzzles', 'tablut']);
  assert.deepEqual(found('/about'), ['about', null]);
  assert.deepEqual(found('/embed?game=alea'), ['embed', null]);
});

test('what is nowhere is said to be missing', () => {
  for (const path of ['/learn/chess', '/learn/tavli/constructor', '/learn/tavli/scene/more', '/puzzles/chess', '/puzzles/alea/scene', '/about/tavli', '/embed/alea']) {
    assert.equal(found(path)[0], 'missing', path);
  }
});

test('all of it is one page to those who only go there', () => {
  for (const path of ['/learn', '/learn/tavli', '/puzzles', '/about', '/embed?game=alea']) assert.equal(routeOf(at(path)).page, 'learn', path);
  for (const path of ['/', '/learning', '/aboutness']) assert.equal(routeOf(at(path)).page, 'home', path);
});
