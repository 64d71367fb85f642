// @ts-check
// Names for what goes back and forth: the table's shapes from protocol.js, and the messages around them.

/** @typedef {import('../protocol.js').Seat} Seat */
/** @typedef {import('../protocol.js').Colour} Colour */
/** @typedef {import('../protocol.js').Occupant} Occupant */
/** @typedef {import('../protocol.js').TimeLeft} TimeLeft */
/** @typedef {import('../protocol.js').View} View */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('../protocol.js').Step} Step */
/** @typedef {import('../board/types.js').Intent} Intent */
/**
 * @template T
 * @typedef {import('../protocol.js').BySeat<T>} BySeat
 */
/**
 * @typedef {{ sequence: number, at: number } & (
 *   | { event: 'opened', commitment?: string }
 *   | { event: 'joined', seat: Seat, occupant?: Occupant, nonce?: string }
 *   | { event: 'left', seat: Seat }
 *   | { event: 'lot-drawn', die: string }
 *   | { event: 'rolled-off', white: string, black: string }
 *   | { event: 'rolled', seat: Seat, roll: string }
 *   | { event: 'seed-revealed', seed: string }
 *   | { event: 'draw-declined' | 'takeback-refused' | 'rematch-declined', seat: Seat }
 *   | { event: 'round-began' | 'stepped' | 'step-undone' | 'turn-ended' | 'moved' | 'draw-offered' | 'takeback-asked'
 *       | 'taken-back' | 'round-ended' | 'match-ended' | 'aborted' | 'rematch-offered' | 'rematch-agreed' | 'paused' | 'resumed' }
 * )} Entry
 */
/** @typedef {{ host: boolean, guest: boolean, watching: number }} Presence */
/** @typedef {{ type: 'hint', move?: string, turn?: string, steps?: Step[] }} Hint */
/** @typedef {{ type: 'why', from: string, to: string, text: string | null, rule?: string | null }} Why */
/** @typedef {{ type: 'refused', key: number | null, code: string, text: string, rule?: string | null }} Refused */
/**
 * @typedef {{ type: 'hello', version: number, table: string, seat: Seat | 'both' | null, levels?: number[] }
 *   | { type: 'state', events: Entry[], view: View, lines: Line[], presence: Presence }
 *   | Refused | { type: 'done', key: number | null } | Hint | Why
 *   | { type: 'presence', presence: Presence } | { type: 'said', seat: Seat, phrase: string }
 *   | { type: 'next', path: string } | { type: 'pong' } | { type: 'closing' }} ServerMessage
 */
/** @typedef {{ name: string, about: string, ruleset: string, choices: { [key: string]: string } }} PresetInfo */
/** @typedef {{ key: string, about: string, rules: string[], values: Array<{ name: string, about: string }> }} OptionInfo */
/** @typedef {{ name: string, title: string, about: string, presets: PresetInfo[], options: OptionInfo[] }} GameInfo */
/**
 * A table in a list.
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} path
 * @property {string} game
 * @property {string} control
 * @property {BySeat<Occupant>} seats
 * @property {Seat | null} [seat]    The seat of whoever asks.
 * @property {Seat | null} to_act    Whose turn it is.
 */
/** @typedef {{ name: string | null, tables: TableInfo[] }} Me */
/** @typedef {(key: string, values?: import('./words.js').Values) => string} Say */

export {};
