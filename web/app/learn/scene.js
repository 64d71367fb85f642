// @ts-check
// A scene from a game's history: a board, its story beside it, step by step. Every section of the paper is a step with one board. Where dice
// have fallen, the board is the visitor's, as long as the position stays.

import { familyOf as boardFamilyOf } from '../../board/families/index.js';
import { Board, announce, describe } from '../../board/index.js';
import { boardSettings } from '../board-settings.js';
import { h, iconButton, setAttr, setChildren, setIdle, setText } from '../dom.js';
import { familyOf } from '../families/index.js';
import { cited } from '../glossary.js';
import { digitsOf } from '../study/rolls.js';
import { shapesOf, studyAddress } from './figure.js';
import { gameNav } from './nav.js';
import { fetchPaper } from './paper.js';
import { blockElement, inlines } from './prose.js';
import { createScenePlay } from './scene-play.js';
import { ZENO, createThrows } from './throws.js';

/** @typedef {import('../../openapi.js').Drawn} Drawn */
/** @typedef {import('../../openapi.js').BookletBlock} Block */
/** @typedef {import('../../board/types.js').Scene} Scene */
/** @typedef {{ title: Node[], words: Node[], drawn: Drawn, caption: Node[] }} Step */

/** Whether dice lie on a diagram. @param {Drawn} drawn */
const isThrown = ({ before: { view } }) => view.board?.kind === 'tavli' && view.board.roll !== null;

/**
 * @param {import('../context.js').Context} context
 * @param {import('./route.js').LearnRoute} route
 * @returns {import('../context.js').Page}
 */
