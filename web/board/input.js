// @ts-check
// Mouse, pen, finger and keyboard, all of which do the same few things: aim, take up, put down, let go.

import { neighbour } from './geometry.js';

/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./stage.js').Stage} Stage */
/** @typedef {import('./grid.js').Grid} Grid */

/**
 * What the gestures act on.
 * @typedef {object} Hand
 * @property {() => Geometry | null} geometry
 * @property {(at: { x: number, y: number }, isTouch: boolean) => string | null} pointAt
 * @property {() => string | null} picked
 * @property {(id: string) => boolean} canPick
 * @property {(id: string) => boolean} isTarget
 * @property {(id: string, isByKey?: boolean) => void} pick
 * @property {() => void} letGo
 * @property {(id: string, at?: { x: number, y: number }) => void} putDown
 * @property {() => void} playOnly plays the picked man if it can go to one place only
 * @property {(die: string) => boolean} playDie plays the picked man, or the one aimed at, with a die
 * @property {(at: { x: number, y: number } | null) => void} dice
 * @property {() => void} undo
 * @property {(id: string | null) => void} aim
 * @property {() => { move(x: number, y: number): void, remove(): void } | null} lift
 * @property {() => { move(x: number, y: number, at: { x: number, y: number }, aim: string | null): void, remove(): void } | null} enlarge
 * @property {() => void} touched
 */

const DOUBLE = 350;
/** @type {Record<string, 'left' | 'right' | 'up' | 'down' | 'first' | 'last'>} */
const KEYS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' };

/**
 * @param {Stage} stage
 * @param {Grid} grid
 * @param {Hand} hand
 * @returns {{ cancel: () => void, destroy: () => void }}
 */
