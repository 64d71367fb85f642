// Runs before anything is painted, so that nobody sees the other theme first, and asks for the texts while the modules are still
// on their way; at a table's address also for what Home can do without. A classic script: modules come later.
(() => {
  const LANGS = ['en', 'fr', 'it'];
  /** @type {{ theme?: string, lang?: string }} */
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('tablen') ?? '{}') ?? {};
  } catch {
    // Without storage the browser's own choices hold.
  }
  const root = document.documentElement;
  // A script that does not come, or cannot be read, leaves no page that could say so.
  addEventListener('error', ({ target }) => {
    const isScript = target === window || target instanceof HTMLScriptElement;
    if (isScript && !document.body?.dataset.page) root.dataset.failed = '';
  }, true);
  if (stored.theme === 'light' || stored.theme === 'dark') root.dataset.theme = stored.theme;
  // Who shows a board in a page of their own says in which language.
  const asked = location.pathname === '/embed' ? new URLSearchParams(location.search).get('lang') : null;
  const wished = [asked, stored.lang, ...navigator.languages].map((locale) => String(locale).slice(0, 2).toLowerCase());
  root.lang = wished.find((lang) => LANGS.includes(lang)) ?? 'en';
  const texts = document.createElement('link');
  // This script's own address says which version of the page this is.
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const href = new URL(`../texts/${root.lang}.json`, script.src).href;
  Object.assign(texts, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href });
  document.head.append(texts);
  const deferred = document.getElementById('deferred');
  if (location.pathname !== '/' && deferred instanceof HTMLTemplateElement) document.head.append(deferred.content);
})();
