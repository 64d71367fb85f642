// @ts-check
// Every throw of three dice: to choose one, and to see what each would bring.

import { h, iconButton, setAttr, setChildren } from '../dom.js';
import { familyOf } from '../families/index.js';
import { percent } from './lines.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./types.js').RollChance} RollChance */
/** @typedef {import('../../protocol.js').View} View */

const FACES = [1, 2, 3, 4, 5, 6];
/** The 56 throws, smaller dice first. @type {readonly string[]} */
export const ROLLS = FACES.flatMap((one) => FACES.filter((two) => two >= one).flatMap((two) => FACES.filter((three) => three >= two).map((three) => `${one}${two}${three}`)));

/** A throw however it is written, as its three digits. @param {string} roll */
export const digitsOf = (roll) => [...roll.replace(/\D/g, '')].sort().join('');

/** Where a chance lies between the worst and the best throw, from 0 to 1: the shade of its cell. @param {number} chance @param {readonly number[]} all */
export function shadeOf(chance, all) {
  const [worst, best] = [Math.min(...all), Math.max(...all)];
  return best - worst < 0.005 ? 0.5 : (chance - worst) / (best - worst);
}

/**
 * @param {Context} context
 * @param {{ choose: (roll: string | null) => void, random: () => void }} doing
 */
export function createRolls(context, { choose, random: throwDice }) {
  const { say } = context;
  const grid = h('div', { class: 'rolls-grid', attrs: { role: 'group', 'aria-label': say('studies.rolls') } });
  const about = h('p', { class: 'rolls-about about' });
  const own = h('button', { class: 'button', attrs: { type: 'button' } });
  const random = iconButton('throw', say('studies.rolls.random'), throwDice, { isLabelShown: true });
  const back = iconButton('back', say('studies.rolls.back'), () => choose(null), { isLabelShown: true });
  const element = h('section', { class: 'rolls', attrs: { 'aria-label': say('studies.rolls') } }, h('div', { class: 'row rolls-head' }, own, random, back), grid, about);
  const cells = new Map(ROLLS.map((roll) => [roll, h('button', { class: 'roll', attrs: { type: 'button' }, on: { click: () => choose(roll) } },
    h('span', { class: 'roll-dice' }, [...roll].map((die) => h('span', null, die))), h('span', { class: 'roll-chance' }))]));
  setChildren(grid, [...cells.values()]);
  let shown = '';

  return {
    element,
    /**
     * @param {View | null} view
     * @param {readonly RollChance[]} rolls what each throw would bring, if that is known
     * @param {string | null} thrown
     * @param {string | null} ownRoll the throw with which the game went on
     */
    update(view, rolls, thrown, ownRoll) {
      const mayThrow = view?.may.includes('roll') === true;
      element.hidden = view?.board?.kind !== 'tavli' || (!mayThrow && thrown === null);
      if (element.hidden || view === null) return;
      own.hidden = !mayThrow || ownRoll === null;
      own.onclick = () => choose(ownRoll);
      if (ownRoll !== null) setChildren(own, say('studies.rolls.own', { roll: ownRoll.split('').join('-') }));
      back.hidden = thrown === null;
      random.hidden = !mayThrow;
      for (const part of [grid, about]) setAttr(part, 'hidden', !mayThrow);
      const key = JSON.stringify([rolls, view.to_act, context.lang()]);
      if (key === shown) return;
      shown = key;
      const mover = view.to_act === null ? 'light' : view.seats[view.to_act].colour;
      const ofMover = (/** @type {number} */ chance) => (mover === 'light' ? chance : 1 - chance);
      const all = rolls.map(({ chance }) => ofMover(chance));
      for (const [roll, cell] of cells) {
        const known = rolls.find((one) => digitsOf(one.roll) === roll);
        const label = roll.split('').join('-');
        setChildren(/** @type {Element} */ (cell.lastElementChild), known === undefined ? '' : String(percent(ofMover(known.chance))));
        cell.style.setProperty('--shade', known === undefined ? '0.5' : shadeOf(ofMover(known.chance), all).toFixed(2));
        setAttr(cell, 'data-known', known !== undefined);
        const best = known?.best ? familyOf(view).hintText(say, known.best) : '';
        const text = known === undefined ? label : say('studies.rolls.one', { roll: label, percent: percent(ofMover(known.chance)), ways: known.ways, best });
        setAttr(cell, 'aria-label', text);
        setAttr(cell, 'title', text);
      }
      setChildren(about, all.length > 0 ? say('studies.rolls.about', { best: percent(Math.max(...all)), worst: percent(Math.min(...all)) }) : say('studies.rolls.choose'));
    },
  };
}
