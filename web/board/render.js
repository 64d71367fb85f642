// @ts-check
// Draws a state: the ground, the marks, the dice, and the names of the points. Where pieces are is the business of motion.js.

import { createDice } from './dice.js';
import { familyOf } from './families/index.js';
import { createGrid } from './grid.js';
import { aheadMarks, badgeMark, blockedMarks, callMarks, endMarks, goalMarks, heldMark, hintMarks, lastMarks, rimMarks, targetMarks, victimMarks } from './marks.js';
import { pointName } from './point-names.js';
import { shapeMarks } from './shapes.js';
import { layOut } from './stacks.js';
import { canPick, diceOf, isTarget, ownPiece, seenPieces, source } from './state.js';

/** @typedef {import('./elements.js').Elements} Elements */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('./types.js').Geometry} Geometry */
/** @typedef {import('./types.js').Point} Point */

/** How much larger the wide form has to make the board to be chosen. */
const CLEARLY = 1.01;

/** @param {Elements} elements @param {import('./types.js').Say} say */
export function createRenderer(elements, say) {
  const grid = createGrid(elements.stage, say('board.label'));
  const dice = createDice(elements.id);
  /** The form in which the board is drawn, and what makes it that one. @type {{ geometry: Geometry, key: string } | null} */
  let layout = null;

  /** What is played, possible and aimed at. @param {State} state */
  function drawMarks(state) {
    const { picked, aimed, actions, config: { scene, hint } } = state;
    if (!scene || !layout) return;
    const { geometry } = layout;
    const family = familyOf(scene.view);
    const from = source(state);
    const targets = from ? actions.targets.get(from) ?? [] : [];
    const over = picked ? aimed : null;
    const seen = seenPieces(state);
    const marks = family.marks(scene);
    const arrows = hint && scene.look === null ? family.hintArrows(hint, moverColour(scene.view)) : [];
    const last = lastMarks(geometry, marks.last, seen);
    elements.layers.under.replaceChildren(
      ...last.under, ...(picked ? heldMark(geometry, picked) : []), ...(state.ahead && scene.look === null ? aheadMarks(geometry, state.ahead) : []), ...targetMarks(geometry, targets, over));
    elements.layers.over.replaceChildren(
      ...last.over, ...layOut(geometry, seen).badges.map(badgeMark), ...blockedMarks(geometry, marks.blocked), ...callMarks(geometry, marks), ...victimMarks(geometry, targets, over), ...hintMarks(geometry, arrows, seen), ...endMarks(geometry, marks.end));
    elements.layers.under.classList.toggle('tb-preview', !picked);
    elements.root.classList.toggle('tb-draws', state.config.brush !== null && !state.config.isEditable);
    elements.root.classList.toggle('tb-can-act', state.config.isEditable || Boolean(actions.colour) || actions.mayRoll || actions.mayConfirm);
    const lost = family.lost?.(state.config.say, scene) ?? '';
    elements.ribbon.textContent = [...marks.calls.map((key) => state.config.say(key)), ...(lost ? [lost] : [])].join(' · ');
    elements.ribbon.classList.toggle('tb-lost', lost !== '');
    if (family.dice) drawDice(state, family.dice(scene), from ? targets : null, over);
    else dice.node.remove();
  }

  /** Who can move, and where the game can be won. These change less often than what a pointer shows. @param {State} state */
  function drawChances(state) {
    const { picked, asked, actions, config: { scene, showsMovable } } = state;
    if (!scene || !layout) return;
    const { geometry } = layout;
    const seen = seenPieces(state);
    const isFree = (/** @type {string} */ point) => seen.every(({ at }) => at !== point);
    const movable = showsMovable && !picked && !asked ? actions.targets.keys() : [];
    elements.layers.rims.replaceChildren(...rimMarks(geometry, seen, movable));
    const goals = familyOf(scene.view).goals?.(scene, (picked && ownPiece(state, picked)?.kind) || null) ?? [];
    elements.layers.goals.replaceChildren(...goalMarks(geometry, goals.filter(isFree), elements.id));
  }

  /** What is drawn upon the position, by the page and by hand. @param {State} state @param {readonly import('./types.js').Shape[]} [sketch] what is being drawn */
  function drawShapes({ drawn, config: { shapes } }, sketch = []) {
    if (layout) elements.layers.shapes.replaceChildren(...shapeMarks(layout.geometry, [...shapes, ...drawn, ...sketch]));
  }

  /** @param {State} state @param {import('./types.js').DiceView} thrown @param {readonly import('./types.js').Target[] | null} targets those of what is held or aimed at @param {string | null} over */
  function drawDice({ actions, config: { say: speak } }, { roll, faces, isAtRest }, targets, over) {
    // The dice of the target that is aimed at, or those that can be played first.
    const meant = targets?.filter(({ to }) => to === over) ?? [];
    const fitting = targets && new Set((meant.length ? meant : targets.filter(({ steps }) => steps.length === 1)).flatMap(diceOf));
    const prompt = actions.mayRoll ? speak('board.dice.throw') : actions.mayConfirm && !actions.targets.size ? speak('board.dice.confirm') : '';
    dice.show({ roll, faces, fitting, isAtRest, invites: prompt !== '', prompt });
    if (!dice.node.isConnected) elements.live.insertBefore(dice.node, elements.layers.under);
  }

  return {
    grid,
    dice,
    geometry: () => layout?.geometry ?? null,

    /** Chooses the form that fits the host; tells whether it is another one than before. @param {State} state */
    fit({ config: { scene, isFlipped } }) {
      if (!scene) return false;
      const { view } = scene;
      const family = familyOf(view);
      const [tall, wide] = [false, true].map((isWide) => family.layout(view, isFlipped, isWide));
      // Where the host has no height of its own, the board takes that of the tall form.
      elements.root.style.aspectRatio = `${tall.width} / ${tall.height}`;
      const isWide = elements.scaleFor(wide) > elements.scaleFor(tall) * CLEARLY;
      const key = [family.layoutKey(view), isFlipped, isWide].join();
      if (key === layout?.key) return false;
      const geometry = isWide ? wide : tall;
      layout = { geometry, key };
      elements.setGround(geometry, family.material(view), view, isFlipped);
      grid.build(geometry);
      if (geometry.ledge) dice.place(geometry.ledge);
      return true;
    },

    drawMarks,
    drawShapes,

    /** Says why the number that lies somewhere cannot be played next, beside the dice; tells whether there is something to say. @param {State} state @param {import('./types.js').Spot | null} at */
    explainDie({ config: { scene, say: speak } }, at) {
      const die = at && dice.dieAt(at.x, at.y);
      const { dice: thrown, words } = scene ? familyOf(scene.view) : { dice: null, words: null };
      const face = scene && die ? thrown?.(scene).faces.find((one) => one.die === die) : undefined;
      const text = (face && words?.face?.(speak, face)) ?? '';
      elements.tip(text);
      return text !== '';
    },

    /** Shows what can be done to somebody who has tried something else. @param {State} state @param {boolean} isCalm */
    callEye({ actions: { mayRoll, mayConfirm, targets } }, isCalm) {
      if (mayRoll || (mayConfirm && !targets.size)) elements.pulse(dice.node, isCalm);
      else for (const rim of elements.layers.rims.children) elements.pulse(rim, isCalm);
    },

    /** Marks, and the names of all points. @param {State} state */
    draw(state) {
      drawMarks(state);
      drawShapes(state);
      drawChances(state);
      const { actions, pieces, picked, config: { scene, say: speak } } = state;
      if (!scene || !layout) return;
      const { points } = layout.geometry;
      grid.grid.ariaLabel = speak('board.label');
      grid.update((point) => ({
        name: pointName(speak, scene, /** @type {Point} */ (points.get(point)), pieces.filter(({ at }) => at === point), actions, picked),
        isPicked: point === picked,
        isMovable: actions.targets.has(point) || (point === 'dice' && (actions.mayRoll || actions.mayConfirm)),
        isTarget: isTarget(state, point),
        isStuck: !state.config.isEditable && !actions.isAhead && !actions.targets.has(point) && canPick(state, point),
      }));
    },
  };
}

/** @param {import('./types.js').View} view */
const moverColour = (view) => (view.to_act ? view.seats[view.to_act].colour : 'light');

/** @typedef {ReturnType<typeof createRenderer>} Renderer */
