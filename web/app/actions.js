// @ts-check
// What can be done besides moving men: buttons for the turn, and for the rarer things of a game.

import { h, icon, iconButton, setAttr, setChildren } from './dom.js';
import { PHRASES } from './players.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./dom.js').Icon} Icon */
/**
 * @typedef {object} Doing
 * @property {(command: string) => void} act
 * @property {() => void} hint
 * @property {(phrase: string) => void} say
 * @property {() => void} flip
 * @property {() => void} share
 */

/**
 * @param {Context} context
 * @param {Doing} doing
 */
export function createActions(context, doing) {
  const { say } = context;
  const turn = h('div', { class: 'actions-turn' });
  const row = h('div', { class: 'actions-row', attrs: { role: 'group', 'aria-label': say('web.actions') } });
  const sure = h('div', { class: 'actions-sure', attrs: { role: 'alertdialog', 'aria-label': say('web.actions.sure') } });
  const element = h('div', { class: 'actions' }, turn, h('div', { class: 'actions-place' }, row, sure));
  sure.hidden = true;

  const roll = bigButton('throw', say('web.act.throw'), () => doing.act('roll'), 'button-primary');
  const undo = bigButton('back', say('web.act.undo'), () => doing.act('undo-step'), '');
  const confirm = bigButton('check', say('web.act.confirm'), () => doing.act('confirm'), 'button-primary');

  const hint = iconButton('hint', say('web.act.hint'), doing.hint);
  const takeback = iconButton('back', say('web.act.takeback'), () => doing.act('ask-takeback'));
  const draw = iconButton('draw', say('web.act.draw'), () => askFirst(draw, say('web.act.draw.sure'), say('web.act.draw'), 'offer-draw'));
  const resign = iconButton('flag', say('web.act.resign'), () =>
    askFirst(resign, say('web.act.resign.sure'), say('web.act.resign'), 'resign'),
  );
  const abort = iconButton('close', say('web.act.abort'), () => askFirst(abort, say('web.act.abort.sure'), say('web.act.abort'), 'abort'));
  const speak = phraseMenu(context, doing.say);
  const flip = iconButton('flip', say('web.act.flip'), doing.flip);
  const share = iconButton('share', say('web.act.share'), doing.share);
  row.append(hint, takeback, draw, resign, abort, speak.button, flip, share, speak.menu);

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
      button.focus();
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

  return {
    element,
    /** @param {View} view @param {boolean} isBusy */
    update(view, isBusy) {
      const may = (/** @type {import('../protocol.js').Ask} */ ask) => view.may.includes(ask);
      const plays = view.viewer !== 'spectator';
      const isTavli = view.board?.kind === 'tavli';
      turn.hidden = !isTavli || !plays;
      // The three stand still; what cannot be done now is only dimmed.
      setChildren(turn, isTavli && plays ? [undo, may('confirm') ? confirm : roll] : []);
      roll.disabled = !may('roll') || isBusy;
      undo.disabled = !may('undo-step') || isBusy;
      confirm.disabled = isBusy;
      hint.hidden = !plays;
      hint.disabled = view.acts_for === null;
      for (const [button, ask] of /** @type {const} */ ([[takeback, 'ask-takeback'], [draw, 'offer-draw'], [resign, 'resign']])) {
        button.hidden = !plays;
        button.disabled = !may(ask);
      }
      abort.hidden = !may('abort');
      resign.hidden = !plays || may('abort');
      speak.button.hidden = !plays || view.viewer === 'both';
      if (view.phase !== 'playing') sure.hidden = true;
      setAttr(row, 'inert', !sure.hidden);
    },
  };
}

/**
 * @param {Icon} name
 * @param {string} label
 * @param {() => void} act
 * @param {string} kind
 */
function bigButton(name, label, act, kind) {
  return h('button', { class: `button ${kind}`, attrs: { type: 'button' }, on: { click: act } }, icon(name), h('span', null, label));
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
  const button = iconButton('speak', say('web.act.speak'), () => {});
  button.setAttribute('popovertarget', 'phrases');
  menu.addEventListener('toggle', () => {
    const anchor = button.getBoundingClientRect();
    const size = menu.getBoundingClientRect();
    menu.style.setProperty('left', `${Math.max(8, Math.min(anchor.left, innerWidth - size.width - 8))}px`);
    menu.style.setProperty('top', `${Math.max(8, anchor.top - size.height - 6)}px`);
  });
  return { button, menu };
}
