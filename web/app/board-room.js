// @ts-check
// The board is as large as its room allows, which leaves room beside it or above and below. What stands at its edge is told how much.

/**
 * Keeps `--beside` and `--above` of an element: how much of the room the board leaves free, on both sides together.
 * @param {HTMLElement} table
 * @param {HTMLElement} host the room of the board
 */
export function followBoard(table, host) {
  const stage = /** @type {HTMLElement} */ (host.querySelector('.tb-stage'));
  const measure = () => {
    if (stage.offsetWidth === 0) return;
    table.style.setProperty('--beside', `${Math.max(0, host.clientWidth - stage.offsetWidth)}px`);
    table.style.setProperty('--above', `${Math.max(0, host.clientHeight - stage.offsetHeight)}px`);
  };
  const observer = new ResizeObserver(measure);
  for (const part of [host, stage]) observer.observe(part);
  return () => observer.disconnect();
}
