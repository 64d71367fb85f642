// @ts-check
// How high a chance stands in the graph and in the bar.

/** With odds of e to the power of this to one a chance stands in the middle between even and certain. */
const HALF_WAY = 3;

/** Chances at which the graph of a game without dice has lines, for either side. */
export const LINES_AT = [0.01, 0.1, 0.5, 0.9, 0.99];

/**
 * From 0 to 1. Where dice decide, as high as the chance is. Where they do not, one side is often far ahead by the rules alone and all that
 * happens lies between 90 and 100 %: there the odds count, which are as many steps as the computer's points, with less and less room towards
 * the edge. The edge itself is for what is certain.
 * @param {number} chance
 * @param {boolean} hasDice
 */
export function heightOf(chance, hasDice) {
  if (hasDice || chance <= 0 || chance >= 1) return Math.min(1, Math.max(0, chance));
  const odds = Math.log(chance / (1 - chance)) / HALF_WAY;
  return 0.5 + odds / (1 + Math.abs(odds)) / 2;
}
