// @ts-check
// Everything that goes over plain HTTP.

import { fileAddress } from './file-address.js';

/** @typedef {import('../protocol.js').GameInfo} GameInfo */
/** @typedef {import('../protocol.js').TableInfo} TableInfo */
/** @typedef {import('../protocol.js').Me} Me */
/**
 * @typedef {object} NewTable
 * @property {string} ruleset
 * @property {string | null} handicap
 * @property {string} form
 * @property {string} control
 * @property {import('../protocol.js').Colour | null} side
 * @property {{ computer: number } | 'same-screen' | 'friend'} opponent
 * @property {string | null} name   Nobody's is the server's choice.
 * @property {boolean} [help]   Whether both may ask for hints, against somebody at another screen.
 * @property {boolean} public
 * @property {string} [start]   The text of a position to begin from; otherwise the game's own.
 */
/** @typedef {{ id: string, commitment: string }} Seal  What the server promises: the dice of the table that will have this id. */

const BASE = '/api/v1';

/** The server said no, and why; or it could not be reached (status 0). */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {string} text
   */
  constructor(status, text) {
    super(text);
    this.status = status;
  }
}

/**
 * @param {string} address
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function askAt(address, init) {
  return (await answerAt(address, init)).json().catch(() => null);
}

/** @param {string} address @param {RequestInit} [init] */
async function answerAt(address, init) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address, init);
  } catch {
    throw new ApiError(0, '');
  }
  if (!response.ok) throw new ApiError(response.status, (await response.json().catch(() => null))?.text ?? '');
  return response;
}

/**
 * What comes line by line, each a value, until the server has said it all or nobody listens any more.
 * @param {string} path
 * @param {RequestInit} init
 * @param {(value: any) => void} tell
 */
async function listen(path, init, tell) {
  const stopped = () => init.signal?.aborted === true;
  try {
    const response = await answerAt(BASE + path, init);
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read();
      const lines = `${rest}${value ?? ''}`.split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) if (line.trim() !== '' && !stopped()) tell(JSON.parse(line));
      if (done) return;
    }
  } catch (error) {
    if (stopped()) return;
    throw error instanceof ApiError ? error : new ApiError(0, '');
  }
}

/** @param {string} path @param {RequestInit} [init] */
const ask = (path, init) => askAt(BASE + path, init);
/** @param {string} path @param {RequestInit} [init] */
const askText = async (path, init) => (await answerAt(BASE + path, init)).text();

/**
 * @param {unknown} body
 * @returns {RequestInit}
 */
function posted(body) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A record in either of its forms. @param {string} text @returns {RequestInit} */
function postedRecord(text) {
  const type = text.trimStart().startsWith('{') ? 'application/json' : 'text/plain';
  return { method: 'POST', headers: { 'content-type': type }, body: text };
}

/** Whatever the server has to say, it says in the language of the page. @param {string} path */
const inLanguage = (path) => `${path}?lang=${document.documentElement.lang}`;

/** @param {string} id */
const tablePath = (id) => `/tables/${encodeURIComponent(id)}`;

