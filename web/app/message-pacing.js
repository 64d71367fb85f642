// @ts-check
// A computer plays a whole turn in a moment: its throw comes with the end of the turn before it, its steps in one message. What others do is taken apart
// and held back until the board has shown what they did before, so that it can be followed. What nobody must miss stays until it was seen.

/** So long a turn of many steps may take to be seen. */
const LONGEST = 1600;

/**
 * @template M
 * @param {object} options
 * @param {(message: M, at: number) => void} options.handle
 * @param {(message: M) => M[]} [options.split]           The messages that are shown in place of one, when its turn has come.
 * @param {(message: M) => boolean} options.isToBeSeen  Whether a message waits for the board to be still.
 * @param {(message: M) => number} [options.staysFor]    For how long a message is seen before the next, once the board is still; somebody who has seen it goes on sooner.
 * @param {() => number} options.stillIn               For how long the board still moves.
 * @param {(act: () => void, wait: number) => any} [options.later]
 * @param {(timer: any) => void} [options.forget]
 */
export function createPacing({ handle, split = (message) => [message], isToBeSeen, staysFor = () => 0, stillIn, later = setTimeout, forget = clearTimeout }) {
  /** `isToBeSeen` is known once its turn has come and it was taken apart. @type {{ message: M, at: number, isToBeSeen: boolean | null }[]} */
  const waiting = [];
  /** How many have waited together. */
  let most = 0;
  /** @type {any} */
  let timer = null;
  /** For how long the one that is shown stays. */
  let stays = 0;
  let isStaying = false;
  /** For how long it does. */
  let stay = 0;

  /** Takes the first one apart. */
  function takeApart() {
    const [{ message, at, isToBeSeen: known }] = waiting;
    if (known !== null) return;
    const waits = isToBeSeen(message);
    waiting.splice(0, 1, ...split(message).map((part) => ({ message: part, at, isToBeSeen: waits })));
  }

  /** @param {boolean} isDue whether the first has waited for its turn */
  function go(isDue) {
    timer = null;
    isStaying = false;
    let mayWait = !isDue;
    while (waiting.length > 0) {
      takeApart();
      most = Math.max(most, waiting.length);
      const [next] = waiting;
      isStaying = mayWait && stays > 0;
      stay = stays;
      const wait = isStaying ? stillIn() + stays : mayWait && next.isToBeSeen ? Math.min(stillIn(), LONGEST / most) : 0;
      mayWait = true;
      stays = 0;
      if (wait > 0) {
        timer = later(() => go(true), wait);
        return;
      }
      waiting.shift();
      handle(next.message, next.at);
      stays = staysFor(next.message);
    }
    stays = 0;
    most = 0;
  }

  return {
    /** @param {M} message @param {number} at when it came */
    push(message, at) {
      waiting.push({ message, at, isToBeSeen: null });
      // Whatever comes later comes after it.
      if (timer === null) go(false);
    },
    /** Whether something is still held back. */
    isWaiting: () => waiting.length > 0,
    /** Whether something stays until it was seen. */
    isStaying: () => isStaying,
    /** What stays was seen: it goes on. */
    goOn() {
      if (!isStaying) return;
      forget(timer);
      go(true);
    },
    /** Somebody is looking into what stays: from now on it stays as long again. */
    linger() {
      if (!isStaying) return;
      forget(timer);
      timer = later(() => go(true), stay);
    },
    /** Forgets what is held back; what comes after it is shown as ever. */
    end() {
      forget(timer);
      timer = null;
      stays = 0;
      most = 0;
      isStaying = false;
      waiting.length = 0;
    },
  };
}
