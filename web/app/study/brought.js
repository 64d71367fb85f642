// @ts-check
// Studies on their way to the page that shows them: however long they are, nothing of them has to fit into an address.

/** @typedef {import('./link.js').Study} Study */

/** @type {readonly Study[] | null} */
let waiting = null;

/** @param {readonly Study[]} studies one for each round */
export function handOver(studies) {
  waiting = studies;
}

/** What was handed over, once. */
export function takeOver() {
  const studies = waiting;
  waiting = null;
  return studies;
}
