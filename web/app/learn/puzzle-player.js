// @ts-check
// Puzzles of a game one after another: the board with a position, what is asked, and whether what was played is right.

import { Board } from '../../board/index.js';
import { boardSettings, onBoardSettings } from '../board-settings.js';
import { h, iconButton, setAttr, setChildren, setText, tileButton } from '../dom.js';
import { failureText, refusalOf } from '../failure-text.js';
import { gameOf } from '../games.js';
import { createReason } from '../reason.js';
import { arrowsFor } from '../study/lines.js';
import { hashOfStudy } from '../study/link.js';
import { digitsOf } from '../study/rolls.js';
import { createSession } from '../study/session.js';
import { ROOT, emptyTree } from '../study/tree.js';
import { createFilters } from './puzzle-filters.js';
import { createProgress } from './puzzle-progress.js';
import { thoughtAbout } from './puzzle-refutation.js';
import { BANDS, answerTo, chosen, dailyOf, dateOf, isOfLines, nextOf, puzzlesOf } from './puzzle-set.js';
import { aboutText, refutedText, solvedText, taskText } from './puzzle-texts.js';
import { THEMES } from './puzzle-words.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./puzzle-set.js').Puzzle} Puzzle */
/** @typedef {import('../../board/types.js').Command} Command */
/** @typedef {import('../../board/types.js').Shape} Shape */
/** @typedef {'loading' | 'ask' | 'reply' | 'wrong' | 'solved' | 'shown'} Stage */

/** So long a reply is waited for, as if somebody thought. */
const REPLY_WAIT = 450;
/** Between the moves of a solution that is shown. */
const SHOW_WAIT = 800;

/**
 * @param {Context} context
 * @param {import('./route.js').LearnRoute & { game: import('./route.js').Book }} route
 * @returns {import('../context.js').Page}
 */
