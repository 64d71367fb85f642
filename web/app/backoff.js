// @ts-check

/** The first and the longest wait before connecting again, in milliseconds. */
const SHORTEST = 400;
const LONGEST = 15_000;

/**
 * How long to wait before attempt number `attempt` (from 0). A random part keeps a crowd from coming back all at once.
 * @param {number} attempt
 * @param {() => number} [random]
 */
export function waitBefore(attempt, random = Math.random) {
  const whole = Math.min(LONGEST, SHORTEST * 2 ** Math.min(attempt, 20));
  return whole * (0.5 + random() / 2);
}