export const api = {
  /** @param {string} lang @returns {Promise<import('./texts.js').Texts>} */
  texts: (lang) => askAt(fileAddress(`texts/${lang}.json`)),
  /** What each rule says, by its id. @param {string} lang @returns {Promise<{ [rule: string]: string }>} */
  rules: (lang) => ask(`/rules/${lang}`),
  /** @returns {Promise<{ games: GameInfo[], levels: number[] }>} */
  games: () => ask(inLanguage('/games')),
  /** @returns {Promise<Me>} */
  me: () => ask(inLanguage('/me')),
  /** @returns {Promise<TableInfo[]>} */
  tables: async () => (await ask(inLanguage('/tables'))).tables,
  /** The dice of a table that is yet to be opened. @returns {Promise<Seal>} */
  seal: () => ask('/seals', { method: 'POST' }),
  /** @param {NewTable & { seal: Seal, nonce: string }} table @returns {Promise<{ id: string, path: string }>} */
  open: (table) => ask(inLanguage('/tables'), posted(table)),
  /** A table, as one sees it now. @param {string} id @returns {Promise<import('../openapi.js').Look>} */
  table: (id) => ask(inLanguage(tablePath(id))),
  /** Turns of a round before one. @param {string} id @param {number} round @param {number} before @returns {Promise<import('../openapi.js').EarlierLines>} */
  lines: (id, round, before) => ask(`${inLanguage(`${tablePath(id)}/lines`)}&round=${round}&before=${before}`),
  /** What has happened at a table, from one event on. @param {string} id @param {number} from @returns {Promise<import('../openapi.js').EarlierEvents>} */
  events: (id, from) => ask(`${inLanguage(`${tablePath(id)}/events`)}&from=${from}`),
  /** @param {string} text @returns {Promise<{ id: string, path: string }>} */
  importRecord: (text) => ask(inLanguage('/records'), postedRecord(text)),
  /** A node of a study: the position, and what can be played in it. @param {import('./study/types.js').NodeRequest} node @returns {Promise<import('./study/types.js').NodeAnswer>} */
  look: (node) => ask(inLanguage('/study/look'), posted(node)),
  /** Why a man cannot go from a place to another there, or from there at all. @param {import('./study/types.js').NodeRequest & { from: string, to?: string }} question @returns {Promise<import('../openapi.js').StudyReason>} */
  why: (question) => ask(inLanguage('/study/why'), posted(question)),
  /** What the computer thinks of a node, as it comes. @param {import('./study/types.js').NodeRequest & { lines?: number, seconds?: number }} node @param {AbortSignal} signal @param {(news: import('./study/types.js').NodeNews) => void} tell */
  analyse: (node, signal, tell) => listen(inLanguage('/study/analysis'), { ...posted(node), signal }, tell),
  /** A whole game that is over, judged turn by turn. @param {string} id @param {AbortSignal} signal @param {(news: import('./study/types.js').GameNews) => void} tell */
  analyseGame: (id, signal, tell) => listen(inLanguage(`${tablePath(id)}/analysis`), { ...posted({}), signal }, tell),
  /** What a record keeps, as studies: one for each round. @param {string} text @returns {Promise<import('../openapi.js').Studies>} */
  readRecord: (text) => ask(inLanguage('/study/read'), postedRecord(text)),
  /** The record of a study. @param {import('../openapi.js').Study} study */
  writeRecord: (study) => askText(inLanguage('/study/record'), posted(study)),
  /** @param {string} id */
  recordText: (id) => askText(`${tablePath(id)}/record`),
  /** @param {string} id */
  recordAddress: (id) => `${BASE}${tablePath(id)}/record`,
  /** A table's board, drawn small. @param {string} id @param {number} at something that changes with the table: with it, the browser keeps the picture */
  pictureAddress: (id, at) => `${BASE}${tablePath(id)}/picture.svg?at=${at}`,
  /** What rules change about the usual game. @param {string} ruleset */
  diagramAddress: (ruleset) => `${BASE}/diagram.svg?ruleset=${encodeURIComponent(ruleset)}`,
  /** @param {string} id @returns {Promise<{ address: string, is_only_here: boolean }>} */
  invitation: (id) => ask(`${tablePath(id)}/invitation`),
  /** @param {string} id */
  qrAddress: (id) => `${BASE}${tablePath(id)}/qr.svg`,
  /** @param {string} id @param {string} lang @param {number} since @param {number | null} generation of the data in which what is known was seen */
  socketAddress: (id, lang, since, generation) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const seenIn = generation === null ? '' : `&generation=${generation}`;
    return `${scheme}://${location.host}${BASE}${tablePath(id)}/socket?lang=${lang}&since=${since}${seenIn}`;
  },
};

/** @typedef {typeof api} Api */
