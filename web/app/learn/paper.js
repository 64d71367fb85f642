// @ts-check
// Something to read, as the server has it: its words, and the boards of its diagrams.

import { fileAddress } from '../file-address.js';

/** @typedef {import('../../openapi.js').WholeBooklet} Paper */

/** @param {string} folder the game, or `about` @param {'booklet' | 'scene' | 'sheet' | 'about'} name @param {string} lang @returns {Promise<Paper>} */
export async function fetchPaper(folder, name, lang) {
  const answer = await fetch(fileAddress(`learn/${folder}/${name}.${lang}.json`));
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}