export function createPage(context, route) {
  const game = route.game ?? 'tavli';
  /** @type {Step[]} */
  let steps = [];
  let at = 0;
  let isPlayed = false;
  let title = '';
  let isEnded = false;
  /** The step in which dice fall; none where nobody throws. @type {number | null} */
  let thrownAt = null;
  /** What the visitor has done with them. @type {import('./scene-play.js').ScenePlay | null} */
  let visitor = null;
  /** The visitor's board as it was told last, for those who listen. @type {Scene | null} */
  let told = null;
  const host = h('div', { class: 'scene-board' });
  const said = h('p', { class: 'visually-hidden' });
  const caption = h('p', { class: 'scene-caption' });
  const note = h('ul', { class: 'scene-note' });
  const heading = h('h2', { attrs: { tabindex: -1 } });
  const words = h('div');
  const count = h('p', { class: 'scene-count' });
  const acts = h('div', { class: 'scene-acts' });
  const head = h('h1');
  const nav = h('div');
  const throws = game === 'tavli' ? createThrows(context, (found) => void showThrow(found)) : null;
  /** Another throw than the emperor's, with its best turn: it takes the place of the story's board. @type {Drawn | null} */
  let other = null;
  /** The throw that was chosen last; what is told of it may still be on its way. @type {string | null} */
  let asked = null;
  const element = h(
    'div',
    { class: 'scene', attrs: { 'data-game': game } },
    nav,
    head,
    h('div', { class: 'scene-stage' }, h('div', { class: 'scene-picture' }, host, said, caption), note, h('div', { class: 'scene-words prose', attrs: { 'aria-live': 'polite' } }, count, heading, words, acts)),
    throws?.element,
  );
  const board = Board(host, {
    say: context.say, ...boardSettings(context),
    events: {
      command: (command) => void visitor?.play(command),
      why: (from, to) => void visitor?.why(from, to),
      tell: context.announce,
      touch: () => setChildren(note),
    },
  });

  const back = iconButton('previous', '', () => go(at - 1), { isLabelShown: true });
  const next = iconButton('next', '', () => go(at + 1), { isLabelShown: true, class: 'button-primary' });
  const roll = iconButton('throw', '', throwDice, { isLabelShown: true, class: 'button-primary' });
  const undo = iconButton('back', '', () => void visitor?.play({ command: 'undo-step' }), { isLabelShown: true });
  const play = iconButton('play', '', playOrTakeBack, { isLabelShown: true });
  const open = h('a', { class: 'button button-quiet', attrs: { href: '/study' } });
  const label = (/** @type {HTMLElement} */ button, /** @type {string} */ key) => setText(/** @type {Element} */ (button.querySelector('span')), context.say(key));

  async function load() {
    const lang = context.lang();
    const paper = await fetchPaper(game, 'scene', lang).catch(() => null);
    if (isEnded || lang !== context.lang()) return;
    setChildren(nav, gameNav(context.say, game, 'scene'));
    if (paper === null) {
      setChildren(words, h('p', { attrs: { role: 'alert' } }, context.say('web.error.server')));
      return;
    }
    title = paper.title;
    setText(head, title);
    document.title = pageTitle();
    const drawn = new Map(paper.diagrams.map((diagram) => [diagram.id, diagram]));
    steps = [];
    for (const block of paper.blocks) {
      const last = steps[steps.length - 1];
      if (block.block === 'heading') steps.push({ title: inlines(block.content, game), words: [], drawn: /** @type {any} */ (null), caption: [] });
      else if (last && block.block === 'diagram') Object.assign(last, { drawn: drawn.get(block.id), caption: inlines(block.caption, game) });
      else last?.words.push(blockElement(block, game, () => h('p')));
    }
    setChildren(acts, back, next, roll, play, undo, open);
    const thrown = steps.findIndex((one) => isThrown(one.drawn));
    if (thrown >= 0 && visitor === null) {
      thrownAt = thrown;
      visitor = createScenePlay(context, steps[thrown].drawn, { onChange: () => isVisitors() && show(), onReasons: refuse });
    } else void visitor?.again();
    step();
  }

  /** @param {number} number */
  function go(number) {
    at = Math.max(0, Math.min(steps.length - 1, number));
    step();
    heading.focus({ preventScroll: true });
  }

  function step() {
    const now = steps[at];
    if (now === undefined) return;
    setText(count, context.say('learn.scene.step', { step: at + 1, steps: steps.length }));
    setChildren(heading, ...now.title);
    setChildren(words, ...now.words);
    setChildren(caption, ...now.caption);
    label(back, 'learn.scene.back');
    label(next, 'learn.scene.next');
    setText(open, context.say('learn.figure.open'));
    label(roll, 'learn.scene.throw');
    label(undo, 'learn.scene.undo');
    setIdle(back, at === 0);
    setIdle(next, at === steps.length - 1);
    [other, asked] = [null, null];
    throws?.clear();
    showWays(now.drawn);
    if (throws) throws.element.hidden = at < steps.length - 1;
    if (at === steps.length - 1) throws?.start();
    setChildren(note);
    isPlayed = false;
    told = null;
    setAttr(host, 'inert', !isVisitors());
    // What the words tell has happened.
    if (isVisitors() && at !== thrownAt && visitor?.isThrown() === false) void visitor.throwDice();
    show();
  }

  /** What can be done with a board: its turn shown, and the way to the study. @param {Drawn} drawn */
  function showWays(drawn) {
    play.hidden = !drawn.after;
    void studyAddress(drawn).then((address) => drawn === (other ?? steps[at]?.drawn) && open.setAttribute('href', address));
  }

  /** The best turn of a throw, on the board of the story. @param {import('../study/types.js').RollChance} found */
  async function showThrow({ roll, best }) {
    const digits = digitsOf(roll);
    asked = digits;
    // With nothing to be played the turn is its throw alone.
    const turn = best !== null && 'text' in best ? best.text : `${digits}: -`;
    const node = { ruleset: 'game:tavli', start: ZENO, first: null };
    try {
      const [before, after] = await Promise.all([context.api.look({ ...node, turns: [], roll: digits, steps: [] }), context.api.look({ ...node, turns: [turn] })]);
      if (isEnded || asked !== digits || !before.view || !after.view) return;
      other = {
        id: digits, ...node, turns: [turn], instead: null, marks: [], arrows: best === null ? [] : boardFamilyOf(before.view).hintArrows(best, 'light'),
        before: { view: before.view, lines: before.lines }, after: { view: after.view, lines: after.lines },
      };
      const text = best === null ? context.say('web.moves.none') : context.say('learn.throws.best', { turn: familyOf(before.view).hintText(context.say, best) });
      setText(caption, text);
      isPlayed = false;
      showWays(other);
      show();
      context.announce(text);
      host.scrollIntoView({ block: 'nearest' });
    } catch {
      if (!isEnded && asked === digits) context.toast(context.say('web.error.server'));
    }
  }

  /** Whether the board is the visitor's: from the throw on, until the story shows another position. */
  function isVisitors() {
    if (visitor === null || thrownAt === null) return false;
    return at >= thrownAt && steps[at].drawn.start === steps[thrownAt].drawn.start;
  }

  function throwDice() {
    void visitor?.throwDice();
    board.focus();
  }

  function playOrTakeBack() {
    const { after } = other ?? steps[at].drawn;
    if (!isVisitors()) {
      isPlayed = !isPlayed;
      show();
    } else if (visitor?.isPlayed()) void visitor.throwDice();
    else void visitor?.playRest(after?.lines.flatMap((line) => ('steps' in line ? line.steps : [])) ?? []);
  }

  /** Why something cannot be played. @param {import('./scene-play.js').Reason[]} reasons */
  function refuse(reasons) {
    board.refuse('');
    setChildren(note, reasons.map(({ dice, text, rule }) => h('li', null, dice.map((die) => h('b', { class: 'scene-die' }, die)), cited(context, text, rule))));
    context.announce(reasons.map(({ dice, text }) => (dice.length === 0 ? text : `${dice.join(', ')}. ${text}`)).join(' '));
  }

  function show() {
    const now = steps[at];
    if (now === undefined) return;
    const isOwn = isVisitors();
    if (isOwn) showVisitors(now.drawn);
    else showDiagram(other ?? now.drawn);
    const mayThrow = isOwn && visitor?.isThrown() === false;
    roll.hidden = !mayThrow;
    undo.hidden = !isOwn || visitor?.hasSteps() !== true;
    next.classList.toggle('button-primary', at < steps.length - 1 && !mayThrow);
    label(play, isPlayed ? 'learn.figure.back' : 'learn.figure.play');
  }

  /** @param {Drawn} drawn */
  function showDiagram(drawn) {
    const { before, after } = drawn;
    const scene = { ...(isPlayed && after ? after : before), look: null };
    board.set({ scene, shapes: isPlayed ? [] : shapesOf(drawn) });
    setText(said, describe(context.say, scene).join(' '));
  }

  /** @param {Drawn} drawn */
  function showVisitors(drawn) {
    const answer = visitor?.answer();
    if (!visitor || !answer?.view) return;
    isPlayed = visitor.isPlayed();
    // The story ends the turn.
    const view = { ...answer.view, may: answer.view.may.filter((command) => command !== 'confirm') };
    const scene = { view, lines: answer.lines, look: null };
    board.set({ scene, shapes: visitor.hasSteps() ? [] : shapesOf(drawn) });
    setText(said, '');
    const news = told === null ? [] : announce(context.say, told, scene);
    told = scene;
    if (isPlayed) news.push(context.say('learn.scene.only'));
    setChildren(note, isPlayed && h('li', null, context.say('learn.scene.only')));
    if (news.length > 0) context.announce(news.join(' '));
  }

  const pageTitle = () => (title === '' ? 'Tablen' : `${title} · Tablen`);
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || /** @type {Element} */ (event.target).closest('input, select, textarea, .scene-board')) return;
    if (event.key === 'ArrowRight') go(at + 1);
    else if (event.key === 'ArrowLeft') go(at - 1);
  };
  document.addEventListener('keydown', onKey);
  void load();
  return {
    element,
    title: pageTitle,
    relabel() {
      throws?.relabel();
      void load();
    },
    end() {
      isEnded = true;
      document.removeEventListener('keydown', onKey);
      throws?.end();
      visitor?.end();
      board.destroy();
    },
  };
}
