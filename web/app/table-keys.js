// @ts-check
// Keys and the wheel at a table, wherever the focus is. What the board or a field has used is theirs.

/** As far as a wheel is turned by a notch, or two fingers slide for one turn. */
const NOTCH = 60;
/** A line of a wheel that counts in lines, in pixels. */
const LINE = 24;
/** A gesture of the wheel ends when it rests for so long. */
const REST = 220;

/**
 * @typedef {object} KeyDoing
 * @property {(key: string) => boolean} look tells whether it is a key of the look back
 * @property {() => void} flip
 * @property {(step: 1 | -1) => void} next to the next man that can move, or the one before
 * @property {() => void} sketch begins or ends drawing
 * @property {() => void} help
 * @property {() => boolean} drop lets go of what is held; tells whether something was
 * @property {(key: string) => boolean} [typeOn] goes on with a move that was begun; tells whether one was
 * @property {(text: string) => boolean} type begins a move by its first letter; tells whether one can be played
 */

/**
 * @param {KeyDoing} doing
 * @param {AbortSignal} signal ends the listening
 */
export function listenToKeys({ look, flip, sketch, next, help, drop, type, typeOn }, signal) {
  document.addEventListener('keydown', (event) => {
    const target = /** @type {Element | null} */ (event.target);
    const isTyping = target?.matches('input, textarea, select, [role=radio]') ?? false;
    if (event.defaultPrevented || isTyping || document.querySelector('dialog[open]') || event.altKey || event.metaKey || event.ctrlKey) return;
    if (isUsed(event.key)) event.preventDefault();
  }, { signal });

  /** @param {string} key */
  function isUsed(key) {
    if (typeOn?.(key)) return true;
    if (look(key)) return true;
    if (key === 'Escape') return drop();
    if (key === 'f') return flip(), true;
    if (key === 'd') return sketch(), true;
    if (key === 'n' || key === 'p') return next(key === 'n' ? 1 : -1), true;
    if (key === '?') return help(), true;
    // Capitals stand on the board's edge: with them a move can begin with the letter of a key, too.
    return /^[\p{L}\p{N}]$/u.test(key) && type(key);
  }
}

/**
 * Steps through the turns by the wheel over the board; where the page scrolls, the wheel is the page's.
 * @param {HTMLElement} area
 * @param {(turns: number) => void} step
 * @param {AbortSignal} signal
 */
export function listenToWheel(area, step, signal) {
  let turned = 0;
  let last = 0;
  area.addEventListener('wheel', (event) => {
    const page = /** @type {Element} */ (document.scrollingElement);
    // With Ctrl it enlarges the page.
    if (event.ctrlKey || page.scrollHeight > page.clientHeight + 1) return;
    event.preventDefault();
    const delta = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : event.deltaMode === WheelEvent.DOM_DELTA_PAGE ? NOTCH : 1);
    if (event.timeStamp - last > REST || Math.sign(delta) !== Math.sign(turned)) turned = 0;
    last = event.timeStamp;
    turned += delta;
    if (Math.abs(turned) < NOTCH) return;
    step(Math.sign(turned));
    turned = 0;
  }, { signal, passive: false });
}
