// @ts-check
// What somebody is about to choose stands still: as long as a pointer moves over it or presses on it, or the keyboard is in it.

/** A finger is up before its click comes, and a hand that slips off comes back. */
const LINGERS = 300;

/**
 * @param {HTMLElement} element
 * @param {() => void} onRelease when what has changed meanwhile may be shown
 */
export function createHold(element, onRelease) {
  const by = { pointer: false, focus: false };
  let isHeld = false;
  /** Whether the page itself moves the focus. */
  let isWriting = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {keyof typeof by} holder @param {boolean} holds */
  function set(holder, holds) {
    by[holder] = holds;
    clearTimeout(timer);
    if (by.pointer || by.focus) isHeld = true;
    else if (isHeld) timer = setTimeout(release, LINGERS);
  }

  function release() {
    isHeld = false;
    // The page may be gone.
    if (element.isConnected) onRelease();
  }

  // A pointer that only lies there, while what is below it changes, has not chosen anything.
  for (const event of ['pointermove', 'pointerdown']) element.addEventListener(event, () => set('pointer', true));
  for (const event of ['pointerleave', 'pointercancel']) element.addEventListener(event, () => set('pointer', false));
  element.addEventListener('focusin', ({ target }) => !isWriting && set('focus', /** @type {Element} */ (target).matches(':focus-visible')));
  element.addEventListener('focusout', () => !isWriting && set('focus', false));

  return {
    isHeld: () => isHeld,
    /** It is about something else now: nobody has seen it yet. */
    reset() {
      clearTimeout(timer);
      isHeld = by.pointer = by.focus = false;
    },
    /** Writes what is there anew; the focus that goes and comes by that is nobody's. @param {() => void} write */
    rewrite(write) {
      isWriting = true;
      write();
      isWriting = false;
    },
  };
}
