// @ts-check
// The last studies of this browser: whatever somebody has tried, by its address, for those who did not write it down.

import { h, iconButton, setChildren } from '../dom.js';
import { gameOf } from '../games.js';
import { browserStorage, store, stored } from '../storage.js';

/** @typedef {{ id: string, address: string, game: string, names: string, turns: number, at: number }} KeptStudy `at` in milliseconds since 1970 */

export const STUDIES_KEY = 'tablen-studies';
/** So many are kept; the oldest go first. */
const MOST = 20;

/** @param {any} one @returns {one is KeptStudy} */
const isStudy = (one) =>
  ['id', 'address', 'game', 'names'].every((name) => typeof one?.[name] === 'string') && ['turns', 'at'].every((name) => typeof one[name] === 'number') &&
  // Nothing that lies there leads elsewhere.
  /^\/study[?#]/.test(one.address);

/** @param {import('../storage.js').Kept} storage */
export function createKeptStudies(storage = browserStorage()) {
  // Read each time: another tab may have gone on.
  const list = () => {
    const found = stored(storage, STUDIES_KEY);
    return Array.isArray(found) ? found.filter(isStudy).slice(0, MOST) : [];
  };
  const others = (/** @type {string} */ id) => list().filter((one) => one.id !== id);
  return {
    /** The last one first. */
    list,
    /** What was kept at an address goes on there. @param {string} address */
    idAt: (address) => list().find((one) => one.address === address)?.id ?? null,
    /** @param {KeptStudy} study */
    keep: (study) => store(storage, STUDIES_KEY, [study, ...others(study.id)].slice(0, MOST)),
    /** @param {string} id */
    remove: (id) => store(storage, STUDIES_KEY, others(id)),
  };
}

/** @typedef {ReturnType<typeof createKeptStudies>} KeptStudies */

/**
 * The list of them, where nothing is studied yet.
 * @param {import('../context.js').Context} context
 * @param {KeptStudies} kept
 */
export function keptStudiesList({ say, lang }, kept) {
  const element = h('section', { class: 'kept-studies' });
  function write() {
    const studies = kept.list();
    element.hidden = studies.length === 0;
    setChildren(element, h('h2', { attrs: { tabindex: -1 } }, say('studies.kept')), h('ul', null, studies.map(item)));
  }
  /** @param {KeptStudy} study */
  function item({ id, address, game, names, turns, at }) {
    const title = say(gameOf(game).title);
    const date = new Date(at).toLocaleDateString(lang(), { day: 'numeric', month: 'short', year: 'numeric' });
    const remove = () => {
      kept.remove(id);
      write();
      element.querySelector('h2')?.focus();
    };
    return h(
      'li',
      null,
      h('a', { attrs: { href: address } }, h('b', null, title), names !== '' && h('span', null, names), h('span', null, say('studies.kept.turns', { turns })), h('span', null, date)),
      iconButton('close', say('studies.kept.remove', { game: title, date }), remove),
    );
  }
  write();
  return element;
}
