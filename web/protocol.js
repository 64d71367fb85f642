// @ts-check
// The page's names for what travels between table and page. The types themselves are made of docs/openapi.json, which is made of the
// server's: `npm run types` writes openapi.d.ts. Types only: nothing runs here.

/** @typedef {import('./openapi.js').Seat} Seat */
/** @typedef {import('./openapi.js').Colour} Colour Light is the king's side, or white in tavli. */
/** @typedef {import('./openapi.js').Ask} Ask What somebody can ask for. */
/** @typedef {import('./openapi.js').Occupant} Occupant */
/** @typedef {import('./openapi.js').ClockView} Clock */
/** @typedef {import('./openapi.js').TimeLeft} TimeLeft Time in milliseconds. */

/** @typedef {import('./openapi.js').View} View A table as somebody sees it. */
/** @typedef {{ kind: 'tafl' } & import('./openapi.js').TaflBoard} TaflBoard */
/** @typedef {{ kind: 'tavli' } & import('./openapi.js').TavliBoard} TavliBoard */
/** @typedef {TaflBoard['calls'][number]} Call */
/** @typedef {import('./openapi.js').MenView} Men */
/** @typedef {import('./openapi.js').FaceView} Face */
/** @typedef {import('./openapi.js').StepView} Step */

/** @typedef {import('./openapi.js').Line} Line A turn that was played, and the board after it. */
/** @typedef {Extract<Line, { captures: unknown }>} TaflLine */
/** @typedef {Extract<Line, { roll: unknown }>} TavliLine Without steps nothing could be played. */

// Messages

/** @typedef {import('./openapi.js').ClientMessage} ClientMessage */
/** @typedef {import('./openapi.js').ServerMessage} ServerMessage */
/** @typedef {import('./openapi.js').Entry} Entry An event of the log. */
/** @typedef {import('./openapi.js').Presence} Presence */
/** @typedef {import('./openapi.js').Hint & { type?: 'hint', reason?: string | null }} Hint A turn that is proposed. */
/** @typedef {Extract<Hint, { from: unknown }>} TaflHint */
/** @typedef {Extract<Hint, { roll: unknown }>} TavliHint */
/** @typedef {Extract<ServerMessage, { type: 'why' }>} Why */
/** @typedef {Extract<ServerMessage, { type: 'refused' }>} Refused */
/** @typedef {import('./openapi.js').Phrase} Phrase */
/** @typedef {import('./openapi.js').StepChoice} StepChoice A step as it is asked for. */
/** @typedef {import('./openapi.js').Do} CommandRequest What is asked of a table. */

// Answers over plain HTTP

/** @typedef {import('./openapi.js').Preset} PresetInfo */
/** @typedef {import('./openapi.js').GameOption} OptionInfo */
/** @typedef {import('./openapi.js').Game} GameInfo */
/** @typedef {import('./openapi.js').ListedTable} TableInfo A table in a list. */
/** @typedef {import('./openapi.js').Me} Me */

export {};
