// @ts-check
// How boards are shown, wherever they are: as it was chosen in the settings.

/** @typedef {import('./context.js').Context} Context */

/** @param {Context} context */
export function boardSettings({ settings }) {
  const { animate, sound, showMovable } = settings.get();
  return { animate, sound, showsMovable: showMovable };
}

/**
 * Hears when something else is chosen. Another language is none of it: then the page is built anew.
 * @param {Context} context
 * @param {() => void} apply
 * @returns {() => void} no longer hears
 */
export const onBoardSettings = ({ settings }, apply) => settings.onChange((_, changed) => {
  if (!('lang' in changed)) apply();
});
