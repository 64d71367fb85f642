// @ts-check
// What the page around the board knows of the families of games; `../games.js` says which game belongs to which.

import { gameOf } from '../games.js';
import { tafl } from './tafl.js';
import { tavli } from './tavli.js';

/** @typedef {import('../../protocol.js').Entry} Entry */
/** @typedef {import('../../protocol.js').Hint} Hint */
/** @typedef {import('../../protocol.js').Line} Line */
/** @typedef {import('../../protocol.js').View} View */
/** @typedef {import('../../protocol.js').CommandRequest} CommandRequest */
/** @typedef {import('../texts.js').Say} Say */

/** @typedef {{ view: View, stays: boolean }} Between A view on the way to another, and whether it stays until it was seen: something could not be played. */

/**
 * @typedef {object} Family
 * @property {boolean} hasDice whether a turn begins with a throw, is played in steps and is ended: then it has buttons of its own
 * @property {boolean} premoves whether a move can be chosen before one's turn: with dice nobody knows what it will be
 * @property {(say: Say, place: string) => string} placeText a place in the notation of the reader's language
 * @property {(say: Say, line: Line) => { roll: string, steps: string[] }} lineParts a turn in the list of moves: the throw, if there is one, and what must not be broken
 * @property {(say: Say, hint: Hint) => string} hintText what the computer would play
 * @property {(view: View) => boolean} isPassed whether nothing could be played in the last turn
 * @property {(view: View) => boolean} isPassing whether nothing can be played in this one
 * @property {(view: View) => CommandRequest | null} forced the only thing that can be played, if there is but one
 * @property {(before: View, after: View, lines: readonly Line[]) => Between[]} between what lies between two views of which the second is several steps later: a view after each of them but the last
 * @property {(view: View) => boolean} isStuck whether something of the throw is left and none of it can be played
 * @property {(hint: Hint) => CommandRequest} hintCommand what plays a hint
 * @property {(say: Say) => { sign: string, meaning: string }[]} notation the signs of the list of moves and what they mean
 * @property {(events: readonly Entry[]) => boolean} isUndone whether the last thing done in the turn was to take a step back
 * @property {(say: Say, view: View) => Record<string, string>} helpValues what the line of help names as it is in this game
 * @property {(say: Say, view: View) => string} calls what is called out, with the meaning of the words
 */

const FAMILIES = { tafl, tavli };

/** @param {{ game: string }} view @returns {Family} */
export const familyOf = ({ game }) => FAMILIES[gameOf(game).family];
