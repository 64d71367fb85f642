// @ts-check
// Studies and records: what was played in each round, with the comments and variations that records keep. Pure.

import { GLYPHS, ROOT, nodeAt, readTree } from './study-tree.js';

/** @typedef {import('./study-tree.js').Tree} Tree */
/** @typedef {import('./study-tree.js').Item} Item */
/** @typedef {import('../protocol.js').Entry} Entry */
/** @typedef {import('../protocol.js').Colour} Colour */
/** @typedef {{ comment?: string | null, variations?: Tried[][] }} Note */
/** @typedef {{ turn: string } & Note} Tried */
/** @typedef {{ log: readonly Entry[], notes?: { [sequence: string]: Note } }} RecordDocument */
/**
 * A round as it is studied.
 * @typedef {object} StudyRound
 * @property {string} ruleset
 * @property {string | null} start
 * @property {Colour} first who begins
 * @property {Tree} tree
 */

/** A comment as records have it: the glyph, which they do not know, stands before it. @param {string} glyph @param {string} comment */
const joinedComment = (glyph, comment) => [glyph, comment].filter(Boolean).join(' ');

/** @param {string | null | undefined} text @returns {{ c?: string, g?: string }} */
function readComment(text) {
  if (!text) return {};
  const glyph = [...GLYPHS].find((known) => text === known || text.startsWith(`${known} `));
  return glyph === undefined ? { c: text } : { g: glyph, c: text.slice(glyph.length + 1) };
}

/** @param {readonly Tried[]} turns @returns {Item[]} */
const itemsOf = (turns) => turns.flatMap(({ turn, comment, variations = [] }) => [{ t: turn, ...readComment(comment) }, ...variations.map(itemsOf)]);

/** Every round of a record. @param {RecordDocument} record @returns {StudyRound[]} */
export function roundsOf({ log, notes = {} }) {
  /** @type {{ ruleset: string, start: string | null, first: Colour, turns: { text: string, notes: Note[] }[] }[]} */
  const rounds = [];
  /** The turn under way: its throw and its steps, and what is said of them. @type {{ roll: string, steps: string[], notes: Note[] }} */
  let turn = { roll: '', steps: [], notes: [] };
  let rules = { ruleset: '', handicap: /** @type {string | null} */ (null), start: /** @type {string | null} */ (null) };
  for (const entry of log) {
    const round = rounds[rounds.length - 1];
    if (notes[entry.sequence]) turn.notes.push(notes[entry.sequence]);
    const end = (/** @type {string} */ text) => {
      round?.turns.push({ text, notes: turn.notes });
      turn = { roll: '', steps: [], notes: [] };
    };
    switch (entry.event) {
      case 'opened':
        rules = { handicap: null, start: null, .../** @type {any} */ (entry.spec) };
        break;
      case 'round-began':
        rounds.push({ ruleset: (rounds.length % 2 === 1 && rules.handicap) || rules.ruleset, start: rules.start, first: entry.first, turns: [] });
        turn = { roll: '', steps: [], notes: [] };
        break;
      case 'moved':
        end(entry.move);
        break;
      case 'rolled':
        turn = { roll: entry.roll, steps: [], notes: turn.notes };
        break;
      case 'stepped':
        turn.steps.push(entry.step);
        break;
      case 'step-undone':
        turn.steps.pop();
        break;
      case 'turn-ended':
        end(turnText(turn.roll, turn.steps));
        break;
      case 'taken-back':
        round?.turns.splice(entry.turns);
        break;
    }
  }
  return rounds.map(({ turns, ...round }) => ({
    ...round,
    tree: readTree(turns.flatMap(({ text, notes: said }) => [
      { t: text, ...readComment(said.map(({ comment }) => comment).filter(Boolean).join(' ')) },
      ...said.flatMap(({ variations = [] }) => variations.map(itemsOf)),
    ])),
  }));
}

/** A turn with dice as records write it. @param {string} roll @param {readonly string[]} steps */
const turnText = (roll, steps) => `${roll}: ${steps.length > 0 ? steps.join(' ') : '-'}`;

/** What is said about each turn of the main line, from the first on; nothing of those of which nothing is said. @param {Tree} tree @returns {(Note | null)[]} */
export function notesOf(tree) {
  /** @param {number} id @returns {Note} */
  const noteOf = (id) => {
    const { comment, glyph, parent } = nodeAt(tree, id);
    const siblings = parent === null ? [] : nodeAt(tree, parent).children;
    const said = joinedComment(glyph, comment);
    const variations = siblings[0] === id ? siblings.slice(1).map(lineFrom) : [];
    return { ...(said && { comment: said }), ...(variations.length > 0 && { variations }) };
  };
  /** @param {number} first @returns {Tried[]} */
  const lineFrom = (first) => {
    const line = [];
    for (let id = first; id !== undefined; [id] = nodeAt(tree, id).children) line.push({ turn: nodeAt(tree, id).turn, ...noteOf(id) });
    return line;
  };
  const notes = [];
  for (let [id] = nodeAt(tree, ROOT).children; id !== undefined; [id] = nodeAt(tree, id).children) {
    const note = noteOf(id);
    notes.push(Object.keys(note).length > 0 ? note : null);
  }
  return notes;
}
