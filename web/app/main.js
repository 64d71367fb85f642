// @ts-check
// The page itself: language, theme, header, and which page is shown.

import { api } from './api.js';
import { closeDialogs } from './dialog.js';
import { h, icon, iconButton, setAttr, setChildren, setText } from './dom.js';
import { fileAddress } from './file-address.js';
import { createHome } from './home-page.js';
import { fetchDeferred, whenIdle } from './deferred-files.js';
import { createPromises } from './dice-promises.js';
import { createKeptGames } from './kept-games.js';
import { routeOf } from './route.js';
import { createSettings } from './settings.js';
import { browserStorage } from './storage.js';
import { LANGS, LANG_NAMES, render } from './texts.js';

/** @typedef {import('./texts.js').Lang} Lang */
/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./context.js').Page} Page */

/** How many sentences a screen reader can go back to. */
const LIVE_KEEPS = 8;
/** How long a notice stays. */
const TOAST_STAYS = 4000;

const storage = browserStorage();
const settings = createSettings(storage);
/** @type {Lang} */
let lang = LANGS.find((known) => known === document.documentElement.lang) ?? 'en';
/** The language that was asked for last; its texts may still be on their way. */
let wanted = lang;
/** @type {import('./texts.js').Texts} */
let texts = {};
/** @type {Set<() => void>} */
const languageListeners = new Set();
/** @type {Page | null} */
let page = null;
/** How often another page was asked for. */
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let toastTimer;
/** One click makes it quiet, wherever one is. */
const soundButton = iconButton('sound', '', () => settings.set({ sound: !settings.get().sound }));

