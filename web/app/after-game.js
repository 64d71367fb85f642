// @ts-check
// After the game: another one, and everything to look at in this one.

import { h, icon, iconButton, setAttr, setIdle, setText } from './dom.js';
import { hasDice, hasThrown } from './table-state.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./table-state.js').TableState} TableState */

/**
 * @param {Context} context
 * @param {{ act: (command: string) => void, share: () => void, dice: () => void, studyPath: string }} doing
 */
export function createAfter(context, doing) {
  const { say } = context;
  const rematch = iconButton('again', say('web.after.rematch'), () => doing.act('offer-rematch'), { isLabelShown: true, class: 'button-primary' });
  const toRematch = h('a', { class: 'button button-primary' }, icon('again'), h('span', null, say('web.after.to-rematch')));
  const leave = iconButton('home', say('web.after.leave'), () => {
    if (leave.dataset['may'] === 'true') doing.act('leave');
    context.go('/');
  }, { isLabelShown: true });
  const share = iconButton('share', say('web.after.share'), doing.share, { isLabelShown: true });
  const dice = iconButton('throw', say('web.after.dice'), doing.dice, { isLabelShown: true });
  const study = h('a', { class: 'button after-study', attrs: { href: doing.studyPath } }, icon('study'), h('span', null, say('web.study.this-game')));
  const diceLabel = /** @type {HTMLElement} */ (dice.querySelector('span'));
  const element = h('div', { class: 'after' }, rematch, toRematch, study, dice, share, leave);
  return {
    element,
    /** @param {TableState} state */
    update({ view, events, next }) {
      if (view === null) return;
      rematch.hidden = view.viewer === 'spectator' || next !== null;
      toRematch.hidden = next === null;
      setAttr(toRematch, 'href', next);
      setIdle(rematch, !view.may.includes('offer-rematch'));
      study.hidden = view.turns === 0;
      // What was drawn long ago is no longer known, only that it was promised.
      const isForgotten = (events[0]?.sequence ?? 0) > 0 && view.dice.commitment !== null;
      dice.hidden = !isForgotten && !events.some(hasDice);
      setText(diceLabel, say(hasThrown(view) ? 'web.after.dice' : 'web.after.lot'));
      setAttr(leave, 'data-may', String(view.may.includes('leave')));
      // After a resignation the focus is on a button that is no longer there.
      const focused = document.activeElement;
      if (focused?.closest('[hidden]') && !element.hidden) (rematch.hidden ? share : rematch).focus();
    },
  };
}
