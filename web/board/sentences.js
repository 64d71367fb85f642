// @ts-check
// The position and what has changed, in sentences. Whoever shows the board reads them out.

import { readMove } from './notation.js';
import { countPieces, placeName, sideName } from './names.js';

/** @typedef {import('./types.js').Say} Say */
/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('../protocol.js').View} View */

/** @type {Record<string, string>} */
export const CALLS = { raichi: 'board.call.raichi', tuichi: 'board.call.tuichi', 'gare-au-roi': 'board.call.gare-au-roi' };

/** @type {Record<string, string>} */
const ENDS = {
  escape: 'board.end.escape', capture: 'board.end.capture', 'no-move': 'board.end.no-move', repetition: 'board.end.repetition',
  'borne-off': 'board.end.borne-off', 'turn-limit': 'board.end.turn-limit', resigned: 'board.end.resigned',
  'out-of-time': 'board.end.out-of-time', agreed: 'board.end.agreed',
};

/** @param {Say} say @param {View} view */
function turnSentence(say, view) {
  if (!view.to_act) return [];
  const side = sideName(say, view, view.seats[view.to_act].colour);
  const board = view.board;
  if (board?.kind !== 'tavli') return [say('board.turn', { side })];
  if (!board.roll) return [say('board.turn.throw', { side })];
  return [say('board.turn.thrown', { side, roll: [...board.roll].join(', ') })];
}

/** @param {Say} say @param {Step} step */
function stepSentence(say, step) {
  const places = { from: placeName(say, step.from), to: placeName(say, step.to) };
  return say(step.hits ? 'board.step.hit' : 'board.step', places);
}

/** A turn that was played. @param {Say} say @param {View} view @param {Line} line */
function lineSentence(say, view, line) {
  const side = sideName(say, view, view.seats[line.seat].colour);
  if ('steps' in line) {
    if (!line.steps.length) return say('board.played.nothing', { side });
    return say('board.played', { side, moves: line.steps.map((step) => stepSentence(say, step)).join('; ') });
  }
  const move = readMove(line.text);
  const moves = move ? say('board.step', move) : line.text;
  if (!line.captured.length) return say('board.played', { side, moves });
  return say('board.played.takes', { side, moves, count: line.captured.length, cells: line.captured.join(', ') });
}

/** @param {Say} say @param {View} view */
function resultSentences(say, view) {
  const round = view.rounds[view.rounds.length - 1];
  const sentences = [];
  if (round) sentences.push(say(ENDS[round.reason]));
  if (view.phase === 'aborted') return [say('board.end.aborted')];
  if (view.phase !== 'over') return sentences;
  // Sides may have been exchanged between rounds; the seat that won is named by the side it plays now.
  const winner = view.winner ?? null;
  sentences.push(winner ? say('board.result.win', { side: sideName(say, view, view.seats[winner].colour) }) : say('board.result.draw'));
  return sentences;
}

/** @param {Say} say @param {View} view */
const callSentences = (say, view) => (view.board?.kind === 'tafl' ? view.board.calls.map((call) => say(CALLS[call])) : []);

/**
 * The whole scene: who has what, what was played last, whose turn it is.
 * @param {Say} say
 * @param {Scene} scene
 * @returns {string[]}
 */
export function describe(say, scene) {
  const { view, lines } = scene;
  const { light, dark, king } = countPieces(scene);
  const sides = { light: sideName(say, view, 'light'), dark: sideName(say, view, 'dark'), lights: light, darks: dark };
  const last = lines[lines.length - 1];
  return [
    say(king ? 'board.count.king' : 'board.count', sides),
    ...(last ? [lineSentence(say, view, last)] : []),
    ...callSentences(say, view),
    ...(view.phase === 'over' || view.phase === 'aborted' ? resultSentences(say, view) : turnSentence(say, view)),
  ];
}

/**
 * What has come about between two scenes.
 * @param {Say} say
 * @param {Scene | null} before
 * @param {Scene} after
 * @returns {string[]}
 */
export function announce(say, before, after) {
  if (!before || before.view.round !== after.view.round) return describe(say, after);
  const { view, lines } = after;
  const was = before.view;
  const sentences = [];
  if (lines.length < before.lines.length) sentences.push(say('board.taken-back'));
  for (const line of lines.slice(before.lines.length)) sentences.push(lineSentence(say, view, line));
  const [steps, earlier] = [view.board, was.board].map((board) => (board?.kind === 'tavli' ? board.steps : []));
  const isSameTurn = lines.length === before.lines.length;
  if (isSameTurn && steps.length < earlier.length) sentences.push(say('board.step-back'));
  for (const step of steps.slice(isSameTurn ? earlier.length : 0)) sentences.push(stepSentence(say, step));
  if (!isSameTurn) sentences.push(...callSentences(say, view));
  const roll = (/** @type {View} */ { board }) => (board?.kind === 'tavli' ? board.roll : null);
  const hasEnded = view.rounds.length > was.rounds.length || view.phase !== was.phase;
  if (hasEnded) sentences.push(...resultSentences(say, view));
  else if (view.to_act !== was.to_act || roll(view) !== roll(was)) sentences.push(...turnSentence(say, view));
  return sentences;
}
