// @ts-check
// What stays until it was seen goes when the board is clicked or a key is pressed. That click does nothing else. Who touches a barred die wants to know more.

/** Keys that are pressed to get somewhere or together with others. */
const NO_ANSWER = new Set(['Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/**
 * Listens as long as the board is there.
 * @param {HTMLElement} host of the board
 * @param {object} table
 * @param {() => boolean} table.isStaying
 * @param {() => void} table.goOn
 * @param {() => void} table.linger it stays as long again
 * @param {() => boolean} table.isMoving
 * @param {(clientX: number, clientY: number) => boolean} table.explain says why what lies there cannot be played, if that is so
 */
export function goOnWhenSeen(host, { isStaying, goOn, linger, isMoving, explain }) {
  const answer = (/** @type {Event} */ event) => {
    // Who clicks while the dice roll wants to see them lie still.
    if (isMoving() || !isStaying()) return;
    if (event instanceof PointerEvent && explain(event.clientX, event.clientY)) linger();
    else goOn();
    event.stopPropagation();
    event.preventDefault();
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (!host.isConnected) return document.removeEventListener('keydown', key, true);
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
    if (!NO_ANSWER.has(event.key) && !isTyping && !document.querySelector('dialog[open]')) answer(event);
  };
  host.addEventListener('pointerdown', answer, true);
  document.addEventListener('keydown', key, true);
}
