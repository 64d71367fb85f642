// @ts-check
// A computer plays a whole turn in a moment: throw, steps and the end of it come at once. What others do is held back until the board has shown what
// they did before, so that it can be followed.

/** So long a turn of many steps may take to be seen. */
const LONGEST = 1600;

/**
 * @template M
 * @param {object} options
 * @param {(message: M, at: number) => void} options.handle
 * @param {(message: M) => boolean} options.isToBeSeen  Whether a message waits for the board to be still.
 * @param {() => number} options.stillIn               For how long the board still moves.
 * @param {(act: () => void, wait: number) => any} [options.later]
 * @param {(timer: any) => void} [options.forget]
 */
export function createPacing({ handle, isToBeSeen, stillIn, later = setTimeout, forget = clearTimeout }) {
  /** @type {{ message: M, at: number }[]} */
  const waiting = [];
  /** How many have waited together. */
  let most = 0;
  /** @type {any} */
  let timer = null;

  /** @param {boolean} isDue whether the first has waited for its turn */
  function go(isDue) {
    timer = null;
    let mayWait = !isDue;
    most = Math.max(most, waiting.length);
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const wait = mayWait && isToBeSeen(next.message) ? Math.min(stillIn(), LONGEST / most) : 0;
      mayWait = true;
      if (wait > 0) {
        timer = later(() => go(true), wait);
        return;
      }
      waiting.shift();
      handle(next.message, next.at);
    }
    most = 0;
  }

  return {
    /** @param {M} message @param {number} at when it came */
    push(message, at) {
      waiting.push({ message, at });
      // Whatever comes later comes after it.
      if (timer === null) go(false);
    },
    /** Whether something is still held back. */
    isWaiting: () => waiting.length > 0,
    end() {
      forget(timer);
      waiting.length = 0;
    },
  };
}
