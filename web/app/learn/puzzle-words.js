// @ts-check
// What themes and difficulties are called, and what each theme asks for.

/** @type {Record<import('./puzzle-set.js').Band, string>} */
export const BAND_NAMES = { easy: 'puzzles.band.easy', medium: 'puzzles.band.medium', hard: 'puzzles.band.hard' };

/** What is asked, and whether a single move is. @type {{ [theme: string]: { ask: string, isOnly?: true } | undefined }} */
export const GOALS = {
  escape: { ask: 'puzzles.ask.escape' },
  tuichi: { ask: 'puzzles.ask.tuichi' },
  capture: { ask: 'puzzles.ask.capture' },
  'save-king': { ask: 'puzzles.ask.save-king', isOnly: true },
  'stop-king': { ask: 'puzzles.ask.stop-king', isOnly: true },
};

/** Names; of tavli's also what to look for. @type {{ [theme: string]: { name: string, hint?: string } }} */
export const THEMES = {
  escape: { name: 'puzzles.theme.escape' },
  tuichi: { name: 'puzzles.theme.tuichi' },
  capture: { name: 'puzzles.theme.capture' },
  'save-king': { name: 'puzzles.theme.save-king' },
  'stop-king': { name: 'puzzles.theme.stop-king' },
  'two-hits': { name: 'puzzles.theme.two-hits', hint: 'puzzles.hint.two-hits' },
  hit: { name: 'puzzles.theme.hit', hint: 'puzzles.hint.hit' },
  'hit-or-bear-off': { name: 'puzzles.theme.hit-or-bear-off', hint: 'puzzles.hint.hit-or-bear-off' },
  safety: { name: 'puzzles.theme.safety', hint: 'puzzles.hint.safety' },
  wall: { name: 'puzzles.theme.wall', hint: 'puzzles.hint.wall' },
  enter: { name: 'puzzles.theme.enter', hint: 'puzzles.hint.enter' },
  'bear-off': { name: 'puzzles.theme.bear-off', hint: 'puzzles.hint.bear-off' },
  'no-waste': { name: 'puzzles.theme.no-waste', hint: 'puzzles.hint.no-waste' },
  'shut-out': { name: 'puzzles.theme.shut-out', hint: 'puzzles.hint.shut-out' },
  'hold-back': { name: 'puzzles.theme.hold-back', hint: 'puzzles.hint.hold-back' },
  quiet: { name: 'puzzles.theme.quiet', hint: 'puzzles.hint.quiet' },
};
