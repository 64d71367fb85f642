// @ts-check
// The state of a board, what can be asked of it, and how it changes. Everything here is pure: a change gives another state.

import { changesOf, difference, placementOf } from './changes.js';
import { familyOf } from './families/index.js';
import { carry, settle, topPiece } from './pieces.js';
import { toggled } from './shapes.js';

/** @typedef {import('./types.js').Change} Change */
/** @typedef {import('./types.js').Colour} Colour */
/** @typedef {import('./types.js').Config} Config */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Shape} Shape */
/** @typedef {import('./types.js').Target} Target */
/** @typedef {import('./sound.js').Sound} Sound */

/**
 * What the viewer can do, as the view tells it.
 * @typedef {object} Actions
 * @property {Map<string, Target[]>} targets by the point from which they start
 * @property {Colour | null} colour whose pieces the viewer may take up
 * @property {boolean} mayRoll
 * @property {boolean} mayConfirm
 * @property {boolean} mayUndo
 * @property {boolean} isAhead it is the other's turn: what is put down is played when one's own has come
 */

/**
 * @typedef {object} State
 * @property {Config} config what the board was given
 * @property {Actions} actions
 * @property {readonly Change[]} changes what has happened up to what is shown
 * @property {readonly Piece[]} pieces the last one on a point is on top
 * @property {number} lastId of a piece; none is used twice
 * @property {string | null} picked the point from which a piece is taken up
 * @property {string | null} aimed the point that is pointed at
 * @property {readonly Shape[]} drawn by hand upon the position
 * @property {import('./types.js').Arrow | null} ahead a move that is to be played when one's turn has come
 * @property {{ piece: number, to: string } | null} asked a move that has been sent and is shown already
 * @property {number} askedAt when something was last sent
 */

/** @typedef {Map<number, import('./pieces.js').Stop[]>} Journeys where pieces come by on their way */

/** For so long one waits for an answer before the same thing can be asked again. */
const PATIENCE = 1500;

/** @type {Actions} */
const NO_ACTIONS = { targets: new Map(), colour: null, mayRoll: false, mayConfirm: false, mayUndo: false, isAhead: false };

/** @param {Config} config @returns {State} */
export const initialState = (config) => ({
  config: { ...config, scene: null },
  actions: NO_ACTIONS,
  changes: [],
  pieces: [],
  lastId: 0,
  picked: null,
  aimed: null,
  drawn: [],
  ahead: null,
  asked: null,
  askedAt: -PATIENCE,
});

/**
 * Only the present can be played, and nothing while pieces are set up.
 * @param {Scene} scene
 * @param {{ isEditable?: boolean, premoves?: boolean }} [allowed]
 * @returns {Actions}
 */
export function actionsOf({ view, look }, { isEditable = false, premoves = false } = {}) {
  if (isEditable || look !== null || !view.board) return NO_ACTIONS;
  if (!view.acts_for) return premoves && view.to_act && view.viewer === otherSeat(view.to_act) ? { ...NO_ACTIONS, colour: view.seats[view.viewer].colour, isAhead: true } : NO_ACTIONS;
  const may = new Set(view.may);
  const isMoving = may.has('move') || may.has('step');
  return {
    targets: isMoving ? familyOf(view).targets(view) : new Map(),
    colour: isMoving ? view.seats[view.acts_for].colour : null,
    mayRoll: may.has('roll'),
    mayConfirm: may.has('confirm'),
    mayUndo: may.has('undo-step'),
    isAhead: false,
  };
}

/** @param {import('../protocol.js').Seat} seat */
const otherSeat = (seat) => (seat === 'host' ? 'guest' : 'host');

// Questions

/** The dice that take a piece to a target. @param {Target} target */
export const diceOf = ({ steps }) => steps.map(({ die }) => die);

/**
 * The preferred target of a point, among those to another point or with a die alone.
 * @param {Actions} actions
 * @param {string} from
 * @param {{ to?: string, die?: string }} wish
 */
export const targetFor = (actions, from, { to, die }) =>
  (actions.targets.get(from) ?? []).find((target) => (!to || target.to === to) && (!die || diceOf(target).join() === die)) ?? null;

