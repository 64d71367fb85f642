// @ts-check
// Beside the board there is room for everything; on an upright screen what is needed seldom waits in a sheet below it.

import { h, icon, iconButton, setAttr, setChildren } from './dom.js';

/**
 * @param {import('./context.js').Context} context
 * @param {HTMLElement} table told by `data-sheet` whether the sheet lies over it
 */
export function createSheet({ say }, table) {
  const element = h('div', { class: 'sheet', attrs: { id: 'sheet' } });
  const handle = iconButton('more', say('web.sheet'), () => open(!table.hasAttribute('data-sheet')), { isLabelShown: true, class: 'button-tile sheet-handle' });
  setAttr(handle, 'aria-controls', 'sheet');
  open(table.hasAttribute('data-sheet'));

  /** @param {boolean} isOpen */
  function open(isOpen) {
    table.toggleAttribute('data-sheet', isOpen);
    setAttr(handle, 'aria-expanded', String(isOpen));
    setChildren(handle, icon(isOpen ? 'close' : 'more'), h('span', null, say(isOpen ? 'web.close' : 'web.sheet')));
  }

  return { element, handle, close: () => open(false) };
}
