// @ts-check
// What the dice gave each player, against what fair dice give on average.

/** The mean of a fair die. */
export const FAIR_MEAN = 3.5;

/**
 * @typedef {object} Luck
 * @property {number} dice      How many dice were thrown.
 * @property {number} mean      Their mean.
 * @property {number} expected  How often each face was to be expected.
 * @property {number} surplus   Pips above (or below) what was to be expected.
 * @property {number} deviation How many standard deviations the surplus is away from nothing.
 */

/** The variance of one fair die. */
const VARIANCE = 35 / 12;

/**
 * A surplus as it is told: whole pips and their sign. Halves are rounded away from nothing on both sides, and nothing has no side.
 * @param {number} surplus
 */
export function toldSurplus(surplus) {
  const pips = Math.round(Math.abs(surplus));
  return { sign: pips === 0 ? '±' : surplus > 0 ? '+' : '−', pips };
}

/**
 * @param {readonly number[]} faces  How often each face came up, ones first.
 * @returns {Luck}
 */
export function luckOf(faces) {
  const dice = faces.reduce((sum, count) => sum + count, 0);
  const pips = faces.reduce((sum, count, index) => sum + count * (index + 1), 0);
  const surplus = pips - dice * FAIR_MEAN;
  return {
    dice,
    mean: dice === 0 ? 0 : pips / dice,
    expected: dice / 6,
    surplus,
    deviation: dice === 0 ? 0 : surplus / Math.sqrt(dice * VARIANCE),
  };
}
