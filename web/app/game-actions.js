// @ts-check
// What can be done besides moving men. What one needs in every turn is at hand beside the board; the rest is asked for seldom.

import { h, icon, iconButton, setAttr, setChildren, setIdle, tileButton } from './dom.js';
import { familyOf } from './families/index.js';
import { PHRASES } from './player.js';
import { mayBeHelped } from './table-state.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').View} View */
/**
 * @typedef {object} Doing
 * @property {(command: string) => void} act
 * @property {() => void} hint
 * @property {(phrase: string) => void} say
 * @property {() => void} flip
 * @property {() => void} share
 * @property {() => void} keys
 * @property {() => void} sketch
 */

/**
 * @param {Context} context
 * @param {Doing} doing
 */
export function createActions(context, doing) {
  const { say } = context;
  const turn = h('div', { class: 'actions-turn', attrs: { role: 'group', 'aria-label': say('web.actions.turn') } });
  const row = h('div', { class: 'actions-row', attrs: { role: 'group', 'aria-label': say('web.actions') } });
  const sure = h('div', { class: 'actions-sure', attrs: { role: 'alertdialog', 'aria-label': say('web.actions.sure') } });
  const rest = h('div', { class: 'actions-place' }, row, sure);
  sure.hidden = true;

  /** What the large button does now. @type {'roll' | 'confirm'} */
  let next = 'roll';
  const hint = tileButton('hint', say('web.act.hint'), doing.hint);
  const undo = tileButton('back', say('web.act.undo'), () => doing.act('undo-step'));
  const takeback = tileButton('takeback', say('web.act.takeback'), () => doing.act('ask-takeback'));
  const go = iconButton('throw', say('web.act.throw'), () => doing.act(next), { isLabelShown: true, class: 'button-primary button-tile' });
  turn.append(undo, hint, takeback, go);

  const draw = tileButton('draw', say('web.act.draw'), () => askFirst(draw, say('web.act.draw.sure'), say('web.act.draw'), 'offer-draw'));
  const resign = tileButton('flag', say('web.act.resign'), () => askFirst(resign, say('web.act.resign.sure'), say('web.act.resign'), 'resign'));
  const abort = tileButton('close', say('web.act.abort'), () => askFirst(abort, say('web.act.abort.sure'), say('web.act.abort'), 'abort'));
  const speak = phraseMenu(context, doing.say);
  const flip = tileButton('flip', say('web.act.flip'), doing.flip);
  const share = tileButton('share', say('web.act.share'), doing.share);
  const keys = tileButton('keys', say('web.keys'), doing.keys);
  const sketch = tileButton('edit', say('web.draw'), doing.sketch);
  row.append(draw, resign, abort, speak.button, flip, sketch, share, keys, speak.menu);

  /**
   * Two steps for what cannot be undone; the question lies over the row, so nothing moves.
   * @param {HTMLElement} button
   * @param {string} question
   * @param {string} yes
   * @param {string} command
   */
  function askFirst(button, question, yes, command) {
    const close = () => {
      sure.hidden = true;
      row.inert = false;
      // Meanwhile a game may have become one that is resigned, not called off.
      (button.hidden ? resign : button).focus();
    };
    const no = h('button', { class: 'button', attrs: { type: 'button' }, on: { click: close } }, say('web.actions.no'));
    setChildren(
      sure,
      h('span', null, question),
      h(
        'button',
        { class: 'button button-danger', attrs: { type: 'button' }, on: { click: () => (close(), doing.act(command)) } },
        yes,
      ),
      no,
    );
    sure.hidden = false;
    row.inert = true;
    no.focus();
  }
  sure.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') /** @type {HTMLElement | null} */ (sure.lastElementChild)?.click();
  });

  /** One button for both, so that a keyboard stays on it from the throw to the end of the turn. @param {'roll' | 'confirm'} command */
  function showNext(command) {
    if (command === next) return;
    next = command;
    const isThrow = command === 'roll';
    setChildren(go, icon(isThrow ? 'throw' : 'check'), h('span', null, say(isThrow ? 'web.act.throw' : 'web.act.confirm')));
  }

  return {
    /** What one needs in every turn. */
    turn,
    /** Everything else. */
    rest,
    /** @param {View} view @param {boolean} isBusy */
    update(view, isBusy) {
      const may = (/** @type {import('../protocol.js').Ask} */ ask) => view.may.includes(ask);
      const plays = view.viewer !== 'spectator';
      const { hasDice } = familyOf(view);
      // Where a turn has steps, the last of them is undone; whole turns are asked for seldom.
      if (hasDice && takeback.parentElement === turn) row.prepend(takeback);
      undo.hidden = go.hidden = !hasDice || !plays;
      setAttr(turn, 'data-plays', plays);
      // The two stand still; what cannot be done now is only dimmed.
      showNext(may('confirm') ? 'confirm' : 'roll');
      setIdle(go, !may(next) || isBusy);
      setIdle(undo, !may('undo-step') || isBusy);
      hint.hidden = !plays || !mayBeHelped(view);
      setIdle(hint, !may('hint'));
      for (const [button, ask] of /** @type {const} */ ([[takeback, 'ask-takeback'], [draw, 'offer-draw'], [resign, 'resign']])) {
        button.hidden = !plays;
        setIdle(button, !may(ask));
      }
      const hadFocus = document.activeElement === abort;
      abort.hidden = !may('abort');
      resign.hidden = !plays || may('abort');
      if (hadFocus && abort.hidden) resign.focus();
      speak.button.hidden = !plays || view.viewer === 'both';
    },
  };
}

/**
 * @param {Context} context
 * @param {(phrase: string) => void} choose
 */
function phraseMenu({ say }, choose) {
  const menu = h(
    'div',
    { class: 'menu', attrs: { popover: 'auto', id: 'phrases', role: 'group', 'aria-label': say('web.act.speak') } },
    Object.entries(PHRASES).map(([phrase, key]) =>
      h(
        'button',
        { attrs: { type: 'button' }, on: { click: () => (menu.hidePopover(), choose(phrase)) } },
        say(key),
      ),
    ),
  );
  const button = tileButton('speak', say('web.act.speak'), () => {});
  button.setAttribute('popovertarget', 'phrases');
  menu.addEventListener('toggle', () => {
    const anchor = button.getBoundingClientRect();
    const size = menu.getBoundingClientRect();
    menu.style.setProperty('left', `${Math.max(8, Math.min(anchor.left, innerWidth - size.width - 8))}px`);
    menu.style.setProperty('top', `${Math.max(8, anchor.top - size.height - 6)}px`);
  });
  return { button, menu };
}
