// @ts-check
// Tafl boards: what the view says of them, as the board wants it. No rule is known here.

import { birch } from './birch.js';
import { cellName, taflGeometry } from './layout.js';
import { vellum } from './vellum.js';
import { taflWords } from './words.js';

/** @typedef {import('../../types.js').Family} Family */
/** @typedef {import('../../types.js').Change} Change */
/** @typedef {import('../../types.js').Colour} Colour */
/** @typedef {import('../../types.js').Kind} Kind */
/** @typedef {import('../../types.js').Placement} Placement */
/** @typedef {import('../../../protocol.js').TaflBoard} TaflBoard */
/** @typedef {import('../../../protocol.js').TaflLine} TaflLine */

/** What is called out. @type {Record<import('../../../protocol.js').Call, string>} */
const CALLS = { raichi: 'board.call.raichi', tuichi: 'board.call.tuichi', 'gare-au-roi': 'board.call.gare-au-roi' };

/** @param {import('../../types.js').View} view */
const boardOf = (view) => /** @type {TaflBoard} */ (view.board);

/** The pieces of an arrangement. @type {Record<string, Kind>} */
const KINDS = { t: 'dark', T: 'light', K: 'king' };

/**
 * The pieces of an arrangement such as `/3ttt3/…/`, row 1 first: letters are pieces, numbers count empty cells.
 * @param {string} text
 * @returns {Placement}
 */
export function readArrangement(text) {
  /** @type {Placement} */
  const pieces = [];
  text.split('/').slice(1, -1).forEach((line, row) => {
    let column = 0;
    for (const [token] of line.matchAll(/\d+|[tTK]/g)) {
      const kind = KINDS[token];
      if (kind) pieces.push([cellName(column++, row), kind]);
      else column += Number(token);
    }
  });
  return pieces;
}

/** Captured men are always those of the other side; each side's lie in a tray of their own. @param {Colour} mover */
const trayOf = (mover) => `taken-${mover === 'light' ? 'dark' : 'light'}`;

/** @param {TaflLine} line @param {Colour} colour @returns {Change} */
function changeOf(line, colour) {
  const turn = `${line.round}/${line.turn}`;
  const { from, to, captures } = line;
  const moves = [{ kind: null, from, to }, ...captures.map((cell) => ({ kind: null, from: cell, to: trayOf(colour), isTaken: true }))];
  return { key: `${turn} ${from}-${to}`, turn, moves, sound: captures.length ? 'capture' : 'move' };
}

/** The trays of the men that were captured before the first turn that is known. @param {import('../../types.js').Scene} scene */
function takenBefore({ view, lines }) {
  if ((lines[0]?.turn ?? 1) === 1) return [];
  return Object.values(view.seats).flatMap(({ captured, colour }) => {
    const known = /** @type {TaflLine[]} */ (lines).filter((line) => view.seats[line.seat].colour === colour).reduce((sum, { captures }) => sum + captures.length, 0);
    return Array(Math.max(0, captured - known)).fill(trayOf(colour));
  });
}

/** The king's cell where he was captured or has escaped, when the end of the round is shown. @param {import('../../types.js').Scene} scene @returns {import('../../types.js').Marks['end']} */
function endOf({ view, lines, look }) {
  const reason = view.rounds[view.round - 1]?.reason;
  const last = lines.at(-1);
  if (!last || (look !== null && look < lines.length - 1) || (reason !== 'capture' && reason !== 'escape')) return null;
  const king = readArrangement(/** @type {TaflLine} */ (last).pieces).find(([, kind]) => kind === 'king');
  return king ? { kind: reason === 'capture' ? 'captured' : 'escaped', at: king[0] } : null;
}

/** @type {Family} */
export const tafl = {
  material: ({ game }) => (game === 'alea' ? vellum : birch),
  layout: (view, isFlipped, isWide) => taflGeometry(boardOf(view).size, isFlipped, isWide),
  layoutKey(view) {
    const { size, throne, bases, corners, goals } = boardOf(view);
    return [view.game, size, throne, bases, corners, goals].join(';');
  },
  placement(shown, changes, scene) {
    const { pieces } = /** @type {TaflBoard | TaflLine} */ (shown);
    const taken = changes.flatMap(({ moves }) => moves).filter(({ isTaken }) => isTaken);
    const trays = [...takenBefore(scene), ...taken.map(({ to }) => to)];
    return [...readArrangement(pieces), ...trays.map((to) => /** @type {[string, Kind]} */ ([to, to === trayOf('dark') ? 'light' : 'dark']))];
  },
  changes: ({ view, lines, look }) =>
    /** @type {TaflLine[]} */ (look === null ? lines : lines.slice(0, look + 1)).map((line) => changeOf(line, view.seats[line.seat].colour)),
  targets: (view) => new Map(Object.entries(boardOf(view).targets).map(([from, targets]) => [
    from, targets.map(({ to, captures = [] }) => ({ to, steps: [], captures, command: { command: 'move', from, to } })),
  ])),
  isOwn: (kind, colour) => kind === colour || (kind === 'king' && colour === 'light'),
  marks(scene) {
    const { view, lines, look } = scene;
    const board = boardOf(view);
    const line = look === null ? undefined : /** @type {TaflLine | undefined} */ (lines[look]);
    const last = look === null ? board.last : line;
    const { calls = [], routes = [], threats = [] } = (look === null ? board : line) ?? {};
    return { last: { shape: 'boxes', arrows: last ? [last] : [] }, blocked: [], routes, threats, calls: calls.map((call) => CALLS[call]), end: endOf(scene) };
  },
  goals(scene, held) {
    const isNear = held === 'king' || tafl.marks(scene).routes.length > 0;
    return isNear ? boardOf(scene.view).goals : [];
  },
  hintArrows: (hint) => [/** @type {import('../../../protocol.js').TaflHint} */ (hint)],
  dice: null,
  words: taflWords,
};
