// @ts-check
// The board: shows scenes, moves pieces from one to the next, and tells what people want. It knows no rules.

import { actionsOf, deedFor, diceOf, intentOf } from './actions.js';
import { TUMBLE, createDice } from './dice.js';
import { createFloat, createLoupe } from './float.js';
import { CELL, nearestPoint, taflGeometry, tavliGeometry } from './geometry.js';
import { createGrid } from './grid.js';
import { beatsOf, difference, placementOf } from './history.js';
import { listen } from './input.js';
import { badgeMark, callMarks, heldMark, hintMarks, lastMarks, targetMarks, victimMarks } from './marks.js';
import { pointName } from './names.js';
import { readRoll } from './notation.js';
import { standalonePicture } from './picture.js';
import { carry, settle, topPiece } from './pieces.js';
import { CALLS, pickedSentence } from './sentences.js';
import { createSound } from './sound.js';
import { layOut } from './stacks.js';
import { FADE, createStage } from './stage.js';
import { createTweens } from './tween.js';

export { announce, describe, lastTurn } from './sentences.js';

/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Deed} Deed */
/** @typedef {import('./types.js').Intent} Intent */
/** @typedef {{ x: number, y: number }} Spot */

const GLIDE = 190;
/** A turn of many steps is shown step by step, but not for longer than this. */
const LONGEST = 1000;
/** For so long one waits for an answer before the same thing can be asked again. */
const PATIENCE = 1500;
/** Below this many pixels a cell is looked at through the loupe. */
const SMALL = 30;

let boards = 0;

/**
 * @param {HTMLElement} host
 * @param {import('./types.js').Options} options
 * @returns {import('./types.js').Board}
 */
