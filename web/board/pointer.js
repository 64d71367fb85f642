// @ts-check
// Mouse, pen and finger. What a gesture means is decided by two pure functions; the rest listens, measures and paints.

/** @typedef {import('./control.js').Control} Control */
/** @typedef {import('./elements.js').Elements} Elements */
/** @typedef {import('./types.js').Spot} Spot */

/** Two clicks within this time are a double click. */
const DOUBLE = 350;
/** How far, in pixels, a piece is pulled before it comes along. */
const PULL = { mouse: 4, finger: 8 };

/**
 * The gesture under way. `grab` holds a piece that may be dragged, `aim` looks for a place to put one down or to take one up.
 * @typedef {object} Gesture
 * @property {'grab' | 'aim'} mode
 * @property {number} pointer
 * @property {boolean} isTouch
 * @property {boolean} wasPicked whether the piece was taken up before
 * @property {Spot} start on the screen
 * @property {Spot} last
 * @property {(x: number, y: number) => Spot} toBoard
 * @property {string | null} vain the point of a piece that was touched and cannot be taken up
 * @property {ReturnType<Control['lift']>} float
 * @property {ReturnType<Control['enlarge']>} loupe
 */

/** @typedef {{ point: string | null, picked: string | null, isTarget: boolean, canPick: boolean }} Under What is under the pointer. */

/**
 * What pressing does.
 * @param {Under} under
 * @returns {'grab' | 'aim'}
 */
export function pressMode({ point, picked, isTarget, canPick }) {
  if (point === null) return 'aim';
  return picked === point || ((picked === null || !isTarget) && canPick) ? 'grab' : 'aim';
}

/**
 * What letting go does.
 * @param {{ mode: 'grab' | 'aim', wasPicked: boolean, isDragged: boolean, isDouble: boolean }} gesture
 * @param {Omit<Under, 'isTarget'>} under
 * @returns {'drop' | 'put-down' | 'pick' | 'play-only' | 'let-go' | 'nothing'}
 */
export function releaseAction({ mode, wasPicked, isDragged, isDouble }, { point, picked, canPick }) {
  if (isDragged) return point !== null && point !== picked ? 'drop' : 'let-go';
  if (mode === 'grab') return isDouble ? 'play-only' : wasPicked ? 'let-go' : 'nothing';
  if (point === null) return 'let-go';
  if (picked !== null) return 'put-down';
  return canPick ? 'pick' : 'nothing';
}

/**
 * @param {Elements} elements
 * @param {Control} control
 * @param {AbortSignal} signal ends the listening
 * @returns {{ cancel: () => void, isUnderWay: () => boolean }} `cancel` ends a gesture; what it holds goes back
 */
