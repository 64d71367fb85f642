// @ts-check
// The end of a round is seen before the next one: it stays on the board until one goes on, and a card tells of it.

import { turnsOf } from './table-state.js';

/** @typedef {import('./move-list.js').Look} Look */
/** @typedef {import('./table-state.js').TableState} TableState */

export function createRoundEnds() {
  /** The round that was played when the table was last seen; none before it is seen being played. @type {number | null} */
  let played = null;
  /** The round whose end is on the board although the next one has begun. @type {number | null} */
  let held = null;
  /** The round of which the card tells. @type {number | null} */
  let told = null;

  return {
    held: () => held,
    told: () => told,
    /**
     * Takes in what is known now; gives the moment to be shown.
     * @param {TableState} state
     * @param {Look} look
     * @returns {Look}
     */
    see(state, look) {
      const { view } = state;
      if (view === null) return look;
      const ended = played;
      const isEnd = ended !== null && view.rounds.length >= ended;
      played = view.phase === 'playing' ? view.round : null;
      if (!isEnd) return look;
      told = ended;
      if (view.round === ended) return look;
      held = ended;
      // Who looks at something else goes on looking at it.
      return look ?? { round: ended, turn: turnsOf(state, ended) };
    },
    /** The card has been read; the board still shows what it told of. */
    putAside: () => void (told = null),
    /** On to the next round. */
    goOn() {
      told = held = null;
    },
  };
}
