// @ts-check
// A diagram: a board as the server sees its position, drawn when it comes near, played by a button, opened in the study.

import { Board, describe } from '../../board/index.js';
import { h, iconButton, setText } from '../dom.js';
import { hashOfStudy } from '../study/link.js';
import { ROOT, added, annotated, emptyTree, grown } from '../study/tree.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../openapi.js').Drawn} Drawn */
/** @typedef {import('../../board/types.js').Shape} Shape */

/** So far off a board is drawn before it is seen. */
const AHEAD = '800px';

/** Where a diagram's position is studied and played on from; what should not be played is a variation. @param {Omit<import('../../openapi.js').StudiedDiagram, 'id'>} studied */
export async function studyAddress({ ruleset, start, first, turns, instead }) {
  const shown = grown(emptyTree(), ROOT, turns).tree;
  const worse = instead ? added(shown, ROOT, instead) : null;
  const tree = worse === null ? shown : annotated(worse.tree, worse.id, { glyph: '?' });
  const hash = await hashOfStudy({ ruleset, start: start ?? null, first: first ?? null, tree, current: ROOT });
  return `/study${hash ?? ''}`;
}

/** What is drawn upon a diagram before it is played. @param {Pick<Drawn, 'marks' | 'arrows'>} drawn @returns {Shape[]} */
export const shapesOf = ({ marks, arrows }) => [
  ...marks.map((at) => ({ kind: /** @type {const} */ ('circle'), at, brush: /** @type {const} */ ('yellow') })),
  ...arrows.map(({ from, to }) => ({ kind: /** @type {const} */ ('arrow'), from, to, brush: /** @type {const} */ ('green') })),
];

/**
 * @param {Context} context
 * @param {Drawn} drawn
 * @param {Node[]} caption
 */
export function createFigure(context, drawn, caption) {
  const { say } = context;
  const { before, after } = drawn;
  /** @type {ReturnType<typeof Board> | null} */
  let board = null;
  let isPlayed = false;
  // What stands on it is said in one sentence; nobody has to tab through the cells of a picture.
  const host = h('div', { class: 'figure-board', attrs: { inert: true } });
  const said = h('p', { class: 'visually-hidden' });
  const play = after && iconButton('play', say('learn.figure.play'), () => show(!isPlayed), { isLabelShown: true, class: 'button-quiet' });
  const open = h('a', { class: 'button button-quiet figure-open', attrs: { href: '/study' } }, say('learn.figure.open'));
  void studyAddress(drawn).then((address) => open.setAttribute('href', address));
  const element = h(
    'figure',
    { class: 'figure', attrs: { 'data-kind': before.view.board?.kind ?? '', 'data-size': before.view.board && 'size' in before.view.board ? before.view.board.size : null } },
    host,
    said,
    h('figcaption', null, caption),
    h('div', { class: 'figure-acts' }, play, open),
  );

  /** @param {boolean} played */
  function show(played) {
    isPlayed = played;
    const { view, lines } = played && after ? after : before;
    const scene = { view, lines, look: null };
    board?.set({ scene, shapes: played ? [] : shapesOf(drawn) });
    setText(said, describe(say, scene).join(' '));
    if (play) setText(/** @type {Element} */ (play.querySelector('span')), say(played ? 'learn.figure.back' : 'learn.figure.play'));
  }

  function draw() {
    near.disconnect();
    removeEventListener('beforeprint', draw);
    if (board !== null) return;
    board = Board(host, { say, animate: context.settings.get().animate, sound: context.settings.get().sound });
    show(isPlayed);
  }

  const near = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && draw(), { rootMargin: AHEAD });
  near.observe(element);
  // On paper everything is seen.
  addEventListener('beforeprint', draw);
  return {
    element,
    end() {
      near.disconnect();
      removeEventListener('beforeprint', draw);
      board?.destroy();
    },
  };
}
