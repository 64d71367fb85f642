// @ts-check
// What the board takes and gives. Types only: nothing runs here.

/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('../protocol.js').Step} Step */
/** @typedef {import('../protocol.js').Colour} Colour */

/** @typedef {(key: string, values?: Record<string, string | number>) => string} Say */

/**
 * Where people stand in the game: the view, every turn of the round shown, and how far back one looks: null is now, -1 the start.
 * @typedef {{ view: View, lines: Line[], look: number | null }} Scene
 */

/**
 * What somebody wants. Places are those of the protocol: `E5`, `14`, `m4`, `hand`, `off`.
 * @typedef {{ type: 'move', from: string, to: string } | { type: 'steps', steps: { from: string, die: string }[] } | { type: 'roll' } |
 *   { type: 'undo' } | { type: 'confirm' } | { type: 'why', from: string, to: string }} Intent
 */

/** @typedef {{ animate: boolean, sound: boolean }} Settings */
/**
 * `onPick` is told where a man can go that is taken up without being seen.
 * @typedef {{ say: Say, onIntent: (intent: Intent) => void, onPick?: (text: string) => void, settings: Settings }} Options
 */
/** @typedef {{ move?: string, steps?: Step[] }} Hint */

/**
 * @typedef {object} Board
 * @property {(scene: Scene) => void} show
 * @property {(isFlipped: boolean) => void} flip
 * @property {(hint: Hint | null) => void} showHint
 * @property {(refusal: { from?: string, to?: string, text: string }) => void} reject
 * @property {(text: string) => void} takeBack what was asked for was refused: the man goes back, with the reason
 * @property {() => number} stillIn for how many milliseconds something still moves
 * @property {() => void} focus
 * @property {() => string} picture
 * @property {(settings: Settings) => void} setSettings
 * @property {() => void} destroy
 */

/** @typedef {'light' | 'dark' | 'king'} Kind */

/** @typedef {{ id: number, kind: Kind, at: string }} Piece A piece keeps its id for the whole round. `at` is the id of a point. */

/**
 * A place where pieces can be. Lengths are in board units; men are 38 wide on every board.
 * @typedef {object} Point
 * @property {string} id unique on the board: `E5`, `14`, `m4`, `hand-light`, `off-dark`, `taken-light`, `dice`
 * @property {string} place the place as the protocol calls it
 * @property {number} x the middle
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {'up' | 'down' | 'left' | 'right' | 'none'} stack the way in which men pile up
 */

/** @typedef {{ x: number, y: number, text: string }} Label */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * @typedef {object} Geometry
 * @property {number} width
 * @property {number} height
 * @property {Map<string, Point>} points
 * @property {string[][]} rows the points people can go to, as they are seen from top left to bottom right
 * @property {Label[]} labels
 * @property {Box} field the part of the picture that is the board itself
 * @property {Box | null} ledge where dice lie
 */

/** @typedef {{ from: string, die: string }} Stride One step of a deed, from a place of the protocol. */
/** @typedef {{ to: string, steps: Stride[], captures: string[] }} Deed Where a piece can go from a point, by which steps if dice take it there, and whom that takes. */

/** @typedef {{ kind: Kind | null, from: string, to: string }} Motion kind is null where only one piece can be meant. */
/** @typedef {{ key: string, motions: Motion[], sound: 'move' | 'capture' | 'hit' }} Beat One thing that happens on the board. */

export {};
