// @ts-check
// Where there is little room, what stands beside the board is shown one at a time: tabs and their panels.

import { h, setAttr, setChildren } from '../dom.js';

const TABS = /** @type {const} */ (['moves', 'engine', 'numbers']);
/** @typedef {typeof TABS[number]} Tab */
const NAMES = { moves: 'web.moves', engine: 'studies.engine', numbers: 'studies.numbers' };
/** As the style sheet has it. */
const LITTLE_ROOM = '(orientation: portrait), (max-width: 48rem), (max-height: 34rem)';

/** Where a key leads among so many tabs. @type {{ [key: string]: (at: number, count: number) => number }} */
const KEYS = { ArrowLeft: (at, count) => (at + count - 1) % count, ArrowRight: (at, count) => (at + 1) % count, Home: () => 0, End: (_, count) => count - 1 };

/**
 * @param {import('../context.js').Context} context
 * @param {HTMLElement} element whose `data-tab` says what is shown
 * @param {Record<Tab, HTMLElement[]>} content
 * @param {AbortSignal} signal ends the listening
 */
export function createTabs({ say }, element, content, signal) {
  const tabs = TABS.map((tab) => h('button', {
    class: 'study-tab', attrs: { type: 'button', role: 'tab', id: `tab-${tab}`, 'aria-controls': `panel-${tab}`, 'data-tab': tab }, on: { click: () => choose(tab) },
  }, say(NAMES[tab])));
  const list = h('div', { class: 'study-tabs', attrs: { role: 'tablist', 'aria-label': say('studies.title') } });
  setChildren(list, tabs);
  const panels = TABS.map((tab) => h('div', { class: `study-panel panel-${tab}`, attrs: { id: `panel-${tab}` } }, content[tab]));

  /** @param {Tab} tab */
  function choose(tab) {
    element.dataset['tab'] = tab;
    for (const button of tabs) {
      const isChosen = button.dataset['tab'] === tab;
      setAttr(button, 'aria-selected', String(isChosen));
      // Tab goes to the one that is chosen; the arrows go on from there.
      setAttr(button, 'tabindex', isChosen ? '0' : '-1');
    }
  }

  list.addEventListener('keydown', (event) => {
    const seen = tabs.filter((tab) => tab.offsetParent !== null);
    const at = seen.findIndex((tab) => tab === document.activeElement);
    const step = KEYS[event.key];
    if (at < 0 || step === undefined || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = seen[step(at, seen.length)];
    choose(/** @type {Tab} */ (next.dataset['tab']));
    next.focus();
  });

  // Side by side they are no panels of tabs.
  const room = matchMedia(LITTLE_ROOM);
  const name = () => panels.forEach((panel, index) => {
    setAttr(panel, 'role', room.matches ? 'tabpanel' : null);
    setAttr(panel, 'aria-labelledby', room.matches ? `tab-${TABS[index]}` : null);
  });
  room.addEventListener('change', name, { signal });
  name();
  const [moves, engine, numbers] = panels;
  choose(TABS.find((tab) => tab === element.dataset['tab']) ?? 'moves');
  return { list, moves, engine, numbers };
}
