// @ts-check
// Before the game: a link for the friend, or a seat for the one who followed it.

import { h, icon, iconButton, isIdle } from './dom.js';
import { gameOf } from './games.js';
import { linkFor } from './share-dialog.js';
import { agreedText, occupantName } from './names.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').View} View */

/**
 * @param {Context} context
 * @param {string} id
 * @param {View} view
 * @param {() => void} cancel
 */
export function invitation(context, id, view, cancel) {
  const { say } = context;
  return h(
    'section',
    { class: 'panel invite' },
    h('h2', null, say('web.invite')),
    h('p', { class: 'about' }, say('web.invite.about')),
    linkFor(context, id, location.pathname),
    h('img', { class: 'qr', attrs: { src: context.api.qrAddress(id), alt: say('web.invite.qr'), width: 200, height: 200 } }),
    h('p', { class: 'about' }, agreed(say, view)),
    iconButton('close', say('web.invite.cancel'), cancel, { isLabelShown: true, class: 'button-quiet' }),
  );
}

/**
 * @param {Context} context
 * @param {View} view
 * @param {string | null} typed  What was in the field before.
 * @param {(name: string) => void} join
 */
export function seatOffer(context, view, typed, join) {
  const { say, settings } = context;
  const name = h('input', {
    attrs: { type: 'text', id: 'join-name', maxlength: 40, autocomplete: 'nickname', value: typed ?? settings.get().name, placeholder: say('web.player.second') },
  });
  const sitDown = h('button', { class: 'button button-primary button-large', attrs: { type: 'submit' } }, icon('play'), say('web.join.sit-down'));
  return h(
    'form',
    {
      class: 'panel invite',
      on: {
        submit: (event) => {
          event.preventDefault();
          if (isIdle(sitDown)) return;
          settings.set({ name: name.value.trim() });
          join(name.value.trim());
        },
      },
    },
    h('h2', null, say('web.join', { name: occupantName(say, view.seats.host.occupant, 'host', view.game) })),
    h('p', { class: 'about' }, agreed(say, view)),
    h('div', { class: 'field' }, h('label', { attrs: { for: 'join-name' } }, say('web.settings.name')), name),
    sitDown,
  );
}

/**
 * The game and what is agreed, in a line.
 * @param {import('./texts.js').Say} say
 * @param {View} view
 */
const agreed = (say, view) => `${say(gameOf(view.game).title)} · ${agreedText(say, view)}`;
