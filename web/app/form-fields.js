// @ts-check
// Fields of a form: one of a few side by side, something that is so or not, something folded away.

import { h } from './dom.js';

/**
 * One of a few, side by side.
 * @param {string} name
 * @param {string} legend
 * @param {string} value
 * @param {Array<[string, string] | string[]>} options  Value and label.
 * @param {(value: string) => void} choose
 */
export function segments(name, legend, value, options, choose) {
  return h(
    'fieldset',
    { class: 'field' },
    h('legend', null, legend),
    h(
      'div',
      { class: 'segments' },
      options.map(([option = '', label = '']) =>
        h(
          'label',
          { class: 'segment' },
          h('input', {
            attrs: { type: 'radio', name, id: `${name}-${option}`, value: option, checked: option === value },
            on: { change: () => choose(option) },
          }),
          h('span', null, label),
        ),
      ),
    ),
  );
}

/**
 * Something that is so or not.
 * @param {string} id
 * @param {string} name
 * @param {string} about
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} choose
 */
export function toggle(id, name, about, isOn, choose) {
  return h(
    'label',
    { class: 'toggle' },
    h('span', null, h('span', { class: 'toggle-name' }, name), h('span', { class: 'about' }, about)),
    h('input', { attrs: { type: 'checkbox', role: 'switch', id, checked: isOn }, on: { change: (event) => choose(event.target.checked) } }),
  );
}

/**
 * Something that need not be chosen, with what is chosen now in its heading.
 * @param {string} id
 * @param {string} title
 * @param {string} chosen
 * @param {boolean} isOpen
 * @param {(isOpen: boolean) => void} toggled
 * @param {...(import('./dom.js').Child | import('./dom.js').Child[])} content
 */
export function fold(id, title, chosen, isOpen, toggled, ...content) {
  const details = h(
    'details',
    { class: 'more', attrs: { open: isOpen }, on: { toggle: () => toggled(details.open) } },
    h('summary', { attrs: { id } }, title, ' ', h('span', { class: 'chosen' }, chosen)),
    h('div', { class: 'more-content' }, ...content),
  );
  return details;
}
