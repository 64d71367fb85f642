// @ts-check
// A tree of turns: the main line and what could have been played instead. Pure data; every change gives another tree.

import { LONGEST_STROKES } from './strokes.js';

/**
 * @typedef {object} Node
 * @property {number} id
 * @property {number | null} parent
 * @property {string} turn as records write it; nothing at the root
 * @property {readonly number[]} children the first goes on with the line, the others are variations
 * @property {string} comment
 * @property {string} glyph one of `GLYPHS`, or nothing
 * @property {string} strokes arrows and circles, as `strokes.js` writes them
 */
/** @typedef {{ nodes: ReadonlyMap<number, Node>, next: number }} Tree */
/** @typedef {{ depth: number, ids: number[] }} Block Turns that are written one after the other; `depth` counts the variations around them. */
/** @typedef {string | { t?: string, c?: string, g?: string, d?: string } | any[]} Item A turn, one with what is said of it, or a variation to the turn before. */

/** What is put behind a turn to judge it, best first. */
export const GLYPHS = /** @type {const} */ (['!!', '!', '!?', '?!', '?', '??']);
/** More turns than any study needs. */
export const MOST_NODES = 2000;
/** As deep as records allow. */
const MOST_DEPTH = 16;
const LONGEST_COMMENT = 2000;
const LONGEST_TURN = 120;

export const ROOT = 0;

/** @param {number} id @param {number | null} parent @param {string} turn @returns {Node} */
const fresh = (id, parent, turn) => ({ id, parent, turn, children: [], comment: '', glyph: '', strokes: '' });

/** @returns {Tree} */
export const emptyTree = () => ({ nodes: new Map([[ROOT, fresh(ROOT, null, '')]]), next: 1 });

/** @param {Tree} tree @param {number} id @returns {Node} */
export function nodeAt(tree, id) {
  const node = tree.nodes.get(id);
  if (node === undefined) throw new RangeError(`the tree has no node ${id}`);
  return node;
}

/** @param {Tree} tree @param {...Node} changed @returns {Tree} */
function withNodes(tree, ...changed) {
  const nodes = new Map(tree.nodes);
  for (const node of changed) nodes.set(node.id, node);
  return { ...tree, nodes };
}

/**
 * The tree with a turn played at a node; a turn that is there already is found again.
 * @param {Tree} tree @param {number} parent @param {string} turn
 */
export const added = (tree, parent, turn) => grown(tree, parent, [turn]);

/**
 * The tree with several turns played one after the other.
 * @param {Tree} tree @param {number} parent @param {readonly string[]} turns
 * @returns {{ tree: Tree, id: number }} and the last of them
 */
export function grown(tree, parent, turns) {
  const nodes = new Map(tree.nodes);
  let [id, next] = [parent, tree.next];
  for (const turn of turns) [id, next] = put(nodes, next, id, turn);
  return { tree: next === tree.next ? tree : { nodes, next }, id };
}

/** Puts a turn among nodes that are not yet shared. @param {Map<number, Node>} nodes @param {number} next the first id that is free @param {number} parent @param {string} turn @returns {[id: number, next: number]} */
function put(nodes, next, parent, turn) {
  const node = nodeAt({ nodes, next }, parent);
  const known = node.children.find((child) => playedIn(nodes.get(child)?.turn ?? '') === playedIn(turn));
  if (known !== undefined) return [known, next];
  nodes.set(parent, { ...node, children: [...node.children, next] });
  nodes.set(next, fresh(next, parent, turn));
  return [next, next + 1];
}

/** What is played in a turn, without what it does: `B5-C5` of `B5-C5xD5+`. @param {string} turn */
export const playedIn = (turn) => /^[A-Z]\d+-[A-Z]\d+/.exec(turn)?.[0] ?? turn;

/** A turn as the server writes it, with all that it does. @param {Tree} tree @param {number} id @param {string} turn @returns {Tree} */
export function spelled(tree, id, turn) {
  const node = nodeAt(tree, id);
  return node.turn === turn || node.parent === null ? tree : withNodes(tree, { ...node, turn });
}