/** @param {State} state @param {string} point */
export const isTarget = ({ picked, actions }, point) => picked !== null && targetFor(actions, picked, { to: point }) !== null;

/** Whether a piece on a point can be taken up, be it only to hear why it cannot move. @param {State} state @param {string} point */
export const canPick = ({ actions, pieces, config }, point) => actions.targets.has(point) || ownPiece({ actions, pieces, config }, point) !== undefined;

/** The piece that is taken up from a point; others may lie on it. @param {Pick<State, 'actions' | 'pieces' | 'config'>} state @param {string} point */
export function ownPiece({ actions: { colour }, pieces, config: { scene, isEditable } }, point) {
  if (isEditable) return topPiece(pieces, point);
  if (!colour || !scene) return undefined;
  const { isOwn } = familyOf(scene.view);
  return pieces.findLast(({ at, kind }) => at === point && isOwn(kind, colour));
}

/** Whether a piece can be taken up from a point, and go somewhere; ahead of one's turn nobody knows where. @param {State} state @param {string} point */
export const canMove = ({ actions, pieces, config }, point) => actions.targets.has(point) || (actions.isAhead && ownPiece({ actions, pieces, config }, point) !== undefined);

/**
 * What is to be said to somebody who touches a piece that cannot be taken up: that this is the past, that it is not theirs, or what the
 * rules say. Those who only watch are told nothing, and where no piece is there is nothing to say.
 * @param {State} state
 * @param {string} point
 * @returns {'past' | 'not-yours' | 'rules' | null}
 */
export function vainTouch({ actions, pieces, config }, point) {
  const { scene, isEditable } = config;
  if (!scene || isEditable || scene.view.viewer === 'spectator' || !topPiece(pieces, point)) return null;
  if (scene.look !== null && scene.view.phase === 'playing') return 'past';
  return actions.colour && !ownPiece({ actions, pieces, config }, point) ? 'not-yours' : 'rules';
}

/** Whether an answer is still to be waited for. @param {State} state @param {number} now */
export const isWaiting = ({ askedAt }, now) => now - askedAt < PATIENCE;

/** The pieces as they are seen: one that is on its way comes to lie on top of those that are there. @param {State} state @returns {readonly Piece[]} */
export function seenPieces({ pieces, asked }) {
  const goer = pieces.find(({ id }) => id === asked?.piece);
  return goer && asked ? [...pieces.filter((piece) => piece !== goer), { ...goer, at: asked.to }] : pieces;
}

/** The point whose targets are shown: where a piece is taken up, or one that is aimed at. @param {State} state */
export const source = ({ picked, aimed, actions }) => picked ?? (aimed && actions.targets.has(aimed) ? aimed : null);

// Changes

/** Takes a piece up. @param {State} state @param {string} point @returns {State} */
export const picked = (state, point) => ({ ...state, picked: point, aimed: null });

/** @param {State} state @returns {State} */
export const letGo = (state) => (state.picked === null ? state : { ...state, picked: null });

/** @param {State} state @param {string | null} point @returns {State} */
export const aimedAt = (state, point) => (state.aimed === point ? state : { ...state, aimed: point });

/** A shape is drawn; the same again wipes it away. @param {State} state @param {Shape} shape @returns {State} */
export const drawn = (state, shape) => ({ ...state, drawn: toggled(state.drawn, shape) });

/** All that was drawn by hand is wiped away, unless the page keeps it. @param {State} state @returns {State} */
export const wiped = (state) => (state.drawn.length && state.config.strokes === null ? { ...state, drawn: [] } : state);

/** A move is chosen before one's turn, or not any more. @param {State} state @param {import('./types.js').Arrow | null} ahead @returns {State} */
export const sentAhead = (state, ahead) => (state.ahead === ahead ? state : { ...state, ahead });

/** Something is sent. @param {State} state @param {number} now @returns {State} */
export const asked = (state, now) => ({ ...state, askedAt: now });

/** A piece is sent to a target, and shown there before the answer comes. @param {State} state @param {string} from @param {Target} target @param {number} now @returns {State} */
export function played(state, from, target, now) {
  const piece = ownPiece(state, from);
  return { ...asked(state, now), picked: null, asked: piece ? { piece: piece.id, to: target.to } : null };
}