export function listenToPointer(elements, control, signal) {
  const { stage: area } = elements;
  /** @type {Gesture | null} */
  let gesture = null;
  let frame = 0;
  let lastClick = { point: /** @type {string | null} */ (null), time: 0 };
  /** Measured once for as long as a mouse hovers. @type {ReturnType<Elements['measure']> | null} */
  let hoverMeasure = null;

  /** @param {string | null} point @returns {Under} */
  const under = (point) => ({ point, picked: control.picked(), isTarget: point !== null && control.isTarget(point), canPick: point !== null && control.canPick(point) });

  const paint = () => {
    frame = 0;
    if (!gesture) return;
    const { x, y } = gesture.last;
    const at = gesture.toBoard(x, y);
    const aim = control.pointAt(at, gesture.isTouch);
    gesture.float?.move(x, y);
    gesture.loupe?.move(x, y, at, aim);
    if (gesture.float || gesture.isTouch) control.aim(aim);
  };
  const end = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    gesture?.float?.remove();
    gesture?.loupe?.remove();
    gesture = null;
  };
  const cancel = () => {
    const wasGrab = gesture?.mode === 'grab';
    end();
    if (wasGrab) control.letGo();
  };

  const down = (/** @type {PointerEvent} */ event) => {
    control.touched();
    if (gesture) return cancel();
    if (event.button !== 0 || !event.isPrimary || control.brush() !== null) return;
    control.wipe();
    control.dropAhead();
    control.explainDie(null);
    const isTouch = event.pointerType === 'touch';
    const toBoard = elements.measure();
    const at = toBoard(event.clientX, event.clientY);
    const point = control.pointAt(at, isTouch);
    if (point === 'dice' && !control.isEditing()) return control.dice(at);
    const wasPicked = point !== null && control.picked() === point;
    const mode = pressMode(under(point));
    if (mode === 'grab' && point !== null && !wasPicked) control.pick(point);
    const vain = mode === 'aim' && control.picked() === null ? point : null;
    // A finger may have come to scroll or to enlarge the page: only when it is lifted it has touched.
    if (vain !== null && !isTouch) control.touchInVain(vain);
    const start = { x: event.clientX, y: event.clientY };
    gesture = { mode, pointer: event.pointerId, isTouch, wasPicked, start, last: start, toBoard, vain, float: null, loupe: null };
    area.setPointerCapture(event.pointerId);
    if (isTouch) {
      gesture.loupe = control.enlarge();
      paint();
    }
  };

  const move = (/** @type {PointerEvent} */ event) => {
    if (!gesture) {
      if (event.pointerType === 'touch') return;
      hoverMeasure ??= elements.measure();
      const at = hoverMeasure(event.clientX, event.clientY);
      const point = control.pointAt(at, false);
      control.explainDie(point === 'dice' ? at : null);
      return control.aim(point);
    }
    if (event.pointerId !== gesture.pointer) return;
    gesture.last = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(gesture.last.x - gesture.start.x, gesture.last.y - gesture.start.y);
    if (gesture.mode === 'grab' && !gesture.float && far > (gesture.isTouch ? PULL.finger : PULL.mouse)) gesture.float = control.lift();
    frame ||= requestAnimationFrame(paint);
  };

  const up = (/** @type {PointerEvent} */ event) => {
    if (!gesture || event.pointerId !== gesture.pointer) return;
    const { mode, isTouch, wasPicked, toBoard, vain, float } = gesture;
    const at = toBoard(event.clientX, event.clientY);
    const point = control.pointAt(at, isTouch);
    const isDragged = float !== null;
    const isDouble = mode === 'grab' && !isDragged && point !== null && lastClick.point === point && event.timeStamp - lastClick.time < DOUBLE;
    end();
    if (control.isEditing()) {
      if (isDragged) control.setDown(point, at);
      else if (point !== null) control.editCell(point);
      return;
    }
    if (mode === 'grab' && !isDragged && point !== null && control.picked() === point && !control.canMove(point)) {
      control.letGo();
      control.touchInVain(point);
      return;
    }
    const action = releaseAction({ mode, wasPicked, isDragged, isDouble }, under(point));
    if (action === 'let-go') control.letGo();
    else if (action === 'play-only') control.playOnly();
    else if (action === 'pick' && point !== null) control.pick(point);
    else if (action !== 'nothing' && point !== null) control.putDown(point, action === 'drop' ? at : undefined);
    if (isTouch && vain !== null && control.picked() === null) control.touchInVain(vain);
    // Only a click that takes a man up is half of a double click: who has just put one down may take it up again at once.
    const isHalf = mode === 'grab' && !isDragged && !isDouble;
    lastClick = { point: isHalf ? point : null, time: event.timeStamp };
    if (isTouch) control.aim(null);
  };

  area.addEventListener('pointerdown', down, { signal });
  area.addEventListener('pointermove', move, { signal });
  area.addEventListener('pointerup', up, { signal });
  area.addEventListener('pointercancel', cancel, { signal });
  area.addEventListener('pointerleave', ({ pointerType }) => {
    hoverMeasure = null;
    // A finger is lifted before what it has asked for is read.
    if (pointerType !== 'touch') control.explainDie(null);
    if (!gesture) control.aim(null);
  }, { signal });
  area.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    // The second button of a mouse ends what the first one has begun.
    if (gesture?.isTouch) return;
    cancel();
    control.dropAhead();
  }, { signal });
  // What was measured when the gesture began is no longer where it was.
  window.addEventListener('resize', () => {
    hoverMeasure = null;
    cancel();
  }, { signal });
  window.addEventListener('scroll', () => (hoverMeasure = null), { signal, capture: true, passive: true });
  signal.addEventListener('abort', end);
  return { cancel, isUnderWay: () => gesture !== null };
}
