// @ts-check
// Lessons of a game: small steps on a board, each with a goal, and a first own game at the end.

import { Board, announce, lastTurn } from '../../board/index.js';
import { familyOf } from '../../board/families/index.js';
import { boardPage } from '../board-page.js';
import { boardSettings } from '../board-settings.js';
import { h, icon, iconButton, setAttr, setChildren, setText } from '../dom.js';
import { failureText, refusalOf } from '../failure-text.js';
import { fileAddress } from '../file-address.js';
import { HOME_GAMES, gameOf } from '../games.js';
import { cited, rich } from '../glossary.js';
import { missingPanel } from '../missing-panel.js';
import { openTable } from '../open-table.js';
import { quickTable } from '../table-request.js';
import { createLessonPlay } from './lesson-play.js';
import { createProgress } from './lesson-progress.js';
import { learnPath } from './route.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./lesson-play.js').Course} Course */
/** @typedef {import('./lesson-play.js').LessonPlay} LessonPlay */
/** @typedef {import('../../protocol.js').View} View */

/** A text as it is read out: terms are plain words there. @param {string} text */
const plain = (text) => text.replace(/\[[^\]|]+\|([^\]]+)\]/g, '$1');

/** The board as it is: nobody is to move on it. @param {View} view @returns {View} */
const still = (view) => ({ ...view, acts_for: null, may: [] });

/**
 * @param {Context} context
 * @param {import('./route.js').LearnRoute} route
 * @returns {import('../context.js').Page}
 */
