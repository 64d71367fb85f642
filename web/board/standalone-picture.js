// @ts-check
// The position as a picture that stands alone: what the style sheet says is written into it.

import { svg } from './svg.js';

const INHERITED = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin',
  'font-family', 'font-size', 'font-weight', 'font-style', 'text-anchor',
];
/** @type {Record<string, string>} */
const OWN = { opacity: '1', 'stop-color': 'rgb(0, 0, 0)', 'stop-opacity': '1', 'flood-color': 'rgb(0, 0, 0)', 'flood-opacity': '1' };

/** @param {Element} from @param {Element} to @param {CSSStyleDeclaration | null} parent */
function writeStyles(from, to, parent) {
  const style = getComputedStyle(from);
  for (const name of INHERITED) {
    const value = style.getPropertyValue(name);
    if (value !== parent?.getPropertyValue(name)) to.setAttribute(name, value);
  }
  for (const [name, usual] of Object.entries(OWN)) {
    const value = style.getPropertyValue(name);
    if (value !== usual) to.setAttribute(name, value);
  }
  to.removeAttribute('class');
  [...from.children].forEach((child, index) => writeStyles(child, to.children[index], style));
}

/**
 * @param {SVGSVGElement[]} layers drawn over one another
 * @returns {string}
 */
export function standalonePicture(layers) {
  const picture = svg('svg', { viewBox: layers[0].getAttribute('viewBox') ?? '' });
  const [, , width, height] = (layers[0].getAttribute('viewBox') ?? '').split(' ');
  picture.setAttribute('width', width);
  picture.setAttribute('height', height);
  for (const layer of layers) {
    const group = svg('g', {}, ...[...layer.childNodes].map((child) => child.cloneNode(true)));
    writeStyles(layer, group, null);
    picture.append(group);
  }
  return new XMLSerializer().serializeToString(picture);
}
