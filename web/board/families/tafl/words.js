// @ts-check
// What is said about tafl boards.

/** @typedef {import('../../types.js').FamilyWords} FamilyWords */
/** @typedef {import('../../../protocol.js').TaflBoard} TaflBoard */
/** @typedef {import('../../../protocol.js').TaflLine} TaflLine */

/** A side alone, and as sentences about its turn and its victory have it: some languages want an article. */
const SWEDES = { name: 'board.side.swedes', turn: 'board.side.swedes.turn', wins: 'board.side.swedes.wins' };
const MUSCOVITES = { name: 'board.side.muscovites', turn: 'board.side.muscovites.turn', wins: 'board.side.muscovites.wins' };
const WHITE = { name: 'board.side.white', turn: 'board.side.white.turn', wins: 'board.side.white.wins' };
const BLACK = { name: 'board.side.black', turn: 'board.side.black.turn', wins: 'board.side.black.wins' };
const DEFENDERS = { name: 'board.side.defenders', turn: 'board.side.defenders.turn', wins: 'board.side.defenders.wins' };
const ATTACKERS = { name: 'board.side.attackers', turn: 'board.side.attackers.turn', wins: 'board.side.attackers.wins' };

/** Tablut and Alea have names of their own for their sides (T2, A2). @type {Record<string, { light: typeof SWEDES, dark: typeof SWEDES }>} */
const NAMED_SIDES = { tablut: { light: SWEDES, dark: MUSCOVITES }, alea: { light: WHITE, dark: BLACK } };
/** @param {string} game */
const sides = (game) => NAMED_SIDES[game] ?? { light: DEFENDERS, dark: ATTACKERS };

/** @type {Record<string, { light: string, dark: string, king: string }>} */
const NAMED_MEN = {
  tablut: { light: 'board.man.swede', dark: 'board.man.muscovite', king: 'board.man.king' },
  alea: { light: 'board.man.white', dark: 'board.man.black', king: 'board.man.king' },
};
/** @param {string} game */
const men = (game) => NAMED_MEN[game] ?? { light: 'board.man.defender', dark: 'board.man.attacker', king: 'board.man.king' };

/** What the calls mean. @type {Record<string, string>} */
const CALLED = { raichi: 'board.called.raichi', tuichi: 'board.called.tuichi', 'gare-au-roi': 'board.called.gare-au-roi' };

/** @type {FamilyWords} */
export const taflWords = {
  side: (say, view, colour, role = 'name') => say(sides(view.game)[colour][role]),
  place: (_, place) => place,
  target: (_, place) => place,
  point(say, view, { id }, there) {
    const board = /** @type {TaflBoard} */ (view.board);
    const parts = [];
    const isGoal = board.goals.includes(id);
    if (id === board.throne) parts.push(say('board.konakis'));
    else if (board.corners.includes(id) && isGoal) parts.push(say('board.corner'));
    // On vellum the attackers' camps are not drawn.
    else if (board.bases.includes(id) && view.game !== 'alea') parts.push(say('board.base'));
    if (isGoal) parts.push(say('board.goal'));
    parts.push(say(there.length ? men(view.game)[there[0].kind] : 'board.empty'));
    return parts;
  },
  stage: () => ({ kind: 'move', roll: null }),
  lineSteps: () => [],
  steps: () => [],
  stepsSentence: () => '',
  line(say, side, line) {
    const { from, to, captures } = /** @type {TaflLine} */ (line);
    const moves = say('board.step', { from: say('board.from.point', { cell: from }), to: say('board.to.point', { cell: to }) });
    if (!captures.length) return say('board.played', { side, moves });
    return say('board.played.takes', { side, moves, count: captures.length, cells: captures.join(', ') });
  },
  calls: (say, shown) => (/** @type {TaflBoard | TaflLine} */ (shown).calls ?? []).map((call) => say(CALLED[call])),
  isOut: (at) => at.startsWith('taken-'),
};