export function createPage(context, route) {
  const game = route.game ?? 'tablut';
  const progress = createProgress();
  const element = h('article', { class: 'lesson-page', attrs: { 'data-game': game } });
  /** @type {Course | null} */
  let course = null;
  /** The step that is open, from 0. */
  let at = 0;
  /** @type {LessonPlay | null} */
  let play = null;
  /** @type {ReturnType<typeof createParts> | null} */
  let parts = null;
  let isEnded = false;
  let isOpening = false;
  /** What was told last, so that nothing is told twice. @type {{ key: string, scene: import('../../board/types.js').Scene, number: number } | null} */
  let told = null;

  const { settings } = context;
  /** @param {string} part @param {import('../texts.js').Values} [values] */
  const sayOf = (part, values) => context.say(`lessons.${game}.${course?.steps[at]?.id}.${part}`, values);
  /** The goal of the task, or what is said when it was missed; tasks after the first have their own. @param {'goal' | 'miss'} part */
  const sayOfTask = (part) => sayOf(play !== null && play.number() > 0 ? `${part}-${play.number() + 1}` : part);
  const titleOf = (/** @type {string} */ id) => context.say(`lessons.${game}.${id}.title`);
  const gameTitle = () => context.say(gameOf(game).title);
  const isDone = () => play?.status() === 'done';

  function createParts() {
    const { say } = context;
    const host = h('div', { class: 'board-host' });
    const board = Board(host, {
      say, ...boardSettings(context),
      events: {
        command: (command) => void play?.play(command),
        why,
        tell: context.announce,
        touch: () => note(''),
      },
    });
    const dots = h('ol', { class: 'lesson-dots' });
    const made = {
      host, board,
      step: h('p', { class: 'lesson-count' }),
      heading: h('h1'),
      dots,
      steps: h('nav', null, dots),
      text: h('p', { class: 'lesson-text' }),
      goal: h('p', { class: 'lesson-goal' }),
      verdict: h('p', { class: 'lesson-verdict' }),
      note: h('p', { class: 'lesson-note' }),
      hint: iconButton('hint', say('lessons.hint'), showHint, { isLabelShown: true }),
      undo: iconButton('back', say('lessons.undo'), () => void play?.play({ command: 'undo-step' }), { isLabelShown: true }),
      again: iconButton('again', say('lessons.again'), again, { isLabelShown: true }),
      next: iconButton('next', say('lessons.next'), () => open(at + 1, true), { isLabelShown: true, class: 'button-primary button-large lesson-next' }),
      start: iconButton('play', say('lessons.play'), () => void startGame(), { isLabelShown: true, class: 'button-primary button-large lesson-next' }),
      more: h(
        'nav',
        { class: 'lesson-more', attrs: { 'aria-label': say('learn.title') } },
        h('a', { attrs: { href: learnPath(game) } }, say('lessons.book')),
        HOME_GAMES.filter((other) => other !== game).map((other) => h('a', { attrs: { href: learnPath(other, 'lessons') } }, say('lessons.other', { game: say(gameOf(other).title) }))),
      ),
    };
    setChildren(
      element,
      h('div', { class: 'lesson-board' }, host),
      h(
        'section',
        { class: 'lesson-side' },
        h('div', { class: 'lesson-head' }, h('p', null, h('a', { class: 'lesson-game', attrs: { href: learnPath(game) } }, gameTitle()), ` · ${say('lessons.title')}`), made.step),
        made.steps,
        made.heading,
        made.text,
        h('div', { class: 'lesson-task' }, h('h2', null, say('lessons.goal')), made.goal, made.verdict),
        made.note,
        h('div', { class: 'lesson-actions' }, made.next, made.start, made.hint, made.undo, made.again),
        made.more,
      ),
    );
    return made;
  }

  /** Words that stay beside the board until something is done. @param {string} text @param {string | null} [rule] the one that says so */
  function note(text, rule = null) {
    if (parts) setChildren(parts.note, cited(context, text, rule));
  }

  /** A man was put where it cannot go. @param {string} from @param {string | null} to */
  function why(from, to) {
    const view = play?.answer()?.view;
    if (!view?.board || play?.status() !== 'play') return;
    if (view.board.kind === 'tafl') {
      if (to !== null) void play.why(`${from}-${to}`);
      return;
    }
    const { face } = familyOf(view).words;
    refuse(view.board.faces.map((one) => face?.(context.say, one) ?? '').filter((text) => text !== '').join(' '));
  }

  /** @param {string} text @param {string | null} [rule] */
  function refuse(text, rule) {
    parts?.board.refuse('');
    note(text, rule);
    if (text !== '') context.announce(text);
  }

  function again() {
    note('');
    void play?.again();
    parts?.board.focus();
  }

  /** An arrow, and its words for those who do not see it. */
  function showHint() {
    const view = play?.answer()?.view;
    const task = play?.task();
    if (!play || !task || !view?.board || play.status() !== 'play') return;
    let text;
    if (view.board.kind === 'tafl') {
      const [from, to] = task.solution[0].split('-');
      text = context.say('lessons.hint.move', { from, to });
      parts?.board.set({ hint: /** @type {any} */ ({ from, to }) });
    } else if (view.board.roll === null) {
      text = context.say('lessons.hint.throw');
    } else {
      const steps = play.nextSteps();
      // Something else was played: from here the way does not lead there.
      if (steps.length === 0) return again();
      const sentence = familyOf(view).words.stepsSentence(context.say, steps);
      text = `${sentence.charAt(0).toLocaleUpperCase(context.lang())}${sentence.slice(1)}.`;
      parts?.board.set({ hint: /** @type {any} */ ({ roll: view.board.roll, steps }) });
    }
    note(text);
    context.announce(text);
  }

  async function startGame() {
    const lesson = course?.steps[at];
    if (isOpening || lesson?.level === undefined) return;
    isOpening = true;
    try {
      const path = await openTable(context, { ...quickTable(settings.get(), game), opponent: { computer: lesson.level } });
      keepDone(lesson.id);
      if (!isEnded) context.go(path);
    } catch (error) {
      context.toast(failureText(context, error));
    }
    isOpening = false;
  }

  /** @param {string} id */
  function keepDone(id) {
    const { done } = progress.of(game);
    if (!done.includes(id)) progress.keep(game, { done: [...done, id] });
  }

  /** Opens a step. @param {number} index @param {boolean} [isMoved] whether somebody came here from another step */
  function open(index, isMoved = false) {
    const lesson = course?.steps[index];
    if (!course || !lesson) return;
    play?.end();
    at = index;
    told = null;
    note('');
    progress.keep(game, { at: lesson.id, count: course.steps.length });
    history.replaceState(history.state, '', `#${lesson.id}`);
    play = createLessonPlay({
      api: context.api, ruleset: course.ruleset, lesson,
      onChange: update,
      onRefused(error) {
        const { text, rule } = refusalOf(context, error);
        refuse(text, rule);
      },
    });
    void play.begin();
    update();
    if (isMoved) {
      // On a narrow screen one has come from below the board.
      scrollTo({ top: 0 });
      parts?.board.focus();
    }
  }

  function update() {
    if (!course || isEnded) return;
    parts ??= createParts();
    const { say } = context;
    const lesson = course.steps[at];
    const status = play?.status() ?? 'loading';
    const { done } = progress.of(game);
    if (isDone() && !done.includes(lesson.id)) keepDone(lesson.id);
    const isGame = lesson.level !== undefined;
    setAttr(element, 'data-status', status);
    setAttr(element, 'data-own-game', isGame);
    setAttr(element, 'data-task', play?.number() ?? 0);
    setAttr(element, 'data-played', play?.played() ?? '');
    setText(parts.step, say('lessons.step', { step: at + 1, count: course.steps.length }));
    setText(parts.heading, titleOf(lesson.id));
    showDots();
    setChildren(parts.text, ...rich(context, sayOf('text')));
    setText(parts.goal, sayOfTask('goal'));
    showVerdict(status);
    parts.next.hidden = status !== 'done';
    parts.start.hidden = parts.more.hidden = !isGame;
    parts.hint.hidden = isGame || status === 'done' || status === 'miss';
    const hasSteps = play?.answer()?.view?.board?.kind === 'tavli' && play.isBegun();
    parts.undo.hidden = !hasSteps || status === 'done';
    parts.again.hidden = isGame || !(status === 'miss' || status === 'done' || hasSteps);
    parts.again.classList.toggle('button-primary', status === 'miss');
    showBoard(status);
    tell(status);
    if (status === 'done' && parts.host.contains(document.activeElement) && document.activeElement?.matches(':focus-visible')) parts.next.focus();
  }

  /** @param {import('./lesson-play.js').Status} status */
  function showVerdict(status) {
    if (!parts) return;
    const text = status === 'done' ? sayOf('done') : status === 'miss' ? sayOfTask('miss') : '';
    setAttr(parts.verdict, 'data-verdict', text === '' ? null : status);
    if (text === '') setChildren(parts.verdict);
    else if (parts.verdict.textContent !== text) setChildren(parts.verdict, icon(status === 'done' ? 'check' : 'again'), h('span', null, text));
  }

  /** @param {import('./lesson-play.js').Status} status */
  function showBoard(status) {
    const answer = play?.answer();
    if (!parts || !answer?.view) return;
    const isPlaying = status === 'play' && play?.task() !== null;
    const shapes = (isPlaying ? (play?.task()?.marks ?? []) : []).map((point) => ({ kind: /** @type {const} */ ('circle'), at: point, brush: /** @type {const} */ ('green') }));
    parts.board.set({ scene: { view: isPlaying ? answer.view : still(answer.view), lines: answer.lines, look: null }, shapes });
  }

  function showDots() {
    if (!parts || !course) return;
    const { steps } = course;
    const { done } = progress.of(game);
    setAttr(parts.steps, 'aria-label', `${context.say('lessons.steps')}, ${context.say('lessons.progress', { done: steps.filter(({ id }) => done.includes(id)).length, count: steps.length })}`);
    if (parts.dots.childElementCount !== steps.length) {
      setChildren(parts.dots, steps.map((_, index) => h('li', null, h('button', { class: 'lesson-dot', attrs: { type: 'button' }, on: { click: () => open(index, true) } }))));
    }
    [...parts.dots.querySelectorAll('button')].forEach((dot, index) => {
      const { id } = steps[index];
      const label = context.say(done.includes(id) ? 'lessons.dot.done' : 'lessons.dot', { step: index + 1, title: titleOf(id) });
      setAttr(dot, 'aria-label', label);
      setAttr(dot, 'title', label);
      setAttr(dot, 'aria-current', index === at ? 'step' : null);
      setAttr(dot, 'data-done', done.includes(id));
    });
  }

  /** What has come about, for those who listen: the task, what was played, and what became of it. @param {import('./lesson-play.js').Status} status */
  function tell(status) {
    const answer = play?.answer();
    if (status === 'loading' || !answer?.view || !play) return;
    const { view, lines } = answer;
    const scene = { view, lines, look: null };
    const key = JSON.stringify([play.number(), status, play.played(), view.board]);
    if (key === told?.key) return;
    const before = told;
    told = { key, scene, number: play.number() };
    const news = before === null ? [titleOf(course?.steps[at]?.id ?? ''), plain(sayOf('text'))] : [];
    // With dice a turn has steps, and each is told; otherwise it is the move that was played.
    if (before !== null && view.board?.kind === 'tavli') news.push(...announce(context.say, before.scene, scene));
    else if (before !== null && lines.length > before.scene.lines.length) news.push(lastTurn(context.say, scene));
    if (status === 'done') news.push(sayOf('done'));
    else if (status === 'miss') news.push(sayOfTask('miss'));
    else if (before === null || before.number !== play.number()) news.push(sayOfTask('goal'));
    context.announce(news.filter((text) => text !== '').join(' '));
  }

  async function load() {
    try {
      const answer = await fetch(fileAddress(`learn/${game}/lessons.json`));
      if (!answer.ok) throw new Error(`there are no lessons: ${answer.status}`);
      course = /** @type {Course} */ (await answer.json());
    } catch (error) {
      if (!isEnded) setChildren(element, missingPanel(context.say, context.say('lessons.of', { game: gameTitle() }), failureText(context, error)));
      return;
    }
    if (isEnded) return;
    // A link leads to its step; otherwise one goes on where one was.
    const wished = [route.hash.slice(1), progress.of(game).at].map((id) => course?.steps.findIndex((step) => step.id === id) ?? -1);
    open(wished.find((index) => index >= 0) ?? 0);
  }

  const title = () => `${context.say('lessons.of', { game: gameTitle() })} · Tablen`;
  void load();
  return boardPage(context, {
    element,
    title,
    board: () => parts?.board,
    shownAs: () => boardSettings(context),
    rebuild() {
      parts = null;
      note('');
      update();
    },
    end() {
      isEnded = true;
      play?.end();
    },
  });
}
