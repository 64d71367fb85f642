// @ts-check
// What lies over the board before a game: a link for the friend, or a seat for the one who followed it.

import { h, setChildren, setIdle } from './dom.js';
import { gamePicture } from './game-picture.js';
import { late } from './late.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').View} View */

/**
 * @param {Context} context
 * @param {string} id
 * @param {{ join: (name: string) => void, cancel: () => void }} doing
 */
export function createOverlay(context, id, { join, cancel }) {
  const element = h('div', { class: 'board-overlay' });

  /** @param {View} view @param {string | null} typedName the name with which somebody was about to sit down */
  function show(view, typedName) {
    const isKept = view.viewer !== 'spectator';
    const kind = view.phase !== 'waiting' ? '' : !view.may.includes('join') ? 'invite' : isKept ? 'kept' : 'join';
    if (element.dataset['kind'] === kind) return;
    element.dataset['kind'] = kind;
    element.hidden = kind === '';
    const picture = kind !== '' && h('img', { class: 'waiting-board', attrs: { src: gamePicture(context, view.game, view.rules, view.preset === view.game), alt: '', width: 600, height: 500 } });
    setChildren(element, picture);
    // Who has a seat that is kept for them is about to sit down.
    if (kind === '' || kind === 'kept') return;
    // Most games begin without it.
    void late(context, import('./invitation.js')).then((found) => {
      if (found && element.dataset['kind'] === kind) setChildren(element, picture, kind === 'join' ? found.seatOffer(context, view, typedName, join) : found.invitation(context, id, view, cancel));
    });
  }

  return {
    element,
    /** @param {View} view @param {string | null} typedName @param {boolean} isBusy */
    update(view, typedName, isBusy) {
      show(view, typedName);
      // A seat is asked for once; after a refusal it can be asked for again.
      const sitDown = element.querySelector('button[type=submit]');
      if (sitDown instanceof HTMLElement) setIdle(sitDown, isBusy);
    },
    typed: () => element.querySelector('input')?.value ?? null,
  };
}
