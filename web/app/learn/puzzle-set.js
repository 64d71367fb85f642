// @ts-check
// The puzzles of a game: reading them, choosing among them, and comparing what was played with their lines. Nothing here knows a rule.

import { fileAddress } from '../file-address.js';

/** @typedef {import('./route.js').Book} Book */
/** @typedef {{ id: string, theme: string, grade: number, position: string }} Asked */
/** @typedef {Asked & { rules: string, plies: number, lines: string[] }} TaflPuzzle Of a win every line ends with it; of an only move there is that move alone. */
/** @typedef {Asked & { best: string, second: string, chances: [number, number], errors: [number, number] }} TavliPuzzle Chances are thousandths. */
/** @typedef {TaflPuzzle | TavliPuzzle} Puzzle */
/** @typedef {'easy' | 'medium' | 'hard'} Band */
/** @typedef {{ theme: string | null, band: Band | null }} Choice What somebody wants to solve; all if nothing is said. */

export const BANDS = /** @type {const} */ (['easy', 'medium', 'hard']);

/** The weakest level that finds it says how hard it is. @param {{ grade: number }} puzzle @returns {Band} */
export const bandOf = ({ grade }) => (grade <= 2 ? 'easy' : grade <= 4 ? 'medium' : 'hard');

/** By game. @type {Map<Book, Promise<Puzzle[]>>} */
const files = new Map();

/** Easy ones first. @param {Book} game @returns {Promise<Puzzle[]>} */
export function puzzlesOf(game) {
  const known = files.get(game) ?? fetch(fileAddress(`learn/puzzles/${game}.json`)).then(async (answer) => inOrder((await answer.json()).puzzles));
  files.set(game, known);
  // Whoever comes back asks again.
  known.catch(() => files.delete(game));
  return known;
}

/** Easy ones first, otherwise mixed: their names are as good as drawn by lot. @template {Asked} P @param {readonly P[]} puzzles @returns {P[]} */
export const inOrder = (puzzles) => [...puzzles].sort((one, other) => one.grade - other.grade || (one.id < other.id ? -1 : 1));

/** @template {Asked} P @param {readonly P[]} puzzles @param {Choice} choice */
export const chosen = (puzzles, { theme, band }) => puzzles.filter((puzzle) => (theme === null || puzzle.theme === theme) && (band === null || bandOf(puzzle) === band));

/** The themes there are, the most frequent first. @param {readonly Asked[]} puzzles */
export function themesOf(puzzles) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { theme } of puzzles) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]).map(([theme]) => theme);
}

/** The one behind another that is not solved yet; the next one if all are. @template {Asked} P @param {readonly P[]} puzzles @param {string | null} after @param {(id: string) => boolean} isSolved @returns {P | null} */
export function nextOf(puzzles, after, isSolved) {
  const start = puzzles.findIndex(({ id }) => id === after) + 1;
  const around = [...puzzles.slice(start), ...puzzles.slice(0, start)].filter(({ id }) => id !== after);
  return around.find(({ id }) => !isSolved(id)) ?? around[0] ?? puzzles[0] ?? null;
}

/** The date everywhere. @param {Date} now */
export const dateOf = (now) => now.toISOString().slice(0, 10);

/** A number that a text and nothing else decides. @param {string} text */
function numberOf(text) {
  let number = 0x811c9dc5;
  for (const sign of text) number = Math.imul(number ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // Texts that differ by little are to give numbers that differ in all bits.
  number = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d) >>> 0;
  return (number ^ (number >>> 13)) >>> 0;
}

/** The number of a day. @param {string} date */
const dayOf = (date) => Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);

/** The puzzle of a day: the same for everybody, and all come before one comes again. @template {Asked} P @param {readonly P[]} puzzles @param {string} date @returns {P | null} */
export function dailyOf(puzzles, date) {
  // Names alone make the order, as if drawn by lot: a grade that is measured anew changes nothing.
  const order = puzzles
    .map((puzzle) => ({ puzzle, lot: numberOf(puzzle.id) }))
    .sort((one, other) => one.lot - other.lot || (one.puzzle.id < other.puzzle.id ? -1 : 1));
  return order[dayOf(date) % order.length]?.puzzle ?? null;
}

/** @param {Puzzle} puzzle @returns {puzzle is TaflPuzzle} */
export const isOfLines = (puzzle) => 'lines' in puzzle;

/** What follows the moves played, by the first line that begins so: a reply, nothing if the line ends there, `false` if no line does. @param {TaflPuzzle} puzzle @param {readonly string[]} played @returns {string | null | false} */
export function answerTo(puzzle, played) {
  const lines = puzzle.lines.map((line) => line.split(' '));
  const line = lines.find((moves) => played.every((move, index) => moves[index] === move));
  return line === undefined ? false : (line[played.length] ?? null);
}

/** The moves that are asked for: those of the side to move. @param {TaflPuzzle} puzzle */
export const movesOf = ({ plies }) => Math.ceil(plies / 2);
