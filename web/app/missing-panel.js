// @ts-check
// Where something was looked for that is not there: what it was, why, and the way back.

import { h } from './dom.js';

/** @param {import('./texts.js').Say} say @param {string} title @param {string} why */
export const missingPanel = (say, title, why) => h(
  'section',
  { class: 'panel missing' },
  h('h1', null, title),
  h('p', null, why),
  h('a', { class: 'button button-primary', attrs: { href: '/' } }, say('web.missing.home')),
);
