// @ts-check
// The parts of a table and where they stand: players above and below the board, what was played and what can be done beside it.

import { Board } from '../board/index.js';
import { createAfter } from './after-game.js';
import { followBoard } from './board-room.js';
import { h, setChildren } from './dom.js';
import { createDrawing } from './drawing.js';
import { createActions } from './game-actions.js';
import { goOnWhenSeen } from './go-on.js';
import { createMoves } from './move-list.js';
import { createNotice } from './notice.js';
import { createPlayer } from './player.js';
import { createResultCard } from './result-card.js';
import { studyPath } from './route.js';
import { createSheet } from './sheet.js';
import { late } from './late.js';
import { listenToWheel } from './table-keys.js';
import { createOverlay } from './table-overlay.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./move-list.js').Look} Look */
/**
 * What the page does when something is clicked.
 * @typedef {object} Doing
 * @property {() => void} flip
 * @property {() => void} share
 * @property {() => void} keys
 * @property {(look: Look) => void} lookAt
 * @property {(look: Look) => void} preview
 * @property {(moment: { round: number, turn: number }) => void} lookFurther
 * @property {() => void} putAside
 * @property {(turn: number) => void} replay
 * @property {() => void} cancel
 * @property {(move: import('../board/types.js').Arrow | null) => void} ahead
 */

/**
 * @param {Context} context
 * @param {object} given
 * @param {string} given.id
 * @param {HTMLElement} given.element
 * @param {import('./table-store.js').TableStore} given.store
 * @param {Partial<import('../board/types.js').Config>} given.settings
 * @param {Doing} given.doing
 * @param {AbortSignal} given.signal
 */
export function createTableParts(context, { id, element, store, settings, doing, signal }) {
  const { say } = context;
  const acting = {
    act: store.act,
    hint: store.askHint,
    say: store.speak,
    flip: doing.flip,
    share: doing.share,
    studyPath: studyPath(id),
    keys: doing.keys,
    sketch() {
      // It is drawn on the board, which the sheet would cover.
      sheet.close();
      made.drawing.toggle();
    },
    async dice() {
      const found = await late(context, Promise.all([import('./dice-dialog.js'), store.allEvents()]));
      if (found) found[0].openDiceDialog(context, { ...store.state(), events: found[1] }, context.promises.of(id));
    },
  };
  const host = h('div', { class: 'board-host' });
  const sheet = createSheet(context, element);
  const after = createAfter(context, acting);
  const board = Board(host, { say, ...settings, events: { command: store.play, why: store.askWhy, touch: store.forgetError, tell: context.announce, ahead: doing.ahead } });
  const moves = createMoves(context, doing.lookAt, doing.preview, doing.lookFurther);
  // Nobody writes a move before the table is there. What is written before this has come is kept for it.
  const typedPlace = h('div', { attrs: { hidden: '' } });
  /** @type {ReturnType<typeof import('./typed-move.js').createTypedMove> | null} */
  let typed = null;
  /** @type {string | null} */
  let begun = null;
  async function bringTyped() {
    const { createTypedMove, typedChoices } = await import('./typed-move.js');
    if (typed) return;
    typed = createTypedMove(context, { choices: () => typedChoices(say, board.state()), play: store.play });
    typedPlace.replaceWith(typed.element);
  }
  // Whoever writes a move will be told if it has not come.
  bringTyped().catch(() => {});
  const made = {
    host,
    after,
    board,
    sheet,
    moves,
    overlay: createOverlay(context, id, { join: store.join, cancel: doing.cancel }),
    heading: h('h1'),
    score: h('p', { class: 'score' }),
    far: createPlayer(context, 'far'),
    near: createPlayer(context, 'near'),
    notice: createNotice(context, store.act, () => doing.lookAt(null)),
    actions: createActions(context, acting),
    result: createResultCard(context, { goOn: () => doing.lookAt(null), close: doing.putAside, replay: doing.replay }, id, after.element),
    drawing: createDrawing(context, () => board),
    /** Begins a move with what has been typed of it. @param {string} text */
    type(text) {
      if (typed) {
        typed.open(text);
        return true;
      }
      begun = text;
      void late(context, bringTyped()).then(() => {
        if (begun) typed?.open(begun);
        begun = null;
      });
      return true;
    },
    /** Goes on with a move whose field is still on its way: tells whether a key was meant for it. @param {string} key */
    typeOn(key) {
      if (begun === null) return false;
      if (key === 'Escape') begun = null;
      else if (key === 'Backspace') begun = begun.slice(0, -1);
      else if (key === 'Enter') begun += '\n';
      else if (key.length === 1) begun += key;
      return true;
    },
    leave: followBoard(element, host),
  };
  goOnWhenSeen(host, { ...store, isMoving: () => board.stillIn() > 0, explain: board.explain });
  listenToWheel(host, moves.step, signal);
  setChildren(
    element,
    made.far.element,
    h('div', { class: 'table-main' }, h('div', { class: 'table-board' }, host, made.overlay.element, typedPlace), made.notice.element),
    made.near.element,
    h('div', { class: 'hand' }, made.actions.turn, made.result.element, sheet.handle),
    sheet.element,
    made.drawing.element,
  );
  setChildren(sheet.element, h('div', { class: 'table-title' }, made.heading, made.score), made.actions.rest, moves.element);
  return made;
}

/** @typedef {ReturnType<typeof createTableParts>} TableParts */
