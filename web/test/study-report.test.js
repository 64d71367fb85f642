// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReport } from '../app/study/report.js';

/** @typedef {import('../app/context.js').Context} Context */

/** A report whose server tells this and then keeps the line open; whether it is called off. @param {object[]} news */
function reportOf(news) {
  Object.assign(globalThis, { requestAnimationFrame: () => 1, cancelAnimationFrame: () => {} });
  /** @type {AbortSignal[]} */
  const signals = [];
  const api = {
    /** @param {string} _id @param {AbortSignal} signal @param {(value: object) => void} tell */
    analyseGame(_id, signal, tell) {
      signals.push(signal);
      news.forEach(tell);
      return new Promise(() => {});
    },
  };
  const report = createReport(/** @type {Context} */ (/** @type {unknown} */ ({ api })), 'a-table', () => {});
  report.start();
  report.end();
  return signals[0]?.aborted;
}

test('what is still being told is called off when nobody listens any more', () => {
  assert.equal(reportOf([{ type: 'progress', done: 1, all: 2 }]), true);
});

test('what has been told whole is not', () => {
  assert.equal(reportOf([{ type: 'progress', done: 2, all: 2 }, { type: 'done' }]), false);
});