/** What was sent is not to be: the pieces are where they were. @param {State} state @returns {State} */
export const refused = (state) => ({ ...state, asked: null, askedAt: -PATIENCE });

/** @param {State} state @param {Partial<Omit<Config, 'scene'>>} change @returns {State} */
export function configured(state, change) {
  const config = { ...state.config, ...change, scene: state.config.scene };
  const isOther = config.isEditable !== state.config.isEditable || config.premoves !== state.config.premoves;
  return { ...(isOther ? letGo(state) : state), config, drawn: change.strokes ?? state.drawn, actions: config.scene && isOther ? actionsOf(config.scene, config) : state.actions };
}

/**
 * Another scene is shown.
 * @param {State} state
 * @param {Scene} scene
 * @returns {{ state: State, isOther: boolean, isNews: boolean, isLetGo: boolean, forth: Change[], journeys: Journeys }} and whether it is of another
 *   round or game, whether anything has happened, whether what was held is let go, what is played and by which ways
 */
export function shown(state, scene) {
  const before = state.config.scene;
  const { view, look } = scene;
  const isOther = before?.view.round !== view.round || before.view.game !== view.game;
  const isNews = isOther || before.view.next !== view.next;
  const changes = changesOf(scene);
  const { back, forth } = difference(isOther ? [] : state.changes, changes);
  const isChange = isOther || back.length + forth.length > 0;
  const { pieces: carried, journeys } = carry(isOther ? [] : state.pieces, back, forth);
  // A piece that was shown at its end already does not go its way once more.
  if (state.asked) journeys.delete(state.asked.piece);
  let { lastId } = state;
  const pieces = settle(carried, placementOf(scene), () => ++lastId);
  const next = {
    ...state,
    // Looking back and forth changes nothing about what would be best now.
    config: { ...state.config, scene, hint: isNews ? null : state.config.hint },
    actions: actionsOf(scene, state.config),
    changes,
    pieces,
    lastId,
  };
  // What is held before one's turn is still held when it has come.
  const isLetGo = (isChange && !state.actions.isAhead) || (next.picked !== null && !canPick(next, next.picked));
  // A clock or a visitor may bring the same position again; what is being asked or shown then stays.
  const answered = isChange || isNews || before.look !== look ? wiped(refused(next)) : next;
  // Step by step only where one turn is shown; a longer way is one glide.
  const isOneTurn = !back.length && new Set(forth.map(({ turn }) => turn)).size <= 1;
  return { state: isLetGo ? letGo(answered) : answered, isOther, isNews: isNews || before.look !== look, isLetGo, forth, journeys: isOneTurn ? journeys : new Map() };
}

/**
 * What is to be heard when one scene follows another.
 * @param {Scene | null} before
 * @param {Scene} after
 * @param {readonly Change[]} forth
 * @returns {Sound[]}
 */
export function soundsOf(before, after, forth) {
  if (!before) return [];
  const [was, is] = [before.view, after.view];
  const endsRound = is.rounds.length > was.rounds.length;
  const isLater = was.turns !== is.turns;
  /** @type {Sound[]} */
  const sounds = [];
  const loudest = /** @type {const} */ (['hit', 'capture', 'move']).find((sound) => forth.some((change) => change.sound === sound));
  if (loudest && (after.look === null || endsRound)) sounds.push(loudest);
  if (isLater && familyOf(is).marks({ ...after, look: null }).calls.length) sounds.push('call');
  if (endsRound) sounds.push(endOf(is));
  if (isThrow(before, after)) sounds.push('dice');
  return sounds;
}

/** How the end of a round sounds; for those who play neither side every victory is one. @param {import('./types.js').View} view @returns {Sound} */
function endOf({ rounds, viewer }) {
  const winner = rounds[rounds.length - 1].winner;
  if (!winner) return 'draw';
  return (viewer === 'host' || viewer === 'guest') && viewer !== winner ? 'lose' : 'win';
}

/** Whether dice were thrown between two scenes. @param {Scene} before @param {Scene} after */
function isThrow(before, after) {
  const { stage } = familyOf(after.view).words;
  const roll = stage(after.view).roll;
  return after.look === null && roll !== null && (roll !== stage(before.view).roll || before.view.turns !== after.view.turns);
}
