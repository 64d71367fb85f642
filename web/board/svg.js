// @ts-check
// Making SVG elements.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @template {keyof SVGElementTagNameMap} N
 * @param {N} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[N]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** A group read from SVG text of our own; words of others never come here. @param {string} text @param {string} [name] */
export function drawing(text, name = '') {
  const group = svg('g', name ? { class: name } : {});
  group.innerHTML = text;
  return group;
}

/** @param {string} name @param {string} [className] */
export function html(name, className = '') {
  const element = document.createElement(name);
  if (className) element.className = className;
  return element;
}
