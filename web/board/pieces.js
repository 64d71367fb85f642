// @ts-check
// Pieces with an identity. Their order is the order in which they lie on one another: the last one on a point is on top.

/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Change} Change */
/** @typedef {import('./types.js').Kind} Kind */

/** @param {readonly Piece[]} pieces @param {string} at @param {Kind | null} [kind] */
export const topPiece = (pieces, at, kind = null) => pieces.findLast((piece) => piece.at === at && (!kind || piece.kind === kind));

/** @typedef {{ at: string, change: number, isTaken: boolean }} Stop A point that a piece comes to, with which of the changes; who is taken leaves late. */

/**
 * Moves pieces along changes; a moved piece comes to lie on top.
 * @param {readonly Piece[]} pieces
 * @param {readonly Change[]} back what is taken back
 * @param {readonly Change[]} forth what is played then
 * @returns {{ pieces: readonly Piece[], journeys: Map<number, Stop[]> }} and where each moved piece comes by
 */
export function carry(pieces, back, forth) {
  let carried = pieces;
  /** @type {Map<number, Stop[]>} */
  const journeys = new Map();
  const move = (/** @type {Kind | null} */ kind, /** @type {string} */ from, /** @type {Stop} */ stop) => {
    const piece = topPiece(carried, from, kind);
    if (!piece) return;
    carried = [...carried.filter((one) => one !== piece), { ...piece, at: stop.at }];
    journeys.set(piece.id, [...(journeys.get(piece.id) ?? []), stop]);
  };
  back.forEach(({ moves }, change) => moves.toReversed().forEach(({ kind, from, to }) => move(kind, to, { at: from, change, isTaken: false })));
  forth.forEach(({ moves }, index) => moves.forEach(({ kind, from, to, isTaken = false }) => move(kind, from, { at: to, change: back.length + index, isTaken })));
  return { pieces: carried, journeys };
}

/**
 * Makes pieces agree with a placement: a piece that is where it should be stays, the others take the free places, the rest come or go.
 * @param {readonly Piece[]} pieces
 * @param {import('./types.js').Placement} placement
 * @param {() => number} newId
 * @returns {Piece[]}
 */
export function settle(pieces, placement, newId) {
  const wanted = placement.map(([at, kind]) => ({ at, kind, isTaken: false }));
  const take = (/** @type {(place: { at: string, kind: Kind }) => boolean} */ fits) => {
    const place = wanted.find((one) => !one.isTaken && fits(one));
    if (place) place.isTaken = true;
    return place;
  };
  /** @type {Piece[]} */
  const astray = [];
  const settled = pieces.filter((piece) => {
    const stays = take((place) => place.at === piece.at && place.kind === piece.kind);
    if (!stays) astray.push(piece);
    return stays;
  });
  for (const piece of astray) {
    const place = take(({ kind }) => kind === piece.kind);
    if (place) settled.push({ ...piece, at: place.at });
  }
  for (const { at, kind, isTaken } of wanted) if (!isTaken) settled.push({ id: newId(), kind, at });
  return settled;
}
