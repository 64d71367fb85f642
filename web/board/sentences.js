// @ts-check
// The position and what has changed, in sentences, for the page around the board to read out.

import { familyOf } from './families/index.js';
import { countPieces } from './point-names.js';

/** @typedef {import('./types.js').Say} Say */
/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('../protocol.js').Line} Line */
/** @typedef {import('../protocol.js').Seat} Seat */
/** @typedef {import('../protocol.js').View} View */

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

/** The name of a side. @param {Say} say @param {View} view @param {import('./types.js').Colour} colour @param {'name' | 'turn' | 'wins'} [role] */
const sideName = (say, view, colour, role) => familyOf(view).words.side(say, view, colour, role);

/** What the one to act has to do, if there is one. @param {View} view */
const stageOf = (view) => familyOf(view).words.stage(view);

/** Whether nothing is left but to end the turn. @param {import('./types.js').TurnStage} stage */
const isPlayed = ({ kind }) => kind === 'confirm' || kind === 'pass';

/** @param {Say} say @param {View} view */
function turnSentence(say, view) {
  if (!view.to_act) return [];
  const { kind, roll } = stageOf(view);
  if (kind === 'confirm' || kind === 'pass') return [say(kind === 'pass' ? 'board.turn.pass' : 'board.turn.confirm')];
  // At one screen every turn is one's own: there the side tells whose it is.
  if (view.viewer === view.to_act) return [say(OWN_TURNS[kind], { roll: spelt(roll) })];
  return [say(TURNS[kind], { side: sideName(say, view, view.seats[view.to_act].colour, 'turn'), roll: spelt(roll) })];
}

/** A turn that was played. @param {Say} say @param {View} view @param {Line} line */
const lineSentence = (say, view, line) => familyOf(view).words.line(say, sideName(say, view, view.seats[line.seat].colour), line);

/**
 * Turns that have been played since a scene. Steps of one's own were told when they were made; what others play is told when it is whole.
 * @param {Say} say
 * @param {View} was
 * @param {readonly Line[]} lines
 */
function newLines(say, was, lines) {
  const { words } = familyOf(was);
  return lines.flatMap((line, index) => {
    const steps = words.lineSteps(line);
    if (!steps.length || !isOwn(was, line.seat)) return [lineSentence(say, was, line)];
    const untold = steps.slice(index === 0 && was.to_act === line.seat ? words.steps(was).length : 0);
    return untold.length ? [words.stepsSentence(say, untold)] : [];
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
  const winner = view.phase === 'over' ? view.winner : null;
  return [
    ...(round ? [say(ENDS[round.reason])] : []),
    ...(isMatch && round ? [scoreSentence(say, view, view)] : []),
    winner ? say('board.result.win', { side: sideName(say, view, view.seats[winner].colour, 'wins') }) : say('board.result.draw'),
  ];
}

/** @param {Say} say @param {View} view */
const callSentences = (say, view) => (view.phase === 'playing' ? familyOf(view).words.calls(say, view.board) : []);

/** The last turn of the moment that is shown, and what was called out after it. @param {Say} say @param {Scene} scene */
export function lastTurn(say, { view, lines, look }) {
  const line = lines[look ?? lines.length - 1];
  return line ? [lineSentence(say, view, line), ...familyOf(view).words.calls(say, line)].join(' ') : '';
}

/** A man is taken up: where it can go. @param {Say} say @param {import('./types.js').Family} family @param {string[]} places */
export function pickedSentence(say, { words }, places) {
  if (places.length > MOST_PLACES) return say('board.picked.many', { count: places.length });
  return say('board.picked.reach', { places: places.map((place) => words.target(say, place)).join(', ') });
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
 * @param {readonly Line[]} [finished] every turn of the round of `before`, if `after` is in another one
 * @returns {string[]}
 */
export function announce(say, before, after, finished = []) {
  if (!before) return describe(say, after);
  const { view, lines } = after;
  const was = before.view;
  const [told, played] = [before.lines.at(-1)?.turn ?? 0, lines.at(-1)?.turn ?? 0];
  const isNew = (/** @type {Line} */ { turn }) => turn > told;
  if (was.round !== view.round) {
    return [...newLines(say, was, finished.filter(isNew)), ...roundSentences(say, was, view), ...describe(say, after)];
  }
  const sentences = [];
  if (played < told) sentences.push(say('board.taken-back'));
  sentences.push(...newLines(say, was, lines.filter(isNew)));
  const isSameTurn = played === told;
  const { words } = familyOf(view);
  const [steps, earlier] = [words.steps(view), isSameTurn ? words.steps(was) : []];
  if (isOwn(view, view.to_act)) {
    if (steps.length < earlier.length) sentences.push(say('board.step-back'));
    else if (steps.length > earlier.length) sentences.push(words.stepsSentence(say, steps.slice(earlier.length)));
  }
  const { lost } = familyOf(view);
  const [isLost, wasLost] = [after, before].map((scene) => lost?.(say, { ...scene, look: null }) ?? '');
  // What could not be played is told once: when it is seen.
  if (isLost && isLost !== wasLost) sentences.push(`${isLost}.`);
  if (!isSameTurn) sentences.push(...callSentences(say, view));
  const isEnd = view.phase === 'over' || view.phase === 'aborted';
  if (isEnd) sentences.push(...(view.phase === was.phase ? [] : resultSentences(say, view)));
  else if (isOtherStage(was, view)) sentences.push(...turnSentence(say, view));
  return sentences;
}

/** Whether the one to act has something else to do than before. @param {View} was @param {View} view */
function isOtherStage(was, view) {
  const [before, after] = [stageOf(was), stageOf(view)];
  return view.to_act !== was.to_act || after.roll !== before.roll || (isPlayed(after) && !isPlayed(before));
}
