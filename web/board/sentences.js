// @ts-check
// The position and what has changed, in sentences. Whoever shows the board reads them out.

import { readMove, runsOf } from './notation.js';
import { countPieces, fromName, sideName, toName } from './names.js';

/** @typedef {import('./types.js').Say} Say */
/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('../protocol.js').Seat} Seat */
/** @typedef {import('../protocol.js').View} View */

/** @type {Record<string, string>} */
export const CALLS = { raichi: 'board.call.raichi', tuichi: 'board.call.tuichi', 'gare-au-roi': 'board.call.gare-au-roi' };

/** What the calls mean. @type {Record<string, string>} */
const CALLED = { raichi: 'board.called.raichi', tuichi: 'board.called.tuichi', 'gare-au-roi': 'board.called.gare-au-roi' };

/** More places than these are only counted. */
const MOST_PLACES = 8;

/** @type {Record<string, string>} */
const ENDS = {
  escape: 'board.end.escape', capture: 'board.end.capture', 'no-move': 'board.end.no-move', repetition: 'board.end.repetition',
  'borne-off': 'board.end.borne-off', 'turn-limit': 'board.end.turn-limit', resigned: 'board.end.resigned',
  'out-of-time': 'board.end.out-of-time', agreed: 'board.end.agreed',
};

const TURNS = { move: 'board.turn', throw: 'board.turn.throw', thrown: 'board.turn.thrown' };
const OWN_TURNS = { move: 'board.turn.own', throw: 'board.turn.own.throw', thrown: 'board.turn.own.thrown' };

/** The dice one by one. @param {string | null} roll */
const spelt = (roll) => [...(roll ?? '')].join(', ');

/** Whether the viewer plays for a seat. @param {View} view @param {Seat | null} seat */
const isOwn = (view, seat) => view.viewer === 'both' || view.viewer === seat;

/** @param {View} view */
const rollOf = ({ board }) => (board?.kind === 'tavli' ? board.roll : null);

/** @param {View} view */
const stepsOf = ({ board }) => (board?.kind === 'tavli' ? board.steps : []);

/** Whether nothing is left but to end the turn. @param {View} view */
const isPlayed = (view) => view.board?.kind === 'tavli' && view.may.includes('confirm') && !view.board.next.length;

/** @param {Say} say @param {View} view */
function turnSentence(say, view) {
  if (!view.to_act) return [];
  if (isPlayed(view)) return [say(stepsOf(view).length ? 'board.turn.confirm' : 'board.turn.pass')];
  const roll = rollOf(view);
  const kind = view.board?.kind !== 'tavli' ? 'move' : roll ? 'thrown' : 'throw';
  // At one screen every turn is one's own: there the side tells whose it is.
  if (view.viewer === view.to_act) return [say(OWN_TURNS[kind], { roll: spelt(roll) })];
  return [say(TURNS[kind], { side: sideName(say, view, view.seats[view.to_act].colour, 'turn'), roll: spelt(roll) })];
}

/** Steps one after the other; equal ones are said once. @param {Say} say @param {Step[]} steps */
function stepsSentence(say, steps) {
  const told = steps.map(({ from, to, hits }) => say(hits ? 'board.step.hit' : 'board.step', { from: fromName(say, from), to: toName(say, to) }));
  return runsOf(told)
    .map(({ item, times }) => (times > 1 ? say('board.step.times', { step: item, count: times }) : item))
    .reduce((before, after) => say('board.step.then', { before, after }));
}

/** A turn that was played. @param {Say} say @param {View} view @param {Line} line */
function lineSentence(say, view, line) {
  const side = sideName(say, view, view.seats[line.seat].colour);
  if ('steps' in line) {
    if (!line.steps.length) return say('board.played.nothing', { side });
    return say('board.played', { side, moves: stepsSentence(say, line.steps) });
  }
  const move = readMove(line.text);
  const moves = move ? say('board.step', { from: fromName(say, move.from), to: toName(say, move.to) }) : line.text;
  if (!line.captured.length) return say('board.played', { side, moves });
  return say('board.played.takes', { side, moves, count: line.captured.length, cells: line.captured.join(', ') });
}

/**
 * Turns that have been played since a scene. Steps of one's own were told when they were made; what others play is told when it is whole.
 * @param {Say} say
 * @param {View} was
 * @param {Line[]} lines
 */
