// @ts-check
// What the page around the board knows of tafl.

/** @typedef {import('../../protocol.js').TaflBoard} TaflBoard */

/** @type {{ [call: string]: string }} */
const CALLS = { raichi: 'web.call.raichi', tuichi: 'web.call.tuichi', 'gare-au-roi': 'web.call.gare-au-roi' };

/** Where the king wants to go, in words. @param {TaflBoard} board */
function goalKey({ goals, corners, size }) {
  if (goals.every((cell) => corners.includes(cell))) return 'web.goal.corners';
  return goals.length === 4 * (size - 1) ? 'web.goal.edge' : 'web.goal.edge-without-bases';
}

/** @type {import('./index.js').Family} */
export const tafl = {
  hasDice: false,
  premoves: true,
  placeText: (_, place) => place,
  lineParts: (_, { text }) => ({ roll: '', steps: [text] }),
  hintText: (_, { text }) => text,
  isPassed: () => false,
  isPassing: () => false,
  forced: () => null,
  between: () => [],
  isStuck: () => false,
  hintCommand: (hint) => ({ command: 'move', move: /** @type {import('../../protocol.js').TaflHint} */ (hint).text }),
  notation: (say) => [
    { sign: 'E4-H4', meaning: say('web.notation.move') }, { sign: 'xH5/G4', meaning: say('web.notation.capture') }, { sign: '-', meaning: say('web.notation.route') },
    { sign: '+', meaning: say('web.notation.threat') }, { sign: '++, --', meaning: say('web.notation.ends') },
  ],
  isUndone: () => false,
  helpValues: (say, { board }) => ({ goal: say(goalKey(/** @type {TaflBoard} */ (board))) }),
  calls: (say, { board }) => /** @type {TaflBoard} */ (board).calls.map((call) => say(CALLS[call])).join(' '),
};
