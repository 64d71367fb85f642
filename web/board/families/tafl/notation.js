// @ts-check
// Moves as they are written.

/** From where and to where a written move goes. @param {string} text */
export function readMove(text) {
  const [, from, to] = /^([A-S]\d+)-([A-S]\d+)/i.exec(text) ?? [];
  return from && to ? [{ from: from.toUpperCase(), to: to.toUpperCase() }] : [];
}