function newLines(say, was, lines) {
  return lines.flatMap((line, index) => {
    if (!('steps' in line) || !line.steps.length || !isOwn(was, line.seat)) return [lineSentence(say, was, line)];
    const untold = line.steps.slice(index === 0 && was.to_act === line.seat ? stepsOf(was).length : 0);
    return untold.length ? [stepsSentence(say, untold)] : [];
  });
}

/** How many rounds each has won, by the sides of the round that is over. @param {Say} say @param {View} was @param {View} view */
function scoreSentence(say, was, view) {
  const { host, guest } = view.seats;
  if (view.viewer === 'host' || view.viewer === 'guest') {
    const [own, other] = view.viewer === 'host' ? [host, guest] : [guest, host];
    return say('board.score.own', { own: own.rounds_won, other: other.rounds_won });
  }
  const [light, dark] = was.seats.host.colour === 'light' ? [host, guest] : [guest, host];
  return say('board.score', {
    light: sideName(say, was, 'light'), lights: light.rounds_won, dark: sideName(say, was, 'dark'), darks: dark.rounds_won,
  });
}

/** How a round ended. @param {Say} say @param {View} was a view of the round @param {View} view the view that knows its result */
function roundSentences(say, was, view) {
  const round = view.rounds[was.round - 1];
  if (!round) return [];
  const result = round.winner
    ? say('board.result.round', { side: sideName(say, was, was.seats[round.winner].colour, 'wins') })
    : say('board.result.round.draw');
  return [say(ENDS[round.reason]), result, scoreSentence(say, was, view)];
}

/** How the game ended. @param {Say} say @param {View} view */
function resultSentences(say, view) {
  if (view.phase === 'aborted') return [say('board.end.aborted')];
  const round = view.rounds[view.rounds.length - 1];
  const isMatch = view.form !== 'single';
  // Sides may have been exchanged between rounds; the seat that won is named by the side it plays now.
  const winner = view.winner ?? null;
  return [
    ...(round ? [say(ENDS[round.reason])] : []),
    ...(isMatch && round ? [scoreSentence(say, view, view)] : []),
    winner ? say('board.result.win', { side: sideName(say, view, view.seats[winner].colour, 'wins') }) : say('board.result.draw'),
  ];
}

/** @param {Say} say @param {View} view */
const callSentences = (say, view) => (view.phase === 'playing' && view.board?.kind === 'tafl' ? view.board.calls.map((call) => say(CALLED[call])) : []);

/** The last turn of the moment that is shown. @param {Say} say @param {Scene} scene */
export function lastTurn(say, { view, lines, look }) {
  const line = lines[look ?? lines.length - 1];
  return line ? lineSentence(say, view, line) : '';
}

/** A man is taken up: where it can go. @param {Say} say @param {string[]} places */
export function pickedSentence(say, places) {
  if (!places.length) return say('board.picked.stuck');
  if (places.length > MOST_PLACES) return say('board.picked.many', { count: places.length });
  return say('board.picked.reach', { places: places.map((place) => (place === 'off' ? toName(say, place) : place)).join(', ') });
}

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
 * @param {Line[]} [finished] every turn of the round of `before`, if `after` is in another one
 * @returns {string[]}
 */
export function announce(say, before, after, finished = []) {
  if (!before) return describe(say, after);
  const { view, lines } = after;
  const was = before.view;
  if (was.round !== view.round) {
    return [...newLines(say, was, finished.slice(before.lines.length)), ...roundSentences(say, was, view), ...describe(say, after)];
  }
  const sentences = [];
  if (lines.length < before.lines.length) sentences.push(say('board.taken-back'));
  sentences.push(...newLines(say, was, lines.slice(before.lines.length)));
  const isSameTurn = lines.length === before.lines.length;
  const [steps, earlier] = [stepsOf(view), isSameTurn ? stepsOf(was) : []];
  if (isOwn(view, view.to_act)) {
    if (steps.length < earlier.length) sentences.push(say('board.step-back'));
    else if (steps.length > earlier.length) sentences.push(stepsSentence(say, steps.slice(earlier.length)));
  }
  if (!isSameTurn) sentences.push(...callSentences(say, view));
  const isEnd = view.phase === 'over' || view.phase === 'aborted';
  if (isEnd) sentences.push(...(view.phase === was.phase ? [] : resultSentences(say, view)));
  else if (view.to_act !== was.to_act || rollOf(view) !== rollOf(was) || (isPlayed(view) && !isPlayed(was))) sentences.push(...turnSentence(say, view));
  return sentences;
}
