// @ts-check
// The key to the list of moves: what its signs mean.

import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { familyOf } from './families/index.js';

/** @param {import('./context.js').Context} context @param {{ game: string }} view */
export function openNotationDialog(context, view) {
  const { say } = context;
  const head = ['web.notation.sign', 'web.notation.meaning'].map((key) => h('th', { attrs: { scope: 'col' } }, say(key)));
  const rows = familyOf(view).notation(say).map(({ sign, meaning }) => h('tr', null, h('th', { class: 'notation-sign', attrs: { scope: 'row' } }, sign), h('td', null, meaning)));
  openDialog(context, say('web.notation'), h('table', { class: 'notation' }, h('thead', null, h('tr', null, head)), h('tbody', null, rows)));
}
