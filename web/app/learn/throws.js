// @ts-check
// What each of the 56 throws would have brought the emperor, as the computer sees it.

import { h, setChildren, setText } from '../dom.js';
import { percent } from '../study/lines.js';
import { ROLLS, digitsOf, shadeOf } from '../study/rolls.js';

/** The position of the poem (Z19). */
const ZENO = 'white 6:7 9:1 10:2 19:2 20:2 23:1 beyond; black 8:2 11:2 12:2 13:1 14:2 15:2 18:2 21:2 beyond; white to roll';
/** The throw of the poem. */
const THROWN = '256';
/** So many of the 216 ways in which dice fall. @param {string} roll */
const waysOf = (roll) => ({ 1: 1, 2: 3, 3: 6 })[new Set(roll).size] ?? 0;

/** @param {import('../context.js').Context} context */
export function createThrows(context) {
  const title = h('h2');
  const about = h('p', { attrs: { role: 'status' } });
  const grid = h('ul', { class: 'throws-grid' });
  const element = h('section', { class: 'throws', attrs: { hidden: true } }, title, about, grid);
  /** @type {readonly import('../study/types.js').RollChance[]} */
  let rolls = [];
  /** @type {AbortController | null} */
  let asking = null;
  let hasFailed = false;

  function show() {
    const { say } = context;
    setText(title, say('learn.throws'));
    const chances = new Map(rolls.map(({ roll, chance }) => [digitsOf(roll), chance]));
    const all = [...chances.values()];
    const own = chances.get(THROWN);
    const worse = all.filter((chance) => own !== undefined && chance < own).length;
    const known = own === undefined ? say(hasFailed ? 'web.error.server' : 'learn.throws.waiting') : say(worse === 0 ? 'learn.throws.worst' : 'learn.throws.worse', { percent: percent(own), count: worse });
    setText(about, known);
    const sorted = [...ROLLS].sort((one, two) => (chances.get(two) ?? 0) - (chances.get(one) ?? 0));
    setChildren(grid, sorted.map((roll) => {
      const chance = chances.get(roll);
      const label = say('learn.throws.one', { roll: [...roll].join('-'), ways: waysOf(roll), percent: chance === undefined ? '…' : percent(chance) });
      const item = h('li', { class: 'throw', attrs: { title: label, 'data-thrown': roll === THROWN } },
        h('span', { class: 'throw-dice', attrs: { 'aria-hidden': 'true' } }, [...roll].join('-')),
        h('span', { attrs: { 'aria-hidden': 'true' } }, chance === undefined ? '…' : say('web.study.percent', { percent: percent(chance) })),
        h('span', { class: 'visually-hidden' }, label));
      item.style.setProperty('--shade', chance === undefined ? '0.5' : shadeOf(chance, all).toFixed(2));
      return item;
    }));
  }

  show();
  return {
    element,
    relabel: show,
    /** Asks the computer, once. */
    start() {
      if (asking !== null && !hasFailed) return;
      asking = new AbortController();
      hasFailed = false;
      const node = { ruleset: 'game:tavli', start: ZENO, first: null, turns: [], seconds: 5 };
      void context.api.analyse(node, asking.signal, (news) => {
        if (news.type !== 'rolls') return;
        rolls = news.rolls;
        show();
      }).catch(() => {
        hasFailed = true;
        show();
      });
    },
    end: () => asking?.abort(),
  };
}
