// @ts-check
// Home: three games, one click each; games to resume, to join and to watch; a record to look at.

import { h, icon, setChildren } from './dom.js';
import { failureText } from './failure-text.js';
import { fileAddress } from './file-address.js';
import { HOME_GAMES, gameOf } from './games.js';
import { controlName, occupantName } from './names.js';
import { openTable } from './open-table.js';
import { quickTable } from './table-request.js';
import { newGamePath } from './route.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').TableInfo} TableInfo */

/** A list that cannot change under one's finger, but is not stale either. */
const REFRESH_EVERY = 10_000;

/**
 * @param {Context} context
 * @returns {import('./context.js').Page}
 */
export function createHome(context) {
  const element = h('div', { class: 'home' });
  const lists = h('div', { class: 'home-tables' });
  /** Stands beside the lists, so that what is pasted there outlasts them. @type {ReturnType<typeof importBox> | null} */
  let box = null;
  /** @type {{ own: TableInfo[], others: TableInfo[] }} */
  let known = { own: [], others: [] };

  async function refresh() {
    const [me, others] = await Promise.all([context.api.me().catch(() => null), context.api.tables().catch(() => null)]);
    const own = me?.tables ?? known.own;
    const isOwn = new Set(own.map(({ id }) => id));
    known = { own, others: (others ?? known.others).filter(({ id }) => !isOwn.has(id)) };
    // Rebuilding would take the focus away from a link that is just being chosen.
    if (!lists.contains(document.activeElement)) showLists();
  }

  function showLists() {
    const { say } = context;
    setChildren(
      lists,
      known.own.length > 0 && tableList(context, say('web.home.yours'), known.own),
      known.others.length > 0 && tableList(context, say('web.home.open'), known.others),
    );
  }

  function relabel() {
    const { say } = context;
    box = importBox(context, box?.text() ?? '');
    setChildren(
      element,
      h(
        'header',
        { class: 'home-head' },
        h('h1', null, say('web.home.title')),
        h('p', { class: 'home-lead' }, say('web.home.lead')),
      ),
      h('ul', { class: 'cards' }, HOME_GAMES.map((name) => gameCard(context, name))),
      h('p', { class: 'home-study' }, h('a', { attrs: { href: '/study' } }, say('web.study.board'))),
      h('div', { class: 'home-lists' }, lists, box.element),
      h(
        'footer',
        { class: 'home-foot' },
        h('p', null, h('i', { attrs: { lang: 'grc-Latn' } }, 'Tablên pheugete pantes.'), ' ', say('web.home.epigraph')),
      ),
    );
    showLists();
  }

  relabel();
  void refresh();
  const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), REFRESH_EVERY);
  return { element, title: () => 'Tablen', relabel, end: () => clearInterval(timer) };
}

/**
 * @param {Context} context
 * @param {string} name
 */
function gameCard(context, name) {
  const { say } = context;
  const { title, about = '', picture, alt = '' } = gameOf(name);
  const play = h(
    'button',
    { class: 'card-play', attrs: { type: 'button', 'aria-describedby': `about-${name}` } },
    h('span', { class: 'card-title', attrs: { id: `title-${name}` } }, say(title)),
    h('span', { class: 'button button-primary card-go', attrs: { 'aria-hidden': 'true' } }, icon('play'), say('web.home.play')),
  );
  play.addEventListener('click', async () => {
    play.disabled = true;
    try {
      const path = await openTable(context, quickTable(context.settings.get(), name));
      context.go(path);
    } catch (error) {
      play.disabled = false;
      context.toast(failureText(context, error));
    }
  });
  return h(
    'li',
    { class: 'card', attrs: { 'data-game': name } },
    h('img', {
      class: 'card-picture',
      attrs: { src: fileAddress(`pictures/${picture}.svg`), alt: say(alt), width: 600, height: 500, decoding: 'async' },
    }),
    h(
      'div',
      { class: 'card-text' },
      h('h2', null, play),
      h('p', { attrs: { id: `about-${name}` } }, say(about)),
      h(
        'a',
        { class: 'card-more', attrs: { id: `choose-${name}`, href: newGamePath(name), 'aria-labelledby': `title-${name} choose-${name}` } },
        say('web.home.choose'),
      ),
    ),
  );
}

/**
 * @param {Context} context
 * @param {string} title
 * @param {TableInfo[]} tables
 */
function tableList(context, title, tables) {
  return h(
    'section',
    { class: 'panel' },
    h('h2', null, title),
    h('ul', { class: 'tables' }, tables.map((table) => h('li', null, tableLink(context, table)))),
  );
}

/**
 * @param {Context} context
 * @param {TableInfo} table
 */
function tableLink(context, table) {
  const { say } = context;
  const isOpen = table.seats.host === 'open' || table.seats.guest === 'open';
  const isOwnTurn = table.to_act !== null && table.to_act === table.seat;
  const mark = isOwnTurn ? say('web.home.your-turn') : isOpen ? say('web.home.join') : '';
  const { title, picture } = gameOf(table.game);
  return h(
    'a',
    { class: 'table-link', attrs: { href: table.path } },
    h('img', { attrs: { src: fileAddress(`pictures/${picture}.svg`), alt: '', width: 60, height: 50 } }),
    h(
      'span',
      { class: 'table-link-text' },
      h('b', null, say(title)),
      h('span', null, `${occupantName(say, table.seats.host, 'host')} – ${occupantName(say, table.seats.guest, 'guest')}`),
    ),
    h('span', { class: 'table-link-side' }, mark && h('span', { class: 'mark' }, mark), controlName(say, table.control)),
  );
}

/**
 * @param {Context} context
 * @param {string} text  What is already in it.
 */
function importBox(context, text) {
  const { say } = context;
  const area = h('textarea', { attrs: { id: 'record', rows: 4, spellcheck: 'false', placeholder: say('web.import.placeholder') } }, text);
  const file = h('input', { class: 'visually-hidden', attrs: { type: 'file', id: 'record-file', accept: '.txt,.json,.tablen,text/plain,application/json' } });
  const error = h('p', { class: 'error', attrs: { role: 'alert' } });
  const bring = async (/** @type {string} */ text) => {
    error.textContent = '';
    if (text.trim() === '') return;
    try {
      context.go((await context.api.importRecord(text)).path);
    } catch (failure) {
      error.textContent = failureText(context, failure);
    }
  };
  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    if (chosen) await bring(await chosen.text());
    file.value = '';
  });
  const element = h(
    'section',
    { class: 'panel import' },
    h('h2', null, say('web.import')),
    h('label', { class: 'about', attrs: { for: 'record' } }, say('web.import.about')),
    area,
    h(
      'div',
      { class: 'row' },
      h('button', { class: 'button', attrs: { type: 'button' }, on: { click: () => bring(area.value) } }, say('web.import.show')),
      file,
      h('label', { class: 'button button-quiet', attrs: { for: 'record-file' } }, say('web.import.file')),
    ),
    error,
  );
  for (const event of ['dragover', 'dragleave', 'drop']) {
    element.addEventListener(event, (/** @type {any} */ drag) => {
      drag.preventDefault();
      element.toggleAttribute('data-drop', event === 'dragover');
    });
  }
  element.addEventListener('drop', async (drag) => {
    const dropped = drag.dataTransfer?.files[0];
    await bring(dropped ? await dropped.text() : (drag.dataTransfer?.getData('text') ?? ''));
  });
  return { element, text: () => area.value };
}
