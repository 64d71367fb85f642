// @ts-check
// Opening a table.

import { ApiError } from './api.js';
import { randomNonce } from './bytes.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./api.js').NewTable} NewTable */

/** No answer came, so nobody knows whether the table was opened. */
const UNANSWERED = 0;
/** The server has promised the dice and forgotten it: it was started again meanwhile. */
const SEAL_FORGOTTEN = 409;

/** @param {unknown} error @param {number} status */
const isStatus = (error, status) => error instanceof ApiError && error.status === status;

/**
 * The path of a new table.
 * @param {Context} context
 * @param {NewTable} table
 */
export async function openTable(context, table) {
  try {
    return await openSealed(context, table);
  } catch (error) {
    if (!isStatus(error, SEAL_FORGOTTEN)) throw error;
    return openSealed(context, table);
  }
}

/**
 * The server promises the dice before it hears what this browser adds to them.
 * @param {Context} context
 * @param {NewTable} table
 */
async function openSealed({ api, promises }, table) {
  const { id, commitment } = await api.seal();
  const nonce = randomNonce();
  promises.keep(id, { commitment, nonce });
  const open = () => api.open({ ...table, seal: { id, commitment }, nonce });
  try {
    return (await open()).path;
  } catch (error) {
    if (!isStatus(error, UNANSWERED)) throw error;
    // One seal opens one table, however often it is asked for.
    return (await open()).path;
  }
}
