// @ts-check
// What each of the 56 throws would have brought the emperor, as the computer sees it; whoever chooses one sees its best turn.

import { h, setAttr, setChildren, setIdle, setText } from '../dom.js';
import { percent } from '../study/lines.js';
import { ROLLS, digitsOf, shadeOf } from '../study/rolls.js';

/** The position of the poem (Z19). */
export const ZENO = 'white 6:7 9:1 10:2 19:2 20:2 23:1 beyond; black 8:2 11:2 12:2 13:1 14:2 15:2 18:2 21:2 beyond; white to roll';
/** The throw of the poem. */
const THROWN = '256';
/** So many of the 216 ways in which dice fall. @param {string} roll */
const waysOf = (roll) => ({ 1: 1, 2: 3, 3: 6 })[new Set(roll).size] ?? 0;

/**
 * @param {import('../context.js').Context} context
 * @param {(found: import('../study/types.js').RollChance) => void} onChoose
 */
export function createThrows(context, onChoose) {
  const title = h('h2');
  const about = h('p', { attrs: { role: 'status' } });
  const grid = h('ul', { class: 'throws-grid' });
  const element = h('section', { class: 'throws', attrs: { hidden: true } }, title, about, grid);
  /** @type {readonly import('../study/types.js').RollChance[]} */
  let rolls = [];
  /** @type {AbortController | null} */
  let asking = null;
  let hasFailed = false;
  /** The throw that is shown on the board. @type {string | null} */
  let chosen = null;
  // They keep the focus while the computer goes on looking.
  const cells = new Map(ROLLS.map((roll) => {
    const dice = h('span', { class: 'throw-dice', attrs: { 'aria-hidden': 'true' } }, [...roll].join('-'));
    const chance = h('span', { attrs: { 'aria-hidden': 'true' } });
    const button = h('button', { class: 'throw', attrs: { type: 'button', 'data-thrown': roll === THROWN }, on: { click: () => choose(roll) } }, dice, chance);
    return [roll, { item: h('li', null, button), button, chance }];
  }));

  /** @param {string} roll */
  function choose(roll) {
    const found = rolls.find((one) => digitsOf(one.roll) === roll);
    if (found === undefined) return;
    chosen = roll;
    show();
    onChoose(found);
  }

  function show() {
    const { say } = context;
    setText(title, say('learn.throws'));
    const chances = new Map(rolls.map(({ roll, chance }) => [digitsOf(roll), chance]));
    const all = [...chances.values()];
    const own = chances.get(THROWN);
    const worse = all.filter((chance) => own !== undefined && chance < own).length;
    const known = own === undefined ? say(hasFailed ? 'web.error.server' : 'learn.throws.waiting') : say(worse === 0 ? 'learn.throws.worst' : 'learn.throws.worse', { percent: percent(own), count: worse });
    setText(about, own === undefined ? known : `${known} ${say('learn.throws.choose')}`);
    for (const [roll, { button, chance: shown }] of cells) {
      const chance = chances.get(roll);
      const label = say('learn.throws.one', { roll: [...roll].join('-'), ways: waysOf(roll), percent: chance === undefined ? '…' : percent(chance) });
      setAttr(button, 'title', label);
      setAttr(button, 'aria-label', label);
      setAttr(button, 'aria-pressed', String(roll === chosen));
      setIdle(button, chance === undefined);
      setText(shown, chance === undefined ? '…' : say('web.study.percent', { percent: percent(chance) }));
      button.style.setProperty('--shade', chance === undefined ? '0.5' : shadeOf(chance, all).toFixed(2));
    }
    const sorted = [...ROLLS].sort((one, two) => (chances.get(two) ?? 0) - (chances.get(one) ?? 0));
    const order = sorted.join(' ');
    if (order === grid.dataset['order']) return;
    grid.dataset['order'] = order;
    const focused = document.activeElement;
    setChildren(grid, sorted.map((roll) => cells.get(roll)?.item));
    if (focused instanceof HTMLElement && grid.contains(focused)) focused.focus({ preventScroll: true });
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
    /** None of them is on the board any more. */
    clear() {
      chosen = null;
      show();
    },
    end: () => asking?.abort(),
  };
}
