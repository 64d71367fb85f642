// @ts-check
// What pages around one board have in common: it is shown as the settings say, and goes when the page does.

import { onBoardSettings } from './board-settings.js';

/** @typedef {import('./context.js').Context} Context */

/**
 * A page that is built around one board.
 * @param {Context} context
 * @param {object} given
 * @param {HTMLElement} given.element
 * @param {() => string} given.title
 * @param {() => import('../board/types.js').Api | undefined} given.board none while nothing is built
 * @param {() => Partial<import('../board/types.js').Config>} given.shownAs
 * @param {() => void} given.rebuild everything is said in another language; the board is gone
 * @param {() => void} given.end
 * @returns {import('./context.js').Page}
 */
export function boardPage(context, { element, title, board, shownAs, rebuild, end }) {
  const stopSettings = onBoardSettings(context, () => board()?.set(shownAs()));
  return {
    element,
    title,
    relabel() {
      board()?.destroy();
      rebuild();
    },
    end() {
      stopSettings();
      end();
      board()?.destroy();
    },
  };
}
