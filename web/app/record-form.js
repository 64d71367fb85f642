// @ts-check
// A record comes in: pasted, or from a file.

import { h, setText } from './dom.js';
import { failureText } from './failure-text.js';

/**
 * @param {import('./context.js').Context} context
 * @param {object} form
 * @param {string} form.id of its field; that of its file ends in `-file`
 * @param {string} form.about
 * @param {number} form.rows
 * @param {string} [form.text] what is already in it
 * @param {boolean} [form.isFirst] whether nothing else is to be done where it stands
 * @param {(text: string) => Promise<void>} form.bring what is wrong with a record is told below it
 */
export function createRecordForm(context, { id, about, rows, text = '', isFirst = false, bring }) {
  const { say } = context;
  const area = h('textarea', { attrs: { id, rows, spellcheck: 'false', placeholder: say('web.import.placeholder') } }, text);
  const file = h('input', { class: 'visually-hidden', attrs: { type: 'file', id: `${id}-file`, accept: '.txt,.json,.tablen,text/plain,application/json' } });
  const error = h('p', { class: 'error', attrs: { role: 'alert' } });

  /** @param {string} record */
  async function take(record) {
    setText(error, '');
    if (record.trim() === '') return;
    try {
      await bring(record);
    } catch (failure) {
      setText(error, failureText(context, failure));
    }
  }

  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    if (chosen) await take(await chosen.text());
    file.value = '';
  });
  const parts = [
    h('label', { class: 'about', attrs: { for: id } }, about),
    area,
    h(
      'div',
      { class: 'row' },
      h('button', { class: `button ${isFirst ? 'button-primary' : ''}`, attrs: { type: 'button' }, on: { click: () => void take(area.value) } }, say('web.import.show')),
      file,
      h('label', { class: 'button button-quiet', attrs: { for: file.id } }, say('web.import.file')),
    ),
    error,
  ];
  return { parts, take, text: () => area.value };
}
