// @ts-check
// To show a game to others: its address, a picture of the position, the record.

import { openDialog } from './dialog.js';
import { h, icon, iconButton } from './dom.js';
import { download, pngOf } from './picture.js';

/** @typedef {import('./context.js').Context} Context */

/**
 * @param {Context} context
 * @param {string} address
 */
export function copyRow(context, address) {
  const { say } = context;
  const field = h('input', { attrs: { type: 'text', readonly: true, value: address, 'aria-label': say('web.share.link') } });
  field.addEventListener('focus', () => field.select());
  const copy = async () => {
    field.select();
    try {
      // A page that came over plain http from another machine has no clipboard of its own, but may copy what is selected.
      if (navigator.clipboard) await navigator.clipboard.writeText(address);
      else if (!document.execCommand('copy')) throw new Error('nothing was copied');
      context.toast(say('web.share.copied'));
    } catch {
      context.toast(say('web.share.copy-yourself'));
    }
  };
  return h(
    'div',
    { class: 'row copy' },
    field,
    iconButton('link', say('web.share.copy'), () => void copy(), { isLabelShown: true, class: 'button-primary' }),
    'share' in navigator &&
      iconButton('share', say('web.share.send'), () => void navigator.share({ url: address }).catch(() => {}), { isLabelShown: true }),
  );
}

/**
 * @param {Context} context
 * @param {{ id: string, address: string, picture: () => string }} table
 */
export function openShareDialog(context, { id, address, picture }) {
  const { say } = context;
  const attempt = (/** @type {(png: Blob) => unknown} */ use) => async () => {
    try {
      await use(await pngOf(picture()));
    } catch {
      context.toast(say('web.share.no-picture'));
    }
  };
  const copyPicture = attempt(async (png) => {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    context.toast(say('web.share.copied'));
  });
  const savePicture = attempt((png) => download(png, `tablen-${id}.png`));
  openDialog(
    context,
    say('web.share'),
    h('p', { class: 'about' }, say('web.share.about')),
    copyRow(context, address),
    h('h3', null, say('web.share.picture')),
    h(
      'div',
      { class: 'row' },
      navigator.clipboard && iconButton('picture', say('web.share.picture.copy'), () => void copyPicture(), { isLabelShown: true }),
      iconButton('download', say('web.share.picture.save'), () => void savePicture(), { isLabelShown: true }),
    ),
    h('h3', null, say('web.share.record')),
    h(
      'div',
      { class: 'row' },
      recordLink(context.api.recordAddress(id), `tablen-${id}.txt`, say('web.share.record.text')),
      recordLink(`${context.api.recordAddress(id)}.json`, `tablen-${id}.json`, say('web.share.record.json')),
    ),
  );
}

/**
 * @param {string} address
 * @param {string} name
 * @param {string} label
 */
function recordLink(address, name, label) {
  return h('a', { class: 'button', attrs: { href: address, download: name } }, icon('download'), h('span', null, label));
}