const [header, banner, main, live, toast] = ['header', 'banner', 'main', 'live', 'toast'].map((id) => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no ${id}`);
  return found;
});

/** @type {Context} */
const context = {
  say: (key, values) => render(texts, lang, key, values),
  lang: () => lang,
  onLanguage(listener) {
    languageListeners.add(listener);
    return () => languageListeners.delete(listener);
  },
  settings,
  api,
  promises: createPromises(storage),
  kept: createKeptGames(storage),
  go: (path) => void show(new URL(path, location.href)).catch(noServer),
  announce(text) {
    if (!live) return;
    live.append(h('p', null, text));
    while (live.childElementCount > LIVE_KEEPS) live.firstElementChild?.remove();
  },
  toast(text) {
    if (!toast) return;
    clearTimeout(toastTimer);
    setText(toast, text);
    toastTimer = setTimeout(() => setText(toast, ''), TOAST_STAYS);
  },
  setBanner: (text) => banner && setText(banner, text),
  openSettings: () => void import('./settings-dialog.js').then(({ openSettingsDialog }) => openSettingsDialog(context), noServer),
};

/**
 * What makes the page of an address; its modules are fetched first.
 * @param {URL | Location} address
 * @returns {Promise<() => Page>}
 */
async function pageAt(address) {
  const route = routeOf(address);
  if (route.page === 'home') return () => createHome(context);
  if (route.page === 'new') {
    const [{ createNewGame }] = await Promise.all([import('./new-game-page.js'), fetchDeferred('deferred-new')]);
    return () => createNewGame(context, route.game);
  }
  if (route.page === 'study') return (await import('./study/open.js')).studyPage(context, route);
  if (route.page === 'learn') return (await import('./learn/page.js')).learnPage(context, address);
  const [{ createTablePage }] = await Promise.all([import('./table-page.js'), fetchDeferred()]);
  return () => createTablePage(context, route.id, route.moment);
}

/** Whether the server has another version of the page than this one. */
async function isOutdated() {
  return (await fetch(import.meta.url, { method: 'HEAD', cache: 'no-store' })).status === 404;
}

/** @param {URL | Location} address */
async function show(address) {
  asked += 1;
  const mine = asked;
  if (page?.follow?.(address)) {
    if (address !== location) history.pushState(null, '', address.href);
    return;
  }
  /** @type {() => Page} */
  let create;
  try {
    create = await pageAt(address);
  } catch (error) {
    if (!(await isOutdated())) throw error;
    // What this page lacks has gone with its version. As the server has it now, it has everything.
    if (address === location) location.reload();
    else location.assign(address.href);
    return;
  }
  // Somebody has gone elsewhere meanwhile.
  if (asked !== mine) return;
  if (address !== location) history.pushState(null, '', address.href);
  const isFirst = page === null;
  closeDialogs();
  page?.end();
  page = create();
  document.body.dataset['page'] = routeOf(address).page;
  if (main) setChildren(main, page.element);
  document.title = page.title();
  scrollTo(0, 0);
  // What was clicked is gone. The page itself takes the focus, so that the next Tab goes to its first control.
  if (!isFirst) main?.focus({ preventScroll: true });
  whenIdle(() => void fetchDeferred());
}

function noServer() {
  context.toast(context.say('web.error.server'));
}

function showHeader() {
  const { say } = context;
  const language = h(
    'select',
    {
      class: 'header-lang',
      attrs: { 'aria-label': say('web.settings.language') },
      on: { change: () => settings.set({ lang: LANGS.find((known) => known === language.value) ?? null }) },
    },
    LANGS.map((known) => h('option', { attrs: { value: known, lang: known, selected: known === lang } }, LANG_NAMES[known])),
  );
  if (!header) return;
  const wasOnLanguage = document.activeElement?.classList.contains('header-lang') === true;
  setChildren(
    header,
    h('a', { class: 'wordmark', attrs: { href: '/' } }, h('img', { attrs: { src: fileAddress('pictures/mark.svg'), alt: '', width: 28, height: 28 } }), 'Tablen'),
    h('nav', { attrs: { 'aria-label': say('web.header') } }, language, soundButton, iconButton('settings', say('web.settings'), context.openSettings)),
  );
  showSound();
  if (wasOnLanguage) language.focus();
  setText(/** @type {Element} */ (document.getElementById('skip')), say('web.skip'));
}

function showSound() {
  const { sound } = settings.get();
  const label = context.say('web.settings.sound');
  setAttr(soundButton, 'aria-pressed', String(sound));
  setAttr(soundButton, 'aria-label', label);
  setAttr(soundButton, 'title', label);
  setChildren(soundButton, icon(sound ? 'sound' : 'mute'));
}

/** Tells whether the language was still wanted when its texts came. @param {Lang} next */
async function speak(next) {
  wanted = next;
  try {
    const found = await api.texts(next);
    if (wanted !== next) return false;
    texts = found;
    lang = next;
  } catch {
    if (wanted !== next) return false;
    wanted = lang;
    // Without the server there are no texts at first; the banner has its own words in each language.
    if (Object.keys(texts).length === 0) throw new Error('no texts');
    noServer();
  }
  document.documentElement.lang = lang;
  showHeader();
  return true;
}

function applyTheme() {
  const { theme } = settings.get();
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

settings.onChange(async (_, changed) => {
  if ('theme' in changed) applyTheme();
  if ('sound' in changed) showSound();
  if (changed.lang && changed.lang !== wanted) {
    if (!(await speak(changed.lang))) return;
    page?.relabel();
    if (page) document.title = page.title();
    for (const listener of languageListeners) listener();
  }
});

// Links within the page need no reload.
document.addEventListener('click', (event) => {
  const link = /** @type {Element} */ (event.target).closest('a[href^="/"]');
  const isPlain = !event.defaultPrevented && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!(link instanceof HTMLAnchorElement) || !isPlain || link.target || link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  if (link.href !== location.href) context.go(link.pathname + link.search + link.hash);
});
// As a link it would be a step in the history, and the page be built anew.
document.getElementById('skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  main?.focus();
});
addEventListener('popstate', () => void show(location).catch(noServer));

try {
  await speak(lang);
  await show(location);
} catch {
  document.body.dataset['failed'] = '';
}
