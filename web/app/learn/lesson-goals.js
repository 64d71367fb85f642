// @ts-check
// Whether what was played is what a lesson asked for. All of it is read from what the table says: what was captured, called out, won, where men stand.

/** @typedef {import('../study/types.js').NodeAnswer} NodeAnswer */
/** @typedef {import('../../protocol.js').Seat} Seat */
/** @typedef {import('../../protocol.js').Step} Step */
/** @typedef {import('../../protocol.js').TaflLine} TaflLine */
/** @typedef {import('../../protocol.js').TavliBoard} TavliBoard */

/**
 * Whatever is said must hold. `crates/table/tests/table/lessons.rs` reads it the same way.
 * @typedef {object} Goal
 * @property {string} [from] a piece has moved from this cell
 * @property {string} [to] and to this one
 * @property {string[]} [captures] exactly these men were captured
 * @property {string[]} [calls] exactly this was called out
 * @property {string} [end] the learner has won in this way
 * @property {string[]} [steps] these steps are among those played of the throw
 * @property {string[]} [hits] men that were hit lie in these columns
 * @property {{ [place: string]: number }} [men] so many of the learner's men, or more, are in these places
 * @property {number} [played] so many steps of the throw, or more, are played
 */

/** A step as lessons write it. @param {{ from: string, to: string }} step */
const stepText = ({ from, to }) => `${from}-${to}`;

/** Whether a step is the one that is written so; the die may stand in brackets behind it. @param {string} text @param {Step} step */
export const isStep = (text, step) => text === stepText(step) || text === `${stepText(step)}(${step.die})`;

/** @param {readonly string[] | undefined} found @param {readonly string[]} wanted */
const isSame = (found = [], wanted) => [...found].sort().join() === [...wanted].sort().join();

/** How many men are in a place. @param {import('../../protocol.js').Men} men @param {string} place */
function menAt(men, place) {
  if (place === 'hand' || place === 'off') return men[place];
  return place.startsWith('m') ? men.middle[Number(place.slice(1)) - 1] : men.cells[Number(place) - 1];
}

/**
 * @param {Goal} goal
 * @param {NodeAnswer} answer
 * @param {Seat} seat the learner's
 * @param {number} before how many turns had been played
 */
export function isReached(goal, { view, lines }, seat, before) {
  if (!view) return false;
  const line = /** @type {TaflLine | undefined} */ (lines[before]);
  const board = /** @type {TavliBoard} */ (view.board);
  const steps = board.steps ?? [];
  const men = view.seats[seat].colour === 'light' ? board.white : board.black;
  return (
    (goal.from === undefined || line?.from === goal.from) &&
    (goal.to === undefined || line?.to === goal.to) &&
    (goal.captures === undefined || (line !== undefined && isSame(line.captures, goal.captures))) &&
    (goal.calls === undefined || (line !== undefined && isSame(line.calls, goal.calls))) &&
    (goal.end === undefined || (view.phase === 'over' && view.winner === seat && view.rounds[0]?.reason === goal.end)) &&
    (goal.steps === undefined || goal.steps.every((wanted) => steps.some((step) => isStep(wanted, step)))) &&
    (goal.hits === undefined || goal.hits.every((column) => steps.some(({ hit }) => hit === column))) &&
    (goal.men === undefined || Object.entries(goal.men).every(([place, count]) => menAt(men, place) >= count)) &&
    (goal.played === undefined || steps.length >= goal.played)
  );
}
