// @ts-check
// What stays until it was seen goes when the board is clicked or a key is pressed. That click does nothing else.

/** Keys that are pressed to get somewhere or together with others. */
const NO_ANSWER = new Set(['Tab', 'Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/**
 * Listens as long as the board is there.
 * @param {HTMLElement} host of the board
 * @param {{ goOn: () => boolean, isMoving: () => boolean }} table `goOn` tells whether something has stayed
 */
export function goOnWhenSeen(host, { goOn, isMoving }) {
  const answer = (/** @type {Event} */ event) => {
    // Who clicks while the dice roll wants to see them lie still.
    if (isMoving() || !goOn()) return;
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
