// @ts-check
// Clocks: what is left at a moment, and how it is written. The server's reading is the truth; between two readings the page only
// counts on from the moment it came in, so it cannot drift.

/** @typedef {import('../protocol.js').TimeLeft} TimeLeft */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * What is left after some time has passed. Periods begin by themselves when the store is used up.
 * @param {TimeLeft} left
 * @param {number} passed  Milliseconds.
 * @param {number} period  Of a period, in milliseconds; 0 where there are none.
 * @returns {TimeLeft}
 */
export function leftAfter(left, passed, period) {
  let { time, periods, is_in_period: inPeriod } = left;
  time -= passed;
  while (time <= 0 && periods > 0 && period > 0) {
    time += period;
    periods -= 1;
    inPeriod = true;
  }
  return { time: Math.max(0, time), periods, is_in_period: inPeriod };
}

/**
 * The clocks some time after they were read.
 * @param {import('../protocol.js').Clock} clock
 * @param {number} passed  Milliseconds.
 * @returns {import('../protocol.js').Clock}
 */
export function clockAfter(clock, passed) {
  const { running, wait, left, period } = clock;
  if (running === null || clock.is_paused) return clock;
  // Nobody's time runs before both have seen how the last round ended.
  const waits = wait?.left ?? 0;
  const ran = Math.max(0, passed - waits);
  return {
    ...clock,
    ...(wait === null || wait === undefined ? {} : { wait: { ...wait, left: Math.max(0, waits - passed) } }),
    left: { ...left, [running]: leftAfter(left[running], ran, period) },
  };
}

/** Below this, tenths are shown. */
export const SHORT = 10_000;

/**
 * A time as a clock shows it: days and hours, `1:02:09`, `4:05`, and with tenths `0:07.3` when it is short.
 * @param {import('./texts.js').Say} say
 * @param {number} millis
 */
export function writeTime(say, millis) {
  if (millis >= 2 * DAY) {
    return say('web.clock.left', { days: Math.floor(millis / DAY), hours: Math.floor((millis % DAY) / HOUR) });
  }
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  if (millis < SHORT) {
    const tenths = Math.floor(millis / 100);
    return say('web.clock.short', { seconds: two(Math.floor(tenths / 10)), tenth: tenths % 10 });
  }
  // Whole seconds count up, so that a clock of five minutes starts at 5:00 and not at 4:59.
  const seconds = Math.ceil(millis / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/**
 * How long until the written time changes.
 * @param {number} millis
 */
export function untilChange(millis) {
  if (millis <= 0) return Infinity;
  // A hair more than the exact moment, so that a timer that fires early does not fire twice.
  if (millis < SHORT) return (millis % 100) + 5;
  return (millis % 1000) + 5;
}
