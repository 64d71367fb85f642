// @ts-check
import { h, iconButton, setAttr, setText } from './dom.js';

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
    { class: 'dialog' },
    h(
      'header',
      { class: 'dialog-head' },
      // The heading has the focus first, so that a reader begins there.
      h('h2', { attrs: { tabindex: -1, autofocus: true } }),
      iconButton('close', '', () => dialog.close()),
    ),
    h('div', { class: 'dialog-body' }, ...content),
  );
  dialog.addEventListener('close', () => {
    placeVoices();
    dialog.remove();
  });
  // A click on the backdrop hits the dialog itself, one inside hits what is in it.
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  nameDialog(context, dialog, title);
  document.body.append(dialog);
  dialog.showModal();
  placeVoices();
  return dialog;
}

/**
 * Writes what every dialog says of itself: its title, and its way out.
 * @param {Context} context
 * @param {HTMLDialogElement} dialog
 * @param {string} title
 */
export function nameDialog(context, dialog, title) {
  const [heading, close] = ['h2', 'button'].map((tag) => /** @type {Element} */ (dialog.querySelector(`.dialog-head ${tag}`)));
  setAttr(dialog, 'aria-label', title);
  setText(heading, title);
  for (const name of ['title', 'aria-label']) setAttr(close, name, context.say('web.close'));
}

/** They belong to the page that they were opened on. */
export function closeDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
}

/** What lies outside an open dialog is neither seen nor heard: whatever the page has to say, it says within. */
function placeVoices() {
  const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  for (const id of ['live', 'toast']) {
    const voice = document.getElementById(id);
    if (voice !== null && voice.parentElement !== place) place.append(voice);
  }
}
