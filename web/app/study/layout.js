// @ts-check
// The parts of the study and where they stand: the board with its bar, and beside it what can be chosen one at a time where there is little room.

import { Board } from '../../board/index.js';
import { followBoard } from '../board-room.js';
import { h, setChildren, tileButton } from '../dom.js';
import { createDrawing } from '../drawing.js';
import { createReason } from '../reason.js';
import { listenToWheel } from '../table-keys.js';
import { createEditor } from './editor.js';
import { createGameChoice } from './game-choice.js';
import { createGraph } from './graph.js';
import { createBar, createLines } from './lines.js';
import { createStudyMoves } from './moves.js';
import { createNumbers } from './numbers.js';
import { createRetry } from './retry.js';
import { createRolls } from './rolls.js';
import { studyFrom } from './source.js';
import { createTabs } from './tabs.js';
import { createTurningPoints, createVerdict } from './verdict.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./types.js').JudgedTurn} JudgedTurn */
/** @typedef {import('../../protocol.js').Colour} Colour */
/**
 * What the page does when something is clicked.
 * @typedef {object} Doing
 * @property {() => void} flip
 * @property {() => void} share
 * @property {() => void} openEditor
 * @property {() => void} closeEditor
 * @property {(side?: Colour) => void} playFromHere for the side whose turn it is, if no other is named
 * @property {(start: string, side: Colour) => void} openPlay
 * @property {(judged: JudgedTurn) => void} showBetter
 * @property {(judged: JudgedTurn) => void} retry
 * @property {(turn: number) => void} goToTurn
 * @property {() => void} startReport
 * @property {(line: number | null) => void} point
 * @property {(shapes: readonly import('../../board/types.js').Shape[]) => void} draw keeps what was drawn at the turn one stands at
 * @property {() => void} update
 * @property {(turns: number) => void} step through the turns
 */

/**
 * @param {Context} context
 * @param {object} given
 * @param {HTMLElement} given.element
 * @param {import('./session.js').Session} given.session
 * @param {import('./engine.js').Engine} given.engine
 * @param {import('./exchange.js').Exchange} given.exchange
 * @param {import('./kept-studies.js').KeptStudies} given.kept
 * @param {Partial<import('../../board/types.js').Config>} given.settings
 * @param {Doing} given.doing
 * @param {AbortSignal} given.signal ends the listening
 */
export function createStudyParts(context, { element, session, engine, exchange, kept, settings, doing, signal }) {
  const { say } = context;
  const host = h('div', { class: 'board-host' });
  const board = Board(host, {
    say, ...settings,
    // Who plays by mouse goes through the variations by all four arrows.
    walksAfterClick: false,
    strokes: [],
    events: {
      command: (command) => void session.play(command),
      why: (from, to) => void session.why(from, to),
      touch: () => made.reason.clear(),
      draw: doing.draw,
      tell: context.announce,
      cell: (at) => made.editor.cell(at),
      drop: (from, to, kind) => made.editor.drop(from, to, kind),
    },
  });
  const heading = h('h1');
  const players = h('p', { class: 'study-players' });
  const rounds = h('div', { class: 'moves-rounds', attrs: { role: 'group', 'aria-label': say('web.moves.rounds') } });
  const actions = h(
    'div',
    { class: 'study-actions', attrs: { role: 'group', 'aria-label': say('web.actions') } },
    tileButton('flip', say('web.act.flip'), doing.flip),
    tileButton('edit', say('web.draw'), () => made.drawing.toggle()),
    tileButton('place', say('studies.editor'), doing.openEditor),
    tileButton('play', say('studies.play'), () => doing.playFromHere()),
    tileButton('share', say('studies.share'), doing.share),
    tileButton('open', say('studies.import'), exchange.openImport),
  );
  const made = {
    host, board, heading, players, rounds,
    games: createGameChoice(context),
    bar: createBar(context),
    lines: createLines(context, engine, {
      follow: (turns) => void session.playLine(turns),
      point: doing.point,
      update: doing.update,
    }),
    moves: createStudyMoves(context, session, kept),
    rolls: createRolls(context, { choose: (roll) => void session.throwDice(roll), random: () => void session.play({ command: 'roll' }) }),
    verdict: createVerdict(context, doing),
    graph: createGraph(context, doing.goToTurn),
    points: createTurningPoints(context, { start: doing.startReport, go: doing.goToTurn, retry: doing.retry }),
    numbers: createNumbers(context),
    retry: createRetry(context, session, { onChange: doing.update, showBetter: doing.showBetter, playOn: doing.playFromHere }),
    editor: createEditor(context, {
      board: () => board,
      analyse: (start) => void exchange.open(studyFrom(session.study().ruleset, start)),
      play: doing.openPlay,
      share: (start) => void exchange.share({ study: studyFrom(session.study().ruleset, start), position: start }),
      close: doing.closeEditor,
    }),
    drawing: createDrawing(context, () => board, () => doing.draw([])),
    reason: createReason(context),
    wait: h('p', { class: 'study-wait about', attrs: { role: 'status' } }),
    leave: followBoard(element, host),
  };
  listenToWheel(host, doing.step, signal);
  const tabs = createTabs(context, element, {
    engine: [made.lines.element, made.rolls.element],
    moves: [made.verdict.element, made.moves.element],
    numbers: [made.points.progress, made.graph.element, made.points.element, made.numbers.element],
  }, signal);
  setChildren(
    element,
    made.bar.element,
    h('div', { class: 'study-board' }, host, made.wait, made.reason.element),
    h(
      'div',
      { class: 'study-side' },
      h('div', { class: 'study-title' }, h('div', null, heading, players), actions),
      made.games.element,
      rounds,
      tabs.list,
      made.retry.element,
      tabs.engine,
      tabs.moves,
      tabs.numbers,
      made.editor.element,
    ),
    made.drawing.element,
  );
  return made;
}

/** @typedef {ReturnType<typeof createStudyParts>} StudyParts */