export function listen(stage, grid, hand) {
  const { stage: area } = stage;
  const listeners = new AbortController();
  const { signal } = listeners;
  /**
   * The gesture under way. `grab` holds a piece that may be dragged, `aim` looks for a place to put one down or to take one up.
   * @typedef {object} Gesture
   * @property {'grab' | 'aim'} mode
   * @property {number} pointer
   * @property {boolean} isTouch
   * @property {boolean} wasPicked
   * @property {{ x: number, y: number }} start
   * @property {{ x: number, y: number }} last
   * @property {(x: number, y: number) => { x: number, y: number }} toBoard
   * @property {ReturnType<Hand['lift']>} float
   * @property {ReturnType<Hand['enlarge']>} loupe
   */
  /** @type {Gesture | null} */
  let gesture = null;
  let frame = 0;
  let lastClick = { id: '', time: 0 };
  /** @type {ReturnType<Stage['measure']> | null} */
  let hoverMeasure = null;

  const paint = () => {
    frame = 0;
    if (!gesture) return;
    const { x, y } = gesture.last;
    const at = gesture.toBoard(x, y);
    const aim = hand.pointAt(at, gesture.isTouch);
    gesture.float?.move(x, y);
    gesture.loupe?.move(x, y, at, aim);
    if (gesture.float || gesture.isTouch) hand.aim(aim);
  };
  const end = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    gesture?.float?.remove();
    gesture?.loupe?.remove();
    gesture = null;
  };
  const cancel = () => {
    if (!gesture) return;
    const wasGrab = gesture.mode === 'grab';
    end();
    if (wasGrab) hand.letGo();
  };

  const down = (/** @type {PointerEvent} */ event) => {
    hand.touched();
    if (gesture) return cancel();
    if (event.button !== 0 || !event.isPrimary) return;
    const isTouch = event.pointerType === 'touch';
    const toBoard = stage.measure();
    const at = toBoard(event.clientX, event.clientY);
    const id = hand.pointAt(at, isTouch);
    if (id === 'dice') return hand.dice(at);
    const picked = hand.picked();
    const wasPicked = id !== null && picked === id;
    const isGrab = id !== null && (wasPicked || ((!picked || !hand.isTarget(id)) && hand.canPick(id)));
    if (isGrab && !wasPicked) hand.pick(id);
    const start = { x: event.clientX, y: event.clientY };
    gesture = { mode: isGrab ? 'grab' : 'aim', pointer: event.pointerId, isTouch, wasPicked, start, last: start, toBoard, float: null, loupe: null };
    area.setPointerCapture(event.pointerId);
    if (isTouch) {
      gesture.loupe = hand.enlarge();
      paint();
    }
  };

  const move = (/** @type {PointerEvent} */ event) => {
    if (!gesture) {
      if (event.pointerType === 'touch') return;
      hoverMeasure ??= stage.measure();
      return hand.aim(hand.pointAt(hoverMeasure(event.clientX, event.clientY), false));
    }
    if (event.pointerId !== gesture.pointer) return;
    gesture.last = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(gesture.last.x - gesture.start.x, gesture.last.y - gesture.start.y);
    if (gesture.mode === 'grab' && !gesture.float && far > (gesture.isTouch ? 8 : 4)) gesture.float = hand.lift();
    frame ||= requestAnimationFrame(paint);
  };

  const up = (/** @type {PointerEvent} */ event) => {
    if (!gesture || event.pointerId !== gesture.pointer) return;
    const { mode, isTouch, wasPicked, toBoard, float } = gesture;
    const at = toBoard(event.clientX, event.clientY);
    const id = hand.pointAt(at, isTouch);
    let isDouble = false;
    end();
    if (float) {
      if (id && id !== hand.picked()) hand.putDown(id, at);
      else hand.letGo();
    } else if (mode === 'grab') {
      isDouble = id !== null && lastClick.id === id && event.timeStamp - lastClick.time < DOUBLE;
      if (isDouble) hand.playOnly();
      else if (wasPicked) hand.letGo();
    } else if (!id) hand.letGo();
    else if (hand.picked()) hand.putDown(id);
    else if (hand.canPick(id)) hand.pick(id);
    // Only a click that takes a man up is half of a double click: whoever has just put one down may take it up again at once.
    const isFirst = mode === 'grab' && !float && !isDouble;
    lastClick = { id: isFirst && id ? id : '', time: event.timeStamp };
    if (isTouch) hand.aim(null);
  };

  const activate = (/** @type {string} */ id) => {
    if (id === 'dice') hand.dice(null);
    else if (hand.picked() === id) hand.letGo();
    else if (hand.picked() && (hand.isTarget(id) || !hand.canPick(id))) hand.putDown(id);
    else if (hand.canPick(id)) hand.pick(id, true);
  };

  const key = (/** @type {KeyboardEvent} */ event) => {
    hand.touched();
    const geometry = hand.geometry();
    const id = grid.pointOf(event.target);
    if (!geometry || !id || event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = KEYS[event.key];
    // With Shift the same keys look back, wherever one is.
    if (direction && event.shiftKey) return;
    if (direction) grid.focus(neighbour(geometry, id, direction));
    else if (event.key === 'Enter' || event.key === ' ') activate(id);
    else if (event.key === 'Escape' && hand.picked()) {
      cancel();
      hand.letGo();
    } else if (event.key === 'u') hand.undo();
    else if (!/^[1-6]$/.test(event.key) || !hand.playDie(event.key)) return;
    event.preventDefault();
  };

  area.addEventListener('pointerdown', down, { signal });
  area.addEventListener('pointermove', move, { signal });
  area.addEventListener('pointerup', up, { signal });
  area.addEventListener('pointercancel', cancel, { signal });
  area.addEventListener('pointerleave', () => {
    hoverMeasure = null;
    if (!gesture) hand.aim(null);
  }, { signal });
  area.addEventListener('keydown', key, { signal });
  // Assistive technology clicks without a pointer.
  area.addEventListener('click', (event) => {
    const id = grid.pointOf(event.target);
    if (id && event.detail === 0) activate(id);
  }, { signal });
  area.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    if (gesture?.isTouch) return;
    cancel();
    hand.undo();
  }, { signal });
  area.addEventListener('focusin', (event) => {
    const id = grid.pointOf(event.target);
    if (!id) return;
    grid.setCurrent(id);
    if (event.target instanceof HTMLElement && event.target.matches(':focus-visible')) hand.aim(id);
  }, { signal });
  area.addEventListener('focusout', () => !gesture && hand.aim(null), { signal });
  window.addEventListener('scroll', () => (hoverMeasure = null), { signal, capture: true, passive: true });

  return {
    cancel,
    destroy() {
      end();
      listeners.abort();
    },
  };
}
