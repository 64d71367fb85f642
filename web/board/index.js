// @ts-check
// The board as a component: it shows scenes, moves pieces from one to the next, and tells what people play. README.md describes it.

import { createControl } from './control.js';
import { listenToDrawing } from './drawing-gesture.js';
import { createElements } from './elements.js';
import { familyOf } from './families/index.js';
import { nextPoint } from './geometry.js';
import { listenToKeyboard } from './keyboard.js';
import { createMotion } from './motion.js';
import { topPiece } from './pieces.js';
import { listenToPointer } from './pointer.js';
import { createRenderer } from './render.js';
import { createSound } from './sound.js';
import { standalonePicture } from './standalone-picture.js';
import { configured, initialState, refused, shown, soundsOf } from './state.js';

export { materialOf } from './families/index.js';
export { announce, describe, lastTurn } from './sentences.js';

/** @typedef {import('./types.js').Api} Api */
/** @typedef {import('./types.js').Config} Config */
/** @typedef {import('./types.js').Scene} Scene */

/** What is not given. @type {Omit<Config, 'say'>} */
const DEFAULTS = { scene: null, isFlipped: false, hint: null, shapes: [], strokes: null, brush: null, premoves: false, isEditable: false, walksAfterClick: true, showsMovable: true, animate: true, sound: false, events: {} };

let boards = 0;

/**
 * Puts a board into an element, as large as that allows.
 * @param {HTMLElement} element
 * @param {Partial<Config> & Pick<Config, 'say'>} given
 * @returns {Api}
 */
export function Board(element, given) {
  const config = { ...DEFAULTS, ...given };
  let state = initialState(config);
  const store = { get: () => state, set: (/** @type {typeof state} */ next) => void (state = next) };
  const elements = createElements(element, `tb${++boards}`);
  const renderer = createRenderer(elements, config.say);
  const motion = createMotion(elements, renderer.dice);
  const sound = createSound(config.sound);
  const control = createControl({ store, elements, renderer, motion, sound });
  const listening = new AbortController();
  const pointer = listenToPointer(elements, control, listening.signal);
  listenToDrawing(elements, control, listening.signal);
  listenToKeyboard(elements.stage, renderer.grid, control, pointer, listening.signal);

  /** The board in the form that fits now. */
  function fit() {
    const geometry = renderer.fit(state) ? renderer.geometry() : null;
    if (geometry) motion.jumpAll(state, geometry);
  }

  /** @param {Scene} scene */
  function show(scene) {
    const before = state.config.scene;
    const { state: next, isOther, isNews, isLetGo, forth, journeys } = shown(state, scene);
    // What was said belongs to what was there.
    if (isNews) {
      elements.say('');
      elements.tip('');
    }
    if (isLetGo) pointer.cancel();
    state = next;
    fit();
    motion.setPieces(state);
    const geometry = renderer.geometry();
    if (geometry) motion.travel(state, geometry, journeys, forth.length);
    renderer.draw(state);
    sound.setBoard(familyOf(scene.view).material(scene.view).sound);
    for (const heard of soundsOf(isOther ? null : before, scene, forth)) {
      // Dice that roll are heard where they touch the board.
      if (heard !== 'dice' || !motion.tumble(state, sound.dieLands)) sound.play(heard);
    }
    if (before && scene.view.rounds.length > before.view.rounds.length) revealEnd(scene);
    control.playAhead();
  }

  /** How a round was decided is seen, with a little motion where that is wanted. @param {Scene} scene */
  function revealEnd(scene) {
    elements.revealEnd();
    const { end } = familyOf(scene.view).marks(scene);
    const [point, piece] = end ? [renderer.geometry()?.points.get(end.at), topPiece(state.pieces, end.at)] : [];
    if (end && point && piece && !motion.isCalm(state)) elements.celebrate(piece.id, point, end.kind === 'captured');
  }

  /** What was sent is not to be. */
  function refuse() {
    state = refused(state);
    const geometry = renderer.geometry();
    if (geometry) motion.travel(state, geometry);
    renderer.draw(state);
  }

  const observer = new ResizeObserver(() => {
    const { scale } = elements;
    fit();
    elements.fit();
    // Where a man is held and where he is dragged to are measured in the old size.
    if (elements.scale !== scale) pointer.cancel();
    renderer.draw(state);
  });
  observer.observe(elements.root);

  /** @type {Api} */
  const api = {
    set({ scene, hint, ...change }) {
      const turns = change.isFlipped !== undefined && change.isFlipped !== state.config.isFlipped;
      if (turns || (change.isEditable !== undefined && change.isEditable !== state.config.isEditable)) pointer.cancel();
      if (change.brush !== undefined && change.brush !== state.config.brush) {
        pointer.cancel();
        control.dropStroke();
      }
      if (change.sound !== undefined) sound.set(change.sound);
      state = configured(state, change);
      if (scene) show(scene);
      else fit();
      // A new position takes the old hint away, not the one that comes with it.
      if (hint !== undefined) state = configured(state, { hint });
      if (!scene || hint !== undefined) renderer.draw(state);
    },
    state: () => state,
    refuse(text) {
      const wasMoved = state.asked !== null;
      refuse();
      if (wasMoved) elements.say(text);
    },
    note: (text) => elements.say(text),
    pointAt: (clientX, clientY) => control.pointAt(elements.measure()(clientX, clientY), false),
    explain(clientX, clientY) {
      const at = elements.measure()(clientX, clientY);
      return control.pointAt(at, false) === 'dice' && control.explainDie(at);
    },
    stillIn: motion.stillIn,
    letGo() {
      const held = control.holds();
      pointer.cancel();
      control.dropAll();
      return held;
    },
    focus: () => renderer.grid.focus(),
    focusNext(step) {
      const geometry = renderer.geometry();
      if (geometry) renderer.grid.focus(nextPoint(geometry, renderer.grid.current(), step, control.isWorthGoingTo));
    },
    picture() {
      // Who could move is of use to the one who plays, not to those who see the picture.
      elements.layers.rims.replaceChildren();
      const picture = standalonePicture([elements.ground, elements.live]);
      renderer.draw(state);
      return picture;
    },
    destroy() {
      observer.disconnect();
      listening.abort();
      motion.stop();
      sound.close();
      elements.destroy();
    },
  };
  if (config.scene) api.set({ scene: config.scene, hint: config.hint });
  return api;
}
