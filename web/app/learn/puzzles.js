// @ts-check
// Puzzles: the one of the day, and those of each game by theme and difficulty. Whoever has chosen solves them one after another.

import { h, setChildren } from '../dom.js';
import { HOME_GAMES, gameOf } from '../games.js';
import { fileAddress } from '../file-address.js';
import { createPuzzlePlayer } from './puzzle-player.js';
import { createProgress } from './puzzle-progress.js';
import { BANDS, bandOf, dateOf, puzzlesOf, themesOf } from './puzzle-set.js';
import { BAND_NAMES, THEMES } from './puzzle-words.js';

/** @typedef {import('./puzzle-set.js').Puzzle} Puzzle */
/** @typedef {import('./route.js').Book} Book */

/**
 * @param {import('../context.js').Context} context
 * @param {import('./route.js').LearnRoute} route
 * @returns {import('../context.js').Page}
 */
export function createPage(context, route) {
  const { game } = route;
  return game === null ? createChoice(context) : createPuzzlePlayer(context, { ...route, game });
}

/** @param {import('../context.js').Context} context @returns {import('../context.js').Page} */
function createChoice(context) {
  const element = h('article', { class: 'puzzles' });
  const progress = createProgress();
  const today = dateOf(new Date());
  /** As far as they have come. @type {Map<Book, Puzzle[]>} */
  const known = new Map();
  const title = () => context.say('puzzles.title');

  /** @param {string} href @param {string} text @param {string} [number] */
  const chip = (href, text, number) => h('a', { class: 'puzzle-chip', attrs: { href } }, text, number !== undefined && h('span', { class: 'puzzle-number' }, number));

  /** @param {Book} name */
  function card(name) {
    const { say } = context;
    const puzzles = known.get(name) ?? [];
    const solved = puzzles.filter(({ id }) => progress.isSolved(id)).length;
    const { title: gameTitle, picture } = gameOf(name);
    const isDailySolved = progress.isDailySolved(today, name);
    return h(
      'section',
      { class: 'puzzle-card', attrs: { 'aria-labelledby': `puzzles-${name}`, 'data-game': name } },
      h('div', { class: 'puzzle-card-head' },
        h('img', { attrs: { src: fileAddress(`pictures/${picture}.svg`), alt: '', width: 96, height: 80 } }),
        h('div', null,
          h('h2', { attrs: { id: `puzzles-${name}` } }, say(gameTitle)),
          h('p', { class: 'puzzle-about' }, puzzles.length === 0 ? say('web.loading') : say('puzzles.solved-of', { solved, all: puzzles.length })))),
      h('div', { class: 'row' },
        h('a', { class: 'button button-primary', attrs: { href: `/puzzles/${name}` } }, say('puzzles.begin')),
        h('a', { class: 'button', attrs: { href: `/puzzles/${name}?daily=1` } }, say(isDailySolved ? 'puzzles.daily.done' : 'puzzles.daily'))),
      puzzles.length > 0 && h('h3', null, say('puzzles.difficulty')),
      puzzles.length > 0 && h('p', { class: 'puzzle-chips' }, BANDS.map((band) => {
        const count = puzzles.filter((puzzle) => bandOf(puzzle) === band).length;
        return count > 0 && chip(`/puzzles/${name}?difficulty=${band}`, say(BAND_NAMES[band]), String(count));
      })),
      puzzles.length > 0 && h('h3', null, say('puzzles.theme')),
      puzzles.length > 0 && h('p', { class: 'puzzle-chips' }, themesOf(puzzles).filter((theme) => theme in THEMES).map((theme) => chip(`/puzzles/${name}?theme=${theme}`, say(THEMES[theme].name), String(puzzles.filter((puzzle) => puzzle.theme === theme).length)))),
    );
  }

  function relabel() {
    const { say } = context;
    const { streak, best, daily } = progress.get();
    setChildren(
      element,
      h('h1', null, title()),
      h('p', { class: 'puzzles-lead' }, say('puzzles.lead')),
      h('p', { class: 'puzzle-streak' }, say('puzzles.streak', { streak, best }), daily.days > 0 && ` ${say('puzzles.daily.days', { days: daily.days })}`),
      h('div', { class: 'puzzle-cards' }, HOME_GAMES.map(card)),
    );
  }

  relabel();
  for (const name of HOME_GAMES) {
    void puzzlesOf(name).then((puzzles) => {
      known.set(name, puzzles);
      relabel();
    }).catch(() => {});
  }
  return { element, title: () => `${title()} · Tablen`, relabel, end: () => {} };
}
