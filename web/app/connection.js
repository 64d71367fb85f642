// @ts-check
// The way to a table, as the table's store is given it: a socket today (`socket-connection.js`), a worker later. Types only: nothing runs here.

/** @typedef {import('../protocol.js').ServerMessage} ServerMessage */
/** @typedef {import('../protocol.js').ClientMessage} ClientMessage */
/** @typedef {import('../protocol.js').CommandRequest} CommandRequest */

/** @typedef {'connecting' | 'open' | 'lost' | 'stopping'} Status `stopping`: the other side has said that it will close. */

/**
 * Who is told what comes in. Messages come in the order in which they were sent.
 * @typedef {object} Listener
 * @property {(message: ServerMessage) => void} onMessage every message but `pong`
 * @property {(status: Status) => void} onStatus
 * @property {() => void} onRestored the other side was restored from a backup: what is known is to be forgotten, and nothing that was asked will be answered
 * @property {() => number} since the first event that is missing here: from there a new connection goes on
 */

/**
 * A connection comes back by itself and then asks for what was missed.
 * @typedef {object} Connection
 * @property {(message: Exclude<ClientMessage, { type: 'do' }>) => void} send what may be lost: questions, phrases
 * @property {(request: CommandRequest) => number} command sends a command until it is answered, under the key that is given back, so that it acts once
 * @property {() => boolean} isBusy whether a command is not answered yet
 * @property {() => void} hurry somebody waits: connects at once, or finds out whether the connection still lives
 * @property {() => void} end
 */

/** @typedef {(listener: Listener) => Connection} Connect */

export {};