/** A tree without a turn and all that follows it. @param {Tree} tree @param {number} id @returns {Tree} */
export function removed(tree, id) {
  const { parent } = nodeAt(tree, id);
  if (parent === null) return tree;
  const above = nodeAt(tree, parent);
  const nodes = new Map(tree.nodes);
  const going = [id];
  for (let one = going.pop(); one !== undefined; one = going.pop()) {
    going.push(...nodeAt(tree, one).children);
    nodes.delete(one);
  }
  nodes.set(parent, { ...above, children: above.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** The variation that a turn is part of, one place further up among its siblings. @param {Tree} tree @param {number} id @returns {Tree} */
export function promoted(tree, id) {
  const fork = forkAbove(tree, id);
  if (fork === null) return tree;
  const above = nodeAt(tree, /** @type {number} */ (nodeAt(tree, fork).parent));
  const place = above.children.indexOf(fork);
  const children = [...above.children];
  children.splice(place - 1, 2, fork, children[place - 1]);
  return withNodes(tree, { ...above, children });
}

/** The nearest turn, from this one back, that is no first choice. @param {Tree} tree @param {number} id */
function forkAbove(tree, id) {
  for (let node = nodeAt(tree, id); node.parent !== null; node = nodeAt(tree, node.parent)) {
    if (nodeAt(tree, node.parent).children[0] !== node.id) return node.id;
  }
  return null;
}

/** Whether a turn is part of the main line. @param {Tree} tree @param {number} id */
export const isMain = (tree, id) => forkAbove(tree, id) === null;

/** @param {Tree} tree @param {number} id @param {{ comment?: string, glyph?: string, strokes?: string }} said @returns {Tree} */
export function annotated(tree, id, said) {
  const node = { ...nodeAt(tree, id), ...said };
  // Half a stroke is none.
  const strokes = node.strokes.length <= LONGEST_STROKES ? node.strokes : nodeAt(tree, id).strokes;
  return withNodes(tree, { ...node, strokes, comment: node.comment.slice(0, LONGEST_COMMENT) });
}

// Ways through it

/** The turns from the first one to this. @param {Tree} tree @param {number} id */
export function pathTo(tree, id) {
  const path = [];
  for (let node = nodeAt(tree, id); node.parent !== null; node = nodeAt(tree, node.parent)) path.push(node.id);
  return path.reverse();
}

/** @param {Tree} tree @param {number} id */
export const turnsTo = (tree, id) => pathTo(tree, id).map((one) => nodeAt(tree, one).turn);

/** How many turns lead to a node. @param {Tree} tree @param {number} id */
export const plyOf = (tree, id) => pathTo(tree, id).length;

/** @param {Tree} tree @param {number} id */
export const previous = (tree, id) => nodeAt(tree, id).parent ?? id;

/** @param {Tree} tree @param {number} id */
export const following = (tree, id) => nodeAt(tree, id).children[0] ?? id;

/** The end of the line that a turn is part of. @param {Tree} tree @param {number} id */
export function endOf(tree, id) {
  let end = id;
  while (following(tree, end) !== end) end = following(tree, end);
  return end;
}

/** The main line from its first turn on. @param {Tree} tree */
export const mainLine = (tree) => pathTo(tree, endOf(tree, ROOT));

/** What could be played instead, one further up or down; without a choice, the nearest fork that way. @param {Tree} tree @param {number} id @param {1 | -1} way */
export function beside(tree, id, way) {
  const { parent } = nodeAt(tree, id);
  const siblings = parent === null ? [] : nodeAt(tree, parent).children;
  const other = siblings[siblings.indexOf(id) + way];
  if (other !== undefined) return other;
  const step = way < 0 ? previous : following;
  let at = step(tree, id);
  while (step(tree, at) !== at && nodeAt(tree, at).children.length < 2) at = step(tree, at);
  return at;
}

/** The tree in the order in which it is read: each turn's variations come after it, then its line goes on. @param {Tree} tree @returns {Block[]} */
export function outline(tree) {
  /** @type {Block[]} */
  const blocks = [];
  const write = (/** @type {number} */ first, /** @type {number} */ depth) => {
    let block = { depth, ids: [first] };
    blocks.push(block);
    for (let id = first; ; ) {
      const node = nodeAt(tree, id);
      const [next] = node.children;
      const others = variationsAt(tree, id);
      for (const other of others) write(other, depth + 1);
      if (next === undefined) return;
      if (others.length > 0) blocks.push((block = { depth, ids: [] }));
      block.ids.push(next);
      id = next;
    }
  };
  const [first] = nodeAt(tree, ROOT).children;
  if (first !== undefined) write(first, 0);
  return blocks.filter(({ ids }) => ids.length > 0);
}

/** What could have been played instead of a turn that is a first choice. @param {Tree} tree @param {number} id */
function variationsAt(tree, id) {
  const { parent } = nodeAt(tree, id);
  const siblings = parent === null ? [] : nodeAt(tree, parent).children;
  return siblings[0] === id ? siblings.slice(1) : [];
}

// As plain values, for links and records

/** @param {Tree} tree @returns {Item[]} */
export function written(tree) {
  const said = (/** @type {Node} */ { comment, glyph, strokes }) => ({ ...(comment && { c: comment }), ...(glyph && { g: glyph }), ...(strokes && { d: strokes }) });
  const item = (/** @type {Node} */ node) => (node.comment || node.glyph || node.strokes ? { t: node.turn, ...said(node) } : node.turn);
  const line = (/** @type {number} */ first) => {
    /** @type {Item[]} */
    const items = [];
    for (let id = first; ; ) {
      items.push(item(nodeAt(tree, id)));
      for (const other of variationsAt(tree, id)) items.push(line(other));
      const [next] = nodeAt(tree, id).children;
      if (next === undefined) return items;
      id = next;
    }
  };
  const root = nodeAt(tree, ROOT);
  const first = root.comment || root.strokes ? [said(root)] : [];
  return root.children.length > 0 ? [...first, ...line(root.children[0])] : first;
}

/** A tree from what `written` made, wherever it came from: what does not fit is left out. @param {unknown} items */
export function readTree(items) {
  const nodes = new Map(emptyTree().nodes);
  let next = ROOT + 1;
  const read = (/** @type {unknown} */ list, /** @type {number} */ start, /** @type {number} */ depth) => {
    let [before, at] = [start, start];
    for (const item of Array.isArray(list) && depth <= MOST_DEPTH ? list : []) {
      if (nodes.size >= MOST_NODES) return;
      if (Array.isArray(item)) {
        read(item, before, depth + 1);
        continue;
      }
      const { t, c, g, d } = typeof item === 'string' ? { t: item, c: '', g: '', d: '' } : (item ?? {});
      if (typeof t === 'string' && t !== '') {
        before = at;
        [at, next] = put(nodes, next, before, t.slice(0, LONGEST_TURN));
      }
      const node = nodeAt({ nodes, next }, at);
      const comment = typeof c === 'string' && c !== '' ? c.slice(0, LONGEST_COMMENT) : node.comment;
      const strokes = typeof d === 'string' && d !== '' && d.length <= LONGEST_STROKES ? d : node.strokes;
      nodes.set(at, { ...node, comment, strokes, glyph: GLYPHS.find((known) => known === g) ?? node.glyph });
    }
  };
  read(items, ROOT, 0);
  return /** @type {Tree} */ ({ nodes, next });
}
