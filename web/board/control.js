// @ts-check
// The few things that mouse, finger and keyboard do: aim, take up, put down, let go. Each changes the state, shows it, and tells what was played.

import { createFloat, createLoupe } from './drag-overlay.js';
import { familyOf } from './families/index.js';
import { CELL, nearestPoint } from './geometry.js';
import { topPiece } from './pieces.js';
import { pickedSentence } from './sentences.js';
import { stroke } from './shapes.js';
import { aimedAt, asked, canMove, canPick, drawn, isTarget, isWaiting, letGo, ownPiece, picked, played, sentAhead, targetFor, vainTouch, wiped } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./types.js').Command} Command */
/** @typedef {import('./types.js').Spot} Spot */
/** @typedef {import('./types.js').Target} Target */

/** Below this many pixels a cell is looked at through the loupe. */
const SMALL = 30;
/** How far beside a point, in pixels, it can still be meant: with a mouse, with a finger, and with a finger by what it could do there. */
const REACH = { mouse: 3, finger: 16, fingerToTarget: 9 };

/**
 * @param {object} board
 * @param {{ get: () => State, set: (state: State) => void }} board.store
 * @param {import('./elements.js').Elements} board.elements
 * @param {import('./render.js').Renderer} board.renderer
 * @param {import('./motion.js').Motion} board.motion
 * @param {import('./sound.js').SoundPlayer} board.sound
 */
