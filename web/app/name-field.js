// @ts-check
// Whoever invites somebody is asked for a name.

import { h } from './dom.js';

/** @param {import('./context.js').Context} context */
export function nameField({ say, settings }) {
  return h(
    'div',
    { class: 'field' },
    h('label', { attrs: { for: 'host-name' } }, say('web.new.name')),
    h('input', {
      attrs: { type: 'text', id: 'host-name', maxlength: 40, autocomplete: 'nickname', value: settings.get().name, placeholder: say('web.player.guest'), 'aria-describedby': 'host-name-about' },
      on: { input: (event) => settings.set({ name: event.target.value.trim() }) },
    }),
    h('p', { class: 'about', attrs: { id: 'host-name-about' } }, say('web.new.name.about')),
  );
}
