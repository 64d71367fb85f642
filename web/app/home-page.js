// @ts-check
// Home: three games, one click each; games to resume, to join and to watch; what one has played; a game that plays itself.

import { h, icon, iconButton, setChildren } from './dom.js';
import { failureText } from './failure-text.js';
import { fileAddress } from './file-address.js';
import { HOME_GAMES, gameOf } from './games.js';
import { resultOf, talliesOf } from './kept-games.js';
import { controlName, occupantName, opponentName } from './names.js';
import { openTable } from './open-table.js';
import { quickTable } from './table-request.js';
import { late } from './late.js';
import { createRecordForm } from './record-form.js';
import { newGamePath } from './route.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./kept-games.js').KeptGame} KeptGame */
/** @typedef {import('../protocol.js').TableInfo} TableInfo */

/** A list that cannot change under one's finger, but is not stale either. */
const REFRESH_EVERY = 10_000;
/** So many finished games are shown at first. */
const KEPT_SHOWN = 6;
/** Who has looked for so long at where a game plays itself is shown one. */
const LOOKED_FOR = 1500;
/** So much of the place has to be in sight. */
const SEEN_OF_IT = 0.3;
/** So many games that ended unseen are looked up at a time. */
const ENDED_AT_ONCE = 5;

/** @type {Record<ReturnType<typeof resultOf>, string>} */
const RESULTS = {
  won: 'web.kept.won', lost: 'web.kept.lost', draw: 'web.kept.draw', aborted: 'web.kept.aborted', both: 'web.kept.both', record: 'web.kept.record',
};

/**
 * @param {Context} context
 * @returns {import('./context.js').Page}
 */
