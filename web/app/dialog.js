// @ts-check
import { h, iconButton } from './dom.js';

/** @typedef {import('./context.js').Context} Context */

/**
 * A dialog with a title and a way out; it is gone once it is closed.
 * @param {Context} context
 * @param {string} title
 * @param {...(import('./dom.js').Child | import('./dom.js').Child[])} content
 */
export function openDialog(context, title, ...content) {
  const dialog = h(
    'dialog',
    { class: 'dialog', attrs: { 'aria-label': title } },
    h(
      'header',
      { class: 'dialog-head' },
      // The heading has the focus first, so that a reader begins there.
      h('h2', { attrs: { tabindex: -1, autofocus: true } }, title),
      iconButton('close', context.say('web.close'), () => dialog.close()),
    ),
    h('div', { class: 'dialog-body' }, ...content),
  );
  dialog.addEventListener('close', () => {
    placeVoices();
    dialog.remove();
  });
  // A click on the backdrop hits the dialog itself, one inside hits what is in it.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  placeVoices();
  return dialog;
}

/** What lies outside an open dialog is neither seen nor heard: whatever the page has to say, it says within. */
function placeVoices() {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  for (const id of ['live', 'toast']) {
    const voice = document.getElementById(id);
    if (voice !== null && voice.parentElement !== place) place.append(voice);
  }
}