export function createPuzzlePlayer(context, route) {
  const { game, asked } = route;
  const progress = createProgress();
  const isDaily = asked.has('daily');
  const today = dateOf(new Date());
  const choice = {
    theme: asked.get('theme'),
    band: BANDS.find((band) => band === asked.get('difficulty')) ?? null,
  };
  /** @type {Puzzle[]} */
  let all = [];
  /** @type {Puzzle | null} */
  let puzzle = null;
  /** @type {Stage} */
  let stage = 'loading';
  /** Whether it was solved so far without help or mistake. */
  let isClean = true;
  /** The moves of both sides so far, as lines write them. @type {string[]} */
  let played = [];
  /** The nodes from which they were played; the last is where one stands. */
  let path = [ROOT];
  /** Where the best turn leads, where lines do not say it. @type {string | null} */
  let wanted = null;
  /** What the rules of a preset are called, as soon as the server has said it. @type {Map<string, string>} */
  let presets = new Map();
  /** What is said below the task. */
  let said = '';
  /** The node that was judged last. */
  let judged = ROOT;
  /** Nothing that was begun for another puzzle comes late. */
  let attempt = 0;
  let looking = new AbortController();

  const session = createSession(context, {
    onChange() {
      reason.clear();
      update();
    },
    onRefused(error) {
      const { text, rule } = refusalOf(context, error);
      if (stage === 'reply') setStage('ask');
      board.refuse('');
      reason.tell(text, rule);
    },
    onWhy: (text, rule) => reason.tell(text, rule),
  });

  const reason = createReason(context);
  const shownAs = () => ({ ...boardSettings(context), isFlipped: context.settings.get().flip });
  const host = h('div', { class: 'board-host' });
  const board = Board(host, {
    say: context.say, ...shownAs(),
    events: {
      command: play,
      why: (from, to) => void (stage === 'ask' && session.why(from, to)),
      touch: () => reason.clear(),
      tell: context.announce,
    },
  });
  const element = h('div', { class: 'puzzle', attrs: { 'data-game': game } });
  const heading = h('h1');
  const count = h('p', { class: 'puzzle-count' });
  const task = h('p', { class: 'puzzle-task' });
  const rules = h('p', { class: 'puzzle-about' });
  const verdict = h('div', { class: 'puzzle-verdict', attrs: { role: 'status', 'aria-live': 'polite' } });
  const buttons = h('div', { class: 'puzzle-buttons' });
  const streak = h('p', { class: 'puzzle-streak' });
  /** Another choice begins with the first that fits. */
  const filters = createFilters(choice, () => void start(nextOf(chosen(all, choice), null, progress.isSolved)));

  const view = () => session.answer()?.view ?? null;
  /** The side that is to solve it. @type {import('../../protocol.js').Colour} */
  let own = 'light';

  /** @param {Stage} next @param {string} [text] */
  function setStage(next, text = '') {
    stage = next;
    said = text;
    update();
  }

  /** @param {Puzzle | null} next */
  async function start(next) {
    attempt += 1;
    const mine = attempt;
    looking.abort();
    puzzle = next;
    [played, path, isClean, judged, wanted] = [[], [ROOT], true, ROOT, null];
    board.set({ shapes: [] });
    setStage('loading');
    if (next === null) return;
    if (!isDaily) history.replaceState(null, '', `${location.pathname}?${addressOf(next.id)}`);
    const preset = isOfLines(next) ? next.rules : '';
    const study = { ruleset: gameOf(game).rules(preset), start: next.position, first: null, tree: emptyTree(), current: ROOT };
    await session.load(study);
    const shown = view();
    if (mine !== attempt || shown === null) return;
    own = shown.to_act === null ? 'light' : shown.seats[shown.to_act].colour;
    if (!isOfLines(next)) {
      await session.throwDice(digitsOf(next.best.slice(0, next.best.indexOf(':'))));
      const after = await context.api.look({ ruleset: study.ruleset, start: study.start, first: null, turns: [next.best] });
      if (mine !== attempt) return;
      wanted = after.position ?? null;
    }
    setStage('ask');
  }

  /** @param {string} id */
  function addressOf(id) {
    const query = new URLSearchParams({ id });
    if (choice.theme !== null) query.set('theme', choice.theme);
    if (choice.band !== null) query.set('difficulty', choice.band);
    return query;
  }

  /** What was played on the board. @param {Command} command */
  function play(command) {
    // The throw is given, and so are the other side's moves.
    if (stage !== 'ask' || command.command === 'roll') return board.refuse('');
    void session.play(command);
  }

  /** Whether a turn has been played that is to be judged. */
  function judge() {
    const { current } = session.study();
    if (stage !== 'ask' || puzzle === null || !session.isCurrent() || current === judged || current === path[path.length - 1]) return;
    judged = current;
    const answer = session.answer();
    const last = answer?.lines[answer.lines.length - 1];
    if (!answer?.view || last === undefined) return;
    const { view: shown } = answer;
    const isWon = shown.phase === 'over' && Boolean(shown.winner && shown.seats[shown.winner].colour === own);
    if (!isOfLines(puzzle)) return isWon || answer.position === wanted ? solved() : wrong();
    const now = [...played, lineMove(last.text)];
    const reply = answerTo(puzzle, now);
    if (isWon) return solved();
    if (reply === false) return wrong();
    played = now;
    path = [...path, current];
    if (reply === null) return solved();
    void answerWith(reply, REPLY_WAIT);
  }

  /** The way of a move, without what it takes and announces. @param {string} text */
  const lineMove = (text) => /^[A-Z]+\d+-[A-Z]+\d+/.exec(text)?.[0] ?? text;

  /** @param {string} reply @param {number} wait */
  async function answerWith(reply, wait) {
    const mine = attempt;
    setStage('reply', context.say('puzzles.right'));
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (mine !== attempt) return;
    await session.playTurn(reply);
    if (mine !== attempt) return;
    played = [...played, reply];
    const { current } = session.study();
    path = [...path, current];
    judged = current;
    setStage('ask', context.say('puzzles.go-on'));
  }

  function solved() {
    if (puzzle === null) return;
    progress.solve(puzzle.id, isClean);
    if (isDaily) progress.solveDaily(today, game);
    setStage('solved', solvedText(context.say, puzzle));
    next.focus({ preventScroll: true });
  }

  function wrong() {
    isClean = false;
    progress.fail();
    setStage('wrong', context.say('puzzles.wrong'));
    again.focus({ preventScroll: true });
    void refute();
  }

  /** What the server answers to a wrong turn. */
  async function refute() {
    const mine = attempt;
    looking.abort();
    looking = new AbortController();
    const { signal } = looking;
    const shown = view();
    if (puzzle === null || shown === null || shown.phase === 'over') return;
    const thought = await thoughtAbout(context, session.request(), signal);
    if (signal.aborted || mine !== attempt || stage !== 'wrong' || thought === null) return;
    said = refutedText(context.say, puzzle, thought, own) ?? said;
    if (thought.type === 'lines') board.set({ shapes: arrowsFor(shown, thought.lines, null).map((shape) => ({ ...shape, brush: 'red' })) });
    update();
  }

  function tryAgain() {
    looking.abort();
    const at = path[path.length - 1];
    const mine = attempt;
    judged = at;
    board.set({ shapes: [] });
    void session.go(at).then(async () => {
      if (mine !== attempt || puzzle === null) return;
      if (!isOfLines(puzzle)) await session.throwDice(digitsOf(puzzle.best.slice(0, puzzle.best.indexOf(':'))));
      setStage('ask');
      board.focus();
    });
  }

  /** The piece to move, or what the turn is about. */
  function hint() {
    if (puzzle === null || stage !== 'ask') return;
    isClean = false;
    progress.fail();
    if (isOfLines(puzzle)) {
      const move = answerTo(puzzle, played);
      const at = typeof move === 'string' ? move.split('-')[0] : '';
      board.set({ shapes: [{ kind: 'circle', at, brush: 'green' }] });
      said = context.say('puzzles.hint.piece', { cell: at });
    } else {
      said = context.say(THEMES[puzzle.theme]?.hint ?? 'puzzles.hint.quiet');
    }
    update();
  }

  async function showSolution() {
    if (puzzle === null || stage === 'loading') return;
    isClean = false;
    progress.fail();
    attempt += 1;
    const mine = attempt;
    looking.abort();
    board.set({ shapes: [] });
    setStage('shown', context.say('puzzles.shown'));
    if (!isOfLines(puzzle)) {
      await session.go(ROOT);
      await session.playTurn(puzzle.best);
      if (mine === attempt) setStage('shown', solvedText(context.say, puzzle));
      return;
    }
    await session.go(path[path.length - 1]);
    for (let move = answerTo(puzzle, played); typeof move === 'string'; move = answerTo(puzzle, played)) {
      await new Promise((resolve) => setTimeout(resolve, SHOW_WAIT));
      if (mine !== attempt) return;
      await session.playTurn(move);
      if (mine !== attempt) return;
      played = [...played, move];
      path = [...path, session.study().current];
    }
    setStage('shown', `${context.say('puzzles.shown')} ${puzzle.lines[0].replaceAll(' ', ' · ')}`);
  }

  const goNext = () => start(nextOf(chosen(all, choice), puzzle?.id ?? null, progress.isSolved));

  async function openStudy() {
    context.go(`/study${(await hashOfStudy(session.study())) ?? ''}`);
  }

  /** @type {HTMLButtonElement} */
  let next;
  /** @type {HTMLButtonElement} */
  let again;
  /** @type {{ hint: HTMLElement, solution: HTMLElement, confirm: HTMLElement, undo: HTMLElement, study: HTMLElement, other: HTMLElement }} */
  let acts;

  function build() {
    const { say } = context;
    next = h('button', { class: 'button button-primary', attrs: { type: 'button' }, on: { click: () => void goNext() } }, say('puzzles.next'));
    again = h('button', { class: 'button button-primary', attrs: { type: 'button' }, on: { click: tryAgain } }, say('puzzles.again'));
    acts = {
      confirm: iconButton('check', say('puzzles.confirm'), () => play({ command: 'confirm' }), { isLabelShown: true, class: 'button-primary' }),
      undo: iconButton('back', say('puzzles.undo'), () => play({ command: 'undo-step' }), { isLabelShown: true }),
      hint: tileButton('hint', say('puzzles.hint'), hint),
      solution: tileButton('eye', say('puzzles.solution'), () => void showSolution()),
      study: tileButton('study', say('puzzles.study'), () => void openStudy()),
      other: tileButton('next', say('puzzles.skip'), () => void goNext()),
    };
    setChildren(buttons, again, next, acts.confirm, acts.undo);
    setChildren(
      element,
      h('div', { class: 'puzzle-board' }, host, reason.element),
      h(
        'div',
        { class: 'puzzle-side' },
        h('nav', { class: 'puzzle-back' }, h('a', { attrs: { href: '/puzzles' } }, say('puzzles.all'))),
        heading, count, task, verdict, buttons,
        h('div', { class: 'puzzle-acts', attrs: { role: 'group', 'aria-label': say('web.actions') } }, acts.hint, acts.solution, acts.study, acts.other),
        streak, rules, !isDaily && filters.element,
      ),
    );
    board.set({ say });
    filters.show(context.say, all);
  }

  function update() {
    if (!acts) return;
    const { say } = context;
    const answer = session.answer();
    const shown = view();
    const isOver = stage === 'solved' || stage === 'shown';
    setText(heading, isDaily ? say('puzzles.daily.of', { game: say(gameOf(game).title) }) : say('puzzles.of', { game: say(gameOf(game).title) }));
    // Nobody is invited to what would be refused.
    const seen = shown !== null && stage !== 'ask' ? { ...shown, acts_for: null, may: [] } : shown;
    if (answer !== null && seen !== null && session.isCurrent()) board.set({ scene: { view: seen, lines: answer.lines, look: null } });
    element.dataset['stage'] = stage;
    setText(task, puzzle === null || stage === 'loading' ? (all.length === 0 ? say('web.loading') : say('puzzles.none')) : taskText(say, game, puzzle, own));
    setText(verdict, said);
    const list = chosen(all, choice);
    const solvedCount = list.filter(({ id }) => progress.isSolved(id)).length;
    setText(count, isDaily ? say('puzzles.daily.date', { date: today }) : say('puzzles.solved-of', { solved: solvedCount, all: list.length }));
    const { streak: now, best } = progress.get();
    setText(streak, say('puzzles.streak', { streak: now, best }));
    setText(rules, puzzle === null || stage === 'loading' ? '' : aboutText(say, puzzle, presets, isOver));
    const may = (/** @type {string} */ what) => stage === 'ask' && shown !== null && session.isCurrent() && shown.may.some((ask) => ask === what);
    again.hidden = stage !== 'wrong';
    next.hidden = !isOver || isDaily;
    acts.confirm.hidden = !may('confirm');
    acts.undo.hidden = !may('undo-step');
    for (const act of [acts.hint, acts.solution]) setAttr(act, 'aria-disabled', isOver || stage === 'loading' ? 'true' : null);
    setAttr(acts.hint, 'aria-disabled', stage === 'ask' ? null : 'true');
    acts.other.hidden = isDaily;
    document.title = title();
    judge();
  }

  async function open() {
    try {
      all = await puzzlesOf(game);
    } catch (error) {
      setText(task, failureText(context, error));
      return;
    }
    filters.show(context.say, all);
    const named = all.find(({ id }) => id === asked.get('id'));
    await start(isDaily ? dailyOf(all, today) : (named ?? nextOf(chosen(all, choice), null, progress.isSolved)));
  }

  /** Names of rules; without them the puzzles are the same. */
  async function namePresets() {
    const { games } = await context.api.games().catch(() => ({ games: [] }));
    presets = new Map(games.flatMap((one) => one.presets.map((preset) => /** @type {[string, string]} */ ([preset.name, preset.title]))));
    update();
  }

  const title = () => `${context.say('puzzles.of', { game: context.say(gameOf(game).title) })} · Tablen`;
  const stopSettings = onBoardSettings(context, () => board.set(shownAs()));

  build();
  update();
  void open();
  void namePresets();
  return {
    element,
    title,
    relabel() {
      build();
      void session.again();
      void namePresets();
      said = '';
      update();
    },
    end() {
      attempt += 1;
      looking.abort();
      stopSettings();
      session.end();
      board.destroy();
    },
  };
}