export function createHome(context) {
  const element = h('div', { class: 'home' });
  const lists = h('div', { class: 'home-tables' });
  const played = h('div', { class: 'home-played' });
  const showPlace = h('div', { class: 'show-place' });
  /** Stands beside the lists, so that what is pasted there outlasts them. @type {ReturnType<typeof importBox> | null} */
  let box = null;
  /** @type {{ own: TableInfo[], others: TableInfo[] }} */
  let known = { own: [], others: [] };
  let showsAllKept = false;
  /** @type {{ relabel: () => void, end: () => void } | null} */
  let showcase = null;
  let isEnded = false;

  async function refresh() {
    const [me, others] = await Promise.all([context.api.me().catch(() => null), context.api.tables().catch(() => null)]);
    const own = me?.tables ?? known.own;
    const isOwn = new Set(own.map(({ id }) => id));
    known = { own, others: (others ?? known.others).filter(({ id }) => !isOwn.has(id)) };
    // Rebuilding would take the focus away from a link that is just being chosen.
    if (!lists.contains(document.activeElement)) showLists();
    if (me !== null) await keepEnded(isOwn);
  }

  /** Games that have ended since one was there: time has run out, or the other one has given up. @param {Set<string>} open */
  async function keepEnded(open) {
    const ended = context.kept.running().filter((id) => !open.has(id)).slice(0, ENDED_AT_ONCE);
    for (const id of ended) {
      try {
        context.kept.see(id, (await context.api.table(id)).view);
      } catch {
        context.kept.lose(id);
      }
    }
    if (ended.length > 0 && !played.contains(document.activeElement)) showPlayed();
  }

  function showLists() {
    const { say } = context;
    setChildren(
      lists,
      known.own.length > 0 && tableList(context, say('web.home.yours'), known.own),
      known.others.length > 0 && tableList(context, say('web.home.open'), known.others),
    );
  }

  function showPlayed() {
    const games = context.kept.list();
    setChildren(played, games.length > 0 && keptList(games), games.length > 0 && statistics(context, games));
  }

  /** @param {KeptGame[]} games */
  function keptList(games) {
    const { say } = context;
    const shown = showsAllKept ? games : games.slice(0, KEPT_SHOWN);
    const all = h('button', { class: 'button button-quiet kept-all', attrs: { type: 'button' } }, say('web.kept.all', { count: games.length }));
    all.addEventListener('click', () => {
      showsAllKept = true;
      showPlayed();
      played.querySelector('h2')?.focus();
    });
    return h(
      'section',
      { class: 'panel kept' },
      h('h2', { attrs: { tabindex: -1 } }, say('web.kept')),
      h('ul', { class: 'kept-games' }, shown.map((game) => h('li', null, keptGame(context, game, remove)))),
      games.length > shown.length && all,
    );
  }

  /** @param {KeptGame} game */
  function remove(game) {
    const { say } = context;
    context.kept.remove(game.id);
    showPlayed();
    const undo = h('button', { class: 'button button-quiet', attrs: { type: 'button' } }, say('web.kept.undo'));
    undo.addEventListener('click', () => {
      context.kept.restore(game);
      showPlayed();
      played.querySelector('h2')?.focus();
    });
    const note = h('p', { class: 'about kept-removed', attrs: { role: 'status' } }, say('web.kept.removed'), ' ', undo);
    played.prepend(note);
    undo.focus();
  }

  function relabel() {
    const { say } = context;
    box = importBox(context, box?.text() ?? '', box?.isOpen() ?? false);
    setChildren(
      element,
      h(
        'header',
        { class: 'home-head' },
        h('h1', null, say('web.home.title')),
        h('p', { class: 'home-lead' }, say('web.home.lead')),
      ),
      h('ul', { class: 'cards' }, HOME_GAMES.map((name) => gameCard(context, name))),
      h('p', { class: 'home-study' }, h('a', { class: 'button', attrs: { href: '/learn' } }, icon('study'), h('span', null, say('web.home.learn'))), h('a', { class: 'button', attrs: { href: '/learn/tavli/scene' } }, icon('throw'), h('span', null, say('web.home.scene'))), h('a', { class: 'button', attrs: { href: '/study' } }, icon('place'), h('span', null, say('web.study.board')))),
      h('div', { class: 'home-lists' }, lists),
      played,
      showPlace,
      box.element,
      h(
        'footer',
        { class: 'home-foot' },
        h('p', null, h('i', { attrs: { lang: 'grc-Latn' } }, 'Tablên pheugete pantes.'), ' ', say('web.home.epigraph')),
      ),
    );
    showLists();
    showPlayed();
    showcase?.relabel();
  }

  relabel();
  void refresh();
  // For those who only look: who plays at once, or never comes to its place, does not need it.
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience;
  const looking = new IntersectionObserver((entries) => {
    clearTimeout(patience);
    if (entries.some(({ isIntersecting }) => isIntersecting)) patience = setTimeout(bringShowcase, LOOKED_FOR);
  }, { threshold: SEEN_OF_IT });
  looking.observe(showPlace);
  async function bringShowcase() {
    looking.disconnect();
    const made = await late(context, import('./showcase.js').then(({ createShowcase }) => (isEnded ? null : createShowcase(context, showPlace))));
    showcase = made;
    if (isEnded) made?.end();
  }
  const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), REFRESH_EVERY);
  return {
    element,
    title: () => 'Tablen',
    relabel,
    end() {
      isEnded = true;
      clearInterval(timer);
      looking.disconnect();
      clearTimeout(patience);
      showcase?.end();
    },
  };
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
        'div',
        { class: 'row' },
        [['more', 'web.home.choose', newGamePath(name)], ['rules', 'web.home.rules', `/learn/${name}`]].map(([link, key = '', href]) =>
          h('a', { class: `card-${link}`, attrs: { id: `${link}-${name}`, href, 'aria-labelledby': `title-${name} ${link}-${name}` } }, say(key))),
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
 * A table's board as the server draws it, asked for when it comes into view.
 * @param {Context} context
 * @param {string} id
 * @param {number} at when it was so
 */
function thumbnail(context, id, at) {
  return h('img', { class: 'thumbnail', attrs: { src: context.api.pictureAddress(id, at), alt: '', width: 88, height: 72, loading: 'lazy', decoding: 'async' } });
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
  return h(
    'a',
    { class: 'table-link', attrs: { href: table.path } },
    thumbnail(context, table.id, table.updated),
    h(
      'span',
      { class: 'table-link-text' },
      h('b', null, say(gameOf(table.game).title)),
      h('span', null, playersText(context, table)),
    ),
    h(
      'span',
      { class: 'table-link-side' },
      mark && h('span', { class: 'mark' }, mark),
      table.watching > 0 && h('span', { class: 'watching' }, icon('eye'), say('web.home.watching', { count: table.watching })),
      [controlName(say, table.control), ...(table.help ? [say('web.help.allowed')] : [])].join(' · '),
    ),
  );
}

