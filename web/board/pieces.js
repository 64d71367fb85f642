// @ts-check
// Pieces with an identity. Their order is the order in which they lie on one another: the last one on a point is on top.

/** @typedef {import('./types.js').Piece} Piece */
/** @typedef {import('./types.js').Beat} Beat */
/** @typedef {import('./types.js').Kind} Kind */

/** @param {Piece[]} pieces @param {string} at @param {Kind | null} [kind] */
export const topPiece = (pieces, at, kind = null) => pieces.findLast((piece) => piece.at === at && (!kind || piece.kind === kind));

/**
 * Moves pieces along beats; a moved piece comes to lie on top.
 * @param {Piece[]} pieces
 * @param {Beat[]} back what is taken back
 * @param {Beat[]} forth what is played then
 * @returns {{ pieces: Piece[], journeys: Map<number, { at: string, beat: number }[]> }} and where each moved piece comes by, and when
 */
export function carry(pieces, back, forth) {
  let carried = pieces;
  /** @type {Map<number, { at: string, beat: number }[]>} */
  const journeys = new Map();
  const move = (/** @type {Kind | null} */ kind, /** @type {string} */ from, /** @type {string} */ to, /** @type {number} */ beat) => {
    const piece = topPiece(carried, from, kind);
    if (!piece) return;
    carried = [...carried.filter((one) => one !== piece), { ...piece, at: to }];
    const journey = journeys.get(piece.id) ?? [];
    journeys.set(piece.id, [...journey, { at: to, beat }]);
  };
  back.forEach(({ motions }, beat) => motions.toReversed().forEach(({ kind, from, to }) => move(kind, to, from, beat)));
  forth.forEach(({ motions }, beat) => motions.forEach(({ kind, from, to }) => move(kind, from, to, back.length + beat)));
  return { pieces: carried, journeys };
}

/**
 * Makes pieces agree with a placement: whoever is where it should be stays, the others take the free places, the rest come or go.
 * @param {Piece[]} pieces
 * @param {[string, Kind][]} placement
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
