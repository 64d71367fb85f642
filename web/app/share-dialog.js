// @ts-check
// To show a game to others: its address, a picture of the position, a moving one of the round, the record.

import { openDialog } from './dialog.js';
import { h, icon, iconButton, setChildren, setText } from './dom.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./png.js').Caption} Caption */
/**
 * @typedef {object} Shared
 * @property {string} id
 * @property {string} path
 * @property {() => string} picture   The position as SVG.
 * @property {Caption} caption
 * @property {{ scene: import('../board/types.js').Scene, isFlipped: boolean, caption: (turn: number) => Caption } | null} film  The round, if anything was played in it.
 */

/** What makes pictures is fetched when somebody wants one. */
const pictures = () => import('./png.js');

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
 * @param {Shared} table
 */
export function openShareDialog(context, { id, path, picture, caption, film }) {
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
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pictures().then(({ pngOf }) => pngOf(picture(), caption)) })]);
    context.toast(say('web.share.copied'));
  });
  const savePicture = attempt(async () => {
    const { download, pngOf } = await pictures();
    download(await pngOf(picture(), caption), `tablen-${id}.png`);
  });
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
    film !== null && filmPart(context, id, film),
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
 * The round as a moving picture. To make one takes seconds: how far it is can be seen, and it can be stopped.
 * @param {Context} context
 * @param {string} id
 * @param {NonNullable<Shared['film']>} film
 */
function filmPart(context, id, film) {
  const { say } = context;
  /** @type {AbortController | null} */
  let making = null;
  const bar = h('progress', { attrs: { max: 1, value: 0, hidden: true, 'aria-label': say('web.share.film') } });
  const state = h('p', { class: 'about', attrs: { role: 'status' } }, say('web.share.film.about'));
  const button = iconButton('play', say('web.share.film.save'), () => (making === null ? void make() : making.abort()), { isLabelShown: true });
  const label = /** @type {HTMLElement} */ (button.querySelector('span'));
  async function make() {
    making = new AbortController();
    const { signal } = making;
    // A dialog that is closed wants nothing more.
    button.closest('dialog')?.addEventListener('close', () => making?.abort());
    setText(label, say('web.share.film.stop'));
    bar.hidden = false;
    try {
      const [{ filmOf }, { download }] = await Promise.all([import('./film.js'), pictures()]);
      const blob = await filmOf(context, film, (done, all) => {
        bar.value = done / all;
        setText(state, say('web.share.film.progress', { done, all }));
      }, signal);
      if (blob !== null) download(blob, `tablen-${id}.gif`);
      setText(state, blob === null ? say('web.share.film.about') : say('web.share.film.saved', { kilobytes: Math.ceil(blob.size / 1000) }));
    } catch {
      setText(state, say('web.share.no-picture'));
    }
    making = null;
    bar.hidden = true;
    setText(label, say('web.share.film.save'));
  }
  return [h('h3', null, say('web.share.film')), state, h('div', { class: 'row' }, button, bar)];
}

/**
 * @param {string} address
 * @param {string} name
 * @param {string} label
 */
function recordLink(address, name, label) {
  return h('a', { class: 'button', attrs: { href: address, download: name } }, icon('download'), h('span', null, label));
}