export function createBoard(host, options) {
  const { say, onIntent } = options;
  const id = `tb${++boards}`;
  const stage = createStage(host, id);
  const grid = createGrid(stage.stage, say('board.label'));
  const dice = createDice(id);
  const sound = createSound(options.settings.sound);
  const tweens = createTweens((piece, spot) => stage.placePiece(piece, spot));
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  let { settings } = options;
  /** Whether men fade instead of travelling, and dice lie still. */
  const isCalm = () => !settings.animate || calm.matches;
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Geometry | null} */
  let geometry = null;
  let groundKey = '';
  /** @type {Piece[]} */
  let pieces = [];
  /** @type {import('./types.js').Beat[]} */
  let beats = [];
  let actions = actionsOf({ view: /** @type {any} */ ({ board: null }), lines: [], look: null });
  /** @type {string | null} */
  let picked = null;
  /** @type {string | null} */
  let aimed = null;
  /** A move that has been asked for and is shown already, until the event before which it is whole. @type {{ piece: number, to: string, until: number } | null} */
  let asked = null;
  let askedAt = -PATIENCE;
  /** @type {import('./types.js').Hint | null} */
  let hint = null;
  let isFlipped = false;
  let newest = 0;
  let stillAt = 0;

  /** Who is on the way comes to lie on top of those who are there. */
  const seen = () => {
    const goer = pieces.find((piece) => piece.id === asked?.piece);
    return goer && asked ? [...pieces.filter((piece) => piece !== goer), { ...goer, at: asked.to }] : pieces;
  };
  const moves = (/** @type {number} */ time) => (stillAt = Math.max(stillAt, performance.now() + time));
  const viewerColour = () => (scene?.view.to_act ? scene.view.seats[scene.view.to_act].colour : 'light');

  // Drawing

  function ensureGeometry() {
    if (!scene) return;
    const { view } = scene;
    const board = view.board?.kind === 'tafl' ? view.board : null;
    const size = board?.size ?? { alea: 19, tablut: 9 }[view.game] ?? 11;
    const make = (/** @type {boolean} */ wide) => (view.game === 'tavli' ? tavliGeometry(isFlipped, wide) : taflGeometry(size, isFlipped, wide));
    const [tall, wide] = [make(false), make(true)];
    // Where the host has no height of its own, the board takes that of the tall form.
    stage.root.style.aspectRatio = `${tall.width} / ${tall.height}`;
    const isWide = stage.scaleFor(wide) > stage.scaleFor(tall) * 1.01;
    const key = [view.game, size, isFlipped, isWide, board?.throne, board?.bases, board?.corners].join();
    if (key === groundKey) return;
    groundKey = key;
    geometry = isWide ? wide : tall;
    stage.setGround(geometry, view, isFlipped);
    grid.build(geometry);
    if (geometry.ledge) dice.place(geometry.ledge);
    for (const [piece, spot] of layOut(geometry, seen()).spots) if (tweens.spot(piece)) tweens.jump(piece, spot);
  }

  /** What is played, possible and aimed at. */
  function drawMarks() {
    if (!scene || !geometry) return;
    const shown = geometry;
    const { view, look } = scene;
    const source = picked ?? (aimed && actions.deeds.has(aimed) ? aimed : null);
    const deeds = source ? actions.deeds.get(source) ?? [] : [];
    const over = picked ? aimed : null;
    stage.layers.under.replaceChildren(
      ...lastMarks(shown, scene, seen()), ...(picked ? heldMark(shown, picked) : []), ...targetMarks(shown, deeds, over));
    stage.layers.over.replaceChildren(
      ...layOut(shown, seen()).badges.map(badgeMark), ...callMarks(shown, scene), ...victimMarks(shown, deeds, over), ...(look === null ? hintMarks(shown, hint, viewerColour()) : []));
    stage.layers.under.classList.toggle('tb-preview', !picked);
    stage.root.classList.toggle('tb-can-act', Boolean(actions.colour) || actions.mayRoll || actions.mayConfirm);
    const calls = look === null && view.board?.kind === 'tafl' ? view.board.calls : [];
    stage.ribbon.textContent = calls.map((call) => say(CALLS[call])).join(' · ');
    if (view.game === 'tavli') {
      const board = view.board?.kind === 'tavli' ? view.board : null;
      const past = look === null ? board?.last : scene.lines[look]?.text;
      const isNow = look === null && view.phase === 'playing' && Boolean(board?.roll);
      const roll = isNow ? /** @type {string} */ (board?.roll) : readRoll(past);
      // The dice of the target that is aimed at, or those that can be played first.
      const meant = deeds.filter((deed) => deed.to === over);
      const fitting = source ? new Set((meant.length ? meant : deeds.filter(({ steps }) => steps.length === 1)).flatMap(diceOf)) : null;
      const prompt = actions.mayRoll ? say('board.dice.throw') : actions.mayConfirm && !actions.deeds.size ? say('board.dice.confirm') : '';
      dice.show({ roll, faces: isNow ? board?.faces ?? [] : [], fitting, invites: prompt !== '', prompt });
      if (!dice.node.isConnected) stage.live.insertBefore(dice.node, stage.layers.under);
    } else dice.node.remove();
  }

  function refresh() {
    drawMarks();
    if (!scene || !geometry) return;
    const [current, shown] = [scene, geometry];
    grid.grid.ariaLabel = say('board.label');
    grid.update((point) => ({
      name: pointName(say, current, /** @type {import('./types.js').Point} */ (shown.points.get(point)), pieces.filter((piece) => piece.at === point), actions, picked),
      isPicked: point === picked,
      isMovable: actions.deeds.has(point) || (point === 'dice' && (actions.mayRoll || actions.mayConfirm)),
      isTarget: hand.isTarget(point),
      isStuck: !actions.deeds.has(point) && hand.canPick(point),
    }));
  }

  /** Brings every piece to its place. @param {Map<number, { at: string, beat: number }[]>} journeys @param {number} count of beats */
  function travel(journeys, count) {
    if (!geometry) return;
    const { points } = geometry;
    const pace = Math.min(GLIDE, LONGEST / Math.max(count, 1));
    for (const [piece, spot] of layOut(geometry, seen()).spots) {
      const old = tweens.spot(piece);
      const isStill = old && old.x === spot.x && old.y === spot.y;
      if (isStill) tweens.jump(piece, spot);
      else if (!old) tweens.jump(piece, spot);
      else if (isCalm()) {
        stage.crossFade(piece);
        moves(FADE);
        tweens.jump(piece, spot);
      } else {
        const stops = journeys.get(piece) ?? [];
        let before = 0;
        const legs = stops.map(({ at, beat }, index) => {
          // Who is taken or hit leaves when the other one arrives.
          const late = /^(taken-|m)/.test(at) ? pace * 0.6 : 0;
          const delay = beat * pace + late - before;
          before = (beat + 1) * pace + late;
          return { to: index === stops.length - 1 ? spot : points.get(at) ?? spot, delay, time: pace };
        });
        moves(Math.max(before, GLIDE));
        tweens.send(piece, legs.length ? legs : [{ to: spot, delay: 0, time: GLIDE }]);
      }
    }
  }

  // What people do

  /** @param {Intent} intent */
  function ask(intent) {
    askedAt = performance.now();
    onIntent(intent);
  }
  const isWaiting = () => performance.now() - askedAt < PATIENCE;
  /** The man that is taken up from a point; in the middle row others may lie on it. @param {string} point */
  const ownPiece = (point) => topPiece(pieces, point, actions.colour) ?? topPiece(pieces, point, 'king');
  const place = (/** @type {string} */ point) => geometry?.points.get(point)?.place ?? point;

  /** @param {string} from @param {Deed} deed */
  function play(from, deed) {
    const piece = ownPiece(from);
    if (isWaiting()) return hand.letGo();
    asked = piece ? { piece: piece.id, to: deed.to, until: (scene?.view.next ?? 0) + Math.max(deed.steps.length, 1) } : null;
    picked = null;
    travel(new Map(), 1);
    refresh();
    ask(intentOf(place(from), deed));
  }

  /** What was asked for is not to be: the men are where they were. */
  function forgetAsked() {
    asked = null;
    askedAt = -PATIENCE;
    travel(new Map(), 1);
    refresh();
  }

  /** @type {import('./input.js').Hand} */
  const hand = {
    geometry: () => geometry,
    pointAt({ x, y }, isTouch) {
      if (!geometry) return null;
      const exact = nearestPoint(geometry, x, y, (isTouch ? 16 : 3) / stage.scale);
      const matters = (/** @type {string} */ point) => (picked ? hand.isTarget(point) || point === picked : actions.deeds.has(point));
      if (!isTouch || exact === 'dice' || (exact && matters(exact))) return exact;
      // A finger means the nearest thing that it can do something with.
      return nearestPoint(geometry, x, y, 9 / stage.scale, matters) ?? exact;
    },
    picked: () => picked,
    canPick: (point) => actions.deeds.has(point) || (!!actions.colour && pieces.some((piece) =>
      piece.at === point && (piece.kind === actions.colour || (piece.kind === 'king' && actions.colour === 'light')))),
    isTarget: (point) => Boolean(picked && actions.deeds.get(picked)?.some((deed) => deed.to === point)),
    pick(point, isByKey = false) {
      picked = point;
      aimed = null;
      refresh();
      if (isByKey) options.onPick?.(pickedSentence(say, [...new Set((actions.deeds.get(point) ?? []).map((deed) => place(deed.to)))]));
    },
    letGo() {
      stage.layers.pieces.querySelector('.tb-lifted')?.classList.remove('tb-lifted');
      if (!picked) return;
      picked = null;
      travel(new Map(), 1);
      refresh();
    },
    putDown(point, at) {
      if (!picked) return;
      const from = picked;
      const piece = ownPiece(from);
      // The man is where it was let go, and glides on from there.
      if (piece && at) tweens.jump(piece.id, at);
      const deed = deedFor(actions, from, { to: point });
      if (deed) {
        stage.layers.pieces.querySelector('.tb-lifted')?.classList.remove('tb-lifted');
        return play(from, deed);
      }
      hand.letGo();
      sound.play('refuse');
      onIntent({ type: 'why', from: place(from), to: place(point) });
    },
    playOnly() {
      const deeds = (picked ? actions.deeds.get(picked) ?? [] : []).filter((deed) => deed.steps.length === 1);
      const targets = new Set(deeds.map((deed) => deed.to));
      if (picked && targets.size === 1) play(picked, /** @type {Deed} */ (deedFor(actions, picked, {})));
      else hand.letGo();
    },
    playDie(die) {
      const from = picked ?? aimed;
      const deed = from && deedFor(actions, from, { die });
      if (from && deed) play(from, deed);
      return Boolean(deed);
    },
    dice(at) {
      if (dice.stop()) return;
      const die = at && dice.dieAt(at.x, at.y);
      if (picked && die && hand.playDie(die)) return;
      if (isWaiting()) return;
      if (actions.mayRoll) ask({ type: 'roll' });
      else if (actions.mayConfirm) ask({ type: 'confirm' });
    },
    undo() {
      if (picked) hand.letGo();
      else if (actions.mayUndo && !isWaiting()) ask({ type: 'undo' });
    },
    aim(point) {
      if (point === aimed) return;
      const before = aimed;
      aimed = point;
      const shows = (/** @type {string | null} */ one) => Boolean(one && (picked ? hand.isTarget(one) : actions.deeds.has(one)));
      if (shows(before) || shows(point)) drawMarks();
    },
    lift() {
      const piece = picked && ownPiece(picked);
      if (!piece) return null;
      stage.nodes.get(piece.id)?.classList.add('tb-lifted');
      return createFloat(stage, id, piece.kind);
    },
    enlarge: () => (geometry && stage.scale * CELL < SMALL ? createLoupe(stage, id, geometry, picked ? ownPiece(picked)?.kind ?? null : null) : null),
    touched: () => sound.unlock(),
  };
  const input = listen(stage, grid, hand);
  const observer = new ResizeObserver(() => {
    ensureGeometry();
    stage.fit();
    refresh();
  });
  observer.observe(stage.root);

  /** @param {Scene | null} before @param {Scene} after @param {import('./types.js').Beat[]} forth */
  function makeNoise(before, after, forth) {
    const [was, is] = [before?.view, after.view];
    const endsRound = was !== undefined && is.rounds.length > was.rounds.length;
    if (forth.length && (after.look === null || endsRound) && before) {
      const loudest = ['hit', 'capture', 'move'].find((name) => forth.some((beat) => beat.sound === name));
      sound.play(/** @type {import('./sound.js').Sound} */ (loudest));
    }
    const calls = is.board?.kind === 'tafl' ? is.board.calls : [];
    const isLater = was?.turns !== is.turns;
    if (was && calls.length && isLater) sound.play('call');
    if (endsRound) sound.play('end');
    const roll = is.board?.kind === 'tavli' ? is.board.roll : null;
    const oldRoll = was?.board?.kind === 'tavli' ? was.board.roll : null;
    if (!was || !roll || (roll === oldRoll && !isLater) || after.look !== null) return;
    sound.play('dice');
    if (isCalm()) return;
    dice.tumble();
    moves(TUMBLE);
  }

  return {
    show(next) {
      const before = scene;
      const isOther = before?.view.round !== next.view.round || before.view.game !== next.view.game;
      scene = next;
      actions = actionsOf(next);
      ensureGeometry();
      const after = beatsOf(next);
      const { back, forth } = difference(isOther ? [] : beats, after);
      const isChange = isOther || back.length + forth.length > 0;
      beats = after;
      // A clock or a visitor may bring the same position again; what is being asked or shown then stays.
      if (isChange || before?.view.next !== next.view.next || before.look !== next.look) {
        // Of several steps the first may be known before the others: the man stays where it was put down.
        const isUnderWay = asked !== null && !isOther && next.look === null && next.view.next < asked.until && isWaiting();
        if (!isUnderWay) {
          asked = null;
          askedAt = -PATIENCE;
        }
      }
      // Looking back and forth changes nothing about what would be best now.
      if (isOther || before.view.next !== next.view.next) hint = null;
      if (isChange || (picked && !hand.canPick(picked))) {
        input.cancel();
        picked = null;
      }
      const { pieces: carried, journeys } = carry(isOther ? [] : pieces, back, forth);
      pieces = settle(carried, placementOf(next), () => ++newest);
      for (const gone of stage.setPieces(pieces)) tweens.forget(gone);
      // Step by step only where one turn is shown; a longer way is one glide.
      const isOneTurn = !back.length && new Set(forth.map((beat) => beat.key.split('.')[0])).size <= 1;
      travel(isOneTurn ? journeys : new Map(), forth.length);
      refresh();
      makeNoise(isOther ? null : before, next, forth);
    },
    flip(value) {
      if (value === isFlipped) return;
      isFlipped = value;
      input.cancel();
      ensureGeometry();
      refresh();
    },
    showHint(value) {
      hint = value;
      refresh();
    },
    reject({ text }) {
      forgetAsked();
      stage.say(text);
    },
    takeBack(text) {
      const wasMoved = asked !== null;
      forgetAsked();
      if (wasMoved) stage.say(text);
    },
    stillIn: () => Math.max(0, stillAt - performance.now()),
    focus: () => grid.focus(),
    picture: () => standalonePicture([stage.ground, stage.live]),
    setSettings(value) {
      settings = value;
      sound.set(value.sound);
    },
    destroy() {
      observer.disconnect();
      input.destroy();
      tweens.stop();
      dice.stop();
      sound.close();
      stage.destroy();
    },
  };
}
