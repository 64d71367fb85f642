// @ts-check
// Every key that does something at a table, or in the study.

import { openDialog } from './dialog.js';
import { h } from './dom.js';

/** @typedef {import('./context.js').Context} Context */

/** What keys are called, what they do, and where, if not everywhere. @type {{ title: string, keys: [keys: string[], does: string, only?: 'table' | 'study'][] }[]} */
const KEYS = [
  { title: 'web.keys.look', keys: [[['←', '→'], 'web.keys.step'], [['↑', '↓'], 'studies.keys.beside', 'study'], [['Home', 'End'], 'web.keys.ends', 'table'], [['Home', 'End'], 'studies.keys.ends', 'study'], [['⇧ ←', '⇧ →'], 'web.keys.shift'], [['web.keys.wheel'], 'web.keys.step']] },
  { title: 'web.keys.play', keys: [[['A…Z', '0…9'], 'web.keys.type', 'table'], [['Esc'], 'web.keys.drop'], [['u'], 'web.keys.undo']] },
  { title: 'web.keys.board', keys: [[['Tab'], 'web.keys.tab'], [['↑', '↓', '←', '→'], 'web.keys.walk'], [['n', 'p'], 'web.keys.next'], [['Enter', 'web.keys.space'], 'web.keys.pick'], [['1…6'], 'web.keys.die'], [['d'], 'web.keys.sketch']] },
  { title: 'web.keys.table', keys: [[['f'], 'web.keys.flip'], [['?'], 'web.keys.help']] },
];

/** @param {Context} context @param {'table' | 'study'} [where] */
export function openKeysDialog(context, where = 'table') {
  const { say } = context;
  const keyName = (/** @type {string} */ name) => (name.startsWith('web.') ? say(name) : name);
  openDialog(context, say('web.keys'), KEYS.map(({ title, keys }) =>
    h('section', null, h('h3', null, say(title)), h('dl', { class: 'keys' }, keys.filter(([, , only = where]) => only === where).map(([names, does]) =>
      h('div', null, h('dt', null, names.map((name) => h('kbd', null, keyName(name)))), h('dd', null, say(does))))))));
}
