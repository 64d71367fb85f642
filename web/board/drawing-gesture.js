// @ts-check
// The right button of the mouse: it lets go of what is held, takes a step back, and draws arrows and circles.

import { brushOf } from './shapes.js';

/** @typedef {import('./control.js').Control} Control */
/** @typedef {import('./elements.js').Elements} Elements */

const RIGHT = 2;

/**
 * @param {Elements} elements
 * @param {Control} control
 * @param {AbortSignal} signal ends the listening
 */
export function listenToDrawing(elements, control, signal) {
  const { stage: area } = elements;
  /** @type {{ pointer: number, from: string, to: string | null, toBoard: ReturnType<Elements['measure']> } | null} */
  let line = null;

  const end = () => {
    line = null;
    control.sketch(null);
  };

  area.addEventListener('pointerdown', (event) => {
    if (line) return end();
    if (event.button !== RIGHT || event.pointerType === 'touch') return;
    if (control.picked()) return control.letGo();
    const toBoard = elements.measure();
    const from = control.pointAt(toBoard(event.clientX, event.clientY), false);
    if (from === null) return;
    if (control.isEditing()) return control.takeOff(from);
    area.setPointerCapture(event.pointerId);
    line = { pointer: event.pointerId, from, to: from, toBoard };
  }, { signal });

  area.addEventListener('pointermove', (event) => {
    if (event.pointerId !== line?.pointer) return;
    const to = control.pointAt(line.toBoard(event.clientX, event.clientY), false);
    if (to === line.to) return;
    line.to = to;
    control.sketch(to === null || to === line.from ? null : { from: line.from, to, brush: brushOf(event) });
  }, { signal });

  area.addEventListener('pointerup', (event) => {
    if (event.pointerId !== line?.pointer) return;
    const { from, to } = line;
    const brush = brushOf(event);
    end();
    if (to === null) return;
    // A click alone is the shortest way to take a step back, where there is one; with a key held it always draws.
    if (from === to && brush === 'green' && control.canUndo()) control.undo();
    else control.draw(from, to, brush);
  }, { signal });

  area.addEventListener('pointercancel', end, { signal });
  window.addEventListener('resize', () => line && end(), { signal });
}
