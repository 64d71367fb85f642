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
 * @property {boolean} public
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
  /** @type {Response} */
  let response;
  try {
    response = await fetch(address, init);
  } catch {
    throw new ApiError(0, '');
  }
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, body?.text ?? '');
  return body;
}

/** @param {string} path @param {RequestInit} [init] */
const ask = (path, init) => askAt(BASE + path, init);

/**
 * @param {unknown} body
 * @returns {RequestInit}
 */
function posted(body) {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
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
  /** Whether a table is there. @param {string} id */
  table: (id) => ask(inLanguage(tablePath(id))),
  /** @param {string} text @returns {Promise<{ id: string, path: string }>} */
  importRecord: (text) => {
    const type = text.trimStart().startsWith('{') ? 'application/json' : 'text/plain';
    return ask(inLanguage('/records'), { method: 'POST', headers: { 'content-type': type }, body: text });
  },
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
  /** @param {string} id @param {string} lang @param {number} since */
  socketAddress: (id, lang, since) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return `${scheme}://${location.host}${BASE}${tablePath(id)}/socket?lang=${lang}&since=${since}`;
  },
};

/** @typedef {typeof api} Api */
