// @ts-check
// Which puzzles are to be solved: of which theme, how hard.

import { h, setChildren } from '../dom.js';
import { BANDS } from './puzzle-set.js';
import { BAND_NAMES, THEMES } from './puzzle-words.js';

/** @typedef {import('./puzzle-set.js').Puzzle} Puzzle */
/** @typedef {{ theme: string | null, band: typeof BANDS[number] | null }} Choice */

/**
 * @param {Choice} choice is changed by what is chosen here
 * @param {() => void} onChange
 */
export function createFilters(choice, onChange) {
  const element = h('form', { class: 'puzzle-filters', on: { submit: (event) => event.preventDefault() } });

  /** @param {string} label @param {string} none @param {readonly (readonly [string, string])[]} options @param {string | null} value @param {(value: string | null) => void} set */
  function select(label, none, options, value, set) {
    const change = (/** @type {{ target: HTMLSelectElement }} */ { target }) => {
      set(target.value || null);
      onChange();
    };
    return h('label', null, h('span', null, label), h('select', { on: { change } },
      h('option', { attrs: { value: '' } }, none), options.map(([name, text]) => h('option', { attrs: { value: name, selected: name === value } }, text))));
  }

  return {
    element,
    /** @param {import('../texts.js').Say} say @param {readonly Puzzle[]} all there are */
    show(say, all) {
      const themes = [...new Set(all.map(({ theme }) => theme))].filter((theme) => theme in THEMES);
      setChildren(
        element,
        select(say('puzzles.theme'), say('puzzles.theme.any'), themes.map((theme) => /** @type {const} */ ([theme, say(THEMES[theme].name)])), choice.theme, (theme) => (choice.theme = theme)),
        select(say('puzzles.difficulty'), say('puzzles.difficulty.any'), BANDS.map((band) => /** @type {const} */ ([band, say(BAND_NAMES[band])])), choice.band, (band) => (choice.band = BANDS.find((one) => one === band) ?? null)),
      );
    },
  };
}
