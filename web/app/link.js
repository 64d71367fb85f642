// @ts-check
// The connection to a table: connects again by itself, asks for what was missed, and sends what was not acknowledged once more
// under the same key, so that it acts once.

import { waitBefore } from './backoff.js';

/** @typedef {import('./types.js').ServerMessage} ServerMessage */
/** @typedef {'connecting' | 'open' | 'lost' | 'stopping'} Status */
/** @typedef {{ send(text: string): void, close(): void, onopen: any, onmessage: any, onclose: any }} Socket */
/**
 * @typedef {object} LinkOptions
 * @property {() => string} address           Where to connect, with the number of the first event that is missing.
 * @property {(message: ServerMessage) => void} onMessage
 * @property {(status: Status, attempt: number) => void} onStatus
 * @property {(address: string) => Socket} [open]
 * @property {(act: () => void, wait: number) => any} [later]
 * @property {(timer: any) => void} [forget]
 */

/** A command that is not answered in this time means that the connection is dead although nobody has said so. */
const ANSWER_WITHIN = 10_000;
/** Whoever has just come back is not kept waiting as long. */
const PONG_WITHIN = 3_000;

/** @param {LinkOptions} options */
export function createLink(options) {
  const { address, onMessage, onStatus } = options;
  const open = options.open ?? ((/** @type {string} */ url) => /** @type {Socket} */ (new WebSocket(url)));
  const later = options.later ?? ((act, wait) => setTimeout(act, wait));
  const forget = options.forget ?? ((timer) => clearTimeout(timer));
  /** @type {Map<number, string>} */
  const unanswered = new Map();
  /** @type {Socket | null} */
  let socket = null;
  let isOpen = false;
  let isEnded = false;
  let attempt = 0;
  /** Whether it was asked if the server is still there, and nothing has come since. */
  let isPinged = false;
  /** @type {any} */
  let retry = null;
  /** @type {any} */
  let watchdog = null;

  function connect() {
    if (isEnded || socket !== null) return;
    forget(retry);
    onStatus('connecting', attempt);
    const current = open(address());
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
        attempt = 0;
        onStatus('open', 0);
      }
      if ((message.type === 'done' || message.type === 'refused') && message.key !== null) unanswered.delete(message.key);
      if (message.type === 'closing') onStatus('stopping', 0);
      isPinged = false;
      watch();
      if (message.type !== 'pong') onMessage(message);
    };
    current.onclose = () => {
      if (socket === current) lose();
    };
  }

  function lose() {
    socket = null;
    isOpen = false;
    isPinged = false;
    forget(watchdog);
    if (isEnded) return;
    onStatus('lost', attempt);
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
    /** Sends what may be lost: questions, phrases. @param {object} message */
    send(message) {
      if (isOpen) socket?.send(JSON.stringify(message));
    },
    /** Sends a command and keeps it until it is answered. @param {{ command: string, [name: string]: unknown }} request */
    command(request) {
      const key = randomKey();
      const text = JSON.stringify({ type: 'do', ...request, key });
      unanswered.set(key, text);
      if (isOpen) socket?.send(text);
      watch();
      return key;
    },
    /** Whether a command is under way. */
    isBusy: () => unanswered.size > 0,
    /** Tries again at once, for example when the network is back; a connection that seems to be there is tried out. */
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

/** @typedef {ReturnType<typeof createLink>} Link */

/** A random number below 2⁵³. */
function randomKey() {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}
