// @ts-check
// What the server sends, as far as the page itself (not the board) reads it. The fixtures hold whole examples.

/** @typedef {'host' | 'guest'} Seat */
/** @typedef {'light' | 'dark'} Colour */
/** @typedef {'open' | { person: string } | { computer: number }} Occupant */
/** @typedef {{ time: number, periods: number, is_in_period: boolean }} TimeLeft */
/**
 * @template T
 * @typedef {{ host: T, guest: T }} BySeat
 */
/** @typedef {{ control: string, running: Seat | null, is_paused: boolean, left: BySeat<TimeLeft> }} ClockView */
/** @typedef {{ occupant: Occupant, colour: Colour, rounds_won: number, captured: number, has_left: boolean }} SeatView */
/** @typedef {{ winner: Seat | null, reason: string, captured: BySeat<number> }} RoundResult */
/** @typedef {{ from: string, to: string, die: string, hits: boolean }} StepView */
/** @typedef {{ kind: 'tafl', size: number, calls: string[] }} TaflBoard */
/** @typedef {{ kind: 'tavli', roll: string | null, steps: StepView[], next: StepView[] }} TavliBoard */
/**
 * @typedef {object} View
 * @property {number} next
 * @property {Seat | 'both' | 'spectator'} viewer
 * @property {string} game
 * @property {string | null} preset
 * @property {string} rules
 * @property {string} form
 * @property {'waiting' | 'playing' | 'over' | 'aborted'} phase
 * @property {Seat | null} [winner]
 * @property {number} round
 * @property {RoundResult[]} rounds
 * @property {BySeat<SeatView>} seats
 * @property {Seat | null} to_act
 * @property {Seat | null} acts_for
 * @property {string[]} may
 * @property {Seat | null} draw_offer
 * @property {Seat | null} takeback
 * @property {Seat | null} rematch_offer
 * @property {ClockView | null} clock
 * @property {number} turns
 * @property {TaflBoard | TavliBoard | null} board
 * @property {{ commitment: string | null, seed: string | null, faces: BySeat<number[]> }} dice
 */
/** @typedef {{ round: number, turn: number, seat: Seat, text: string }} Line */
/**
 * @typedef {{ sequence: number, at: number } & (
 *   | { event: 'opened', commitment?: string }
 *   | { event: 'joined', seat: Seat, nonce?: string }
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
/** @typedef {{ type: 'hint', move?: string, turn?: string, steps?: StepView[] }} Hint */
/** @typedef {{ type: 'why', from: string, to: string, text: string, rule?: string | null }} Why */
/** @typedef {{ type: 'refused', key: number | null, code: string, text: string, rule?: string | null }} Refused */
/**
 * @typedef {{ type: 'hello', version: number, table: string, seat: Seat | 'both' | null, levels?: number[] }
 *   | { type: 'state', events: Entry[], view: View, lines: Line[], presence: Presence }
 *   | Refused | { type: 'done', key: number } | Hint | Why
 *   | { type: 'presence', presence: Presence } | { type: 'said', seat: Seat, phrase: string }
 *   | { type: 'next', path: string } | { type: 'closing' }} ServerMessage
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
 * @property {BySeat<Occupant>} occupants
 * @property {number} turns
 * @property {boolean} [your_turn]
 * @property {boolean} [open]
 */
/** @typedef {{ name: string | null, tables: TableInfo[] }} Me */
/**
 * The board of web/board/index.js.
 * @typedef {object} Board
 * @property {(state: { view: View, lines: Line[], look: number | null }) => void} show
 *   `look` is how many of the lines have been played in the position shown; null shows the view itself.
 * @property {(flipped: boolean) => void} flip
 * @property {(hint: Hint | null) => void} showHint
 * @property {(refusal: { from: string, to: string, text: string }) => void} reject
 * @property {() => void} focus
 * @property {() => string} picture
 * @property {(settings: BoardSettings) => void} setSettings
 * @property {() => void} destroy
 */
/** @typedef {{ animate: boolean, sound: boolean }} BoardSettings */
/**
 * @typedef {{ type: 'move', from: string, to: string } | { type: 'step', from: string, die: string } | { type: 'roll' }
 *   | { type: 'undo' } | { type: 'confirm' } | { type: 'why', from: string, to: string }} Intent
 */
/** @typedef {(key: string, values?: import('./words.js').Values) => string} Say */

export {};
