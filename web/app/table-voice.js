// @ts-check
// What a table says to those who listen: what happened, what one looks at, what was chosen ahead.

import { announce, lastTurn } from '../board/index.js';
import { statusOf } from './status-texts.js';
import { inRound, linesOf, placeAmong } from './table-state.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./table-state.js').TableState} TableState */
/** @typedef {import('../board/types.js').Scene} Scene */

/** @param {Context} context */
export function createVoice(context) {
  /** What has been told. @type {Scene | null} */
  let announced = null;

  return {
    /** What has happened since it was told last. @param {TableState} state */
    change(state) {
      const { view } = state;
      if (view === null || view.board === null || announced?.view === view) return;
      const scene = { view, lines: linesOf(state, view.round), look: null };
      const finished = announced === null ? [] : linesOf(state, announced.view.round);
      for (const text of announce(context.say, announced, scene, finished)) context.announce(text);
      announced = scene;
    },
    /** The moment looked at, and what was played in it. @param {TableState} state @param {import('./move-list.js').Look} look */
    moment(state, look) {
      if (state.view === null) return;
      const { say } = context;
      if (look === null) return context.announce(statusOf(say, state.view).head);
      const { round, turn } = look;
      context.announce(turn === 0 ? say('web.look.start') : say('web.look', { turn }));
      const lines = linesOf(state, round);
      const place = placeAmong(lines, turn);
      if (place >= 0) context.announce(lastTurn(say, { view: inRound(state.view, round), lines, look: place }));
    },
    /** @param {import('../board/types.js').Arrow | null} move chosen before one's turn */
    ahead: (move) => context.announce(move === null ? context.say('web.premove.dropped') : context.say('web.premove', { ...move })),
  };
}
