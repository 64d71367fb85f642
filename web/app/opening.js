// @ts-check
// Opening a table.

import { randomNonce } from './bytes.js';

/**
 * The path of a new table. The server promises the dice before it hears what this browser adds to them.
 * @param {import('./context.js').Context} context
 * @param {import('./api.js').NewTable} table
 */
export async function openTable({ api, promises }, table) {
  const { id, commitment } = await api.seal();
  const nonce = randomNonce();
  promises.keep(id, { commitment, nonce });
  const { path } = await api.open({ ...table, id, nonce });
  return path;
}
