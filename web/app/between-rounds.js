// @ts-check
// Between two rounds with a clock: it waits until both have seen the end of the last one, but not for ever.

/** @typedef {import('../protocol.js').View} View */

/** @param {{ goOn: () => void, ready: () => void }} doing what shows the next round, and what says that the end was seen */
export function createBetweenRounds({ goOn, ready }) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** The round for which it was said. */
  let readyFor = 0;
  return {
    /** @param {View} view @param {number} readAt when it came @param {boolean} isHeld whether the end of the last round is still on the board */
    update({ clock, round }, readAt, isHeld) {
      clearTimeout(timer);
      const wait = clock?.wait;
      if (!wait) return;
      if (isHeld) timer = setTimeout(goOn, Math.max(0, wait.left - (performance.now() - readAt)));
      else if (readyFor !== round) {
        readyFor = round;
        ready();
      }
    },
    end: () => clearTimeout(timer),
  };
}
