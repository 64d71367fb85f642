// @ts-check
// The keyboard, and assistive technology that clicks without a pointer. Focus walks over the grid of points.

import { neighbour, nextPoint } from './geometry.js';

/** @typedef {import('./control.js').Control} Control */

/** @type {Record<string, 'left' | 'right' | 'up' | 'down' | 'first' | 'last'>} */
const DIRECTIONS = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' };

/**
 * @param {HTMLElement} area
 * @param {import('./grid.js').Grid} grid
 * @param {Control} control
 * @param {{ cancel: () => void, isUnderWay: () => boolean }} pointer
 * @param {AbortSignal} signal ends the listening
 */
export function listenToKeyboard(area, grid, control, pointer, signal) {
  const activate = (/** @type {string} */ point) => {
    if (control.isEditing()) control.editCell(point);
    else if (control.brush() !== null) control.strokeAt(point);
    else if (point === 'dice') control.dice(null);
    else if (control.picked() === point) control.letGo();
    else if (control.picked() && (control.isTarget(point) || !control.canPick(point))) control.putDown(point);
    else if (control.canMove(point)) control.pick(point, true);
    else control.touchInVain(point, true);
  };

  /** Whether somebody points, or goes by keys. */
  let isPointing = false;
  /** Whether the arrows go from cell to cell. Who has only clicked on the board has not asked for that: their arrows are the page's. */
  let walks = false;
  const setWalks = (/** @type {boolean} */ value) => {
    walks = value;
    area.classList.toggle('tb-walks', value);
  };

  const key = (/** @type {KeyboardEvent} */ event) => {
    control.touched();
    const geometry = control.geometry();
    const point = grid.pointOf(event.target);
    if (!geometry || !point || event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = DIRECTIONS[event.key];
    // With Shift the same keys look back, wherever one is.
    if (direction && event.shiftKey) return;
    if ((direction === 'up' || direction === 'down') && control.walksAfterClick()) setWalks(true);
    if (direction && !walks) return;
    if (direction) grid.focus(neighbour(geometry, point, direction));
    else if (event.key === 'Enter' || event.key === ' ') activate(point);
    else if (event.key === 'n' || event.key === 'p') {
      setWalks(true);
      grid.focus(nextPoint(geometry, point, event.key === 'n' ? 1 : -1, control.isWorthGoingTo));
    } else if (event.key === 'Escape' && control.holds()) {
      pointer.cancel();
      control.dropAll();
    } else if (control.isEditing()) {
      if (event.key !== 'Delete' && event.key !== 'Backspace') return;
      control.takeOff(point);
    } else if (event.key === 'u') control.undo();
    // A number is a die; where none of that number can be played it is somebody else's key.
    else if (!control.playDie(event.key)) return;
    event.preventDefault();
  };

  document.addEventListener('pointerdown', () => (isPointing = true), { signal, capture: true });
  document.addEventListener('keydown', (event) => {
    if (['Tab', 'Enter', ' ', 'n', 'p'].includes(event.key)) isPointing = false;
  }, { signal, capture: true });
  area.addEventListener('pointerdown', () => setWalks(false), { signal });
  area.addEventListener('keydown', key, { signal });
  area.addEventListener('click', (event) => {
    const point = grid.pointOf(event.target);
    if (point && event.detail === 0) activate(point);
  }, { signal });
  area.addEventListener('focusin', (event) => {
    const point = grid.pointOf(event.target);
    if (!point) return;
    grid.setCurrent(point);
    setWalks(!isPointing || walks);
    if (walks) control.aim(point);
    control.strokeTo(point);
  }, { signal });
  area.addEventListener('focusout', (event) => {
    if (!area.contains(/** @type {Node | null} */ (event.relatedTarget))) setWalks(false);
    if (!pointer.isUnderWay()) control.aim(null);
  }, { signal });
}
