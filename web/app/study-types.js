// @ts-check
// What the study asks the server and what it is told. Types only: nothing runs here.

/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('../protocol.js').Colour} Colour */
/** @typedef {import('../protocol.js').Hint} Hint */

/** @typedef {{ ruleset: string, start: string | null, turns: string[], roll?: string | null, steps?: { from: string, die: string }[] }} NodeRequest A node of a study; `steps` is the turn under way. */
/** @typedef {{ text: string, rule?: string | null, places: string[], colour?: Colour | null }} Fault Something wrong with a start. */
/** @typedef {{ faults: Fault[], view: View | null, lines: Line[], position: string | null, turn: string | null }} NodeAnswer `turn` is the turn under way as it is written once it is confirmed. */

/** @typedef {{ chance: number, win?: { winner: Colour, turns: number } | null, turns: Hint[] }} EngineLine The chance is the light side's. */
/** @typedef {{ roll: string, ways: number, chance: number, best: Hint | null }} RollChance */
/**
 * What is told of a node while it is analysed.
 * @typedef {{ type: 'queued', ahead: number } | { type: 'lines', depth: number, nodes: number, speed: number, lines: EngineLine[] } |
 *   { type: 'plays', lookahead: number, lines: EngineLine[] } | { type: 'rolls', lookahead: number, chance: number, rolls: RollChance[] } | { type: 'done' }} NodeNews
 */

/** @typedef {'good' | 'doubtful' | 'error' | 'blunder'} Mark */
/**
 * A turn of a game that was analysed; chances are the light side's, loss and luck the mover's.
 * @typedef {object} JudgedTurn
 * @property {number} round
 * @property {number} turn
 * @property {Colour} colour
 * @property {string} text
 * @property {number} chance_before
 * @property {number} chance_after
 * @property {number} loss
 * @property {Mark | null} mark
 * @property {boolean} turning_point
 * @property {Hint | null} best
 * @property {Hint[]} best_line
 * @property {number | null} luck
 * @property {string[]} reasons
 */
/** @typedef {{ [figure: string]: number | null | undefined }} SideNumbers */
/** @typedef {{ round: number, winner: Colour | null, luck_adjusted: number | null, sides: { light: SideNumbers, dark: SideNumbers } }} RoundNumbers */
/** @typedef {{ type: 'queued', ahead: number } | { type: 'progress', done: number, all: number } | ({ type: 'turn' } & JudgedTurn) | { type: 'summary', rounds: RoundNumbers[] } | { type: 'done' }} GameNews */

export {};
