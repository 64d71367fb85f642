// @ts-check
// A board that plays by itself, for those who only look: an emperor's throw, then a game of our own, and again. It moves while it is seen and nobody has stopped it, and not at all where the
// system or the settings want less motion; then it can be let play all the same.

import { Board } from '../board/index.js';
import { h, icon, iconButton, setChildren, setText } from './dom.js';
import { fetchDeferred } from './deferred-files.js';
import { fileAddress } from './file-address.js';
import { opponentName } from './names.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('../board/types.js').Scene} Scene */
/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('./texts.js').Say} Say */
/**
 * Something that plays itself.
 * @typedef {object} Show
 * @property {Scene[]} scenes one after the other
 * @property {string} title
 * @property {(say: Say) => string} about whose game it is
 * @property {(say: Say, at: number) => string} caption of a scene
 * @property {{ href: string, text: string }} [more] where all of it is told
 */

/** Between two moves, and before it begins anew. */
const PACE = 1800;
const END_STAYS = 6000;

/** @param {string} name */
const fetchShown = async (name) => (await fetch(fileAddress(`shown/${name}.json`))).json();

/** The one turn of an emperor's game that has come down to us: `learn/tavli/diagrams.json` has the same position. @param {{ views: View[], lines: Line[] }} shown @returns {Show} */
function zenoShow({ views, lines }) {
  const end = views.length - 1;
  return {
    scenes: views.map((view, at) => ({ view, lines: at === end ? lines : [], look: null })),
    title: 'web.show.zeno',
    about: (say) => say('web.show.zeno.about'),
    caption: (say, at) => say(at === 0 ? 'web.show.zeno.before' : at === 1 ? 'web.show.zeno.thrown' : 'web.show.zeno.played'),
    more: { href: '/learn/tavli/scene', text: 'web.show.zeno.story' },
  };
}

/** A game between two of our own. @param {{ view: View, lines: Line[], levels: { light: number, dark: number } }} shown @returns {Show} */
function gameShow({ view, lines, levels }) {
  const turns = lines.length;
  return {
    scenes: Array.from({ length: turns + 1 }, (_, turn) => ({ view, lines, look: turn === turns ? null : turn - 1 })),
    title: 'web.show',
    about: (say) => say('web.show.about', { light: opponentName(say, view.game, levels.light), dark: opponentName(say, view.game, levels.dark), turns }),
    caption: (say, turn) => say('web.show.turn', { turn, turns }),
  };
}

/**
 * Puts it into its place; what it needs is fetched first.
 * @param {Context} context
 * @param {HTMLElement} place
 */
export async function createShowcase(context, place) {
  const [zeno, tablut] = await Promise.all([fetchShown('zeno'), fetchShown('tablut'), fetchDeferred()]);
  const shows = [zenoShow(zeno), gameShow(tablut)];
  const host = h('div', { class: 'show-board', attrs: { inert: true } });
  const board = Board(host, { say: context.say, animate: context.settings.get().animate, showsMovable: false, sound: false });
  const title = h('h2');
  const about = h('p', { class: 'about' });
  const turnText = h('p', { class: 'about show-turn' });
  const more = h('a');
  const button = iconButton('pause', '', () => (isPlaying ? stop() : play()), { isLabelShown: true });
  const label = /** @type {HTMLElement} */ (button.querySelector('span'));
  let show = shows[0];
  /** Which of its scenes is seen. */
  let at = 0;
  let isPlaying = context.settings.get().animate && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let isSeen = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function showScene() {
    board.set({ scene: show.scenes[at] });
    setText(turnText, show.caption(context.say, at));
  }

  const isAtEnd = () => at === show.scenes.length - 1;

  function schedule() {
    clearTimeout(timer);
    if (!isPlaying || !isSeen || document.visibilityState !== 'visible') return;
    timer = setTimeout(() => {
      if (isAtEnd()) {
        show = shows[(shows.indexOf(show) + 1) % shows.length];
        at = 0;
        showWords();
      } else at += 1;
      showScene();
      schedule();
    }, isAtEnd() ? END_STAYS : PACE);
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

  /** Whose game it is. */
  function showWords() {
    const { say } = context;
    setText(title, say(show.title));
    setText(about, show.about(say));
    more.hidden = show.more === undefined;
    if (show.more) {
      more.href = show.more.href;
      setText(more, say(show.more.text));
    }
  }

  function relabel() {
    showWords();
    showButton();
    showScene();
  }

  const observer = new IntersectionObserver((entries) => {
    isSeen = entries.some(({ isIntersecting }) => isIntersecting);
    schedule();
  });
  relabel();
  setChildren(place, h('section', { class: 'panel show' }, host, h('div', { class: 'show-text' }, title, about, turnText, h('div', { class: 'row' }, button, more))));
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