export function createControl({ store, elements, renderer, motion, sound }) {
  const state = store.get;
  const events = () => state().config.events;
  const isIdle = () => !isWaiting(state(), performance.now());
  const place = (/** @type {string} */ point) => renderer.geometry()?.points.get(point)?.place ?? point;

  /** @param {State} next */
  function show(next) {
    store.set(next);
    const geometry = renderer.geometry();
    if (geometry) motion.travel(next, geometry);
    renderer.draw(next);
  }

  /** @param {Command} command */
  function ask(command) {
    store.set(asked(state(), performance.now()));
    events().command?.(command);
  }

  /** @param {string} from @param {Target} target */
  function play(from, target) {
    if (!isIdle()) return control.letGo();
    show(played(state(), from, target, performance.now()));
    ask(target.command);
  }

  const unlift = () => elements.layers.pieces.querySelector('.tb-lifted')?.classList.remove('tb-lifted');

  /** Where an arrow begins that is drawn by keys. @type {string | null} */
  let begun = null;

  const control = {
    geometry: renderer.geometry,
    picked: () => state().picked,
    canPick: (/** @type {string} */ point) => canPick(state(), point),
    canMove: (/** @type {string} */ point) => canMove(state(), point),
    isTarget: (/** @type {string} */ point) => isTarget(state(), point),

    /** Whether something can be done at a point: with a piece in hand, to put it down there. @param {string} point */
    isWorthGoingTo(point) {
      const { picked: held, actions } = state();
      if (held) return isTarget(state(), point);
      return canMove(state(), point) || (point === 'dice' && (actions.mayRoll || actions.mayConfirm));
    },

    /** The point that is meant by a position on the board. @param {Spot} at @param {boolean} isTouch */
    pointAt({ x, y }, isTouch) {
      const geometry = renderer.geometry();
      if (!geometry) return null;
      const exact = nearestPoint(geometry, x, y, (isTouch ? REACH.finger : REACH.mouse) / elements.scale);
      const current = state();
      const matters = (/** @type {string} */ point) =>
        (current.picked ? isTarget(current, point) || point === current.picked : current.actions.targets.has(point));
      if (!isTouch || exact === 'dice' || (exact && matters(exact))) return exact;
      // A finger means the nearest thing that it can do something with.
      return nearestPoint(geometry, x, y, REACH.fingerToTarget / elements.scale, matters) ?? exact;
    },

    /** @param {string | null} point */
    aim(point) {
      const before = state();
      if (point === before.aimed) return;
      const shows = (/** @type {string | null} */ one) => Boolean(one && (before.picked ? isTarget(before, one) : before.actions.targets.has(one)));
      const isSeen = shows(before.aimed) || shows(point);
      store.set(aimedAt(before, point));
      if (isSeen) renderer.drawMarks(state());
    },

    /** @param {string} point @param {boolean} [isByKey] */
    pick(point, isByKey = false) {
      elements.say('');
      events().touch?.();
      store.set(picked(state(), point));
      renderer.draw(state());
      const { actions, config: { scene, say } } = state();
      if (!isByKey || !scene) return;
      const places = new Set((actions.targets.get(point) ?? []).map(({ to }) => place(to)));
      events().tell?.(pickedSentence(say, familyOf(scene.view), [...places]));
    },

    letGo() {
      unlift();
      if (state().picked) show(letGo(state()));
    },

    /** Whether something is in hand, or was chosen ahead of one's turn. */
    holds: () => state().picked !== null || state().ahead !== null || begun !== null,

    /** A move that was chosen ahead of one's turn is not to be. */
    dropAhead() {
      if (!state().ahead) return;
      store.set(sentAhead(state(), null));
      renderer.drawMarks(state());
      events().ahead?.(null);
    },

    /** Everything is put back. */
    dropAll() {
      control.dropStroke();
      control.letGo();
      control.dropAhead();
    },

    /** One's turn may have come: what was chosen ahead of it is played if it can be. */
    playAhead() {
      const { ahead, actions } = state();
      if (!ahead || actions.targets.size === 0) return;
      store.set(sentAhead(state(), null));
      const target = targetFor(actions, ahead.from, { to: ahead.to });
      if (target) return play(ahead.from, target);
      renderer.drawMarks(state());
      events().ahead?.(null);
    },

    /** Puts the piece that is taken up down on a point. @param {string} point @param {Spot} [at] where it was let go */
    putDown(point, at) {
      const from = state().picked;
      if (!from) return;
      const piece = ownPiece(state(), from);
      // The man is where it was let go, and glides on from there.
      if (piece && at) motion.jump(piece.id, at);
      const target = targetFor(state().actions, from, { to: point });
      if (target) {
        unlift();
        play(from, target);
        return;
      }
      control.letGo();
      if (state().actions.isAhead) {
        if (!renderer.geometry()?.rows.some((row) => row.includes(point))) return;
        store.set(sentAhead(state(), { from, to: point }));
        renderer.drawMarks(state());
        events().ahead?.({ from: place(from), to: place(point) });
        return;
      }
      sound.play('refuse');
      if (piece) motion.shake(state(), piece.id);
      events().why?.(place(from), place(point));
    },

    /** A piece is touched that cannot be taken up: it shakes, and one is told why and what can be done instead. @param {string} point @param {boolean} [isByKey] */
    touchInVain(point, isByKey = false) {
      const { config: { say }, pieces } = state();
      const reason = vainTouch(state(), point);
      const piece = topPiece(pieces, point);
      if (!reason || !piece) return;
      events().touch?.();
      motion.shake(state(), piece.id);
      sound.play('refuse');
      if (reason === 'rules') events().why?.(place(point), null);
      else {
        const text = say(reason === 'past' ? 'board.in-the-past' : 'board.not-yours');
        elements.say(text);
        if (isByKey) events().tell?.(text);
      }
      renderer.callEye(state(), motion.isCalm(state()));
    },

    /** Plays the piece that is taken up if it can go to one place only. */
    playOnly() {
      const { picked: from, actions } = state();
      const targets = (from ? actions.targets.get(from) ?? [] : []).filter(({ steps }) => steps.length === 1);
      if (from && new Set(targets.map(({ to }) => to)).size === 1) play(from, targets[0]);
      else control.letGo();
    },

    /** Plays the piece that is taken up, or the one aimed at, with a die; tells whether it can. @param {string} die */
    playDie(die) {
      const { picked: held, aimed, actions } = state();
      const from = held ?? aimed;
      const target = from && targetFor(actions, from, { die });
      if (from && target) play(from, target);
      return Boolean(target);
    },

    /** The dice are clicked: they come to rest, play what is held, are thrown, or end the turn. @param {Spot | null} at */
    dice(at) {
      if (motion.stopDice()) return;
      const { mayRoll, mayConfirm } = state().actions;
      // What is barred says why; the turn is ended beside it.
      if (at && !mayRoll && control.explainDie(at)) return;
      const die = at && renderer.dice.dieAt(at.x, at.y);
      if (state().picked && die && control.playDie(die)) return;
      if (!isIdle()) return;
      if (mayRoll) ask({ command: 'roll' });
      else if (mayConfirm) ask({ command: 'confirm' });
    },

    canUndo: () => state().actions.mayUndo,

    /** The dice are pointed at, or no longer: what is barred says why. Tells whether there is something to say. @param {Spot | null} at */
    explainDie: (at) => renderer.explainDie(state(), at),

    /** A piece in hand goes back; without one the last step does. */
    undo() {
      if (state().picked) control.letGo();
      else if (state().actions.mayUndo && isIdle()) ask({ command: 'undo-step' });
    },

    /** The arrow that is being drawn. @param {{ from: string, to: string, brush: import('./types.js').Brush } | null} line */
    sketch: (line) => renderer.drawShapes(state(), line ? [stroke(line.from, line.to, line.brush)] : []),

    /** @param {string} from @param {string} to the same one makes a circle @param {import('./types.js').Brush} brush */
    draw(from, to, brush) {
      store.set(drawn(state(), stroke(from, to, brush)));
      renderer.drawShapes(state());
      events().draw?.(state().drawn);
    },

    /** What everything draws with, while a brush is chosen. */
    brush: () => (state().config.isEditable ? null : state().config.brush),

    /** By keys: an arrow begins at a point, or ends there; one that ends where it began is a circle. @param {string} point */
    strokeAt(point) {
      const { config: { say, brush } } = state();
      if (brush === null || point === 'dice') return;
      if (begun === null) {
        begun = point;
        control.sketch({ from: point, to: point, brush });
        events().tell?.(say('board.draw.from', { place: place(point) }));
        return;
      }
      const from = begun;
      begun = null;
      control.draw(from, point, brush);
      events().tell?.(say(from === point ? 'board.draw.circle' : 'board.draw.arrow', { from: place(from), to: place(point) }));
    },

    /** An arrow that was begun by keys is not to be. */
    dropStroke() {
      if (begun === null) return;
      begun = null;
      control.sketch(null);
    },

    /** The arrow that is drawn by keys goes as far as this. @param {string} point */
    strokeTo(point) {
      const { brush } = state().config;
      if (begun !== null && brush !== null) control.sketch({ from: begun, to: point, brush });
    },

    /** Takes away what was drawn by hand. */
    wipe() {
      const next = wiped(state());
      if (next === state()) return;
      store.set(next);
      renderer.drawShapes(next);
      events().draw?.([]);
    },

    isEditing: () => state().config.isEditable,
    walksAfterClick: () => state().config.walksAfterClick || state().config.isEditable,

    /** A point is clicked where pieces are set up. @param {string} point */
    editCell(point) {
      control.letGo();
      events().cell?.(point);
    },

    /** The piece that is taken up is set somewhere, or off the board. @param {string | null} point @param {Spot} at where it was let go */
    setDown(point, at) {
      const from = state().picked;
      const piece = from && ownPiece(state(), from);
      unlift();
      if (!from || !piece || from === point) return control.letGo();
      motion.jump(piece.id, at);
      store.set(letGo(state()));
      events().drop?.(from, point, piece.kind);
      // Where the page wants it otherwise the piece goes back.
      show(state());
    },

    /** The uppermost piece of a point leaves the board. @param {string} point */
    takeOff(point) {
      const piece = ownPiece(state(), point);
      control.letGo();
      if (piece) events().drop?.(point, null, piece.kind);
    },

    /** The piece that is taken up, in the air. */
    lift() {
      const from = state().picked;
      const piece = from && ownPiece(state(), from);
      if (!piece) return null;
      elements.nodes.get(piece.id)?.classList.add('tb-lifted');
      return createFloat(elements, piece.kind);
    },

    /** A loupe, where cells are too small to be seen under a finger. */
    enlarge() {
      const geometry = renderer.geometry();
      const { picked: from } = state();
      if (!geometry || elements.scale * CELL >= SMALL) return null;
      return createLoupe(elements, geometry, from ? ownPiece(state(), from)?.kind ?? null : null);
    },

    /** Somebody has touched the page: from now on it may be heard. */
    touched: () => sound.unlock(),
  };
  return control;
}

/** @typedef {ReturnType<typeof createControl>} Control */
