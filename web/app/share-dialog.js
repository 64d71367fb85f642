// @ts-check
// To show a game to others: its address, a picture of the position, the record.

import { openDialog } from './dialog.js';
import { h, icon, iconButton, setChildren } from './dom.js';
import { download, pngOf } from './png.js';

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
 * The link to a table for others. The address by which one is here oneself may be of no use to anybody else.
 * @param {Context} context
 * @param {string} id
 * @param {string} path
 */
export function linkFor(context, id, path) {
  const link = h('div', null, copyRow(context, location.origin + path));
  const onlyHere = h('p', { class: 'about only-here', attrs: { hidden: true } }, context.say('web.invite.only-here'));
  context.api.invitation(id).then(({ address, is_only_here: isOnlyHere }) => {
    setChildren(link, copyRow(context, new URL(path, address).href));
    onlyHere.hidden = !isOnlyHere;
  }).catch(() => {});
  return [link, onlyHere];
}

/**
 * @param {Context} context
 * @param {{ id: string, path: string, picture: () => string }} table
 */
export function openShareDialog(context, { id, path, picture }) {
  const { say } = context;
  const attempt = (/** @type {() => Promise<unknown>} */ act) => async () => {
    try {
      await act();
    } catch {
      context.toast(say('web.share.no-picture'));
    }
  };
  const copyPicture = attempt(async () => {
    // Some browsers allow copying only at the moment of the click, when the picture is not yet made.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(picture()) })]);
    context.toast(say('web.share.copied'));
  });
  const savePicture = attempt(async () => download(await pngOf(picture()), `tablen-${id}.png`));
  openDialog(
    context,
    say('web.share'),
    h('p', { class: 'about' }, say('web.share.about')),
    linkFor(context, id, path),
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
