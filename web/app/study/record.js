// @ts-check
// Studies as the server writes them into records and reads them from there: the tree of turns in its form. Pure.

import { GLYPHS, ROOT, nodeAt, readTree } from './tree.js';

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./tree.js').Item} Item */
/** @typedef {import('./link.js').Study} Study */
/** @typedef {import('../../openapi.js').Study} WrittenStudy */
/** @typedef {import('../../openapi.js').StudyTurn} StudyTurn */

/** @param {readonly StudyTurn[]} turns @returns {Item[]} */
const itemsOf = (turns) => turns.flatMap(({ text, comment, glyph, variations = [] }) => [{ t: text, c: comment ?? '', g: glyph ?? '' }, ...variations.map(itemsOf)]);

/** @param {WrittenStudy} written @returns {Study} */
export function studyOf({ ruleset, start = null, first = null, players = null, comment, turns }) {
  return { ruleset, start, first, players, tree: readTree([{ c: comment ?? '' }, ...itemsOf(turns)]), current: ROOT };
}

/** @param {Study} study @returns {WrittenStudy} */
export function writtenStudy({ ruleset, start, first, players, tree }) {
  /** @param {number | undefined} from @returns {StudyTurn[]} */
  const lineFrom = (from) => {
    const line = [];
    for (let id = from; id !== undefined; [id] = nodeAt(tree, id).children) {
      const { turn, comment, glyph, parent } = nodeAt(tree, id);
      const siblings = parent === null ? [] : nodeAt(tree, parent).children;
      const variations = siblings[0] === id ? siblings.slice(1).map(lineFrom) : [];
      const sign = GLYPHS.find((one) => one === glyph);
      line.push({ text: turn, ...(comment && { comment }), ...(sign && { glyph: sign }), ...(variations.length > 0 && { variations }) });
    }
    return line;
  };
  const root = nodeAt(tree, ROOT);
  return { ruleset, start, first, ...(players && { players }), ...(root.comment && { comment: root.comment }), turns: lineFrom(root.children[0]) };
}

const FORMAT = 'tablen-study';

/** Studies as JSON, one for each round: what `bring` takes in again, and a program can read. @param {readonly Study[]} studies */
export const fileOf = (studies) => JSON.stringify({ format: FORMAT, version: 1, rounds: studies.map(writtenStudy) }, null, 1);

/** Whether a text is meant to be such a file. @param {string} text */
export function isStudyFile(text) {
  try {
    return JSON.parse(text)?.format === FORMAT;
  } catch {
    return false;
  }
}
