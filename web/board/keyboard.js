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
    else if (point === 'dice') control.dice(null);
    else if (control.picked() === point) control.letGo();
    else if (control.picked() && (control.isTarget(point) || !control.canPick(point))) control.putDown(point);
    else if (control.canMove(point)) control.pick(point, true);
    else control.touchInVain(point, true);
  };

  const key = (/** @type {KeyboardEvent} */ event) => {
    control.touched();
    const geometry = control.geometry();
    const point = grid.pointOf(event.target);
    if (!geometry || !point || event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = DIRECTIONS[event.key];
    // With Shift the same keys look back, wherever one is.
    if (direction && event.shiftKey) return;
    if (direction) grid.focus(neighbour(geometry, point, direction));
    else if (event.key === 'Enter' || event.key === ' ') activate(point);
    else if (event.key.toLowerCase() === 'n') grid.focus(nextPoint(geometry, point, event.shiftKey ? -1 : 1, control.isWorthGoingTo));
    else if (event.key === 'Escape' && control.picked()) {
      pointer.cancel();
      control.letGo();
    } else if (control.isEditing()) {
      if (event.key !== 'Delete' && event.key !== 'Backspace') return;
      control.takeOff(point);
    } else if (event.key === 'u') control.undo();
    // A number is a die; where none of that number can be played it is somebody else's key.
    else if (!control.playDie(event.key)) return;
    event.preventDefault();
  };

  area.addEventListener('keydown', key, { signal });
  area.addEventListener('click', (event) => {
    const point = grid.pointOf(event.target);
    if (point && event.detail === 0) activate(point);
  }, { signal });
  area.addEventListener('focusin', (event) => {
    const point = grid.pointOf(event.target);
    if (!point) return;
    grid.setCurrent(point);
    if (event.target instanceof HTMLElement && event.target.matches(':focus-visible')) control.aim(point);
  }, { signal });
  area.addEventListener('focusout', () => !pointer.isUnderWay() && control.aim(null), { signal });
}
