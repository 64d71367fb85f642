// @ts-check
// A board for other pages: `/embed?game=GAME&rules=TEXT&lang=it&position=TEXT&roll=256&moves=D1-D3,E3-H3`. Turns can be tried for both sides; nothing is kept.

import { Board } from '../../board/index.js';
import { h, iconButton, setChildren, setText } from '../dom.js';
import { refusalOf } from '../failure-text.js';
import { HOME_GAMES, gameOf } from '../games.js';
import { createReason } from '../reason.js';
import { hashOfStudy } from '../study/link.js';
import { createSession } from '../study/session.js';
import { ROOT, emptyTree, following, grown, previous } from '../study/tree.js';

/**
 * @param {import('../context.js').Context} context
 * @param {import('./route.js').LearnRoute} route
 * @returns {import('../context.js').Page}
 */
export function createPage(context, { asked }) {
  const game = HOME_GAMES.find((name) => name === asked.get('game')) ?? 'tablut';
  const ruleset = asked.get('rules') ?? gameOf(game).rules(game);
  const moves = (asked.get('moves') ?? '').split(',').map((turn) => turn.trim()).filter((turn) => turn !== '');
  const start = { ruleset, start: asked.get('position'), first: null, tree: grown(emptyTree(), ROOT, moves).tree, current: ROOT };

  const host = h('div', { class: 'embed-board' });
  const acts = h('div', { class: 'embed-acts' });
  const problem = h('p', { class: 'error', attrs: { role: 'alert' } });
  const reason = createReason(context);
  const element = h('div', { class: 'embed' }, h('div', { class: 'embed-place' }, host, reason.element), problem, acts);
  const session = createSession(context, {
    onChange() {
      reason.clear();
      show();
    },
    onRefused(error) {
      const { text, rule } = refusalOf(context, error);
      board.refuse('');
      reason.tell(text, rule);
    },
    onWhy: reason.tell,
  });
  const board = Board(host, {
    say: context.say,
    animate: context.settings.get().animate,
    sound: false,
    events: {
      command: (command) => void session.play(command),
      why: (from, to) => void session.why(from, to),
      touch: () => reason.clear(),
      tell: context.announce,
    },
  });

  function show() {
    const { say } = context;
    const answer = session.answer();
    setText(problem, (answer?.faults ?? []).map(({ text }) => text).join(' '));
    if (answer?.view) board.set({ scene: { view: answer.view, lines: answer.lines, look: null } });
    const may = answer?.view?.may ?? [];
    const { tree, current } = session.study();
    /** @param {'roll' | 'undo-step' | 'confirm'} command */
    const doing = (command) => () => void session.play({ command });
    const open = h('a', { class: 'button button-quiet', attrs: { href: '/study', target: '_blank', rel: 'noopener' } }, say('learn.figure.open'));
    void hashOfStudy(session.study()).then((hash) => open.setAttribute('href', `/study${hash ?? ''}`));
    setChildren(
      acts,
      current !== ROOT && iconButton('previous', say('learn.scene.back'), () => session.go(previous(tree, current))),
      following(tree, current) !== current && iconButton('next', say('learn.scene.next'), () => session.go(following(tree, current))),
      may.includes('roll') && iconButton('throw', say('learn.embed.throw'), doing('roll'), { isLabelShown: true }),
      may.includes('undo-step') && iconButton('back', say('learn.figure.back'), doing('undo-step'), { isLabelShown: true }),
      may.includes('confirm') && iconButton('check', say('learn.embed.confirm'), doing('confirm'), { isLabelShown: true }),
      open,
    );
  }

  void session.load(start).then(() => {
    const roll = asked.get('roll');
    if (roll !== null && /^[1-6]{3}$/.test(roll)) return session.throwDice(roll);
    return undefined;
  });
  return {
    element,
    title: () => `${context.say(gameOf(game).title)} · Tablen`,
    relabel: () => void session.again(),
    end() {
      session.end();
      board.destroy();
    },
  };
}
