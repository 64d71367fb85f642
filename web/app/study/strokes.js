// @ts-check
// Arrows and circles of a node, as a short text that goes into trees and links: `gE5 rD1>D4`. Pure.

/** @typedef {import('../../board/types.js').Shape} Shape */
/** @typedef {import('../../board/types.js').Brush} Brush */

/** @type {readonly Brush[]} */
const BRUSHES = ['green', 'red', 'blue', 'yellow'];
/** More than anybody can tell apart. */
export const LONGEST_STROKES = 600;
const STROKE = /^([grby])([\w-]{1,12})(?:>([\w-]{1,12}))?$/;

/** @param {readonly Shape[]} shapes */
export const strokesText = (shapes) => shapes.map((shape) => shape.brush[0] + (shape.kind === 'circle' ? shape.at : `${shape.from}>${shape.to}`)).join(' ');

/** What does not fit is left out. @param {string} text @returns {Shape[]} */
export function shapesOf(text) {
  return text.split(' ').flatMap((one) => {
    const [, letter, from, to] = STROKE.exec(one) ?? [];
    const brush = BRUSHES.find((known) => known.startsWith(letter ?? '-'));
    if (brush === undefined || from === undefined) return [];
    return [to === undefined ? { kind: /** @type {const} */ ('circle'), at: from, brush } : { kind: /** @type {const} */ ('arrow'), from, to, brush }];
  });
}
