// @ts-check
// Arrows and circles. The right button of a mouse draws them at any time, and lets go of what is held or takes a step back; where a brush was
// chosen, every finger and button draws.

import { brushOf } from './shapes.js';

/** @typedef {import('./control.js').Control} Control */
/** @typedef {import('./elements.js').Elements} Elements */

const [LEFT, RIGHT] = [0, 2];

/**
 * @param {Elements} elements
 * @param {Control} control
 * @param {AbortSignal} signal ends the listening
 */
export function listenToDrawing(elements, control, signal) {
  const { stage: area } = elements;
  /** @type {{ pointer: number, from: string, to: string | null, brush: import('./types.js').Brush | null, toBoard: ReturnType<Elements['measure']> } | null} */
  let line = null;

  const end = () => {
    line = null;
    control.sketch(null);
  };

  area.addEventListener('pointerdown', (event) => {
    if (line) return end();
    // A chosen brush holds for the first button; with the second one keys choose it, as ever.
    const brush = event.button === LEFT && event.isPrimary ? control.brush() : null;
    if (brush === null && (event.button !== RIGHT || event.pointerType === 'touch')) return;
    if (control.picked()) return control.letGo();
    const toBoard = elements.measure();
    const from = control.pointAt(toBoard(event.clientX, event.clientY), false);
    if (from === null) return;
    if (control.isEditing()) return control.takeOff(from);
    area.setPointerCapture(event.pointerId);
    line = { pointer: event.pointerId, from, to: from, brush, toBoard };
  }, { signal });

  area.addEventListener('pointermove', (event) => {
    if (event.pointerId !== line?.pointer) return;
    const to = control.pointAt(line.toBoard(event.clientX, event.clientY), false);
    if (to === line.to) return;
    line.to = to;
    control.sketch(to === null || to === line.from ? null : { from: line.from, to, brush: line.brush ?? brushOf(event) });
  }, { signal });

  area.addEventListener('pointerup', (event) => {
    if (event.pointerId !== line?.pointer) return;
    const { from, to, brush: chosen } = line;
    const brush = chosen ?? brushOf(event);
    end();
    if (to === null) return;
    // A click alone is the shortest way to take a step back, where there is one; with a key held it always draws.
    if (from === to && chosen === null && brush === 'green' && control.canUndo()) control.undo();
    else control.draw(from, to, brush);
  }, { signal });

  area.addEventListener('pointercancel', end, { signal });
  window.addEventListener('resize', () => line && end(), { signal });
}
