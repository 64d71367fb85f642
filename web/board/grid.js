// @ts-check
// The board as a grid of named cells, for keyboards and screen readers. Focus is real focus: one cell at a time can be tabbed to.

import { html } from './svg.js';

/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {{ name: string, isPicked: boolean, isMovable: boolean, isTarget: boolean, isStuck: boolean }} CellState */

/** @param {HTMLElement} stage @param {string} label */
export function createGrid(stage, label) {
  const grid = html('div', 'tb-grid');
  grid.setAttribute('role', 'grid');
  grid.ariaLabel = label;
  stage.append(grid);
  /** @type {Map<string, HTMLElement>} */
  const cells = new Map();
  let current = '';

  return {
    grid,

    /** @param {Geometry} geometry */
    build(geometry) {
      const hadFocus = grid.contains(document.activeElement);
      cells.clear();
      const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(part / whole) * 100}%`;
      grid.ariaRowCount = String(geometry.rows.length);
      grid.replaceChildren(...geometry.rows.map((ids) => {
        const row = html('div', 'tb-row');
        row.setAttribute('role', 'row');
        row.style.inset = '0';
        row.style.pointerEvents = 'none';
        for (const id of ids) {
          const point = geometry.points.get(id);
          if (!point) continue;
          const cell = html('div', 'tb-point');
          cell.setAttribute('role', 'gridcell');
          cell.dataset.point = id;
          cell.tabIndex = -1;
          Object.assign(cell.style, {
            pointerEvents: 'auto',
            left: percent(point.x - point.width / 2, geometry.width), top: percent(point.y - point.height / 2, geometry.height),
            width: percent(point.width, geometry.width), height: percent(point.height, geometry.height),
          });
          cells.set(id, cell);
          row.append(cell);
        }
        return row;
      }));
      if (!cells.has(current)) current = geometry.rows[0][0];
      const cell = /** @type {HTMLElement} */ (cells.get(current));
      cell.tabIndex = 0;
      if (hadFocus) cell.focus();
    },

    /** @param {(id: string) => CellState} stateOf */
    update(stateOf) {
      for (const [id, cell] of cells) {
        const { name, isPicked, isMovable, isTarget, isStuck } = stateOf(id);
        if (cell.ariaLabel !== name) cell.ariaLabel = name;
        const selected = isPicked ? 'true' : isMovable ? 'false' : null;
        if (cell.ariaSelected !== selected) cell.ariaSelected = selected;
        const disabled = isStuck ? 'true' : null;
        if (cell.ariaDisabled !== disabled) cell.ariaDisabled = disabled;
        cell.classList.toggle('tb-movable', isMovable);
        cell.classList.toggle('tb-target', isTarget);
      }
    },

    /** Makes a cell the one that is tabbed to. @param {string} id */
    setCurrent(id) {
      const [old, cell] = [cells.get(current), cells.get(id)];
      if (old) old.tabIndex = -1;
      if (cell) cell.tabIndex = 0;
      current = id;
    },

    /** @param {string} [id] */
    focus(id = current) {
      cells.get(id)?.focus();
    },

    current: () => current,

    /** @param {EventTarget | null} target */
    pointOf: (target) => (target instanceof HTMLElement ? target.dataset.point ?? null : null),
  };
}

/** @typedef {ReturnType<typeof createGrid>} Grid */
