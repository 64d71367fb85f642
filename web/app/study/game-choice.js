// @ts-check
// Which game is studied from its start: every game there is, and by which of its rules.

import { h, setAttr, setChildren } from '../dom.js';
import { studyOfGamePath } from '../route.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../protocol.js').GameInfo} GameInfo */

/**
 * The preset of a name, and the game that has it.
 * @param {readonly GameInfo[]} games
 * @param {string | null} name
 */
export function presetNamed(games, name) {
  for (const game of games) {
    const preset = game.presets.find((one) => one.name === name);
    if (preset) return { game, preset };
  }
  return null;
}

/** @param {Context} context */
export function createGameChoice(context) {
  const { say } = context;
  const links = h('nav', { class: 'study-games', attrs: { 'aria-label': say('web.new.game') } });
  const variants = h('select', { class: 'study-variants', attrs: { 'aria-label': say('web.new.variant') }, on: { change: () => context.go(studyOfGamePath(variants.value)) } });
  const element = h('div', { class: 'study-choice' }, links, variants);
  /** @type {GameInfo[]} */
  let games = [];
  /** The game and the preset that are shown, and for which the variants were listed. */
  let [game, preset, listed] = ['', '', ''];

  function show() {
    for (const link of links.children) setAttr(link, 'aria-current', link.getAttribute('data-game') === game ? 'page' : null);
    const presets = games.find(({ name }) => name === game)?.presets ?? [];
    variants.hidden = presets.length < 2;
    const key = `${game} ${preset}`;
    if (key === listed || presets.length === 0) return;
    listed = key;
    // In a row that is longer than the screen the chosen one is in sight.
    const chosen = links.querySelector('[aria-current]');
    if (chosen instanceof HTMLElement) links.scrollLeft = chosen.offsetLeft - links.offsetLeft - (links.clientWidth - chosen.offsetWidth) / 2;
    // Rules of one's own are none of those that have a name.
    const own = presets.some(({ name }) => name === preset) ? null : h('option', { attrs: { value: '', selected: true, disabled: true } }, say('studies.own-rules'));
    setChildren(variants, own, presets.map(({ name, title }) => h('option', { attrs: { value: name, selected: name === preset } }, title)));
  }

  // Without it the study works all the same.
  void context.api.games().then((answer) => {
    ({ games } = answer);
    setChildren(links, games.map(({ name, title, presets }) => h('a', { class: 'tab', attrs: { href: studyOfGamePath(presets[0]?.name ?? name), 'data-game': name } }, title)));
    show();
  }).catch(() => {});

  return {
    element,
    /** @param {import('../../protocol.js').View | null} view */
    update(view) {
      [game, preset] = [view?.game ?? '', view?.preset ?? ''];
      show();
    },
  };
}
