// @ts-check
// A connection to a table by a socket: connects again by itself, asks for what was missed, and sends what was not acknowledged once more
// under the same key, so that it acts once.

import { waitBefore } from './backoff.js';

/** @typedef {import('../protocol.js').ServerMessage} ServerMessage */
/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {{ send(text: string): void, close(): void, onopen: any, onmessage: any, onclose: any }} Socket */
/**
 * @typedef {object} SocketOptions
 * @property {(since: number, generation: number | null) => string} address  Where to connect, given the number of the first event that is missing, and the life of the server's data in which those before it were seen.
 * @property {(address: string) => Socket} [open]
 * @property {(act: () => void, wait: number) => any} [later]
 * @property {(timer: any) => void} [forget]
 * @property {() => number} [now]  Milliseconds on the page's own clock.
 */

/** A command that is not answered in this time means that the connection is dead although nobody has said so. */
const ANSWER_WITHIN = 10_000;
/** People who have just come back are not kept waiting as long. */
const PONG_WITHIN = 3_000;

/**
 * @param {SocketOptions} options
 * @param {import('./connection.js').Listener} listener
 * @returns {Connection}
 */
export function createSocketConnection(options, { onMessage, onStatus, onRestored, since }) {
  const open = options.open ?? ((/** @type {string} */ url) => /** @type {Socket} */ (new WebSocket(url)));
  const later = options.later ?? ((act, wait) => setTimeout(act, wait));
  const forget = options.forget ?? ((timer) => clearTimeout(timer));
  const now = options.now ?? (() => performance.now());
  /** When the table was last heard of: what has passed since then was spent here, and not on the line. @type {number | null} */
  let heardAt = null;
  /** @type {Map<number, string>} */
  const unanswered = new Map();
  /** @type {Socket | null} */
  let socket = null;
  let isOpen = false;
  let isEnded = false;
  let attempt = 0;
  /** @type {number | null} */
  let generation = null;
  /** Whether it was asked if the server is still there, and nothing has come since. */
  let isPinged = false;
  /** @type {any} */
  let retry = null;
  /** @type {any} */
  let watchdog = null;

  function connect() {
    if (isEnded || socket !== null) return;
    forget(retry);
    onStatus('connecting');
    const current = open(options.address(since(), generation));
    socket = current;
    current.onopen = () => {
      isOpen = true;
      for (const text of unanswered.values()) current.send(text);
      watch();
    };
    current.onmessage = (/** @type {{ data: string }} */ { data }) => {
      if (socket !== current) return;
      /** @type {ServerMessage} */
      const message = JSON.parse(data);
      if (message.type === 'hello') {
        generation = message.generation;
        if (message.is_ahead) return beginAnew();
        attempt = 0;
        onStatus('open');
      }
      if ((message.type === 'done' || message.type === 'refused') && message.key !== null) unanswered.delete(message.key);
      if (message.type === 'closing') onStatus('stopping');
      if (message.type === 'state') heardAt = now();
      isPinged = false;
      watch();
      if (message.type !== 'pong') onMessage(message);
    };
    current.onclose = () => {
      if (socket === current) lose();
    };
  }

  /** The table was restored from a backup: what is known here has not happened there, and what was asked was meant for something else. */
  function beginAnew() {
    const old = socket;
    unanswered.clear();
    socket = null;
    isOpen = false;
    isPinged = false;
    forget(watchdog);
    old?.close();
    onRestored();
    connect();
  }

  function lose() {
    socket = null;
    isOpen = false;
    isPinged = false;
    forget(watchdog);
    if (isEnded) return;
    onStatus('lost');
    retry = later(connect, waitBefore(attempt));
    attempt += 1;
  }

  /** A dead connection is left at once: it may take a minute until it says itself that it is closed. */
  function giveUp() {
    const dead = socket;
    lose();
    dead?.close();
  }

  /** Anything that comes in shows that the connection lives. */
  function watch() {
    forget(watchdog);
    if (unanswered.size > 0 || isPinged) watchdog = later(giveUp, isPinged ? PONG_WITHIN : ANSWER_WITHIN);
  }

  function ping() {
    if (isPinged) return;
    isPinged = true;
    socket?.send(JSON.stringify({ type: 'ping' }));
    watch();
  }

  connect();
  return {
    send(message) {
      if (isOpen) socket?.send(JSON.stringify(message));
    },
    command(request) {
      const key = randomKey();
      const spent = heardAt === null ? {} : { spent: Math.max(0, Math.round(now() - heardAt)) };
      const text = JSON.stringify({ type: 'do', ...request, ...spent, key });
      unanswered.set(key, text);
      if (isOpen) socket?.send(text);
      watch();
      return key;
    },
    isBusy: () => unanswered.size > 0,
    hurry() {
      if (socket === null) connect();
      else if (isOpen) ping();
    },
    end() {
      isEnded = true;
      forget(retry);
      forget(watchdog);
      socket?.close();
    },
  };
}

/** A random number below 2⁵³. */
function randomKey() {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}
