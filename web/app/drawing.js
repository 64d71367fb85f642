// @ts-check
// Arrows and circles for those who have no right button: a brush is chosen, and then fingers, mouse and keys draw with it.

import { h, iconButton, setAttr } from './dom.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../board/types.js').Brush} Brush */

/** @type {readonly Brush[]} */
const BRUSHES = ['green', 'red', 'blue', 'yellow'];
const NAMES = { green: 'web.draw.green', red: 'web.draw.red', blue: 'web.draw.blue', yellow: 'web.draw.yellow' };

/**
 * @param {Context} context
 * @param {() => import('../board/types.js').Api} board
 * @param {() => void} [wipe] takes everything away, where a click does not
 */
export function createDrawing({ say, announce }, board, wipe) {
  /** @type {Brush | null} */
  let brush = null;
  /** @type {Brush} */
  let last = 'green';
  const colours = BRUSHES.map((one) => h('button', { class: `brush tb-brush-${one}`, attrs: { type: 'button', title: say(NAMES[one]), 'aria-label': say(NAMES[one]) }, on: { click: () => choose(one) } }));
  const element = h(
    'div',
    { class: 'brushes tb-palette', attrs: { role: 'toolbar', 'aria-label': say('web.draw'), hidden: true } },
    h('span', { class: 'brushes-about' }, say('web.draw.about')),
    colours,
    wipe && iconButton('remove', say('studies.wipe'), wipe),
    iconButton('check', say('web.draw.done'), () => choose(null), { isLabelShown: true }),
  );

  /** @param {Brush | null} next */
  function choose(next) {
    const hadFocus = element.contains(document.activeElement);
    brush = next;
    last = next ?? last;
    element.hidden = next === null;
    for (const [index, button] of colours.entries()) setAttr(button, 'aria-pressed', String(BRUSHES[index] === next));
    board().set({ brush: next });
    if (hadFocus && next === null) board().focus();
  }

  return {
    element,
    isOn: () => brush !== null,
    /** Begins to draw, or ends it. */
    toggle() {
      choose(brush === null ? last : null);
      announce(say(brush === null ? 'web.draw.off' : 'web.draw.on'));
    },
    end: () => brush !== null && choose(null),
  };
}
