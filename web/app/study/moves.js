// @ts-check
// The tree of turns as it is read: the main line, variations set in, what is said of a turn; and what can be done with the turn one stands at.

import { h, iconButton, setAttr, setChildren, setIdle } from '../dom.js';
import { familyOf } from '../families/index.js';
import { keptStudiesList } from './kept-studies.js';
import { MARK_GLYPHS } from './report.js';
import { GLYPHS, ROOT, beside, endOf, following, isMain, nodeAt, outline, plyOf, previous } from './tree.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('./session.js').Session} Session */
/** @typedef {import('./types.js').JudgedTurn} JudgedTurn */
/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('../../protocol.js').Colour} Colour */

/** A turn in the reader's words: records have those of English. @param {import('../texts.js').Say} say @param {string} turn */
export const turnLabel = (say, turn) => turn.replace(/\bhand\b/g, say('board.short.hand')).replace(/\boff\b/g, say('board.short.off'));

/** Sides take turns. @param {number} ply @param {Colour | null} first @returns {Colour | null} */
const colourOf = (ply, first) => (ply % 2 === 1 || first === null ? first : first === 'light' ? 'dark' : 'light');

/** Where a key leads. @type {{ [key: string]: (tree: Tree, id: number) => number }} */
const KEYS = {
  ArrowLeft: previous, ArrowRight: following, ArrowUp: (tree, id) => beside(tree, id, -1), ArrowDown: (tree, id) => beside(tree, id, 1),
  Home: () => ROOT, End: endOf,
};

/**
 * @param {Context} context
 * @param {Session} session
 * @param {import('./kept-studies.js').KeptStudies} kept
 */
export function createStudyMoves(context, session, kept) {
  const { say } = context;
  const list = h('div', { class: 'tree', attrs: { role: 'group', tabindex: 0, 'aria-label': say('web.moves') } });
  const go = (/** @type {string} */ key) => {
    const { tree, current } = session.study();
    void session.go(KEYS[key](tree, current));
  };
  const back = [iconButton('first', say('web.moves.first'), () => go('Home')), iconButton('previous', say('web.moves.previous'), () => go('ArrowLeft'))];
  const on = [iconButton('next', say('web.moves.next'), () => go('ArrowRight')), iconButton('last', say('web.moves.last'), () => go('End'))];
  const raise = iconButton('raise', say('studies.promote'), () => session.promote(session.study().current));
  const remove = iconButton('remove', say('studies.delete'), () => void session.remove(session.study().current));
  const glyph = h(
    'select',
    { class: 'tree-glyph', attrs: { 'aria-label': say('studies.glyph') }, on: { change: () => session.annotate(session.study().current, { glyph: glyph.value }) } },
    ['', ...GLYPHS].map((one) => h('option', { attrs: { value: one } }, one === '' ? '–' : one)),
  );
  const comment = h('textarea', { class: 'tree-comment', attrs: { rows: 1, 'aria-label': say('studies.comment'), placeholder: say('studies.comment') } });
  comment.addEventListener('input', () => session.annotate(session.study().current, { comment: comment.value }));
  const nav = h('div', { class: 'tree-nav', attrs: { role: 'group', 'aria-label': say('web.moves.look-back') } }, back, on, h('span', { class: 'tree-space' }), glyph, raise, remove);
  const element = h('section', { class: 'study-moves', attrs: { 'aria-label': say('web.moves') } }, list, nav, comment);
  /** What is written, and where one stood. @type {{ tree: Tree | null, judged: unknown, first: Colour | null, current: number }} */
  let written = { tree: null, judged: null, first: null, current: -1 };
  /** @type {Map<number, HTMLElement>} */
  const buttons = new Map();

  /** @param {Tree} tree @param {number} id @param {number} ply @param {Colour | null} first who began @param {JudgedTurn | null} judged */
  function turnParts(tree, id, ply, first, judged) {
    const node = nodeAt(tree, id);
    const mark = judged?.mark ?? null;
    const sign = node.glyph || (mark === null ? '' : MARK_GLYPHS[mark]);
    const button = h(
      'button',
      { class: 'tree-turn', attrs: { type: 'button', 'data-mark': mark }, on: { click: () => void session.go(id) } },
      h('span', { class: 'move-number' }, String(ply)),
      h('span', { class: 'token token-small', attrs: { 'data-colour': colourOf(ply, first), 'aria-hidden': 'true' } }),
      h('span', null, turnLabel(say, node.turn)),
      sign !== '' && h('b', { class: 'tree-sign' }, sign),
    );
    buttons.set(id, button);
    return [button, node.comment !== '' && h('span', { class: 'tree-said' }, node.comment)];
  }

  /** @param {Tree} tree @param {Colour | null} first @param {(id: number) => JudgedTurn | null} judgedAt */
  function write(tree, first, judgedAt) {
    buttons.clear();
    const said = nodeAt(tree, ROOT).comment;
    const view = session.answer()?.view ?? null;
    const isWithDice = view !== null && familyOf(view).hasDice;
    const hadFocus = list.contains(document.activeElement) && document.activeElement !== list;
    setChildren(
      list,
      said !== '' && h('p', { class: 'tree-said' }, said),
      outline(tree).map(({ depth, ids }) => {
        let ply = plyOf(tree, ids[0]);
        const block = h('div', { class: 'tree-block', attrs: { 'data-depth': depth } }, ids.flatMap((id) => turnParts(tree, id, ply++, first, depth === 0 ? judgedAt(id) : null)));
        block.style.setProperty('--depth', String(Math.min(depth, 5)));
        return block;
      }),
      tree.nodes.size === 1 && [h('p', { class: 'about' }, say(isWithDice ? 'studies.empty.dice' : 'studies.empty')), keptStudiesList(context, kept)],
    );
    if (hadFocus) buttons.get(session.study().current)?.focus({ preventScroll: true });
  }

  /** Only the list scrolls, never the page under it. @param {HTMLElement | undefined} button */
  function reveal(button) {
    const top = button === undefined ? 0 : button.offsetTop - list.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (button && top + button.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + button.offsetHeight - list.clientHeight;
  }

  return {
    element,
    /** @param {Colour | null} first who began @param {(id: number) => JudgedTurn | null} judgedAt @param {unknown} judged another one when more is known */
    update(first, judgedAt, judged) {
      const { tree, current } = session.study();
      const isSame = tree === written.tree && judged === written.judged && first === written.first;
      if (isSame && current === written.current) return;
      if (!isSame) write(tree, first, judgedAt);
      written = { tree, judged, first, current };
      for (const [id, button] of buttons) setAttr(button, 'aria-current', id === current ? 'step' : null);
      reveal(buttons.get(current));
      const node = nodeAt(tree, current);
      if (comment.value !== node.comment) comment.value = node.comment;
      glyph.value = node.glyph;
      glyph.disabled = current === ROOT;
      setIdle(raise, isMain(tree, current));
      setIdle(remove, current === ROOT);
      for (const button of back) setIdle(button, current === ROOT);
      for (const button of on) setIdle(button, following(tree, current) === current);
    },
    /** Tells whether a key was one of those that go through the tree. @param {string} key */
    key(key) {
      if (!(key in KEYS)) return false;
      go(key);
      return true;
    },
  };
}
