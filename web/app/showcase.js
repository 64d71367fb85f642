// @ts-check
// A board that plays a game by itself, for those who only look. It moves while it is seen and nobody has stopped it, and not at all where the
// system or the settings want less motion; then it can be let play all the same.

import { Board } from '../board/index.js';
import { h, icon, iconButton, setChildren, setText } from './dom.js';
import { fetchDeferred } from './deferred-files.js';
import { fileAddress } from './file-address.js';
import { opponentName } from './names.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').Line} Line */

/** Between two moves, and before it begins anew. */
const PACE = 1800;
const END_STAYS = 6000;

/**
 * Puts it into its place; what it needs is fetched first.
 * @param {Context} context
 * @param {HTMLElement} place
 */
export async function createShowcase(context, place) {
  const [response] = await Promise.all([fetch(fileAddress('shown/tablut.json')), fetchDeferred()]);
  /** @type {{ view: View, lines: Line[], levels: { light: number, dark: number } }} */
  const { view, lines, levels } = await response.json();
  const host = h('div', { class: 'show-board', attrs: { inert: true } });
  const board = Board(host, { say: context.say, animate: context.settings.get().animate, sound: false });
  const title = h('h2');
  const about = h('p', { class: 'about' });
  const turnText = h('p', { class: 'about show-turn' });
  const button = iconButton('pause', '', () => (isPlaying ? stop() : play()), { isLabelShown: true });
  const label = /** @type {HTMLElement} */ (button.querySelector('span'));
  let turn = 0;
  let isPlaying = context.settings.get().animate && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let isSeen = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function show() {
    const { say } = context;
    board.set({ scene: { view, lines, look: turn === lines.length ? null : turn - 1 } });
    setText(turnText, say('web.show.turn', { turn, turns: lines.length }));
  }

  function schedule() {
    clearTimeout(timer);
    if (!isPlaying || !isSeen || document.visibilityState !== 'visible') return;
    timer = setTimeout(() => {
      turn = turn === lines.length ? 0 : turn + 1;
      show();
      schedule();
    }, turn === lines.length ? END_STAYS : PACE);
  }

  function showButton() {
    setText(label, context.say(isPlaying ? 'web.show.stop' : 'web.show.play'));
    button.querySelector('svg')?.replaceWith(icon(isPlaying ? 'pause' : 'play'));
  }

  function play() {
    isPlaying = true;
    showButton();
    schedule();
  }

  function stop() {
    isPlaying = false;
    showButton();
    schedule();
  }

  function relabel() {
    const { say } = context;
    setText(title, say('web.show'));
    setText(about, say('web.show.about', {
      light: opponentName(say, view.game, levels.light), dark: opponentName(say, view.game, levels.dark), turns: lines.length,
    }));
    showButton();
    show();
  }

  const observer = new IntersectionObserver((entries) => {
    isSeen = entries.some(({ isIntersecting }) => isIntersecting);
    schedule();
  });
  relabel();
  setChildren(place, h('section', { class: 'panel show' }, host, h('div', { class: 'show-text' }, title, about, turnText, button)));
  observer.observe(host);
  document.addEventListener('visibilitychange', schedule);
  return {
    relabel,
    end() {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', schedule);
      board.destroy();
    },
  };
}
