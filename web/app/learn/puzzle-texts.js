// @ts-check
// What is said of a puzzle: what is asked, what it is about, and what came of it. Pure.

import { sideName } from '../names.js';
import { chanceOf } from '../study/engine.js';
import { percent } from '../study/lines.js';
import { bandOf, isOfLines, movesOf } from './puzzle-set.js';
import { BAND_NAMES, GOALS, THEMES } from './puzzle-words.js';

/** @typedef {import('./puzzle-set.js').Puzzle} Puzzle */
/** @typedef {import('../texts.js').Say} Say */
/** @typedef {import('../../protocol.js').Colour} Colour */

/** @param {Say} say @param {string} game @param {Puzzle} puzzle @param {Colour} own the side that is to solve it */
export function taskText(say, game, puzzle, own) {
  const side = sideName(say, game, own);
  if (!isOfLines(puzzle)) return say('puzzles.ask.tavli', { side });
  return say(GOALS[puzzle.theme]?.ask ?? 'puzzles.ask.escape', { side, moves: movesOf(puzzle) });
}

/** Whose rules, what theme, how hard. @param {Say} say @param {Puzzle} puzzle @param {ReadonlyMap<string, string>} presets what rules are called @param {boolean} isOver */
export function aboutText(say, puzzle, presets, isOver) {
  const parts = [
    isOfLines(puzzle) && presets.has(puzzle.rules) ? say('puzzles.rules', { rules: presets.get(puzzle.rules) ?? '' }) : '',
    THEMES[puzzle.theme] && (isOver || isOfLines(puzzle)) ? say('puzzles.theme-is', { theme: say(THEMES[puzzle.theme].name) }) : '',
    puzzle.grade > 8 ? say('puzzles.grade.beyond') : say('puzzles.grade', { difficulty: say(BAND_NAMES[bandOf(puzzle)]), level: puzzle.grade }),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** @param {Say} say @param {Puzzle} puzzle */
export function solvedText(say, puzzle) {
  if (isOfLines(puzzle)) return GOALS[puzzle.theme]?.isOnly ? say('puzzles.solved.only', { moves: movesOf(puzzle) }) : say('puzzles.solved');
  const [best, second] = puzzle.chances.map((chance) => percent(chance / 1000));
  return say('puzzles.solved.tavli', { best, second });
}

/** Why a turn is wrong, if that is known. @param {Say} say @param {Puzzle} puzzle @param {import('../study/engine.js').Thought} thought about the position after it @param {Colour} own */
export function refutedText(say, puzzle, thought, own) {
  if (!isOfLines(puzzle)) {
    const light = chanceOf(thought) ?? 0.5;
    return say('puzzles.wrong.tavli', { own: percent(own === 'light' ? light : 1 - light), best: percent(puzzle.chances[0] / 1000) });
  }
  const line = thought.type === 'rolls' ? undefined : thought.lines[0];
  const first = line?.turns[0]?.text;
  if (line === undefined || first === undefined) return null;
  if (line.win !== null && line.win.winner !== own) return say('puzzles.wrong.loses', { move: first, moves: line.win.turns });
  return say('puzzles.wrong.answer', { move: first });
}
