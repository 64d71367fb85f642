// @ts-check
// The shapes that travel between table and page, as docs/protocol.md and web/fixtures tell them. Types only: nothing runs here.

/** @typedef {'host' | 'guest'} Seat */
/** @typedef {'light' | 'dark'} Colour Light is the king's side, or white in tavli. */
/** @template T @typedef {{ host: T, guest: T }} BySeat */

/**
 * What somebody can ask for.
 * @typedef {'join' | 'leave' | 'roll' | 'step' | 'undo-step' | 'confirm' | 'move' | 'resign' | 'offer-draw' | 'accept-draw' |
 *   'decline-draw' | 'ask-takeback' | 'grant-takeback' | 'refuse-takeback' | 'abort' | 'offer-rematch' | 'accept-rematch' |
 *   'decline-rematch'} Ask
 */

/** @typedef {'open' | { person: string } | { computer: number }} Occupant */

/**
 * @typedef {object} SeatView
 * @property {Occupant} occupant
 * @property {Colour} colour the side played in the round shown
 * @property {number} rounds_won
 * @property {number} captured in the round shown
 * @property {boolean} has_left
 */

/** @typedef {{ time: number, periods: number, is_in_period: boolean }} TimeLeft time in milliseconds */
/** @typedef {{ control: string, period: number, running: Seat | null, is_paused: boolean, left: BySeat<TimeLeft> }} ClockView */
/** @typedef {{ commitment: string | null, seed: string | null, faces: BySeat<number[]> }} DiceView */

/**
 * @typedef {'escape' | 'capture' | 'no-move' | 'repetition' | 'borne-off' | 'turn-limit' | 'resigned' | 'out-of-time' | 'agreed'} EndReason
 */
/** @typedef {{ winner: Seat | null, reason: EndReason, captured: BySeat<number>, light: Seat }} RoundResult light: who played that side */

/** @typedef {'raichi' | 'tuichi' | 'gare-au-roi'} Call */
/** @typedef {{ to: string, captures?: string[] }} Target */
/** @typedef {{ from: string, to: string, captures: string[] }} TaflMove The captured men are always those of the other side. */

/**
 * @typedef {object} TaflBoard
 * @property {'tafl'} kind
 * @property {number} size
 * @property {string} pieces rows between slashes, row 1 first
 * @property {string} throne
 * @property {string[]} corners
 * @property {string[]} bases
 * @property {string[]} goals
 * @property {TaflMove & { text: string } | null} last
 * @property {Call[]} calls
 * @property {{ from: string, to: string }[]} routes
 * @property {{ from: string, to: string }[]} threats
 * @property {Record<string, Target[]>} targets
 */

/** @typedef {{ hand: number, cells: number[], middle: number[], off: number }} Men */
/** @typedef {{ die: string, counts: number, left: number, playable: number, now: boolean }} Face */
/**
 * @typedef {object} Step
 * @property {string} from
 * @property {string} to
 * @property {string} die
 * @property {string | null} hit where in the middle row the man goes that is hit
 * @property {boolean} [names_die] whether the written step names its die, because its places do not tell it
 */
/** @typedef {{ roll: string, steps: Step[] }} TavliTurn Without steps nothing could be played. */

/**
 * @typedef {object} TavliBoard
 * @property {'tavli'} kind
 * @property {number} men of each side
 * @property {number[]} columns for each cell the column of the middle row that it belongs to
 * @property {Men} white
 * @property {Men} black
 * @property {string | null} roll
 * @property {Face[]} faces
 * @property {Step[]} steps
 * @property {Step[]} next
 * @property {Step[][]} ways of one man with several steps, to where no single step takes it
 * @property {TavliTurn & { text: string } | null} last
 */

/**
 * A table as somebody sees it.
 * @typedef {object} View
 * @property {number} next
 * @property {Seat | 'both' | 'spectator'} viewer
 * @property {string} game
 * @property {string | null} preset
 * @property {string} rules
 * @property {string} form
 * @property {'waiting' | 'playing' | 'over' | 'aborted'} phase
 * @property {Seat | null} [winner] once the table is over
 * @property {number} round
 * @property {RoundResult[]} rounds
 * @property {BySeat<SeatView>} seats
 * @property {Seat | null} to_act
 * @property {Seat | null} acts_for
 * @property {Ask[]} may
 * @property {Seat | null} draw_offer
 * @property {Seat | null} takeback
 * @property {Seat | null} rematch_offer
 * @property {ClockView | null} clock
 * @property {number} turns
 * @property {TaflBoard | TavliBoard | null} board
 * @property {DiceView} dice
 */

/** @typedef {{ round: number, turn: number, seat: Seat, text: string }} LineHead */
/** @typedef {LineHead & TaflMove & { pieces: string }} TaflLine */
/** @typedef {LineHead & TavliTurn & { white: Men, black: Men }} TavliLine */
/** @typedef {TaflLine | TavliLine} Line A turn that was played, and the board after it. */


// Messages

/**
 * An event of the log.
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
/** @typedef {{ type: 'hint', from: string, to: string, text: string }} TaflHint */
/** @typedef {{ type: 'hint', text: string } & TavliTurn} TavliHint */
/** @typedef {TaflHint | TavliHint} Hint */
/** @typedef {{ type: 'why', from: string, to: string, text: string | null, rule?: string | null }} Why */
/** @typedef {{ type: 'refused', key: number | null, code: string, text: string, rule?: string | null }} Refused */
/**
 * @typedef {{ type: 'hello', version: number, table: string, seat: Seat | 'both' | null, levels?: number[] }
 *   | { type: 'state', events: Entry[], view: View, lines: Line[], presence: Presence }
 *   | Refused | { type: 'done', key: number | null } | Hint | Why
 *   | { type: 'presence', presence: Presence } | { type: 'said', seat: Seat, phrase: string }
 *   | { type: 'next', path: string } | { type: 'pong' } | { type: 'closing' }} ServerMessage
 */
/**
 * What is asked of a table, without its key.
 * @typedef {{ command: string, expected?: number, seat?: Seat, [name: string]: unknown }} CommandRequest
 */
/**
 * @typedef {{ type: 'do', key: number } & CommandRequest | { type: 'hint' } | { type: 'why', from: string, to: string }
 *   | { type: 'lang', lang: string } | { type: 'ping' } | { type: 'say', phrase: string }} ClientMessage
 */

// Answers over plain HTTP

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
 * @property {Seat | null} [seat]    The seat of the one who asks.
 * @property {Seat | null} to_act    Whose turn it is.
 */
/** @typedef {{ name: string | null, tables: TableInfo[] }} Me */

export {};
