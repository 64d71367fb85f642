// @ts-check
// The rounds of what is studied, each with a study of its own: what was tried in one is there when one comes back to it.

import { h, setAttr, setChildren } from '../dom.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./link.js').Study} Study */
/** @typedef {import('./tree.js').Tree} Tree */

/**
 * @param {Context} context
 * @param {import('./session.js').Session} session
 * @param {number} first the round to begin with, from 1
 * @param {() => void} onChange another round is shown
 */
export function createRounds(context, session, first, onChange) {
  let round = first;
  /** @type {Study[]} */
  let studies = [];
  /** What was played in each round: what is more than that is somebody's own. @type {readonly (Tree | null)[]} */
  let played = [];
  /** The tree as it came: until it is changed the address stays as it is. @type {Tree | null} */
  let loaded = null;

  /** All studies as they are now. */
  const all = () => studies.map((study, index) => (index === round - 1 ? session.study() : study));

  /** @param {number} number @param {number} [current] where one stands at first */
  function open(number, current) {
    const study = studies[number - 1];
    if (study === undefined) return undefined;
    studies = all();
    round = number;
    loaded = study.tree;
    return session.load(current === undefined ? study : { ...study, current });
  }

  return {
    round: () => round,
    count: () => studies.length,
    all,
    /** The other rounds in which something was tried, by their number. @returns {[number, Study][]} */
    others: () => all().flatMap((study, index) => (index === round - 1 || study.tree === played[index] ? [] : [/** @type {[number, Study]} */ ([index + 1, study])])),
    isChanged: () => loaded !== null && session.study().tree !== loaded,
    /**
     * @param {readonly Study[]} next
     * @param {readonly Study[]} [own] as they were played
     * @param {(study: Study) => number} [standing] where one stands in the one that is shown first
     */
    load(next, own = [], standing = ({ current }) => current) {
      studies = [...next];
      played = own.map(({ tree }) => tree);
      round = Math.min(Math.max(1, round), Math.max(1, studies.length));
      const study = studies[round - 1];
      loaded = study.tree;
      return session.load({ ...study, current: standing(study) });
    },
    /** The buttons for them. @param {HTMLElement} element */
    show(element) {
      const count = studies.length;
      element.hidden = count < 2;
      if (element.childElementCount !== count) {
        const choose = (/** @type {number} */ number) => {
          void open(number);
          onChange();
        };
        setChildren(element, studies.map((_, index) => h('button', { class: 'tab', attrs: { type: 'button' }, on: { click: () => choose(index + 1) } }, context.say('web.moves.round', { round: index + 1 }))));
      }
      for (const [index, button] of [...element.children].entries()) setAttr(button, 'aria-pressed', String(index + 1 === round));
    },
  };
}

/** @typedef {ReturnType<typeof createRounds>} Rounds */