/** @param {Context} context @param {Pick<TableInfo, 'seats' | 'game'>} table */
const playersText = ({ say }, { seats, game }) => `${occupantName(say, seats.host, 'host', game)} – ${occupantName(say, seats.guest, 'guest', game)}`;

/**
 * A game that is over: it opens where it can be looked through.
 * @param {Context} context
 * @param {KeptGame} game
 * @param {(game: KeptGame) => void} remove
 */
function keptGame(context, game, remove) {
  const { say } = context;
  const title = say(gameOf(game.game).title);
  const date = new Date(game.at).toLocaleDateString(context.lang(), { day: 'numeric', month: 'short', year: 'numeric' });
  const result = resultOf(game);
  return [
    h(
      'a',
      { class: 'table-link', attrs: { href: `/${game.isRecord ? 'r' : 't'}/${game.id}` } },
      thumbnail(context, game.id, game.at),
      h('span', { class: 'table-link-text' }, h('b', null, title), h('span', null, playersText(context, game)), h('span', null, date)),
      h('span', { class: 'mark', attrs: { 'data-result': result } }, say(RESULTS[result])),
    ),
    iconButton('close', say('web.kept.remove', { game: title, date }), () => remove(game), { class: 'kept-remove' }),
  ];
}

/**
 * How one has fared, game by game.
 * @param {Context} context
 * @param {KeptGame[]} games
 */
function statistics(context, games) {
  const { say } = context;
  const tallies = [...talliesOf(games)];
  if (tallies.length === 0) return null;
  return h(
    'section',
    { class: 'panel stats' },
    h('h2', null, say('web.stats')),
    tallies.map(([game, of]) => {
      const all = of.reduce((sum, { games, won }) => ({ games: sum.games + games, won: sum.won + won }), { games: 0, won: 0 });
      return h(
        'details',
        { attrs: { open: tallies.length === 1 } },
        h('summary', null, say('web.stats.of-game', { game: say(gameOf(game).title), games: all.games, won: all.won })),
        h(
          'table',
          null,
          h('thead', null, h('tr', null, ['web.stats.opponent', 'web.stats.games', 'web.stats.won', 'web.stats.drawn', 'web.stats.lost'].map((key) => h('th', { attrs: { scope: 'col' } }, say(key))))),
          h(
            'tbody',
            null,
            of.map(({ level, games: played, won, drawn, lost }) =>
              h('tr', null, h('th', { attrs: { scope: 'row' } }, level === null ? say('web.stats.people') : opponentName(say, game, level)), [played, won, drawn, lost].map((count) => h('td', null, String(count))))),
          ),
        ),
      );
    }),
    h('p', { class: 'about' }, say('web.stats.about')),
  );
}

/**
 * @param {Context} context
 * @param {string} text  What is already in it.
 * @param {boolean} isOpen
 */
function importBox(context, text, isOpen) {
  const { say } = context;
  const form = createRecordForm(context, {
    id: 'record', about: say('web.import.about'), rows: 4, text,
    async bring(record) {
      const { id, path } = await context.api.importRecord(record);
      context.kept.bring(id);
      context.go(path);
    },
  });
  const element = h('details', { class: 'import', attrs: { open: isOpen } }, h('summary', null, say('web.import')), form.parts);
  for (const event of ['dragover', 'dragleave', 'drop']) {
    element.addEventListener(event, (/** @type {any} */ drag) => {
      drag.preventDefault();
      element.toggleAttribute('data-drop', event === 'dragover');
    });
  }
  element.addEventListener('drop', async (drag) => {
    const dropped = drag.dataTransfer?.files[0];
    element.open = true;
    await form.take(dropped ? await dropped.text() : (drag.dataTransfer?.getData('text') ?? ''));
  });
  return { element, text: form.text, isOpen: () => element.open };
}
